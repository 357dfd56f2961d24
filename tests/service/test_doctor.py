"""What the doctor says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.cli_verbs import doctor
from companion.service.settings import Settings


def _found(findings: Any, level: str) -> list[str]:
    return [finding.what for finding in findings if finding.level == level]


def test_a_damaged_folder_is_told_file_by_file(tmp_path: Path) -> None:
    """Journal, board and settings each have their own line, and each bad line has advice."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "x.toml").write_text("name = ")
    (tmp_path / "journal.sqlite").write_text("this is no database, and long enough to be looked at" * 99)
    (tmp_path / "settings.toml").write_text("colour = 1")
    bad = [finding for finding in doctor.examine(tmp_path) if finding.level == "bad"]
    text = " ".join(finding.what for finding in bad)
    assert "x.toml" in text
    assert "the journal is damaged" in text
    assert 'unknown key "colour"' in text
    assert all(finding.advice for finding in bad)


def test_a_fresh_folder_is_no_fault(tmp_path: Path) -> None:
    """Nothing yet is a note, not a fault."""
    assert "does not exist yet" in " ".join(_found(doctor.examine(tmp_path / "none"), "note"))


def test_devices_are_explained_by_the_fault_dictionary(running: Any) -> None:
    """A running service is asked; its table and devices are told."""
    settings = Settings(running.runtime.settings.data, "127.0.0.1", running.port)
    assert "phase playing" in " ".join(_found(doctor._running(settings), "ok"))
    lost = {"device": "virtual-ship", "kind": "ship", "state": "lost", "code": "ship-unplugged"}
    finding = doctor._device(lost, {"node": "ship-k7", "sps": 80.1, "counts": {"lost": 2, "frames_damaged": 0}})
    assert finding.level == "bad"
    assert finding.advice
    assert "without an entry" not in finding.what
    assert "ship-k7: lost (ship-unplugged)" in finding.what
    assert finding.what.endswith("80.1 samples/s; lost 2")


def test_a_disk_that_forgets_order_is_told(tmp_path: Path) -> None:
    """Only the mount that holds the folder counts, and only options that endanger the journal."""
    mounts = tmp_path / "mounts"
    bad = f"/dev/a / ext4 rw,data=writeback 0 0\n/dev/b {tmp_path} ext4 rw,noatime 0 0\n"
    mounts.write_text(bad)
    assert list(doctor._mount(tmp_path / "data", mounts)) == []
    mounts.write_text(bad.replace("noatime", "data=writeback"))
    assert [finding.level for finding in doctor._mount(tmp_path / "data", mounts)] == ["bad"]


def test_a_service_for_this_machine_only_is_told(tmp_path: Path) -> None:
    """Bound to loopback, no tablet gets there, whatever the address."""
    told = list(doctor._reachable(Settings(tmp_path, "127.0.0.1")))
    assert "no tablet reaches me" in " ".join(_found(told, "bad"))
    assert "tablets reach me at http://" in " ".join(_found(doctor._reachable(Settings(tmp_path)), "ok"))
