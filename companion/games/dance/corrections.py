"""Corrections: "on the table it is so". Each sets one fact; the number of aliens there are never changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Fact, Json
from companion.games.dance import turns
from companion.games.dance.state import TARGET, State
from companion.games.refusal import malformed, read_int, read_pair, refuse
from companion.games.ship_play.corrections import (
    RULE,
    correct_score,
    correct_turn,
    read_aboard,
    refuse_before_play,
    rest_of,
)
from companion.games.ship_play.start_roll import begin

__all__ = ["FACTS", "correct"]

FACTS = (
    Fact("score", "[seat, points]"),
    Fact("turn", "seat"),
    Fact("aboard", "[[ring, sector], ...]"),
    Fact("pouch", "number of aliens"),
    Fact("out", "number of aliens"),
    Fact("roll", "1 to 6, or null while a roll is awaited"),
    Fact("area", "[ring, sector], or null while none is chosen"),
    Fact("phase", "dancing"),
)


def correct(state: State, action: Mapping[str, Json]) -> State:
    """Set one fact."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    return _SETTERS[fact](state, action["value"])


def _score(state: State, value: Json) -> State:
    """A corrected score may end the dance, as if played."""
    return turns.end_if_won(correct_score(state, value))


def _roll(state: State, value: Json) -> State:
    """The roll that is on; aliens brought to another ring stay where they are, and the area is chosen anew."""
    refuse_before_play(state, "roll")
    if value is None:
        return state.put_down()
    roll = read_int(value, "roll", 1, 6)
    if state.turn is None:
        refuse("not-awaited", RULE, kind="roll")
    if state.roll is None:
        return turns.open_roll(state, state.turn, roll)
    state = replace(state, roll=roll, step=state.step + 1)
    return state if state.area is None or state.area[0] == state.ring else replace(state, area=None, brought=())


def _area(state: State, value: Json) -> State:
    """Where this turn's aliens dance."""
    refuse_before_play(state, "area")
    if value is None:
        return replace(state, area=None, step=state.step + 1)
    ring, sector = read_pair(value, "area")
    area = read_int(ring, "ring", 1, state.rings), read_int(sector, "sector", 1, state.sectors)
    return replace(state, area=area, step=state.step + 1)


def _phase(state: State, value: Json) -> State:
    """Also begins a game without its start rolls, and reopens one that is over."""
    if value != "dancing":
        malformed("phase must be dancing")
    if state.phase == "start":
        return begin(state)
    if state.phase != "over":
        return state
    if state.out == state.aliens:
        refuse("ship-is-done", RULE, aliens=state.aliens)
    if state.has_winner and state.rules.hundred_ends == "now":
        refuse("somebody-has-won", RULE, target=TARGET)
    return _roll(replace(state, phase="dancing", reason=None), None)


def _aboard(state: State, value: Json) -> State:
    """What is not aboard is in the pouch; only what cannot be there otherwise comes from those out of play."""
    spots = read_aboard(state, value)
    out = min(state.out, state.aliens - len(spots))
    return _settle(replace(state, aboard=spots, hand=(), out=out, pouch=state.aliens - out - len(spots)))


def _pouch(state: State, value: Json) -> State:
    pouch = read_int(value, "pouch", 0, state.aliens)
    return _settle(replace(state, hand=(), pouch=pouch, out=rest_of(state, pouch)))


def _out(state: State, value: Json) -> State:
    out = read_int(value, "out", 0, state.aliens)
    return _settle(replace(state, hand=(), out=out, pouch=rest_of(state, out)))


def _settle(state: State) -> State:
    """See what corrected pieces mean for the turn and the end."""
    brought = (Counter(state.brought) & Counter(state.aboard)).elements()
    state = replace(state, brought=tuple(sorted(brought)), incidents=state.incidents + 1, step=state.step + 1)
    return turns.end_if_all_fell(state)


_SETTERS: dict[str, Callable[[State, Json], State]] = {
    "score": _score,
    "turn": correct_turn,
    "aboard": _aboard,
    "pouch": _pouch,
    "out": _out,
    "roll": _roll,
    "area": _area,
    "phase": _phase,
}
