"""The grid printed on the owner's board: a survey, never a formula. Numbered squares, safe ones, the two destinations."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract import Json, SetUpError
from companion.games.stored import flag, object_of, only, title

__all__ = ["DIRECTIONS", "SHIP", "TOWER", "Cell", "GridBoard", "Place", "parse"]

Cell = tuple[int, int]
"""Row and column of a square, both counted from 1 at the top left."""
Place = str | Cell
"""Where a piece may be: a square of its own, or one of the two destinations, which hold any number of pieces (K7)."""

TOWER, SHIP = "tower", "ship"
DIRECTIONS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))
VOID, SAFE, _ENDS = ".", "o", {"T": TOWER, "M": SHIP}
_FEWEST, _MOST, _HIGHEST = 2, 40, 999
FEWEST_NUMBERS = 16
"""Enough for four players to circle two squares each and as many again."""


@dataclass(frozen=True, slots=True)
class GridBoard:
    """One board file. A row is a line of words: a number, `o` (safe), `T` (Devil's Tower), `M` (Mother Ship), `.` (nothing)."""

    name: str
    verified: bool
    rows: tuple[tuple[str, ...], ...]
    numbers: Mapping[int, Cell] = field(init=False, compare=False, repr=False)
    places: Mapping[Cell, Place] = field(init=False, compare=False, repr=False)
    ends: Mapping[str, tuple[Cell, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Look-ups are made once: a game asks them at every step."""
        words = dict(self.words())
        numbers = {int(word): cell for cell, word in words.items() if word.isdecimal()}
        ends = {end: tuple(cell for cell, word in words.items() if word == letter) for letter, end in _ENDS.items()}
        object.__setattr__(self, "numbers", numbers)
        object.__setattr__(self, "places", {cell: _ENDS.get(word, cell) for cell, word in words.items() if word != VOID})
        object.__setattr__(self, "ends", ends)

    def __hash__(self) -> int:
        return hash(self.rows)

    def words(self) -> Iterator[tuple[Cell, str]]:
        """Every cell with what is printed there."""
        for row, words in enumerate(self.rows, 1):
            for column, word in enumerate(words, 1):
                yield (row, column), word

    def word(self, cell: Cell) -> str:
        """What is printed at a cell; beyond the edge there is nothing."""
        row, column = cell
        inside = 1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[0])
        return self.rows[row - 1][column - 1] if inside else VOID

    def place_at(self, cell: Cell) -> Place | None:
        """The place a cell belongs to; None where there is no board."""
        return self.places.get(cell)

    def cells_of(self, place: Place) -> tuple[Cell, ...]:
        """The cells of a place: one square, or all those of a destination."""
        return self.ends[place] if isinstance(place, str) else (place,)

    def number_of(self, place: Place) -> int | None:
        """The number printed on a place; None on a safe square or a destination."""
        word = "" if isinstance(place, str) else self.word(place)
        return int(word) if word.isdecimal() else None

    def is_safe(self, place: Place) -> bool:
        """A square without a number: no trap can be there (K18)."""
        return not isinstance(place, str) and self.word(place) == SAFE

    def name_of(self, place: Place) -> Json:
        """How JSON calls a place: its number, "tower", "ship", or [row, column] of a safe square."""
        number = self.number_of(place)
        return place if isinstance(place, str) else list(place) if number is None else number

    def place_named(self, name: Any) -> Place | None:
        """The place JSON means by a name; None where there is none of that name."""
        if isinstance(name, str):
            return name if name in {TOWER, SHIP} else None
        if isinstance(name, bool):
            return None
        if isinstance(name, int):
            return self.numbers.get(name)
        pair = isinstance(name, list | tuple) and len(name) == 2 and all(type(part) is int for part in name)
        return self.place_at((name[0], name[1])) if pair else None

    def around(self, place: Place) -> Iterator[Place]:
        """The places next to one, in all eight directions (rulebook: Moving)."""
        seen = {place}
        for row, column in self.cells_of(place):
            for down, right in DIRECTIONS:
                near = self.place_at((row + down, column + right))
                if near is not None and near not in seen:
                    seen.add(near)
                    yield near

    def steps_to(self, goal: Place) -> dict[Place, int]:
        """How many steps each place is away from a goal on an empty board."""
        away, queue = {goal: 0}, deque([goal])
        while queue:
            here = queue.popleft()
            for near in self.around(here):
                if near not in away:
                    away[near] = away[here] + 1
                    queue.append(near)
        return away

    def to_json(self) -> dict[str, Json]:
        """The board as plain JSON, the form `parse` reads."""
        rows = [" ".join(words) for words in self.rows]
        return {"kind": "grid", "name": self.name, "verified": self.verified, "rows": rows}


def parse(data: Any) -> GridBoard:
    """Read a board from plain JSON or TOML values; SetUpError names the key and the contradiction."""
    row = object_of(data, "board")
    only(row, {"kind", "name", "verified", "rows"}, "")
    board = GridBoard(title(row.get("name"), "name"), flag(row.get("verified", False), "verified"), _rows(row.get("rows")))
    _refuse_contradictions(board)
    return board


def _rows(value: Json) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple) or not _FEWEST <= len(value) <= _MOST:
        raise SetUpError(f"rows: must list {_FEWEST} to {_MOST} rows of the grid, the top one first")
    rows = tuple(_row(row, number) for number, row in enumerate(value, 1))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise SetUpError(
                f"rows: row {number} has {len(row)} cells and row 1 has {len(rows[0])}; put . where there is nothing"
            )
    return rows


def _row(value: Json, number: int) -> tuple[str, ...]:
    words = tuple(value.split()) if isinstance(value, str) else ()
    if not _FEWEST <= len(words) <= _MOST:
        raise SetUpError(f"rows: row {number} must be a text of {_FEWEST} to {_MOST} words with spaces between them")
    for word in words:
        printed = word.isascii() and word.isdecimal() and 1 <= int(word) <= _HIGHEST and str(int(word)) == word
        if not printed and word not in {VOID, SAFE, *_ENDS}:
            raise SetUpError(f"rows: row {number} has {word[:12]!r}; a cell is a number from 1 to {_HIGHEST}, o, T, M or .")
    return words


def _refuse_contradictions(board: GridBoard) -> None:
    counted = Counter(word for _, word in board.words() if word.isdecimal())
    twice = sorted(int(number) for number, times in counted.items() if times > 1)
    if twice:
        raise SetUpError(f"rows: the number {twice[0]} is on more than one square")
    for letter, end in _ENDS.items():
        _refuse_scattered(board, letter, end)
    reached = board.steps_to(TOWER)
    for cell, word in board.words():
        place = board.place_at(cell)
        if place is not None and place not in reached:
            raise SetUpError(f"rows: no way leads from T to {word} in row {cell[0]}, column {cell[1]}")
    if len(counted) < FEWEST_NUMBERS:
        raise SetUpError(f"rows: only {len(counted)} squares have numbers; at least {FEWEST_NUMBERS} are needed")


def _refuse_scattered(board: GridBoard, letter: str, end: str) -> None:
    """A destination is one field: its cells touch each other."""
    cells = set(board.cells_of(end))
    if not cells:
        raise SetUpError(f"rows: there is no {letter}; both Devil's Tower (T) and the Mother Ship (M) are needed")
    found = queue = {min(cells)}
    while queue:
        queue = {(r + down, c + right) for r, c in queue for down, right in DIRECTIONS} & cells - found
        found = found | queue
    if found != cells:
        row, column = min(cells - found)
        raise SetUpError(f"rows: the {letter} in row {row}, column {column} does not touch the others")
