"""The systemd unit is one that systemd understands and that gives away little."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parents[2] / "deploy" / "companion.service"
EXPOSURE = 25  # of 100: systemd's own measure, an unconfined service has 96


@pytest.fixture
def analyze() -> str:
    """The path of systemd-analyze; skips where there is none."""
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("no systemd-analyze on this machine")
    return found


def test_unit_has_no_key_that_systemd_does_not_know(analyze: str, tmp_path: Path) -> None:
    """systemd-analyze has nothing to say about the unit (it exits 0 on unknown keys, so any output counts)."""
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE))
    done = subprocess.run([analyze, "verify", unit], check=False, capture_output=True, text=True)
    about_ours = [line for line in (done.stdout + done.stderr).splitlines() if UNIT.name in line]
    assert not about_ours


def test_unit_is_confined(analyze: str) -> None:
    """The unit's exposure stays under our threshold."""
    command = [analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", UNIT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-400:]


def test_unit_starts_the_installed_command() -> None:
    """The unit runs the verb and the data folder that deploy/README.md names."""
    text, page = UNIT.read_text(), (UNIT.parent / "README.md").read_text()
    assert "ExecStart=/opt/companion/bin/companion serve" in text
    assert "/opt/companion" in page
    assert "COMPANION_DATA=/var/lib/companion" in text
    assert "/var/lib/companion" in page
