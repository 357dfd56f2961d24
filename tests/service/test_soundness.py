"""Damaged files in the data folder: named before anything is started, never overwritten."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from companion.service.calibrations import CalibrationShelf
from companion.service.settings import Settings, load_settings
from companion.service.soundness import DamagedError, remarks, require_sound
from companion.ship.calibration import Calibration
from companion.table.journal import Journal

PLATE = "ship-k7f2q9ab"


@pytest.fixture
def sound(tmp_path: Path, taught: Calibration) -> Settings:
    """A folder that was in use and is whole."""
    Journal(tmp_path / "journal.sqlite").close()
    (tmp_path / "keys.json").write_text('{"sha256": []}')
    CalibrationShelf(tmp_path / "calibrations").store(PLATE, taught)
    return Settings(tmp_path)


def _refused(settings: Settings) -> str:
    with pytest.raises(DamagedError) as refused:
        require_sound(settings)
    text = str(refused.value)
    assert "\n" not in text
    return text


def test_a_whole_folder_starts_without_remarks(sound: Settings) -> None:
    """Nothing is complained about, in a folder in use and in an empty one."""
    require_sound(sound)
    require_sound(Settings(sound.data / "new"))
    assert list(remarks(sound)) == []


@pytest.mark.parametrize("damage", [b"", b"no database at all", bytes(range(256)) * 64])
def test_a_damaged_journal_stops_the_start_and_stays_as_it_is(sound: Settings, damage: bytes) -> None:
    """Emptied, overwritten or garbage: the line names the file and the way back, and not a byte of it is touched."""
    path = sound.data / "journal.sqlite"
    path.write_bytes(damage)
    text = _refused(sound)
    assert str(path) in text
    assert "companion restore" in text
    assert path.read_bytes() == damage


def test_damage_inside_the_journal_is_found(sound: Settings) -> None:
    """A page overwritten in the middle of the file is noticed at the start, not in mid-game."""
    path = sound.data / "journal.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executemany("INSERT INTO player VALUES (?, 1)", [(f"player number {n:05} with a long name",) for n in range(3000)])
        db.commit()
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4096] = b"\x5a" * 4096
    path.write_bytes(data)
    assert "companion restore" in _refused(sound)


def test_a_newer_journal_asks_for_a_newer_companion(sound: Settings) -> None:
    """It is no damage, and nobody is told to replace it."""
    with contextlib.closing(sqlite3.connect(sound.data / "journal.sqlite")) as db:
        db.execute("PRAGMA user_version = 999")
    text = _refused(sound)
    assert "newer companion" in text
    assert "restore" not in text


def test_an_empty_journal_of_a_first_start_cut_short_is_no_damage(tmp_path: Path) -> None:
    """Before a key was handed out nothing can have been recorded."""
    (tmp_path / "journal.sqlite").touch()
    require_sound(Settings(tmp_path))
    assert list(remarks(Settings(tmp_path))) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"sha256": 3}', '{"other": []}'])
def test_damaged_keys_are_named(sound: Settings, text: str) -> None:
    """The line says that removing the file costs no score."""
    (sound.data / "keys.json").write_text(text)
    assert "keys.json: damaged. Remove it" in _refused(sound)


def test_the_chosen_board_must_be_there_and_whole(sound: Settings) -> None:
    """An absent and a damaged one are each named; a damaged one that was not chosen is only remarked on."""
    (sound.data / "settings.toml").write_text('board = "mine"')
    settings = load_settings(sound.data)
    assert 'no board file "mine"' in _refused(settings)
    (sound.data / "boards").mkdir()
    (sound.data / "boards" / "mine.toml").write_text("name = ")
    assert "mine.toml" in _refused(settings)
    require_sound(sound)
    (said,) = remarks(sound)
    assert "mine.toml" in said
    assert "left out" in said


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe", b"{}", b'{"format": "companion-calibration/1", "calibration": {"zero": []}}']
)
def test_a_damaged_calibration_gives_way_to_its_copy(sound: Settings, taught: Calibration, damage: bytes) -> None:
    """The copy is used and that is said; with the copy damaged too there is none, and that is said."""
    shelf = CalibrationShelf(sound.data / "calibrations")
    shelf.file(PLATE).write_bytes(damage)
    kept = shelf.load(PLATE)
    assert (kept.calibration, kept.code) == (taught, "calibration-restored")
    assert "last good copy is in use" in next(remarks(sound))
    shelf.file(PLATE).with_name(f"{PLATE}.last-good.json").write_bytes(damage)
    assert (shelf.load(PLATE).calibration, shelf.load(PLATE).code) == (None, "calibration-damaged")
    require_sound(sound)


def test_each_plate_has_its_own_calibration(sound: Settings) -> None:
    """Another plate is not calibrated, whatever its name looks like."""
    shelf = CalibrationShelf(sound.data / "calibrations")
    assert shelf.devices() == (PLATE,)
    assert shelf.load("ship-other").code == "plate-uncalibrated"
    assert shelf.file("../../etc/x").parent == sound.data / "calibrations"


def test_a_byte_order_mark_is_no_damage(sound: Settings) -> None:
    """Some editors put one in front of settings and calibrations."""
    (sound.data / "settings.toml").write_bytes(b"\xef\xbb\xbfport = 80\n")
    assert load_settings(sound.data).port == 80
    path = CalibrationShelf(sound.data / "calibrations").file(PLATE)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert list(remarks(sound)) == []
