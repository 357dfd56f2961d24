"""Real firmware in simavr on one end of a pseudo terminal, the real drivers on the other."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion.devices.serial_die import SerialDie, open_serial_die
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import SerialShip, open_serial_ship
from companion.devices.simulated_node import NodeKind, SimulatedNode, ToolchainMissingError, build_firmware
from companion.events import Sample

_A_TURN_BYTES = 200  # what a ship node says in the time of one turn of a driver


class Bench:
    """Starts nodes and opens drivers, all closed after the test; reads by the wall's time or by a node's own."""

    def __init__(self, everything: ExitStack) -> None:
        self._everything = everything
        self.later = everything.callback

    def start(self, kind: NodeKind, **options: Any) -> SimulatedNode:
        """A simulated node."""
        return self._everything.enter_context(SimulatedNode(kind, **options))

    def ship(self, *nodes: SimulatedNode, identity: str | None = None) -> SerialShip:
        """The driver of a ship among these nodes."""
        ship = open_serial_ship(NodeFinder(lambda: [node.port for node in nodes]), identity=identity)
        self.later(ship.close)
        return ship

    def die(self, node: SimulatedNode) -> SerialDie:
        """The driver of this die."""
        die = open_serial_die(NodeFinder(lambda: [node.port]))
        self.later(die.close)
        return die

    def read_until(self, port: Any, enough: Callable[[list[Any]], bool], timeout_s: float = 20.0) -> list[Any]:
        """Read until `enough`; fails the test when that takes too long."""
        got: list[Any] = []
        end_s = time.monotonic() + timeout_s
        while not enough(got):
            assert time.monotonic() < end_s, f"in vain; last: {got[-3:]}"
            got += port.read(0.2)
        return got

    def for_seconds(self, port: Any, seconds: float) -> list[Any]:
        """Read for so long of the wall's time."""
        end_s = time.monotonic() + seconds
        return [event for _ in iter(lambda: time.monotonic() < end_s, False) for event in port.read(0.1)]

    def simulated(self, node: SimulatedNode, port: Any, seconds: float) -> list[Any]:
        """Read for so long of the node's own time, however busy the machine is, and then what is still on the way."""
        end_s = node.report()["simulated_s"] + seconds
        got = [event for _ in iter(lambda: node.report()["simulated_s"] < end_s, False) for event in port.read(0.1)]
        while port.health().state != "lost" and port._line._port.in_waiting > _A_TURN_BYTES:
            got += port.read(0.0)
        return got

    def push(self, node: SimulatedNode, values: list[list[int]]) -> None:
        """Give each converter its next values."""
        node.tell(*(f"push {cell} {' '.join(map(str, row))}" for cell, row in enumerate(values)))

    def column(self, samples: list[Sample], cell: int) -> list[int]:
        """What one cell told, without repetitions."""
        return [key for key, _ in itertools.groupby(s.counts[cell] for s in samples if s.counts)]

    def press(self, node: SimulatedNode, die: SerialDie) -> list[Any]:
        """Press the die's button and read until it has settled."""
        node.tell("press 100")
        return self.simulated(node, die, 1.5)

    def awake(self, node: SimulatedNode, die: SerialDie, faces: str = "d6") -> None:
        """Tell the die which die it is, and give it time to gather randomness."""
        die.light(faces, awaited=True)
        self.read_until(die, lambda _got: node.report()["lights"] != 0)
        self.simulated(node, die, 1.2)


@pytest.fixture(scope="session")
def nodes_built() -> None:
    """Firmwares and simulator; skips with a reason where the tools are absent."""
    try:
        build_firmware()
    except ToolchainMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def bench(nodes_built: None) -> Iterator[Bench]:
    """A bench for real firmware; everything opened on it is closed after the test, the last first."""
    assert nodes_built is None
    with ExitStack() as everything:
        yield Bench(everything)
