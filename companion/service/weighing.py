"""The weighing half of a service: a port, its calibration and the sense that runs the tracker on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.devices.ports import ShipPort
from companion.events import ShipShape, Spot
from companion.service.clocks import StampedPort
from companion.service.core import Core
from companion.service.remote import RemoteTracker, TrackerHost
from companion.service.teaching import Teaching
from companion.ship.calibration import Calibration, Calibrator
from companion.ship.capture import Mark, read_capture
from companion.ship.tracker import Tracker
from companion.table.recorder import Plate
from companion.table.sense import Sense

__all__ = ["Weighing", "learn"]


def learn(lines: Iterable[str]) -> Calibration:
    """The calibration that the marked lines of a capture teach; NotCalibratedError names what is missing."""
    header, rows = read_capture(lines)
    calibrator = Calibrator(header)
    for row in rows:
        if isinstance(row, Mark):
            calibrator.mark(row)
        else:
            calibrator.feed(row)
    return calibrator.finish()


class Weighing:
    """Runs the sense of weight on a port; a new calibration replaces the sense, the port goes on."""

    def __init__(self, core: Core, port: ShipPort, shape: ShipShape, calibration: Calibration) -> None:
        self._core = core
        self._port = StampedPort(port, core.clock)
        self.teaching = Teaching(self._port, shape, self.recalibrate, core.places.calibration)
        self._shape = shape
        self._host = TrackerHost()
        self._sense = self._make(calibration)

    def start(self) -> None:
        """Begin to feel; the table's thread must run."""
        self._host.wait()
        self._sense.start()

    def stop(self) -> None:
        """Stop feeling and let go of the port."""
        self._sense.stop()
        self._host.close()
        self._port.close()

    def recalibrate(self, calibration: Calibration) -> None:
        """Go on with another calibration."""
        self._sense.stop()
        self._sense = self._make(calibration)
        self._sense.start()

    def dispute(self, seq: int, path: Path) -> int:
        """Save the raw samples around an entry; how many."""
        return self._sense.dispute(seq, path)

    def _make(self, calibration: Calibration) -> Sense:
        ship, cells_mm, sps = self._shape, self._port.cells_mm, self._port.sps

        def tracker(standing: tuple[Spot, ...], memory: Mapping[str, Any] | None) -> RemoteTracker:
            learned = memory or None
            return self._host.tracker(partial(Tracker, ship, cells_mm, calibration, sps=sps, standing=standing, memory=learned))

        plate = Plate(self._port.sps, self._port.cells_mm, self._shape, calibration.to_json())
        return Sense(self._core.thread, self._port, tracker, plate, self._core.hub.feel)
