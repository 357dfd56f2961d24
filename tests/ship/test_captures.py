"""The figures on recorded evenings, counted by the judge that lies beside them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_FIGURES = re.compile(r"calm n=(\d+) right=([\d.]+)% .*?wrong=(\d+).*?delay=([\d.]+)/")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clean-1001", "heavy-1001", "tilt-1001"])
def test_the_calm_part_of_an_evening_is_called_right_and_early(shared: Path, name: str) -> None:
    """At least 97 % right, none wrong, half the calls within 0.9 s of the release."""
    command = f"{sys.executable} -m companion.ship.replay {{capture}} --json"
    env = {**os.environ, "PYTHONPATH": str(_ROOT), "OPENBLAS_NUM_THREADS": "1"}
    judge = [sys.executable, str(shared / "captures" / "judge.py"), command, str(shared / "captures" / name)]
    done = subprocess.run(judge, capture_output=True, text=True, env=env, timeout=280, check=True)
    found = _FIGURES.search(done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[2]) >= 97.0
    assert int(found[3]) == 0
    assert float(found[4]) <= 0.9
