"""Backup and restore, and the lock of the data folder."""

from __future__ import annotations

import sqlite3
import zipfile
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli_verbs.backup import BackupError, backup, restore
from companion.service.places import FolderBusyError, Places, held
from companion.table.journal import Journal


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a journal that has one row, a board and keys."""
    folder = tmp_path / "data"
    (folder / "boards").mkdir(parents=True)
    (folder / "boards" / "ours.toml").write_text("name = 'Ours'\n")
    (folder / "keys.json").write_text("{}")
    _write(Places(folder).journal, "first")
    return folder


def _write(journal: Path, text: str) -> None:
    Journal(journal).close()
    with closing(sqlite3.connect(journal)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE IF NOT EXISTS note (text)")
        db.execute("INSERT INTO note VALUES (?)", (text,))
        db.commit()


def _notes(journal: Path) -> list[str]:
    with closing(sqlite3.connect(journal)) as db:
        return [row[0] for row in db.execute("SELECT text FROM note")]


def test_a_backup_brings_the_evening_back(data: Path, tmp_path: Path) -> None:
    """What was recorded at the backup is there again after the restore, in another folder too; keys stay behind."""
    box, other = tmp_path / "box.zip", tmp_path / "other"
    with closing(sqlite3.connect(Places(data).journal)) as busy:
        busy.execute("SELECT * FROM note").fetchall()
        assert backup(Namespace(data=str(data), file=box)) == 0
    _write(Places(data).journal, "second")
    assert restore(Namespace(data=str(data), file=box)) == 0
    assert restore(Namespace(data=str(other), file=box)) == 0
    assert _notes(Places(data).journal) == _notes(Places(other).journal) == ["first"]
    assert (other / "boards" / "ours.toml").is_file()
    assert not (other / "keys.json").exists()
    assert (data / "journal.sqlite.before").is_file()


def _evil(box: Path) -> None:
    with zipfile.ZipFile(box, "w") as out:
        out.writestr("journal.sqlite", b"")
        out.writestr("../outside.toml", b"")


def _garbage(box: Path) -> None:
    box.write_text("no zip")


def _one_byte(box: Path) -> None:
    with zipfile.ZipFile(box, "w") as out:
        out.writestr("journal.sqlite", b"x")


def _foreign(box: Path) -> None:
    with closing(sqlite3.connect(box.with_suffix(".db"))) as db:
        db.execute("CREATE TABLE song (name)")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    with zipfile.ZipFile(box, "w") as out:
        out.write(box.with_suffix(".db"), "journal.sqlite")


@pytest.mark.parametrize("make", [_garbage, Path.unlink, _evil, _one_byte, _foreign])
def test_a_bad_backup_changes_nothing(data: Path, tmp_path: Path, make: Callable[[Path], object]) -> None:
    """It is refused with a reason, and the journal is as it was."""
    box = tmp_path / "box.zip"
    box.touch()
    make(box)
    with pytest.raises((ValueError, OSError)):
        restore(Namespace(data=str(data), file=box))
    assert _notes(Places(data).journal) == ["first"]
    assert not (tmp_path / "outside.toml").exists()


def test_a_backup_that_cannot_be_written_leaves_nothing(data: Path, tmp_path: Path) -> None:
    """A folder instead of a zip, or a folder that is not there: refused, and no half file lies about."""
    before = sorted(tmp_path.iterdir())
    for target in (data, tmp_path / "nowhere" / "box.zip"):
        with pytest.raises(BackupError, match="cannot be written"):
            backup(Namespace(data=str(data), file=target))
    assert sorted(tmp_path.iterdir()) == before


def test_one_service_to_a_folder(tmp_path: Path) -> None:
    """A second one is told, not let in; afterwards the folder is free."""
    with held(tmp_path), pytest.raises(FolderBusyError, match="another companion"), held(tmp_path):
        pass
    with held(tmp_path) as places:
        assert places.data == tmp_path
