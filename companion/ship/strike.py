"""A ship without a plate in a crash: when its rim struck the deck, and what it leaned towards just before.

The deck's blow shows in the accelerometer as one or two wild samples. What the hand did is read before it, what fell after it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ship.inventory import Observation
from companion.ship.mechanics import Array, Modes

__all__ = ["Strike", "balance_before", "first_strike", "set_down_log"]

_BLOW_NOISES = 9.0
_STEEP_SHARE = 0.6
_BALANCE_MM2_S = 60.0
_JUMP_MM2_S = 2.0
_START_MM_S = 2.0
_START_MM = 0.3
_DOUBT_MM = 0.7
_UNWEIGHED_G = 300.0
_LEAST_ROWS = 8
_LEAST_CHANGE_MM = 1.5
_OVERSHOOT = 1.12
_OVERSHOOT_LOG = 7.0
_UNDERSHOOT = -0.45
_MOST_LOG = 3.0


@dataclass(frozen=True, slots=True)
class Strike:
    """The rim struck the deck at `t_s`, while the ship leaned by `shift_mm` (from its foot)."""

    t_s: float
    shift_mm: tuple[float, float]


def first_strike(t_s: Array, shift_mm: Array, noise_mm: float, steep_mm: float) -> Strike | None:
    """The first sample that is far off its neighbours on a ship that leans steeply; None when there is none."""
    if len(t_s) < 5:
        return None
    off = np.hypot(*(shift_mm[1:-1] - 0.5 * (shift_mm[:-2] + shift_mm[2:])).T)
    for index in np.flatnonzero(off > _BLOW_NOISES * noise_mm) + 1:
        before = shift_mm[max(0, index - 4) : max(1, index - 1)].mean(axis=0)
        if float(np.hypot(*before)) > steep_mm:
            return Strike(float(t_s[index - 1]), (float(before[0]), float(before[1])))
    return None


def balance_before(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float) -> Observation | None:
    """Where the ship would have come to rest, as known at the last row; None when there are too few rows."""
    if len(t_s) < _LEAST_ROWS:
        return None
    path, square = _balances(t_s, c_mm, modes, noise_mm)
    spread = square + _DOUBT_MM**2
    return Observation(0.0, path[-1], np.diag([_UNWEIGHED_G**2, spread, spread]))


def set_down_log(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, change_mm: Array) -> float:
    """Log odds that a hand set something down rather than took it, when the balance moved by `change_mm` in the end.

    Fingers press before they let go and before they lift: a placement overshoots, a removal first goes the other way.
    """
    size = float(np.hypot(*change_mm))
    if len(t_s) < _LEAST_ROWS or size < _LEAST_CHANGE_MM:
        return 0.0
    path, _ = _balances(t_s, c_mm, modes, noise_mm)
    along = (path - np.median(path[:_LEAST_ROWS], axis=0)) @ change_mm / size**2
    log = float(np.clip(_OVERSHOOT_LOG * (along.max() - _OVERSHOOT), -_MOST_LOG, _MOST_LOG))
    return max(log - _MOST_LOG, -_MOST_LOG) if along.min() < _UNDERSHOOT else log


def _balances(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float) -> tuple[Array, float]:
    """The balance at every row, and the square of its spread at the last.

    A Kalman filter over lean, its speed and the balance it swings about; the balance wanders while a hand acts.
    """
    square, drag = float(np.mean(np.square(modes.rates_rad_s))), 2.0 * modes.damping * float(np.mean(modes.rates_rad_s))
    start = c_mm[:_LEAST_ROWS].mean(axis=0)
    state = np.array([start, [0.0, 0.0], start])
    doubt = np.diag([_START_MM**2, _START_MM_S**2, _START_MM**2])
    step = np.array([[0.0, 1.0, 0.0], [-square, -drag, square], [0.0, 0.0, 0.0]])
    path = np.empty_like(c_mm)
    path[0] = state[2]
    for index, dt_s in enumerate(np.diff(t_s), start=1):
        move = np.eye(3) + step * dt_s + 0.5 * (step @ step) * dt_s**2
        state = move @ state
        doubt = move @ doubt @ move.T + np.diag([_JUMP_MM2_S, 0.0, _BALANCE_MM2_S]) * dt_s
        gain = doubt[:, 0] / (doubt[0, 0] + noise_mm**2)
        state = state + np.outer(gain, c_mm[index] - state[0])
        doubt = doubt - np.outer(gain, doubt[0])
        path[index] = state[2]
    return path, float(doubt[2, 2])
