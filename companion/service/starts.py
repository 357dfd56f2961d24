"""Starts that did not last: after a few in a row the service starts without its devices instead of failing for ever."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["LASTS_S", "Starts"]

LASTS_S = 60.0
_ENOUGH = 3
_WITHIN_S = 600.0


class Starts:
    """Kept in a folder that a reboot empties and that costs the card nothing; without one, every start is the first."""

    def __init__(self, folder: Path | None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._file = None if folder is None else folder / "starts"
        self._now_s = now_s

    def begin(self) -> bool:
        """Note this start; whether so many before it have failed that this one must do without devices."""
        if self._file is None:
            return False
        now_s = self._now_s()
        before = [at_s for at_s in self._read() if 0.0 <= now_s - at_s < _WITHIN_S]
        with contextlib.suppress(OSError):
            self._file.write_text("".join(f"{at_s}\n" for at_s in [*before, now_s][-_ENOUGH:]))
        return len(before) >= _ENOUGH

    def lasted(self) -> None:
        """This start was a good one: forget those before it."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _read(self) -> list[float]:
        assert self._file is not None
        try:
            return [float(line) for line in self._file.read_text().split()]
        except (OSError, ValueError):
            return []
