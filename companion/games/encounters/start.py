"""Before play: circles are drawn, the dice say who moves first, and play goes to the left from there (rulebook: Setup)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.contract import Json
from companion.games.encounters.board import GridBoard
from companion.games.encounters.reading import read_seat
from companion.games.encounters.state import HouseRules, Player, State, set_player
from companion.games.encounters.turns import begin
from companion.games.refusal import read_flag, read_int, refuse

__all__ = ["HIGHEST_ROLL", "LOWEST_ROLL", "begin_if_settled", "first_seat", "new_game", "start_roll", "waiting"]

LOWEST_ROLL, HIGHEST_ROLL = 2, 12
"""Two ordinary dice; only their sum matters (K31)."""


def new_game(names: Sequence[str], rules: HouseRules, board: GridBoard) -> State:
    """All pieces on Devil's Tower, five chips in front of each player, no circles yet."""
    return State(rules=rules, board=board, players=tuple(Player(name) for name in names))


def waiting(state: State) -> tuple[int, ...]:
    """Who still owes a roll for the first turn: everybody once, then those who share the highest (K1)."""
    rolls = {seat: p.start_rolls for seat, p in enumerate(state.players) if p.present}
    owing = tuple(seat for seat, mine in rolls.items() if not mine)
    if owing or len(rolls) < 2:
        return owing
    best = max(rolls.values())
    level = {seat: mine for seat, mine in rolls.items() if mine == best[: len(mine)]}
    if len(level) < 2:
        return ()
    fewest = min(len(mine) for mine in level.values())
    return tuple(seat for seat, mine in level.items() if len(mine) == fewest)


def start_roll(state: State, action: Mapping[str, Json]) -> State:
    """A roll for the first turn, in any order; without a seat it is the next one's."""
    value = read_int(action.get("value"), "value", LOWEST_ROLL, HIGHEST_ROLL)
    owing = waiting(state)
    seat = read_seat(state, action) if "seat" in action else next(iter(owing), None)
    if seat is None or (seat not in owing and not read_flag(action, "ruling")):
        refuse("not-awaited", "rulebook: Setup 5", kind="roll")
    player = state.players[seat]
    return begin_if_settled(set_player(state, seat, replace(player, start_rolls=(*player.start_rolls, value))))


def first_seat(state: State) -> int | None:
    """Who rolled highest among those at the table."""
    present = [seat for seat, player in enumerate(state.players) if player.present]
    return max(present, key=lambda seat: (state.players[seat].start_rolls, -seat), default=None)


def begin_if_settled(state: State) -> State:
    """Play begins once nobody owes a roll or, on a phone, a circle."""
    if state.phase != "start" or waiting(state):
        return state
    present = [player for player in state.players if player.present]
    ready = bool(present) and not any(player.owed for player in present)
    return begin(state, first_seat(state)) if ready else state
