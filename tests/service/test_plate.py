"""The plate as the service reads it: found late, exchanged, judged, and measured."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.ports import PortLostError
from companion.devices.supervisor import BackOff, SupervisedShip
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health, Press, Rolled, Sample, ShipShape
from companion.service import plate as plate_module
from companion.service.calibrations import CalibrationShelf
from companion.service.clocks import SampleClock, StampedInput
from companion.service.compose import plate_runtime
from companion.service.plate import Blind, Choice, PlatePort
from companion.service.settings import Settings
from companion.service.weighing import _fitting
from companion.ship.calibration import Calibration

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


class _Desk:
    """Two plates of which one or none is plugged in."""

    def __init__(self) -> None:
        self.plates = {name: VirtualShipPort(SHAPE, seed=5, name=name) for name in ("ship-a", "ship-b")}
        self.plugged: str | None = None
        clock = itertools.count()
        self.ship = SupervisedShip(
            self._open,
            "plate",
            "ship",
            back_off=BackOff(0.0, 0.0),
            clock=lambda: float(next(clock)) / 100,
            rest=lambda _s: None,
        )
        self.calibrated: str | None = None
        self.port = PlatePort(self.ship, SampleClock(), Choice(self._better, lambda: list(self.plates)))

    def _open(self) -> Any:
        if self.plugged is None:
            raise PortLostError("ship-absent")
        return self.plates[self.plugged].connect()

    def _better(self) -> Any:
        return None if self.calibrated is None else self.plates[self.calibrated].connect()

    def plug(self, name: str | None) -> None:
        """Have this one plugged in, or none."""
        if self.plugged is not None:
            self.plates[self.plugged].unplug()
        self.plugged = name
        if name is not None:
            self.plates[name].replug()
            self.plates[name].advance_to(self.plates[name]._ship.t_s + 0.3)


@pytest.fixture
def desk() -> _Desk:
    """Nothing is plugged in yet."""
    return _Desk()


def _renewed(port: PlatePort) -> bool:
    """Whether the reader is told, within a few reads, to build anew."""
    try:
        for _ in range(5):
            port.read(0.0)
    except PortLostError:
        return True
    return False


def test_what_is_built_on_a_plate_is_built_anew_once_for_each_plate(desk: _Desk) -> None:
    """A plate found late, the same one coming back, another one: told for the first and the last, and only once each."""
    assert not _renewed(desk.port)
    desk.plug("ship-a")
    assert (_renewed(desk.port), desk.port.node) == (True, "ship-a")
    assert not _renewed(desk.port)
    desk.plug(None)
    desk.port.read(0.0)
    assert desk.port.health().state == "lost"
    desk.plug("ship-a")
    assert not _renewed(desk.port)
    desk.plug("ship-b")
    assert (_renewed(desk.port), desk.port.node) == (True, "ship-b")
    desk.port.renew()
    assert (_renewed(desk.port), _renewed(desk.port)) == (True, False)


def test_a_plate_is_well_only_when_it_is_known(desk: _Desk) -> None:
    """Between being found and being judged it is still being looked for; then it is well, or what is missing is said."""
    desk.plug("ship-a")
    assert _renewed(desk.port)
    assert desk.port.health().state == "searching"
    desk.port.judge("plate-uncalibrated", {"file": "ship-a.json"})
    health = desk.port.health()
    assert (health.state, health.code, dict(health.params)) == ("fault", "plate-uncalibrated", {"file": "ship-a.json"})
    desk.port.judge(None, {})
    assert desk.port.health().state == "ok"
    desk.plug(None)
    desk.port.read(0.0)
    assert desk.port.health().code == "ship-unplugged"


def test_a_calibrated_plate_takes_over_from_one_that_is_not(desk: _Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while the present one is well, nor while it is being calibrated; the other is told as connected and not used."""
    monkeypatch.setattr(plate_module, "_LOOK_EVERY_S", 0.0)
    desk.plug("ship-a")
    assert _renewed(desk.port)
    assert desk.port.others == ["ship-b"]
    desk.calibrated = "ship-b"
    desk.port.judge(None, {})
    assert not _renewed(desk.port)
    desk.port.judge("plate-uncalibrated", {})
    desk.port.listen(lambda _sample: None)
    assert not _renewed(desk.port)
    desk.port.listen(None)
    assert (_renewed(desk.port), desk.port.node, desk.port.others) == (True, "ship-b", ["ship-a"])
    desk.port.judge(None, {})
    assert desk.port.health().state == "ok"


def test_a_calibration_for_other_cells_is_none(tmp_path: Path, taught: Calibration) -> None:
    """Where the settings tell of other places than the calibration was made with, that is said and it is not used."""
    shelf = CalibrationShelf(tmp_path)
    shelf.store("ship-a", taught)
    assert _fitting(shelf.load("ship-a"), taught.cells_mm).code is None
    moved = ((70.0, 60.0), *taught.cells_mm[1:])
    assert (_fitting(shelf.load("ship-a"), moved).calibration, _fitting(shelf.load("ship-a"), moved).code) == (
        None,
        "calibration-outdated",
    )


def test_a_blind_sense_feels_nothing() -> None:
    """Whatever is fed, nothing is called and the ship's state is a fault, at the sample's own moment."""
    blind = Blind()
    assert list(blind.feed(Sample(7.5, (1, 2, 3, 4)))) == []
    assert (blind.live.t_s, blind.live.state, list(blind.inventory), blind.memory()) == (7.5, "fault", [], {})


class _OneRoll:
    """A die whose roll settled at a moment of this machine's clock."""

    name = "die"

    def read(self, _timeout_s: float) -> list[Press | Rolled]:
        """The roll."""
        return [Rolled(4, 1000.0)]

    def light(self, faces: str, *, awaited: bool) -> None:
        """No lights."""

    def health(self) -> Health:
        """Well."""
        return Health("die", "die", "ok")

    def close(self) -> None:
        """Nothing."""


def test_a_rolls_moment_is_put_on_the_sensors_clock() -> None:
    """A roll that settled two seconds ago did so two seconds before what the sensor's clock says now."""
    now_s = 1000.0
    clock = SampleClock(now_s=lambda: now_s)
    clock.arrived(35.0)
    now_s = 1002.0
    (rolled,) = StampedInput(_OneRoll(), clock, now_s=lambda: now_s).read(0.0)
    assert rolled.t_s == pytest.approx(35.0)


@pytest.fixture
def serving_nothing(tmp_path: Path) -> Iterator[Callable[[], dict[str, Any]]]:
    """The real runtime with no device plugged in; gives its devices as a tablet sees them."""
    runtime = plate_runtime(Settings(tmp_path, host="127.0.0.1", serial_ports=("/dev/not-there*",)))
    runtime.start()
    try:
        yield lambda: {report.device: report for report in runtime.devices()}
    finally:
        runtime.stop()


def test_a_service_without_devices_looks_for_them(serving_nothing: Callable[[], dict[str, Any]]) -> None:
    """Plate and die are told as looked for, with no number made up."""
    found = serving_nothing()
    assert {(name, report.state, report.node, report.sps) for name, report in found.items()} == {
        ("plate", "searching", None, None),
        ("die", "searching", None, None),
    }
