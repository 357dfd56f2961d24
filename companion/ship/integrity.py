"""Which raw readings can be trusted, decided before any arithmetic is done with them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array

__all__ = ["UNKNOWN_JUMP_COUNTS", "Guard", "Lameness", "Unwrapper"]

UNKNOWN_JUMP_COUNTS = 9000.0
_LARGEST = (1 << 23) - 1
_CODES = np.array([8388607, -8388608, -1, 0])
_COMMON_SPS = 80.0
_WRAP_S = 4294.967296
_STUCK_S = 1.5
_LEAST_RUN = 8
_CHANCE_LOG = 27.6  # one in 10^12: no healthy cell tells the same so often in a row
_SPARE_ROWS = 2
_REPEATS = 3
_ILL_S = 0.5
_ILL_ROWS = 12
_ILL_SHARE = 0.2
_WELL_SHARE = 0.02


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
class Lameness:
    """Which cells are not to be believed for now: one that always tells the same, or whose readings are mostly refused.

    How often a healthy cell may tell the same in a row follows from its noise; it is 1.5 s where that is not known, and longer
    where a cell was seen to repeat itself and go on (a converter that is asked more often than it converts). `repeating`: one
    is lame, or told the same just now.
    """

    cells: int
    sps: float
    noise_counts: Array | None = None
    lame: NDArray[np.bool_] = field(init=False)
    _last: Array | None = field(init=False, default=None)
    _same: NDArray[np.int64] = field(init=False)
    _most: NDArray[np.int64] = field(init=False)
    _refused: Array = field(init=False)
    repeating: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.lame = np.zeros(self.cells, dtype=bool)
        self._same = np.zeros(self.cells, dtype=np.int64)
        self._most = np.array([self._usual_run(cell) for cell in range(self.cells)], dtype=np.int64)
        self._refused = np.zeros(self.cells)

    @property
    def _longest(self) -> int:
        return math.ceil(_STUCK_S * self.sps)

    def _usual_run(self, cell: int) -> int:
        if self.noise_counts is None or self.noise_counts[cell] <= 1.0:
            return self._longest
        again = 0.4 / float(self.noise_counts[cell])
        return min(max(_LEAST_RUN, math.ceil(_CHANCE_LOG / -math.log(again)) + _SPARE_ROWS), self._longest)

    def watch(self, counts: Array, refused: NDArray[np.bool_]) -> None:
        """Rows in order of time, and which of their readings were refused."""
        before = np.concatenate([counts[:1] + 1.0 if self._last is None else self._last[None], counts[:-1]])
        self._last = counts[-1]
        share = 1.0 / max(_ILL_ROWS, _ILL_S * self.sps)
        same = counts == before
        if self.repeating or same.any() or refused.any():
            for row_same, bad in zip(same, refused, strict=True):
                self._watch_row(row_same, bad, share)
            self.repeating = bool(self.lame.any() or self._same.any())
        else:
            self._refused *= (1.0 - share) ** len(counts)

    def _watch_row(self, same: NDArray[np.bool_], refused: NDArray[np.bool_], share: float) -> None:
        repeated = ~same & (self._same >= _REPEATS) & (self._same < self._most)
        self._most = np.where(repeated, np.minimum(np.maximum(self._most, _REPEATS * self._same), self._longest), self._most)
        self._same = np.where(same, self._same + 1, 0)
        self._refused += share * (refused - self._refused)
        self._refused[self._same >= self._most] = 1.0
        self.lame = self._refused > np.where(self.lame, _WELL_SHARE, _ILL_SHARE)


@dataclass(slots=True)
class Guard:
    """Judges readings of all cells: impossible codes, factor-two glitches, single wild values, cells that say nothing any more.

    `jump_counts` is how far a reading may be off the one a common period before, for all cells or for each: it should be the
    same in grams, which only a calibration can say. Rarer readings may be farther apart: the ship has moved on.
    """

    cells: int
    sps: float
    jump_counts: float | Array = UNKNOWN_JUMP_COUNTS
    noise_counts: Array | None = None
    wild: int = 0
    _lameness: Lameness = field(init=False)
    _last: Array | None = field(init=False, default=None)
    _held: NDArray[np.bool_] = field(init=False)
    _holds: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.jump_counts = self.jump_counts * max(1.0, _COMMON_SPS / self.sps)
        self._lameness = Lameness(self.cells, self.sps, self.noise_counts)
        self._held = np.zeros(self.cells, dtype=bool)

    @property
    def stuck(self) -> NDArray[np.bool_]:
        """The cells that are not to be believed for now."""
        return self._lameness.lame

    @property
    def lame(self) -> frozenset[int]:
        """The numbers of those cells."""
        return frozenset(np.flatnonzero(self.stuck).tolist()) if self._lameness.repeating else frozenset()

    def check(self, counts: Array) -> NDArray[np.bool_]:
        """True where a reading is good; rows in order of time."""
        good = (np.abs(counts) < _LARGEST) & (np.abs(counts + 0.5) > 0.5)  # of whole numbers all but the codes -1 and 0
        before = np.concatenate([counts[:1] if self._last is None else self._last[None], counts[:-1]])
        if good.all() and not self._holds and not (np.abs(counts - before) > self.jump_counts).any():
            self._last = counts[-1].copy()
            self._lameness.watch(counts, ~good)
        else:
            self._doubt(counts, good)
        return good & ~self.stuck if self.lame else good

    def _doubt(self, counts: Array, good: NDArray[np.bool_]) -> None:
        """Something is odd: take what is no reading out of `good`, and hold it against the cells that said it."""
        possible = good.copy()
        self._walk(counts, good)
        self._holds = bool(self._held.any())
        jolted = (~good & possible).sum(axis=1) * 2 > self.cells  # what throws most cells is no fault of theirs
        self._lameness.watch(counts, ~good & ~(possible & jolted[:, None]))
        self.wild += int(good.size - good.sum())

    def _walk(self, counts: Array, good: NDArray[np.bool_]) -> None:
        """Row by row: a reading far from the last good one is dropped once; if the next agrees with it, it was real."""
        last = counts[0].copy() if self._last is None else self._last
        for index, row in enumerate(counts):
            far = np.abs(row - last) > self.jump_counts
            good[index] &= ~far | self._held
            self._held = far & ~good[index] & ~np.isin(row, _CODES)
            last = np.where(good[index], row, last)
        self._last = last
