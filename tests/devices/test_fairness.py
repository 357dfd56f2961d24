"""The judgement of many rolls."""

from __future__ import annotations

import random

import pytest

from companion.devices.fairness import fairness, fairness_report


def _fair(seed: int, count: int = 10_000) -> list[int]:
    rng = random.Random(seed)
    return [rng.randint(1, 6) for _ in range(count)]


def test_fair_dice_pass() -> None:
    """Of thirty fair dice none is called unfair, and their chi-squares average five."""
    found = [fairness(_fair(seed), 6) for seed in range(30)]
    assert all(f.passes for f in found)
    assert sum(f.chi_square for f in found) / 30 == pytest.approx(5, abs=1.5)


def test_a_loaded_die_fails() -> None:
    """A six that comes ten percent more often is seen in ten thousand rolls."""
    rng = random.Random(1)
    rolls = rng.choices(range(1, 7), weights=[1, 1, 1, 1, 1, 1.25], k=10_000)
    assert not fairness(rolls, 6).passes


def test_rolls_that_hang_together_fail() -> None:
    """Even faces whose order repeats are caught by the correlation."""
    rolls = [face for _ in range(1700) for face in (1, 2, 3, 4, 5, 6)]
    found = fairness(rolls, 6)
    assert found.chi_square == pytest.approx(0)
    assert not found.passes
    assert found.correlation > 0.1


def test_known_tails() -> None:
    """The five-percent point of chi-square with five degrees is 11.07."""
    counts = [1000 + 74, 1000 - 74, 1000, 1000, 1000, 1000]
    rolls = [face for face, count in enumerate(counts, start=1) for _ in range(count)]
    found = fairness(rolls, 6)
    assert found.chi_square == pytest.approx(10.95, abs=0.01)
    assert found.p == pytest.approx(0.052, abs=0.003)


def test_too_few_or_impossible_rolls_are_refused() -> None:
    """Twenty for each face at least, and no face that is none."""
    with pytest.raises(ValueError, match="at least 120"):
        fairness([1, 2, 3], 6)
    with pytest.raises(ValueError, match="1 to 6"):
        fairness([*_fair(1), 7], 6)


def test_a_simulated_die_proves_nothing() -> None:
    """The report of a simulated die says so, that of a real one does not."""
    assert "no evidence" in fairness_report(_fair(1), 6, simulated=True)
    assert "no evidence" not in fairness_report(_fair(1), 6, simulated=False)
    assert "NOT fair" in fairness_report([1] * 1000, 6, simulated=False)
