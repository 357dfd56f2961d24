"""Fitting a damped swing with Coulomb friction to a stretch of the centre of pressure.

Per principal axis `c(t) = c_eq + e^(-zeta w t) (A cos wt + B sin wt) + friction(t)`. Linear in c_eq, A and B; rate,
damping and dead band carry priors, so a short stretch leans on what is known and a long one teaches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from companion.ship.mechanics import Array, Modes

__all__ = ["Looseness", "Swing", "fit_swing"]

_CREEP_MM_S = 0.4
_LEAST_LOG = -600.0  # a gap of an hour between two samples would leave nothing to divide by


@dataclass(frozen=True, slots=True)
class Looseness:
    """How well the modes are known: relative spread of rate and dead band, absolute spread of the damping ratio."""

    rate: float = 0.003
    damping: float = 0.002
    dead_band: float = 0.15


@dataclass(frozen=True, slots=True)
class Swing:
    """A fitted swing over times `t_s`; positions in the plate's axes, velocity and acceleration beside it.

    `pull` says how many standard deviations the fit moved rate, damping and dead band off what is known; `rate_held` how well
    the rate was known beforehand. `ahead_mm`: how far the force ran ahead of the contact.
    """

    t_s: Array
    centre_mm: Array
    covariance: Array
    rms_mm: float
    amplitude_mm: float
    path_mm: Array
    velocity_mm_s: Array
    acceleration_mm_s2: Array
    ahead_mm: Array
    rate_change: float
    rate_spread: float
    damping: float
    dead_band_mm: float
    rates_rad_s: tuple[float, float]
    axes: Array
    pull: float = 0.0
    rate_held: float = 0.0

    @property
    def ripple_mm2_s2(self) -> Array:
        """What the weight ripples with: c c'' + c'^2 over the stretch."""
        result: Array = np.sum((self.path_mm - self.centre_mm) * self.acceleration_mm_s2 + self.velocity_mm_s**2, axis=1)
        return result

    def leaning_mm2_s2(self, foot_mm: Array) -> Array:
        """The lean times c'': the part of the ripple that only a leaning ship has."""
        result: Array = self.acceleration_mm_s2 @ (self.centre_mm - foot_mm)
        return result


@dataclass(frozen=True, slots=True)
class _Guess:
    """One linearisation point: rates and friction, and the rows (c_eq, A, B) per axis; `change` is off the priors."""

    rates: Array
    damping: float
    dead_band_mm: float
    coefs: Array
    change: Array


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Columns at a guess: free swings and their slopes (n, axis, 2), what a unit dead band adds, and its speed.

    `ahead` is the part of `friction` by which the force runs ahead of the contact.
    """

    tau: Array
    swing: Array
    slope: Array
    friction: Array
    friction_speed: Array
    ahead: Array

    def free(self, coefs: Array) -> Array:
        """The undisturbed swing, without its centre."""
        result: Array = self.swing[:, :, 0] * coefs[1] + self.swing[:, :, 1] * coefs[2]
        return result

    def speed(self, coefs: Array) -> Array:
        """Velocity of the undisturbed swing."""
        result: Array = self.slope[:, :, 0] * coefs[1] + self.slope[:, :, 1] * coefs[2]
        return result


def fit_swing(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, loose: Looseness, rounds: int = 3) -> Swing:
    """Fit `rounds` Gauss-Newton steps; the covariance of the centre includes what the priors leave open."""
    tau, data = t_s - t_s[0], c_mm @ modes.axes
    guess = _Guess(np.array(modes.rates_rad_s), modes.damping, modes.dead_band_mm, np.zeros((3, 2)), np.zeros(3))
    swing, slope = _free_shapes(tau, guess)
    nothing = np.zeros_like(data)
    shapes = _Shapes(tau, swing, slope, nothing, nothing, nothing)
    guess = replace(guess, coefs=_plain(swing, data))
    covariance = np.eye(9)
    for _ in range(rounds):
        shapes = _with_friction(shapes, guess, modes.drag_share)
        step, covariance = _step(data, shapes, guess, noise_mm, loose)
        guess = _moved(guess, step, modes)
        swing, slope = _free_shapes(tau, guess)
        shapes = replace(shapes, swing=swing, slope=slope)
    stray = guess.change / np.array([loose.rate, loose.damping, loose.dead_band])
    return replace(
        _result(t_s, data, modes, shapes, guess, covariance), pull=float(np.hypot.reduce(stray)), rate_held=loose.rate
    )


def _moved(guess: _Guess, step: Array, modes: Modes) -> _Guess:
    """The guess after a Gauss-Newton step."""
    change = guess.change + step[6:]
    return _Guess(
        rates=np.array(modes.rates_rad_s) * (1.0 + change[0]),
        damping=max(modes.damping + float(change[1]), 1e-4),
        dead_band_mm=max(modes.dead_band_mm * (1.0 + float(change[2])), 0.0),
        coefs=guess.coefs + np.stack([step[0:3], step[3:6]], axis=1),
        change=change,
    )


def _free_shapes(tau: Array, guess: _Guess) -> tuple[Array, Array]:
    """Cosine and sine shapes per axis and their derivatives in time."""
    rates, zeta = guess.rates, guess.damping
    damped = rates * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
    decay = np.exp(np.outer(tau, -zeta * rates))
    phase = np.outer(tau, damped)
    cos, sin = decay * np.cos(phase), decay * np.sin(phase)
    slope = np.stack([-zeta * rates * cos - damped * sin, -zeta * rates * sin + damped * cos], axis=2)
    return np.stack([cos, sin], axis=2), slope


def _plain(swing: Array, data: Array) -> Array:
    """Least squares of [1, cos, sin] alone: rows c_eq, A, B per axis."""
    out = np.empty((3, 2))
    for axis in (0, 1):
        matrix = np.column_stack([np.ones(len(data)), swing[:, axis, :]])
        normal = matrix.T @ matrix + 1e-6 * np.eye(3)
        out[:, axis] = np.linalg.solve(normal, matrix.T @ data[:, axis])
    return out


def _with_friction(shapes: _Shapes, guess: _Guess, drag_share: float) -> _Shapes:
    """What a unit dead band adds to the centre of pressure, and the speed of the motion part.

    The resistance slows the swing (its response, zero at the start) and shifts the force forward while the ship rolls.
    """
    velocity = shapes.speed(guess.coefs) + guess.dead_band_mm * shapes.friction_speed
    heading = velocity / np.sqrt(np.sum(velocity**2, axis=1) + _CREEP_MM_S**2)[:, None]
    rates, zeta = guess.rates, guess.damping
    damped = rates * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
    pole = -zeta * rates + 1j * damped
    turned = np.outer(shapes.tau, pole)
    growth = np.exp(np.maximum(turned.real, _LEAST_LOG) + 1j * turned.imag)
    steps = np.diff(shapes.tau, prepend=shapes.tau[0])[:, None]
    drive = -heading * rates**2 / growth
    total = growth * np.cumsum(0.5 * steps * (drive + np.vstack([drive[:1], drive[:-1]])), axis=0)
    ahead = drag_share * heading
    return replace(shapes, friction=total.imag / damped + ahead, friction_speed=(pole * total).imag / damped, ahead=ahead)


def _step(data: Array, shapes: _Shapes, guess: _Guess, noise_mm: float, loose: Looseness) -> tuple[Array, Array]:
    """One Gauss-Newton step over (c_eq, A, B) of both axes and (rate, damping, band), and the covariance of them all."""
    n, coefs = len(data), guess.coefs
    free, speed = shapes.free(coefs), shapes.speed(coefs)
    matrix = np.zeros((2, n, 9))
    for axis in (0, 1):
        columns = matrix[axis]
        columns[:, 3 * axis] = 1.0
        columns[:, 3 * axis + 1 : 3 * axis + 3] = shapes.swing[:, axis]
        columns[:, 6] = shapes.tau * speed[:, axis]
        columns[:, 7] = -shapes.tau * guess.rates[axis] * free[:, axis]
        columns[:, 8] = guess.dead_band_mm * shapes.friction[:, axis]
    rest = (data - coefs[0] - free - guess.dead_band_mm * shapes.friction).T.reshape(2 * n)
    flat = matrix.reshape(2 * n, 9)
    weight = 1.0 / noise_mm**2
    stiff = np.array([1e-9] * 6 + [loose.rate**-2, loose.damping**-2, loose.dead_band**-2])
    covariance = np.linalg.inv(weight * (flat.T @ flat) + np.diag(stiff))
    right = weight * (flat.T @ rest)
    right[6:] -= stiff[6:] * guess.change
    moved: Array = covariance @ right
    return moved, np.asarray(covariance, dtype=np.float64)


def _result(t_s: Array, data: Array, modes: Modes, shapes: _Shapes, guess: _Guess, covariance: Array) -> Swing:
    axes, band = modes.axes, guess.dead_band_mm
    moving = shapes.free(guess.coefs) + band * shapes.friction
    path = guess.coefs[0] + moving
    velocity = shapes.speed(guess.coefs) + band * shapes.friction_speed
    acceleration = -(guess.rates**2) * moving - 2.0 * guess.damping * guess.rates * velocity
    pick = np.ix_([0, 3], [0, 3])
    return Swing(
        t_s=t_s,
        centre_mm=axes @ guess.coefs[0],
        covariance=axes @ covariance[pick] @ axes.T,
        rms_mm=float(np.sqrt(np.mean((data - path) ** 2))),
        amplitude_mm=float(np.sqrt(np.max(np.sum(moving**2, axis=1)))),
        path_mm=path @ axes.T,
        velocity_mm_s=velocity @ axes.T,
        acceleration_mm_s2=acceleration @ axes.T,
        ahead_mm=band * shapes.ahead @ axes.T,
        rate_change=float(guess.change[0]),
        rate_spread=float(math.sqrt(covariance[6, 6])),
        damping=guess.damping,
        dead_band_mm=band,
        rates_rad_s=(float(guess.rates[0]), float(guess.rates[1])),
        axes=axes,
    )
