"""The firmware's units on this machine with sanitizers, its sizes, its fault numbers and its pins."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from companion.devices.simulated_node import ToolchainMissingError, build_firmware
from companion.link.faults import link_faults

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
UNITS = [
    name
    for path in sorted((FIRMWARE / "tests").glob("*.c"))
    for name in re.findall(r"^    TEST\((\w+)\)", path.read_text(), re.MULTILINE)
]


@pytest.fixture(scope="module")
def units() -> Path:
    """The program of unit tests, built with address and undefined-behaviour sanitizers."""
    try:
        build_firmware("build/units")
    except ToolchainMissingError as missing:
        pytest.skip(str(missing))
    return FIRMWARE / "build" / "units"


@pytest.mark.parametrize("name", UNITS)
def test_unit(units: Path, name: str) -> None:
    """The unit test of that name passes and no sanitizer complains."""
    done = subprocess.run([units, name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"ok {name}\n"), done.stdout + done.stderr


def test_there_are_units() -> None:
    """The names were found in the sources."""
    assert len(UNITS) > 45


def test_both_firmwares_leave_room(built: str) -> None:
    """Flash is at most half used and a kilobyte of RAM is left to the stack; make prints both."""
    assert built is not None
    said = build_firmware("sizes")
    found = re.findall(r"(\w+): flash (\d+) of (\d+) bytes .*RAM (\d+) of (\d+)", said)
    print("\n".join(line for line in said.splitlines() if "flash" in line))
    assert {node for node, *_ in found} == {"ship", "die"}
    assert all(int(flash) <= int(of) // 2 and int(ram) <= int(ram_of) - 1024 for _, flash, of, ram, ram_of in found)


def test_fault_numbers_are_those_of_the_dictionary() -> None:
    """Every fault the firmware can say has an entry with its number, and the other way round."""
    header = (FIRMWARE / "common" / "wire.h").read_text()
    said = {int(number, 16) for number in re.findall(r"FAULT_\w+ = (0x\w+)", header)}
    assert said == {entry.number for entry in link_faults().values() if entry.number is not None}


def _board_pin(chip: str) -> str:
    port, bit = chip[1], int(chip[2])
    return {"D": f"D{bit}", "B": f"D{bit + 8}", "C": f"A{bit}"}[port]


def test_pins_are_those_of_the_table() -> None:
    """The table for people and the firmware's headers agree, and board numbers fit the chip's names."""
    table = tomllib.loads((files("companion.devices") / "pins.toml").read_text())
    assert all(pin["board"] == _board_pin(pin["chip"]) for node in ("ship", "die") for pin in table[node].values())
    ship, die = ((FIRMWARE / node / "pins.h").read_text() for node in ("ship", "die"))
    assert [table["ship"][f"hx711_{i}_data"]["chip"] for i in (1, 2, 3, 4)] == [f"PD{2 + i}" for i in range(4)]
    assert "DATA_BIT(cell) ((uint8_t)(1 << (PD2 + (cell))))" in ship
    assert [table["ship"][f"hx711_{i}_clock"]["chip"] for i in (1, 2, 3, 4)] == [f"PB{i}" for i in range(4)]
    assert "CLOCK_BIT(cell) ((uint8_t)(1 << (PB0 + (cell))))" in ship
    assert f"BUTTON_BIT ((uint8_t)(1 << {table['die']['button']['chip']}))" in die
    lights = [pin["chip"] for name, pin in table["die"].items() if name.startswith("light")]
    assert lights == ["PD5", "PD6", "PD7", "PB0", "PB1", "PB2", "PB3"]
    assert "LIGHTS_LEFT_SHIFT PD5" in die
    assert f"NOISE_CHANNEL {table['die']['noise']['chip'][2]}\n" in die
    assert [table["ship"][f"lis3dh_{wire}"]["chip"] for wire in ("data", "clock")] == ["PC4", "PC5"]  # the chip's own TWI
