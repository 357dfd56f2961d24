"""The table's only source of time. Order comes from the journal's sequence, never from here."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

__all__ = ["Clock", "SystemClock", "is_kept"]

_CLOCK_SET_AFTER = datetime(2025, 1, 1, tzinfo=UTC)
_MODEL = "proc/device-tree/model"
_KEEPER = "run/systemd/timesync"


class Clock(Protocol):
    """What the table needs to know of time; tests hand in their own."""

    def now_s(self) -> float:
        """Seconds that only ever grow (deadlines, ages)."""

    def wall(self) -> datetime:
        """The calendar's opinion, for people to read."""

    def is_set(self) -> bool:
        """False where the calendar is plainly wrong (a Pi without network after a power cut)."""


def is_kept(root: Path = Path("/")) -> bool:
    """Whether the calendar can be believed: without battery and network a Raspberry Pi goes on where it was switched off."""
    try:
        on_battery = not (root / _MODEL).read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        on_battery = True
    return on_battery or not (root / _KEEPER).is_dir() or (root / _KEEPER / "synchronized").exists()


class SystemClock:
    """The machine's clocks."""

    def now_s(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Now, in UTC."""
        return datetime.now(UTC)

    def is_set(self) -> bool:
        """Nobody has, where the date is before this program was written, or a Pi has not heard the time."""
        return self.wall() > _CLOCK_SET_AFTER and is_kept()
