"""A ship without a plate in a crash: when its rim struck the deck, and what it leaned towards just before.

The deck's blow shows in the accelerometer as one or two wild samples. What the hand did is read before it, what fell after it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ship.inventory import Observation
from companion.ship.mechanics import Array, Modes

__all__ = ["Strike", "balance_before", "first_strike"]

_BLOW_NOISES = 9.0
_STEEP_SHARE = 0.6
_BALANCE_MM2_S = 60.0
_JUMP_MM2_S = 2.0
_START_MM_S = 12.0
_START_MM = 1.0
_DOUBT_MM = 0.7
_UNWEIGHED_G = 300.0
_LEAST_ROWS = 8


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
    """Where the ship would have come to rest, as known at the last row; None when there are too few rows.

    A Kalman filter over lean, its speed and the balance it swings about; the balance wanders while a hand acts.
    """
    if len(t_s) < _LEAST_ROWS:
        return None
    square, drag = float(np.mean(np.square(modes.rates_rad_s))), 2.0 * modes.damping * float(np.mean(modes.rates_rad_s))
    state = np.array([c_mm[:4].mean(axis=0), [0.0, 0.0], c_mm[:4].mean(axis=0)])
    doubt = np.diag([noise_mm**2, _START_MM_S**2, _START_MM**2])
    step = np.array([[0.0, 1.0, 0.0], [-square, -drag, square], [0.0, 0.0, 0.0]])
    for row, dt_s in zip(c_mm[1:], np.diff(t_s), strict=True):
        move = np.eye(3) + step * dt_s + 0.5 * (step @ step) * dt_s**2
        state = move @ state
        doubt = move @ doubt @ move.T + np.diag([_JUMP_MM2_S, 0.0, _BALANCE_MM2_S]) * dt_s
        gain = doubt[:, 0] / (doubt[0, 0] + noise_mm**2)
        state = state + np.outer(gain, row - state[0])
        doubt = doubt - np.outer(gain, doubt[0])
    spread = float(doubt[2, 2]) + _DOUBT_MM**2
    return Observation(0.0, state[2], np.diag([_UNWEIGHED_G**2, spread, spread]))
