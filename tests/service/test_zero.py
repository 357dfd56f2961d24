"""The zero of a plate in service: taken anew on the bare plate, and put to use there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.devices.ports import PortLostError
from companion.events import Health, Sample, ShipShape
from companion.service.calibrations import CalibrationShelf
from companion.service.core import Core
from companion.service.settings import Settings
from companion.service.weighing import Weighing
from companion.ship.calibration import Calibration
from companion.virtual.chance import chance

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


class BarePlate:
    """Fills ShipPort: nothing lies on it, and its zero can be told to be elsewhere. As quick as it is read."""

    name, sps = "bare", 80.0

    def __init__(self, calibration: Calibration) -> None:
        self.cells_mm = calibration.cells_mm
        self._calibration = calibration
        self._noise = chance(1, "bare plate")
        self._closed = threading.Event()
        self._t_s = 0.0
        self.off_g = 0.0

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """A quarter of a second."""
        del timeout_s
        if self._closed.wait(0.005):
            raise PortLostError("port-closed")
        return [self._sample() for _ in range(20)]

    def _sample(self) -> Sample:
        self._t_s += 1 / self.sps
        taught = zip(self._calibration.zero, self._calibration.gain_g, strict=True)
        return Sample(self._t_s, tuple(round(z + self.off_g / g + self._noise.gauss(0.0, 20.0)) for z, g in taught))

    def health(self) -> Health:
        """Well."""
        return Health(self.name, "ship", "ok")

    def close(self) -> None:
        """No more."""
        self._closed.set()


@pytest.fixture
def weighing(tmp_path: Path, taught: Calibration) -> Iterator[tuple[Weighing, BarePlate]]:
    """A service's weighing half on a bare plate that was taught."""
    core, plate, shelf = Core(Settings(tmp_path)), BarePlate(taught), CalibrationShelf(tmp_path / "calibrations")
    shelf.store(plate.name, taught)
    weighing = Weighing(core, plate, shelf, SHAPE)
    core.thread.start()
    weighing.start()
    yield weighing, plate
    weighing.stop()
    core.thread.stop()


def test_a_zero_that_crept_is_in_use_before_the_ship_is_put_down(
    weighing: tuple[Weighing, BarePlate], taught: Calibration, tmp_path: Path
) -> None:
    """Half a gram on each cell, while the plate is bare: the tracker is built on it; what was kept stays as it was taught."""
    service, plate = weighing
    plate.off_g = 0.5
    wanted = [z + 0.5 / g for z, g in zip(taught.zero, taught.gain_g, strict=True)]
    end_s = time.monotonic() + 20
    found: Sequence[float] = ()
    while found != pytest.approx(wanted, abs=20.0):
        assert time.monotonic() < end_s, (found, wanted)
        time.sleep(0.05)
        found = (service._sense.recorder._now.plate.calibration or {}).get("zero", ())
    assert CalibrationShelf(tmp_path / "calibrations").load(plate.name).calibration == taught
