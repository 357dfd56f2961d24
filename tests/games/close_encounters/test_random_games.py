"""Random legal games; the benchmark's own player, at a size for every day."""

from __future__ import annotations

import random

import pytest
import random_encounters as bench


@pytest.mark.slow
def test_five_hundred_random_games_end_well() -> None:
    """No offered action is refused, every game ends, and everything that can occur did."""
    rng, tally = random.Random(1), bench.Tally()
    for _ in range(500):
        bench.play(rng, tally)
    assert tally.problems == []
    assert tally.endings["unfinished"] == 0
    assert bench.never_occurred(tally) == []
