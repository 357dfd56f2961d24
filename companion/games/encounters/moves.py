"""Where a piece may go next: one step in any direction, or a jump over chips (rulebook: Moving)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.encounters.board import DIRECTIONS, Cell, GridBoard, Place
from companion.games.encounters.state import State

__all__ = ["targets"]

Squares = frozenset[Place]


def targets(state: State, seat: int) -> tuple[Place, ...]:
    """The places the piece may enter with the next step of its roll, in reading order; destinations first."""
    found = {place for place in _reachable(state, seat) if _may_enter(state, seat, place)}
    ends = sorted(place for place in found if isinstance(place, str))
    squares = sorted(place for place in found if not isinstance(place, str))
    return (*ends, *squares)


def _reachable(state: State, seat: int) -> Iterator[Place]:
    """What lies one step or one jump away, whoever stands there."""
    here, covered, others = state.players[seat].at, state.covered, state.others_at(seat)
    for cell in state.board.cells_of(here):
        for direction in DIRECTIONS:
            for place in _along(state, cell, direction, covered, others):
                if place != here:
                    yield place


def _along(state: State, cell: Cell, direction: Cell, covered: Squares, others: Squares) -> Iterator[Place]:
    """In one direction: the next square, or over a row of chips the first one without (K4); the jump costs one step (K5)."""
    row, column = cell
    while True:
        row, column = row + direction[0], column + direction[1]
        place = state.board.place_at((row, column))
        if place is None:
            return
        if place not in covered:
            yield place
            return
        if state.rules.enter_chip_square:
            yield place
        if place in others:
            return


def _may_enter(state: State, seat: int, place: Place) -> bool:
    """Whether a piece may stand or pass there by this house's rules."""
    last = state.left == 1
    shares = state.rules.share_square == "yes" or (state.rules.share_square == "to-land" and last)
    if not shares and place in state.others_at(seat):
        return False
    player, board = state.players[seat], state.board
    if state.rules.safe_twice_forbidden and last and player.safe_last and board.is_safe(place):
        return False
    if state.rules.approach == "free":
        return True
    away = _steps_to(board, player.destination)
    gain = away[player.at] - away[place]
    return gain > 0 if state.rules.approach == "nearer" else gain >= 0


@lru_cache(maxsize=64)
def _steps_to(board: GridBoard, end: str) -> dict[Place, int]:
    return board.steps_to(end)
