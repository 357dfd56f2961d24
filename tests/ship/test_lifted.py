"""A ship put back elsewhere: the accounts that stay open, and what the weight's ripple says about where it stands."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.events import ShipShape
from companion.ship.candidate import Bank, Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.hypotheses import expand, settle
from companion.ship.inventory import Belief, Newcomer, Observation, start_belief
from companion.ship.mechanics import Array, Rocker, turned

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)
FOOT_MM, YAW_RAD = np.array([9.0, -6.0]), math.radians(24.0)


def _aboard() -> Belief:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate([(120.0, 10.0), (60.0, 50.0)]):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return belief


def _ring_of_eight() -> Belief:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag in range(8):
        at_mm = (100.0 * math.cos(0.8 * tag), 100.0 * math.sin(0.8 * tag))
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 30.0))
    return belief


def _put_back(*, lean: bool) -> tuple[Bank, Array]:
    shift = ROCKER.shift_mm(turned(8.0 * np.array([180.0, 60.0]), YAW_RAD), 16.0)
    spread = [0.02**2, 0.01**2, 0.01**2, *([0.3**2, 0.3**2] if lean else [])]
    seen = Observation(396.0, FOOT_MM + shift, np.diag(spread), shift if lean else None)
    parent = Candidate(0.0, Happening(), _aboard())
    return settle(expand((parent,), seen, Clues(lifted=True), OUTLOOK, 2), 10), shift


def test_a_lifted_ship_leaves_several_accounts_open() -> None:
    """Foot and yaw are three numbers and the centre of pressure two: turns from 18 degrees back to 18 on all stay possible."""
    bank, _ = _put_back(lean=False)
    yaws_deg = [math.degrees(c.belief.yaw_rad) for c in bank if c.happening.signature == (0, 0, 0)]
    assert min(yaws_deg) < -15.0
    assert max(yaws_deg) > 15.0


def test_a_lean_told_by_the_ripple_settles_foot_and_yaw() -> None:
    """With the lean known as well, the foot is found to a fraction of a millimetre and a wide turn to a few degrees."""
    bank, _ = _put_back(lean=True)
    best = bank[0].belief
    assert bank[0].happening.signature == (0, 0, 0)
    assert best.mean[1:3] == pytest.approx(FOOT_MM, abs=0.5)
    assert math.degrees(best.yaw_rad) == pytest.approx(24.0, abs=4.0)
    assert math.degrees(math.sqrt(best.covariance[3, 3])) < 4.0


def test_who_carries_the_ship_takes_no_alien() -> None:
    """Two of three are missing after a lift and one drop was seen: both fell."""
    belief = _aboard().with_alien(2, Newcomer(8.0, 0.02, (-90.0, 0.0), 0.4))
    shift = ROCKER.shift_mm(8.0 * np.array([-90.0, 0.0]), 8.0)
    seen = Observation(388.0, shift, np.diag([0.02**2, 0.01**2, 0.01**2]))
    clues = Clues(drops=1, slope_mm=(12.0, 3.0), lifted=True)
    assert expand((Candidate(0.0, Happening(), belief),), seen, clues, OUTLOOK, 3)[0].happening.signature == (0, 0, 2)


@pytest.mark.parametrize(("turns", "kept"), [(1, 10), (7, 16)])
def test_only_open_turns_make_room_for_more_accounts(turns: int, kept: int) -> None:
    """Ten accounts are enough where the ship is known to stand; each further turn that a lift left open may add one."""
    yaws_rad = [math.radians(9.0) * (i % turns) for i in range(42)]
    beliefs = [start_belief((0.0, 0.0), yaw).with_alien(tag, Newcomer(8.0, 0.02)) for tag, yaw in enumerate(yaws_rad)]
    bank = tuple(Candidate(-0.01 * i, Happening(), belief) for i, belief in enumerate(beliefs))
    assert len(settle(bank, 10)) == kept


def test_what_a_lift_leaves_open_has_room_in_the_reading() -> None:
    """Sixteen readings of a crash are weighed where the ship is known to stand, more where a lift left its turn open."""
    belief = _ring_of_eight()
    seen = Observation(420.0, np.zeros(2), np.diag([0.02**2, 0.01**2, 0.01**2]))
    clues = Clues(drops=3, slope_mm=(12.0, 3.0))
    known = Candidate(0.0, Happening(), belief)
    elsewhere = Candidate(0.0, Happening(), replace(belief, mean=belief.mean + np.eye(len(belief.mean))[3] * math.radians(9.0)))
    assert len(expand((known,), seen, clues, OUTLOOK, 8)) == 16
    assert len(expand((known, elsewhere), seen, clues, OUTLOOK, 8)) == 17
    assert len(expand((known,), seen, replace(clues, lifted=True), OUTLOOK, 8)) == 22


def test_vague_falls_have_room_in_the_reading() -> None:
    """Where drops do not tell how many fell, any number may have: more readings of a crash are weighed."""
    seen = Observation(420.0, np.zeros(2), np.diag([0.02**2, 0.01**2, 0.01**2]))
    clues = Clues(drops=3, drop_log=-1.0, slope_mm=(12.0, 3.0))
    assert len(expand((Candidate(0.0, Happening(), _ring_of_eight()),), seen, clues, OUTLOOK, 8)) == 24
