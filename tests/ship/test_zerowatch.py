"""The accelerometer's zero followed: what cells and accelerometer differ by on a ship that stands where it stood."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.ship.inventory import Belief, Newcomer, Observation, start_belief
from companion.ship.mechanics import turned
from companion.ship.zerowatch import ZeroWatch

FOOT_MM, YAW_RAD = np.array([1.0, -0.5]), 0.2
SPREAD = np.diag([0.02**2, 0.015**2, 0.015**2, 0.03**2, 0.03**2])
EPISODE_S = 8.0


def _aboard() -> Belief:
    return start_belief((1.0, -0.5), YAW_RAD).with_alien(0, Newcomer(8.0, 0.02, (120.0, 10.0), 0.4))


def _seen(watch: ZeroWatch, zero_mm: tuple[float, float], rng: np.random.Generator) -> Observation:
    """A lean of five millimetres as a sensor reads it whose zero is off, what is followed taken off as the readings are."""
    shift = rng.uniform(-5.0, 5.0, 2)
    centre = FOOT_MM + shift + rng.normal(0.0, 0.015, 2)
    deck = turned(shift, -YAW_RAD) + zero_mm - watch.off_mm + rng.normal(0.0, 0.03, 2)
    covariance = SPREAD.copy()
    covariance[3:, 3:] += watch.doubt_mm2
    return Observation(388.0, centre, covariance, deck_mm=deck)


def test_a_zero_that_warms_up_is_followed() -> None:
    """A fifth of a millimetre over an hour's worth of episodes: ten times its doubt, and never off by more than 0.05 mm."""
    watch, rng, belief = ZeroWatch(), np.random.default_rng(5), _aboard()
    for number in range(200):
        zero_mm = (0.001 * number, -0.0005 * number)
        watch.follow(_seen(watch, zero_mm, rng), belief, belief, EPISODE_S * number)
        assert watch.off_mm == pytest.approx(zero_mm, abs=0.05)
    assert math.sqrt(watch.doubt_mm2[0, 0]) < 0.02


def test_a_zero_that_stays_is_known_better_and_better() -> None:
    """What the marked minutes left open of it is known after a dozen episodes."""
    watch, rng, belief = ZeroWatch(), np.random.default_rng(5), _aboard()
    for number in range(12):
        watch.follow(_seen(watch, (0.02, -0.02), rng), belief, belief, EPISODE_S * number)
    assert watch.off_mm == pytest.approx((0.02, -0.02), abs=0.02)
    assert math.sqrt(watch.doubt_mm2[0, 0]) < 0.016


def test_a_knocked_sensor_counts_once_a_second_stretch_agrees() -> None:
    """One lean that is far off may be anything; two that are off alike are the sensor's."""
    watch, rng, belief = ZeroWatch(), np.random.default_rng(6), _aboard()
    watch.follow(_seen(watch, (0.4, 0.3), rng), belief, belief, 10.0)
    assert watch.off_mm == pytest.approx((0.0, 0.0))
    watch.follow(_seen(watch, (0.4, 0.3), rng), belief, belief, 20.0)
    assert watch.off_mm == pytest.approx((0.4, 0.3), abs=0.1)
    assert math.sqrt(watch.doubt_mm2[0, 0]) < 0.05


def test_a_lean_that_contradicts_the_cells_counts_for_nothing_yet() -> None:
    """Before it is followed a knocked sensor must not tell of aliens: its lean is taken for anything, the cells as they are."""
    watch, belief = ZeroWatch(), _aboard()
    foot_mm2 = belief.covariance[1:3, 1:3]
    seen = _seen(watch, (0.4, 0.3), np.random.default_rng(6))
    believed = watch.believed(seen, belief, foot_mm2)
    assert believed.covariance[3, 3] > 0.9
    assert believed.covariance[:3, :3] == pytest.approx(seen.covariance[:3, :3])
    fair = _seen(watch, (0.0, 0.0), np.random.default_rng(6))
    assert watch.believed(fair, belief, foot_mm2) is fair
    watch.follow(believed, belief, belief, 10.0)
    watch.follow(watch.believed(_seen(watch, (0.4, 0.3), np.random.default_rng(7)), belief, foot_mm2), belief, belief, 20.0)
    assert watch.off_mm == pytest.approx((0.4, 0.3), abs=0.1)


def test_where_the_foot_is_not_known_nothing_is_contradicted() -> None:
    """A ship put back elsewhere stands where its lean says."""
    watch, belief = ZeroWatch(), _aboard()
    seen = _seen(watch, (4.0, 3.0), np.random.default_rng(6))
    assert watch.believed(seen, belief, 100.0 * np.eye(2)) is seen


def test_a_ship_that_shows_its_turn_is_not_contradicted() -> None:
    """A turned ship stands elsewhere: its lean is what tells where."""
    watch, belief = ZeroWatch(), _aboard()
    seen = _seen(watch, (0.4, 0.3), np.random.default_rng(6))
    covariance = np.zeros((6, 6))
    covariance[:5, :5], covariance[5, 5] = seen.covariance, 0.01**2
    shown = replace(seen, covariance=covariance, yaw_rad=YAW_RAD + 0.1)
    assert watch.believed(shown, belief, belief.covariance[1:3, 1:3]) is shown


@pytest.mark.parametrize("moved", [(0.0, 0.5, 0.0, 0.0), (0.0, 0.0, 0.0, 0.08)])
def test_a_ship_that_was_pushed_or_turned_says_nothing_of_the_zero(moved: tuple[float, ...]) -> None:
    """Its foot is elsewhere, so that cells and accelerometer may differ."""
    watch, rng, belief = ZeroWatch(), np.random.default_rng(6), _aboard()
    since = replace(belief, mean=belief.mean + np.pad(moved, (0, 3)))
    for at_s in (10.0, 20.0):
        watch.follow(_seen(watch, (0.4, 0.3), rng), belief, since, at_s)
    assert watch.off_mm == pytest.approx((0.0, 0.0))
