"""The guided calibration behind the routes, on a port that plays a recorded calibration."""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.devices.ports import PortLostError
from companion.devices.supervisor import SupervisedShip
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health, Sample, ShipShape
from companion.service.calibrations import CalibrationShelf
from companion.service.clocks import SampleClock
from companion.service.paper import paper_runtime
from companion.service.plate import PlatePort
from companion.service.problems import ProblemError
from companion.service.runtime import Runtime
from companion.service.teaching import Teaching
from companion.ship.calibration import Calibration
from companion.ship.capture import Mark, read_capture

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


class PlayedPort:
    """Fills ShipPort with the rows it is given."""

    name, sps = "played", 80.0
    cells_mm = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))

    def __init__(self) -> None:
        self.next: list[Sample] = []

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """What was laid ready."""
        del timeout_s
        samples, self.next = self.next, []
        return samples

    def health(self) -> Health:
        """Always well."""
        return Health(self.name, "ship", "ok")

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture
def port() -> PlayedPort:
    """A port to lay samples on."""
    return PlayedPort()


@pytest.fixture
def used() -> list[Calibration]:
    """The calibrations put to use."""
    return []


@pytest.fixture
def teaching(port: PlayedPort, used: list[Calibration], tmp_path: Path) -> tuple[Teaching, PlatePort]:
    """A calibration on that port, and the port as the sense reads it."""
    stamped, shelf = PlatePort(port, SampleClock()), CalibrationShelf(tmp_path)

    def keep(device: str, calibration: Calibration) -> None:
        shelf.store(device, calibration)
        used.append(calibration)

    return Teaching(stamped, lambda: SHAPE, keep), stamped


def test_a_calibration_is_led_kept_and_put_to_use(
    teaching: tuple[Teaching, PlatePort], port: PlayedPort, used: list[Calibration], tmp_path: Path
) -> None:
    """Through all steps: the result is used once and is on disk as it was used."""
    guide, stamped = teaching
    assert not guide.view().running
    guide.press("start")
    _, rows = read_capture(VirtualShipPort(SHAPE, seed=5).calibration_lines())
    for row in rows:
        if isinstance(row, Mark):
            if row.kind != "hands":
                guide.press("ready")
        else:
            port.next = [row]
            stamped.read(0.0)
    assert guide.view().phase == "done"
    guide.press("use")
    assert not guide.view().running
    assert [CalibrationShelf(tmp_path).load("played").calibration] == used


def test_buttons_without_meaning_are_refused(teaching: tuple[Teaching, PlatePort]) -> None:
    """Nothing to go on with, nothing to use."""
    guide, _ = teaching
    with pytest.raises(ProblemError, match="no-calibration"):
        guide.press("ready")
    guide.press("start")
    with pytest.raises(ProblemError, match="not-calibrated"):
        guide.press("use")
    assert not guide.press("stop").running


def _no_room(_device: str, _calibration: Calibration) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_absent_plate_is_not_calibrated() -> None:
    """Before a plate was found, both looking and starting say so; so does a start while it is unplugged."""
    clock = iter(float(n) for n in range(1000))
    ship = VirtualShipPort(SHAPE, seed=5)
    ship.unplug()
    supervised = SupervisedShip(ship.connect, "plate", "ship", clock=lambda: next(clock), rest=lambda _s: None)
    plate = PlatePort(supervised, SampleClock())
    guide = Teaching(plate, lambda: SHAPE, _no_room)
    plate.read(0.0)
    with pytest.raises(ProblemError, match="no-plate"):
        guide.view()
    ship.replug()
    ship.advance_to(0.5)
    with pytest.raises(PortLostError):
        plate.read(0.0)  # another plate than none: what was built on it is built anew
    assert not guide.view().running
    ship.unplug()
    plate.read(0.0)
    with pytest.raises(ProblemError, match="no-plate"):
        guide.press("start")


def test_the_routes_say_when_there_is_no_plate(
    tmp_path: Path, teaching: tuple[Teaching, PlatePort], serving: Callable[[Runtime], Any]
) -> None:
    """Without a plate it is a problem that says what to do; with one, only key holders press."""
    runtime = paper_runtime(tmp_path)
    key = {"Authorization": f"Bearer {runtime.keys.mint()}"}
    with serving(runtime) as server, _client(server) as http:
        assert http.get("/api/setup/calibration").json()["code"] == "no-plate"
    with serving(dataclasses.replace(runtime, teaching=teaching[0])) as server, _client(server) as http:
        assert http.post("/api/setup/calibration", json={"press": "start"}).status_code == 401
        assert http.post("/api/setup/calibration", json={"press": "jump"}, headers=key).json()["code"] == "bad-command"
        assert http.post("/api/setup/calibration", json={"press": "start"}, headers=key).json()["code"] == "empty"


def _client(server: Any) -> httpx.Client:
    return httpx.Client(base_url=server.url, trust_env=False)
