"""The history comes by pages, the latest game first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.service.resources import PastGame
from companion.table.journal import Journal
from companion.table.table import Table


@pytest.fixture
def played(tmp_path: Path) -> Table:
    """A table on which seven games were begun and put aside."""
    table = Table(Journal(tmp_path / "journal.sqlite"))
    for _ in range(7):
        table.submit({"type": "new-game", "game": "lift-off", "names": ["Ann", "Bob"]})
        table.submit({"type": "end-game"})
    return table


def _numbers(games: list[Any]) -> list[int]:
    return [game["number"] for game in games]


def test_pages_follow_one_another_without_a_gap(played: Table) -> None:
    """Each page begins below the last number of the one before it; all of them together are all games."""
    assert _numbers(played.games()) == [7, 6, 5, 4, 3, 2, 1]
    assert _numbers(played.games(count=3)) == [7, 6, 5]
    assert _numbers(played.games(before=5, count=3)) == [4, 3, 2]
    assert _numbers(played.games(before=2, count=3)) == [1]
    assert played.games(before=1, count=3) == []


class Shelf:
    """The history of a table, as the route asks for it."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def games(self, before: int, count: int) -> list[PastGame]:
        """Like the table on its thread."""
        return [PastGame.model_validate(row) for row in self._table.games(before, count)]


def test_the_route_says_whether_there_are_older_ones(
    played: Table, client: httpx.Client, running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tablet asks on with the last number until nothing is left."""
    monkeypatch.setattr(running.runtime.table, "games", Shelf(played).games)
    first, rest = client.get("/api/games?count=4").json(), client.get("/api/games?count=4&before=4").json()
    assert (_numbers(first["games"]), first["more"]) == ([7, 6, 5, 4], True)
    assert (_numbers(rest["games"]), rest["more"]) == ([3, 2, 1], False)
    assert client.get("/api/games").json()["more"] is False


@pytest.mark.parametrize("query", ["count=0", "count=1000", "before=0", "before=x"])
def test_a_page_that_cannot_be_is_a_problem(client: httpx.Client, query: str) -> None:
    """One clear line, as everywhere."""
    answer = client.get(f"/api/games?{query}")
    assert answer.status_code in (400, 404, 422)
    assert answer.headers["content-type"] == "application/problem+json"
