"""A ship that only an accelerometer watches: strikes, fingers that press, the rim, and what is believed of them."""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.events import Fell, Placed, ShipShape
from companion.ship.calls import Verdict, judge
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.habit import ByMoment, Habit
from companion.ship.inventory import Belief, Newcomer, Observation, start_belief
from companion.ship.leans import RimWatch
from companion.ship.mechanics import Array, Modes, Rocker
from companion.ship.session import CaptureSession
from companion.ship.strike import balance_before, first_strike, set_down_log
from companion.ship.swing import Swing
from companion.ship.unweighed import expand_unweighed
from companion.ship.window import FreeWindow

SPS, NOISE_MM, RATE = 80.0, 0.12, 5.8
ROCKER = Rocker(400.0, 165.0, 70.0, RATE, 0.05, 0.05, 0.08)
SHAPE = ShipShape(tuple(30.0 + 20.0 * i for i in range(7)), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.32)
MODES = Modes((RATE, RATE), np.eye(2), 0.05, 0.05)
UNWEIGHED = np.diag([300.0**2, 0.08**2, 0.08**2])


def _swinging(balance_mm: Array, seed: int = 3) -> tuple[Array, Array]:
    """What the accelerometer shows along x of a ship whose balance moves like this, one value a sample."""
    rng, place, speed, rows = np.random.default_rng(seed), float(balance_mm[0]), 0.0, []
    for balance in balance_mm:
        for _ in range(10):
            speed += (RATE**2 * (balance - place) - 0.1 * RATE * speed) / (10 * SPS)
            place += speed / (10 * SPS)
        rows.append((place, 0.0))
    noise = rng.normal(0.0, NOISE_MM, (len(rows), 2))
    return np.arange(len(rows)) / SPS, np.array(rows) + noise


def _balance(*knots: tuple[float, float]) -> Array:
    times, values = zip(*knots, strict=True)
    return np.interp(np.arange(0.0, times[-1], 1.0 / SPS), times, values)


def test_a_blow_on_a_steep_ship_is_a_strike() -> None:
    """One wild sample while the ship leans far is the rim on the deck, and how it leaned is kept."""
    t_s = np.arange(40) / SPS
    steep = np.column_stack([np.linspace(12.0, 17.0, 40), np.zeros(40)])
    steep[30] -= 12.0
    strike = first_strike(t_s, steep, NOISE_MM, 10.0)
    assert strike is not None
    assert strike.t_s == pytest.approx(t_s[29], abs=0.02)
    assert strike.shift_mm[0] == pytest.approx(15.5, abs=0.6)


def test_a_knock_on_a_level_ship_and_a_smooth_swing_are_none() -> None:
    """A knocked table shakes the sensor as well, but nothing can fall off a level ship."""
    t_s = np.arange(40) / SPS
    level = np.zeros((40, 2))
    level[20] = 9.0
    smooth = np.column_stack([17.0 * np.sin(RATE * t_s), np.zeros(40)])
    assert first_strike(t_s, level, NOISE_MM, 10.0) is None
    assert first_strike(t_s, smooth, NOISE_MM, 10.0) is None


def test_the_balance_before_a_strike_is_read_long_before_the_ship_gets_there() -> None:
    """Before the ship gets there, where it is bound is known to two millimetres or so."""
    t_s, c_mm = _swinging(_balance((0.0, 3.0), (0.6, 3.0), (0.65, 9.0), (0.82, 9.0)))
    stood = np.array([3.0, 0.0])
    seen = balance_before(t_s, c_mm, MODES, NOISE_MM, stood)
    assert seen is not None
    assert c_mm[-1, 0] < 7.5
    assert seen.centre_mm[0] == pytest.approx(9.0, abs=2.5)
    assert balance_before(t_s[:4], c_mm[:4], MODES, NOISE_MM, stood) is None


LEVEL = np.zeros(2)
DOWN = ((0.0, 0.0), (0.4, 0.0), (0.7, 8.0), (0.9, 5.0), (1.6, 5.0))
UP = ((0.0, 0.0), (0.4, 0.0), (0.6, -4.0), (0.8, 5.0), (1.6, 5.0))
GENTLE = ((0.0, 0.0), (0.4, 0.0), (0.9, 5.0), (1.6, 5.0))


def test_fingers_tell_a_placement_from_a_removal() -> None:
    """Pressing makes a placement overshoot; before a lift it leads the other way; a small change says nothing."""
    change = np.array([5.0, 0.0])
    assert set_down_log(*_swinging(_balance(*DOWN)), MODES, NOISE_MM, LEVEL, change) > 3.0
    assert set_down_log(*_swinging(_balance(*UP)), MODES, NOISE_MM, LEVEL, change) < -3.0
    assert set_down_log(*_swinging(_balance(*DOWN)), MODES, NOISE_MM, LEVEL, np.array([0.5, 0.0])) == 0.0


def test_fingers_that_do_not_press_say_little() -> None:
    """A balance that just moves over is a removal more often than not, and may be a gentle placement."""
    assert -2.0 < set_down_log(*_swinging(_balance(*GENTLE)), MODES, NOISE_MM, LEVEL, np.array([5.0, 0.0])) < -1.0


def test_a_ship_that_still_swings_from_the_last_hand_is_told_alike() -> None:
    """Where it stood is the balance it swung about, not where it was when the hand came."""
    swing = np.array([0.0, 12.0, 12.0]), np.array([0.0, 0.0, 0.0])
    for knots, sign in ((DOWN, 1.0), (UP, -1.0)):
        t_s, c_mm = _swinging(np.concatenate([swing[0], _balance(*knots)]))
        assert sign * set_down_log(t_s, c_mm, MODES, NOISE_MM, LEVEL, np.array([5.0, 0.0])) > 3.0


def _resting(reach_mm: float, deg: float) -> Array:
    at = reach_mm * np.array([math.cos(math.radians(deg)), math.sin(math.radians(deg))])
    return at + np.random.default_rng(7).normal(0.0, NOISE_MM, (60, 2))


def _calibration() -> Any:
    class Known:
        rocker, noise_mm = ROCKER, NOISE_MM

    return Known()


def test_the_same_reach_in_two_directions_is_the_rim() -> None:
    """Once may be chance; as far out as the ship ever leaned, the second time is not."""
    watch = RimWatch(farthest_mm=18.3)
    assert watch.rim_mm(_resting(18.2, -118.0), _calibration()) is None
    assert watch.rim_mm(_resting(13.5, -100.0), _calibration()) is None
    assert watch.rim_mm(_resting(18.2, -124.0), _calibration()) == pytest.approx(18.2, abs=0.1)


def _window(centre_mm: Array, heard: float = 0.0) -> FreeWindow:
    """A stretch that swung about `centre_mm`; without a spread better than what was known its rate tells nothing."""
    zero = np.zeros((2, 2))
    swing = Swing(
        t_s=np.array([0.0, 1.0]), centre_mm=centre_mm, covariance=zero, rms_mm=0.1, amplitude_mm=2.0, path_mm=zero + centre_mm,
        velocity_mm_s=zero, acceleration_mm_s2=zero, ahead_mm=zero, rate_change=heard, rate_spread=0.02,
        damping=0.05, dead_band_mm=0.05, rates_rad_s=(RATE, RATE), axes=np.eye(2), rate_held=0.02,
    )  # fmt: skip
    seen = Observation(400.0, centre_mm, UNWEIGHED)
    return FreeWindow(0.0, 1.2, swing, seen, 0.0, True, np.zeros(2), False)


def _aboard(*places: tuple[float, float]) -> Belief:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, xy in enumerate(places):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.1, xy, reach_mm=1.5))
    return belief


def _balance_of(*places: tuple[float, float]) -> Array:
    return ROCKER.shift_mm(8.0 * np.sum(np.array(places).reshape(-1, 2), axis=0), 8.0 * len(places))


STOOD = ((100.0, 0.0), (0.0, 90.0), (-60.0, -60.0), (50.0, -40.0))


def _read(seen: tuple[tuple[float, float], ...], clues: Clues) -> tuple[Candidate, ...]:
    parent = Candidate(0.0, Happening(), _aboard(*STOOD))
    return expand_unweighed((parent,), _window(_balance_of(*seen)), clues, OUTLOOK, 9)


def test_an_alien_that_left_is_known_by_its_moment() -> None:
    """Of four unit masses the one that is missing is named; one more is placed where the lean says."""
    gone = _read(STOOD[:3], Clues())[0]
    assert gone.happening == Happening(taken=frozenset({3}))
    new = _read((*STOOD, (-80.0, 10.0)), Clues())[0]
    assert new.happening.placed == (9,)
    assert math.dist(new.belief.where(9).xy_mm, (-80.0, 10.0)) < 4.0


def test_what_fell_is_told_from_what_the_hand_did_by_the_balance_before_the_strike() -> None:
    """One taken, then two fell: the balance before the strike names the hand's, the rest after it the others."""
    before = Observation(0.0, _balance_of(*STOOD[:3]), UNWEIGHED * 4.0)
    clues = Clues(struck=True, slope_mm=(8.0, 8.0), before=before)
    best = _read(STOOD[2:3], clues)[0].happening
    assert best == Happening(taken=frozenset({3}), fallen=frozenset({0, 1}))


def test_fingers_that_still_press_when_the_rim_strikes_are_no_heavier_alien() -> None:
    """The balance went twice the alien's way, and the rest shows that none fell: one was put down, where the rest says."""
    new, stood = (60.0, 80.0), _balance_of(*STOOD)
    before = Observation(0.0, stood + 2.0 * (_balance_of(*STOOD, new) - stood), UNWEIGHED)
    best = _read((*STOOD, new), Clues(struck=True, slope_mm=(8.0, 12.0), before=before))[0]
    assert best.happening == Happening(placed=(9,))
    assert math.dist(best.belief.where(9).xy_mm, new) < 5.0


CROWD = (*STOOD, (-90.0, 30.0), (20.0, -110.0), (-20.0, 60.0))


def _read_crowd(seen: Array, clues: Clues, heard: float | None = None) -> tuple[Candidate, ...]:
    window = _window(seen)
    if heard is not None:
        told = replace(window.swing, rate_change=heard, rate_spread=0.002, rates_rad_s=(RATE * (1 + heard),) * 2)
        window = replace(window, swing=told)
    return expand_unweighed((Candidate(0.0, Happening(), _aboard(*CROWD)),), window, clues, OUTLOOK, 9)


def test_an_alien_put_down_where_nobody_looked_does_not_hide_that_none_fell() -> None:
    """Seven aboard, a newcomer who may stand anywhere: of all the sets that may have fallen the empty one is looked at."""
    best = _read_crowd(_balance_of(*CROWD, (-120.0, 20.0)), Clues(slope_mm=(-17.0, 0.0)))[0]
    assert best.happening == Happening(placed=(9,))
    assert math.dist(best.belief.where(9).xy_mm, (-120.0, 20.0)) < 8.0


def test_aliens_that_slid_down_the_slope_are_no_fall() -> None:
    """Eight who all slid two millimetres down the slope have the moment of one more, and are not taken for it."""
    slid = [(x - 2.0, y) for x, y in (*CROWD, (-120.0, 20.0))]
    stood = _balance_of(*CROWD)
    before = Observation(0.0, stood + 1.33 * (_balance_of(*CROWD, (-120.0, 20.0)) - stood), UNWEIGHED)
    best = _read_crowd(_balance_of(*slid), Clues(slope_mm=(-18.0, 0.0), before=before))[0]
    assert best.happening == Happening(placed=(9,))
    assert math.dist(best.belief.where(9).xy_mm, (-120.0, 20.0)) < 12.0


def test_a_much_faster_swing_says_that_many_fell() -> None:
    """Two sums of moments alike: the rate of the swing after the crash tells that the ship lost its outer aliens."""
    clues, left = Clues(struck=True, slope_mm=(12.0, -8.0)), CROWD[6:]
    belief = _aboard(*left)
    modes = ROCKER.modes(belief.load_g, belief.second_moment(), belief.moment())
    best = _read_crowd(_balance_of(*left), clues, max(modes.rates_rad_s) / RATE - 1.0)[0]
    assert len(best.belief.tags) <= 3


def test_without_a_steep_ship_nothing_falls() -> None:
    """A level ship that lost two aliens at once is not explained by a fall."""
    assert all(not c.happening.falls for c in _read(STOOD[2:], Clues()))


def test_after_a_crash_an_alien_may_be_taken_from_where_none_was_believed() -> None:
    """A change opposite to no alien is a placement as long as the inventory is sure, and in doubt once it is not."""
    seen = (*STOOD, (70.0, -70.0))
    sure = _read(seen, Clues(pressed=-2.0))
    shaken = _read(seen, Clues(pressed=-2.0, shaken=True))
    assert sure[0].happening.placed == (9,)
    assert math.exp(sure[0].log_weight) > 0.99
    assert any(c.happening.taken and not c.happening.placed and math.exp(c.log_weight) > 0.02 for c in shaken)


def _put_down(radius_mm: float, deg: float = 30.0) -> tuple[Candidate, ...]:
    """An episode that was an alien put down, whose moment is that of a nominal mass at this radius."""
    xy = radius_mm * math.cos(math.radians(deg)), radius_mm * math.sin(math.radians(deg))
    belief = start_belief((0.0, 0.0), 0.0).with_alien(0, Newcomer(8.0, 0.32, xy, reach_mm=1.0))
    return (Candidate(0.0, Happening(placed=(0,)), belief),)


def _ring_odds(habit: Habit, radius_mm: float) -> dict[int, float]:
    return habit.rings(_put_down(radius_mm)[0].belief, 0)


def test_a_company_that_aims_at_rings_teaches_how_heavy_its_aliens_are() -> None:
    """Ten aliens, each 4 % short of the middle of a ring, are 4 % lighter than the one on the dots: then the ring is known."""
    habit = Habit(SHAPE, ByMoment(8.0))
    assert max(_ring_odds(habit, 134.4).values()) < 0.8
    for ring in (6, 5, 2, 6, 3, 5, 4, 2, 5, 3):
        habit.learn(_put_down(0.96 * (20.0 + 20.0 * ring)))
    assert _ring_odds(habit, 134.4)[6] > 0.85
    assert _ring_odds(habit, 0.96 * 80.0)[3] > 0.95


def test_a_company_that_sets_down_anywhere_is_not_taken_at_its_rings() -> None:
    """Radii all over the rings: an alien whose foot is near a line stays in doubt."""
    habit = Habit(SHAPE, ByMoment(8.0))
    for radius in np.linspace(38.0, 142.0, 14):
        habit.learn(_put_down(float(radius)))
    odds = _ring_odds(habit, 96.0)
    assert 0.25 < odds[3] < 0.75
    assert odds[3] + odds[4] == pytest.approx(1.0, abs=0.02)


def test_what_was_no_plain_placement_teaches_nothing() -> None:
    """A placement in a crash, or a doubtful one, may stand anywhere."""
    habit, fresh = Habit(SHAPE, ByMoment(8.0)), Habit(SHAPE, ByMoment(8.0))
    crash = replace(_put_down(96.0)[0], happening=Happening(placed=(0,), fallen=frozenset({7})))
    doubtful = replace(_put_down(96.0)[0], log_weight=math.log(0.5))
    habit.learn((crash,))
    habit.learn((doubtful,))
    assert _ring_odds(habit, 100.0) == _ring_odds(fresh, 100.0)


def _told(*readings: tuple[float, Happening, Belief]) -> Verdict:
    bank = tuple(Candidate(math.log(odds), happening, belief) for odds, happening, belief in readings)
    labels = {tag: SHAPE.spot_at(*xy) for tag, xy in enumerate(STOOD)}
    return judge(bank, labels, SHAPE, 2.0, (1.0, 1.2))


def test_a_place_is_as_sure_as_all_readings_make_it() -> None:
    """Whether one fell or two is open; that one stands at that place is not, and is not asked."""
    after = _aboard(*STOOD, (-40.0, 100.0))
    one, two = frozenset({0}), frozenset({0, 1})
    told = _told((0.55, Happening((4,), fallen=one), after), (0.45, Happening((4,), fallen=two), after))
    fell, placed = told.calls
    assert isinstance(placed, Placed)
    assert placed.odds > 0.99
    assert not placed.ask
    assert isinstance(fell, Fell)
    assert fell.ask


def test_a_question_how_many_fell_offers_every_likely_number() -> None:
    """Six readings of one fallen alien do not crowd out the one reading of two."""
    after = _aboard(*STOOD)
    ones = [(0.2, Happening(fallen=frozenset({tag})), after) for tag in range(4)]
    told = _told(
        *ones, (0.15, Happening(fallen=frozenset({0, 1})), after), (0.05, Happening(fallen=frozenset({0, 1, 2})), after)
    )
    fell = told.calls[0]
    assert isinstance(fell, Fell)
    assert {len(a.spots) for a in fell.alternatives} == {1, 2, 3}
    assert len(fell.alternatives) == 4


def test_a_ship_without_a_plate_is_calibrated_by_its_leans(shared: Path) -> None:
    """The marked minutes of an evening without cells give a rocker, and what is then put down is felt."""
    session = CaptureSession()
    placed = [e for line in _lines_until(shared, 100.0) for e in session.feed_line(line) if isinstance(e, Placed)]
    assert session.tracker is not None
    assert not session.tracker.calibration.weighs
    assert [(p.spot.ring, p.spot.sector) for p in placed] == [(6, 3)]


def _lines_until(shared: Path, t_s: float) -> Iterator[str]:
    """The evening recorded without cells, up to that moment."""
    with gzip.open(shared / "captures" / "tilt-only-1001.capture.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith('{"t":') and float(line[5 : line.index(",")]) > t_s:
                return
            yield line
