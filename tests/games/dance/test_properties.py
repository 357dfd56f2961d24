"""Random play: whatever happens at the table, aliens are conserved and everything can be written down and replayed."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("aliens-dance")
BOARD = boards.sample(GAME).to_json()
ALIENS = BOARD["aliens"]

OPTIONS = st.fixed_dictionaries(
    {switch.id: st.sampled_from(switch.values) if switch.values else st.sampled_from([0, 3]) for switch in GAME.switches}
)
SPOTS = st.tuples(st.integers(1, 6), st.integers(1, 4)).map(list)
SEATS = st.one_of(st.none(), st.integers(0, 3))
MOVES = st.fixed_dictionaries(
    {"type": st.sampled_from(["place", "remove"]), "ring": st.integers(1, 6), "sector": st.integers(1, 4)},
    optional={"seat": st.integers(0, 3)},
)
FALLS = st.fixed_dictionaries(
    {"type": st.just("fell"), "count": st.integers(1, 10), "gone": st.lists(SPOTS, max_size=4)},
    optional={
        "own": st.booleans(),
        "blamed": SEATS,
        "brought": st.integers(0, 3),
        "cause": st.sampled_from(["fall", "bump", "toppled", "rim", "lifted"]),
        "bumper": SEATS,
    },
)
CORRECTIONS = st.one_of(
    st.tuples(st.just("aboard"), st.lists(SPOTS, max_size=11)),
    st.tuples(st.sampled_from(["pouch", "out", "turn", "roll"]), st.integers(0, 10)),
    st.tuples(st.just("score"), st.tuples(st.integers(-1, 3), st.integers(-5, 110)).map(list)),
    st.tuples(st.just("area"), st.none() | SPOTS),
    st.tuples(st.just("phase"), st.sampled_from(["dancing", "over"])),
).map(lambda pair: {"type": "correct", "fact": pair[0], "value": pair[1]})
ANY_ACTION = st.one_of(
    st.fixed_dictionaries({"type": st.just("roll"), "value": st.integers(1, 6)}, optional={"seat": st.integers(0, 3)}),
    MOVES,
    MOVES,
    st.fixed_dictionaries({"type": st.sampled_from(["pass", "end-turn", "skip"])}),
    FALLS,
    st.fixed_dictionaries({"type": st.just("moved"), "was": SPOTS, "now": SPOTS}),
    st.fixed_dictionaries({"type": st.sampled_from(["leave", "back"]), "seat": st.integers(0, 3)}),
    st.fixed_dictionaries({"type": st.just("join"), "name": st.text(max_size=30)}),
    CORRECTIONS,
)
RULED = st.tuples(ANY_ACTION, st.booleans()).map(lambda pair: {**pair[0], **({"ruling": True} if pair[1] else {})})
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KINDS = ("roll", "place", "remove", "pass", "end-turn", "fell", "moved", "join", "leave", "back", "skip", "correct")
FIELD_NAMES = ("seat", "value", "ring", "sector", "count", "gone", "own", "brought", "was", "now", "fact", "name", "ruling")
JUNK_ACTION = st.one_of(
    JUNK,
    st.tuples(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELD_NAMES), JUNK, max_size=5)).map(
        lambda pair: {"type": pair[0], **pair[1]}
    ),
)


def begin(options: dict[str, Any], players: int) -> Any:
    """A game in which everybody has rolled for the start."""
    state = GAME.start([f"P{seat}" for seat in range(players)], options, BOARD)
    for value in range(6, 6 - players, -1):
        if state.phase == "start":
            state = GAME.act(state, {"type": "roll", "value": value})
    return state


def check(state: Any) -> None:
    """What holds in every state."""
    view = GAME.view(state, 0)
    assert len(view["aboard"]) + len(view["hand"]) + view["pouch"] + view["out"] == ALIENS
    assert min(view["pouch"], view["out"]) >= 0
    assert state.rules.floor_zero is False or min(seat["score"] for seat in view["seats"]) >= 0
    assert GAME.from_json(GAME.to_json(state)) == state
    assert (GAME.outcome(state) is not None) == (view["phase"] == "over") == (GAME.awaits(state) == ())
    ids = [awaited.id for awaited in GAME.awaits(state)]
    assert len(set(ids)) == len(ids)
    moves = {a.kind for a in GAME.awaits(state)} & {"roll", "place", "remove"}
    assert view["phase"] != "dancing" or bool(moves) == (view["turn"] is not None)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, st.integers(1, 4), st.lists(RULED, max_size=40))
def test_whatever_is_told_aliens_are_conserved_and_states_round_trip(
    options: dict[str, Any], players: int, told: list[dict[str, Any]]
) -> None:
    """Legal, illegal, ruled and corrected actions in any order; and replaying the accepted ones gives the same state."""
    first = begin(options, players)
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


@settings(max_examples=12, deadline=None)
@given(OPTIONS, st.integers(1, 4), st.integers(0, 2**32))
def test_whatever_an_await_offers_is_legal(options: dict[str, Any], players: int, seed: int) -> None:
    """Every enumerated answer to every await is accepted, in a random game; taking the last one back is replaying the rest."""
    rng = random.Random(seed)
    played = [state := GAME.start([f"P{seat}" for seat in range(players)], options, BOARD)]
    actions: list[Any] = []
    for _ in range(25):
        offers = [a for awaited in GAME.awaits(state) for a in islice(GAME.choices(state, awaited), 30)]
        if not offers:
            break
        assert not [a for a in offers if isinstance(GAME.act(state, a), Illegal)]
        actions.append(rng.choice(offers))
        played.append(state := GAME.act(state, actions[-1]))
        check(state)
    again = played[0]
    for action in actions[:-1]:
        again = GAME.act(again, action)
    assert again == played[-2 if actions else -1]


@settings(max_examples=100, deadline=None)
@given(JUNK_ACTION)
def test_junk_is_answered_and_never_raises(junk: Any) -> None:
    """Any JSON at all."""
    for phase in ("start", "dancing"):
        more = {} if phase == "start" else {"aboard": [[1, 1]], "turn": 0, "roll": 3}
        state = GAME.from_json({"board": BOARD, "seats": [{"name": "A"}, {"name": "B"}], "phase": phase, **more})
        after = GAME.act(state, junk)
        assert isinstance(after, Illegal) or GAME.from_json(GAME.to_json(after)) == after


@pytest.mark.parametrize("key", ["seats", "board", "aboard", "pouch", "phase", "turn", "ledger", "area", "hand", "brought"])
@given(junk=JUNK)
@settings(max_examples=20, deadline=None)
def test_a_junk_state_is_refused_as_a_set_up_error(key: str, junk: Any) -> None:
    """An injected state is read or refused; it never breaks the game."""
    data = {**GAME.to_json(begin({}, 2)), key: junk}
    try:
        state = GAME.from_json(data)
    except ValueError:
        return
    check(state)
