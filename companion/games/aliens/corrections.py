"""Corrections: "on the table it is so". Each sets one fact; the number of aliens there are never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, cast

from companion.games.aliens import turns
from companion.games.aliens.state import State
from companion.games.contract import Fact, Json
from companion.games.refusal import malformed, read_int, refuse
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
    Fact("phase", "sending or returning"),
)


def correct(state: State, action: Mapping[str, Json]) -> State:
    """Set one fact."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    return _SETTERS[fact](state, action["value"])


def _roll(state: State, value: Json) -> State:
    refuse_before_play(state, "roll")
    if value is None:
        return replace(state, roll=None, step=state.step + 1)
    roll = read_int(value, "roll", 1, 6)
    if state.turn is None:
        refuse("not-awaited", RULE, kind="roll")
    if state.roll is None:
        return turns.open_roll(state, state.turn, roll)
    return turns.pass_if_idle(replace(state, roll=roll, step=state.step + 1))


def _phase(state: State, value: Json) -> State:
    """Also begins a game without its start rolls, and reopens one that is over."""
    if value not in ("sending", "returning"):
        malformed("phase must be sending or returning")
    phase = cast("Literal['sending', 'returning']", value)
    if state.phase == "start":
        state = begin(state)
    if phase == "sending" and state.pouch == 0:
        refuse("pouch-empty", "B20", aliens=state.aliens)
    done = state.phase == "over" and state.roll is not None and state.handled is not None
    handled = state.handled and replace(state.handled, phase=phase)
    state = replace(state, phase=phase, handled=handled, reason=None, step=state.step + 1)
    if turns.settle(state).phase == "over":
        refuse("ship-is-done", RULE, aliens=state.aliens)
    return turns.finish_roll(state) if done else turns.pass_if_idle(state)


def _aboard(state: State, value: Json) -> State:
    """What is not aboard is in the pouch; only what cannot be there otherwise comes from those out of play."""
    spots = read_aboard(state, value)
    out = min(state.out, state.aliens - len(spots))
    return _settle(replace(state, aboard=spots, out=out, pouch=state.aliens - out - len(spots)))


def _pouch(state: State, value: Json) -> State:
    pouch = read_int(value, "pouch", 0, state.aliens)
    return _settle(replace(state, pouch=pouch, out=rest_of(state, pouch)))


def _out(state: State, value: Json) -> State:
    out = read_int(value, "out", 0, state.aliens)
    return _settle(replace(state, out=out, pouch=rest_of(state, out)))


def _settle(state: State) -> State:
    """See what corrected pieces mean for the phase, the end and the pending roll."""
    if state.phase == "start":
        return state
    carried_out = state.phase == "over" and state.roll is not None and state.handled is not None
    state = replace(state, handled=None, incidents=state.incidents + 1)
    if state.phase == "over":
        return turns.hand_on(state) if carried_out else state
    return turns.settle(state)


_SETTERS: dict[str, Callable[[State, Json], State]] = {
    "score": correct_score,
    "turn": correct_turn,
    "aboard": _aboard,
    "pouch": _pouch,
    "out": _out,
    "roll": _roll,
    "phase": _phase,
}
