"""How to fly: the forehead guess, who guesses next, and where E.T. may go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.etboard.board import Space
from companion.games.etboard.flow import HELPER, MISS, ask, begin_turn, land, land_at
from companion.games.etboard.reading import of_asked, read_kind
from companion.games.etboard.state import State, gain, told
from companion.games.refusal import malformed, read_flag, read_int, refuse

__all__ = ["fly", "guess", "holder", "kind_of", "pass_on", "targets"]

_RULE = "rulebook: How to Fly"
Fields = Mapping[str, Json]


def holder(state: State, guesser: int) -> int | None:
    """Who holds the card to the guesser's forehead; nobody where nobody else is at the table."""
    left = state.left_of(guesser)
    return None if left == guesser else left


def guess(state: State, action: Fields, *, ruling: bool) -> State:
    """Right: E.T. flies, and whoever saved him from Gertie has two chips (E14, E15). Wrong: the next one, or again."""
    asked = state.ask
    seat = of_asked(state, action, "guess", ruling=ruling)
    if "right" not in action:
        malformed("right is missing")
    why = asked.why if asked is not None and asked.kind == "guess" else ""
    if read_flag(action, "right"):
        helped = gain(state, seat, HELPER, "helper") if why == "gertie" else told(state, "right", seat)
        return ask(replace(helped, flown=seat), "fly", seat)
    if not why:
        return state
    if why == "van":
        return ask(gain(state, seat, -MISS, "miss"), "guess", seat, why)
    return pass_on(told(state, "wrong", seat), seat, why)


def pass_on(state: State, seat: int, why: str) -> State:
    """Whoever held the card guesses next (E38)."""
    left = state.left_of(seat)
    return begin_turn(state, None) if left is None else ask(state, "guess", left, why)


def kind_of(state: State, space: Space) -> str:
    """What counts as one kind when E.T. looks for the first of it (E19, E20)."""
    if space.kind.startswith("arrow"):
        return "arrow"
    if not space.kind.startswith("hide") or state.rules.hide_kind == "title":
        return space.kind.removesuffix("-roll")
    return space.kind if state.rules.hide_kind == "fixed-or-roll" else f"{space.kind} {space.chips}"


def targets(state: State) -> tuple[int, ...]:
    """The first space of each kind ahead in this ring; never the one E.T. is on (E21 to E23)."""
    assert state.space is not None
    found: dict[str, int] = {}
    for steps in range(1, state.board.size(state.ring)):
        space = state.board.ahead(state.ring, state.space, steps)
        found.setdefault(kind_of(state, state.board.at(state.ring, space)), space)
    return tuple(found.values())


def fly(state: State, action: Fields, *, ruling: bool) -> State:
    """E.T. goes ahead to a space of the flyer's choice, and the flyer does what it says (E16, E18)."""
    seat = of_asked(state, action, "fly", ruling=ruling)
    state = replace(state, flown=seat)
    if "to" in action:
        return _fly_to(state, action, seat, ruling=ruling)
    if state.space is not None and not ruling:
        malformed("to must tell the space")
    return land(replace(state, space=None), seat, read_kind(state, action, ruling=ruling))


def _fly_to(state: State, action: Fields, seat: int, *, ruling: bool) -> State:
    if "kind" in action or "chips" in action:
        malformed("to tells everything; kind and chips are for a board nobody follows")
    if state.space is None:
        refuse("place-unknown", _RULE)
    to = read_int(action.get("to"), "to", 1, state.board.size(state.ring))
    if not ruling:
        _check_first(state, to)
    return land_at(state, seat, to)


def _check_first(state: State, to: int) -> None:
    if to == state.space:
        refuse("stays-there", "E22", space=to)
    legal = targets(state)
    if to not in legal:
        kind = kind_of(state, state.board.at(state.ring, to))
        nearest = next((n for n in legal if kind_of(state, state.board.at(state.ring, n)) == kind), None)
        refuse("not-the-first", _RULE, space=to, first=nearest)
