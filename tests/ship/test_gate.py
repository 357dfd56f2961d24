"""The gate: twenty evenings of the virtual ship for each family, and what the sense of weight must make of them.

To keep within six minutes on one core an evening here is half a minute of play (three to five actions and what befalls the
ship), and four of them are played on each of five ships, after one calibration. `tests/bench/ship_gate.py` prints the
figures, and the limits below stand a little under them: what was measured may get better, never worse.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from _evenings import Tally, evenings

from companion.virtual.families import FAMILIES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

EVENINGS, PLAY_S = 20, 30.0


@dataclass(frozen=True)
class Limits:
    """Shares of all that really happened, and of crashes; median seconds from release to call."""

    right: float
    wrong: float
    lost: float
    falls: float = 0.0
    delay_s: float = 0.9


LIMITS = {
    "clean": Limits(0.92, 0.03, 0.02),
    "heavy": Limits(0.93, 0.03, 0.04),
    "three": Limits(0.91, 0.04, 0.05),
    "everyday": Limits(0.94, 0.03, 0.02, falls=0.8),
    "turning": Limits(0.89, 0.05, 0.05),
    "wobbly": Limits(0.91, 0.05, 0.05),
    "tilt": Limits(0.97, 0.02, 0.02),
    "lifted": Limits(0.94, 0.02, 0.02),
    "rough": Limits(0.92, 0.03, 0.04),
    "ten-sps": Limits(0.91, 0.03, 0.04, delay_s=1.25),
    "tilt-only": Limits(0.77, 0.09, 0.03, delay_s=1.2),
    "dance-clean": Limits(0.82, 0.04, 0.10, falls=0.75),
    "dance-everyday": Limits(0.86, 0.04, 0.05, falls=0.8),
}


def test_every_family_has_its_limits() -> None:
    """A new family brings its figures."""
    assert set(LIMITS) == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_evenings_is_called_as_well_as_it_was(family: str) -> None:
    """Right often enough, wrong rarely, little missed or invented, crashes counted, and early."""
    graded = tuple(g for evening in evenings(family, EVENINGS, play_s=PLAY_S) for g in evening)
    tally, limits = Tally(graded), LIMITS[family]
    right_falls, falls = tally.falls
    told = f"{family}: {dict(Counter(g.verdict for g in graded))}, falls {right_falls}/{falls}, delay {tally.delays_s}"
    assert tally.real > 40, told
    assert tally.share("right") >= limits.right, told
    assert tally.share("wrong") <= limits.wrong, told
    assert tally.share("missed", "invented") <= limits.lost, told
    assert right_falls >= limits.falls * falls, told
    assert tally.delays_s[0] <= limits.delay_s, told
