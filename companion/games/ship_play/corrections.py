"""Corrections that both games on the ship know: scores, whose turn it is, and where the aliens are."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Json
from companion.games.refusal import malformed, read_int, read_pair, refuse
from companion.games.ship_play.seats import S, ShipState, Spot, set_player

__all__ = ["RULE", "correct_score", "correct_turn", "read_aboard", "refuse_before_play", "rest_of"]

RULE = "the game's page, corrections"
_MOST_POINTS = 9999


def correct_score(state: S, value: Json) -> S:
    """A seat has so many points; what the last roll has brought is in them."""
    seat_, points_ = read_pair(value, "value")
    seat = read_int(seat_, "seat", 0, len(state.players) - 1)
    points = read_int(points_, "points", -_MOST_POINTS if state.floor is None else state.floor, _MOST_POINTS)
    ledger = state.ledger
    if ledger is not None and ledger.seat == seat:
        state = replace(state, ledger=replace(ledger, base=points, plus=0, minus=0))
    return set_player(state, seat, replace(state.players[seat], score=points))


def correct_turn(state: S, value: Json) -> S:
    """That player rolls next; a pending roll is void."""
    seat = read_int(value, "turn", 0, len(state.players) - 1)
    refuse_before_play(state, "turn")
    if not state.players[seat].present:
        refuse("not-present", RULE, seat=seat)
    return replace(state.put_down(), turn=seat)


def read_aboard(state: ShipState, value: Json) -> tuple[Spot, ...]:
    """Where all aliens aboard stand, sorted."""
    if not isinstance(value, list | tuple):
        malformed("aboard must be a list of [ring, sector]")
    if len(value) > state.aliens:
        refuse("too-many-aliens", RULE, aliens=state.aliens)
    return tuple(sorted(_spot(state, spot) for spot in value))


def _spot(state: ShipState, value: Json) -> Spot:
    ring, sector = read_pair(value, "aboard")
    return read_int(ring, "ring", 1, state.rings), read_int(sector, "sector", 1, state.sectors)


def rest_of(state: ShipState, told: int) -> int:
    """How many aliens are neither aboard nor among those told."""
    rest = state.aliens - len(state.aboard) - told
    if rest < 0:
        refuse("too-many-aliens", RULE, aliens=state.aliens, aboard=len(state.aboard))
    return rest


def refuse_before_play(state: ShipState, fact: str) -> None:
    """Before the start roll is settled there is no turn to correct."""
    if state.phase == "start":
        refuse("not-awaited", RULE, kind=fact)
