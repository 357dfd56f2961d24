"""The table's only source of time. Order comes from the journal's sequence, never from here."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

__all__ = ["Clock", "SystemClock"]

_CLOCK_SET_AFTER = datetime(2025, 1, 1, tzinfo=UTC)


class Clock(Protocol):
    """What the table needs to know of time; tests hand in their own."""

    def now_s(self) -> float:
        """Seconds that only ever grow (deadlines, ages)."""

    def wall(self) -> datetime:
        """The calendar's opinion, for people to read."""

    def is_set(self) -> bool:
        """False where the calendar is plainly wrong (a Pi without network after a power cut)."""


class SystemClock:
    """The machine's clocks."""

    def now_s(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Now, in UTC."""
        return datetime.now(UTC)

    def is_set(self) -> bool:
        """A date before this program was written means that nobody has set the clock yet."""
        return self.wall() > _CLOCK_SET_AFTER
