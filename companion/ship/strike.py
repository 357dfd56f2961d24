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
_START_MM_S = 30.0
_START_MM = 0.3
_DOUBT_MM = 0.4
_LEAST_WAY_MM = 1e-6
_UNWEIGHED_G = 300.0
_LEAST_ROWS = 8
_LEAST_CHANGE_MM = 1.0
_BALANCE_RATE = 2.5  # per second: a hand moves the balance by as much as in the end it does in about half a second
_MEAN_OF = np.full(5, 0.2)
_EDGE_S = 0.3  # the smoothed balance is vague at its end
_CLEAR_MM = 2.0
_OVERSHOOT = 1.075
_OVERSHOOT_LOG = 60.0
_GENTLE_LOG = -1.6  # one placement in five is so gentle that it does not overshoot
_UNDERSHOOT = -0.3
_MOST_LOG = 4.5


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


def balance_before(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, stood_mm: Array) -> Observation | None:
    """How a hand moved the balance until the last row: the mean of its ways from `stood_mm`, the long ones weighing most.

    The mean knows the direction to a degree or two, long before the ship gets there; None when there are too few rows.
    """
    if len(t_s) < _LEAST_ROWS:
        return None
    ways = _smoothed_balance(_filtered(t_s, c_mm, modes, noise_mm, (_BALANCE_MM2_S, stood_mm))) - stood_mm
    sizes = np.hypot(*ways.T) + _LEAST_WAY_MM
    doubt = np.diag([_UNWEIGHED_G**2, _DOUBT_MM**2, _DOUBT_MM**2])
    return Observation(0.0, stood_mm + sizes @ ways / sizes.sum(), doubt)


def set_down_log(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, stood_mm: Array, change_mm: Array) -> float:
    """Log odds that a hand set something down rather than took it, when the balance moved from `stood_mm` by `change_mm`.

    Fingers press before they let go and before they lift: a placement overshoots, a removal does not, or goes the other
    way first. The rows reach well beyond the release, so that what follows tells of it too.
    """
    size = float(np.hypot(*change_mm))
    if len(t_s) < _LEAST_ROWS or size < _LEAST_CHANGE_MM:
        return 0.0
    path = _smoothed_balance(_filtered(t_s, c_mm, modes, noise_mm, (_BALANCE_RATE * size**2, stood_mm)))
    path = path[: max(int(np.searchsorted(t_s, t_s[-1] - _EDGE_S)), _LEAST_ROWS)]
    along = np.convolve((path - stood_mm) @ change_mm / size**2, _MEAN_OF, mode="valid")
    if along.min() < _UNDERSHOOT:
        return -_MOST_LOG
    clear = min(size / _CLEAR_MM, 1.0)
    return clear * float(np.clip(_OVERSHOOT_LOG * (along.max() - _OVERSHOOT), _GENTLE_LOG, _MOST_LOG))


@dataclass(frozen=True, slots=True)
class _Filtered:
    """Lean, its speed and the balance at every row (per axis), with covariance, the same as foretold, and each step."""

    states: Array
    doubts: Array
    foretold: Array
    foretold_doubts: Array
    moves: Array


def _filtered(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, balance: tuple[float, Array]) -> _Filtered:
    """A Kalman filter over lean, its speed and the balance it swings about; the balance wanders while a hand acts."""
    square, drag = float(np.mean(np.square(modes.rates_rad_s))), 2.0 * modes.damping * float(np.mean(modes.rates_rad_s))
    wander_mm2_s, stood_mm = balance
    state = np.array([c_mm[0], [0.0, 0.0], stood_mm])
    doubt = np.diag([_START_MM**2, _START_MM_S**2, _START_MM**2])
    step = np.array([[0.0, 1.0, 0.0], [-square, -drag, square], [0.0, 0.0, 0.0]])
    gaps = np.diff(t_s, prepend=t_s[0])[:, None, None]
    moves = np.eye(3) + step * gaps + 0.5 * (step @ step) * gaps**2
    rows = len(t_s)
    out = _Filtered(np.empty((rows, 3, 2)), np.empty((rows, 3, 3)), np.empty((rows, 3, 2)), np.empty((rows, 3, 3)), moves)
    wander = np.diag([_JUMP_MM2_S, 0.0, wander_mm2_s])
    for index, move in enumerate(moves):
        if index:
            state = move @ state
            doubt = move @ doubt @ move.T + wander * gaps[index]
        out.foretold[index], out.foretold_doubts[index] = state, doubt
        if index:
            gain = doubt[:, 0] / (doubt[0, 0] + noise_mm**2)
            state = state + np.outer(gain, c_mm[index] - state[0])
            doubt = doubt - np.outer(gain, doubt[0])
        out.states[index], out.doubts[index] = state, doubt
    return out


def _smoothed_balance(seen: _Filtered) -> Array:
    """The balance at every row with what came later taken in (Rauch, Tung, Striebel)."""
    gains = seen.doubts[:-1] @ seen.moves[1:].transpose(0, 2, 1) @ np.linalg.inv(seen.foretold_doubts[1:])
    state = seen.states[-1]
    path = np.empty((len(seen.states), 2))
    path[-1] = state[2]
    for index in range(len(path) - 2, -1, -1):
        state = seen.states[index] + gains[index] @ (state - seen.foretold[index + 1])
        path[index] = state[2]
    return path
