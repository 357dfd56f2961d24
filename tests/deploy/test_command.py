"""The installed command on paper: nothing that was recorded is lost, and the service runs again afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import Any

import pytest

RECORD = """echo "Recording into $2."
trap 'echo last >>"$2"; echo "$2: 2 lines."; exit 0' INT
echo first >"$2"
touch "$PAPER/began"
while :; do sleep 0.05; done
"""


@pytest.fixture
def running(paper: Any) -> Any:
    """A machine on which a release runs."""
    done = paper.setup("install", "--bundle", str(paper.bundle("1")))
    assert done.returncode == 0, done.stderr
    return paper


def _program(paper: Any, text: str) -> None:
    (paper.root / "program").write_text(text)


def _interrupted(paper: Any, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, with Ctrl-C as soon as it has begun."""
    process = paper.command(*arguments)
    deadline_s = time.monotonic() + 20.0
    while not (paper.root / "began").exists() and time.monotonic() < deadline_s:
        time.sleep(0.02)
    assert not paper.runs
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def _run(paper: Any, *arguments: str) -> subprocess.CompletedProcess[str]:
    process = paper.command(*arguments)
    out, err = process.communicate(timeout=20)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def test_a_recording_that_ctrl_c_ends_is_kept_whole(running: Any) -> None:
    """Its end is the program's, its last words are shown, and the service runs again."""
    _program(running, RECORD)
    done = _interrupted(running, "record", "evening.jsonl")
    assert (done.returncode, (running.root / "evening.jsonl").read_text()) == (0, "first\nlast\n"), done.stderr
    assert done.stdout.splitlines() == ["Recording into evening.jsonl.", "evening.jsonl: 2 lines."]
    assert running.runs
    assert not list((running.root / "var/tmp").iterdir())


def test_what_was_recorded_before_a_failure_is_kept_too(running: Any) -> None:
    """With the program's exit code."""
    _program(running, 'echo first >"$2"; exit 5')
    assert _run(running, "record", "evening.jsonl").returncode == 5
    assert (running.root / "evening.jsonl").read_text() == "first\n"
    assert running.runs


def test_a_recording_is_never_overwritten(running: Any) -> None:
    """Refused before the service is stopped, with one line."""
    (running.root / "evening.jsonl").write_text("long ago")
    before = running.calls("systemctl")
    done = _run(running, "record", "evening.jsonl")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "never overwritten" in done.stderr
    assert (running.root / "evening.jsonl").read_text() == "long ago"
    assert running.calls("systemctl") == before


@pytest.mark.parametrize("verb", [("calibrate",), ("calibrate", "--check"), ("die-test", "--rolls", "600"), ("record", "x")])
def test_the_devices_are_free_meanwhile_and_the_service_runs_again_after_a_failure(running: Any, verb: tuple[str, ...]) -> None:
    """Stopped first, started last, and no failed start is counted for it."""
    _program(running, '[ ! -e "$PAPER/runs" ] || exit 9; exit 3')
    (running.root / "run/companion/starts").write_text("1\n2\n3\n")
    assert _run(running, *verb).returncode == 3
    assert running.runs
    assert not (running.root / "run/companion/starts").exists()


def test_ctrl_c_in_a_calibration_starts_the_service_again(running: Any) -> None:
    """And gives the program's exit code."""
    _program(running, 'trap "exit 130" INT; touch "$PAPER/began"; while :; do sleep 0.05; done')
    assert _interrupted(running, "calibrate").returncode == 130
    assert running.runs


def test_a_service_that_was_stopped_stays_stopped(running: Any) -> None:
    """Whoever stopped it had a reason."""
    (running.root / "runs").unlink()
    _program(running, "exit 0")
    assert _run(running, "calibrate").returncode == 0
    assert not running.runs


@pytest.mark.parametrize("arguments", [("calibrate", "--help"), ("record", "x", "--virtual"), ("record",), ("doctor",)])
def test_what_needs_no_device_leaves_the_service_alone(running: Any, arguments: tuple[str, ...]) -> None:
    """It is not stopped for a word of help."""
    _program(running, "exit 0")
    assert _run(running, *arguments).returncode == 0
    assert "stop companion.service" not in running.calls("systemctl")[-1]
    assert running.runs


def test_a_restore_that_fails_starts_the_service_again(running: Any) -> None:
    """With the program's exit code."""
    (running.root / "saved.zip").write_text("zip")
    _program(running, '[ ! -e "$PAPER/runs" ] || exit 9; [ "$(cat "$2")" = zip ] || exit 8; exit 2')
    assert _run(running, "restore", "saved.zip").returncode == 2
    assert running.runs
