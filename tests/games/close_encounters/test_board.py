"""Board files of the grid: what is read, and the contradictions that are named."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import SetUpError

GAME = find("close-encounters")
ROWS = [". M M .", "1 2 3 4", "5 6 o 7", "8 9 10 11", "12 13 14 15", "o 16 17 18", ". T T ."]


def read(rows: Any, **more: Any) -> Any:
    """A grid with these rows."""
    return boards.read({"kind": "grid", "name": "Ours", "rows": rows, **more})


def test_the_sample_is_marked_unverified_and_reads_back() -> None:
    """Nobody looked at a board for it, and its JSON form is the form that is read."""
    sample = boards.sample_json(GAME)
    assert sample["verified"] is False
    assert boards.read(sample).to_json() == sample


def test_places_have_names_both_ways() -> None:
    """Numbers, destinations and safe squares."""
    board = read(ROWS)
    for name in (1, 18, "tower", "ship", [3, 3]):
        assert board.name_of(board.place_named(name)) == name
    assert [board.place_named(name) for name in (99, "moon", [1, 1], [0, 0], True, None, 1.0)] == [None] * 7


@pytest.mark.parametrize(
    ("row", "value", "words"),
    [
        (1, "1 2 3 1", "the number 1 is on more than one square"),
        (1, "1 2 3", "row 2 has 3 cells"),
        (1, "1 2 3 x", "row 2 has 'x'"),
        (1, "1 2 3 04", "row 2 has '04'"),
        (0, ". . . .", "there is no M"),
        (0, "M . . M", "does not touch the others"),
        (3, ". . . .", "no way leads from T to"),
        (1, 5, "row 2 must be a text"),
    ],
)
def test_contradictions_are_named(row: int, value: Any, words: str) -> None:
    """Each with the row it is in."""
    with pytest.raises(SetUpError, match=words):
        read([*ROWS[:row], value, *ROWS[row + 1 :]])


@pytest.mark.parametrize("rows", [None, [], "1 2 3", [". M"], [["1"]], 7])
def test_rows_of_another_kind_are_refused(rows: Any) -> None:
    """Whatever a damaged file holds."""
    with pytest.raises(SetUpError, match="rows"):
        read(rows)


def test_an_unknown_key_is_refused() -> None:
    """Typos never pass."""
    with pytest.raises(SetUpError, match="row: no such key"):
        read(ROWS, row=[])
