"""A marked stretch of free swinging, fitted with nothing known beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ship.mechanics import Array, Modes
from companion.ship.stillness import moving_rows
from companion.ship.swing import Looseness, Swing, fit_swing

__all__ = ["Ringdown", "refit", "ring_down"]

_LOOSE = Looseness(rate=0.05, damping=0.05, dead_band=3.0)
_SHARED = Looseness(rate=0.05, damping=0.0005, dead_band=0.02)
_GRID = np.linspace(1.5, 14.0, 80)
_WORST_MM = 1.0
_PARKED_MM = 0.5
_NOISE_MM = 0.015


@dataclass(frozen=True, slots=True)
class Ringdown:
    """The fit, the weight beside it, and how far the ship swung."""

    swing: Swing
    weight_g: Array
    c_mm: Array

    @property
    def mean_g(self) -> float:
        """Mean weight over the stretch (the ripple averages out over whole swings)."""
        return float(self.weight_g.mean())


def ring_down(t_s: Array, weight_g: Array, c_mm: Array) -> Ringdown | None:
    """Fit the whole stretch, or its later part where a hand still disturbs its beginning; None when nothing fits."""
    moving = moving_rows(t_s, c_mm, _NOISE_MM)
    t_s, weight_g, c_mm = t_s[:moving], weight_g[:moving], c_mm[:moving]
    best: Ringdown | None = None
    for skip in (0.0, 0.25, 0.5):
        keep = t_s >= t_s[0] + skip * (t_s[-1] - t_s[0])
        if keep.sum() < 10:
            break
        swing = _fit(t_s[keep], c_mm[keep])
        if best is None or swing.rms_mm < 0.5 * best.swing.rms_mm:
            best = Ringdown(swing, weight_g[keep], c_mm[keep])
    if best is None or best.swing.rms_mm > _WORST_MM:
        return None
    return best


def refit(ring: Ringdown, damping: float, dead_band_mm: float) -> Ringdown:
    """The same stretch with damping and dead band as all stretches together say, so that its rate is better known."""
    swing = ring.swing
    if swing.amplitude_mm < _PARKED_MM:
        return ring
    modes = Modes(swing.rates_rad_s, swing.axes, damping, dead_band_mm)
    again = fit_swing(swing.t_s, ring.c_mm, modes, max(swing.rms_mm, 0.003), _SHARED, rounds=6)
    return Ringdown(again, ring.weight_g, ring.c_mm)


def _fit(t_s: Array, c_mm: Array) -> Swing:
    spread = c_mm - c_mm.mean(axis=0)
    _, axes = np.linalg.eigh(spread.T @ spread)
    rate = _coarse_rate(t_s, c_mm)
    modes = Modes((rate, rate), axes, 0.04, 0.05)
    noise = 0.02
    swing = fit_swing(t_s, c_mm, modes, noise, _LOOSE, rounds=8)
    again = Modes(swing.rates_rad_s, axes, swing.damping, max(swing.dead_band_mm, 0.01))
    return fit_swing(t_s, c_mm, again, max(swing.rms_mm, 0.003), _LOOSE, rounds=6)


def _coarse_rate(t_s: Array, c_mm: Array) -> float:
    """The rate on a grid whose undamped [1, cos, sin] leaves the least."""
    tau = t_s - t_s[0]
    left = [_left(tau, c_mm, rate) for rate in _GRID]
    best = int(np.argmin(left))
    fine = np.linspace(_GRID[max(best - 1, 0)], _GRID[min(best + 1, len(_GRID) - 1)], 15)
    return float(fine[int(np.argmin([_left(tau, c_mm, rate) for rate in fine]))])


def _left(tau: Array, c_mm: Array, rate: float) -> float:
    decay = np.exp(-0.04 * rate * tau)
    matrix = np.column_stack([np.ones_like(tau), decay * np.cos(rate * tau), decay * np.sin(rate * tau)])
    normal = matrix.T @ matrix + 1e-6 * np.eye(3)
    coefs = np.linalg.solve(normal, matrix.T @ c_mm)
    return float(np.sum((c_mm - matrix @ coefs) ** 2))
