"""What a crash, a rim on the deck and a resting finger leave to be read: falls counted, nothing called from nothing."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.events import ShipShape
from companion.ship.calibration import Calibration
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.drops import Drop, sharp_drops, slips
from companion.ship.episode import Episode
from companion.ship.hypotheses import expand
from companion.ship.inventory import Newcomer, Observation, start_belief
from companion.ship.leans import RimWatch
from companion.ship.mechanics import Array, Rocker
from companion.ship.rimrest import first_knock_s, rim_reach_mm
from companion.ship.touch import HandLoad, TouchPoint

ROCKER = Rocker(380.0, 190.0, 60.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)
SPS = 80.0
Rows = tuple[Array, Array, Array]


def _aboard(*places_mm: tuple[float, float]) -> Candidate:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate(places_mm):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return Candidate(0.0, Happening(), belief)


def _seen(weight_g: float, moment: tuple[float, float]) -> Observation:
    centre = ROCKER.shift_mm(np.array(moment), weight_g - ROCKER.ship_g)
    return Observation(weight_g, centre, np.diag([0.02**2, 0.02**2, 0.02**2]))


def _signature(parent: Candidate, seen: Observation, clues: Clues) -> tuple[int, int, int]:
    return expand((parent,), seen, clues, OUTLOOK, 9)[0].happening.signature


def _calibration() -> Calibration:
    cells = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))
    return Calibration((0.001,) * 4, (0.0,) * 4, cells, ROCKER, (0.0, 0.0), 0.0, 8.0, (0.0, 0.0), 0.03, 0.01, 0.02)


def _fall(at: int, *, knock: bool, rows: int = 80) -> tuple[Array, Array]:
    weight = np.full(rows, 420.0)
    weight[at:] -= 8.0
    if knock:
        weight[at - 4 : at] -= (3.0, 15.0, 30.0, 12.0)
    return np.arange(rows) / SPS, weight


def _on_rim(reach_mm: float, *, knock: bool) -> Rows:
    """Half a second of a ship that falls to its rim and lies there while its weight comes to rest."""
    t_s = np.arange(60) / SPS
    reach = np.minimum(np.linspace(8.0, reach_mm + 12.0, 60), reach_mm)
    weight = np.where(reach < reach_mm, 410.0, 407.0 + 5.0 * np.exp(-np.arange(60) / 20.0))
    if knock:
        first = int(np.flatnonzero(reach >= reach_mm)[0])
        weight[first : first + 3] -= 20.0
    return t_s, weight, np.column_stack([reach, np.zeros(60)])


def test_a_finger_that_rests_on_the_ship_is_no_exchange_of_aliens() -> None:
    """Three grams too many at the rim are no alien placed and another taken: nothing is read while the finger stays."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0))
    pressing = _seen(407.0, (480.0 + 360.0, -240.0))
    assert expand((parent,), pressing, Clues(load=HandLoad(raised=False, dipped=False)), OUTLOOK, 9) == ()


def test_a_finger_is_not_waited_for_for_ever() -> None:
    """Once it was waited for in vain, something is read after all."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0))
    assert expand((parent,), _seen(407.0, (840.0, -240.0)), Clues(waited=True), OUTLOOK, 9)


def test_a_lighter_ship_has_no_finger_on_it() -> None:
    """An alien taken from where it was not believed to stand is still taken."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0))
    taken = _seen(396.0, (960.0 - 480.0, 160.0))
    assert _signature(parent, taken, Clues(load=HandLoad(raised=False, dipped=True))) == (0, 1, 0)


@pytest.mark.parametrize("knock", [False, True])
def test_a_fall_is_counted_through_the_knock_of_the_rim(knock: bool) -> None:  # noqa: FBT001 - both ways must agree
    """What falls while the rim knocks on the deck is one alien less after it than before."""
    t_s, weight = _fall(40, knock=knock)
    assert [d.count for d in sharp_drops(t_s, weight, 8.0, SPS)] == [1]


def test_a_knock_alone_is_no_fall() -> None:
    """A dip that comes back took nobody along."""
    t_s, weight = _fall(70, knock=True)
    weight[66:] = 420.0
    weight[36:40] -= 25.0
    assert sharp_drops(t_s, weight, 8.0, SPS) == ()


def test_a_hand_that_takes_through_a_knock_is_no_fall() -> None:
    """An alien lifted in a third of a second, with a knock in the middle, leaves no sharp drop."""
    weight = 420.0 - 8.0 * np.clip((np.arange(80) - 30.0) / 27.0, 0.0, 1.0)
    weight[40:43] -= 12.0
    assert sharp_drops(np.arange(80) / SPS, weight, 8.0, SPS) == ()


def test_a_hand_that_presses_before_it_takes_through_a_knock_is_no_fall() -> None:
    """A finger that presses tips the ship: it lets go of its press and of the alien in one, with the knock in the middle."""
    weight = 423.6 - 11.6 * np.clip((np.arange(80) - 32.0) / 24.0, 0.0, 1.0)
    weight[38:42] -= 16.0
    assert sharp_drops(np.arange(80) / SPS, weight, 8.0, SPS) == ()


def test_what_falls_while_a_hand_takes_its_press_off_is_counted_once() -> None:
    """The press leaves as gradually before the drop as after it: what is left of the step is one alien."""
    weight = 424.0 - 4.0 * np.clip((np.arange(80) - 20.0) / 40.0, 0.0, 1.0) - 8.0 * (np.arange(80) >= 40)
    assert [d.count for d in sharp_drops(np.arange(80) / SPS, weight, 8.0, SPS)] == [1]


def test_a_sharp_loss_on_the_rim_is_no_hand() -> None:
    """The deck bore half of what fell off a ship on its rim; a hand takes the same in a third of a second."""
    rows, on_rim = np.arange(80), np.arange(80) < 41
    fell = 420.0 - 4.0 * (rows >= 40)
    taken = 420.0 - 4.0 * np.clip((rows - 30.0) / 27.0, 0.0, 1.0)
    assert len(slips(rows / SPS, fell, on_rim, 8.0, SPS)) == 1
    assert slips(rows / SPS, taken, on_rim, 8.0, SPS) == ()
    swift = 420.0 - 8.0 * np.clip((rows - 35.0) / 11.0, 0.0, 1.0)
    assert slips(rows / SPS, swift, np.full(80, fill_value=True), 8.0, SPS) == ()
    assert slips(rows / SPS, fell, ~on_rim, 8.0, SPS) == ()


def test_the_rim_is_where_the_ship_knocked_and_was_held() -> None:
    """Held at one reach while the weight changes, after a knock: that reach is the rim."""
    rows = _on_rim(13.0, knock=True)
    assert rim_reach_mm(rows, np.zeros(2), _calibration()) == pytest.approx(13.0, abs=0.02)
    knock_s = first_knock_s(rows, np.zeros(2), _calibration())
    assert knock_s is not None
    assert float(rows[2][np.searchsorted(rows[0], knock_s) + 2, 0]) == pytest.approx(13.0, abs=0.4)


def test_a_finger_at_the_turning_point_is_no_rim() -> None:
    """No knock, no rim: a push holds the ship at one reach for a while as well."""
    assert rim_reach_mm(_on_rim(13.0, knock=False), np.zeros(2), _calibration()) is None


def test_a_ship_that_leans_farther_than_its_rim_had_another() -> None:
    """A rim learned wrongly goes as soon as the ship is seen beyond it; on another side it may be a little farther out."""
    known = replace(_calibration(), rocker=replace(ROCKER, rim_mm=12.0))
    beyond, aside = _on_rim(13.0, knock=False), _on_rim(12.2, knock=False)
    assert RimWatch().find(beyond, beyond, np.zeros(2), known) == math.inf
    assert RimWatch().find(aside, aside, np.zeros(2), known) == pytest.approx(12.2, abs=0.02)


def test_one_drop_and_survivors_far_off_their_places_is_one_fall() -> None:
    """A crash that moved its survivors by three centimetres is no placement with one more fall."""
    parent = _aboard((100.0, 0.0), (60.0, 40.0), (80.0, -40.0), (-20.0, 30.0))
    slid = _seen(404.0, (8.0 * (90.0 + 110.0 - 5.0), 8.0 * (40.0 - 40.0 + 30.0)))
    clues = Clues(drops=1, drop_log=-8.0, slope_mm=(14.0, 0.0), load=HandLoad(raised=False, dipped=False))
    assert _signature(parent, slid, clues) == (0, 0, 1)


def test_a_fall_from_the_rim_stays_possible_without_a_drop() -> None:
    """On its rim the deck takes up what falls: a hand is likelier, but the fall is kept; clear of the rim it is hardly."""
    parent = _aboard((120.0, 0.0), (60.0, 40.0), (-20.0, 30.0))
    after = _seen(396.0, (8.0 * 40.0, 8.0 * 70.0))
    odds = {}
    for hidden in (False, True):
        clues = Clues(drop_log=-8.0, slope_mm=(14.0, 0.0), hidden=hidden)
        bank = expand((parent,), after, clues, OUTLOOK, 9)
        odds[hidden] = sum(math.exp(c.log_weight) for c in bank if c.happening.signature == (0, 0, 1))
    assert odds[False] < 0.08 < odds[True] < 0.2


def test_an_alien_felt_to_come_was_placed() -> None:
    """A hand that put an alien's weight on a ship that then loses two placed one: three fell with drops for two."""
    parent = _aboard((100.0, 0.0), (90.0, 40.0), (80.0, -40.0), (-20.0, 30.0))
    after = _seen(396.0, (8.0 * (-20.0 + 10.0), 8.0 * (30.0 + 60.0)))
    clues = Clues(drops=2, drop_log=-8.0, slope_mm=(14.0, 0.0), load=HandLoad(raised=True, dipped=False))
    assert _signature(parent, after, clues) == (1, 0, 3)


def test_the_hand_left_before_the_first_fall() -> None:
    """In a crash the alien was let go of before the rim knocked and the first fell; the last fall is the crash's time."""
    crash = Episode(10.0, 0, drops=(Drop(11.4, 1), Drop(12.2, 2)), knock_s=11.2)
    assert crash.times_s(12.6) == pytest.approx((11.05, 12.2))
    assert Episode(10.0, 0, drops=(Drop(11.4, 1), Drop(12.2, 2))).times_s(12.6) == pytest.approx((11.4, 12.2))


@pytest.mark.parametrize(("felt_mm", "taken"), [((55.0, 0.0), 1), ((85.0, 0.0), 0)])
def test_a_hand_may_take_an_alien_whose_place_is_in_doubt(felt_mm: tuple[float, float], taken: int) -> None:
    """A place that may be anywhere about is where the hand was felt, unless one that is known stands nearer to it."""
    belief = _aboard((100.0, 0.0)).belief.with_alien(1, Newcomer(8.0, 0.02, (50.0, 0.0), 30.0))
    clues = Clues(touch=TouchPoint(felt_mm, 3.0, 2.0, -8.0), load=HandLoad(raised=False, dipped=True))
    wide = Observation(388.0, np.zeros(2), np.diag([0.02**2, 50.0**2, 50.0**2]))
    bank = expand((Candidate(0.0, Happening(), belief),), wide, clues, OUTLOOK, 9)
    assert bank[0].happening.taken == {taken}


def test_a_burst_is_counted_by_what_it_lost() -> None:
    """Five that fall within a fifth of a second leave no levels between them: the loss tells the count."""
    weight = 440.0 - 8.0 * np.sum([np.arange(100) >= at for at in (44, 47, 48, 51, 54)], axis=0)
    assert sum(d.count for d in sharp_drops(np.arange(100) / SPS, weight, 8.0, SPS)) == 5


def test_more_may_have_fallen_than_any_drop_told() -> None:
    """A steep ship that lost five aliens unseen is read all the same, and not given up."""
    places = ((100.0, 0.0), (90.0, 40.0), (80.0, -40.0), (120.0, 10.0), (60.0, 5.0), (-20.0, 30.0))
    clues = Clues(drops=0, drop_log=-8.0, slope_mm=(14.0, 0.0), load=HandLoad(raised=False, dipped=False))
    bank = expand((_aboard(*places),), _seen(388.0, (-160.0, 240.0)), clues, OUTLOOK, 9)
    assert bank
    assert bank[0].belief.tags == (5,)


def test_near_copies_of_one_reading_leave_room_for_another() -> None:
    """Of one happening at most two readings are kept, whether slid or not, felt there or anywhere."""
    parent = _aboard(*((100.0 * math.cos(a), 100.0 * math.sin(a)) for a in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 3.0)))
    moment = 0.98 * parent.belief.moment()
    clues = Clues(drops=1, drop_log=-8.0, slope_mm=(14.0, 3.0), touch=TouchPoint((90.0, 30.0), 8.0, 11.0, 0.0))
    seen = Observation(444.0, ROCKER.shift_mm(moment, 64.0), np.diag([0.02**2, 0.5**2, 0.5**2]))
    happenings = [c.happening for c in expand((parent,), seen, clues, OUTLOOK, 9)]
    assert max(happenings.count(one) for one in happenings) <= 2
    assert len({one.fallen for one in happenings if one.placed}) >= 6


def test_an_alien_that_stands_is_not_one_of_two_that_were_brought() -> None:
    """A jolt that looks like a fall while one alien is put down is no second alien that the hand brought and that fell."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0))
    placed = _seen(404.0, (8.0 * (100.0 - 60.0 - 40.0), 8.0 * (50.0 + 90.0)))
    clues = Clues(drops=1, drop_log=-8.0, slope_mm=(14.0, 0.0), load=HandLoad(raised=True, dipped=False))
    assert _signature(parent, placed, clues) == (1, 0, 0)
