"""From free-running cells to one row of counts per instant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.events import Sample
from companion.ship.integrity import UNKNOWN_JUMP_COUNTS, Guard, Unwrapper
from companion.ship.mechanics import Array

__all__ = ["Block", "Gridder"]

_BLOCK_S = 0.05


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of counts at `t_s` (when the load was so), known at `now_s`; without cells the rows are leans, x and y in g.

    `lame`: the cells whose counts mean nothing.
    `pull`: what an accelerometer beside the cells read, x, y and z in g, and when; None where there was nothing.
    """

    now_s: float
    t_s: Array
    counts: Array
    lame: frozenset[int] = frozenset()
    pull: tuple[Array, Array] | None = None


class Gridder:
    """Collects samples and gives a block every 50 ms (or every sample, when they come more slowly).

    A reading covers about the last two periods, so it tells of the load one period before its stamp. With stamps the
    cells are interpolated to common instants; without, the rows stay as they are and the swing fit absorbs the phases.
    """

    def __init__(
        self,
        cells: int,
        sps: float,
        jump_counts: float | Array = UNKNOWN_JUMP_COUNTS,
        noise_counts: Array | None = None,
    ) -> None:
        self.guard = Guard(cells, sps, jump_counts, noise_counts)
        self._cells = cells
        self._period_s = 1.0 / sps
        self._size = max(1, round(_BLOCK_S * sps))
        self._unwrap = Unwrapper()
        self._samples: list[Sample] = []
        self._times: list[float] = []
        self._context = np.empty((0, cells))
        self._stamps = np.empty((0, cells))
        self._done_s = -np.inf

    def feed(self, sample: Sample) -> Block | None:
        """A block when enough has come together."""
        self._samples.append(sample)
        self._times.append(self._unwrap.time_s(sample.t_s))
        if len(self._samples) < self._size:
            return None
        samples, times = self._samples, np.array(self._times)
        self._samples, self._times = [], []
        t_s, counts = self._counts(samples, times) if self._cells else _leans(samples, times)
        pull = _pull(samples, times, self._period_s) if self._cells else None
        return Block(float(times[-1]), t_s, counts, self.guard.lame, pull)

    def _counts(self, samples: list[Sample], times: Array) -> tuple[Array, Array]:
        rows = [i for i, s in enumerate(samples) if s.counts is not None]
        if not rows:
            return np.empty(0), self._context[:0]
        counts = np.array([samples[i].counts for i in rows], dtype=float)
        good = self.guard.check(counts)
        if self.guard.lame:
            good = good | self.guard.stuck
        stamps = times[rows]
        if samples[rows[0]].dt_us is None:
            keep = good.all(axis=1)
            return stamps[keep] - self._period_s, counts[keep]
        dts = np.array([samples[i].dt_us or (0,) * counts.shape[1] for i in rows]) * 1e-6
        return self._interpolate(stamps, dts, counts, good)

    def _interpolate(self, stamps: Array, dts: Array, counts: Array, good: NDArray[np.bool_]) -> tuple[Array, Array]:
        lag_s = max(-float(dts.min()), 0.0)
        cell_t = stamps[:, None] + dts
        if not good.all():
            cell_t[~good] = np.nan
        self._stamps = np.concatenate([self._stamps, cell_t])[-len(stamps) - 8 :]
        self._context = np.concatenate([self._context, counts])[-len(stamps) - 8 :]
        known = ~np.isnan(self._stamps)
        ready = float(np.where(known, self._stamps, -np.inf).max(axis=0).min())
        grid = stamps - lag_s
        grid = grid[(grid > self._done_s) & (grid <= ready + 1e-9)]
        out = np.empty((len(grid), counts.shape[1]))
        whole = bool(known.all())
        for cell in range(counts.shape[1]):
            there = slice(None) if whole else known[:, cell]
            if whole or known[:, cell].any():
                out[:, cell] = np.interp(grid, self._stamps[there, cell], self._context[there, cell])
        if len(grid):
            self._done_s = float(grid[-1])
        return grid - self._period_s, out


def _leans(samples: list[Sample], times: Array) -> tuple[Array, Array]:
    """The accelerometer's x and y, for a ship without a plate; one that is glued in upside down has its y the other way."""
    felt = [(t, s.acc_g) for t, s in zip(times, samples, strict=True) if s.acc_g is not None]
    rows = [(t, x, -y if z < 0.0 else y) for t, (x, y, z) in felt]
    table = np.array(rows, dtype=float).reshape(-1, 3)
    return table[:, 0], table[:, 1:]


def _pull(samples: list[Sample], times: Array, late_s: float) -> tuple[Array, Array] | None:
    """What the accelerometer beside the cells read; its rows are given the cells' own delay, the rest of it is learned."""
    rows = [(t - late_s, *s.acc_g) for t, s in zip(times, samples, strict=True) if s.acc_g is not None]
    if not rows:
        return None
    table = np.array(rows, dtype=float)
    return table[:, 0], table[:, 1:]
