"""`companion support`: what a bug report needs in one zip, without keys, without names, and without what a game still hides."""

from __future__ import annotations

import argparse
import json
import platform
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli_verbs.backup import BackupError, copy_database
from companion.cli_verbs.console import say
from companion.cli_verbs.doctor import examine
from companion.games import GAMES
from companion.games.contract import SetUpError
from companion.service.places import Places
from companion.service.settings import SETTINGS_FILE, data_folder
from companion.table import history
from companion.table.journal import GameRow, Journal, JournalError, Row
from companion.table.refusal import Refused

__all__ = ["bundle", "run"]

_KNOWN = {game.id: game for game in GAMES}
_SECRET_NAME = re.compile(r"token|secret|sha256|claim|^key$", re.IGNORECASE)
_KEY_IN_TEXT = re.compile(r"\b(k|key|token|claim)=[\w-]{8,}", re.IGNORECASE)
_SEEN_BY_ALL = ("placed", "removed", "fell", "lifted", "moved")
_LOG_BYTES = 500_000


def run(args: argparse.Namespace) -> int:
    """Write the zip."""
    count = bundle(data_folder(args.data), args.file, args.log)
    say(f"{args.file}: {count} parts. It holds no keys, no players' names, and nothing that a running game hides.")
    return 0


def bundle(data: Path, target: Path, log: Path | None = None) -> int:
    """Write the zip in one step; how many parts it has. OSError where it cannot be written."""
    parts = dict(_parts(data, log))
    fresh = target.with_name(target.name + ".new")
    try:
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as out:
            for name, text in parts.items():
                out.writestr(name, text)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return len(parts)


def _parts(data: Path, log: Path | None) -> Iterator[tuple[str, str]]:
    yield "doctor.jsonl", "".join(_line(asdict(finding)) for finding in examine(data))
    yield "machine.json", json.dumps(_machine(), indent=1)
    settings = data / SETTINGS_FILE
    if settings.is_file():
        yield SETTINGS_FILE, settings.read_text(encoding="utf-8", errors="replace")
    if Places(data).journal.is_file():
        yield "games.jsonl", _games(Places(data).journal)
    if log is not None:
        text = log.read_text(encoding="utf-8", errors="replace")[-_LOG_BYTES:]
        yield "log.txt", _KEY_IN_TEXT.sub(r"\1=(left out)", text)


def _machine() -> dict[str, str]:
    told = {name: Path(path) for name, path in (("system", "/etc/os-release"), ("model", "/proc/device-tree/model"))}
    texts = {name: path.read_text(errors="replace").strip("\0\n") for name, path in told.items() if path.is_file()}
    return {**texts, "kernel": platform.release(), "machine": platform.machine(), "python": platform.python_version()}


def _games(journal: Path) -> str:
    """One line for each row of each game, from a copy; a journal that cannot be read is said instead."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        try:
            copy_database(journal, copy)
            opened = Journal(copy)
        except (sqlite3.Error, JournalError, BackupError) as error:
            return _line({"problem": str(error)})
        try:
            return _nameless(opened, [line for game in opened.games() for line in _game(opened, game)])
        finally:
            opened.close()


def _game(journal: Journal, game: GameRow) -> Iterator[dict[str, Any]]:
    """A game that is over is told whole; of one that is not, what every page shows and what the ship felt."""
    yield {"game": asdict(game)}
    over = journal.result(game.number) is not None
    if not over:
        yield {"shown": _shown(journal, game)}
    for row in journal.rows(game.number):
        whole = over or (row.kind == "felt" and row.data.get("felt", {}).get("kind") in _SEEN_BY_ALL)
        yield {"row": asdict(row) if whole else _outline(row)}


def _outline(row: Row) -> dict[str, Any]:
    return {"seq": row.seq, "game": row.game, "kind": row.kind, "at": row.at, "clock_set": row.clock_set}


def _shown(journal: Journal, game: GameRow) -> Mapping[str, Any]:
    try:
        return history.game(journal, _KNOWN, game.number)
    except (Refused, SetUpError) as error:
        return {"problem": str(error)}


def _nameless(journal: Journal, lines: list[dict[str, Any]]) -> str:
    """The lines with every player's name replaced by a number, and without what could be a key."""
    names = [*journal.players(), *(name for game in journal.games() for name in game.names)]
    numbered = {name: f"player {number}" for number, name in enumerate(dict.fromkeys(names), start=1)}
    return "".join(_line(_clean(line, numbered)) for line in lines)


def _clean(value: Any, numbered: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return numbered.get(value, value)
    if isinstance(value, Mapping):
        return {name: _clean(inner, numbered) for name, inner in value.items() if not _SECRET_NAME.search(str(name))}
    if isinstance(value, list | tuple):
        return [_clean(inner, numbered) for inner in value]
    return value


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) + "\n"
