"""Converters that do not say when they read: how late each is, from the swings of the calibration."""

from __future__ import annotations

import numpy as np
import pytest

from companion.ship.mechanics import Rocker
from companion.ship.phases import lag_of, learned_lags
from companion.ship.rockerfit import RockerFit
from companion.ship.shares import spring_shares

THREE_MM = np.array([[0.0, 85.0], [-73.6, -42.5], [73.6, -42.5]])
FOUR_MM = np.array([[60.0, 60.0], [-60.0, 60.0], [-60.0, -60.0], [60.0, -60.0]])
SHIP_G = 380.0
RATE = 5.0


def _fit(lag_g_s_mm: tuple[float, float]) -> RockerFit:
    return RockerFit(Rocker(SHIP_G, 190.0, 64.0, RATE, 0.05, 0.01), (0.0, 0.0), 0.0, 8.0, lag_g_s_mm, 0.004, 0.006)


def _ring_downs(cells_mm: np.ndarray, late_s: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """What the cells read of two swings in two directions, each late by its own, and the speed of the swing."""
    shares, out = spring_shares(cells_mm), []
    for direction in ((4.0, 1.0), (-1.0, 3.0)):
        t_s = np.arange(0.0, 4.0, 0.0125)
        grams = np.empty((len(t_s), len(cells_mm)))
        for cell, late in enumerate(late_s):
            c_mm = np.outer(np.exp(-0.2 * (t_s - late)) * np.cos(RATE * (t_s - late)), direction)
            grams[:, cell] = SHIP_G * (shares[cell, 0] + c_mm @ shares[cell, 1:])
        path = np.outer(np.exp(-0.2 * t_s) * np.cos(RATE * t_s), direction)
        out.append((grams, np.gradient(path, t_s, axis=0)))
    return out


def _learned(cells_mm: np.ndarray, late_s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The lags learned, and what a sum of the readings really has of the speed."""
    readings, shares = _ring_downs(cells_mm, late_s), spring_shares(cells_mm)
    grams, speed = (np.concatenate([pair[i] for pair in readings]) for i in (0, 1))
    columns = np.column_stack([np.ones(len(speed)), speed])
    lag = np.linalg.lstsq(columns, grams.sum(axis=1), rcond=None)[0][1:]
    return np.array(learned_lags(readings, _fit((float(lag[0]), float(lag[1]))), cells_mm, shares)), lag


def test_the_phases_of_three_converters_are_learned() -> None:
    """To a tenth of a millisecond, but for a common one."""
    late_s = np.array([0.002, 0.011, 0.006])
    assert _learned(THREE_MM, late_s)[0] == pytest.approx(late_s - late_s.mean(), abs=1e-4)


@pytest.mark.parametrize("missing", range(4))
def test_the_lag_of_those_that_are_left_follows(missing: int) -> None:
    """Of four at a square's corners one pattern of phases is not seen; whichever cell dies, it does not matter."""
    late_s = np.array([0.002, 0.011, 0.006, 0.0])
    lags_s, _ = _learned(FOUR_MM, late_s)
    shares = spring_shares(FOUR_MM)
    keep = np.arange(4) != missing
    weights = np.zeros(4)
    weights[keep] = np.linalg.pinv(shares[keep])[0]
    assert lag_of(lags_s, shares, weights, SHIP_G) == pytest.approx(lag_of(late_s, shares, weights, SHIP_G), abs=1e-3)
