"""Converters that free-run and do not say when they read: each is late by its own part of a period.

A cell read late by `s_i` tells `f_i - s_i B_i . (W c')` of a swing at speed `c'` (`B_i`: its share of the moments). The sum
of all cells then has `-W sum s_i B_i` of the speed in it, and what the readings have beyond their shares has as much of each:
that is enough for all lags but a common one, which is only when the evening begins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.ship.mechanics import Array
from companion.ship.rockerfit import RockerFit

__all__ = ["lag_of", "learned_lags"]

_LEAST_MM_S = 3.0
_SPREAD_S = 0.1
_READ = 0.001
_RIGID = 3


def lag_of(lags_s: Array, shares: Array, weights: Array, ship_g: float) -> tuple[float, float]:
    """What a weight that is summed with these `weights` of the cells has of the swing's speed, g s/mm."""
    x, y = -ship_g * (weights * lags_s) @ shares[:, 1:]
    return float(x), float(y)


def learned_lags(
    readings: Sequence[tuple[Array, Array]], rocker: RockerFit, cells_mm: Array, shares: Array
) -> tuple[float, ...]:
    """How late each cell is read, s, their mean being 0; `readings` of every ring-down, g of each cell, with its speed."""
    cells, ship_g = len(shares), rocker.rocker.ship_g
    left = np.eye(cells) - shares @ np.vstack([np.ones(cells), cells_mm.T])
    rows: list[Array] = [-ship_g * shares[:, 1], -ship_g * shares[:, 2]]
    right: list[float] = list(rocker.lag_g_s_mm)
    told = [(_level(grams @ left.T), _level(speed)) for grams, speed in readings if np.ptp(speed) > _LEAST_MM_S]
    if cells > _RIGID and told:
        off, speed = (np.concatenate([pair[i] for pair in told]) for i in (0, 1))
        slopes, *_ = np.linalg.lstsq(speed, off, rcond=1e-6)
        for axis in (0, 1):
            rows += list(-ship_g * left * shares[:, 1 + axis])
            right += list(slopes[axis])
    matrix = np.array(rows)
    inner = matrix.T @ matrix / _READ**2 + np.eye(cells) / _SPREAD_S**2
    found = np.linalg.solve(inner, matrix.T @ np.array(right) / _READ**2)
    return tuple(float(v) for v in found - found.mean())


def _level(rows: Array) -> Array:
    result: Array = rows - rows.mean(axis=0)
    return result
