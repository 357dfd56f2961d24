"""The marked minutes once more, read by cells and accelerometer together.

A ship that rolling resistance has parked on its way to a balance shows a wrong shift; with the lean known as well the balance
is exact, and with it stiffness, foot and yaw.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.ship.deck import Seen, Told, told_by
from companion.ship.levelling import Level
from companion.ship.mechanics import Array, Rocker, Rows, turned
from companion.ship.stillness import moving_rows
from companion.ship.swing import Looseness, fit_swing

__all__ = ["Dots", "Stance", "refined"]

_KNOWN = Looseness(rate=0.006)
_DOT_MM = 0.5
_ROUNDS = 5
_STEPS = np.array([1e-3, 1e-3, 1e-3, 1e-3, 1e-4, 0.02])
_FARTHEST_MM = 0.4
_FARTHEST_RAD = 0.05
_FARTHEST_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class Dots:
    """A marked stretch: what stands aboard ([radius_mm, angle_deg], each `mass_g`; nothing on the bare ship) and its rows."""

    at: tuple[tuple[float, float], ...]
    mass_g: float
    rows: Rows
    felt: Rows

    @property
    def places_mm(self) -> Array:
        """The places in ship axes."""
        spots = [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r, a in self.at]
        return np.array(spots).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class Stance:
    """How the ship stands and leans: what the dots tell of rocker, foot, yaw and the accelerometer's zero."""

    rocker: Rocker
    foot_mm: Array
    yaw_rad: float
    level: Level


def refined(stance: Stance, dots: Sequence[Dots], noise_mm: float) -> Stance:
    """The same corrected by Gauss-Newton over foot, zero, yaw and stiffness; unchanged where that would move them far."""
    told = [(d, t) for d in dots if (t := _told(stance, d, noise_mm)) is not None]
    if not any(d.at for d, _ in told) or all(d.at for d, _ in told):
        return stance
    start = np.array([*stance.foot_mm, 0.0, 0.0, stance.yaw_rad, stance.rocker.stiffness_g])
    point = start
    for _ in range(_ROUNDS):
        normal, right = np.zeros((6, 6)), np.zeros(6)
        for stood, seen in told:
            expected = _expected(stance, stood, point)
            slopes = [(_expected(stance, stood, point + step) - expected) / step.sum() for step in np.diag(_STEPS)]
            jacobian = np.column_stack(slopes)
            inverse = np.linalg.inv(seen.covariance[:4, :4] + _scatter(stance, stood))
            normal += jacobian.T @ inverse @ jacobian
            right += jacobian.T @ inverse @ (seen.values[:4] - expected)
        point = point + np.linalg.solve(normal, right)
    return _moved(stance, point) if _near(start, point) else stance


def _near(start: Array, point: Array) -> bool:
    """Whether the correction is one that rolling resistance can explain."""
    off = np.abs(point - start)
    return bool(off[:4].max() < _FARTHEST_MM and off[4] < _FARTHEST_RAD and off[5] < _FARTHEST_SHARE * start[5])


def _moved(stance: Stance, point: Array) -> Stance:
    level = stance.level
    zero = complex(*level.zero_rad) + complex(point[2], point[3]) / (
        level.scale_mm * complex(math.cos(level.turn_rad), math.sin(level.turn_rad))
    )
    return Stance(
        replace(stance.rocker, stiffness_g=float(point[5])),
        point[:2],
        float(point[4]),
        replace(level, zero_rad=(zero.real, zero.imag)),
    )


def _expected(stance: Stance, stood: Dots, point: Array) -> Array:
    """Centre and lean of those aliens for foot, zero, yaw and stiffness."""
    rocker = replace(stance.rocker, stiffness_g=float(point[5]))
    shift = rocker.shift_mm(stood.mass_g * stood.places_mm.sum(axis=0), stood.mass_g * len(stood.at))
    return np.concatenate([point[:2] + turned(shift, float(point[4])), point[2:4] + shift])


def _scatter(stance: Stance, stood: Dots) -> Array:
    """What people miss the dots by: centre and lean move together."""
    cos, sin = math.cos(stance.yaw_rad), math.sin(stance.yaw_rad)
    both = np.vstack([[[cos, -sin], [sin, cos]], np.eye(2)])
    moved_mm = _DOT_MM * stood.mass_g * math.sqrt(len(stood.at)) / stance.rocker.stiffness_g
    result: Array = moved_mm**2 * both @ both.T
    return result


def _told(stance: Stance, stood: Dots, noise_mm: float) -> Told | None:
    """One stretch as cells and accelerometer show it together."""
    places, load_g = stood.places_mm, stood.mass_g * len(stood.at)
    moment = turned(stood.mass_g * places.sum(axis=0), stance.yaw_rad)
    aboard = turned(places, stance.yaw_rad)
    modes = stance.rocker.modes(load_g, stood.mass_g * aboard.T @ aboard, moment)
    t_s, weight_g, c_mm = stood.rows
    moving = moving_rows(t_s, c_mm, noise_mm)
    swing = fit_swing(t_s[:moving], c_mm[:moving], modes, noise_mm, _KNOWN)
    weight = float(weight_g[:moving].mean()) if moving == len(t_s) else float(weight_g[moving:].mean())
    seen = Seen(stood.rows, swing, weight, noise_mm)
    return told_by(seen, stood.felt, modes, stance.yaw_rad, stance.level)
