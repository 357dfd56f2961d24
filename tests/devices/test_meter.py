"""What is measured of a plate's readings as they come."""

from __future__ import annotations

import pytest

from companion.devices.meter import Meter
from companion.events import Sample
from companion.virtual.chance import chance


class _Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def _fed(seconds: float, *, sigma: float = 20.0, creep_per_s: float = 0.0, step_at_s: float = 1e9) -> Meter:
    """A meter after so many seconds of two cells at 80 samples a second."""
    clock, noise = _Clock(), chance(3, "meter")
    meter = Meter(clock)
    for at in range(round(seconds * 80)):
        t_s = clock.now_s = at / 80.0
        base = creep_per_s * t_s + (5000.0 if t_s >= step_at_s else 0.0)
        meter.take([Sample(t_s, (round(base + noise.gauss(0.0, sigma)), round(1000.0 + noise.gauss(0.0, 2.0 * sigma))))])
    clock.now_s += 0.25
    return meter


def test_pace_noise_and_age_are_told() -> None:
    """Eighty a second, each cell's own standard deviation, and a quarter of a second since the last."""
    found = _fed(5.0).measured()
    assert found.sps == pytest.approx(80.0)
    assert found.noise == (pytest.approx(20.0, rel=0.3), pytest.approx(40.0, rel=0.3))
    assert found.age_s == pytest.approx(0.25)


def test_drift_is_what_a_still_plate_does() -> None:
    """Two counts a second are 120 a minute; just after something was put down nothing is said of drift."""
    assert _fed(20.0, sigma=3.0, creep_per_s=2.0).measured().drift_per_min == (
        pytest.approx(120.0, abs=25),
        pytest.approx(0, abs=40),
    )
    assert _fed(20.0, sigma=3.0, step_at_s=18.0).measured().drift_per_min is None


def test_nothing_is_made_up() -> None:
    """Before ten readings there is no number, and a tilt sensor has neither noise nor drift in counts."""
    meter = Meter(_Clock())
    assert (meter.measured().sps, meter.measured().age_s) == (None, None)
    meter.take([Sample(0.02 * at, acc_g=(0.0, 0.0, 1.0)) for at in range(50)])
    found = meter.measured()
    assert (found.sps, found.noise, found.drift_per_min, found.age_s) == (None, (), None, 0.0)


def test_a_node_that_starts_anew_is_measured_anew() -> None:
    """Time that runs backwards, or another number of cells, begins a new measurement."""
    meter = _fed(5.0)
    meter.take([Sample(0.0, (1, 2))])
    assert meter.measured().sps is None
    meter.take([Sample(1.0, (1, 2, 3))])
    assert meter.measured().sps is None
