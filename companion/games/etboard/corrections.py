"""Corrections: "on the table it is so". Each sets one fact; the number of costume cards never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Fact, Json
from companion.games.etboard.board import RINGS
from companion.games.etboard.flow import begin_turn, land_at
from companion.games.etboard.reading import read_seat
from companion.games.etboard.state import BANK, PIECES, State, set_player
from companion.games.refusal import malformed, read_int, read_pair, refuse

__all__ = ["FACTS", "correct"]

FACTS = (
    Fact("score", "[seat, chips]"),
    Fact("turn", "seat"),
    Fact("et", "[ring, space], the space null where it is not known"),
    Fact("transmitter", "0 to 8"),
    Fact("costumes", "[seat, costume cards]; the others are in the pile"),
    Fact("worn", "true or false"),
    Fact("phase", "play: begins with the first player, or goes on after the end"),
)

_RULE = "the game's page, corrections"
_MOST = 10 * BANK


def correct(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:  # noqa: ARG001 - a correction needs no ruling
    """Set one fact; what is asked stays asked unless the fact settles it."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    return _SETTERS[fact](state, action["value"])


def _score(state: State, value: Json) -> State:
    seat, chips = _of_seat(state, value, "chips", _MOST)
    return set_player(state, seat, replace(state.players[seat], chips=chips))


def _of_seat(state: State, value: Json, name: str, most: int) -> tuple[int, int]:
    told, number = read_pair(value, "value")
    return read_seat(state, {"seat": told}), read_int(number, name, 0, most)


def _turn(state: State, value: Json) -> State:
    """That player's turn begins; what was asked is dropped."""
    seat = read_int(value, "turn", 0, len(state.players) - 1)
    if not state.players[seat].present:
        refuse("not-present", _RULE, seat=seat)
    if state.phase != "play":
        refuse("not-awaited", _RULE, kind="turn")
    return begin_turn(state, seat)


def _et(state: State, value: Json) -> State:
    """Only the mover; nothing happens on the space, unless the table is asked where E.T. has come to."""
    told, at = read_pair(value, "value")
    ring = read_int(told, "ring", 1, RINGS)
    if at is not None and not state.rules.follows(state.board):
        refuse("not-followed", _RULE)
    space = None if at is None else read_int(at, "space", 1, state.board.size(ring))
    moved = replace(state, ring=ring, space=space, spell=state.spell + 1)
    if space is not None and state.ask is not None and state.ask.kind == "space":
        return land_at(moved, state.ask.seat, space)
    return moved


def _transmitter(state: State, value: Json) -> State:
    return replace(state, pieces=read_int(value, "transmitter", 0, PIECES), spell=state.spell + 1)


def _costumes(state: State, value: Json) -> State:
    told, _ = read_pair(value, "value")
    player = state.players[read_seat(state, {"seat": told})]
    seat, cards = _of_seat(state, value, "costumes", player.costumes + state.pile)
    pile = state.pile + player.costumes - cards
    return set_player(replace(state, pile=pile), seat, replace(player, costumes=cards))


def _worn(state: State, value: Json) -> State:
    if not isinstance(value, bool):
        malformed("worn must be true or false")
    return replace(state, worn=value)


def _phase(state: State, value: Json) -> State:
    """Also reopens a game that is over; E.T. is before the Landing Site again, on a space to be told."""
    if value != "play":
        malformed("phase must be play")
    if state.phase == "play":
        return state
    seat = state.turn if state.turn is not None else next(iter(state.present), None)
    return begin_turn(replace(state, phase="play"), seat)


_SETTERS: Mapping[str, Callable[[State, Json], State]] = {
    "score": _score,
    "turn": _turn,
    "et": _et,
    "transmitter": _transmitter,
    "costumes": _costumes,
    "worn": _worn,
    "phase": _phase,
}
