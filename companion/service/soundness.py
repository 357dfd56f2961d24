"""What lies in the data folder is looked at before anything is started: damage is named, and nothing is overwritten."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from companion.devices.faults import fault_text
from companion.games import boards
from companion.games.contract import SetUpError
from companion.service.boards import BoardShelf
from companion.service.calibrations import CalibrationShelf
from companion.service.keys import KeyRing
from companion.service.places import Places
from companion.service.settings import SETTINGS_FILE, Settings
from companion.table.journal import Journal, JournalError, integrity_check

__all__ = ["DamagedError", "remarks", "require_sound"]

_BRING_BACK = "Keep the file, and bring a backup back with companion restore."


class DamagedError(ValueError):
    """The service cannot start on these files; the message is one line that names the file and says what to do."""


def require_sound(settings: Settings) -> None:
    """Without journal, keys or the chosen board nothing can start: DamagedError says which and what to do."""
    places = Places(settings.data)
    _require_journal(places)
    try:
        KeyRing(places.keys).holds("any")
    except (OSError, ValueError, KeyError, TypeError):
        raise DamagedError(f"{places.keys}: damaged. Remove it; a new key is then handed out, scores are kept.") from None
    if settings.board is not None:
        try:
            board = BoardShelf(places.boards).load(settings.board)
        except SetUpError as error:
            raise DamagedError(f"{settings.data / SETTINGS_FILE}: board: {error}") from None
        if not isinstance(board, boards.Board):
            raise DamagedError(f'{settings.data / SETTINGS_FILE}: board: "{settings.board}" is no ship for a plate.')


def remarks(settings: Settings) -> Iterator[str]:
    """One line for each file that is damaged but does not stop the start."""
    places = Places(settings.data)
    for path in sorted(places.boards.glob("*.toml")):
        try:
            boards.load_any(path)
        except SetUpError as error:
            yield f"{error}. The board is left out; correct the file, or survey the ship again."
    shelf = CalibrationShelf(places.calibrations)
    for device in shelf.devices():
        code = shelf.load(device).code
        if code is not None:
            text = fault_text(code)
            yield f"{shelf.file(device)}: {text.meaning} {text.do}"


def _require_journal(places: Places) -> None:
    path = places.journal
    if not path.exists():
        return
    if path.stat().st_size == 0 and places.keys.exists():  # a first start cut short leaves it empty too, but hands out no key
        raise DamagedError(f"{path}: empty, although this folder was in use. {_BRING_BACK}")
    try:
        verdict = integrity_check(path) if path.stat().st_size else "ok"
        if verdict == "ok":
            Journal(path).close()
    except JournalError as error:
        raise DamagedError(f"{error}.") from None
    except (OSError, sqlite3.Error) as error:
        raise DamagedError(f"{path}: cannot be used: {error}. {_BRING_BACK}") from None
    if verdict != "ok":
        raise DamagedError(f"{path}: damaged: {_first_line(verdict)}. {_BRING_BACK}")


def _first_line(verdict: str) -> str:
    return next((line for line in verdict.splitlines() if line.strip("* ")), verdict).strip()
