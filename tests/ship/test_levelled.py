"""Cells and an accelerometer together: what it teaches, what a parked or lifted ship tells, and when it is not believed."""

from __future__ import annotations

import cmath
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.events import Sample, ShipShape
from companion.ship.calibration import Calibration
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.deck import Seen, told_by
from companion.ship.grid import Block, Gridder
from companion.ship.hypotheses import expand
from companion.ship.inventory import Belief, Newcomer, Observation, score, start_belief
from companion.ship.leanwatch import LeanWatch
from companion.ship.levelling import Level, fit_level, leans
from companion.ship.mechanics import Array, Modes, Rocker, turned
from companion.ship.pace import pace_of
from companion.ship.session import CaptureSession
from companion.ship.swing import Looseness, fit_swing

Row = dict[str, Any]
Lines = Sequence[str]

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.24, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
LEVEL = Level((0.011, -0.004), 64.0, math.pi, -0.005, 0.003, 0.12)
ZERO_G = (-0.013, 0.006)
SPS = 80.0


def _parked(off_mm: Array, yaw_rad: float, *, rows: int = 60) -> tuple[Seen, tuple[Array, Array, Array], Modes]:
    """A ship caught `off_mm` before its balance at (5, -3): centre of pressure and contact lie where the statics say."""
    rng = np.random.default_rng(4)
    modes = ROCKER.modes(0.0, np.zeros((2, 2)), np.zeros(2))
    ratio = 1.0 / modes.drag_share
    balance = np.array([5.0, -3.0])
    t_s = np.arange(rows) / SPS
    c_mm = balance - (ratio - 1.0) * off_mm + rng.normal(0.0, 0.008, (rows, 2))
    felt = turned(balance - ratio * off_mm, -yaw_rad) + rng.normal(0.0, 0.12, (rows, 2))
    swing = fit_swing(t_s, c_mm, modes, 0.02, Looseness())
    weight_g = np.full(rows, 380.0)
    return Seen((t_s, weight_g, c_mm), swing, 380.0, 0.02), (t_s, np.ones(rows), felt), modes


@pytest.mark.parametrize("off_mm", [(0.0, 0.0), (0.1, 0.0), (-0.06, 0.09)])
def test_a_parked_ship_tells_its_balance(off_mm: tuple[float, float]) -> None:
    """Wherever rolling resistance has caught it, centre and lean together give the balance to a few hundredths."""
    yaw_rad = math.radians(20.0)
    seen, felt, modes = _parked(np.array(off_mm), yaw_rad)
    told = told_by(seen, felt, modes, yaw_rad, LEVEL)
    assert told is not None
    turn = np.array([[math.cos(yaw_rad), math.sin(yaw_rad)], [-math.sin(yaw_rad), math.cos(yaw_rad)]])
    both = np.vstack([np.eye(2), turn])
    weight = np.linalg.inv(told.covariance[:4, :4])
    balance = np.linalg.solve(both.T @ weight @ both, both.T @ weight @ told.values[:4])
    assert balance == pytest.approx([5.0, -3.0], abs=0.06)
    assert float(np.sqrt(np.linalg.inv(both.T @ weight @ both)[0, 0])) < 0.05


def test_the_motion_shows_the_turn() -> None:
    """The same swing in plate axes and in the ship's: the angle between them is how the ship is turned."""
    modes = ROCKER.modes(0.0, np.zeros((2, 2)), np.zeros(2))
    rng = np.random.default_rng(2)
    t_s = np.arange(64) / SPS
    wave = 4.0 * np.exp(-0.28 * t_s) * np.cos(5.7 * t_s)
    c_mm = np.column_stack([1.0 + wave, 0.5 * wave]) + rng.normal(0.0, 0.008, (64, 2))
    swing = fit_swing(t_s, c_mm, replace(modes, dead_band_mm=1e-6), 0.02, Looseness())
    moved = swing.path_mm + LEVEL.height_s2 * swing.acceleration_mm_s2
    felt = turned(moved, -math.radians(50.0)) + rng.normal(0.0, 0.12, (64, 2))
    seen = Seen((t_s, np.full(64, 380.0), c_mm), swing, 380.0, 0.02)
    told = told_by(seen, (t_s, np.ones(64), felt), replace(modes, dead_band_mm=1e-6), 0.0, LEVEL)
    assert told is not None
    assert math.degrees(told.values[4]) == pytest.approx(50.0, abs=2.0)
    assert math.degrees(math.sqrt(told.covariance[4, 4])) < 1.0


def test_a_lean_that_does_not_belong_to_the_swing_is_not_used() -> None:
    """A reading that jumps about by a millimetre is no lean of that ship."""
    seen, felt, modes = _parked(np.zeros(2), 0.0)
    wild = felt[2] + np.random.default_rng(1).normal(0.0, 2.0, felt[2].shape)
    assert told_by(seen, (felt[0], felt[1], wild), modes, 0.0, LEVEL) is None


def _aboard() -> Belief:
    belief = start_belief((1.0, -0.5), 0.2)
    for tag, at_mm in enumerate([(120.0, 10.0), (60.0, 50.0)]):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return belief


def _levelled(foot_mm: Array, yaw_rad: float, moment: Array, load_g: float) -> Observation:
    lean = ROCKER.shift_mm(moment, load_g)
    spread = [0.02**2, 0.02**2, 0.02**2, 0.03**2, 0.03**2, 0.01**2]
    return Observation(380.0 + load_g, foot_mm + turned(lean, yaw_rad), np.diag(spread), deck_mm=lean, yaw_rad=yaw_rad)


def test_the_lean_in_ship_axes_is_predicted_with_its_slopes() -> None:
    """The update's slopes are those of the prediction: a small change of any number of the state is followed."""
    belief = _aboard()
    seen = _levelled(np.array([1.0, -0.5]), 0.2, 8.0 * np.array([180.0, 60.0]), 16.0)
    base = score(belief, ROCKER, seen, np.ones((1, 2))).distance[0]
    assert base < 0.1
    for at in range(len(belief.mean)):
        step = np.zeros(len(belief.mean))
        step[at] = 0.02 if at > 3 else 1e-3
        sure = replace(belief, mean=belief.mean + step, covariance=np.zeros_like(belief.covariance) + np.diag(step**2))
        back = sure.updated(ROCKER, replace(seen, covariance=seen.covariance * 1e-8))
        assert back.mean[at] == pytest.approx(belief.mean[at], abs=0.02 * float(step.max()))


def test_a_lift_is_settled_at_once() -> None:
    """Foot and turn of a ship put elsewhere follow from one stretch, and only one account is left worth keeping."""
    foot_mm, yaw_rad = np.array([9.0, -6.0]), math.radians(34.0)
    seen = _levelled(foot_mm, yaw_rad, 8.0 * np.array([180.0, 60.0]), 16.0)
    outlook = Outlook(ROCKER, SHAPE, 8.0, 0.5)
    best = expand((Candidate(0.0, Happening(), _aboard()),), seen, Clues(lifted=True), outlook, 2)[0].belief
    assert best.mean[1:3] == pytest.approx(foot_mm, abs=0.1)
    assert math.degrees(best.yaw_rad) == pytest.approx(34.0, abs=1.5)
    assert math.degrees(math.sqrt(best.covariance[3, 3])) < 1.0


def test_an_alien_set_down_on_a_ship_that_was_turned_empty_is_one() -> None:
    """A bare ship does not show its turn until something comes: the swing then shows both."""
    before = start_belief((1.0, -0.5), 0.2)
    seen = _levelled(np.array([1.2, -0.4]), 0.2 + math.radians(30.0), 8.0 * np.array([-90.0, 80.0]), 8.0)
    outlook = Outlook(ROCKER, SHAPE, 8.0, 0.5)
    best = LeanWatch(SPS, LEVEL, 0.01).expand((Candidate(0.0, Happening(), before),), seen, Clues(handled=True), outlook, 0)[0]
    assert best.happening == Happening(placed=(0,))
    assert math.degrees(best.belief.yaw_rad - 0.2) == pytest.approx(30.0, abs=1.5)
    assert best.belief.where(0).xy_mm == pytest.approx((-90.0, 80.0), abs=1.5)


def test_a_turn_over_half_a_circle_is_no_surprise() -> None:
    """A ship turned on and on is turned by 190 degrees, which the motion shows as 170 the other way."""
    belief = replace(_aboard(), mean=_aboard().mean + math.radians(190.0 - math.degrees(0.2)) * np.eye(10)[3])
    seen = _levelled(np.array([1.0, -0.5]), math.radians(-170.0), 8.0 * np.array([180.0, 60.0]), 16.0)
    assert score(belief, ROCKER, seen, np.ones((1, 2))).distance[0] < 0.1


@pytest.mark.parametrize("height_s2", [-0.005, 0.0, 0.005])
def test_zero_scale_height_and_delay_are_learned(height_s2: float) -> None:
    """From ring-downs about several balances, whichever way the height works (about one balance it would be scale as well)."""
    true = replace(LEVEL, height_s2=height_s2)
    modes = Modes((5.7, 5.7), np.eye(2), 0.05, 1e-6)
    t_s = np.arange(240) / SPS
    rng = np.random.default_rng(3)
    swings, stamps, pulls = [], [], []
    ways = ((0.0, (6.0, 1.0), (1.0, -0.5)), (9.0, (1.0, -5.0), (5.0, 4.0)), (18.0, (3.0, 3.0), (-5.0, 2.0)))
    for start_s, way, balance in ways:
        wave = np.exp(-0.285 * t_s) * np.cos(5.692 * t_s)
        c_mm = np.outer(wave, way) + balance + rng.normal(0.0, 0.01, (240, 2))
        swing = fit_swing(start_s + t_s, c_mm, modes, 0.02, Looseness())
        shift = turned(swing.path_mm - [1.0, -0.5] + height_s2 * swing.acceleration_mm_s2, -0.3)
        felt = (shift[:, 0] + 1j * shift[:, 1]) / cmath.rect(true.scale_mm, true.turn_rad) + complex(*true.zero_rad)
        noisy = np.column_stack([np.sin(felt.real), np.sin(felt.imag)]) + rng.normal(0.0, 0.001, (240, 2))
        swings.append(swing)
        stamps.append(start_s + t_s + true.lag_s)
        pulls.append(np.column_stack([noisy, np.ones(240)]))
    level = fit_level(swings, np.concatenate(stamps), np.concatenate(pulls), np.array([1.0, -0.5]), 0.3)
    assert level is not None
    assert level.scale_mm == pytest.approx(true.scale_mm, rel=0.01)
    assert level.zero_rad == pytest.approx(true.zero_rad, abs=3e-4)
    assert level.height_s2 == pytest.approx(height_s2, abs=6e-4)
    assert level.lag_s == pytest.approx(true.lag_s, abs=1e-3)
    assert abs(math.remainder(level.turn_rad - true.turn_rad, 2 * math.pi)) < 0.01


@pytest.mark.parametrize("handed", [1.0, -1.0])
def test_one_that_lies_upside_down_is_known_by_its_swings(handed: float) -> None:
    """Mirrored readings are learned as such, and read as the same shift."""
    true = replace(LEVEL, handed=handed, height_s2=0.0, lag_s=0.0)
    modes = Modes((5.7, 5.7), np.eye(2), 0.05, 1e-6)
    t_s, rng = np.arange(240) / SPS, np.random.default_rng(3)
    swings, shifts = [], []
    for number, (way, balance) in enumerate([((6.0, 1.0), (1.0, -0.5)), ((1.0, -5.0), (5.0, 4.0)), ((3.0, 3.0), (-5.0, 2.0))]):
        c_mm = np.outer(np.exp(-0.285 * t_s) * np.cos(5.692 * t_s), way) + balance + rng.normal(0.0, 0.01, (240, 2))
        swings.append(fit_swing(9.0 * number + t_s, c_mm, modes, 0.02, Looseness()))
        shifts.append(turned(swings[-1].path_mm - [1.0, -0.5], -0.3))
    shift = np.concatenate(shifts)
    felt = (shift[:, 0] + 1j * shift[:, 1]) / cmath.rect(true.scale_mm, true.turn_rad) + complex(*true.zero_rad)
    pull = np.column_stack([np.sin(felt.real), handed * np.sin(felt.imag), np.ones(len(felt))]) + rng.normal(
        0.0, 1e-3, (720, 3)
    )
    level = fit_level(swings, np.concatenate([s.t_s for s in swings]), pull, np.array([1.0, -0.5]), 0.3)
    assert level is not None
    assert level.handed == handed
    assert np.abs(level.shift_mm(pull[:, :2]) - shift).max() < 0.4


def test_an_accelerometer_that_tells_nothing_of_the_swing_is_left_out() -> None:
    """Noise alone gives no level."""
    modes = Modes((5.7, 5.7), np.eye(2), 0.05, 1e-6)
    t_s = np.arange(240) / SPS
    rng = np.random.default_rng(3)
    c_mm = np.outer(np.cos(5.7 * t_s), [5.0, 1.0]) + rng.normal(0.0, 0.01, (240, 2))
    swing = fit_swing(t_s, c_mm, modes, 0.02, Looseness())
    assert fit_level([swing], t_s, rng.normal(0.0, 0.002, (240, 3)), np.zeros(2), 0.0) is None


def test_the_lean_is_the_sine_of_the_pull() -> None:
    """Half of the earth's pull along the deck is thirty degrees."""
    assert np.degrees(leans(np.array([[0.5, 0.0], [0.0, -0.5]]))) == pytest.approx(np.array([[30.0, 0.0], [0.0, -30.0]]))


# -- whether it can be believed


def _blocks(change: Callable[[int, Array], Array | None], seconds: float = 12.0) -> list[str]:
    """The notes on a ship that rocks a little, its readings (4 rows of x, y, z a block) changed."""
    watch, rng, notes = LeanWatch(SPS, LEVEL, 0.01), np.random.default_rng(7), []
    for number in range(int(seconds * SPS / 4)):
        t_s = (4 * number + np.arange(4)) / SPS
        wave = 0.05 * np.cos(5.7 * t_s)
        pull = np.column_stack([wave, 0.3 * wave, np.ones(4)]) + rng.normal(0.0, 0.002, (4, 3))
        changed = change(number, pull)
        block = Block(float(t_s[-1]), t_s, np.zeros((4, 4)), pull=None if changed is None else (t_s, changed))
        note = watch.take(block)
        notes += [] if note is None else [note.code]
    return notes


def _while_failing(bad: Callable[[Array], Array | None]) -> list[str]:
    return _blocks(lambda number, pull: bad(pull) if 60 <= number < 120 else pull)


def test_a_healthy_accelerometer_says_nothing() -> None:
    """Nor does a single spike now and then."""
    assert _blocks(lambda number, pull: pull + 0.3 * (number % 20 == 0) * np.eye(4, 3)) == []


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda _: None, "accelerometer-silent"),
        (lambda _: np.tile([0.01, 0.02, 1.0], (4, 1)), "accelerometer-stuck"),
        (lambda pull: pull + np.array([[0.2], [0.0], [-0.2], [0.0]]), "accelerometer-wild"),
    ],
)
def test_a_failing_accelerometer_is_said_once_and_so_is_its_return(fault: Callable[[Array], Array | None], code: str) -> None:
    """Silent, always the same, or full of spikes; three good seconds and it is believed again."""
    assert _while_failing(fault) == [code, "accelerometer-well"]


def test_a_calibration_without_it_is_said_once() -> None:
    """Counts and leans arrive, but an old calibration knows of no accelerometer."""
    watch = LeanWatch(SPS, None, 0.01)
    block = Block(0.1, np.zeros(4), np.zeros((4, 4)), pull=(np.zeros(4), np.ones((4, 3))))
    said = [watch.take(block), watch.take(block), watch.take(Block(0.2, np.zeros(4), np.zeros((4, 4))))]
    assert [n.code for n in said if n is not None] == ["accelerometer-uncalibrated"]


def test_the_grid_passes_on_what_was_felt() -> None:
    """Rows of counts with leans beside them; without leans there is nothing beside the counts."""
    both = Gridder(4, SPS)
    blocks = [both.feed(Sample(i / SPS, (1, 2, 3, 4), (0, 0, 0, 0), (0.01 * i, 0.0, 1.0))) for i in range(4)]
    block = next(b for b in blocks if b is not None)
    assert block.pull is not None
    assert block.pull[1][:, 0] == pytest.approx([0.0, 0.01, 0.02, 0.03])
    alone = Gridder(4, SPS)
    assert [b.pull for i in range(4) if (b := alone.feed(Sample(i / SPS, (1, 2, 3, 4), (0, 0, 0, 0)))) is not None] == [None]


def test_it_may_take_a_little_longer_to_be_sure() -> None:
    """The accelerometer's noise averages out more slowly than the cells'; at ten samples a second nothing changes."""
    assert pace_of(80.0, weighs=True, levelled=True).sure_s > pace_of(80.0, weighs=True).sure_s
    assert pace_of(10.0, weighs=True, levelled=True) == pace_of(10.0, weighs=True)


# -- a small evening


@pytest.fixture(scope="module")
def both(make_evening: Callable[..., list[str]]) -> list[str]:
    """The small evening with an accelerometer."""
    return make_evening(acc_zero_g=ZERO_G)


@pytest.fixture(scope="module")
def calibration(both: list[str]) -> Calibration:
    """What its marked minutes give."""
    return _calibration(both)


def _calibration(lines: Lines) -> Calibration:
    session = CaptureSession()
    for line in lines:
        session.feed_line(line)
        if session.tracker is not None:
            return session.tracker.calibration
    raise AssertionError("the capture has no game")


def test_a_calibration_with_a_level_comes_back_from_json(calibration: Calibration) -> None:
    """And one written before there was any is one without."""
    row = json.loads(json.dumps(calibration.to_json()))
    assert Calibration.from_json(row) == calibration
    assert calibration.level is not None
    assert calibration.level.scale_mm == pytest.approx(64.0, rel=0.02)
    assert calibration.level.zero_rad == pytest.approx(ZERO_G, abs=1e-3)
    del row["level"]
    assert Calibration.from_json(row) == replace(calibration, level=None)


@pytest.mark.parametrize(
    "damage", [{"scale_mm": 0.0}, {"noise_mm": -1.0}, {"zero_rad": [1.0]}, {"lag_s": 1e9}, {"handed": 0.5}]
)
def test_a_level_that_cannot_be_is_refused(calibration: Calibration, damage: Row) -> None:
    """A damaged calibration is found when it is read."""
    row = calibration.to_json()
    row["level"] |= damage
    with pytest.raises((ValueError, TypeError)):
        Calibration.from_json(row)


def _calls(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    return [(r["kind"], r["ring"], r["sector"], r["ask"]) for r in rows if "kind" in r]


@pytest.mark.slow
def test_a_small_evening_is_called_the_same_with_it(
    both: list[str], evening: list[str], play: Callable[..., list[Row]]
) -> None:
    """Where the cells suffice the accelerometer takes nothing away."""
    assert _calls(play(both)) == _calls(play(evening))


def _felt_otherwise(lines: Lines, change: Callable[[Row], Row]) -> list[str]:
    return [json.dumps(change(json.loads(line))) for line in lines]


@pytest.mark.slow
def test_where_its_zero_lies_does_not_matter(both: list[str], play: Callable[..., list[Row]]) -> None:
    """Two sensors that differ by a constant feel the same evening."""

    def shifted(row: Row) -> Row:
        return row | ({"acc": [row["acc"][0] + 0.02, row["acc"][1] - 0.01, row["acc"][2]]} if "acc" in row else {})

    assert _calls(play(_felt_otherwise(both, shifted))) == _calls(play(both))


def test_an_accelerometer_that_stops_leaves_the_cells(both: list[str], play: Callable[..., list[Row]]) -> None:
    """It is said, and the evening goes on with the cells: every placement and the removal are still called."""
    begun_s = json.loads(next(line for line in both if '"play"' in line))["t"]

    def silent(row: Row) -> Row:
        return {k: v for k, v in row.items() if k != "acc" or row["t"] < begun_s + 2.0}

    rows = play(_felt_otherwise(both, silent))
    assert [r["note"] for r in rows if "note" in r] == ["accelerometer-silent"]
    assert [c[0] for c in _calls(rows)] == ["place", "place", "place", "remove"]
