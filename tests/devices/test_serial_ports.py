"""Ports with something else behind them, and the codes that say so. No firmware needed."""

from __future__ import annotations

import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import serial

from companion.devices.faults import fault_codes
from companion.devices.ports import PortLostError
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import open_serial_ship
from companion.link.faults import link_faults
from companion.link.framing import Frame, encode


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


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Everything a test opens is closed after it."""
    with ExitStack() as everything:
        yield everything


def test_a_foreign_device_is_left_alone(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written to a device that says nothing of ours, and it is opened once, not again at the next look."""
    foreign = [Foreign(b"$GPGGA,101010,,,,,0,00,,,M,,M,,*6B\r\n"), Foreign(b"")]
    for device in foreign:
        stack.callback(device.close)
    opened: list[str] = []
    real = serial.Serial
    monkeypatch.setattr(serial, "Serial", lambda path, *args, **more: opened.append(path) or real(path, *args, **more))
    finder = NodeFinder(lambda: [device.port for device in foreign], patience_s=1.0)
    for _ in range(2):
        with pytest.raises(PortLostError) as lost:
            open_serial_ship(finder)
        assert lost.value.code == "ship-absent"
    assert opened == [device.port for device in foreign]
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


def test_every_code_a_driver_raises_has_an_entry() -> None:
    """Codes in the drivers' sources are in one of the two dictionaries."""
    known = fault_codes() | link_faults().keys()
    folder = Path(open_serial_ship.__code__.co_filename).parent
    text = "".join((folder / f"serial_{name}.py").read_text() for name in ("line", "ship", "die"))
    words = {"ship-unplugged", "die-unplugged", "ship-absent", "die-absent"}
    words |= {part.split('"')[1] for part in text.split("PortLostError(")[1:] if part.startswith('"')}
    assert len(words) > 10
    assert words <= known
