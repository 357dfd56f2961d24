"""Players who join late, leave, come back, or are away when it is their turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.encounters.reading import read_seat
from companion.games.encounters.start import begin_if_settled
from companion.games.encounters.state import Player, State, quota, set_player
from companion.games.encounters.turns import end_turn
from companion.games.options import LONGEST_NAME, as_name
from companion.games.refusal import malformed, refuse

__all__ = ["FEWEST_PLAYERS", "MOST_PLAYERS", "back", "join", "leave", "skip"]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
"""Four pieces and twenty chips in the box."""
_RULE = "the game's page, people"


def join(state: State, action: Mapping[str, Json]) -> State:
    """A new player sits down to the right of the first: piece on Devil's Tower, five chips, a card on paper."""
    name = as_name(action.get("name"))
    if name is None:
        malformed(f"name must be a text of 1 to {LONGEST_NAME} characters that can be shown")
    if len(state.players) >= MOST_PLAYERS:
        refuse("table-full", _RULE, most=MOST_PLAYERS)
    players = (*state.players, Player(name))
    if state.phase == "start":
        players = tuple(_with_fresh_card(player, len(players)) for player in players)
    state = replace(state, players=players, comings=state.comings + 1, marking=state.marking + 1)
    return _take_turn_if_free(state)


def _with_fresh_card(player: Player, players: int) -> Player:
    """Two players circle four squares each, more players two: who had begun by the other number begins again."""
    if player.marks == "paper" or len(player.circles) + player.owed == quota(players):
        return player
    return replace(player, circles=(), owed=quota(players))


def leave(state: State, action: Mapping[str, Json]) -> State:
    """A player goes: the piece is taken off the board, the traps no longer spring, the chips stay where they lie."""
    seat = read_seat(state, action)
    player = state.players[seat]
    if not player.present:
        refuse("not-present", _RULE, seat=seat)
    in_turn = state.phase == "play" and state.turn == seat
    state = set_player(replace(state, comings=state.comings + 1), seat, replace(player, present=False))
    state = end_turn(state) if in_turn else state
    return begin_if_settled(state)


def back(state: State, action: Mapping[str, Json]) -> State:
    """A player who left plays on; the piece starts from where it last set out."""
    seat = read_seat(state, action)
    player = state.players[seat]
    if player.present:
        refuse("already-present", _RULE, seat=seat)
    player = replace(player, present=True, at=player.departure)
    return _take_turn_if_free(set_player(replace(state, comings=state.comings + 1), seat, player))


def skip(state: State, _action: Mapping[str, Json]) -> State:
    """The player whose turn it is is away: the next one's turn; what is left of a roll is lost."""
    if state.phase != "play" or state.turn is None:
        refuse("not-awaited", _RULE, kind="skip")
    return end_turn(state)


def _take_turn_if_free(state: State) -> State:
    """Where nobody was left at the table, whoever comes has the turn."""
    if state.phase != "play" or state.turn is not None:
        return state
    return end_turn(state)
