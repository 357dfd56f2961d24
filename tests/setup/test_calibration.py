"""The guided calibration, led by a virtual ship whose hands do what the guide says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Sample, ShipShape
from companion.setup.calibration import CalibrationGuide, plan
from companion.ship.calibration import Calibration, Calibrator
from companion.ship.capture import Header, Mark, read_capture

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
