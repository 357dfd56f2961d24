"""At ten samples a second no fall is sharp: what came or went first tells the hand, and what is missing then fell."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from companion.ship.calibration import Calibration
from companion.ship.clues import Clues
from companion.ship.coarse import coarse_load
from companion.ship.episode import Episode
from companion.ship.inventory import start_belief
from companion.ship.mechanics import Rocker, Rows
from companion.ship.stories import Story, stories
from companion.ship.touch import HandLoad

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.03, 0.05)
CELLS = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))
CALIBRATION = Calibration((0.001,) * 4, (0.0,) * 4, CELLS, ROCKER, (0.0, 0.0), 0.0, 8.0, (0.0, 0.0), 0.03, 0.01, 0.02)
BELIEF = start_belief((0.0, 0.0), 0.0)
PLACED_AND_ONE_FELL = (0.0, 0.2, 0.7, 1.2, 1.3, 0.6, 0.5, 1.0, 0.8, 0.3, 0.0, 0.0, 0.0)
TAKEN_AND_TWO_FELL = (0.0, 0.2, 0.1, -0.4, -0.9, -1.0, -1.1, -0.9, -1.6, -2.7, -3.0, -3.0, -3.0)
PRESSED = (0.0, 0.2, 0.4, 0.5, 0.3, 0.0, 0.0, 0.0)


def _rows(aliens: Sequence[float], from_s: float, reach_mm: float = 6.0) -> Rows:
    t_s = from_s + 0.1 * np.arange(len(aliens))
    return t_s, 420.0 + 8.0 * np.array(aliens), np.tile([reach_mm, 0.0], (len(aliens), 1))


def _load(aliens: Sequence[float], reach_mm: float = 6.0) -> HandLoad | None:
    return coarse_load(_rows((0.0,) * 4, 9.6, reach_mm), _rows(aliens, 10.0, reach_mm), BELIEF, CALIBRATION)


@pytest.mark.parametrize(
    ("aliens", "load"),
    [
        (PLACED_AND_ONE_FELL, HandLoad(raised=True, dipped=False, since_s=10.2, left_s=10.8)),
        (TAKEN_AND_TWO_FELL, HandLoad(raised=False, dipped=True, since_s=10.4, left_s=10.8)),
        (PRESSED, HandLoad(raised=False, dipped=False)),
    ],
)
def test_what_came_or_went_first_was_a_hand_s(aliens: tuple[float, ...], load: HandLoad) -> None:
    """A load that rises was brought, one that sinks first was taken, and a press is neither; the last fall has its time."""
    felt = _load(aliens)
    assert felt is not None
    assert (felt.raised, felt.dipped) == (load.raised, load.dipped)
    assert felt.since_s == (None if load.since_s is None else pytest.approx(load.since_s))
    assert felt.left_s == (None if load.left_s is None else pytest.approx(load.left_s, abs=0.11))


def test_a_ship_that_lay_on_its_rim_tells_nothing() -> None:
    """The deck carries what comes and goes there."""
    assert _load(TAKEN_AND_TWO_FELL, reach_mm=0.21 * ROCKER.radius_mm) is None


@pytest.mark.parametrize(
    ("carried", "raised"), [((0.1, 0.5, 0.4, 0.5, 0.7, 0.3), True), ((0.1, 0.1, 0.0, 0.0, 0.0, 0.0), None)]
)
def test_a_ship_that_tipped_to_its_rim_shows_part_of_what_came(carried: tuple[float, ...], raised: bool | None) -> None:  # noqa: FBT001 - a case
    """Half an alien more on the rim was one that was brought; a loss there with nothing before it may be anything."""
    aliens = (*carried, -0.4, -0.9, -1.1, -1.0, -1.0)
    t_s, weight_g, centre_mm = _rows(aliens, 10.0)
    centre_mm[1:] = [0.21 * ROCKER.radius_mm, 0.0]
    felt = coarse_load(_rows((0.0,) * 4, 9.6), (t_s, weight_g, centre_mm), BELIEF, CALIBRATION)
    assert (felt and felt.raised) == raised


def _likeliest(gained: float, load: HandLoad | None) -> Story:
    return max(stories(gained, 6, Clues(drop_log=-1.0, slope_mm=(13.0, 0.0), load=load)), key=lambda story: story.log_prior)


def test_what_is_missing_of_a_placement_fell() -> None:
    """The later weight counts: one brought and none more is one fall, one brought and one fewer is two."""
    brought = HandLoad(raised=True, dipped=False, since_s=10.2)
    assert _likeliest(0.0, brought) == Story(1, 0, 1, own_fall=False, log_prior=-1.0)
    assert _likeliest(-1.0, brought) == Story(1, 0, 2, own_fall=False, log_prior=-2.0)
    assert _likeliest(-1.0, HandLoad(raised=False, dipped=True, since_s=10.2)) == Story(0, 1, 0, own_fall=False, log_prior=0.0)
    assert _likeliest(-3.0, HandLoad(raised=False, dipped=True, since_s=10.2)) == Story(0, 1, 2, own_fall=False, log_prior=-2.0)


def test_the_alien_just_set_down_is_likelier_to_have_fallen_than_a_finger_to_weigh_as_much() -> None:
    """A full alien's weight for a while was an alien: of all stories without a newcomer that stayed, it fell itself."""
    told = list(
        stories(-1.0, 6, Clues(drop_log=-1.0, slope_mm=(13.0, 0.0), load=HandLoad(raised=True, dipped=False, since_s=1.0)))
    )
    gone = max(s.log_prior for s in told if s.own_fall and s.fallen == 1)
    pressed = max(s.log_prior for s in told if not (s.own_fall or s.placed))
    assert gone > pressed + math.log(5.0)


def test_hand_and_fall_have_their_own_times() -> None:
    """On a ship that got steep the hand let go a third of a second after its alien was felt; the last fall ended the crash."""
    load = HandLoad(raised=True, dipped=False, since_s=10.2, left_s=12.8)
    crash = Episode(10.0, 0, clues=Clues(slope_mm=(13.0, 0.0), load=load))
    assert crash.times_s(14.5) == pytest.approx((10.55, 12.8))
    assert Episode(10.0, 0, clues=Clues(load=load)).times_s(11.0) == pytest.approx((11.0, 11.0))
