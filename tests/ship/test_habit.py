"""How closely a company aims at rings tells the ring of an alien whose place alone leaves it open."""

from __future__ import annotations

import math

from companion.events import ShipShape
from companion.ship.candidate import Bank, Candidate, Happening
from companion.ship.habit import ByPlace, Habit
from companion.ship.inventory import Newcomer, start_belief

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0), (1, 2, 3, 4, 5))
DOUBT_MM = 2.5


def _put_down(radius_mm: float) -> Bank:
    belief = start_belief((0.0, 0.0), 0.0).with_alien(0, Newcomer(8.0, 0.02, (radius_mm, 0.0), DOUBT_MM))
    return (Candidate(0.0, Happening(placed=(0,)), belief),)


def _odds(habit: Habit, radius_mm: float) -> dict[int, float]:
    return habit.rings(_put_down(radius_mm)[0].belief, 0)


def _after(*radii_mm: float) -> Habit:
    habit = Habit(SHAPE, ByPlace())
    for radius_mm in radii_mm:
        habit.learn(_put_down(radius_mm))
    return habit


def test_a_company_that_aims_closely_makes_an_open_ring_sure() -> None:
    """Two and a half millimetres from a line, as doubtful as that: after eight placements in the middles the ring is sure."""
    line_mm = 70.0 + SHAPE.foot_radius_mm
    before, after = _odds(Habit(SHAPE, ByPlace()), line_mm - 2.5), _odds(_after(*[40.0, 60.0, 80.0, 100.0] * 2), line_mm - 2.5)
    assert after[2] + after[3] > 0.99
    assert max(after.values()) > max(before.values())


def test_a_company_that_aims_at_nothing_is_known_by_the_place_alone() -> None:
    """After placements all over the rings a ring is as sure as its place makes it: the normal share on either side."""
    line_mm = 70.0 + SHAPE.foot_radius_mm
    habit = _after(*[31.0 + 3.7 * step for step in range(26)])
    share = 0.5 * (1.0 + math.erf(1.0 / math.sqrt(2.0)))
    assert abs(_odds(habit, line_mm - math.hypot(DOUBT_MM, 0.4))[2] - share) < 0.08


def test_odds_of_rings_sum_to_one() -> None:
    """Whatever was learned."""
    assert abs(sum(_odds(_after(60.0, 61.0), 90.0).values()) - 1.0) < 1e-9
