"""The weighing half of a service: a port, what each plate was taught, and the sense that runs the tracker on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.devices.ports import ShipPort
from companion.events import Sample, ShipShape, Spot
from companion.games import boards
from companion.games.contract import SetUpError
from companion.service.calibrations import CalibrationShelf, Kept
from companion.service.core import Core
from companion.service.plate import ALONE, Blind, Choice, PlatePort
from companion.service.remote import TrackerHost
from companion.service.teaching import Teaching
from companion.setup.zero import ZeroKeeper
from companion.ship.calibration import Calibration, Calibrator
from companion.ship.capture import Mark, read_capture
from companion.ship.tracker import Tracker
from companion.table.recorder import Plate
from companion.table.sense import Feeler, Sense

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
    """Runs the sense of weight on whichever plate is connected, by what that plate was taught.

    `shape` is the ship that stands on it until a game on another board is opened.
    """

    def __init__(self, core: Core, port: ShipPort, shelf: CalibrationShelf, shape: ShipShape, choice: Choice = ALONE) -> None:
        self._core = core
        self._shelf = shelf
        self._shape = shape
        self._learned_on: str | None = None
        self.port = PlatePort(port, core.clock, choice)
        self.teaching = Teaching(self.port, lambda: self._shape, shelf)
        self._host = TrackerHost()
        self._zero: ZeroKeeper | None = None
        self.port.follow(self._keep_zero)
        plate = Plate(port.sps, port.cells_mm, shape)
        self._sense = Sense(core.thread, self.port, self._feeler, plate, core.hub.feel)

    def start(self) -> None:
        """Begin to feel; the table's thread must run. A plate that is there already is felt from here on."""
        if self.port.node is not None:
            self._host.wait()
        self._follow(0, self._core.view())
        self._core.thread.call(lambda table: table.subscribe(self._follow)).result()
        self._sense.start()

    def stop(self) -> None:
        """Stop feeling and let go of the port."""
        self._sense.stop()
        self._host.close()
        self.port.close()

    def teach(self, device: str, calibration: Calibration) -> None:
        """Keep a plate's new calibration and go on with it."""
        self._shelf.store(device, calibration)
        self.port.renew()

    def dispute(self, seq: int, path: Path) -> int:
        """Save the raw samples around an entry; how many."""
        return self._sense.dispute(seq, path)

    def _follow(self, _seq: int, view: Mapping[str, Any]) -> None:
        """A game on another board means another ship on the plate."""
        shape = _shape(view)
        if shape is not None and shape != self._shape:
            self._shape = shape
            self.port.renew()

    def _keep_zero(self, samples: Sequence[Sample]) -> None:
        """The tracker is built anew on a zero that has crept, while neither plate nor table know of anything aboard."""
        crept = self._zero is not None and self._zero.take(samples)
        if crept and not self.port.is_listened_to and not self._core.view()["inventory"]:
            self.port.renew()

    def _on_its_zero(self, calibration: Calibration) -> Calibration:
        """What the plate was taught, on its zero as it is now."""
        if not calibration.weighs:
            self._zero = None
            return calibration
        if self._zero is None or not self._zero.follows(calibration):
            self._zero = ZeroKeeper(calibration)
        return self._zero.calibration()

    def _feeler(self, standing: tuple[Spot, ...], memory: Mapping[str, Any] | None) -> Feeler:
        """A tracker for the plate that is there, or none that feels where nothing is known of it; on the sense's thread."""
        device, cells_mm, sps, ship = self.port.node, self.port.cells_mm, self.port.sps, self._shape
        kept = Kept(None) if device is None else _fitting(self._shelf.load(device), cells_mm)
        self.port.judge(kept.code, {"file": kept.file})
        calibration = None if kept.calibration is None else self._on_its_zero(kept.calibration)
        row = None if calibration is None else calibration.to_json()
        self._sense.recorder.describe(Plate(sps, cells_mm, ship, row, name=device or ""))
        if calibration is None:
            self._zero = None
            return Blind()
        self._core.thread.post(lambda table: table.know_mass(calibration.alien_g))
        before, self._learned_on = self._learned_on, device
        learned = (memory or None) if before in (None, device) else None  # where the ship stands was learned on that plate
        return self._host.tracker(partial(Tracker, ship, cells_mm, calibration, sps=sps, standing=standing, memory=learned))


def _fitting(kept: Kept, cells_mm: tuple[tuple[float, float], ...]) -> Kept:
    """A calibration for cells that stood elsewhere is none."""
    if kept.calibration is None or kept.calibration.cells_mm == cells_mm:
        return kept
    return Kept(None, "calibration-outdated", kept.file)


def _shape(view: Mapping[str, Any]) -> ShipShape | None:
    """The ship of the open game."""
    game = view.get("game")
    if game is None:
        return None
    try:
        return boards.parse({"side": boards.SIDES[0], **game["board"]}).shape
    except SetUpError:
        return None
