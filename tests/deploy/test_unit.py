"""The units are ones that systemd understands, give away little, and never give up."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNIT = DEPLOY / "companion.service"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".path"))
EXPOSURE = 20  # of 100: systemd's own measure, where an unconfined service has 96 and we promise 30 at most


@pytest.fixture(scope="module")
def analyze() -> str:
    """The path of systemd-analyze; skips where there is none."""
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("no systemd-analyze on this machine")
    return found


def _runnable(text: str) -> str:
    """The unit with programs that every machine has: verify asks whether they are there."""
    return re.sub(r"^(Exec\w+)=\S+", r"\1=/bin/true", text, flags=re.MULTILINE).replace("@PORT@", "8080")


def test_systemd_has_nothing_to_say_about_the_units(analyze: str, tmp_path: Path) -> None:
    """It exits 0 on keys it does not know, so whatever it prints counts."""
    for name in UNITS:
        (tmp_path / name).write_text(_runnable((DEPLOY / name).read_text()))
    done = subprocess.run([analyze, "verify", *(tmp_path / n for n in UNITS)], check=False, capture_output=True, text=True)
    ours = [line for line in (done.stdout + done.stderr).splitlines() if str(tmp_path) in line or "companion" in line]
    assert not ours


def test_the_service_is_confined(analyze: str) -> None:
    """The unit's exposure stays under our threshold."""
    command = [analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", UNIT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-400:]


def _unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string((DEPLOY / name).read_text())
    return parsed


def test_the_service_is_restarted_for_ever() -> None:
    """No count of failures ends it, no exit code is excepted, and there is a pause between two tries."""
    unit = _unit("companion.service")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["Restart"] == "always"
    assert 2 <= int(unit["Service"]["RestartSec"]) <= 5
    assert "RestartPreventExitStatus" not in unit["Service"]
    assert unit["Service"]["Type"] == "notify"
    assert int(unit["Service"]["WatchdogSec"]) > 0


def test_no_group_is_named_that_a_system_may_lack() -> None:
    """A missing one would keep the whole unit from starting: groups are the user's."""
    assert all("SupplementaryGroups" not in _unit(name)["Service"] for name in UNITS if name.endswith(".service"))


def test_code_and_data_lie_apart() -> None:
    """The unit runs what the installer puts in place, on a folder that no update touches."""
    service, setup = _unit("companion.service")["Service"], (DEPLOY / "companion-setup").read_text()
    assert service["ExecStart"] == "/opt/companion/current/bin/companion serve"
    assert "COMPANION_DATA=/var/lib/companion" in service["Environment"]
    assert "readonly CODE=/opt/companion\n" in setup
    assert "readonly DATA=/var/lib/companion\n" in setup


def test_serial_boards_belong_to_the_services_group_and_to_no_modem() -> None:
    """Every rule of ours does both: some systems give the node to a group of their own."""
    rules = [line for line in (DEPLOY / "60-companion.rules").read_text().splitlines() if "idVendor" in line]
    assert rules
    assert all('GROUP="companion"' in line and 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line for line in rules)
