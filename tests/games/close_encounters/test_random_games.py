"""Random legal games; the benchmark's own player, at a size for every day."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench" / "random_encounters.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """The benchmark as a module."""
    spec = importlib.util.spec_from_file_location("random_encounters", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up by name
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_five_hundred_random_games_end_well(bench: ModuleType) -> None:
    """No offered action is refused, every game ends, and everything that can occur did."""
    rng, tally = random.Random(1), bench.Tally()
    for _ in range(500):
        bench.play(rng, tally)
    assert tally.problems == []
    assert tally.endings["unfinished"] == 0
    assert bench.never_occurred(tally) == []
