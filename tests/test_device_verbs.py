"""The verbs that talk to devices without a service: record, calibrate, die-test and the doctor's look at the ports."""

from __future__ import annotations

import contextlib
import functools
import gzip
import os
import pty
import re
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli_verbs import calibrate, devices, die_test, doctor_devices, record
from companion.cli_verbs.beside import Beside
from companion.devices.fake_gpio import FakePanel
from companion.devices.ports import PortLostError
from companion.devices.virtual_inputs import VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Sample, ShipShape
from companion.service.calibrations import CalibrationShelf, Difficulty
from companion.service.places import Places
from companion.service.settings import Settings
from companion.service.weighing import learn
from companion.setup import calibration as calibrate_steps
from companion.setup.calibration import MASS_AT_MM, REPEATS, CalibrationGuide, plan
from companion.ship.capture import Header, Mark, read_capture

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return str(line)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a device to be plugged in."""
    monkeypatch.setattr(devices, "PATIENCE_S", 0.0)


def test_a_virtual_plate_is_recorded_with_typed_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The capture can be read back; what was typed is a mark in it, and what is no mark is said and left out."""
    file, read_end = tmp_path / "try.capture.jsonl.gz", _typed(b"ship\nroll value=9\nmass grams=200 at=[0,45]\n")
    with os.fdopen(read_end) as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert main(["record", str(file), "--virtual", "--seconds", "1", "--data", str(tmp_path)]) == 0
    header, rows = read_capture(gzip.decompress(file.read_bytes()).decode().splitlines())
    found = list(rows)
    assert header.sps == 80.0
    assert sum(isinstance(row, Sample) for row in found) >= 80
    assert [(row.kind, dict(row.fields)) for row in found if isinstance(row, Mark)] == [
        ("ship", {}),
        ("mass", {"grams": 200, "at": [0, 45]}),
    ]
    assert "not written: a mark 'roll' needs value" in capsys.readouterr().err


def test_a_die_that_is_connected_marks_its_rolls() -> None:
    """Each roll once, in order; closing lets go of the die."""
    die = VirtualDie()
    with Beside(die) as beside:
        marks = []
        for value in (4, 6):
            die.roll(value)
            end_s = time.monotonic() + 30
            while len(marks) < (1 if value == 4 else 2) and time.monotonic() < end_s:
                marks += beside.marks()
                time.sleep(0.01)
    assert [(mark.kind, dict(mark.fields)) for mark in marks] == [("roll", {"value": 4}), ("roll", {"value": 6})]
    assert die.health().state == "lost"


def _typed(text: bytes) -> int:
    read_end, write_end = os.pipe()
    os.write(write_end, text)
    os.close(write_end)
    return read_end


def test_a_recording_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is."""
    (tmp_path / "x").write_text("dear")
    assert "never overwritten" in _complaint(capsys, "record", str(tmp_path / "x"), "--virtual", "--data", str(tmp_path))
    assert (tmp_path / "x").read_text() == "dear"


def test_a_lost_plate_ends_the_recording_and_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    """What came before the cable was pulled is in the capture."""
    port = VirtualShipPort(SHAPE)
    port.advance_to(0.5)
    first = port.read(0.0)
    rows = record.record(port, first, tuple, None)
    got = [next(rows) for _ in first]
    port.unplug()
    assert (got, list(rows)) == (list(first), [])
    assert "What came before is in the file" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("verb", [("record", "{}/new"), ("calibrate",), ("die-test",)])
def test_without_a_device_each_verb_says_what_to_do(
    tmp_path: Path, verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and exit code 2, and no file is left behind."""
    (tmp_path / "settings.toml").write_text('serial_ports = ["/dev/not-there*"]')
    said = _complaint(capsys, *(part.format(tmp_path) for part in verb), "--data", str(tmp_path))
    assert "was found" in said
    assert "Connect" in said
    assert not (tmp_path / "new").exists()


def test_wrong_numbers_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few rolls to judge, an impossible mass, no time to record."""
    data = ("--data", str(tmp_path))
    assert "--rolls" in _complaint(capsys, "die-test", "--rolls", "10", *data)
    assert "--mass" in _complaint(capsys, "calibrate", "--mass", "0", *data)
    assert "--seconds" in _complaint(capsys, "record", str(tmp_path / "x"), "--virtual", "--seconds", "nan", *data)


@functools.cache
def _recorded() -> list[str]:
    return VirtualShipPort(SHAPE, seed=5).calibration_lines(again=REPEATS, mass_at_mm=MASS_AT_MM)


class _Played:
    """A plate that plays a recorded calibration, and the person who presses Enter at its marks."""

    def __init__(self) -> None:
        self.header, rows = read_capture(_recorded())
        self._rows = [row for row in rows if not (isinstance(row, Mark) and row.kind == "hands")]
        self.unplugged = False
        self.sps, self.cells_mm, self.name = self.header.sps, self.header.cells_mm, "played"

    def from_the_ship(self) -> None:
        """Begin where the ship is put on the plate."""
        while not (isinstance(self._rows[0], Mark) and self._rows[0].kind == "ship"):
            self._rows.pop(0)

    def typed(self) -> list[str]:
        """Enter where a step begins."""
        if self._rows and isinstance(self._rows[0], Mark):
            self._rows.pop(0)
            return [""]
        return []

    def read(self, _timeout_s: float) -> list[Sample]:
        """The samples up to the next mark."""
        if self.unplugged:
            raise PortLostError("ship-unplugged")
        got: list[Sample] = []
        while self._rows and isinstance(row := self._rows[0], Sample):
            got.append(row)
            self._rows.pop(0)
        return got


def test_the_console_leads_through_a_calibration(capsys: pytest.CaptureFixture[str]) -> None:
    """Every step is worded once, and the result is the guide's."""
    played = _Played()
    guide = CalibrationGuide(Header(played.header.sps, played.header.cells_mm, SHAPE))
    played_port: Any = played
    assert calibrate.lead(played_port, guide, played.typed)
    assert guide.result is not None
    said = capsys.readouterr().out
    for number in range(1, len(plan(SHAPE)) + 1):
        assert f"{number}/{len(plan(SHAPE))}  " in said
    assert "Put 200 g on the plate" in said
    assert "put them in the middle again (5 of 5)" in said
    assert said.count("Good: ") == len(plan(SHAPE))
    figures = "The mass lay within 0.0 mm of its marks. The same mass read 0."
    assert calibrate._figures(guide.found).startswith(figures)


def test_a_calibration_is_given_up_or_cut_off() -> None:
    """Q stops it; a pulled cable is one line."""
    played: Any = _Played()
    guide = CalibrationGuide(Header(80.0, played.header.cells_mm, SHAPE))
    assert not calibrate.lead(played, guide, lambda: ["q"])
    played.unplugged = True
    with pytest.raises(devices.AbsentError, match="unplugged"):
        calibrate.lead(played, guide, list)


def test_every_step_and_problem_has_words() -> None:
    """The console knows each code of the plan, with the parameters that the plan gives."""
    for step in (*plan(SHAPE), *plan(SHAPE, weighs=False)):
        assert "{" not in calibrate._STEPS[step.code].format(**step.params)
        assert calibrate._GOOD[step.code].startswith("Good: ")
    sources = "".join(path.read_text() for path in Path(calibrate_steps.__file__).parent.glob("*.py"))
    problems = set(re.findall(r'Problem\("([a-z-]+)"', sources))
    assert len(problems) > 12
    assert problems == calibrate._PROBLEMS.keys()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data folder in which the virtual plate's calibration is kept."""
    port = VirtualShipPort(SHAPE, seed=5)
    places = Places(tmp_path)
    CalibrationShelf(places.calibrations).store(port.name, learn(_recorded()))
    return tmp_path


def test_a_plate_is_checked_with_one_alien_and_its_difficulty_noted(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the start of an evening: two steps, figures and a verdict; a note of the ring is kept with the calibration."""
    played = _Played()
    played.from_the_ship()
    played.name = VirtualShipPort(SHAPE, seed=5).name
    monkeypatch.setattr(calibrate, "opened_ship", lambda _settings: contextlib.nullcontext(played))
    monkeypatch.setattr(calibrate, "Typed", lambda _stream: contextlib.nullcontext(played.typed))
    assert main(["calibrate", "--check", "--data", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "2/2  Put one alien" in said
    assert "The plate reads as it was taught. The ship weighs" in said
    assert main(["calibrate", "--difficulty", "4", "--data", str(kept)]) == 0
    assert "ring 4" in capsys.readouterr().out
    assert CalibrationShelf(Places(kept).calibrations).load(played.name).difficulty == Difficulty(4)


class _Die:
    """A die that rolls what it is told."""

    name, simulated = "die-test", False

    def __init__(self, faces: list[int]) -> None:
        self._faces = faces

    def burst(self, _sides: int, count: int, timeout_s: float) -> list[int]:
        """All of them."""
        assert timeout_s > 0
        return (self._faces * count)[:count]

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(("faces", "code", "said"), [([3, 1, 6, 2, 5, 4, 1, 3], 1, "NOT fair"), ([6], 1, "NOT fair")])
def test_an_unfair_die_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    faces: list[int],
    code: int,
    said: str,
) -> None:
    """A die that prefers some faces, or always shows one, is refused with exit code 1."""
    monkeypatch.setattr(devices, "open_serial_die", lambda *_args, **_more: _Die(faces))
    assert die_test.__name__.endswith("die_test")
    assert main(["die-test", "--rolls", "1200", "--data", str(tmp_path)]) == code
    assert said in capsys.readouterr().out


# --- the doctor at the ports ----------------------------------------------------------------------------------------


@pytest.fixture
def foreign() -> Iterator[str]:
    """A port with a device on it that is none of ours."""
    with ExitStack() as stack:
        master, slave = pty.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        stack.callback(os.close, master)
        stop = threading.Event()

        def chatter() -> None:
            while not stop.wait(0.05):
                with suppress(OSError):
                    os.write(master, b"ok T:21.0\n")

        thread = threading.Thread(target=chatter, daemon=True)
        thread.start()
        stack.callback(thread.join)
        stack.callback(stop.set)
        yield path


def _told(settings: Settings, root: Path) -> list[tuple[str, str, str]]:
    found = doctor_devices.devices(settings, doctor_devices.Machine(root))
    return [(finding.level, finding.what, finding.advice) for finding in found]


def test_the_doctor_tells_supply_grabbers_and_absence(tmp_path: Path) -> None:
    """Under-voltage, a program that grabs ports and an empty desk each have their line and their cure."""
    hwmon = tmp_path / "sys" / "class" / "hwmon" / "hwmon1"
    hwmon.mkdir(parents=True)
    (hwmon / "name").write_text("rpi_volt\n")
    (hwmon / "in0_lcrit_alarm").write_text("1\n")
    (tmp_path / "proc" / "77").mkdir(parents=True)
    (tmp_path / "proc" / "77" / "comm").write_text("brltty\n")
    supply, grabber, nothing = _told(Settings(tmp_path, serial_ports=(str(tmp_path / "none*"),)), tmp_path)
    assert (supply[0], "supply-weak" in supply[1]) == ("bad", True)
    assert grabber[2] == "sudo apt-get remove brltty"
    assert nothing[0] == "note"
    (hwmon / "in0_lcrit_alarm").write_text("0\n")
    assert len(_told(Settings(tmp_path, serial_ports=("/not/there",)), tmp_path)) == 2


def test_the_doctor_leaves_a_foreign_device_alone(tmp_path: Path, foreign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as such, and is no fault."""
    monkeypatch.setattr(doctor_devices, "_PATIENCE_S", 0.3)
    ((level, what, _),) = _told(Settings(tmp_path, serial_ports=(foreign,)), tmp_path)
    assert (level, "left alone" in what) == ("note", True)


@pytest.mark.parametrize(
    ("code", "cure"),
    [
        ("bus-missing", "sudo raspi-config nonint do_i2c 0"),
        ("bus-no-answer", "sudo i2cdetect -y 1"),
        ("bus-wrong-chip", "tilt_address"),
        ("port-denied", "sudo usermod -aG"),
        ("bus-denied", "sudo usermod -aG"),
        ("node-too-old", "make -C firmware load-ship PORT=/dev/x"),
        ("port-busy", "sudo fuser -v /dev/x"),
    ],
)
def test_each_refusal_has_its_cure(code: str, cure: str) -> None:
    """No bus, no answer, wrong chip, no permission, wrong firmware and a busy port are told apart."""
    found = doctor_devices._refused("/dev/x", PortLostError(code))
    assert found.level == "bad"
    assert cure in found.advice


def test_the_bus_that_is_set_is_the_one_in_the_command(tmp_path: Path) -> None:
    """Whoever copies the command looks at the right bus and address."""
    settings = Settings(tmp_path, tilt_bus=3, tilt_address=0x19)
    silent = doctor_devices._refused("/dev/i2c-3", PortLostError("bus-no-answer"), settings)
    other = doctor_devices._refused("/dev/i2c-3", PortLostError("bus-wrong-chip"), settings)
    assert "sudo i2cdetect -y 3" in silent.advice
    assert "sudo i2cget -y 3 0x19 0x0f" in other.advice


def test_of_several_plates_the_one_in_use_is_told(kept: Path) -> None:
    """The calibrated one, whatever the order; the settings' one where they name one."""
    name = VirtualShipPort(SHAPE, seed=5).name
    found = doctor_devices._several(["ship-new1", name], Settings(kept))
    assert f"{name} is used" in found.what
    assert 'plate = "' in found.advice
    assert "ship-new1 is used" in doctor_devices._several([name, "ship-new1"], Settings(kept, plate="new1")).what


def test_buttons_are_looked_at_where_they_are_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing pins are a fault with its cure, pins that open are well, and without the setting nobody looks."""
    settings = Settings(tmp_path, serial_ports=("/not/there",), buttons=True)

    def missing() -> Any:
        raise PortLostError("gpio-missing")

    monkeypatch.setattr(doctor_devices, "open_gpio_buttons", missing)
    assert ("bad", True) in [(level, "gpio-missing" in what) for level, what, _ in _told(settings, tmp_path)]
    monkeypatch.setattr(doctor_devices, "open_gpio_buttons", lambda: FakePanel().port)
    assert ("ok", "the pins of the buttons can be read", "") in _told(settings, tmp_path)
    assert not any("buttons" in what for _, what, _ in _told(Settings(tmp_path, serial_ports=("/not/there",)), tmp_path))


def test_no_bus_is_told_by_the_doctor(tmp_path: Path) -> None:
    """A tilt sensor set on a bus that is not there."""
    ((level, what, advice),) = _told(Settings(tmp_path, serial_ports=("/not/there",), tilt_bus=250), tmp_path)
    assert (level, "bus-missing" in what, "raspi-config" in advice) == ("bad", True, True)
