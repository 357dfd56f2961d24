"""Few samples a second: what the trail's speed gets wrong is taken off by the swing that was fitted."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.ship.calibration import Calibration
from companion.ship.mechanics import Rocker
from companion.ship.swing import Looseness
from companion.ship.trail import Trail
from companion.ship.window import Foot, fit_window

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 1e-4, 0.05)


def _calibration(lag_g_s_mm: tuple[float, float]) -> Calibration:
    return Calibration(
        cells_mm=((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0)),
        gain_g=(0.001,) * 4,
        zero=(0.0,) * 4,
        foot_mm=(0.0, 0.0),
        yaw_rad=0.0,
        alien_g=8.0,
        rocker=ROCKER,
        noise_g=0.02,
        noise_mm=0.004,
        fit_mm=0.006,
        lag_g_s_mm=lag_g_s_mm,
    )


@pytest.mark.parametrize("sps", [10.0, 80.0])
def test_a_lagging_converter_does_not_look_like_a_hand(sps: float) -> None:
    """The weight of a free swing is level, and its mean true, at ten samples a second as at eighty."""
    calibration = _calibration((0.08, 0.1))
    t_s = np.arange(0.0, 2.0, 1.0 / sps)
    zeta, rate = ROCKER.damping, ROCKER.rate_rad_s
    pole = complex(-zeta * rate, rate * math.sqrt(1.0 - zeta**2))
    wave = np.exp(pole * t_s)
    c_mm = np.outer(wave.real, [4.0, 2.0])
    speed = np.outer((pole * wave).real, [4.0, 2.0])
    bend = np.outer((pole**2 * wave).real, [4.0, 2.0])
    ripple_g = ROCKER.ripple_g * np.sum(c_mm * bend + speed**2, axis=1)
    trail = Trail(sps, calibration.lag_g_s_mm)
    trail.append(t_s, 380.0 + ripple_g + speed @ np.array(calibration.lag_g_s_mm), c_mm)
    rows = tuple(part[2:] for part in trail.since(0.0))
    modes = replace(ROCKER, dead_band_mm=1e-4).modes(0.0, np.zeros((2, 2)), np.zeros(2))
    window = fit_window((rows[0], rows[1], rows[2]), modes, calibration, Looseness(), Foot(np.zeros(2), np.zeros((2, 2))))
    assert window.weight_rms_g < 0.06
    assert window.seen.weight_g == pytest.approx(380.0, abs=0.03)
