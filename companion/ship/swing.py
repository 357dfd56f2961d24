"""Fitting a damped swing with Coulomb friction to a stretch of the centre of pressure.

Per principal axis `c(t) = c_eq + e^(-zeta w t) (A cos wt + B sin wt) + friction(t)`. Linear in c_eq, A and B; rate,
damping and dead band carry priors, so a short stretch leans on what is known and a long one teaches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array, Modes

__all__ = ["Looseness", "Swing", "fit_swing"]

Complex = NDArray[np.complex128]

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


@dataclass(frozen=True)
class _Guess:
    """One linearisation point: rates and friction, and the rows (c_eq, A, B) per axis; `change` is off the priors."""

    rates: Array
    damping: float
    dead_band_mm: float
    coefs: Array
    change: Array

    @cached_property
    def damped(self) -> Array:
        """The rates at which a damped ship swings, as a column."""
        result: Array = self.rates[:, None] * math.sqrt(max(1.0 - self.damping * self.damping, 1e-6))
        return result

    @cached_property
    def pole(self) -> Complex:
        """Decay and rate of each axis, as a column: a free swing is the real part of something times `e^(pole t)`."""
        result: Complex = -self.damping * self.rates[:, None] + 1j * self.damped
        return result


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Rows at a guess, one for each axis: `turning` is e^(pole t); what a unit dead band adds, and its speed.

    `ahead` is the part of `friction` by which the force runs ahead of the contact. One complex row stands for the cosine
    and the sine shape, and its product with the pole for their slopes: on stretches this short, every array operation counts.
    """

    tau: Array
    turning: Complex
    friction: Array
    friction_speed: Array
    ahead: Array

    def motion(self, guess: _Guess) -> tuple[Array, Array]:
        """The undisturbed swing without its centre, and its velocity."""
        swing = self.turning * (guess.coefs[1] - 1j * guess.coefs[2])[:, None]
        return swing.real, (guess.pole * swing).real


def fit_swing(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, loose: Looseness, rounds: int = 3) -> Swing:
    """Fit `rounds` Gauss-Newton steps; the covariance of the centre includes what the priors leave open."""
    tau, data = t_s - t_s[0], modes.axes.T @ c_mm.T
    guess = _Guess(np.array(modes.rates_rad_s), modes.damping, modes.dead_band_mm, np.zeros((3, 2)), np.zeros(3))
    nothing = np.zeros_like(data)
    shapes = _Shapes(tau, _turning(tau, guess), nothing, nothing, nothing)
    guess = replace(guess, coefs=_plain(shapes.turning, data))
    covariance = np.eye(9)
    for _ in range(rounds):
        shapes = _with_friction(shapes, guess, modes.drag_share)
        step, covariance = _step(data, shapes, guess, noise_mm, loose)
        guess = _moved(guess, step, modes)
        shapes = _Shapes(tau, _turning(tau, guess), shapes.friction, shapes.friction_speed, shapes.ahead)
    return _result(t_s, data, modes, shapes, (guess, covariance, loose))


def _moved(guess: _Guess, step: Array, modes: Modes) -> _Guess:
    """The guess after a Gauss-Newton step."""
    change = guess.change + step[6:]
    return _Guess(
        rates=np.array(modes.rates_rad_s) * (1.0 + change[0]),
        damping=max(modes.damping + float(change[1]), 1e-4),
        dead_band_mm=max(modes.dead_band_mm * (1.0 + float(change[2])), 0.0),
        coefs=guess.coefs + step[:6].reshape(2, 3).T,
        change=change,
    )


def _turning(tau: Array, guess: _Guess) -> Complex:
    """How a free swing of each axis turns and decays."""
    turned = guess.pole * tau
    np.maximum(turned.real, _LEAST_LOG, out=turned.real)
    return np.exp(turned)


def _plain(turning: Complex, data: Array) -> Array:
    """Least squares of [1, cos, sin] alone: rows c_eq, A, B per axis."""
    rows = np.ones((2, 3, data.shape[1]))
    rows[:, 1], rows[:, 2] = turning.real, turning.imag
    normal = rows @ rows.transpose(0, 2, 1) + 1e-6 * np.eye(3)
    solved = np.linalg.solve(normal, rows @ data[:, :, None])[:, :, 0]
    return np.asarray(solved.T, dtype=np.float64)


def _with_friction(shapes: _Shapes, guess: _Guess, drag_share: float) -> _Shapes:
    """What a unit dead band adds to the centre of pressure, and the speed of the motion part.

    The resistance slows the swing (its response, zero at the start) and shifts the force forward while the ship rolls.
    """
    velocity = shapes.motion(guess)[1] + guess.dead_band_mm * shapes.friction_speed
    heading = velocity / np.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + _CREEP_MM_S**2)
    drive = heading / shapes.turning
    total = np.zeros_like(drive)
    np.cumsum((drive[:, 1:] + drive[:, :-1]) * (shapes.tau[1:] - shapes.tau[:-1]), axis=1, out=total[:, 1:])
    total *= shapes.turning * (-0.5 * guess.rates[:, None] ** 2 / guess.damped)
    ahead = drag_share * heading
    return _Shapes(shapes.tau, shapes.turning, total.imag + ahead, (guess.pole * total).imag, ahead)


def _step(data: Array, shapes: _Shapes, guess: _Guess, noise_mm: float, loose: Looseness) -> tuple[Array, Array]:
    """One Gauss-Newton step over (c_eq, A, B) of both axes and (rate, damping, band), and the covariance of them all."""
    n = data.shape[1]
    free, speed = shapes.motion(guess)
    stuck = guess.dead_band_mm * shapes.friction
    rows = np.zeros((9, 2, n))
    for axis in (0, 1):
        rows[3 * axis, axis] = 1.0
        rows[3 * axis + 1, axis] = shapes.turning.real[axis]
        rows[3 * axis + 2, axis] = shapes.turning.imag[axis]
    rows[6] = shapes.tau * speed
    rows[7] = -shapes.tau * guess.rates[:, None] * free
    rows[8] = stuck
    flat = rows.reshape(9, 2 * n)
    rest = (data - guess.coefs[0][:, None] - free - stuck).reshape(2 * n)
    weight = 1.0 / noise_mm**2
    stiff = np.array([1e-9] * 6 + [loose.rate**-2, loose.damping**-2, loose.dead_band**-2])
    covariance = np.linalg.inv(weight * (flat @ flat.T) + np.diag(stiff))
    right = weight * (flat @ rest)
    right[6:] -= stiff[6:] * guess.change
    moved: Array = covariance @ right
    return moved, np.asarray(covariance, dtype=np.float64)


def _result(t_s: Array, data: Array, modes: Modes, shapes: _Shapes, found: tuple[_Guess, Array, Looseness]) -> Swing:
    guess, covariance, loose = found
    stray = guess.change / np.array([loose.rate, loose.damping, loose.dead_band])
    axes, band, rates = modes.axes, guess.dead_band_mm, guess.rates[:, None]
    free, speed = shapes.motion(guess)
    moving = free + band * shapes.friction
    path = guess.coefs[0][:, None] + moving
    velocity = speed + band * shapes.friction_speed
    acceleration = -(rates**2) * moving - 2.0 * guess.damping * rates * velocity
    return Swing(
        t_s=t_s,
        centre_mm=axes @ guess.coefs[0],
        covariance=axes @ covariance[0:4:3, 0:4:3] @ axes.T,
        rms_mm=math.sqrt(float(np.square(data - path).sum()) / data.size),
        amplitude_mm=math.sqrt(float((moving[0] ** 2 + moving[1] ** 2).max())),
        path_mm=(axes @ path).T,
        velocity_mm_s=(axes @ velocity).T,
        acceleration_mm_s2=(axes @ acceleration).T,
        ahead_mm=(axes @ (band * shapes.ahead)).T,
        rate_change=float(guess.change[0]),
        rate_spread=math.sqrt(covariance[6, 6]),
        damping=guess.damping,
        dead_band_mm=band,
        rates_rad_s=(float(guess.rates[0]), float(guess.rates[1])),
        axes=axes,
        pull=math.hypot(*stray),
        rate_held=loose.rate,
    )
