"""Fitting a damped swing with Coulomb friction to a stretch of the centre of pressure.

Per principal axis `c(t) = c_eq + e^(-zeta w t) (A cos wt + B sin wt) + friction(t)`. Linear in c_eq, A and B; rate,
damping and dead band carry priors, so a short stretch leans on what is known and a long one teaches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.ship.mechanics import Array, Modes

__all__ = ["Looseness", "Swing", "fit_swing"]

_CREEP_MM_S = 0.4


@dataclass(frozen=True, slots=True)
class Looseness:
    """How well the modes are known: relative spread of rate and dead band, absolute spread of the damping ratio."""

    rate: float = 0.003
    damping: float = 0.002
    dead_band: float = 0.15


@dataclass(frozen=True, slots=True)
class Swing:
    """A fitted swing over times `t_s`; positions in the plate's axes, velocity and acceleration beside it."""

    t_s: Array
    centre_mm: Array
    covariance: Array
    rms_mm: float
    amplitude_mm: float
    path_mm: Array
    velocity_mm_s: Array
    acceleration_mm_s2: Array
    rate_change: float
    rate_spread: float
    damping: float
    dead_band_mm: float
    rates_rad_s: tuple[float, float]
    axes: Array

    @property
    def ripple_mm2_s2(self) -> Array:
        """c c'' + c'^2 over the stretch: what the weight ripples with."""
        result: Array = np.sum((self.path_mm - self.centre_mm) * self.acceleration_mm_s2 + self.velocity_mm_s**2, axis=1)
        return result

    def leaning_mm2_s2(self, foot_mm: Array) -> Array:
        """The lean times c'': the part of the ripple that only a leaning ship has."""
        result: Array = self.acceleration_mm_s2 @ (self.centre_mm - foot_mm)
        return result


def fit_swing(t_s: Array, c_mm: Array, modes: Modes, noise_mm: float, loose: Looseness, rounds: int = 3) -> Swing:
    """Fit `rounds` Gauss-Newton steps; the covariance of the centre includes what the priors leave open."""
    tau = t_s - t_s[0]
    data = c_mm @ modes.axes
    rates, zeta, band = np.array(modes.rates_rad_s), modes.damping, modes.dead_band_mm
    friction, unit = np.zeros_like(data), np.zeros_like(data)
    shape, slope = _shapes(tau, rates, zeta)
    coefs = _plain(shape, data)
    prior = np.array([0.0, 0.0, 0.0])
    solution = None
    response_speed = np.zeros_like(data)
    for _ in range(rounds):
        velocity = _velocity(slope, coefs) + band * response_speed
        unit, response_speed = _friction(tau, velocity, rates, zeta, modes.drag_share)
        friction = band * unit
        solution = _step(tau, data, shape, slope, coefs, friction, unit * band, rates, zeta, noise_mm, loose, prior)
        coefs, change, _ = solution
        rates = np.array(modes.rates_rad_s) * (1.0 + change[0])
        zeta = max(modes.damping + change[1], 1e-4)
        band = max(modes.dead_band_mm * (1.0 + change[2]), 0.0)
        prior = change
        shape, slope = _shapes(tau, rates, zeta)
    assert solution is not None
    return _swing(t_s, data, modes, shape, slope, coefs, band * unit, band * response_speed, rates, zeta, band, solution)


def _shapes(tau: Array, rates: Array, zeta: float) -> tuple[Array, Array]:
    """Cosine and sine shapes per axis (n, axis, 2) and their derivatives in time."""
    damped = rates * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
    decay = np.exp(np.outer(tau, -zeta * rates))
    phase = np.outer(tau, damped)
    cos, sin = decay * np.cos(phase), decay * np.sin(phase)
    shape = np.stack([cos, sin], axis=2)
    slope = np.stack([-zeta * rates * cos - damped * sin, -zeta * rates * sin + damped * cos], axis=2)
    return shape, slope


def _plain(shape: Array, data: Array) -> Array:
    """Least squares of [1, cos, sin] alone: rows c_eq, A, B per axis."""
    out = np.empty((3, 2))
    for axis in (0, 1):
        matrix = np.column_stack([np.ones(len(data)), shape[:, axis, :]])
        normal = matrix.T @ matrix + 1e-6 * np.eye(3)
        out[:, axis] = np.linalg.solve(normal, matrix.T @ data[:, axis])
    return out


def _velocity(slope: Array, coefs: Array) -> Array:
    result: Array = slope[:, :, 0] * coefs[1] + slope[:, :, 1] * coefs[2]
    return result


def _friction(tau: Array, velocity: Array, rates: Array, zeta: float, drag_share: float) -> tuple[Array, Array]:
    """What a unit dead band adds to the centre of pressure, and the speed of the motion part.

    The resistance slows the swing (its response, zero at the start) and shifts the force forward while the ship rolls.
    """
    speed = np.sqrt(np.sum(velocity**2, axis=1) + _CREEP_MM_S**2)
    heading = velocity / speed[:, None]
    damped = rates * math.sqrt(max(1.0 - zeta * zeta, 1e-6))
    pole = -zeta * rates + 1j * damped
    growth = np.exp(np.outer(tau, pole))
    steps = np.diff(tau, prepend=tau[0])[:, None]
    drive = -heading * rates**2 / growth
    total = growth * np.cumsum(0.5 * steps * (drive + np.vstack([drive[:1], drive[:-1]])), axis=0)
    response: Array = np.imag(total) / damped
    response_speed: Array = np.imag(pole * total) / damped
    return response + drag_share * heading, response_speed


def _step(
    tau: Array,
    data: Array,
    shape: Array,
    slope: Array,
    coefs: Array,
    friction: Array,
    band_shape: Array,
    rates: Array,
    zeta: float,
    noise_mm: float,
    loose: Looseness,
    prior: Array,
) -> tuple[Array, Array, Array]:
    """One Gauss-Newton step: new coefficients, new (rate, damping, band) changes, covariance of everything."""
    n = len(tau)
    matrix = np.zeros((2, n, 9))
    residual = np.empty((2, n))
    for axis in (0, 1):
        columns = matrix[axis]
        columns[:, 3 * axis] = 1.0
        columns[:, 3 * axis + 1 : 3 * axis + 3] = shape[:, axis]
        model = coefs[0, axis] + shape[:, axis] @ coefs[1:, axis]
        speed = slope[:, axis] @ coefs[1:, axis]
        columns[:, 6] = tau * speed
        columns[:, 7] = -tau * rates[axis] * (model - coefs[0, axis])
        columns[:, 8] = band_shape[:, axis]
        residual[axis] = data[:, axis] - model - friction[:, axis]
    flat, rest = matrix.reshape(2 * n, 9), residual.reshape(2 * n)
    weight = 1.0 / noise_mm**2
    stiff = np.array([1e-9] * 6 + [loose.rate**-2, loose.damping**-2, loose.dead_band**-2])
    normal = weight * (flat.T @ flat) + np.diag(stiff)
    right = weight * (flat.T @ rest)
    right[6:] -= stiff[6:] * prior
    covariance = np.linalg.inv(normal)
    step = covariance @ right
    new = coefs + np.stack([step[0:3], step[3:6]], axis=1)
    return new, prior + step[6:], covariance


def _swing(
    t_s: Array,
    data: Array,
    modes: Modes,
    shape: Array,
    slope: Array,
    coefs: Array,
    friction: Array,
    friction_speed: Array,
    rates: Array,
    zeta: float,
    band: float,
    solution: tuple[Array, Array, Array],
) -> Swing:
    _, change, covariance = solution
    free = shape[:, :, 0] * coefs[1] + shape[:, :, 1] * coefs[2]
    path = coefs[0] + free + friction
    velocity = _velocity(slope, coefs) + friction_speed
    acceleration = -(rates**2) * (free + friction) - 2.0 * zeta * rates * velocity
    axes = modes.axes
    pick = np.ix_([0, 3], [0, 3])
    residual = data - path
    return Swing(
        t_s=t_s,
        centre_mm=axes @ coefs[0],
        covariance=axes @ covariance[pick] @ axes.T,
        rms_mm=float(np.sqrt(np.mean(residual**2))),
        amplitude_mm=float(np.sqrt(np.max(np.sum((path - coefs[0]) ** 2, axis=1)))),
        path_mm=path @ axes.T,
        velocity_mm_s=velocity @ axes.T,
        acceleration_mm_s2=acceleration @ axes.T,
        rate_change=float(change[0]),
        rate_spread=float(math.sqrt(covariance[6, 6])),
        damping=zeta,
        dead_band_mm=band,
        rates_rad_s=(float(rates[0]), float(rates[1])),
        axes=axes,
    )
