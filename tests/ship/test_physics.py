"""Mechanics, swing fit and inventory: the mathematics, without decisions."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.ship.inventory import Newcomer, Observation, score, start_belief
from companion.ship.mechanics import Rocker, turned
from companion.ship.swing import Looseness, fit_swing

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.03, 0.05)
STILL = np.zeros(2)


@pytest.mark.parametrize("moment", [(0.0, 0.0), (300.0, -200.0), (-2500.0, 1200.0)])
def test_moment_and_shift_are_inverse(moment: tuple[float, float]) -> None:
    """The moment found from a shift is the one that caused it."""
    pull = np.array(moment)
    assert ROCKER.moment_g_mm(ROCKER.shift_mm(pull, 40.0), 40.0) == pytest.approx(pull, abs=1e-6)


def test_the_rim_holds_the_ship() -> None:
    """A ship with a rim never leans beyond it, whatever the moment."""
    held = replace(ROCKER, rim_mm=15.0)
    assert float(np.hypot(*held.shift_mm(np.array([5000.0, 5000.0]), 80.0))) == pytest.approx(15.0)


def test_aliens_slow_the_swing() -> None:
    """Inertia grows and stiffness falls with aliens aboard."""
    bare = ROCKER.modes(0.0, np.zeros((2, 2)), STILL)
    laden = ROCKER.modes(80.0, np.diag([6e5, 6e5]), STILL)
    assert bare.rates_rad_s == pytest.approx((5.7, 5.7))
    assert max(laden.rates_rad_s) < 5.4


@pytest.mark.parametrize("length_s", [0.5, 1.0, 2.0])
def test_half_a_swing_gives_the_centre(length_s: float) -> None:
    """The centre of a damped swing is found to a few hundredths of a millimetre from half a period on."""
    t = np.arange(0.0, length_s, 0.0125)
    modes = ROCKER.modes(0.0, np.zeros((2, 2)), STILL)
    decay = np.exp(-0.05 * 5.7 * t)
    wave = decay * np.cos(5.7 * math.sqrt(1 - 0.05**2) * t + 0.4)
    noise = np.random.default_rng(3).normal(0.0, 0.006, (len(t), 2))
    path = np.column_stack([2.0 + 5.0 * wave, -1.0 + 2.0 * wave]) + noise
    still = replace(modes, dead_band_mm=1e-6)
    swing = fit_swing(t, path, still, 0.006, Looseness())
    assert swing.centre_mm == pytest.approx([2.0, -1.0], abs=4 * float(np.sqrt(np.trace(swing.covariance))) + 0.005)
    assert swing.rms_mm < 0.01


def _seen(rocker: Rocker, load_g: float, moment: tuple[float, float]) -> Observation:
    centre = np.array([1.0, -0.7]) + rocker.shift_mm(np.array(moment), load_g)
    return Observation(rocker.ship_g + load_g, centre, np.diag([0.02**2, 0.01**2, 0.01**2]))


def test_a_placed_alien_is_found_from_the_change_of_moment() -> None:
    """One measurement after a placement gives mass and place."""
    belief = start_belief((1.0, -0.7), 0.0).with_alien(7, Newcomer(8.0, 0.5))
    there = belief.updated(ROCKER, _seen(ROCKER, 8.2, (8.2 * 100.0, 8.2 * -40.0))).where(7)
    assert there.mass_g == pytest.approx(8.2, abs=0.1)
    assert there.xy_mm == pytest.approx((100.0, -40.0), abs=1.5)


def test_the_alien_that_left_scores_best() -> None:
    """Among three aliens the one whose moment is missing explains the measurement best."""
    belief = start_belief((1.0, -0.7), 0.0)
    spots = [(100.0, 20.0), (-60.0, 50.0), (10.0, -90.0)]
    for tag, spot in enumerate(spots):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.1, spot, 1.0))
    left = [spots[0], spots[2]]
    moment = (8.0 * sum(x for x, _ in left), 8.0 * sum(y for _, y in left))
    likelihood = score(belief, ROCKER, _seen(ROCKER, 16.0, moment), 1.0 - np.eye(3)).log_likelihood
    assert int(np.argmax(likelihood)) == 1


def test_turning_a_vector_keeps_its_length() -> None:
    """A quarter turn counter-clockwise takes x to y."""
    assert turned(np.array([2.0, 0.0]), math.pi / 2) == pytest.approx([0.0, 2.0])
