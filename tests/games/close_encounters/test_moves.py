"""Where a piece may go, compared with a plain reading of the rulebook written a second time."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from companion.games import find
from companion.games.encounters.moves import targets

GAME = find("close-encounters")
Position = Callable[..., Any]


def plainly(state: Any, seat: int) -> set[Any]:
    """Steps and jumps by looking at every square of the board, for the default house rules."""
    board, here = state.board, state.players[seat].at
    chips = {cell for cell, _ in state.chips}
    pieces = {p.at for n, p in enumerate(state.players) if n != seat and p.present and not isinstance(p.at, str)}
    found = set()
    for cell, _ in board.words():
        place = board.place_at(cell)
        if place is None or place == here or place in chips or place in pieces:
            continue
        if any(_in_line(board, origin, cell, chips, pieces) for origin in board.cells_of(here)):
            found.add(place)
    return found


def _in_line(board: Any, origin: Any, cell: Any, chips: set[Any], pieces: set[Any]) -> bool:
    """Whether `cell` is next to `origin`, or only chips without pieces lie between on one straight line."""
    down, right = cell[0] - origin[0], cell[1] - origin[1]
    length = max(abs(down), abs(right))
    if length == 0 or {abs(down), abs(right)} - {0, length}:
        return False
    step = (down // length, right // length)
    between = [(origin[0] + step[0] * n, origin[1] + step[1] * n) for n in range(1, length)]
    return all(square in chips and square not in pieces and board.place_at(square) == square for square in between)


def test_steps_and_jumps_are_those_of_a_plain_reading(position: Position) -> None:
    """Random positions with chips and pieces all over the board."""
    rng, cells = random.Random(5), [*range(1, 19), [3, 3], [6, 1]]
    jumped = 0
    for _ in range(400):
        squares = rng.sample(cells, 14)
        seats = [{"at": rng.choice([squares.pop(), "tower", "ship"])} for _ in range(3)]
        chips = [[squares.pop(), seat] for seat in range(3) for _ in range(rng.randint(0, 3))]
        state = position(*seats, chips=chips, left=4)
        mine = set(targets(state, 0))
        assert mine == plainly(state, 0)
        jumped += any(place not in set(state.board.around(state.players[0].at)) for place in mine)
    assert jumped > 50


@pytest.mark.parametrize(("rule", "expected"), [("free", 8), ("never-farther", 5), ("nearer", 3)])
def test_approach_narrows_the_choice(position: Position, rule: str, expected: int) -> None:
    """From the middle of the board: all eight squares around, without those behind, only those ahead."""
    state = position({"at": 9}, {}, left=4, options={"ce.approach": rule})
    assert len(targets(state, 0)) == expected


def test_a_destination_is_one_place_however_many_cells_it_has(position: Position) -> None:
    """From Devil's Tower every square that touches any of its cells is one step away, and itself is not."""
    state = position({}, {}, left=4)
    names = [state.board.name_of(place) for place in targets(state, 0)]
    assert names == [[6, 1], 16, 17, 18]


def test_steps_to_counts_king_steps(position: Position) -> None:
    """From the Mother Ship on the small board: row by row."""
    board = position({}, {}).board
    away = board.steps_to("ship")
    rows = {row: {away[(row, column)] for column in range(1, 5)} for row in range(2, 7)}
    assert rows == {row: {row - 1} for row in rows}
    assert away["tower"] == 6
    assert all(abs(away[a] - away[b]) <= 1 for a, b in product(away, away) if b in set(board.around(a)))
