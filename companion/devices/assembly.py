"""Single readings of free-running converters put together to samples: one reading per cell, each with its own instant."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.events import Sample
from companion.link.messages import Reading

__all__ = ["SampleAssembler"]

_NUMBERS = 16
_SILENT_S = 0.6
_TILT_ALONE_S = 0.2
_TICK_S = 1e-6


@dataclass(slots=True)
class _Cell:
    """The last reading that is trusted, and the one that waits for its successor to come in time."""

    t_s: float | None = None
    counts: int = 0
    fresh: bool = False
    held: Reading | None = None
    held_s: float = 0.0


class SampleAssembler:
    """Feed readings in order of arrival; samples come out in order of time.

    A reading is used once the next one of its cell has come in time: a converter that restarts in between has spoilt it.
    A cell that is silent keeps its last counts, stamped as if they were new, so that the others go on.
    """

    def __init__(self, cells: int, period_s: float) -> None:
        self._cells = [_Cell() for _ in range(cells)]
        self._period_s = period_s
        self._tilts: deque[tuple[float, tuple[float, float, float]]] = deque(maxlen=200)
        self._last_s = float("-inf")
        self._began_s: float | None = None
        self.distrusted = 0

    def reading(self, reading: Reading, t_s: float) -> list[Sample]:
        """Take a reading and its instant; the samples it completes."""
        if reading.cell >= len(self._cells):
            return []
        self._began_s = t_s if self._began_s is None else self._began_s
        cell = self._cells[reading.cell]
        before, before_s = cell.held, cell.held_s
        cell.held, cell.held_s = (None if reading.settling else reading), t_s
        if before is None:
            return []
        if reading.late or not self._follows(before, before_s, reading, t_s):
            self.distrusted += 1
            return []
        return self._trust(cell, before.counts, before_s)

    def tilt(self, t_s: float, acc_g: tuple[float, float, float]) -> list[Sample]:
        """Take the accelerometer; it goes out with the next sample of the cells, or alone where none comes."""
        self._tilts.append((t_s, acc_g))
        return self._tilts_until(t_s - _TILT_ALONE_S)

    def _follows(self, before: Reading, before_s: float, now: Reading, now_s: float) -> bool:
        """The time between them fits the number of conversions between them: nothing restarted unseen in a lost frame."""
        steps = (now.number - before.number) % _NUMBERS
        return abs(now_s - before_s - steps * self._period_s) < 0.5 * self._period_s * max(1, steps)

    def _trust(self, cell: _Cell, counts: int, t_s: float) -> list[Sample]:
        samples = self._row() if cell.fresh else []
        cell.t_s, cell.counts, cell.fresh = t_s, counts, True
        if all(c.fresh or self._is_silent(c, t_s) for c in self._cells):
            samples += self._row()
        return samples

    def _is_silent(self, cell: _Cell, now_s: float) -> bool:
        assert self._began_s is not None
        return now_s - (self._began_s if cell.t_s is None else cell.t_s) > _SILENT_S

    def _row(self) -> list[Sample]:
        newest_s = max(c.t_s for c in self._cells if c.fresh and c.t_s is not None)
        row_s = max(newest_s, self._last_s + _TICK_S)  # two rows may end with readings of the same microsecond
        silent = [self._is_silent(c, row_s) for c in self._cells]
        if any(c.t_s is None and not gone for c, gone in zip(self._cells, silent, strict=True)):
            return []  # at the start, before every cell has spoken
        stamps = [row_s if gone or c.t_s is None else c.t_s for c, gone in zip(self._cells, silent, strict=True)]
        for cell in self._cells:
            cell.fresh = False
        samples = self._tilts_until(row_s)
        self._last_s = row_s
        dt_us = tuple(round((stamp - row_s) * 1e6) for stamp in stamps)
        return [*samples, Sample(row_s, tuple(c.counts for c in self._cells), dt_us)]

    def _tilts_until(self, t_s: float) -> list[Sample]:
        samples = []
        while self._tilts and self._tilts[0][0] <= t_s:
            at_s, acc_g = self._tilts.popleft()
            if at_s > self._last_s:
                self._last_s = at_s
                samples.append(Sample(at_s, acc_g=acc_g))
        return samples
