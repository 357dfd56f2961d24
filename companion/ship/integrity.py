"""Which raw readings can be trusted, decided before any arithmetic is done with them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array

__all__ = ["UNKNOWN_JUMP_COUNTS", "Guard", "Unwrapper"]

UNKNOWN_JUMP_COUNTS = 9000.0
_CODES = np.array([8388607, -8388608, -1, 0])
_COMMON_SPS = 80.0
_WRAP_S = 4294.967296
_STUCK_S = 1.5


class Unwrapper:
    """Undoes the wrap of a 32-bit microsecond counter (after 71 minutes)."""

    def __init__(self) -> None:
        self._turns_s = 0.0
        self._last_s = -np.inf

    def time_s(self, t_s: float) -> float:
        """The time that goes on growing."""
        whole = t_s + self._turns_s
        if whole < self._last_s - 0.9 * _WRAP_S:
            self._turns_s += _WRAP_S
            whole += _WRAP_S
        self._last_s = whole
        return whole


@dataclass(slots=True)
class Guard:
    """Judges readings of all cells: impossible codes, factor-two glitches, single wild values, cells that stand still.

    `jump_counts` is how far a reading may be off the one a common period before, for all cells or for each: it should be the
    same in grams, which only a calibration can say. Rarer readings may be farther apart: the ship has moved on.
    """

    cells: int
    sps: float
    jump_counts: float | Array = UNKNOWN_JUMP_COUNTS
    wild: int = 0
    stuck: NDArray[np.bool_] = field(init=False)
    _last: Array | None = field(init=False, default=None)
    _held: NDArray[np.bool_] = field(init=False)
    _same: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.jump_counts = self.jump_counts * max(1.0, _COMMON_SPS / self.sps)
        self.stuck = np.zeros(self.cells, dtype=bool)
        self._held = np.zeros(self.cells, dtype=bool)
        self._same = np.zeros(self.cells, dtype=np.int64)

    def check(self, counts: Array) -> NDArray[np.bool_]:
        """True where a reading is good; rows in order of time."""
        good = np.abs(counts) < (1 << 23) - 1
        good &= ~np.isin(counts, _CODES)
        before = np.vstack([counts[:1] if self._last is None else self._last, counts[:-1]])
        if not good.all() or (np.abs(counts - before) > self.jump_counts).any() or self._held.any():
            self._walk(counts, good)
        else:
            self._last = counts[-1].copy()
        self._watch_stuck(counts, before)
        self.wild += int(good.size - good.sum())
        return good & ~self.stuck

    def _walk(self, counts: Array, good: NDArray[np.bool_]) -> None:
        """Row by row: a reading far from the last good one is dropped once; if the next agrees with it, it was real."""
        last = counts[0].copy() if self._last is None else self._last
        for index, row in enumerate(counts):
            far = np.abs(row - last) > self.jump_counts
            good[index] &= ~far | self._held
            self._held = far & ~good[index] & ~np.isin(row, _CODES)
            last = np.where(good[index], row, last)
        self._last = last

    def _watch_stuck(self, counts: Array, before: Array) -> None:
        moved = (counts != before).any(axis=0)
        self._same = np.where(moved, 0, self._same + len(counts))
        self.stuck = self._same > _STUCK_S * self.sps
