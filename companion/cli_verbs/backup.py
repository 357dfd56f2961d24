"""`companion backup` and `companion restore`: journal, boards, calibration and settings in one zip; keys stay behind."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import tempfile
import zipfile
from pathlib import Path

from companion.cli_verbs.console import say
from companion.service.files import settle
from companion.service.places import Places, held
from companion.service.settings import SETTINGS_FILE, data_folder
from companion.table.journal import Journal

__all__ = ["BackupError", "back_up", "backup", "bring_back", "copy_database", "restore"]

_JOURNAL = "journal.sqlite"
_FOLDERS = {"boards": ".toml", "calibrations": ".json"}


class BackupError(ValueError):
    """The file cannot be used; the message says why."""


def backup(args: argparse.Namespace) -> int:
    """Write the zip."""
    try:
        count = back_up(data_folder(args.data), args.file)
    except sqlite3.Error as error:
        raise BackupError(f"the journal cannot be read: {error}. See companion doctor.") from None
    say(f"{args.file}: {count} files saved. Table keys are not in it.")
    return 0


def restore(args: argparse.Namespace) -> int:
    """Unpack the zip, after checking it whole."""
    try:
        with held(data_folder(args.data)) as places:
            count = bring_back(places, args.file)
    except (sqlite3.Error, zipfile.BadZipFile) as error:
        raise BackupError(f"{args.file}: cannot be read ({error})") from None
    say(f"{count} files restored.")
    return 0


def back_up(data: Path, target: Path) -> int:
    """Save what matters of `data`; the journal by SQLite's own backup call, since a file copy misses the write-ahead log."""
    places = Places(data)
    if not places.journal.is_file():
        raise BackupError(f"{places.journal}: there is no journal to save. Check --data.")
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise BackupError(f"{target}: cannot be written. Name a new zip in a folder that exists.")
    fresh = target.with_name(target.name + ".new")
    try:
        count = _packed(data, places.journal, fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return count


def _packed(data: Path, journal: Path, fresh: Path) -> int:
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as out:
        copy = Path(folder) / _JOURNAL
        copy_database(journal, copy)
        out.write(copy, _JOURNAL)
        for path in _files(data):
            out.write(path, path.relative_to(data))
        return len(out.namelist())


def bring_back(places: Places, source: Path) -> int:
    """Check the zip, keep what was there with the ending .before, then move the new files in."""
    with tempfile.TemporaryDirectory(dir=places.data) as folder:
        names = _unpacked(source, Path(folder))
        _check(Path(folder) / _JOURNAL)
        for leftover in ("-wal", "-shm"):
            _put_aside(places.data / (_JOURNAL + leftover))
        for name in names:
            target = places.data / name
            target.parent.mkdir(parents=True, exist_ok=True)
            _put_aside(target)
            settle(Path(folder) / name)
            (Path(folder) / name).replace(target)
            settle(target.parent)
    return len(names)


def _put_aside(path: Path) -> None:
    if path.exists():
        path.replace(path.with_name(path.name + ".before"))


def _files(data: Path) -> list[Path]:
    inside = [path for folder, ending in _FOLDERS.items() for path in sorted((data / folder).glob("*" + ending))]
    return [path for path in [data / SETTINGS_FILE, *inside] if path.is_file()]


def _unpacked(source: Path, folder: Path) -> list[str]:
    with zipfile.ZipFile(source) as box:
        names = box.namelist()
        if _JOURNAL not in names or not all(_is_ours(name) for name in names):
            raise BackupError(f"{source}: this is no backup of a companion.")
        broken = box.testzip()
        if broken:
            raise BackupError(f"{source}: {broken} in it is damaged.")
        box.extractall(folder)
        return names


def _is_ours(name: str) -> bool:
    path = Path(name)
    if len(path.parts) == 2:
        return _FOLDERS.get(path.parts[0]) == path.suffix
    return name in (_JOURNAL, SETTINGS_FILE)


def _check(journal: Path) -> None:
    """A file that a companion would not open is not moved in; one without a schema it would take for a new one."""
    with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        verdict = db.execute("PRAGMA integrity_check").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
    if verdict != "ok" or not version:
        raise BackupError(f"the journal in it is damaged: {verdict if verdict != 'ok' else 'it is empty'}")
    Journal(journal).close()


def copy_database(source: Path, target: Path) -> None:
    """Copy a database in use as it is at one moment, with SQLite's backup call."""
    with (
        contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=20)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
