"""What a hand was felt to do on the ship, and what that says about what happened."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.events import ShipShape
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.hypotheses import expand
from companion.ship.inventory import Belief, Newcomer, Observation, start_belief
from companion.ship.mechanics import Rocker
from companion.ship.pace import pace_of
from companion.ship.swing import Looseness, fit_swing
from companion.ship.touch import HandLoad

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)


def _one_aboard(at_mm: tuple[float, float]) -> Belief:
    return start_belief((0.0, 0.0), 0.0).with_alien(0, Newcomer(8.0, 0.02, at_mm, 0.4))


def _seen(at_mm: tuple[float, float]) -> Observation:
    centre = ROCKER.shift_mm(8.0 * np.array(at_mm), 8.0)
    return Observation(388.0, centre, np.diag([0.02**2, 0.01**2, 0.01**2]))


@pytest.mark.parametrize(
    ("load", "signature"), [(HandLoad(raised=False, dipped=True), (1, 1, 0)), (HandLoad(raised=True, dipped=False), (0, 0, 0))]
)
def test_an_alien_carried_round_is_no_turned_ship(load: HandLoad, signature: tuple[int, int, int]) -> None:
    """The same lean in another direction: an alien was carried where its weight was gone for a while, else the ship turned."""
    parent = Candidate(0.0, Happening(), _one_aboard((100.0, 0.0)))
    bank = expand((parent,), _seen((0.0, 100.0)), Clues(load=load), OUTLOOK, 1)
    assert bank[0].happening.signature == signature


def test_a_crash_may_have_been_faster_than_its_drops_were_told_apart() -> None:
    """Four of five are gone on a steep ship and three drops were seen: four fell, no hand took two."""
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate([(100.0, 0.0), (60.0, 20.0), (80.0, -40.0), (-20.0, 90.0), (-60.0, -50.0)]):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    clues = Clues(drops=3, drop_log=-8.0, slope_mm=(12.0, 1.0), load=HandLoad(raised=False, dipped=False))
    bank = expand((Candidate(0.0, Happening(), belief),), _seen((-60.0, -50.0)), clues, OUTLOOK, 5)
    assert bank[0].happening.signature == (0, 0, 4)
    assert bank[0].belief.tags == (4,)


def test_a_place_felt_on_the_plate_does_not_tell_the_yaw() -> None:
    """An alien put down on a ship turned by nobody knows how much leaves the yaw as doubtful as it was."""
    doubt = np.diag([0.0, 10.0**2, 10.0**2, math.radians(15.0) ** 2])
    belief = start_belief((0.0, 0.0), 0.0).spread(doubt)
    felt = Newcomer(8.0, 0.5, (0.0, 120.0), 8.0, yaw_share=1.0)
    after = belief.with_alien(0, felt).updated(ROCKER, _seen((0.0, 120.0)))
    blind = belief.with_alien(0, replace(felt, yaw_share=0.0)).updated(ROCKER, _seen((0.0, 120.0)))
    assert math.degrees(math.sqrt(after.covariance[3, 3])) > 12.0
    assert after.where(0).spread_mm[1] > 2.0 * blind.where(0).spread_mm[1]


def test_a_swing_that_is_not_the_ships_own_pulls() -> None:
    """A stretch with the ship's own rate pulls at nothing; one five percent slower pulls far beyond what is known."""
    t_s = np.arange(0.0, 1.0, 0.0125)
    modes = replace(ROCKER.modes(0.0, np.zeros((2, 2)), np.zeros(2)), dead_band_mm=1e-6)

    def pull(rate_rad_s: float) -> float:
        damped = rate_rad_s * math.sqrt(1.0 - 0.05**2)
        wave = np.exp(-0.05 * rate_rad_s * t_s) * np.cos(damped * t_s)
        return fit_swing(t_s, np.column_stack([3.0 * wave, 2.0 * wave]), modes, 0.006, Looseness()).pull

    assert pull(5.7) < 0.5
    assert pull(0.95 * 5.7) > 5.0


def test_slow_and_unweighed_ships_take_their_time() -> None:
    """Ten samples a second read longer before they ask, and what is not weighed is trusted less."""
    assert pace_of(10.0, weighs=True).last_s > pace_of(80.0, weighs=True).last_s
    assert pace_of(80.0, weighs=False).ask_below < pace_of(80.0, weighs=True).ask_below
