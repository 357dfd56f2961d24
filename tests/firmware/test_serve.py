"""The command `companion serve` on the real firmware: plate and die on pseudo terminals, scored through its web address."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from _beside import load
from websockets.sync.client import connect

from companion.devices.simulated_node import SimulatedNode
from companion.service.boards import BoardShelf
from companion.service.calibrations import CalibrationShelf
from companion.service.weighing import learn

_HERE = Path(__file__).resolve().parent
PLATE = "ship-sim-0001"


process = load("served_process", _HERE.parent / "service" / "process.py")
evening = load("served_evening", _HERE / "test_evening.py")


def _two_turns() -> Any:
    """A virtual ship's evening: calibrated, then two aliens placed."""
    game = evening.Game(seed=2)
    for at in range(2):
        sector, ring = evening.OUT[at]
        game._act(sector, lambda sector=sector, ring=ring: game._place(sector, ring))
    return evening.Evening(game.recorder.lines), game.shape


@dataclass
class Served:
    """The running service with its two nodes."""

    http: httpx.Client
    service: Any
    plate: SimulatedNode
    die: SimulatedNode
    count: int = 0

    def plates(self) -> tuple[str, list[str]]:
        """The plate in use, and those not used."""
        row = next(row for row in self.http.get("/api/health").json()["devices"] if row["device"] == "plate")
        return row["node"], row["others"]

    def send(self, **command: Any) -> httpx.Response:
        """Give a command; it must be taken."""
        self.count += 1
        answer = self.http.post("/api/commands", headers={"Idempotency-Key": str(self.count)}, json=command)
        assert answer.status_code == 200, answer.text
        return answer

    def table(self) -> dict[str, Any]:
        """The whole table."""
        view: dict[str, Any] = self.http.get("/api/snapshot").json()["table"]
        return view

    def until(self, enough: Callable[[dict[str, Any]], bool], timeout_s: float = 60.0) -> dict[str, Any]:
        """The table once it is so."""
        end_s = time.monotonic() + timeout_s
        while not enough(view := self.table()):
            assert time.monotonic() < end_s, f"in vain: {view['devices']} {view['events'][-3:]} {view['questions']}"
            time.sleep(0.2)
        return view

    def device(self, kind: str) -> dict[str, Any]:
        """How a device is now."""
        return next((d for d in self.table()["devices"] if d["kind"] == kind), {"state": "unknown", "code": None})

    def until_device(self, kind: str, state: str, code: str | None = None) -> None:
        """Wait for a device to be so."""
        self.until(lambda _view: (self.device(kind)["state"], self.device(kind)["code"]) == (state, code))

    def stop(self) -> int:
        """Ask it to stop, as systemd does, and give it as long as the unit does."""
        self.service.process.terminate()
        code: int = self.service.process.wait(15)
        return code

    def play(self, piece: Any) -> None:
        """Let the plate feel a piece of the evening."""
        for cell in evening.CELLS:
            values = [row["counts"][cell] for row in piece.samples]
            self.plate.tell(f"push {cell} {' '.join(map(str, values))}")
        first = min(evening.CELLS, key=lambda cell: piece.samples[0]["dt_us"][cell])
        self.plate.tell(f"go {first}")
        end_s = self.plate.report()["simulated_s"] + piece.samples[-1]["t"] - piece.samples[0]["t"] + 0.5
        while self.plate.report()["simulated_s"] < end_s:
            time.sleep(0.2)
        self.plate.tell("hold")


@contextlib.contextmanager
def _serving(data: Path, plate: SimulatedNode, die: SimulatedNode, **more: Any) -> Iterator[Served]:
    settings = {"serial_ports": [plate.port, die.port]} | more
    (data / "settings.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items()))
    with process.service("serve", "--data", str(data)) as service, service.client() as http:
        yield Served(http, service, plate, die)


@pytest.fixture
def nodes(built: str) -> Iterator[tuple[SimulatedNode, SimulatedNode]]:
    """A plate and a die."""
    assert built is not None
    with SimulatedNode("ship") as plate, SimulatedNode("die", identity="sim-d001") as die:
        yield plate, die


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_serve_scores_what_the_plate_feels(nodes: tuple[SimulatedNode, SimulatedNode], tmp_path: Path) -> None:
    """Two placements with an unplugging between them score as they were, the die's roll is taken, and it stops cleanly."""
    plate, die = nodes
    night, shape = _two_turns()
    before, after = night.cut_at(1)
    CalibrationShelf(tmp_path / "calibrations").store(PLATE, learn(night.before))
    BoardShelf(tmp_path / "boards").keep("virtual", shape)
    plate.tell("hold", f"noise {evening.QUIET_COUNTS}", f"in-step {night.header['sps']} {evening._phases(night)}")
    plate.tell("raw " + " ".join(map(str, night.samples[0]["counts"])))
    with _serving(tmp_path, plate, die, cells_mm=night.header["cells_mm"], board="virtual") as served:
        served.until_device("ship", "ok")
        served.until_device("die", "ok")
        served.send(type="new-game", game="balancing-aliens", names=["Ada", "Bo", "Cy"], board="virtual")
        for value in (6, 2, 1):  # who starts
            _roll(served, value)
        _roll(served, evening.OUT[0][0])
        served.play(before)
        served.until(lambda view: _scores(view)[0] > 0)
        plate.tell("unplug")
        served.until_device("ship", "lost", "ship-unplugged")
        plate.tell("replug")
        served.until_device("ship", "ok")
        _roll(served, evening.OUT[1][0])
        served.play(after)
        view = served.until(lambda view: _scores(view)[1] > 0)
        points = [shape.points[ring - 1] for _, ring in evening.OUT[:2]]
        assert _scores(view) == [*points, 0]
        with connect(served.service.ws, proxy=None) as live:
            frames = [json.loads(live.recv(10)) for _ in range(4)]
        snapshot = next(frame for frame in frames if frame["type"] == "snapshot")
        assert _scores(snapshot["table"]) == [*points, 0]
        assert any(frame["type"] == "sensor" for frame in frames)
        counts = {row["device"]: row["counts"] for row in served.http.get("/api/health").json()["devices"]}
        assert (counts["plate"]["opened"], counts["plate"]["lost"]) == (2, 1)
        _press_die(served)
        assert served.stop() == 0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_plates_come_and_go_as_they_like(nodes: tuple[SimulatedNode, SimulatedNode], tmp_path: Path) -> None:
    """Started without any device; an uncalibrated plate says so while a game is tapped; of two, the calibrated is used."""
    plate, die = nodes
    night, shape = _two_turns()
    CalibrationShelf(tmp_path / "calibrations").store("ship-sim-0002", learn(night.before))
    BoardShelf(tmp_path / "boards").keep("virtual", shape)
    with SimulatedNode("ship", identity="sim-0002") as other:
        for node in (plate, die, other):
            node.tell("unplug")
        ports = [plate.port, other.port, die.port]
        with _serving(tmp_path, plate, die, serial_ports=ports, cells_mm=night.header["cells_mm"]) as served:
            served.until_device("ship", "searching", "ship-absent")
            plate.tell("replug")
            served.until_device("ship", "fault", "plate-uncalibrated")
            served.send(type="new-game", game="balancing-aliens", names=["Ada", "Bo"], mode="manual")
            _roll(served, 3)
            assert served.table()["events"][-1]["params"]["value"] == 3
            other.tell("replug")
            served.until_device("ship", "ok")  # the uncalibrated one is still there
            assert served.plates() == ("ship-sim-0002", ["ship-sim-0001"])
            for node in (plate, other):
                node.tell("unplug")
            served.until_device("ship", "lost", "ship-unplugged")
            for node in (plate, other, die):
                node.tell("replug")
            served.until_device("ship", "ok")
            served.until_device("die", "ok")
            nodes_now = {row["device"]: row["node"] for row in served.http.get("/api/health").json()["devices"]}
            assert nodes_now == {"plate": "ship-sim-0002", "die": "die-sim-d001"}
            assert served.stop() == 0


def _scores(view: dict[str, Any]) -> list[int]:
    return [seat["score"] for seat in view["seats"]]


def _roll(served: Served, value: int) -> None:
    awaited = served.until(lambda view: any(a["kind"] == "roll" for a in view["awaits"]))["awaits"]
    roll = next(a for a in awaited if a["kind"] == "roll")
    served.send(type="act", await_id=roll["id"], action={"type": "roll", "seat": roll["seat"], "value": value})


def _press_die(served: Served) -> None:
    """The arcade button is pressed, and what the node rolled reaches the table."""
    before = len(served.table()["events"])
    served.die.tell("press 100")
    view = served.until(lambda view: len(view["events"]) > before)
    assert any(event["code"].startswith("rolled") or event["params"].get("value") for event in view["events"][-2:])
