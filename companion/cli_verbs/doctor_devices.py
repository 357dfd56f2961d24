"""The devices, looked at without the service: what is wrong with each, and the one command that cures it."""

from __future__ import annotations

import grp
import os
import pwd
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.cli_verbs.finding import Finding
from companion.devices.faults import fault_text
from companion.devices.gpio_buttons import open_gpio_buttons
from companion.devices.lis3dh import open_lis3dh
from companion.devices.meter import Measured, Meter
from companion.devices.ports import Counting, PortLostError, ShipPort
from companion.devices.serial_line import NodeLine, ports_like
from companion.devices.serial_ship import SerialShip
from companion.devices.supply import Supply
from companion.link.messages import Kind
from companion.service.calibrations import CalibrationShelf
from companion.service.places import Places
from companion.service.settings import Settings

__all__ = ["Machine", "devices"]

_LOOK_S = 2.0
_PATIENCE_S = 3.5  # a board that restarts on opening is in its boot loader for up to two
_WRITES_FIRST = {"brltty": "sudo apt-get remove brltty", "ModemManager": "sudo systemctl disable --now ModemManager"}
_LEAST_SPS = 60.0
_TOO_SLOW = "Set the converters to 80 samples/s: lift pin RATE of each HX711 from ground to its supply."
_LOAD = "make -C firmware load-ship PORT={port} (a die: load-die)"


@dataclass(frozen=True, slots=True)
class Machine:
    """What is looked at of the machine itself; tests give their own."""

    root: Path = Path("/")

    def running(self, names: Sequence[str]) -> list[str]:
        """Which of these programs run now."""
        there = {_text(path) for path in self.root.glob("proc/[0-9]*/comm")}
        return [name for name in names if name[:15] in there]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def devices(settings: Settings, machine: Machine | None = None) -> Iterator[Finding]:
    """The supply, programs that grab ports, each serial port, and tilt sensor and buttons where they are set."""
    machine = machine or Machine()
    if Supply(machine.root).is_weak():
        yield _fault("supply-weak", "the power supply")
    paths = ports_like(settings.serial_ports)()
    for name in machine.running(list(_WRITES_FIRST)):
        yield Finding("note", f"{name} runs and takes or writes to serial ports", _WRITES_FIRST[name])
    if not paths and settings.tilt_bus is None:
        yield Finding("note", "no USB serial port: neither plate nor die is connected", "Connect it by USB, with a data cable.")
    plates: list[str] = []
    for path in paths:
        yield from _port(path, settings, plates)
    if len(plates) > 1:
        yield _several(plates, settings)
    if settings.tilt_bus is not None:
        yield from _tilt(settings)
    if settings.buttons:
        yield _buttons()


def _several(plates: Sequence[str], settings: Settings) -> Finding:
    """Which of them a companion takes, and how to have another one."""
    known = CalibrationShelf(Places(settings.data).calibrations).devices()
    first = next((name for name in plates if name in known), plates[0])
    taken = first if settings.plate is None else f"ship-{settings.plate}"
    advice = f'Unplug the others, or choose in settings.toml, such as plate = "{plates[-1].removeprefix("ship-")}".'
    return Finding("note", f"several plates are connected ({', '.join(plates)}); {taken} is used", advice)


def _buttons() -> Finding:
    try:
        with closing(open_gpio_buttons()):
            return Finding("ok", "the pins of the buttons can be read")
    except PortLostError as lost:
        return _fault(lost.code, "the buttons")


def _port(path: str, settings: Settings, plates: list[str]) -> Iterator[Finding]:
    """What is at a port; a plate's name is added to `plates`."""
    try:
        with closing(NodeLine(path)) as line:
            line.meet(_PATIENCE_S)
            yield _known(line, settings)
            if line.hello.kind == Kind.SHIP:
                plates.append(line.name)
                ship = SerialShip(line, settings.cells_mm)
                yield from _measured(ship, path)
            else:
                yield from _counted(line.counters(), path)
    except PortLostError as lost:
        yield _refused(path, lost)


def _known(line: NodeLine, settings: Settings) -> Finding:
    hello = line.hello
    what = (
        f"{line.path}: {line.name}, firmware {'.'.join(map(str, hello.firmware))}, running for {hello.uptime_ms / 1000:.0f} s"
    )
    chosen = settings.plate if hello.kind == Kind.SHIP else settings.die
    if chosen is not None and hello.identity != chosen:
        return Finding("note", f"{what}; the settings ask for {chosen}", fault_text("node-other-identity").do)
    return Finding("ok", what)


def _measured(ship: ShipPort, where: str) -> Iterator[Finding]:
    """What two seconds of readings show, and what was counted meanwhile."""
    meter = Meter()
    end_s = time.monotonic() + _LOOK_S
    while time.monotonic() < end_s:
        meter.take(ship.read(0.2))
    yield _readings(meter.measured(), where)
    health = ship.health()
    if health.code is not None:
        cell = health.params.get("cell")
        yield _fault(health.code, where if cell is None else f"{where}, cell {cell}")
    if isinstance(ship, Counting):
        yield from _counted(ship.counters(), where)


def _readings(found: Measured, where: str) -> Finding:
    if found.sps is None:
        return _fault("ship-silent", where)
    noise = ", ".join(f"{value:g}" for value in found.noise)
    what = f"{where}: {found.sps:g} samples/s, noise {noise} counts, last sample {1000.0 * (found.age_s or 0.0):.0f} ms ago"
    if found.sps < _LEAST_SPS:
        return Finding("bad", what, _TOO_SLOW)
    return Finding("ok", what)


def _counted(counts: Mapping[str, int], where: str) -> Iterator[Finding]:
    """Counters that should be zero and are not."""
    wrong = {name: count for name, count in counts.items() if count and name not in ("frames", "readings", "noise_bytes")}
    if wrong:
        told = ", ".join(f"{name} {count}" for name, count in wrong.items())
        yield Finding("note", f"{where}: counted {told}", fault_text("node-corrupt").do)


def _tilt(settings: Settings) -> Iterator[Finding]:
    assert settings.tilt_bus is not None
    where = f"/dev/i2c-{settings.tilt_bus}"
    try:
        with closing(open_lis3dh(settings.tilt_bus, settings.tilt_address)) as tilt:
            end_s = time.monotonic() + _LOOK_S
            readings = sum(len(tilt.read(0.2)) for _ in iter(lambda: time.monotonic() < end_s, False))
            yield Finding("ok", f"{where}: tilt sensor at {settings.tilt_address:#x}, {readings / _LOOK_S:g} readings/s")
            yield from _counted(tilt.counters(), where)
    except PortLostError as lost:
        yield _refused(where, lost, settings)


def _refused(where: str, lost: PortLostError, settings: Settings | None = None) -> Finding:
    """Why a device cannot be used; a foreign device on a port is none of our business."""
    if lost.code == "port-foreign":
        return Finding("note", f"{where}: something that is no node of ours; it is left alone", fault_text(lost.code).do)
    if lost.code in ("port-denied", "bus-denied"):
        return Finding("bad", f"{where}: {fault_text(lost.code).meaning}", _join_group(Path(where), fault_text(lost.code).do))
    if lost.code in ("node-too-old", "node-too-new"):
        return _fault(lost.code, where, _LOAD.format(port=where))
    if lost.code == "port-busy":
        return _fault(lost.code, where, f"sudo fuser -v {where} names it; close it.")
    if settings is not None and lost.code in ("bus-no-answer", "bus-wrong-chip"):
        return _fault(lost.code, where, _ask_the_bus(lost.code, settings))
    return _fault(lost.code, where)


def _ask_the_bus(code: str, settings: Settings) -> str:
    """The command on the bus and address that are set."""
    if code == "bus-no-answer":
        return f"sudo i2cdetect -y {settings.tilt_bus} shows who is there; check supply, ground, SDA and SCL of the sensor."
    ask = f"sudo i2cget -y {settings.tilt_bus} {settings.tilt_address:#x} 0x0f"
    return f"{ask} tells its kind (a LIS3DH: 0x33); tilt_address in settings.toml says where to look (24 or 25)."


def _join_group(path: Path, otherwise: str) -> str:
    """The command for the group that the device really belongs to, which differs between systems."""
    try:
        group, user = grp.getgrgid(path.stat().st_gid).gr_name, pwd.getpwuid(os.getuid()).pw_name
    except (OSError, KeyError):
        return otherwise
    if group == "root":
        return "Install the rules: sudo cp deploy/60-companion.rules /etc/udev/rules.d/ && sudo udevadm trigger"
    return f"sudo usermod -aG {group} {user}, then log in again"


def _fault(code: str, where: str, cure: str | None = None) -> Finding:
    text = fault_text(code)
    return Finding("bad", f"{where}: {text.meaning} ({code})", cure or text.do)
