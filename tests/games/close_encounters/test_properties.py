"""Whatever happens at the table: chips are conserved, states round-trip, play ends or awaits something, junk never raises."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import boards, find
from companion.games.contract import Illegal
from companion.games.encounters.state import CHIPS

GAME = find("close-encounters")
ROWS = [". M M .", "1 2 3 4", "5 6 o 7", "8 9 10 11", "12 13 14 15", "o 16 17 18", ". T T ."]
BOARD = boards.sample_json(GAME, {"rows": ROWS})
OPTIONS = st.fixed_dictionaries({switch.id: st.sampled_from(switch.values) for switch in GAME.switches})
SEAT, SQUARE = st.integers(0, 3), st.integers(1, 18)
ABOUT_A_SEAT = st.one_of(SQUARE, st.lists(SQUARE, max_size=6))
PLACE = st.one_of(SQUARE, st.sampled_from(["tower", "ship", [3, 3], [6, 1]]))
ACTION = st.one_of(
    st.fixed_dictionaries({"type": st.just("roll"), "value": st.integers(2, 12)}, optional={"seat": SEAT}),
    st.fixed_dictionaries({"type": st.just("step"), "to": PLACE}, optional={"seat": SEAT}),
    st.fixed_dictionaries({"type": st.just("stop")}),
    st.fixed_dictionaries(
        {"type": st.just("trapped"), "by": st.lists(SEAT, min_size=1, max_size=3, unique=True)},
        optional={"square": SQUARE, "seat": SEAT},
    ),
    st.fixed_dictionaries({"type": st.sampled_from(["circle", "erase"]), "seat": SEAT, "square": SQUARE}),
    st.fixed_dictionaries({"type": st.just("marks"), "seat": SEAT, "on": st.sampled_from(["paper", "phone"])}),
    st.fixed_dictionaries({"type": st.sampled_from(["leave", "back"]), "seat": SEAT}),
    st.fixed_dictionaries({"type": st.just("join"), "name": st.just("New")}),
    st.just({"type": "skip"}),
    st.tuples(
        st.sampled_from(["turn", "left", "phase", "at", "departure", "chips"]),
        st.one_of(
            SEAT, st.just("play"), st.tuples(SEAT, PLACE).map(list), st.tuples(SEAT, st.lists(SQUARE, max_size=6)).map(list)
        ),
    ).map(lambda pair: {"type": "correct", "fact": pair[0], "value": pair[1]}),
)
TOLD = st.tuples(ACTION, st.booleans()).map(lambda pair: {**pair[0], **({"ruling": True} if pair[1] else {})})
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
TYPES = ("roll", "step", "stop", "trapped", "circle", "erase", "marks", "join", "leave", "back", "skip", "correct")
FIELDS = ("seat", "value", "to", "by", "square", "on", "name", "fact", "ruling")
JUNK_ACTION = st.one_of(
    JUNK,
    st.tuples(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=4)).map(
        lambda pair: {"type": pair[0], **pair[1]}
    ),
)


def game(options: dict[str, Any], players: int, **more: Any) -> Any:
    """A game in its first turn."""
    seats = [{"name": f"P{seat}"} for seat in range(players)]
    return GAME.from_json({"options": options, "board": BOARD, "seats": seats, **more})


def check(state: Any) -> None:
    """What holds in every state."""
    lying = [owner for _, owner in state.chips]
    assert all(player.chips + lying.count(seat) == CHIPS for seat, player in enumerate(state.players))
    assert GAME.from_json(GAME.to_json(state)) == state
    over = GAME.outcome(state) is not None
    assert over == (state.phase == "over")
    assert over or GAME.awaits(state)
    ids = [awaited.id for awaited in GAME.awaits(state)]
    assert len(set(ids)) == len(ids)
    for seat in (None, 0, 9):
        GAME.view(state, seat)


@settings(max_examples=80, deadline=None)
@given(OPTIONS, st.integers(2, 4), st.lists(TOLD, max_size=30))
def test_whatever_is_told_chips_are_conserved_and_states_round_trip(
    options: dict[str, Any], players: int, told: list[dict[str, Any]]
) -> None:
    """Legal, illegal, ruled and corrected actions in any order; replaying the accepted ones gives the same state."""
    first = game(options, players)
    state, accepted = first, []
    for action in told:
        after = GAME.act(state, action)
        if not isinstance(after, Illegal):
            state = after
            accepted.append(action)
            check(state)
    again = first
    for action in accepted:
        again = GAME.act(again, action)
    assert again == state


@settings(max_examples=25, deadline=None)
@given(OPTIONS, st.integers(2, 4), st.integers(0, 2**32))
def test_whatever_an_await_offers_is_legal(options: dict[str, Any], players: int, seed: int) -> None:
    """Every enumerated answer to every await is accepted, in a random game."""
    rng = random.Random(seed)
    state = GAME.start([f"P{seat}" for seat in range(players)], options, BOARD)
    for _ in range(40):
        offers = [action for awaited in GAME.awaits(state) for action in GAME.choices(state, awaited)]
        assert not [action for action in offers if isinstance(GAME.act(state, action), Illegal)]
        state = GAME.act(state, rng.choice(offers))
        check(state)


@settings(max_examples=120, deadline=None)
@given(JUNK_ACTION)
def test_junk_is_answered_and_never_raises(junk: Any) -> None:
    """Any JSON at all, before and during a game."""
    for state in (GAME.start(["A", "B"], {}, BOARD), game({}, 2), game({}, 3, left=4, turn=1)):
        after = GAME.act(state, junk)
        assert isinstance(after, Illegal) or GAME.from_json(GAME.to_json(after)) == after


@pytest.mark.parametrize("key", sorted(GAME.to_json(game({}, 2))))
@given(junk=JUNK)
@settings(max_examples=20, deadline=None)
def test_a_junk_state_is_refused_as_a_set_up_error(key: str, junk: Any) -> None:
    """An injected state is read or refused; it never breaks the game."""
    try:
        state = GAME.from_json({**GAME.to_json(game({}, 2)), key: junk})
    except ValueError:
        return
    assert GAME.from_json(GAME.to_json(state)) == state
