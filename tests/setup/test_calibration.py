"""The guided calibration, led by a virtual ship whose hands do what the guide says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Sample, ShipShape
from companion.setup.calibration import CalibrationGuide, plan
from companion.ship.calibration import Calibration, Calibrator
from companion.ship.capture import Header, Mark, read_capture
from companion.virtual.chance import chance

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


@pytest.fixture(scope="module")
def recorded() -> tuple[Header, list[Sample | Mark]]:
    """A calibration of a virtual ship, with its marks."""
    header, rows = read_capture(VirtualShipPort(SHAPE, seed=5).calibration_lines())
    return header, list(rows)


def _lead(guide: CalibrationGuide, rows: list[Sample | Mark]) -> Iterator[str]:
    """Press ready at each mark that starts a step, feed what the plate says; yields the codes of the steps."""
    for row in rows:
        if isinstance(row, Sample):
            guide.feed(row)
        elif row.kind != "hands":
            assert guide.step is not None
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
