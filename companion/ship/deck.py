"""The lean beside the cells: a free stretch read by an accelerometer as well, in the ship's own axes.

The cells see the centre of pressure, the accelerometer the contact itself. Rolling resistance holds them `a` apart (at most
its arm, either way), and the balance lies `(W/k - 1) a` beyond the centre of pressure and `W/k a` beyond the contact: with
both known a parked ship tells its balance exactly. The swing itself, seen in both axes, shows how the ship is turned.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import numpy as np

from companion.ship.drag import Readings, balance_of
from companion.ship.levelling import Complex, Level, plane
from companion.ship.mechanics import Array, Modes, Rows
from companion.ship.swing import Swing

__all__ = ["Seen", "Told", "told_by"]

_LEAST_ROWS = 12
_CLIP = 5.0
_WILD_SHARE = 0.25
_ROUGH = 1.6
_ROUGH_PER_MM = 0.03
_TELLING_RAD = 0.1
_PARKED_ARMS = 0.6
_PARKED_MM = 0.008
_PARKED_S = 0.14
_LEAST_PARKED = 6
_PARKED_G = 0.15
_ODD = 30.0
_MODEL_MM = 0.006
_MODEL_PER_MM = 0.002


@dataclass(frozen=True, slots=True)
class Seen:
    """A free stretch as the cells saw it: its rows, the swing fitted to their moving part with `noise_mm`, and the weight."""

    rows: Rows
    swing: Swing
    weight_g: float
    noise_mm: float


@dataclass(frozen=True, slots=True)
class Told:
    """Centre (plate axes) and lean (ship axes), mm, with their covariance; then the turn, where the motion showed it."""

    values: Array
    covariance: Array

    def fused(self, other: Told) -> Told:
        """With an independent telling of the first four values; this alone where the two cannot both be true."""
        apart = other.values - self.values[:4]
        inner = self.covariance[:4, :4] + other.covariance
        if float(apart @ np.linalg.solve(inner, apart)) > _ODD:
            return self
        gain = np.linalg.solve(inner, self.covariance[:4]).T
        return Told(self.values + gain @ apart, self.covariance - gain @ self.covariance[:4])


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The readings of a free stretch: shifts felt (ship axes), and beside each the motion about the balance (plate axes)."""

    t_s: Array
    felt: Complex
    motion: Complex
    noise_mm: float


def told_by(seen: Seen, felt: Rows, modes: Modes, yaw_rad: float, level: Level) -> Told | None:
    """Centre, lean and turn by cells and accelerometer (`felt`: shifts in ship axes); None where that makes no sense.

    `yaw_rad`: how the ship is believed to be turned, where its own motion does not show it.
    """
    stretch = _stretch(seen.swing, felt, level, yaw_rad)
    if stretch is None:
        return None
    shown_rad, spread_rad = _yaw(stretch)
    telling = spread_rad < _TELLING_RAD
    yaw_rad = shown_rad if telling else yaw_rad
    told = _moving(seen, stretch, modes, (yaw_rad, spread_rad), level.height_s2)
    parked = _parked(seen, felt, modes, yaw_rad, stretch.noise_mm)
    told = told if parked is None else told.fused(parked)
    return told if telling else Told(told.values[:4], told.covariance[:4, :4])


def _stretch(swing: Swing, felt: Rows, level: Level, yaw_rad: float) -> _Stretch | None:
    """The readings while the ship moved, wild ones left out; None where too few fit the motion that the cells saw."""
    inside = (felt[0] >= swing.t_s[0]) & (felt[0] <= swing.t_s[-1])
    at_s, there = felt[0][inside], plane(felt[2][inside])
    if len(at_s) < _LEAST_ROWS:
        return None
    motion = swing.path_mm - swing.ahead_mm - swing.centre_mm + level.height_s2 * swing.acceleration_mm_s2
    moved = np.interp(at_s, swing.t_s, motion[:, 0]) + 1j * np.interp(at_s, swing.t_s, motion[:, 1])
    off = _off(there, moved, yaw_rad)
    limit = _CLIP * level.noise_mm + _ROUGH_PER_MM * swing.amplitude_mm
    keep = np.abs(off) < limit
    if keep.sum() < max(_LEAST_ROWS, (1.0 - _WILD_SHARE) * len(keep)):
        return None
    rms = float(np.sqrt(np.mean(np.abs(off[keep]) ** 2) / 2.0))
    if rms > _ROUGH * level.noise_mm + _ROUGH_PER_MM * swing.amplitude_mm:
        return None
    return _Stretch(at_s[keep], there[keep], moved[keep], max(rms, level.noise_mm))


def _off(there: Complex, moved: Complex, yaw_rad: float) -> Complex:
    """Readings less motion: turned as is known, or as fits best where that leaves less."""
    kept: list[Complex] = []
    spread = moved - moved.mean()
    own = complex(np.vdot(spread, there))
    for turn in (cmath.rect(1.0, -yaw_rad), own / max(abs(own), 1e-12)):
        rest = there - turn * moved
        kept.append(rest - complex(np.median(rest.real), np.median(rest.imag)))
    return min(kept, key=lambda rest: float(np.median(np.abs(rest))))


def _yaw(stretch: _Stretch) -> tuple[float, float]:
    """How the ship is turned by its motion in both axes, and how exactly that is known."""
    spread = stretch.motion - stretch.motion.mean()
    size = float(np.sum(np.abs(spread) ** 2))
    slope = complex(np.vdot(spread, stretch.felt))
    return -cmath.phase(slope) if slope else 0.0, stretch.noise_mm / math.sqrt(size) if size > 0.0 else math.inf


def _turning(yaw_rad: float) -> Array:
    """From plate axes to ship axes."""
    cos, sin = math.cos(yaw_rad), math.sin(yaw_rad)
    return np.array([[cos, sin], [-sin, cos]])


def _arms(modes: Modes, turn: Array) -> Array:
    """What one mm of rolling resistance does to centre and lean."""
    ratio = 1.0 / modes.drag_share
    return np.vstack([-(ratio - 1.0) * np.eye(2), -ratio * turn])


def _moving(seen: Seen, stretch: _Stretch, modes: Modes, yaw: tuple[float, float], height_s2: float) -> Told:
    """Centre, lean and turn by the swing, its resistance measured."""
    swing, (yaw_rad, yaw_spread_rad) = seen.swing, yaw
    there = stretch.felt * cmath.rect(1.0, yaw_rad)
    t_s, _, c_mm = (rows[: len(swing.t_s)] for rows in seen.rows)
    cells = Readings(t_s - t_s[0], (c_mm - swing.path_mm) @ swing.axes, max(seen.noise_mm, swing.rms_mm))
    rest = there - stretch.motion
    lean_mm = np.column_stack([rest.real, rest.imag]) - swing.centre_mm
    lean = Readings(stretch.t_s - t_s[0], lean_mm @ swing.axes, stretch.noise_mm)
    found = balance_of(swing, cells, lean, modes, height_s2)
    # from (balance, foot) along both axes to centre on the plate and lean of the ship
    turn = _turning(yaw_rad)
    values = np.concatenate([swing.axes @ found.centre_mm, turn @ swing.axes @ (found.centre_mm - found.foot_mm)])
    covariance = np.zeros((5, 5))
    for i in (0, 1):
        out = swing.axes[:, i]
        shape = np.column_stack([[*out, *(turn @ out)], [0.0, 0.0, *(-turn @ out)]])
        covariance[:4, :4] += shape @ found.covariance[i] @ shape.T
    both = np.vstack([np.eye(2), turn])
    covariance[:4, :4] += (_MODEL_MM + _MODEL_PER_MM * swing.amplitude_mm) ** 2 * both @ both.T
    swept = 1j * cmath.rect(1.0, -yaw_rad) * complex(stretch.motion.mean())
    by_yaw = np.array([0.0, 0.0, swept.real, swept.imag, 1.0])
    covariance += min(yaw_spread_rad, _TELLING_RAD) ** 2 * np.outer(by_yaw, by_yaw)
    return Told(np.array([*values, yaw_rad]), covariance)


def _parked(seen: Seen, felt: Rows, modes: Modes, yaw_rad: float, noise_mm: float) -> Told | None:
    """Centre and lean of a ship that has come to rest after its swing: off balance by what rolling resistance can hold."""
    t_s, weight_g, c_mm = seen.rows
    rest = t_s > seen.swing.t_s[-1]
    there = felt[2][(felt[0] > seen.swing.t_s[-1]) & (felt[0] <= t_s[-1])]
    if not rest.any() or t_s[-1] - t_s[rest][0] < _PARKED_S or len(there) < _LEAST_PARKED:
        return None
    if abs(float(weight_g[rest].mean()) - seen.weight_g) > _PARKED_G:
        return None
    near = np.hypot(*(there - np.median(there, axis=0)).T) < _CLIP * noise_mm
    if near.mean() < 1.0 - _WILD_SHARE:
        return None
    arms = _arms(modes, _turning(yaw_rad)) * (_PARKED_ARMS * modes.dead_band_mm * modes.drag_share)
    noise = [_PARKED_MM**2] * 2 + [noise_mm**2 / int(near.sum())] * 2
    values = np.concatenate([c_mm[rest].mean(axis=0), there[near].mean(axis=0)])
    return Told(values, arms @ arms.T + np.diag(noise))
