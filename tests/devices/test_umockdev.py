"""The real drivers on USB adapters that umockdev makes up, with the real firmware (or something foreign) behind them."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import tty
from pathlib import Path
from typing import Any

import pytest

from companion.devices.serial_die import open_serial_die
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import open_serial_ship

_ROOT = Path(__file__).resolve().parents[2]

_ADAPTER = """\
P: /devices/usb1/1-{n}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: idVendor=1a86\\n
A: idProduct=7523\\n
A: bNumInterfaces= 1\\n

P: /devices/usb1/1-{n}/1-{n}:1.0
E: DEVTYPE=usb_interface
E: SUBSYSTEM=usb

P: /devices/usb1/1-{n}/1-{n}:1.0/ttyUSB{n}
E: SUBSYSTEM=usb-serial

P: /devices/usb1/1-{n}/1-{n}:1.0/ttyUSB{n}/tty/ttyUSB{n}
E: SUBSYSTEM=tty
L: device=../../../ttyUSB{n}

"""
"""A cheap USB adapter of a common kind, without a serial number: several of them are alike."""

_ONBOARD = """\
P: /devices/platform/serial8250/tty/ttyS0
E: SUBSYSTEM=tty
"""
"""The machine's own serial port, where a console may listen: never one of ours."""

_LOOK = """
import json, os, sys
from pathlib import Path
from companion.devices.serial_line import serial_ports

there = Path(os.environ["UMOCKDEV_DIR"]) / "dev"
there.mkdir(exist_ok=True)
for name in sys.argv[1:]:
    (there / name).touch()
print(json.dumps(sorted(serial_ports())))
"""


def _listed(folder: Path, *names: str) -> list[str]:
    """The ports that our drivers would look at on a machine with these."""
    adapters = [_ADAPTER.format(n=name.removeprefix("ttyUSB")) for name in names if name.startswith("ttyUSB")]
    (folder / "devices").write_text("".join([*adapters, _ONBOARD]))
    command = ["umockdev-run", "-d", str(folder / "devices"), "--", sys.executable, "-c", _LOOK, *names]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(shutil.which("umockdev-run") is None, reason="needs umockdev: apt-get install umockdev")
def test_plate_and_die_are_found_among_usb_adapters_by_what_they_say(bench: Any, tmp_path: Path) -> None:
    """Of four ports that the system lists, the onboard one is left out, the foreign one is passed over, and the nodes are read.

    umockdev makes up what the system says of the ports. It refuses 250000 baud, so what is behind them is opened without it.
    """
    master, slave = pty.openpty()
    bench.later(os.close, master)
    bench.later(os.close, slave)
    tty.setraw(slave)
    os.write(master, b"$GPGGA,101010,,,,,0,00,,,M,,M,,*6B\r\n")
    plate, die = bench.start("ship", identity="usb-0001"), bench.start("die", identity="usb-d001")
    plate.tell("raw 1111 -2222 3333 -4444")
    behind = {"/dev/ttyUSB0": os.ttyname(slave), "/dev/ttyUSB1": plate.port, "/dev/ttyUSB2": die.port}
    listed = _listed(tmp_path, "ttyS0", "ttyUSB0", "ttyUSB1", "ttyUSB2")
    assert listed == list(behind)
    finder = NodeFinder(lambda: [behind[port] for port in listed], patience_s=1.0)
    rolls, ship = open_serial_die(finder), open_serial_ship(finder)
    bench.later(rolls.close)
    bench.later(ship.close)
    assert (rolls.name, ship.name) == ("die-usb-d001", "ship-usb-0001")
    assert finder.why() == {behind["/dev/ttyUSB0"]: "port-foreign"}
    samples = bench.read_until(ship, lambda got: len(got) > 40)
    assert samples[-1].counts == (1111, -2222, 3333, -4444)
