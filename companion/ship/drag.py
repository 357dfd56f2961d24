"""A swing once more, with rolling resistance measured instead of supposed.

Along each axis of the swing the contact `q` obeys `q'' + 2 zeta w q' + w^2 (q - s) = -w^2 (W/k) a`: `s` is the balance, `a` how
far the force runs ahead of the contact. The cells see `q + a`, the accelerometer `q + height q''` less where the foot is. `a`
is taken as constant over tenths of a second, each with a prior: what the swing fit supposes, the firmer the faster the ship
rolls, and anything within the arm of the resistance where it creeps. The rest is linear least squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array, Modes
from companion.ship.swing import Swing

__all__ = ["Balance", "Readings", "balance_of"]

_PIECE_S = 0.1
_CREEP_MM_S = 1.5
_FAST_SHARE = 0.08
_BAND_SHARE = 0.15
_DAMPING = 0.002
_LEAST_ARM_MM = 1e-3
_FREE = 7
_MOST_LOG = 600.0  # a gap of an hour between two samples would be more than a number can hold


@dataclass(frozen=True, slots=True)
class Readings:
    """What one instrument read less what the fitted swing expects, along its axes; when, from its beginning; the noise."""

    tau_s: Array
    rest_mm: Array
    noise_mm: float


@dataclass(frozen=True, slots=True)
class Balance:
    """Balance and foot, each along both axes, with the covariance of the two along each axis (axis, 2, 2)."""

    centre_mm: Array
    foot_mm: Array
    covariance: Array


@dataclass(frozen=True, slots=True)
class _Axis:
    """One axis: rate and damping as fitted, the ratio W/k, the height's share, and where pieces of the resistance begin."""

    rate: float
    damping: float
    ratio: float
    height_s2: float
    from_s: Array

    def shapes(self, tau: Array) -> tuple[Array, Array, Array]:
        """Columns (balance, cosine, sine, each piece) of the contact, of its speed, and what each piece pushes."""
        w, zeta = self.rate, self.damping
        damped = w * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
        pole = complex(-zeta * w, damped)
        turning = np.exp(pole * tau)
        cos, sin = turning.real, turning.imag
        starts = np.append(self.from_s, np.inf)
        back = np.exp(np.minimum(zeta * w * self.from_s, _MOST_LOG) - 1j * damped * self.from_s)
        began, speed = self._answers(turning[:, None] * back, tau[:, None] > self.from_s)
        pushed = ((tau[:, None] >= starts[:-1]) & (tau[:, None] < starts[1:])).astype(float)
        place = [np.ones_like(tau), cos, sin, *(-self.ratio * (began[:, :-1] - began[:, 1:])).T]
        rate = [
            np.zeros_like(tau),
            -zeta * w * cos - damped * sin,
            -zeta * w * sin + damped * cos,
            *(-self.ratio * (speed[:, :-1] - speed[:, 1:])).T,
        ]
        return np.column_stack(place), np.column_stack(rate), pushed

    def _answers(self, turning: NDArray[np.complex128], late: NDArray[np.bool_]) -> tuple[Array, Array]:
        """How far, and how fast, each unit push has moved the ship by now, and one that never comes; `turning` since it began.

        What has turned since a push is what has turned by now over what had turned by then: no exponential for each pair.
        """
        w, zeta = self.rate, self.damping
        damped = w * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
        place, speed = np.zeros((2, len(turning), turning.shape[1] + 1))
        place[:, :-1] = np.where(late, 1.0 - turning.real - zeta * w / damped * turning.imag, 0.0)
        speed[:, :-1] = np.where(late, w * w / damped * turning.imag, 0.0)
        return place, speed

    def bend(self, place: Array, speed: Array, pushed: Array) -> Array:
        """Columns of the contact's acceleration, by the equation of motion."""
        off = place.copy()
        off[:, 0] -= 1.0
        result: Array = -(self.rate**2) * off - 2.0 * self.damping * self.rate * speed
        result[:, 3:] -= self.rate**2 * self.ratio * pushed
        return result


def balance_of(swing: Swing, cells: Readings, lean: Readings, modes: Modes, height_s2: float) -> Balance:
    """Solve both axes; `cells` and `lean` are turned into the axes of `swing`."""
    length_s = float(swing.t_s[-1] - swing.t_s[0])
    from_s = np.linspace(0.0, length_s, max(1, round(length_s / _PIECE_S)), endpoint=False)
    slow = _slowness(swing, cells, from_s)
    ahead = swing.ahead_mm @ swing.axes
    arm_mm = max(modes.dead_band_mm * modes.drag_share, _LEAST_ARM_MM)
    solved = []
    for i in (0, 1):
        axis = _Axis(swing.rates_rad_s[i], swing.damping, 1.0 / modes.drag_share, height_s2, from_s)
        supposed = _by_piece(swing, ahead[:, i], from_s)
        spread = arm_mm * (_FAST_SHARE + slow)
        solved.append(_solve(axis, swing, (cells, lean), i, (supposed, spread)))
    centre = swing.axes.T @ swing.centre_mm
    return Balance(
        centre + np.array([s[0][0] for s in solved]), np.array([s[0][1] for s in solved]), np.array([s[1] for s in solved])
    )


def _slowness(swing: Swing, cells: Readings, from_s: Array) -> Array:
    """How far each piece is one of a creeping ship, 0 to 1: by the fitted swing, or by what the cells saw."""
    fitted = np.hypot(*swing.velocity_mm_s.T)
    off = np.column_stack(
        [_by_piece(swing, np.interp(swing.t_s - swing.t_s[0], cells.tau_s, r), from_s) for r in cells.rest_mm.T]
    )
    path = np.column_stack([_by_piece(swing, along, from_s) for along in (swing.path_mm @ swing.axes).T]) + off
    seen = np.hypot(*np.gradient(path, _PIECE_S, axis=0).T) if len(path) > 1 else np.full(1, np.inf)
    by_fit = _by_piece(swing, np.exp(-((fitted / _CREEP_MM_S) ** 2)), from_s)
    return np.maximum(by_fit, np.exp(-((seen / _CREEP_MM_S) ** 2)))


def _by_piece(swing: Swing, values: Array, from_s: Array) -> Array:
    """Means over the pieces."""
    tau = swing.t_s - swing.t_s[0]
    piece = np.searchsorted(from_s, tau, side="right") - 1
    count = np.maximum(np.bincount(piece, minlength=len(from_s)), 1)
    result: Array = np.bincount(piece, weights=values, minlength=len(from_s)) / count
    return result


def _solve(
    axis: _Axis, swing: Swing, told: tuple[Readings, Readings], i: int, pieces: tuple[Array, Array]
) -> tuple[Array, Array]:
    """Least squares of (balance, foot, cosine, sine, rate, damping, band, pieces); the first two and their covariance."""
    supposed, spread = pieces
    size = _FREE + len(supposed)
    normal, right = np.zeros((size, size)), np.zeros(size)
    for reading, shapes in zip(told, (_seen, _felt), strict=True):
        columns = shapes(axis, swing, reading.tau_s, i, supposed)
        weight = reading.noise_mm**-2
        normal += weight * columns.T @ columns
        right += weight * columns.T @ reading.rest_mm[:, i]
    stiff = np.array([1e-9] * 4 + [max(swing.rate_held, 1e-4) ** -2, _DAMPING**-2, _BAND_SHARE**-2, *spread**-2.0])
    expected = np.zeros(size)
    expected[4] = -swing.rate_change
    covariance = np.linalg.inv(normal + np.diag(stiff))
    solved = covariance @ (right + stiff * expected)
    return solved[:2], np.asarray(covariance[:2, :2], dtype=np.float64)


def _contact(axis: _Axis, swing: Swing, tau: Array, i: int) -> tuple[Array, Array, Array, Array]:
    """The contact's columns and its acceleration's, what rate and damping would change, and the pieces' pushes."""
    place, speed, pushed = axis.shapes(tau)
    begun = swing.t_s - swing.t_s[0]
    moving = np.interp(tau, begun, ((swing.path_mm - swing.centre_mm) @ swing.axes)[:, i])
    fast = np.interp(tau, begun, (swing.velocity_mm_s @ swing.axes)[:, i])
    known = np.column_stack([tau * fast, -tau * axis.rate * moving])
    return place, axis.bend(place, speed, pushed), known, pushed


def _seen(axis: _Axis, swing: Swing, tau: Array, i: int, supposed: Array) -> Array:
    """What the cells see."""
    place, _, known, pushed = _contact(axis, swing, tau, i)
    pieces = place[:, 3:] + pushed
    nothing = np.zeros((len(tau), 1))
    return np.hstack([place[:, :1], nothing, place[:, 1:3], known, (pieces @ supposed)[:, None], pieces])


def _felt(axis: _Axis, swing: Swing, tau: Array, i: int, supposed: Array) -> Array:
    """What the accelerometer feels, turned into the plate's axes: the contact from the foot on."""
    place, bend, known, _ = _contact(axis, swing, tau, i)
    felt = place + axis.height_s2 * bend
    pieces = felt[:, 3:]
    nothing = -np.ones((len(tau), 1))
    return np.hstack([felt[:, :1], nothing, felt[:, 1:3], known, (pieces @ supposed)[:, None], pieces])
