"""Whatever happens at the table: aliens are conserved, the Sun stays on its track, launches come to rest, states round-trip."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import boards, find
from companion.games.contract import Illegal
from companion.games.liftoff.board import KINDS, POINTS
from companion.games.liftoff.launches import settle
from companion.games.liftoff.points import kind_at
from companion.games.liftoff.state import PADS, PLACES
from companion.games.liftoff.variants import CARDS

GAME = find("lift-off")
SAMPLE = boards.sample_json(GAME)
BLANK = {**SAMPLE, "phases": {p: ["?"] * 5 for p in POINTS}, "day_start": {}, "bonfire": {}, "trampoline": {}, "jetpack": {}}
ROOM = {"bonfire": 4, "satellite": 3, "rocket-ship": 6, "jetpack": 1, "trampoline": 2, "ufo": 3, "teleport": 3, "slingshot": 1}

OPTIONS = st.fixed_dictionaries({switch.id: st.sampled_from(switch.values) for switch in GAME.switches})
SEATS, POINT = st.integers(0, 4), st.sampled_from(POINTS)
CARDS_PAID = {name: st.integers(0, 7) for name in ("fuel", "screw", "action")}
WALK = {"was": st.sampled_from((*PLACES, *PADS)), "now": st.sampled_from(PLACES)}
ANY_ACTION = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["end-turn", "trade"])}, optional={"seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("move"), **WALK}),
    st.fixed_dictionaries({"type": st.just("stand"), "point": POINT}, optional=CARDS_PAID),
    st.fixed_dictionaries({"type": st.just("pay"), "point": POINT}, optional=CARDS_PAID),
    st.fixed_dictionaries({"type": st.just("attempt"), "point": POINT}),
    st.fixed_dictionaries({"type": st.just("roll"), "value": st.integers(0, 6)}),
    st.fixed_dictionaries({"type": st.just("launch"), "lifts": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("explodes"), "explodes": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("tile"), "point": POINT, "kind": st.sampled_from(KINDS)}),
    st.fixed_dictionaries(
        {"type": st.just("card"), "card": st.sampled_from(tuple(CARDS))},
        optional={
            "by": st.sampled_from([1, -1]),
            "point": POINT,
            "kind": st.sampled_from(KINDS),
            "to": POINT,
            "owner": SEATS,
            **WALK,
        },
    ),
    st.fixed_dictionaries(
        {"type": st.just("saved"), "aliens": st.lists(st.tuples(SEATS, st.integers(1, 3)).map(list), max_size=3)}
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["leave", "back", "first", "count"]), "seat": SEATS}, optional={"value": SEATS}
    ),
    st.fixed_dictionaries({"type": st.just("detail"), "value": st.sampled_from(["full", "tracker"])}),
)
CORRECTION = st.one_of(
    st.tuples(st.sampled_from(["turn", "moon", "sun", "moves"]), st.integers(0, 9)),
    st.tuples(st.sampled_from(["score", "cards", "resources"]), st.lists(st.integers(0, 10), min_size=2, max_size=2)),
    st.tuples(st.just("garglore"), st.sampled_from([*POINTS, "pool"])),
    st.tuples(st.just("points"), st.permutations(KINDS).map(lambda kinds: kinds[:4])),
    st.tuples(st.just("standing"), st.tuples(POINT, st.lists(SEATS, max_size=4)).map(list)),
    st.tuples(
        st.just("lying"), st.tuples(SEATS, st.dictionaries(st.sampled_from(PLACES), st.integers(0, 4), max_size=3)).map(list)
    ),
    st.tuples(st.just("paid"), st.tuples(POINT, st.fixed_dictionaries({}, optional=CARDS_PAID)).map(list)),
    st.tuples(st.just("forced"), st.sampled_from([None, "full", "new"])),
    st.tuples(st.just("phase"), st.just("play")),
).map(lambda pair: {"type": "correct", "fact": pair[0], "value": pair[1]})
TOLD = st.tuples(st.one_of(ANY_ACTION, CORRECTION), st.booleans()).map(
    lambda pair: {**pair[0], **({"ruling": True} if pair[1] else {})}
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELD_NAMES = (
    *("seat", "value", "point", "kind", "was", "now", "fuel", "screw", "action", "paid", "card", "by", "to", "owner"),
    *("lifts", "explodes", "aliens", "fact", "ruling"),
)
TYPES = (
    *("roll", "first", "tile", "launch", "explodes", "count", "move", "stand", "pay", "attempt", "trade", "card"),
    *("end-turn", "saved", "detail", "leave", "back", "correct"),
)
JUNK_ACTION = st.one_of(
    JUNK,
    st.tuples(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(FIELD_NAMES), JUNK, max_size=4)).map(
        lambda pair: {"type": pair[0], **pair[1]}
    ),
)


def game(options: dict[str, Any], players: int, board: dict[str, Any] = SAMPLE, **more: Any) -> Any:
    """A game in its first turn."""
    seats = 4 if options.get("liftoff.variant") == "teams" else players
    names = [{"name": f"P{seat}"} for seat in range(seats)]
    rocket = {"kind": "rocket-ship", "standing": [0, 1], "paid": {"fuel": 6, "screw": 6}}
    tiles = ["stargate", rocket, "trampoline", "teleport"]
    return GAME.from_json({"options": options, "board": board, "seats": names, "points": tiles, "turn": 0, "moves": 2, **more})


def check(state: Any) -> None:
    """What holds in every state."""
    aliens = state.rules.preset.aliens
    for seat, player in enumerate(state.players):
        assert sum(player.lying) + state.standing_of(seat) + player.saved == aliens
        assert min(*player.lying, player.saved) >= 0
    assert state.sun is None or 0 <= state.sun <= state.board.day_spots
    assert GAME.from_json(GAME.to_json(state)) == state
    over = GAME.outcome(state) is not None
    assert over == (state.phase == "over") == (GAME.awaits(state) == ())
    ids = [awaited.id for awaited in GAME.awaits(state)]
    assert len(set(ids)) == len(ids)
    if state.phase == "play" and state.ask is None:
        assert settle(state) == state
    GAME.view(state, 0)


def check_capacity(state: Any) -> None:
    """No platform holds more than it can; rulings and corrections may say otherwise."""
    for point, tile in enumerate(state.points):
        if tile is not None and tile.kind != "stargate":
            assert len(tile.standing) <= ROOM.get(tile.kind, len(state.players)), kind_at(state, point)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, st.integers(2, 5), st.sampled_from((SAMPLE, BLANK)), st.lists(TOLD, max_size=30))
def test_whatever_is_told_aliens_are_conserved_and_states_round_trip(
    options: dict[str, Any], players: int, board: dict[str, Any], told: list[dict[str, Any]]
) -> None:
    """Legal, illegal, ruled and corrected actions in any order; replaying the accepted ones gives the same state."""
    first = game(options, players, board)
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
@given(OPTIONS, st.integers(2, 5), st.integers(0, 2**32))
def test_whatever_an_await_offers_is_legal(options: dict[str, Any], players: int, seed: int) -> None:
    """Every enumerated answer to every await is accepted, in a random game."""
    rng = random.Random(seed)
    seats = 4 if options["liftoff.variant"] == "teams" else players
    state = GAME.start([f"P{seat}" for seat in range(seats)], options, rng.choice((SAMPLE, BLANK)))
    for _ in range(30):
        offers = [a for awaited in GAME.awaits(state) for a in islice(GAME.choices(state, awaited), 25)]
        if not offers:
            return
        assert not [a for a in offers if isinstance(GAME.act(state, a), Illegal)]
        state = GAME.act(state, rng.choice(offers))
        check(state)
        check_capacity(state)


@settings(max_examples=120, deadline=None)
@given(JUNK_ACTION)
def test_junk_is_answered_and_never_raises(junk: Any) -> None:
    """Any JSON at all, before, during and after a game."""
    start = GAME.start(["A", "B"], {}, SAMPLE)
    over = game({}, 2, phase="over", reason="explosion")
    for state in (start, game({}, 2), game({"liftoff.detail": "tracker"}, 3), over):
        after = GAME.act(state, junk)
        assert isinstance(after, Illegal) or GAME.from_json(GAME.to_json(after)) == after


@pytest.mark.parametrize("key", sorted(GAME.to_json(game({}, 2))))
@given(junk=JUNK)
@settings(max_examples=20, deadline=None)
def test_a_junk_state_is_refused_as_a_set_up_error(key: str, junk: Any) -> None:
    """An injected state is read or refused; it never breaks the game."""
    data = {**GAME.to_json(game({}, 2)), key: junk}
    try:
        state = GAME.from_json(data)
    except ValueError:
        return
    assert GAME.from_json(GAME.to_json(state)) == state
