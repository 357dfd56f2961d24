"""The guided calibration behind the routes, on a port that plays a recorded calibration."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from companion.devices.ports import PortLostError
from companion.devices.supervisor import SupervisedShip
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health, Sample, ShipShape
from companion.service.calibrations import CalibrationShelf, Difficulty
from companion.service.clocks import SampleClock
from companion.service.paper import paper_runtime
from companion.service.plate import PlatePort
from companion.service.problems import ProblemError
from companion.service.resources import CalibrationPress, CalibrationView, DifficultyView
from companion.service.runtime import Runtime
from companion.service.teaching import Teaching
from companion.setup.calibration import MASS_AT_MM, REPEATS
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
def teaching(port: PlayedPort, tmp_path: Path) -> tuple[Teaching, PlatePort]:
    """A calibration on that port, and the port as the sense reads it."""
    stamped = PlatePort(port, SampleClock())
    return Teaching(stamped, lambda: SHAPE, CalibrationShelf(tmp_path / "shelf")), stamped


@functools.cache
def _recorded() -> list[str]:
    return VirtualShipPort(SHAPE, seed=5).calibration_lines(again=REPEATS, mass_at_mm=MASS_AT_MM)


def _press(guide: Teaching, button: str, **more: Any) -> CalibrationView:
    return guide.press(CalibrationPress.model_validate({"press": button, **more}))


def _play(guide: Teaching, port: PlayedPort, stamped: PlatePort, rows: Iterable[Sample | Mark]) -> None:
    """The plate tells what was recorded, and somebody presses ready where a step begins."""
    for row in rows:
        if isinstance(row, Sample):
            port.next = [row]
            stamped.read(0.0)
        elif row.kind != "hands":
            _press(guide, "ready")


def test_a_calibration_is_led_kept_and_put_to_use(
    teaching: tuple[Teaching, PlatePort], port: PlayedPort, tmp_path: Path
) -> None:
    """Through all steps: what was found is told, the result is kept, and what is built on the plate is built anew."""
    guide, stamped = teaching
    assert not guide.view().running
    assert _press(guide, "start").params == {}
    rows = list(read_capture(_recorded())[1])
    _play(guide, port, stamped, rows)
    done = guide.view()
    assert done.phase == "done"
    assert 0.0 < done.found["spread_g"] < 0.3
    assert done.found.keys() == {"place_mm", "spread_g", "ship_g", "alien_g", "fit_mm"}
    assert done.found["place_mm"] < 0.1
    _kept_where_there_is_room(guide, tmp_path / "shelf")
    with pytest.raises(PortLostError):
        stamped.read(0.0)
    _check(guide, port, stamped, rows)
    _noted(guide, tmp_path / "shelf")


def _kept_where_there_is_room(guide: Teaching, folder: Path) -> None:
    """A disk that refuses costs nothing: it is said, and the result can be used once there is room."""
    folder.touch()
    with pytest.raises(ProblemError, match="not-kept"):
        _press(guide, "use")
    folder.unlink()
    assert not _press(guide, "use").running
    assert CalibrationShelf(folder).load("played").calibration is not None


def _check(guide: Teaching, port: PlayedPort, stamped: PlatePort, rows: list[Sample | Mark]) -> None:
    """Another evening: the ship, one alien, and the plate is known to be as it was."""
    begin = next(at for at, row in enumerate(rows) if isinstance(row, Mark) and row.kind == "ship")
    assert (_press(guide, "check").kind, guide.view().of) == ("check", 2)
    _play(guide, port, stamped, rows[begin:])
    checked = guide.view()
    assert (checked.phase, checked.problem) == ("done", None)
    assert checked.found["alien_g"] == pytest.approx(8.0, abs=1.0)
    assert checked.found["off_mm"] < 3.0
    assert not _press(guide, "stop").running


def _noted(guide: Teaching, folder: Path) -> None:
    """How far out an alien can stand is kept with the plate, and a new calibration keeps it."""
    assert _press(guide, "note", ring=5, aliens=2).difficulty == DifficultyView(ring=5, aliens=2)
    shelf = CalibrationShelf(folder)
    calibration = shelf.load("played").calibration
    assert calibration is not None
    shelf.store("played", calibration)
    assert shelf.load("played").difficulty == Difficulty(5, 2)


def test_the_known_mass_is_the_one_typed(teaching: tuple[Teaching, PlatePort], port: PlayedPort) -> None:
    """Any household mass: the steps ask for it in its grams, and one no kitchen has is refused."""
    guide, stamped = teaching
    _press(guide, "start", grams=137.5)
    rows = read_capture(_recorded())[1]
    _play(guide, port, stamped, (row for row in rows if row.t_s < 3.0))
    assert (guide.view().code, guide.view().params["grams"]) == ("mass", 137.5)
    with pytest.raises(ValidationError):
        _press(guide, "start", grams=5.0)


def test_buttons_without_meaning_are_refused(teaching: tuple[Teaching, PlatePort]) -> None:
    """Nothing to go on with, nothing to use."""
    guide, _ = teaching
    with pytest.raises(ProblemError, match="no-calibration"):
        _press(guide, "ready")
    _press(guide, "start")
    with pytest.raises(ProblemError, match="not-calibrated"):
        _press(guide, "use")
    with pytest.raises(ProblemError, match="not-calibrated"):
        _press(guide, "check")
    with pytest.raises(ProblemError, match="not-calibrated"):
        _press(guide, "note", ring=3)
    assert not _press(guide, "stop").running


def test_an_absent_plate_is_not_calibrated(tmp_path: Path) -> None:
    """Before a plate was found, both looking and starting say so; so does a start while it is unplugged."""
    clock = iter(float(n) for n in range(1000))
    ship = VirtualShipPort(SHAPE, seed=5)
    ship.unplug()
    supervised = SupervisedShip(ship.connect, "plate", "ship", clock=lambda: next(clock), rest=lambda _s: None)
    plate = PlatePort(supervised, SampleClock())
    guide = Teaching(plate, lambda: SHAPE, CalibrationShelf(tmp_path))
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
        _press(guide, "start")


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
