"""The virtual ship behind the ship port: real time, wire and bench commands."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator

import pytest

from companion.devices.bench import Bench
from companion.devices.bench_commands import BenchError
from companion.devices.ports import PortLostError, ShipPort
from companion.devices.virtual_inputs import VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import ShipShape

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


@pytest.fixture
def port() -> Iterator[VirtualShipPort]:
    """A ship that moves only when told."""
    port = VirtualShipPort(SHAPE, seed=2)
    yield port
    port.close()


@pytest.fixture
def bench(port: VirtualShipPort) -> Bench:
    """The bench around it; nobody takes its calibrations."""
    return Bench(port, VirtualDie(seed=2), view=dict, calibrate=len)


def test_it_is_a_ship_port(port: VirtualShipPort) -> None:
    """It fills the port: name, cells, rate, samples, health."""
    filled: ShipPort = port
    port.advance_to(1.0)
    samples = filled.read(0.0)
    assert len(samples) == 80
    assert len(filled.cells_mm) == 4
    assert filled.sps == 80.0
    assert filled.health().state == "ok"
    assert filled.read(0.0) == []


def test_it_lives_by_its_clock() -> None:
    """With a clock that runs fast the ship lives fast; samples arrive without being asked for time."""
    ticks = itertools.count()
    port = VirtualShipPort.live(SHAPE, seed=2, clock=lambda: 0.05 * next(ticks))
    try:
        samples = port.read(5.0)
        assert samples
        later = port.read(5.0)
        assert later[0].t_s > samples[-1].t_s
    finally:
        port.close()


def test_close_ends_its_thread() -> None:
    """After closing no thread is left, a reader is woken and told, and closing again does nothing."""
    port = VirtualShipPort.live(SHAPE, clock=lambda: 0.0)
    lost: list[str] = []

    def read() -> None:
        try:
            port.read(10.0)
        except PortLostError as error:
            lost.append(error.code)

    reader = threading.Thread(target=read)
    reader.start()
    port.close()
    port.close()
    reader.join(timeout=5.0)
    assert lost == ["port-closed"]
    assert not [t for t in threading.enumerate() if t.name == "virtual-ship" and t.is_alive()]


def test_unplugging_cuts_the_wire_not_the_world(port: VirtualShipPort) -> None:
    """While unplugged reading raises and the ship goes on; afterwards it is where it would have been."""
    port.advance_to(1.0)
    port.command({"do": "unplug"})
    with pytest.raises(PortLostError, match="ship-unplugged"):
        port.read(0.0)
    assert port.health().code == "ship-unplugged"
    assert port.state()["plugged"] is False
    port.advance_to(3.0)
    port.command({"do": "replug"})
    port.advance_to(3.1)
    assert port.read(0.0)[0].t_s > 3.0


def test_connections_come_and_go(port: VirtualShipPort) -> None:
    """A lost connection stays lost, a closed one refuses, a new one reads on, and the world outlives them."""
    line = port.connect()
    port.advance_to(0.5)
    assert line.read(0.0)
    port.unplug()
    with pytest.raises(PortLostError):
        line.read(0.0)
    with pytest.raises(PortLostError):
        port.connect()
    port.replug()
    with pytest.raises(PortLostError, match="port-closed"):
        line.read(0.0)
    again = port.connect()
    port.advance_to(1.0)
    assert again.read(0.0)
    again.close()
    assert again.health().state == "lost"
    assert port.health().state == "ok"


def test_bench_commands_do_what_they_say(bench: Bench) -> None:
    """Each command of the contract is carried out and shows in the bench's state."""
    ship = bench.ship
    clock = itertools.count(2, 2)
    for command in (
        {"do": "place", "xy_mm": [60, 20]},
        {"do": "place", "xy_mm": [-60, 20]},
        {"do": "nudge", "id": 0, "dxy_mm": [4, 0]},
        {"do": "move", "id": 1, "xy_mm": [-40, -60]},
        {"do": "bump"},
        {"do": "turn", "deg": 10},
        {"do": "lean", "xy_mm": [0, 90], "grams": 4, "s": 0.5},
        {"do": "lift"},
        {"do": "put-back"},
        {"do": "remove", "id": 1},
        {"do": "die", "value": 4},
        {"do": "die", "value": None},
    ):
        bench.do(command)
        ship.advance_to(float(next(clock)))
    state = bench.state()
    assert state["bag"] == 9
    assert state["aliens"] == [{"id": 0, "xy_mm": [64.0, 20.0], "aboard": True, "on_deck": False}]
    assert state["lifted"] is False
    assert state["script"] is None
    assert state["yaw_deg"] != 0.0
    assert json.loads(json.dumps(state)) == state
    assert bench.die.read(0.0)[0].value == 4  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({}, "unknown-command"),
        ({"do": "explode"}, "unknown-command"),
        ({"do": ["place"]}, "unknown-command"),
        ({"do": "place"}, "bad-command"),
        ({"do": "place", "xy_mm": [1]}, "bad-command"),
        ({"do": "place", "xy_mm": [1, "2"]}, "bad-command"),
        ({"do": "place", "xy_mm": [1, float("inf")]}, "bad-command"),
        ({"do": "place", "xy_mm": [1, 2], "grams": 3}, "bad-command"),
        ({"do": "place", "xy_mm": [400, 2]}, "off-the-disc"),
        ({"do": "remove", "id": True}, "bad-command"),
        ({"do": "remove", "id": 3}, "not-aboard"),
        ({"do": "put-back"}, "not-lifted"),
        ({"do": "lean", "xy_mm": [0, 0], "grams": 1e9}, "bad-lean"),
        ({"do": "die", "value": 7}, "bad-command"),
        ({"do": "die", "value": "six"}, "bad-command"),
        ({"do": "die", "pips": 3}, "bad-command"),
    ],
)
def test_bad_bench_commands_are_refused(bench: Bench, command: dict[str, object], code: str) -> None:
    """A command that is none, lacks something or cannot be is refused with a code, and changes nothing."""
    before = bench.state()
    with pytest.raises(BenchError) as refused:
        bench.do(command)
    assert refused.value.code == code
    assert bench.state() == before


def test_calibration_lines_are_of_this_very_ship(port: VirtualShipPort) -> None:
    """The calibration is written by a twin with the same cells, at once, and leaves the ship alone."""
    begun_s = port.state()
    lines = [json.loads(line) for line in port.calibration_lines()]
    assert [row["mark"] for row in lines[1:] if "mark" in row].count("mass") == 5
    assert lines[0]["cells_mm"] == [list(at) for at in port.cells_mm]
    zeros = next(row["counts"] for row in lines[1:] if "counts" in row)
    assert zeros == pytest.approx(list(port._ship.params.cells.zero_counts), abs=400)
    assert port.state() == begun_s


def test_calibrating_again_hands_the_lines_on(port: VirtualShipPort) -> None:
    """The bench gives the calibration to whoever composes it."""
    handed: list[list[str]] = []
    Bench(port, VirtualDie(), view=dict, calibrate=handed.append).do({"do": "calibrate-again"})
    assert len(handed) == 1
    assert len(handed[0]) > 1000


@pytest.mark.slow
def test_real_time_is_kept() -> None:
    """Against the wall clock the newest sample is never much older than the converter makes it."""
    port = VirtualShipPort.live(SHAPE)
    try:
        began_s = time.monotonic()
        ages = []
        while time.monotonic() - began_s < 3.0:
            samples = port.read(1.0)
            ages.append(time.monotonic() - began_s - samples[-1].t_s)
        assert sorted(ages)[len(ages) // 2] < 0.1
    finally:
        port.close()
