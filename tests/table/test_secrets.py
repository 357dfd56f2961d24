"""What a player does in secret is in no message to others: not in the view, the log, undo or redo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games import boards, find
from companion.table.clock import SystemClock
from companion.table.history import game
from companion.table.journal import Journal
from companion.table.table import Table

GAME = find("close-encounters")
BOARD = boards.sample_json(
    GAME, {"rows": [". M M .", "901 902 903 904", "905 906 907 908", "909 910 911 912", "913 914 915 916", ". T T ."]}
)
SECRET = "911"


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    """An empty journal."""
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


def everything_told(table: Table, journal: Journal) -> str:
    """What everybody is sent, without the board's own numbers."""
    view = table.view()
    past = game(journal, {GAME.id: GAME}, 1)
    told = [{**view, "game": None}, past["events"], {**past["table"], "game": None}]
    return json.dumps(told)


def test_a_circle_is_told_as_drawn_and_not_where(journal: Journal) -> None:
    """Drawn, undone and redone: the number is in none of it, while its owner sees it."""
    table = Table(journal, SystemClock(), boards=lambda _game, _name: BOARD)
    table.submit({"type": "new-game", "game": GAME.id, "names": ["Ada", "Ben"], "options": {}, "mode": "manual"}, "k1")
    awaited = next(a["id"] for a in table.view(0)["awaits"] if a["kind"] == "circle")
    action = {"type": "circle", "seat": 0, "square": int(SECRET)}
    table.submit({"type": "act", "await_id": awaited, "action": action}, "k2", seat=0)
    assert table.view(0)["state"]["mine"]["circles"] == [int(SECRET)]
    assert SECRET not in everything_told(table, journal)
    line = table.view()["events"][-1]
    assert (line["code"], line["params"], line["seat"]) == ("circle", {"seat": 0}, 0)
    table.submit({"type": "undo", "seq": line["seq"]}, "k3")
    assert table.view()["redo"]["params"] == {"seat": 0}
    assert SECRET not in everything_told(table, journal)
    table.submit({"type": "redo", "seq": line["seq"]}, "k4")
    assert table.view(0)["state"]["mine"]["circles"] == [int(SECRET)]
    assert SECRET not in everything_told(table, journal)
