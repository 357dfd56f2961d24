"""The guided calibration behind the routes, on a port that plays a recorded calibration."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health, Sample, ShipShape
from companion.service.clocks import SampleClock, StampedPort
from companion.service.paper import paper_runtime
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
def teaching(port: PlayedPort, used: list[Calibration], tmp_path: Path) -> tuple[Teaching, StampedPort]:
    """A calibration on that port, and the port as the sense reads it."""
    stamped = StampedPort(port, SampleClock())
    return Teaching(stamped, SHAPE, used.append, tmp_path / "calibration.json"), stamped


def test_a_calibration_is_led_kept_and_put_to_use(
    teaching: tuple[Teaching, StampedPort], port: PlayedPort, used: list[Calibration], tmp_path: Path
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
    assert [Calibration.from_json(json.loads((tmp_path / "calibration.json").read_text()))] == used


def test_buttons_without_meaning_are_refused(teaching: tuple[Teaching, StampedPort]) -> None:
    """Nothing to go on with, nothing to use."""
    guide, _ = teaching
    with pytest.raises(ProblemError, match="no-calibration"):
        guide.press("ready")
    guide.press("start")
    with pytest.raises(ProblemError, match="not-calibrated"):
        guide.press("use")
    assert not guide.press("stop").running


def test_the_routes_say_when_there_is_no_plate(
    tmp_path: Path, teaching: tuple[Teaching, StampedPort], serving: Callable[[Runtime], Any]
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
