"""Where a swinging ship comes to rest: the swing model ends there, because rolling resistance then holds it anywhere."""

from __future__ import annotations

import numpy as np

from companion.ship.mechanics import Array

__all__ = ["moving_rows", "resting_rows"]

_SPAN_S = 0.35
_LEAST_MM = 0.08
_LAST_ROWS = 8
_RESTING_MM = 0.05
_RESTING_NOISES = 6.0


def moving_rows(t_s: Array, c_mm: Array, noise_mm: float) -> int:
    """How many rows from the start still move; all of them when the ship never does or never stops."""
    if len(t_s) < 4:
        return len(t_s)
    rows = max(3, int(np.searchsorted(t_s, t_s[0] + _SPAN_S)))
    if rows >= len(t_s):
        return len(t_s)
    travel = np.hypot(*_travel(c_mm.T, rows))
    still = travel < max(_LEAST_MM, 8.0 * noise_mm)
    if still.all() or not still[-1]:
        return len(t_s)
    last = int(np.flatnonzero(~still)[-1]) + 1
    return max(last + rows // 3, 4)


def _travel(values: Array, rows: int) -> Array:
    """How far each line of values goes within every so many of them; by doubling, each step from the one before."""
    high, low, width = values, values, 1
    while width < rows:
        step = min(width, rows - width)
        high, low = np.maximum(high[:, :-step], high[:, step:]), np.minimum(low[:, :-step], low[:, step:])
        width += step
    result: Array = high - low
    return result


def resting_rows(c_mm: Array, noise_mm: float) -> int:
    """From which row on the ship rests until the last one."""
    last = c_mm[-_LAST_ROWS:].mean(axis=0)
    off = np.flatnonzero(np.hypot(*(c_mm - last).T) > max(_RESTING_MM, _RESTING_NOISES * noise_mm))
    return int(off[-1]) + 1 if len(off) else 0
