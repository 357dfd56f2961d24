"""Whatever happens at the table: chips add up, costume cards are conserved, all seats see the same, states round-trip."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import boards, find
from companion.games.contract import Illegal
from companion.games.etboard.board import KINDS
from companion.games.etboard.state import PIECES, costumes_for

GAME = find("et-board")
SAMPLE = boards.sample_json(GAME)
OPTIONS = st.fixed_dictionaries({switch.id: st.sampled_from(switch.values) for switch in GAME.switches})
SEATS, NUMBER, KIND = st.integers(0, 3), st.integers(0, 12), st.sampled_from(KINDS)
ACTION = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["first", "leave", "back"]), "seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("costume")}, optional={"seat": SEATS}),
    st.fixed_dictionaries({"type": st.sampled_from(["call", "roll", "chips"]), "value": NUMBER}, optional={"seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("space"), "kind": KIND}, optional={"chips": NUMBER, "seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("ascend"), "up": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("guess"), "right": st.booleans()}, optional={"seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("fly")}, optional={"to": NUMBER, "kind": KIND, "chips": NUMBER, "seat": SEATS}),
)
CORRECTION = st.one_of(
    st.tuples(st.sampled_from(["turn", "transmitter"]), st.integers(0, 9)),
    st.tuples(st.sampled_from(["score", "costumes"]), st.lists(NUMBER, min_size=2, max_size=2)),
    st.tuples(st.just("et"), st.tuples(st.integers(0, 5), st.none() | NUMBER).map(list)),
    st.tuples(st.just("worn"), st.booleans()),
    st.tuples(st.just("phase"), st.just("play")),
).map(lambda pair: {"type": "correct", "fact": pair[0], "value": pair[1]})
TOLD = st.tuples(st.one_of(ACTION, CORRECTION), st.booleans()).map(
    lambda pair: {**pair[0], **({"ruling": True} if pair[1] else {})}
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
TYPES = ("first", "costume", "call", "roll", "space", "chips", "ascend", "guess", "fly", "leave", "back", "correct")
FIELDS = ("seat", "value", "kind", "chips", "up", "right", "to", "fact", "ruling")
JUNK_ACTION = JUNK | st.tuples(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=4)).map(
    lambda pair: {"type": pair[0], **pair[1]}
)


def game(options: dict[str, Any], players: int) -> Any:
    """A game in its first turn."""
    state = GAME.start([f"P{seat}" for seat in range(players)], options, SAMPLE)
    return GAME.act(state, {"type": "first", "seat": 0})


def check(state: Any) -> None:
    """What holds in every state."""
    assert state.pile + sum(player.costumes for player in state.players) == costumes_for(len(state.players))
    assert min(player.chips for player in state.players) >= 0
    assert 0 <= state.pieces <= PIECES
    assert GAME.from_json(GAME.to_json(state)) == state
    over = GAME.outcome(state) is not None
    assert over == (state.phase == "over") == (GAME.awaits(state) == ())
    ids = [awaited.id for awaited in GAME.awaits(state)]
    assert len(set(ids)) == len(ids)
    seen = [GAME.view(state, seat) for seat in (None, *range(len(state.players)))]
    assert all(view == seen[0] for view in seen)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, st.integers(2, 4), st.lists(TOLD, max_size=30))
def test_whatever_is_told_nothing_is_lost_and_states_round_trip(
    options: dict[str, Any], players: int, told: list[dict[str, Any]]
) -> None:
    """Legal, illegal, ruled and corrected actions in any order; replaying the accepted ones gives the same state."""
    first = state = game(options, players)
    accepted = []
    for action in told:
        after = GAME.act(state, action)
        if not isinstance(after, Illegal):
            chips = [(new.chips - old.chips) for old, new in zip(state.players, after.players, strict=True)]
            news = [sum(n.chips for n in after.news if n.seat == seat) for seat in range(players)]
            assert action["type"] == "correct" or chips == news
            state = after
            accepted.append(action)
            check(state)
    again = first
    for action in accepted:
        again = GAME.act(again, action)
    assert again == state


@settings(max_examples=40, deadline=None)
@given(OPTIONS, st.integers(2, 4), st.integers(0, 2**32))
def test_whatever_an_await_offers_is_legal(options: dict[str, Any], players: int, seed: int) -> None:
    """Every enumerated answer to every await is accepted, and undo by replay is the identity, in a random game."""
    rng = random.Random(seed)
    state = game(options, players)
    for _ in range(25):
        offers = [a for awaited in GAME.awaits(state) for a in GAME.choices(state, awaited)]
        if not offers:
            return
        assert not [a for a in offers if isinstance(GAME.act(state, a), Illegal)]
        state = GAME.act(state, rng.choice(offers))
        check(state)


@settings(max_examples=120, deadline=None)
@given(JUNK_ACTION)
def test_junk_is_answered_and_never_raises(junk: Any) -> None:
    """Any JSON at all, before, during and after a game."""
    flying = GAME.act(game({"et.follow_board": "always"}, 2), {"type": "roll", "value": 2})
    over = GAME.from_json({"board": SAMPLE, "seats": [{"name": "A"}, {"name": "B"}], "phase": "over", "ring": 4})
    for state in (GAME.start(["A", "B"], {}, SAMPLE), game({}, 3), flying, over):
        after = GAME.act(state, junk)
        assert isinstance(after, Illegal) or GAME.from_json(GAME.to_json(after)) == after


@pytest.mark.parametrize("key", sorted(GAME.to_json(game({}, 2))))
@given(junk=JUNK)
@settings(max_examples=15, deadline=None)
def test_a_junk_state_is_refused_as_a_set_up_error(key: str, junk: Any) -> None:
    """An injected state is read or refused; it never breaks the game."""
    try:
        state = GAME.from_json({**GAME.to_json(game({}, 2)), key: junk})
    except ValueError:
        return
    assert GAME.from_json(GAME.to_json(state)) == state
