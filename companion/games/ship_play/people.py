"""Players who join late, leave, come back, or are away when it is their turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.options import LONGEST_NAME, as_name
from companion.games.refusal import malformed, read_int, refuse
from companion.games.ship_play.seats import MOST_PLAYERS, Player, S, ShipState, set_player
from companion.games.ship_play.start_roll import begin_if_settled

__all__ = ["back", "join", "leave", "skip"]

_RULE = "B1"


def join(state: S, action: Mapping[str, Json]) -> S:
    """A new player sits down: last in the order of play (clockwise: after the last seat), with no points."""
    name = as_name(action.get("name"))
    if name is None:
        malformed(f"name must be a text of 1 to {LONGEST_NAME} characters that can be shown")
    if len(state.players) >= MOST_PLAYERS:
        refuse("table-full", _RULE, most=MOST_PLAYERS)
    seat = len(state.players)
    state = replace(state, players=(*state.players, Player(name)), comings=state.comings + 1)
    return state if state.phase == "start" else _take_turn_if_free(replace(state, order=_order_with(state, seat)), seat)


def _order_with(state: ShipState, seat: int) -> tuple[int, ...]:
    if state.rules.order == "by-roll" or seat - 1 not in state.order:
        return (*state.order, seat)
    at = state.order.index(seat - 1) + 1
    return (*state.order[:at], seat, *state.order[at:])


def leave(state: S, action: Mapping[str, Json]) -> S:
    """A player goes: their score stays, their turns are left out, a roll not carried out is void."""
    seat = _seat(state, action)
    player = state.players[seat]
    if not player.present:
        refuse("not-present", _RULE, seat=seat)
    state = set_player(replace(state, comings=state.comings + 1), seat, replace(player, present=False))
    if state.phase == "start":
        return begin_if_settled(state)
    return state.passed_on() if state.turn == seat else state


def back(state: S, action: Mapping[str, Json]) -> S:
    """A player who left takes their old place and score again."""
    seat = _seat(state, action)
    player = state.players[seat]
    if player.present:
        refuse("already-present", _RULE, seat=seat)
    state = set_player(replace(state, comings=state.comings + 1), seat, replace(player, present=True))
    return state if state.phase == "start" else _take_turn_if_free(state, seat)


def skip(state: S, _action: Mapping[str, Json]) -> S:
    """The player whose turn it is is away: the next one's turn, without a roll, so blame for falls stays where it is."""
    if state.phase == "start" or state.turn is None:
        refuse("not-awaited", _RULE, kind="skip")
    return state.passed_on()


def _take_turn_if_free(state: S, seat: int) -> S:
    """Where nobody was left at the table, whoever comes has the turn."""
    if state.turn is not None:
        return state
    return replace(state, turn=seat, step=state.step + 1)


def _seat(state: ShipState, action: Mapping[str, Json]) -> int:
    if "seat" not in action:
        malformed("seat is missing")
    return read_int(action["seat"], "seat", 0, len(state.players) - 1)
