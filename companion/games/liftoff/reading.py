"""Reading the fields of an action: seats, points, places and payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.games.contract import Json
from companion.games.liftoff.board import POINTS
from companion.games.liftoff.state import PADS, PLACES, Paid, State
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["PAYMENT", "actor", "read_paid", "read_place", "read_point", "read_seat", "refuse_unawaited"]

PAYMENT = ("fuel", "screw", "action")
_MOST_CARDS = 24


def read_seat(state: State, action: Mapping[str, Json], name: str = "seat") -> int:
    """A seat at the table."""
    return read_int(action.get(name), name, 0, len(state.players) - 1)


def actor(state: State, action: Mapping[str, Json], *, ruling: bool) -> int:
    """Whose action it is: the player whose turn it is (L44)."""
    turn = state.turn
    seat = read_seat(state, action) if "seat" in action else turn
    if seat is None:
        refuse("not-awaited", "rulebook: A Game Turn", kind=str(action["type"]))
    if seat != turn and not ruling:
        refuse("not-your-turn", "rulebook: A Game Turn", seat=seat, turn=turn)
    return seat


def read_point(state: State, action: Mapping[str, Json], name: str = "point") -> int:
    """The index of a Lift Off Point whose tile lies there."""
    value = action.get(name)
    if value not in POINTS:
        malformed(f"{name} must be one of {', '.join(POINTS)}")
    point = POINTS.index(str(value))
    if state.phase != "start" and state.points[point] is None:
        malformed(f"{name}: no tile lies there")
    return point


def read_place(action: Mapping[str, Json], name: str, *, pads: bool) -> str:
    """A place where an alien can be: core, exit, point, and where `pads` the platform of a point."""
    value = action.get(name)
    known = (*PLACES, *PADS) if pads else PLACES
    if not isinstance(value, str) or value not in known:
        malformed(f"{name} must be one of {', '.join(known)}")
    return value


def read_paid(action: Mapping[str, Json]) -> Paid:
    """What is paid; a Wild is told as what it counts for (L19)."""
    return Paid(*(read_int(action.get(name, 0), name, 0, _MOST_CARDS) for name in PAYMENT))


def refuse_unawaited(kind: str, rule: str = "rulebook: A Game Turn") -> NoReturn:
    """Nothing of this kind is awaited now."""
    refuse("not-awaited", rule, kind=kind)
