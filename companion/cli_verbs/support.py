"""`companion support`: what a bug report needs in one zip, without keys, without names, and without what a game still hides."""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.cli_verbs.backup import BackupError, copy_database
from companion.cli_verbs.console import say
from companion.cli_verbs.doctor import examine
from companion.cli_verbs.finding import Finding
from companion.cli_verbs.nameless import Nameless, names_in
from companion.games import GAMES
from companion.games.contract import SetUpError
from companion.service.places import Places
from companion.service.settings import SETTINGS_FILE, data_folder
from companion.table import history
from companion.table.export import exported
from companion.table.journal import GameRow, Journal, JournalError
from companion.table.refusal import Refused

__all__ = ["bundle", "run"]

_KNOWN = {game.id: game for game in GAMES}
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
    names, games = _games(Places(data).journal) if Places(data).journal.is_file() else ([], [])
    nameless = Nameless(names)
    yield "doctor.jsonl", "".join(_line(_told(finding, nameless)) for finding in examine(data))
    yield "machine.json", json.dumps(_machine(), indent=1)
    settings = data / SETTINGS_FILE
    if settings.is_file():
        yield SETTINGS_FILE, nameless.text(settings.read_text(encoding="utf-8", errors="replace"))
    if games:
        yield "games.jsonl", "".join(_line(nameless.data(line)) for line in games)
    if log is not None:
        yield "log.txt", nameless.text(log.read_text(encoding="utf-8", errors="replace")[-_LOG_BYTES:])


def _told(finding: Finding, nameless: Nameless) -> dict[str, str]:
    return {"level": finding.level, "what": nameless.text(finding.what), "advice": nameless.text(finding.advice)}


def _machine() -> dict[str, str]:
    told = {name: Path(path) for name, path in (("system", "/etc/os-release"), ("model", "/proc/device-tree/model"))}
    texts = {name: path.read_text(errors="replace").strip("\0\n") for name, path in told.items() if path.is_file()}
    return {**texts, "kernel": platform.release(), "machine": platform.machine(), "python": platform.python_version()}


def _games(journal: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Everybody's names, and a line for each row of each game, from a copy; a journal that cannot be read is said instead."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        try:
            copy_database(journal, copy)
            opened = Journal(copy)
        except (sqlite3.Error, JournalError, BackupError) as error:
            return [], [{"problem": str(error)}]
        try:
            lines = [line for game in opened.games() for line in _game(opened, game)]
            return [*opened.players(), *_players(opened, lines)], lines
        finally:
            opened.close()


def _game(journal: Journal, game: GameRow) -> Iterator[dict[str, Any]]:
    """What the table hands out of a game; of one that is not over, also what every page shows."""
    began, *rows = exported(journal, _KNOWN, game.number)
    yield began
    if journal.result(game.number) is None:
        yield {"shown": _shown(journal, game)}
    yield from rows


def _shown(journal: Journal, game: GameRow) -> Mapping[str, Any]:
    try:
        return history.game(journal, _KNOWN, game.number)
    except (Refused, SetUpError) as error:
        return {"problem": str(error)}


def _players(journal: Journal, lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Whoever has played: at a game's start, in its seats as it was left, and whoever joined, even where that was undone."""
    for game in journal.games():
        yield from game.names
        left = journal.snapshot(game.number)
        yield from names_in(left.data.get("seats")) if left is not None else ()
    for line in lines:
        yield from names_in(line.get("shown", {}).get("table", {}).get("seats"))
        yield from names_in(line.get("row", {}).get("data", {}).get("action"))


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) + "\n"
