"""Guide, bring-up page and shopping list say what drawings, parts and doctor say."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli_verbs import doctor, doctor_devices
from companion.cli_verbs.doctor_devices import Machine
from companion.cli_verbs.finding import Finding
from companion.devices.meter import Measured
from companion.devices.ports import PortLostError
from companion.link.messages import BootReason, Capability, Hello, Kind
from companion.service.calibrations import CalibrationShelf, Kept
from companion.service.settings import Settings
from hardware.tools import guide, openscad, wiring
from hardware.tools.parameters import PARTS

HARDWARE = PARTS.parent
BUILD = (HARDWARE / "BUILD.md").read_text()
BRINGUP = (HARDWARE / "BRINGUP.md").read_text()
LINE = re.compile(r"`(\[(?:ok  |note|bad )\] [^`]+)`")
NODE_NAME = re.compile(r"\b(ship|die)-[a-z0-9]{8}\b")


def _line(finding: Finding) -> str:
    """As the doctor prints it."""
    return f"[{finding.level:4}] {finding.what}"


def _shape(line: str) -> str:
    """A line without its figures and names: what stays is the doctor's wording."""
    return re.sub(r"-?\d+(\.\d+)*", "#", NODE_NAME.sub(r"\1-NODE", line))


def _hello(kind: Kind, identity: str) -> Any:
    hello = Hello(1, kind, identity, (1, 0, 0), Capability(0), BootReason(1), 12_000, 0)
    return SimpleNamespace(path="/dev/ttyUSB0", name=f"{kind.name.lower()}-{identity}", hello=hello)


def _from_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finding]:
    """What the doctor says of devices, by its own functions."""
    settings = Settings(tmp_path)
    yield doctor_devices._known(_hello(Kind.SHIP, "k7f2q9ab"), settings)
    yield doctor_devices._known(_hello(Kind.DIE, "h3v8w2xy"), settings)
    for sps in (91.5, 11.2):
        yield doctor_devices._readings(Measured(sps, (96.0, 91.0, 102.0, 88.0), None, 0.012), "/dev/ttyUSB0")
    yield from doctor_devices._counted({"frames_damaged": 12, "frames_missing": 3}, "/dev/ttyUSB0")
    for code in ("cell-silent", "cell-shorted"):
        yield doctor_devices._fault(code, "/dev/ttyUSB0, cell 2")
    yield doctor_devices._refused("/dev/ttyUSB0", PortLostError("port-busy", ""))
    yield doctor_devices._refused("/dev/i2c-1", PortLostError("bus-no-answer", ""))
    tilt = SimpleNamespace(read=lambda _s: (), counters=dict, close=lambda: None)
    monkeypatch.setattr(doctor_devices, "_LOOK_S", 0.01)
    monkeypatch.setattr(doctor_devices, "open_lis3dh", lambda _bus, _address: tilt)
    yield from doctor_devices._tilt(Settings(tmp_path, tilt_bus=1))


def _from_the_machine(tmp_path: Path) -> Iterator[Finding]:
    """The same of supply, programs and an empty bench."""
    comm = tmp_path / "proc" / "7" / "comm"
    comm.parent.mkdir(parents=True)
    comm.write_text("ModemManager\n")
    alarm = tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
    alarm.parent.mkdir(parents=True)
    alarm.write_text("1\n")
    alarm.with_name("name").write_text("rpi_volt\n")
    yield from doctor_devices.devices(Settings(tmp_path, serial_ports=(str(tmp_path / "no*"),)), Machine(tmp_path))


def _from_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finding]:
    """The same of calibrations, and of a running service."""
    yield from doctor._calibrations(CalibrationShelf(tmp_path / "none"))
    monkeypatch.setattr(CalibrationShelf, "devices", lambda _self: ("ship-k7f2q9ab",))
    monkeypatch.setattr(CalibrationShelf, "load", lambda _self, _device: Kept(None))
    yield from doctor._calibrations(CalibrationShelf(tmp_path / "none"))
    numbers = {
        "node": "ship-k7f2q9ab",
        "sps": 91.5,
        "age_ms": 11,
        "noise": [96, 91, 102, 88],
        "drift_per_min": [40, -25, 10, 30],
    }
    yield doctor._device({"kind": "ship", "device": "plate", "state": "ok", "code": None}, numbers)
    buttons = {"kind": "buttons", "device": "buttons", "state": "ok", "code": None}
    yield doctor._device(buttons, {})
    yield doctor._device({**buttons, "state": "lost", "code": "gpio-missing"}, {})


def test_every_doctor_line_of_the_page_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line that the bring-up page shows is one that the doctor prints, word for word but for its figures."""
    found = [*_from_the_machine(tmp_path), *_from_devices(tmp_path, monkeypatch), *_from_the_service(tmp_path, monkeypatch)]
    said = {_shape(_line(finding)) for finding in found}
    shown = LINE.findall(BRINGUP)
    assert len(shown) >= 15
    assert [line for line in shown if _shape(line) not in said] == []


def _bought() -> dict[str, int]:
    with (HARDWARE / "bom.csv").open(newline="") as file:
        return {row["part"]: int(row["quantity"]) for row in csv.DictReader(file)}


def test_the_shopping_list_is_complete() -> None:
    """Every row has part, quantity, purpose, alternatives, and no exact price."""
    with (HARDWARE / "bom.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row for row in rows if not all(row.values()) or None in row] == []
    assert [row["part"] for row in rows if not re.search(r"under|\d+-\d+", row["price"])] == []


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("bar load cell", "bar load cell"),
        ("HX711 board", "HX711 board"),
        ("Arduino Nano", "Arduino Nano"),
        ("arcade button", "arcade button"),
        ("lever connector 8-way", "lever connector 8-way"),
        ("LED 470 ohm", "resistor 470 ohm"),
        ("LED 330 ohm", "resistor 330 ohm"),
        ("level shifter", "level shifter"),
    ],
)
def test_as_many_are_bought_as_are_drawn(kind: str, part: str) -> None:
    """Quantities of the list are those of the wiring drawings."""
    drawn = Counter(found for name in wiring.DRAWINGS for found in wiring.harness(name).kind_of.values())
    assert {count for name, count in _bought().items() if name.startswith(part)} == {drawn[kind]}


def test_lights_and_screws_are_enough() -> None:
    """A light for each resistor, two M5 and one stop for each cell, four nuts for each corner."""
    bought = _bought()
    assert bought["LED 5 mm, red, about 2 V"] == bought["resistor 470 ohm, 1/4 W"] + bought["resistor 330 ohm, 1/4 W"]
    assert [
        bought[f"bolt {size}"] for size in ("M5 x 30, socket head", "M4 x 25, socket head", "M6 x 70, countersunk, full thread")
    ] == [8, 4, 4]
    assert (bought["nut M6"], bought["nut M4"]) == (16, 8)


def test_every_printed_part_is_in_the_guide() -> None:
    """The guide names each part to print, as often as it is needed."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)?) \| (\d) \|", BUILD, re.MULTILINE)
    told = {name: int(count) for names, count in rows for name in re.findall(r"`(\w+)`", names)}
    assert told == openscad.PRINTED


def test_the_guide_shows_every_picture_and_no_other() -> None:
    """What is rendered for the guide is shown in it, and is in the tree."""
    assert set(re.findall(r"\(pictures/([\w.-]+)\)", BUILD)) == set(guide.names())
    there = {path.name for path in guide.PICTURES.iterdir()} - {guide.SOURCES.name}
    assert there == set(guide.names())


def test_the_pictures_are_of_the_parts_as_they_are() -> None:
    """No source has changed since the pictures were made; else: ./run hardware --guide."""
    assert guide.written() == guide.now()
