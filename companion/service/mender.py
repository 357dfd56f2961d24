"""Dates written while nobody had set the clock are put right once somebody has: a Pi without network starts in the past."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.service.files import write_whole
from companion.service.lookout import Lookout
from companion.table.clock import Clock
from companion.table.journal import Journal, stamp

__all__ = ["DateMender", "mender_thread"]

_FILE = "undated.json"
_SLACK = timedelta(seconds=5)
_LOOK_EVERY_S = 5.0


class DateMender:
    """Knows how wrong the clock is since this machine started, and from which row on. `folder` forgets it with a reboot.

    What was written before an earlier reboot stays marked: how wrong the clock was then, nobody knows any more.
    """

    def __init__(self, clock: Clock, folder: Path | None, steady_s: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._file = None if folder is None else folder / _FILE
        self._steady_s = steady_s
        self._known = self._read()

    def look(self, journal: Journal) -> bool:
        """Look at the clock; whether there is nothing more to wait for. On the journal's own thread."""
        if not self._clock.is_set():
            if self._known is None:
                self._remember(journal.last_seq)
            return False
        if self._known is not None:
            after, wrong_s = self._known
            self._mend(journal, after, timedelta(seconds=self._started_s() - wrong_s))
            self._forget()
        return True

    def _mend(self, journal: Journal, after: int, late: timedelta) -> None:
        now = self._clock.wall()

        def right(text: str) -> str:
            moved = datetime.fromisoformat(text) + late
            return stamp(moved) if moved <= now + _SLACK else text  # written when the clock was set and not yet known to be

        journal.mend_dates(after, right)

    def _started_s(self) -> float:
        """When this machine started, by its clock as it stands; moves only when the clock is set."""
        return self._clock.wall().astimezone(UTC).timestamp() - self._steady_s()

    def _remember(self, after: int) -> None:
        self._known = (after, self._started_s())
        if self._file is not None:
            write_whole(self._file, json.dumps(self._known))

    def _forget(self) -> None:
        self._known = None
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _read(self) -> tuple[int, float] | None:
        try:
            if self._file is None:
                return None
            after, wrong_s = json.loads(self._file.read_text())
            return int(after), float(wrong_s)
        except (OSError, ValueError, TypeError):
            return None


def mender_thread(look: Callable[[], bool], every_s: float = _LOOK_EVERY_S) -> Lookout:
    """Has the dates looked at, first before anything is written; `look` waits for its answer itself."""
    return Lookout("dates", look, every_s, (sqlite3.Error, OSError))
