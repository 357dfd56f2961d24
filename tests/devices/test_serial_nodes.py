"""The drivers for real nodes: the real firmware in simavr on one end of a pseudo terminal, pyserial on the other."""

from __future__ import annotations

import itertools
import os
import pty
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.devices.faults import fault_codes
from companion.devices.ports import PortLostError
from companion.devices.serial_die import SerialDie, open_serial_die
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import SerialShip, open_serial_ship
from companion.devices.simulated_node import SimulatedNode, ToolchainMissingError, build_firmware
from companion.devices.supervisor import SupervisedShip
from companion.events import Rolled, Sample
from companion.link.faults import link_faults
from companion.link.framing import Frame, encode

Start = Callable[..., SimulatedNode]


@pytest.fixture(scope="module")
def built() -> None:
    """Firmwares and simulator; skips with a reason where the tools are absent."""
    try:
        build_firmware()
    except ToolchainMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Everything a test opens is closed after it, the last first."""
    with ExitStack() as everything:
        yield everything


@pytest.fixture
def start(built: None, stack: ExitStack) -> Start:
    """Start simulated nodes."""
    assert built is None
    return lambda kind, **options: stack.enter_context(SimulatedNode(kind, **options))


def _ship(stack: ExitStack, *nodes: SimulatedNode, identity: str | None = None) -> SerialShip:
    ship = open_serial_ship(NodeFinder(lambda: [node.port for node in nodes]), identity=identity)
    stack.callback(ship.close)
    return ship


def _die(stack: ExitStack, node: SimulatedNode) -> SerialDie:
    die = open_serial_die(NodeFinder(lambda: [node.port]))
    stack.callback(die.close)
    return die


def _read_until(port: Any, enough: Callable[[list[Any]], bool], timeout_s: float = 20.0) -> list[Any]:
    got: list[Any] = []
    end_s = time.monotonic() + timeout_s
    while not enough(got):
        assert time.monotonic() < end_s, f"in vain; last: {got[-3:]}"
        got += port.read(0.2)
    return got


def _for_seconds(port: Any, seconds: float) -> list[Any]:
    end_s = time.monotonic() + seconds
    return [event for _ in iter(lambda: time.monotonic() < end_s, False) for event in port.read(0.1)]


def _push(node: SimulatedNode, values: list[list[int]]) -> None:
    node.tell(*(f"push {cell} {' '.join(map(str, row))}" for cell, row in enumerate(values)))


def _column(samples: list[Sample], cell: int) -> list[int]:
    return [key for key, _ in itertools.groupby(s.counts[cell] for s in samples if s.counts)]


class Foreign:
    """A device that is none of ours: says `chatter` now and then, and keeps what is written to it."""

    def __init__(self, chatter: bytes) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self.heard = b""
        self._chatter = chatter
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._stop.wait(0.05):
            with suppress(OSError):
                self.heard += os.read(self._master, 1000)
            with suppress(OSError):
                os.write(self._master, self._chatter)

    def close(self) -> None:
        """Stop and unplug."""
        self._stop.set()
        self._thread.join()
        os.close(self._master)


# --- ship --------------------------------------------------------------------------------------------------------------


def test_counts_in_are_counts_out(start: Start, stack: ExitStack) -> None:
    """What the converters are given comes out of the driver: every value of every cell, in order, with its instant."""
    node = start("ship")
    ship = _ship(stack, node)
    assert (ship.name, ship.health().state) == ("ship-sim-0001", "ok")
    assert ship.sps == pytest.approx(80, rel=0.02)
    values = [[(cell + 1) * (-1) ** cell * 100_000 + i for i in range(150)] for cell in range(4)]
    _push(node, values)
    last = tuple(row[-1] for row in values)
    samples = _read_until(ship, lambda got: any(s.counts == last for s in got))
    for cell in range(4):
        column = _column(samples, cell)
        assert column[column.index(values[cell][0]) :] == values[cell]
    assert all(s.dt_us and max(s.dt_us) == 0 and min(s.dt_us) > -26_000 for s in samples)
    times = [s.t_s for s in samples]
    assert times == sorted(set(times))
    assert ship.counters()["frames_missing"] == 0


def test_unplugging_is_noticed_within_a_second_and_replugging_goes_on_under_another_name(
    start: Start, stack: ExitStack
) -> None:
    """A supervised ship is lost at once when its cable is pulled, and read again when it comes back as another port."""
    node = start("ship")
    finder = NodeFinder(lambda: [path for path in [node.report()["line"]["pty"]] if path])
    ship = SupervisedShip(lambda: open_serial_ship(finder), "ship", "ship")
    stack.callback(ship.close)
    before = _read_until(ship, lambda got: len(got) > 20)
    first = node.report()["line"]["pty"]
    hole = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)  # takes the old number, so that the new port has another
    stack.callback(os.close, hole)
    node.tell("unplug")
    pulled_s = time.monotonic()
    while ship.health().state != "lost":
        ship.read(0.05)
        assert time.monotonic() - pulled_s < 1.0
    assert ship.health().code == "ship-unplugged"
    taken = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
    stack.callback(os.close, taken)
    node.tell("replug")
    after = _read_until(ship, lambda got: len(got) > 20)
    assert node.report()["line"]["pty"] != first
    assert 0.0 < after[0].t_s - before[-1].t_s < 20.0
    assert ship.health().state == "ok"


@pytest.mark.slow
def test_start_order_does_not_matter(start: Start, stack: ExitStack) -> None:
    """A supervised ship that is there before its node finds it when it comes."""
    there: list[str] = []
    ship = SupervisedShip(lambda: open_serial_ship(NodeFinder(lambda: there)), "ship", "ship")
    stack.callback(ship.close)
    ship.read(0.05)
    assert ship.health().state == "searching"
    there.append(start("ship").port)
    assert _read_until(ship, bool)


@pytest.mark.slow
def test_two_identical_adapters_are_told_apart_by_the_nodes_own_names(start: Start, stack: ExitStack) -> None:
    """With two ships connected, the one asked for is opened, wherever it is plugged in."""
    nodes = [start("ship", identity=name) for name in ("sim-aaaa", "sim-bbbb")]
    ship = _ship(stack, *nodes, identity="sim-bbbb")
    assert ship.name == "ship-sim-bbbb"
    with pytest.raises(PortLostError) as lost:
        _ship(stack, nodes[0], identity="sim-cccc")
    assert lost.value.code == "node-other-identity"


def test_ship_and_die_are_told_apart(start: Start, stack: ExitStack) -> None:
    """Both connected, each driver gets its own, by what they say."""
    nodes = [start("die"), start("ship")]
    finder = NodeFinder(lambda: [node.port for node in nodes])
    ship, die = open_serial_ship(finder), open_serial_die(finder)
    stack.callback(ship.close)
    stack.callback(die.close)
    assert (ship.name, die.name) == ("ship-sim-0001", "die-sim-0001")


def test_a_foreign_device_is_left_alone(stack: ExitStack) -> None:
    """Nothing is written to a device that says nothing of ours, and it is not opened again at once."""
    foreign = [Foreign(b"$GPGGA,101010,,,,,0,00,,,M,,M,,*6B\r\n"), Foreign(b"")]
    for device in foreign:
        stack.callback(device.close)
    finder = NodeFinder(lambda: [device.port for device in foreign], patience_s=0.4)
    for _ in range(2):
        began_s = time.monotonic()
        with pytest.raises(PortLostError) as lost:
            open_serial_ship(finder)
        assert lost.value.code == "ship-absent"
    assert time.monotonic() - began_s < 0.2
    assert set(finder.why().values()) == {"port-foreign"}
    assert [device.heard for device in foreign] == [b"", b""]


@pytest.mark.parametrize(("version", "code"), [(9, "node-too-new"), (0, "node-too-old")])
def test_a_node_of_another_version_gets_a_clear_message(stack: ExitStack, version: int, code: str) -> None:
    """A node that speaks another version is named as such."""
    device = Foreign(encode(Frame(0, 0x01, bytes((version, 1)) + b"whatever comes then")))
    stack.callback(device.close)
    with pytest.raises(PortLostError) as lost:
        open_serial_ship(NodeFinder(lambda: [device.port], patience_s=1.0))
    assert lost.value.code == code


def test_a_port_in_use_is_said_to_be_busy(start: Start, stack: ExitStack) -> None:
    """The port is opened for us alone: a second opener is told so."""
    node = start("ship")
    _ship(stack, node)
    with pytest.raises(PortLostError) as lost:
        _ship(stack, node)
    assert lost.value.code == "port-busy"


def test_a_node_without_a_name_gets_one_and_keeps_it(start: Start, stack: ExitStack) -> None:
    """A new node is given a name at its first meeting; it has the same one the next time."""
    node = start("ship", identity=None)
    first = _ship(stack, node)
    first.close()
    again = _ship(stack, node)
    assert first.name == again.name
    assert len(again.name) == len("ship-") + 8


def test_a_reset_costs_a_moment_and_time_never_steps_back(start: Start, stack: ExitStack) -> None:
    """A board that restarts in mid-stream is counted; its samples go on, later ones later."""
    node = start("ship")
    ship = _ship(stack, node)
    samples = _read_until(ship, lambda got: len(got) > 30)
    node.tell("reset")
    samples += _simulated(node, ship, 1.0)
    times = [s.t_s for s in samples]
    assert times == sorted(set(times))
    assert times[-1] - times[0] < 3.0
    assert ship.counters()["restarts"] == 1
    assert max(b - a for a, b in itertools.pairwise(times)) < 0.4


def test_noise_on_the_line_never_becomes_a_weight(start: Start, stack: ExitStack) -> None:
    """With bits flipped on the way, every count that comes out is one that was put in, and the losses are counted."""
    node = start("ship")
    ship = _ship(stack, node)
    node.tell("raw 1111 -2222 3333 -4444")
    _simulated(node, ship, 0.3)
    node.tell("flip 0.005", "lose 0.002")
    samples = _simulated(node, ship, 2.0)
    assert {s.counts for s in samples if s.counts} == {(1111, -2222, 3333, -4444)}
    assert ship.counters()["frames_damaged"] > 10
    assert ship.counters()["frames_missing"] > 10


def test_the_reading_a_converter_spoilt_is_not_used(start: Start, stack: ExitStack) -> None:
    """The value read just before a converter restarts never comes out of the driver; the values after it do."""
    node = start("ship")
    ship = _ship(stack, node)
    _push(node, [list(range(1, 2001))] * 4)
    _read_until(ship, lambda got: len(got) > 10)
    node.tell("late 2 4")
    samples = _simulated(node, ship, 1.0)
    column = _column(samples, 2)
    steps = [b - a for a, b in itertools.pairwise(column)]
    assert ship.counters()["readings_distrusted"] == 1
    assert sorted(steps)[-2:] == [1, 6]  # the spoilt one and four settling ones are missing


def test_a_silent_cell_is_shown_and_the_others_go_on(start: Start, stack: ExitStack) -> None:
    """A dead converter is named in the health; samples keep coming; its return ends the fault."""
    node = start("ship")
    ship = _ship(stack, node)
    node.tell("silent 2 1")
    _simulated(node, ship, 1.5)
    health = ship.health()
    assert (health.state, health.code, dict(health.params)) == ("fault", "cell-silent", {"cell": 3})
    assert len(_simulated(node, ship, 0.5)) > 20
    node.tell("silent 2 0")
    _simulated(node, ship, 0.5)
    assert ship.health().state == "ok"


def test_tilt_arrives_in_g(start: Start, stack: ExitStack) -> None:
    """An accelerometer under the ship is read along with the cells."""
    node = start("ship")
    node.tell("tilt 20 -40 999")
    ship = _ship(stack, node)
    samples = _read_until(ship, lambda got: sum(s.acc_g is not None for s in got) > 20)
    assert {s.acc_g for s in samples if s.acc_g} == {(0.02, -0.04, 0.999)}
    assert [s.t_s for s in samples] == sorted(s.t_s for s in samples)


@pytest.mark.slow
def test_samples_go_on_over_the_wrap(start: Start, stack: ExitStack) -> None:
    """From ten seconds before the node's clock wraps until after it, samples are evenly spaced."""
    node = start("ship", free=True, clock_us=2**32 - 10_000_000)
    ship = _ship(stack, node)
    samples = _read_until(ship, lambda got: len(got) > 1000)
    times = [s.t_s for s in samples][5:]
    assert times[0] < 4294.967 < times[-1]
    assert max(b - a for a, b in itertools.pairwise(times)) < 0.03


@pytest.mark.slow
def test_a_hung_node_is_silent_and_comes_back(start: Start, stack: ExitStack) -> None:
    """When all converters stop the ship is shown as silent; closing twice does nothing."""
    node = start("ship")
    ship = _ship(stack, node)
    node.tell(*(f"silent {cell} 1" for cell in range(4)))
    _for_seconds(ship, 1.3)
    assert (ship.health().state, ship.health().code) == ("silent", "ship-silent")
    ship.close()
    ship.close()
    with pytest.raises(PortLostError):
        ship.read(0.1)


# --- die ---------------------------------------------------------------------------------------------------------------


def _simulated(node: SimulatedNode, port: Any, seconds: float) -> list[Any]:
    """Read for so long of the node's own time, however busy the machine is."""
    end_s = node.report()["simulated_s"] + seconds
    return [event for _ in iter(lambda: node.report()["simulated_s"] < end_s, False) for event in port.read(0.1)]


def _press(node: SimulatedNode, die: SerialDie) -> list[Any]:
    node.tell("press 100")
    return _simulated(node, die, 1.5)


def _awake(node: SimulatedNode, die: SerialDie, faces: str = "d6") -> None:
    die.light(faces, awaited=True)
    _simulated(node, die, 1.2)


@pytest.mark.parametrize(
    ("faces", "values", "dice"),
    [
        ("d6", set(range(1, 7)), 1),
        pytest.param("d3", {1, 2, 3}, 1, marks=pytest.mark.slow),
        pytest.param("rockets", {0, 1, 2, 3}, 1, marks=pytest.mark.slow),
        pytest.param("stargate", set(range(1, 7)), 1, marks=pytest.mark.slow),
        pytest.param("2d6", set(range(1, 7)), 2, marks=pytest.mark.slow),
    ],
)
def test_a_roll_comes_once(start: Start, stack: ExitStack, faces: str, values: set[int], dice: int) -> None:
    """An awaited roll of each die comes exactly once, with its number, and is then settled between die and host."""
    node = start("die")
    die = _die(stack, node)
    _awake(node, die, faces)
    rolls = _press(node, die)
    assert [type(r) for r in rolls] == [Rolled] * dice
    assert all(r.value in values and r.number == 1 and r.source == "die-sim-0001" for r in rolls)
    assert _simulated(node, die, 0.8) == []


@pytest.mark.slow
def test_a_roll_that_was_not_taken_comes_again_and_one_that_was_does_not(start: Start, stack: ExitStack) -> None:
    """A driver that dies before the roll was handed over loses nothing: the next one gets it."""
    node = start("die")
    die = _die(stack, node)
    _awake(node, die)
    assert len(_press(node, die)) == 1
    die.light("d6", awaited=True)
    _simulated(node, die, 0.3)
    node.tell("press 100")
    die.close()
    end_s = node.report()["simulated_s"] + 1.3
    while node.report()["simulated_s"] < end_s:
        time.sleep(0.1)
    again = _die(stack, node)
    rolls = _read_until(again, bool)
    assert [r.number for r in rolls] == [2]
    assert _simulated(node, again, 0.8) == []


@pytest.mark.slow
def test_a_die_that_is_not_awaited_rolls_nothing(start: Start, stack: ExitStack) -> None:
    """A press at the wrong time is no roll; a die nobody knows is refused."""
    node = start("die")
    die = _die(stack, node)
    die.light("d6", awaited=False)
    _simulated(node, die, 1.0)
    assert _press(node, die) == []
    with pytest.raises(ValueError, match="unknown die"):
        die.light("d20", awaited=True)


@pytest.mark.slow
def test_a_die_that_restarted_is_told_again_which_die_it_is(start: Start, stack: ExitStack) -> None:
    """After a reset of the die the awaited roll can be rolled, and its number is not taken for an old one."""
    node = start("die")
    die = _die(stack, node)
    _awake(node, die, "d3")
    assert [r.number for r in _press(node, die)] == [1]
    die.light("d3", awaited=False)
    _simulated(node, die, 0.2)
    die.light("d3", awaited=True)
    node.tell("reset")
    _simulated(node, die, 1.2)
    assert [r.number for r in _press(node, die)] == [1]


@pytest.mark.slow
def test_a_die_without_randomness_says_so(start: Start, stack: ExitStack) -> None:
    """With no healthy source the health shows the fault."""
    node = start("die")
    die = _die(stack, node)
    _awake(node, die)
    node.tell("adc stuck")
    _simulated(node, die, 1.0)
    assert (die.health().state, die.health().code) == ("fault", "die-no-randomness")


def test_a_burst_comes_whole_and_a_simulated_die_is_known_as_such(start: Start, stack: ExitStack) -> None:
    """The fairness test gets every roll it asked for, and learns that a simulator proves nothing."""
    die = _die(stack, start("die", free=True))
    faces = die.burst(6, 200)
    assert len(faces) == 200
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert die.simulated


def test_unplugging_a_die_is_noticed(start: Start, stack: ExitStack) -> None:
    """A die whose cable is pulled is gone at the next read."""
    node = start("die")
    die = _die(stack, node)
    node.tell("unplug")
    with pytest.raises(PortLostError) as lost:
        _for_seconds(die, 1.0)
    assert (lost.value.code, die.health().state) == ("die-unplugged", "lost")


# --- words -------------------------------------------------------------------------------------------------------------


def test_every_code_a_driver_raises_has_an_entry() -> None:
    """Codes in the drivers' sources are in one of the two dictionaries."""
    known = fault_codes() | link_faults().keys()
    folder = Path(open_serial_ship.__code__.co_filename).parent
    text = "".join((folder / f"serial_{name}.py").read_text() for name in ("line", "ship", "die"))
    words = {"ship-unplugged", "die-unplugged", "ship-absent", "die-absent"}
    words |= {part.split('"')[1] for part in text.split("PortLostError(")[1:] if part.startswith('"')}
    assert len(words) > 10
    assert words <= known
