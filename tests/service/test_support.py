"""The support bundle: useful, and without keys, names or what a running game still hides."""

from __future__ import annotations

import json
import zipfile
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from companion.cli_verbs.support import run
from companion.games import boards, find
from companion.service.keys import KeyRing
from companion.service.places import Places
from companion.table.clock import SystemClock
from companion.table.journal import Journal
from companion.table.table import Table

GAME = find("close-encounters")
BOARD = boards.sample_json(
    GAME, {"rows": [". M M .", "901 902 903 904", "905 906 907 908", "909 910 911 912", "913 914 915 916", ". T T ."]}
)
SECRET = 911


def _joining(table: Table) -> str:
    return str(next(a["id"] for a in table.view()["awaits"] if a["kind"] == "join"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a game in which somebody has drawn a secret circle, a key, and settings."""
    folder = tmp_path / "data"
    folder.mkdir()
    table = Table(Journal(Places(folder).journal), SystemClock(), boards=lambda _game, _name: BOARD)
    table.submit(
        {"type": "new-game", "game": GAME.id, "names": ["Adelheid", "Balthasar"], "options": {}, "mode": "manual"}, "k1"
    )
    awaited = next(a["id"] for a in table.view(0)["awaits"] if a["kind"] == "circle")
    table.submit({"type": "act", "await_id": awaited, "action": {"type": "circle", "seat": 0, "square": SECRET}}, "k2", seat=0)
    for name in ("roll", "Cunigunde"):
        table.submit({"type": "act", "await_id": _joining(table), "action": {"type": "join", "name": name}}, name)
    table.submit({"type": "undo", "seq": table.view()["undo"]["seq"]}, "k5")
    table.journal.close()
    (folder / "settings.toml").write_text("port = 81 # Adelheid's\n")
    return folder


def _parts(data: Path, tmp_path: Path, log: Path | None = None) -> dict[str, str]:
    assert run(Namespace(data=str(data), file=tmp_path / "support.zip", log=log)) == 0
    with zipfile.ZipFile(tmp_path / "support.zip") as box:
        return {name: box.read(name).decode() for name in box.namelist()}


def _without_board(games: str) -> str:
    """The board has every number on it, and a clock may show any; what somebody did with one of them is what matters."""
    rows: list[Any] = [json.loads(line) for line in games.splitlines()]
    for row in rows:
        row.get("game", {}).pop("board", None)
        row.get("shown", {}).get("table", {}).pop("game", None)
        for clock in ("at_s", "session"):
            row.get("row", {}).get("data", {}).pop(clock, None)
    return json.dumps(rows)


def test_keys_names_and_secrets_are_left_out(data: Path, tmp_path: Path) -> None:
    """Neither key nor hash, no player's name, and no circle of a game that goes on; what happened is told nevertheless."""
    key = KeyRing(Places(data).keys).mint()
    digest = json.loads(Places(data).keys.read_text())["sha256"][0]
    log = tmp_path / "log"
    log.write_text(f"open http://192.0.2.7:8080/#k={key}\nall is well, Cunigunde; rolls and Balthasars are words\n")
    parts = _parts(data, tmp_path, log)
    whole = "".join(parts.values())
    assert not [text for text in (key, digest, "Adelheid", '"Balthasar"', "Cunigunde", '"name": "roll"') if text in whole]
    assert str(SECRET) not in _without_board(parts["games.jsonl"])
    assert '"kind": "entry"' in parts["games.jsonl"]
    assert "player 1" in parts["games.jsonl"]
    assert "all is well, player 4; rolls and Balthasars are words" in parts["log.txt"]
    assert '"kind": "roll"' in parts["games.jsonl"]
    assert parts["settings.toml"] == "port = 81 # player 1's\n"
    assert "settings are sound" in parts["doctor.jsonl"]
    assert set(parts) == {"doctor.jsonl", "machine.json", "settings.toml", "games.jsonl", "log.txt"}


def test_a_damaged_journal_is_said_in_the_bundle(data: Path, tmp_path: Path) -> None:
    """The bundle is wanted most when something is broken."""
    Places(data).journal.write_bytes(b"no database" * 999)
    assert "problem" in json.loads(_parts(data, tmp_path)["games.jsonl"])
