"""A few kills at random moments in every run; `./run kill-test 200` does many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("kill_test.py")


def test_nothing_seen_as_scored_is_lost_by_a_kill() -> None:
    """After SIGKILL at random moments, every event that was ever published is in a whole journal."""
    done = subprocess.run([sys.executable, str(SCRIPT), "5"], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "5 kills" in done.stdout
