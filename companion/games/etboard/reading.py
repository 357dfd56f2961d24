"""Reading the fields of an action: seats, numbers and spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.games.contract import Json
from companion.games.etboard.board import KINDS, MOST_CHIPS, NUMBERED, RINGS, Space
from companion.games.etboard.state import AskKind, State
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["PLAYING", "kinds_in", "of_asked", "read_chips", "read_kind", "read_seat", "unawaited", "who"]

PLAYING = "rulebook: Playing"


def unawaited(kind: str, rule: str = PLAYING) -> NoReturn:
    """Nothing of this kind is awaited now."""
    refuse("not-awaited", rule, kind=kind)


def read_seat(state: State, action: Mapping[str, Json]) -> int:
    """A seat at the table."""
    return read_int(action.get("seat"), "seat", 0, len(state.players) - 1)


def who(state: State, action: Mapping[str, Json], expected: int | None, *, ruling: bool) -> int:
    """Whose action it is: the one it is awaited from, unless it happened anyway."""
    seat = read_seat(state, action) if "seat" in action else expected
    if seat is None or expected is None:
        unawaited(str(action["type"]))
    if seat != expected and not ruling:
        refuse("not-your-turn", PLAYING, seat=seat, turn=expected)
    return seat


def of_asked(state: State, action: Mapping[str, Json], kind: AskKind, *, ruling: bool) -> int:
    """Who answers a question of this kind; whatever else is asked, a ruling passes over it."""
    asked = state.ask is not None and state.ask.kind == kind
    if not asked and not ruling:
        if state.ask is not None:
            refuse("answer-first", PLAYING, kind=str(action["type"]), asked=state.ask.kind)
        unawaited(str(action["type"]))
    return who(state, action, state.ask.seat if asked and state.ask else state.turn, ruling=ruling)


def kinds_in(ring: int) -> tuple[str, ...]:
    """What can lie in a ring: costumes only in the first three, no top half in the outermost."""
    gone = {"costume"} if ring == RINGS else {"arrow-top"} if ring == 1 else set()
    return tuple(kind for kind in KINDS if kind not in gone)


def read_kind(state: State, action: Mapping[str, Json], *, ruling: bool) -> Space:
    """The space the players say E.T. is on."""
    kind = action.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        malformed(f"kind must be one of {', '.join(KINDS)}")
    if kind not in kinds_in(state.ring) and not ruling:
        refuse("not-in-this-ring", "rulebook: The Spaces", kind=kind, ring=state.ring)
    if "chips" not in action:
        return Space(kind)
    if kind not in NUMBERED:
        malformed(f"chips are told only with {', '.join(NUMBERED)}")
    return Space(kind, read_chips(action, "chips"))


def read_chips(action: Mapping[str, Json], name: str) -> int:
    """A printed number of chips."""
    return read_int(action.get(name), name, 0, MOST_CHIPS)
