"""Free-running converters: each cell has its own clock and phase, and a reading covers about its last two periods."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from companion.events import Sample
from companion.virtual.cells import Cells
from companion.virtual.faults import FaultPlan

__all__ = ["Converter", "ConverterParams"]


@dataclass(frozen=True, slots=True)
class ConverterParams:
    """Timing. `phase_s` per cell; `skew_ppm` per cell lets the phases wander; `stamps` says whether instants are told.

    `clock_start_s` is what the sensor's clock shows at first; it wraps at `clock_span_s` (2**32 microseconds in a node).
    """

    sps: float = 80.0
    phase_s: tuple[float, ...] = (0.0025, 0.005, 0.01, 0.0075)
    skew_ppm: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    jitter_s: float = 0.0
    window_periods: float = 2.0
    stamps: Literal["told", "untold"] = "told"
    clock_start_s: float = 0.0
    clock_span_s: float = math.inf

    @property
    def period_s(self) -> float:
        """Time between rows."""
        return 1.0 / self.sps


class Converter:
    """Takes the plate's load at every simulation step; gives rows of raw counts."""

    def __init__(self, params: ConverterParams, cells: Cells, faults: FaultPlan, dt_s: float, rng: Random) -> None:
        if len(params.phase_s) != len(cells.params.at_mm) or len(params.skew_ppm) != len(params.phase_s):
            raise ValueError("every cell needs its phase and its skew")
        self.params, self.cells, self.faults = params, cells, faults
        self._dt_s, self._rng = dt_s, rng
        self._size = math.ceil((params.window_periods + 2.0) * params.period_s * 1.1 / dt_s) + 4
        self._sums: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * self._size
        self._step = 0
        self._row = 1

    def feed(self, weight_g: float, mx_g_mm: float, my_g_mm: float) -> Iterator[Sample]:
        """Take one step's load; yield the row that has become due, if any."""
        w, x, y = self._sums[self._step % self._size]
        self._step += 1
        self._sums[self._step % self._size] = (w + weight_g, x + mx_g_mm, y + my_g_mm)
        due_s = self._row * self.params.period_s
        if due_s > self._step * self._dt_s:
            return
        self._row += 1
        row = self._convert(due_s)
        if row is not None:
            yield row

    def clock(self, t_s: float) -> float:
        """What the sensor's clock shows."""
        shown = t_s + self.params.clock_start_s
        return shown % self.params.clock_span_s if math.isfinite(self.params.clock_span_s) else shown

    def _convert(self, row_s: float) -> Sample | None:
        read_s = [self._instant(cell, row_s) for cell in range(len(self.cells.params.at_mm))]
        codes = [self.cells.counts(cell, self._mean_g(cell, t_s), max(0.0, t_s)) for cell, t_s in enumerate(read_s)]
        told = self.faults.spoil(row_s, codes, self._rng)
        if told is None:
            return None
        stamps = tuple(round((t_s - row_s) * 1e6) for t_s in read_s)
        return Sample(round(self.clock(row_s), 6), tuple(told), stamps if self.params.stamps == "told" else None)

    def _instant(self, cell: int, row_s: float) -> float:
        """When the cell's newest reading was finished."""
        p = self.params
        period_s = p.period_s * (1.0 + 1e-6 * p.skew_ppm[cell])
        turn = math.floor((row_s - p.phase_s[cell]) / period_s)
        late_s = abs(self._rng.gauss(0.0, p.jitter_s)) if p.jitter_s else 0.0
        return min(row_s, p.phase_s[cell] + turn * period_s + late_s)

    def _mean_g(self, cell: int, t_s: float) -> float:
        """Mean load of a cell over the reading's window."""
        length_s = self.params.window_periods * self.params.period_s
        upto, since = self._sum_at(t_s), self._sum_at(t_s - length_s)
        scale = self._dt_s / length_s
        w, x, y = (scale * (a - b) for a, b in zip(upto, since, strict=True))
        return self.cells.share_g(cell, w, x, y)

    def _sum_at(self, t_s: float) -> tuple[float, float, float]:
        """Running sum at a moment, between steps by straight line; before the beginning the first load has always stood."""
        at = t_s / self._dt_s
        low = math.floor(at)
        if low < max(0, self._step - self._size + 1):
            first = self._sums[1 % self._size]
            return first[0] * at, first[1] * at, first[2] * at
        a, b = self._sums[low % self._size], self._sums[min(low + 1, self._step) % self._size]
        f = at - low
        return a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2])
