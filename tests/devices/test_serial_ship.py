"""The ship's driver against the real firmware."""

from __future__ import annotations

import itertools
import os
import signal
import time
from typing import Any

import pytest

from companion.devices.ports import PortLostError
from companion.devices.serial_die import open_serial_die
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import SerialShip, open_serial_ship
from companion.devices.supervisor import SupervisedShip
from companion.events import Sample
from companion.link.messages import Kind, Reading
from companion.link.session import Received

_SAME_US = -4  # samples that end in the same microsecond, at most one a cell, are told a tick apart: their instants stay true
_READS_A_SECOND = 20  # of 0.05 s each, however long a busy machine takes for them


def test_counts_in_are_counts_out(bench: Any) -> None:
    """What the converters are given comes out of the driver: every value of every cell, in order, with its instant."""
    node = bench.start("ship")
    ship = bench.ship(node)
    assert (ship.name, ship.health().state) == ("ship-sim-0001", "ok")
    assert ship.sps == pytest.approx(80, rel=0.02)
    values = [[(cell + 1) * (-1) ** cell * 100_000 + i for i in range(150)] for cell in range(4)]
    bench.push(node, values)
    last = tuple(row[-1] for row in values)
    samples = bench.read_until(ship, lambda got: any(s.counts == last for s in got))
    for cell in range(4):
        column = bench.column(samples, cell)
        assert column[column.index(values[cell][0]) :] == values[cell]
        instants_s = _instants_s(samples, cell)
        period_s = 1 / (80 * (1 + 0.004 * cell))
        assert all(abs(b - a - period_s) < 40e-6 for a, b in itertools.pairwise(instants_s))
    assert all(s.dt_us and _SAME_US < max(s.dt_us) <= 0 for s in samples)
    times = [s.t_s for s in samples]
    assert times == sorted(set(times))
    assert ship.counters()["frames_missing"] == 0


def _instants_s(samples: list[Sample], cell: int) -> list[float]:
    """When each of one cell's conversions was taken, by the samples that tell of it; the first may have begun before them."""
    found: dict[int, float] = {}
    for sample in samples:
        if sample.counts and sample.dt_us and sample.counts[cell]:
            found.setdefault(sample.counts[cell], sample.t_s + sample.dt_us[cell] * 1e-6)
    return list(found.values())


class HalfALine:
    """Fills what the driver needs of a line on which every other reading is lost."""

    name, faults = "ship-half", ()

    def __init__(self) -> None:
        self._at = 0

    def turn(self) -> list[Received]:
        """The next one that came through."""
        self._at += 2
        t_s = self._at * 0.0125
        return [Received(Reading(round(t_s * 1e6), 0, self._at, self._at % 16), t_s)]

    def counters(self) -> dict[str, int]:
        """Nothing more."""
        return {}


def test_the_pace_is_the_converters_even_when_readings_are_lost() -> None:
    """It is measured by the conversions' numbers: with half of them missing it is not half, and those that came are used."""
    line: Any = HalfALine()
    ship = SerialShip(line, ((0.0, 0.0),))
    assert ship.sps == pytest.approx(80.0)
    got = [sample.counts for _ in range(20) for sample in ship.read(0.0)]
    assert len(got) > 15
    assert ship.counters()["readings_distrusted"] == 0


def test_unplugging_is_noticed_within_a_second_and_replugging_goes_on_under_another_name(bench: Any) -> None:
    """A supervised ship is lost at once when its cable is pulled, and read again when it comes back as another port."""
    node = bench.start("ship")
    finder = NodeFinder(lambda: [path for path in [node.report()["line"]["pty"]] if path])
    ship = SupervisedShip(lambda: open_serial_ship(finder), "ship", "ship")
    bench.later(ship.close)
    before = bench.read_until(ship, lambda got: len(got) > 20)
    first = node.report()["line"]["pty"]
    hole = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)  # takes the old number, so that the new port has another
    bench.later(os.close, hole)
    node.tell("unplug")
    assert node.report()["line"]["pty"] == ""
    for _ in range(_READS_A_SECOND):
        ship.read(0.05)
    assert ship.health().state == "lost"
    assert ship.health().code == "ship-unplugged"
    taken = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
    bench.later(os.close, taken)
    node.tell("replug")
    after = bench.read_until(ship, lambda got: len(got) > 20)
    assert node.report()["line"]["pty"] != first
    assert 0.0 < after[0].t_s - before[-1].t_s < 20.0
    assert ship.health().state == "ok"


@pytest.mark.slow
def test_a_machine_that_holds_the_simulator_up_costs_no_frame(bench: Any) -> None:
    """Stopped again and again for longer than half a frame is waited for: the simulated node never stops inside one."""
    node = bench.start("ship")
    ship = bench.ship(node)
    for _ in range(8):
        bench.for_seconds(ship, 0.13)
        node._process.send_signal(signal.SIGSTOP)
        bench.for_seconds(ship, 0.7)
        node._process.send_signal(signal.SIGCONT)
    bench.for_seconds(ship, 0.3)
    counted = ship.counters()
    assert (counted["frames_missing"], counted["readings_distrusted"]) == (0, 0)


@pytest.mark.slow
def test_start_order_does_not_matter(bench: Any) -> None:
    """A supervised ship that is there before its node finds it when it comes."""
    there: list[str] = []
    ship = SupervisedShip(lambda: open_serial_ship(NodeFinder(lambda: there)), "ship", "ship")
    bench.later(ship.close)
    ship.read(0.05)
    assert ship.health().state == "searching"
    there.append(bench.start("ship").port)
    assert bench.read_until(ship, bool)


@pytest.mark.slow
def test_two_identical_adapters_are_told_apart_by_the_nodes_own_names(bench: Any) -> None:
    """With two ships connected, the one asked for is opened, wherever it is plugged in."""
    nodes = [bench.start("ship", identity=name) for name in ("sim-aaaa", "sim-bbbb")]
    ship = bench.ship(*nodes, identity="sim-bbbb")
    assert ship.name == "ship-sim-bbbb"
    with pytest.raises(PortLostError) as lost:
        bench.ship(nodes[0], identity="sim-cccc")
    assert lost.value.code == "node-other-identity"


@pytest.mark.slow
def test_one_known_by_name_is_looked_for_beside_the_open_one(bench: Any) -> None:
    """It is opened when it comes, the open one is left alone, and a port once looked at is not opened again and again."""
    nodes = [bench.start("ship", identity=name) for name in ("sim-aaaa", "sim-bbbb", "sim-cccc")]
    there = [nodes[0].port]
    finder = NodeFinder(lambda: there)
    ship = open_serial_ship(finder)
    bench.later(ship.close)
    assert finder.look_for(Kind.SHIP, ["ship-sim-cccc"]) is None
    there.append(nodes[1].port)
    assert finder.look_for(Kind.SHIP, ["ship-sim-cccc"]) is None
    assert finder.names(Kind.SHIP) == ["ship-sim-aaaa", "ship-sim-bbbb"]
    there.append(nodes[2].port)
    line = finder.look_for(Kind.SHIP, ["ship-sim-cccc"])
    assert line is not None
    bench.later(line.close)
    assert line.name == "ship-sim-cccc"
    assert bench.read_until(ship, bool)


def test_ship_and_die_are_told_apart(bench: Any) -> None:
    """Both connected, each driver gets its own, by what they say."""
    nodes = [bench.start("die"), bench.start("ship")]
    finder = NodeFinder(lambda: [node.port for node in nodes])
    ship, die = open_serial_ship(finder), open_serial_die(finder)
    bench.later(ship.close)
    bench.later(die.close)
    assert (ship.name, die.name) == ("ship-sim-0001", "die-sim-0001")


def test_a_port_in_use_is_said_to_be_busy(bench: Any) -> None:
    """The port is opened for us alone: a second opener is told so."""
    node = bench.start("ship")
    bench.ship(node)
    with pytest.raises(PortLostError) as lost:
        bench.ship(node)
    assert lost.value.code == "port-busy"


def test_a_node_without_a_name_gets_one_and_keeps_it(bench: Any) -> None:
    """A new node is given a name at its first meeting; it has the same one the next time."""
    node = bench.start("ship", identity=None)
    first = bench.ship(node)
    first.close()
    again = bench.ship(node)
    assert first.name == again.name
    assert len(again.name) == len("ship-") + 8


def test_a_reset_costs_a_moment_and_time_never_steps_back(bench: Any) -> None:
    """A board that restarts in mid-stream is counted; its samples go on, later ones later."""
    node = bench.start("ship")
    ship = bench.ship(node)
    samples = bench.read_until(ship, lambda got: len(got) > 30)
    began_s = time.monotonic()
    node.tell("reset")
    samples += bench.simulated(node, ship, 1.0)
    times = [s.t_s for s in samples]
    assert times == sorted(set(times))
    assert ship.counters()["restarts"] == 1
    assert max(b - a for a, b in itertools.pairwise(times)) < time.monotonic() - began_s + 1.0


def test_noise_on_the_line_never_becomes_a_weight(bench: Any) -> None:
    """With bits flipped on the way, every count that comes out is one that was put in, and the losses are counted."""
    node = bench.start("ship")
    ship = bench.ship(node)
    node.tell("raw 1111 -2222 3333 -4444")
    bench.simulated(node, ship, 0.3)
    node.tell("flip 0.005", "lose 0.002")
    samples = bench.simulated(node, ship, 2.0)
    assert {s.counts for s in samples if s.counts} == {(1111, -2222, 3333, -4444)}
    assert ship.counters()["frames_damaged"] > 10
    assert ship.counters()["frames_missing"] > 10


def test_the_reading_a_converter_spoilt_is_not_used(bench: Any) -> None:
    """The value read just before a converter restarts never comes out of the driver; the values after it do."""
    node = bench.start("ship")
    ship = bench.ship(node)
    bench.push(node, [list(range(1, 2001))] * 4)
    bench.read_until(ship, lambda got: len(got) > 10)
    node.tell("late 2 4")
    samples = bench.simulated(node, ship, 1.0)
    column = bench.column(samples, 2)
    steps = [b - a for a, b in itertools.pairwise(column)]
    assert ship.counters()["readings_distrusted"] == 1
    assert sorted(steps)[-2:] == [1, 6]  # the spoilt one and four settling ones are missing


def test_a_silent_cell_is_shown_and_the_others_go_on(bench: Any) -> None:
    """A dead converter is named in the health; samples keep coming; its return ends the fault."""
    node = bench.start("ship")
    ship = bench.ship(node)
    node.tell("silent 2 1")
    bench.simulated(node, ship, 1.5)
    health = ship.health()
    assert (health.state, health.code, dict(health.params)) == ("fault", "cell-silent", {"cell": 3})
    assert len(bench.simulated(node, ship, 0.5)) > 20
    node.tell("silent 2 0")
    bench.simulated(node, ship, 0.5)
    assert ship.health().state == "ok"


def test_tilt_arrives_in_g(bench: Any) -> None:
    """An accelerometer under the ship is read along with the cells."""
    node = bench.start("ship")
    node.tell("tilt 20 -40 999")
    ship = bench.ship(node)
    samples = bench.read_until(ship, lambda got: sum(s.acc_g is not None for s in got) > 20)
    assert {s.acc_g for s in samples if s.acc_g} == {(0.02, -0.04, 0.999)}
    assert [s.t_s for s in samples] == sorted(s.t_s for s in samples)


@pytest.mark.slow
def test_samples_go_on_over_the_wrap(bench: Any) -> None:
    """From ten seconds before the node's clock wraps until after it, samples are evenly spaced."""
    node = bench.start("ship", free=True, clock_us=2**32 - 10_000_000)
    ship = bench.ship(node)
    samples = bench.read_until(ship, lambda got: len(got) > 1000)
    times = [s.t_s for s in samples][5:]
    assert times[0] < 4294.967 < times[-1]
    assert max(b - a for a, b in itertools.pairwise(times)) < 0.03


@pytest.mark.slow
def test_a_hung_node_is_silent_and_comes_back(bench: Any) -> None:
    """When all converters stop the ship is shown as silent; closing twice does nothing."""
    node = bench.start("ship")
    ship = bench.ship(node)
    node.tell(*(f"silent {cell} 1" for cell in range(4)))
    bench.simulated(node, ship, 0.1)
    bench.for_seconds(ship, 1.3)
    assert (ship.health().state, ship.health().code) == ("silent", "ship-silent")
    ship.close()
    ship.close()
    with pytest.raises(PortLostError):
        ship.read(0.1)
