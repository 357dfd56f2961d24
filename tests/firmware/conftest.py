"""The real firmware binaries on simulated chips, and a plain host on pyserial to listen to them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

import pytest
import serial

from companion.devices.simulated_node import SimulatedNode, ToolchainMissingError, build_firmware
from companion.link.messages import Command, NodeMessage, Reading
from companion.link.session import Answer, Outcome, Received, Session

BAUD = 250_000
T = TypeVar("T")


class Listener:
    """A host: one session over a real serial port, everything received kept in order."""

    def __init__(self, port: str) -> None:
        self.serial = serial.Serial(port, BAUD, timeout=0.01, exclusive=True)
        self.session = Session()
        self.received: list[Received] = []
        self.ended: list[Answer] = []

    def turn(self) -> None:
        """One turn of the crank."""
        now_s = time.monotonic()
        self.serial.write(self.session.outgoing(now_s))
        self.received += self.session.receive(self.serial.read(8192), now_s)
        self.ended += self.session.answers()

    def until(self, enough: Callable[[], bool], timeout_s: float = 20.0) -> None:
        """Listen until `enough`; fails the test when that takes too long."""
        end_s = time.monotonic() + timeout_s
        while not enough():
            assert time.monotonic() < end_s, f"waited {timeout_s} s in vain; last: {self.received[-3:]}"
            self.turn()

    def seconds(self, seconds: float) -> None:
        """Listen for so long."""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            self.turn()

    def all(self, kind: type[T]) -> list[T]:
        """Every message of that kind so far."""
        return [r.message for r in self.received if isinstance(r.message, kind)]

    def wait_for(self, matches: Callable[[NodeMessage], bool]) -> NodeMessage:
        """The first message from now on that matches."""
        start = len(self.received)
        found: list[NodeMessage] = []

        def look() -> bool:
            found.extend(r.message for r in self.received[start:] if matches(r.message))
            return bool(found)

        self.until(look)
        return found[0]

    def command(self, command: Command) -> Answer:
        """Give a command and wait for its end."""
        command_id = self.session.ask(command, time.monotonic())
        self.until(lambda: any(a.id == command_id for a in self.ended))
        answer = next(a for a in self.ended if a.id == command_id)
        self.ended.clear()
        return answer

    def readings(self, cell: int) -> list[Reading]:
        """Every reading of one cell."""
        return [r for r in self.all(Reading) if r.cell == cell]

    def times_s(self, cell: int) -> list[float]:
        """The instants of one cell's readings on the endless clock."""
        return [r.t_s for r in self.received if isinstance(r.message, Reading) and r.message.cell == cell and r.t_s is not None]

    def close(self) -> None:
        """Let go of the port."""
        self.serial.close()


@pytest.fixture(scope="session")
def built() -> str:
    """Both firmwares and the simulator, built once; skips with a reason where the tools are absent."""
    try:
        return build_firmware()
    except ToolchainMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def start(built: str) -> Iterator[Callable[..., tuple[SimulatedNode, Listener]]]:
    """Start nodes, each with a listener; all are ended after the test."""
    assert built is not None
    with ExitStack() as stack:

        def begin(kind: Any = "ship", **options: Any) -> tuple[SimulatedNode, Listener]:
            node = stack.enter_context(SimulatedNode(kind, **options))
            listener = Listener(node.port)
            stack.callback(listener.close)
            return node, listener

        yield begin


@pytest.fixture
def done() -> Outcome:
    """The outcome of a command that was obeyed."""
    return Outcome.DONE
