"""Leaps of the centre of pressure: something came to rest on the plate itself, or was picked off it.

Whatever acts on the ship - a hand, an alien coming or falling, the rim on the deck - reaches the plate through the one point
where the ship rolls, which moves smoothly. Only what touches the plate beside it makes the centre of pressure leap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array, Rows

__all__ = ["LEAP_SPREAD_MM", "Leap", "leaps"]

LEAP_SPREAD_MM = 0.3
_SIDE_S = 0.1
_GAP_S = 0.05
_LEAST_ARM_MM = 40.0
_NOISES = 3.0
_NOISE_FLOOR_MM = 0.01
_LEVEL_ROWS = 4
_KNOCK_SHARE = 0.3
_MOST_LOST = 1.6  # aliens: what loses more at once lies on the deck


@dataclass(frozen=True, slots=True)
class Leap:
    """The centre of pressure leapt by `step_mm` at `t_s`, and the weight by `gained_g`."""

    t_s: float
    step_mm: tuple[float, float]
    gained_g: float


def leaps(rows: Rows, alien_g: float, noise_mm: float, sps: float) -> tuple[Leap, ...]:
    """Every leap as large as an alien some way from the ship's foot makes, in order of time.

    Quadratics on either side are drawn out to the middle of the gap between them; a knock of the rim is no level weight.
    """
    t_s, weight_g, c_mm = rows
    side, gap = round(_SIDE_S * sps), round(_GAP_S * sps)
    if len(t_s) < 2 * side + gap or side < _LEVEL_ROWS:
        return ()
    before, rough = _drawn_out(c_mm, side, side - 1 + 0.5 * (gap + 1))
    after, _ = _drawn_out(c_mm, side, -0.5 * (gap + 1))
    count = len(t_s) - 2 * side - gap + 1
    step = after[side + gap :] - before[:count]
    smooth = rough < _NOISES * max(noise_mm, _NOISE_FLOOR_MM)
    levels, steady = _levels(weight_g, (side, gap), alien_g)
    least_mm = _LEAST_ARM_MM * alien_g / max(float(np.median(weight_g)), alien_g)
    size = np.hypot(step[:, 0], step[:, 1]) * smooth[:count] * smooth[side + gap :] * steady
    found: list[int] = []
    for index in np.argsort(-size):
        if size[index] < least_mm:
            break
        if all(abs(int(index) - other) >= side + gap for other in found):
            found.append(int(index))
    middle = side + gap // 2
    return tuple(Leap(float(t_s[i + middle]), (float(step[i, 0]), float(step[i, 1])), float(levels[i])) for i in sorted(found))


def _drawn_out(c_mm: Array, side: int, to: float) -> tuple[Array, Array]:
    """For each run of so many rows its quadratic's value at row `to`, and how far the rows are off it."""
    tau = np.arange(side, dtype=np.float64)
    matrix = np.column_stack([np.ones(side), tau, tau**2])
    solved = np.linalg.pinv(matrix)
    runs = np.lib.stride_tricks.sliding_window_view(c_mm, side, axis=0)
    off = runs - runs @ (matrix @ solved).T
    return runs @ (np.array([1.0, to, to**2]) @ solved), np.sqrt((off**2).sum(axis=(1, 2)) / (2.0 * (side - 3)))


def _levels(weight_g: Array, kind: tuple[int, int], alien_g: float) -> tuple[Array, NDArray[np.bool_]]:
    """What the weight gained over each gap (`kind`: rows of a side, rows of the gap), and whether it did not dip meanwhile."""
    side, gap = kind
    count = len(weight_g) - 2 * side - gap + 1
    level = np.median(np.lib.stride_tricks.sliding_window_view(weight_g, _LEVEL_ROWS), axis=1)
    before, after = level[side - _LEVEL_ROWS :][:count], level[side + gap :][:count]
    lowest = np.lib.stride_tricks.sliding_window_view(weight_g[side - _LEVEL_ROWS :], gap + 2 * _LEVEL_ROWS).min(axis=1)[:count]
    steady = (lowest > np.minimum(before, after) - _KNOCK_SHARE * alien_g) & (after > before - _MOST_LOST * alien_g)
    return after - before, steady
