"""The guided calibration, led by a virtual ship whose hands do what the guide says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Sample, ShipShape
from companion.setup.calibration import MASS_AT_MM, REPEATS, CalibrationGuide, plan
from companion.setup.check import CheckGuide
from companion.setup.guide import Guide
from companion.ship.calibration import Calibration, Calibrator
from companion.ship.capture import Header, Mark, read_capture
from companion.virtual.chance import chance
from companion.virtual.families import draw
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import VirtualShip

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


@pytest.fixture(scope="module")
def recorded() -> tuple[Header, list[Sample | Mark]]:
    """A calibration of a virtual ship, with its marks."""
    header, rows = read_capture(VirtualShipPort(SHAPE, seed=5).calibration_lines(again=REPEATS, mass_at_mm=MASS_AT_MM))
    return header, list(rows)


def _lead(guide: Guide, rows: list[Sample | Mark]) -> Iterator[str]:
    """Press ready at each mark that starts a step, feed what the plate says; yields the codes of the steps."""
    for row in rows:
        if isinstance(row, Sample):
            guide.feed(row)
        elif guide.step is None:
            return
        elif row.kind != "hands":
            yield guide.step.code
            guide.ready()


def _calibrated(header: Header, rows: list[Sample | Mark]) -> Calibration:
    calibrator = Calibrator(header)
    for row in rows:
        if isinstance(row, Mark):
            calibrator.mark(row)
        else:
            calibrator.feed(row)
    return calibrator.finish()


def test_the_guide_leads_to_the_calibration_the_marks_give(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Step by step through the plan: the same steps as a recorded calibration, and the same stiffness and gains."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    codes = list(_lead(guide, rows))
    assert codes == [step.code for step in plan(SHAPE)]
    assert guide.view()["phase"] == "done"
    assert guide.result is not None
    plain = _calibrated(header, rows)
    assert guide.result.gain_g == pytest.approx(plain.gain_g, rel=2e-3)
    assert guide.result.rocker.stiffness_g == pytest.approx(plain.rocker.stiffness_g, rel=0.02)


def test_a_step_that_changed_nothing_is_refused(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Pressing ready without putting the mass down says so and stays at the step."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    samples = [row for row in rows if isinstance(row, Sample) and row.t_s < 2.9]
    guide.ready()
    for sample in samples:
        guide.feed(sample)
    assert (guide.view()["code"], guide.view()["phase"]) == ("mass", "prepare")
    guide.ready()
    for sample in samples:
        guide.feed(sample)
    assert (guide.view()["code"], guide.view()["problem"]) == ("mass", "nothing-changed")


def _empty_plate(recorded: tuple[Header, list[Sample | Mark]], spoil: Callable[[int, list[int]], list[int]]) -> dict[str, Any]:
    """The view after the first step, its counts spoilt."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    guide.ready()
    samples = [row for row in rows if isinstance(row, Sample) and row.t_s < 2.9]
    for at, sample in enumerate(samples):
        assert sample.counts is not None
        guide.feed(replace(sample, counts=tuple(spoil(at, list(sample.counts)))))
    return guide.view()


def test_a_bad_step_is_refused_with_its_reason(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """A dead cell is named, a plate that still creeps is waited for, and a sound one goes on."""
    dead = _empty_plate(recorded, lambda _at, counts: [*counts[:2], 8_388_607, counts[3]])
    assert (dead["step"], dead["problem"], dead["cell"]) == (1, "cell-dead", 3)
    moving = _empty_plate(recorded, lambda at, counts: [counts[0] + 20 * at, *counts[1:]])
    assert (moving["step"], moving["problem"]) == (1, "still-moving")
    sound = _empty_plate(recorded, lambda _at, counts: counts)
    assert (sound["step"], sound["problem"]) == (2, None)


def test_a_cell_noisier_than_an_alien_is_refused(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Noise is judged where a known mass tells what a count weighs; the noisy cell is named. A reversed cell is fine."""
    header, rows = recorded
    guide, cell = CalibrationGuide(header), 1
    noise = chance(1, "noisy cell")
    for row in rows:
        if isinstance(row, Mark):
            if row.kind == "hands" and guide.view()["step"] > 1 and guide.view()["problem"]:
                break
            if row.kind != "hands":
                guide.ready()
        elif row.counts is not None:
            counts = [*row.counts]
            counts[cell] = -counts[cell] + round(noise.gauss(0.0, 4000.0))
            guide.feed(replace(row, counts=tuple(counts)))
    assert (guide.view()["code"], guide.view()["problem"], guide.view()["cell"]) == ("mass", "too-noisy", cell + 1)


def _again(recorded: tuple[Header, list[Sample | Mark]], spoil: Callable[[int, Sample], Sample | None]) -> CalibrationGuide:
    """A guide that was led up to the ship; `spoil` gets each sample with how often the mass has been asked for again."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    for row in rows:
        step = guide.step
        assert step is not None
        if isinstance(row, Sample):
            told = spoil(step.params.get("time", 0), row)
            if told is not None:
                guide.feed(told)
        elif row.kind == "ship" or guide.view()["problem"]:
            break
        elif row.kind != "hands":
            guide.ready()
    return guide


def test_the_same_mass_must_read_the_same(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Five placements of one mass: their spread is told; where it is more than a gram they all begin again."""
    sound = _again(recorded, lambda _time, sample: sample)
    assert (sound.view()["code"], sound.view()["problem"]) == ("ship", None)
    assert 0.0 < sound.view()["found"]["spread_g"] < 0.3

    def loose(time: int, sample: Sample) -> Sample:
        assert sample.counts is not None
        return replace(sample, counts=tuple(round(c * (1.012 if time == 3 else 1.0)) for c in sample.counts))

    worn = _again(recorded, loose).view()
    assert (worn["code"], worn["params"]["time"], worn["problem"]) == ("again", 1, "not-repeatable")
    assert 1.0 < worn["found"]["spread_g"] < 4.0


def test_a_plate_that_fell_silent_while_it_was_read_is_read_again(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """A cable pulled in the middle of a step: what little came is not taken for a reading."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    guide.ready()
    for sample in [row for row in rows if isinstance(row, Sample)][:3]:
        guide.feed(sample)
    guide.feed(replace(sample, t_s=sample.t_s + 60.0))
    assert (guide.view()["step"], guide.view()["problem"]) == (1, "too-few")


def test_a_mass_that_never_left_the_plate_is_no_placement(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Tapping five times without lifting the mass would always repeat well: it is refused."""
    guide = _again(recorded, lambda _time, sample: sample)
    for _ in range(4):
        guide.back()
    rows = [row for row in guide.rows() if isinstance(row, Sample)][-140:]
    for at in range(300):
        if at == 50:
            guide.ready()
        guide.feed(replace(rows[at % len(rows)], t_s=1000.0 + at / 80))
    assert (guide.view()["code"], guide.view()["params"]["time"], guide.view()["problem"]) == ("again", 2, "not-lifted")


@pytest.mark.parametrize(
    ("code", "told"), [("alien", "nothing-changed"), ("ship", "nothing-changed"), ("aliens", "one-of-two")]
)
def test_an_alien_that_was_not_moved_is_missed(recorded: tuple[Header, list[Sample | Mark]], code: str, told: str) -> None:
    """Neither putting an alien on, nor taking it off, nor the second of two can be skipped by tapping ready."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    before: list[Sample] = []
    for codes in _lead(guide, rows):
        if codes == code and (code != "ship" or guide.view()["step"] > 14):
            break
    one = "alien" if code == "aliens" else code
    before = guide.samples_of(-1) if one == code else guide.samples_of(-2)
    guide.ready()
    for at in range(500):
        guide.feed(replace(before[at % len(before)], t_s=1000.0 + at / 80))
    assert (guide.view()["code"], guide.view()["problem"]) == (code, told)


@pytest.fixture(scope="module")
def learned(recorded: tuple[Header, list[Sample | Mark]]) -> Calibration:
    """What the recorded calibration teaches."""
    return _calibrated(*recorded)


def _checked(recorded: tuple[Header, list[Sample | Mark]], learned: Calibration) -> dict[str, Any]:
    """The view after a check with the first alien of the recording."""
    header, rows = recorded
    guide = CheckGuide(header, learned)
    begin = next(at for at, row in enumerate(rows) if isinstance(row, Mark) and row.kind == "ship")
    for _ in _lead(guide, rows[begin:]):
        if guide.view()["problem"]:
            break
    return guide.view()


def test_one_alien_tells_that_the_plate_is_as_it_was(
    recorded: tuple[Header, list[Sample | Mark]], learned: Calibration
) -> None:
    """Its weight and place agree with the calibration; figures are told."""
    view = _checked(recorded, learned)
    assert (view["kind"], view["phase"], view["problem"]) == ("check", "done", None)
    assert view["found"]["alien_g"] == pytest.approx(learned.alien_g, abs=0.3)
    assert view["found"]["off_mm"] < 3.0


def test_a_plate_that_reads_otherwise_is_found_out(recorded: tuple[Header, list[Sample | Mark]], learned: Calibration) -> None:
    """A zero far off, an alien of another weight, a ship turned on the plate: each is named, with its figure."""
    off = replace(learned, zero=tuple(z + 20.0 / g for z, g in zip(learned.zero, learned.gain_g, strict=True)))
    assert _checked(recorded, off)["problem"] == "check-ship"
    heavy = _checked(recorded, replace(learned, alien_g=learned.alien_g + 2.0))
    assert (heavy["phase"], heavy["problem"]) == ("failed", "check-alien")
    turned = _checked(recorded, replace(learned, yaw_rad=learned.yaw_rad + 0.2))
    assert (turned["phase"], turned["problem"]) == ("failed", "check-place")
    assert turned["found"]["off_mm"] > 10.0


def test_a_tilt_sensor_alone_is_calibrated_without_masses() -> None:
    """Steps that weigh something are left out, and its leans are what is listened to."""
    assert [step.code for step in plan(SHAPE, weighs=False)][:2] == ["ship", "alien"]
    guide = CalibrationGuide(Header(50.0, (), SHAPE, tilt=True))
    assert guide.step is not None
    assert guide.step.code == "ship"
    guide.ready()
    for at in range(400):
        guide.feed(Sample(0.02 * at, acc_g=(0.0, 0.0, 1.0)))
    assert guide.view()["step"] == 2


def test_back_repeats_the_last_step(recorded: tuple[Header, list[Sample | Mark]]) -> None:
    """Going back forgets what was taken for that step only; while holding it only stops the hold."""
    header, rows = recorded
    guide = CalibrationGuide(header)
    guide.ready()
    guide.feed(next(row for row in rows if isinstance(row, Sample)))
    assert guide.view()["phase"] == "hold"
    guide.back()
    assert (guide.view()["step"], guide.view()["phase"]) == (1, "prepare")
    guide.ready()
    for row in rows:
        if isinstance(row, Sample) and row.t_s < 2.9:
            guide.feed(row)
    assert guide.view()["step"] == 2
    guide.back()
    assert (guide.view()["step"], list(guide.rows())) == (1, [])


@pytest.mark.slow
def test_a_tilt_sensor_is_checked_by_the_place_alone() -> None:
    """Nothing weighs the alien; where it is felt tells whether the ship stands as it did."""
    rng = chance(4, "tilt check")
    setting = draw("tilt-only", rng)
    recorder = Recorder(VirtualShip(setting.shape, setting.params, 4), "tilt")
    calibrate(recorder, rng)
    header, rows = read_capture(recorder.lines)
    told = list(rows)
    learned = _calibrated(header, told)
    view = _checked((header, told), learned)
    assert (view["phase"], view["problem"], list(view["found"])) == ("done", None, ["off_mm"])
    turned = _checked((header, told), replace(learned, yaw_rad=learned.yaw_rad + 0.25))
    assert (turned["phase"], turned["problem"]) == ("failed", "check-place")
