"""Evenings of a virtual ship with cells and accelerometer that is turned under way, or lifted and put back elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from _evenings import Tally, recorded

from companion.virtual.ship import ShipParams

pytestmark = pytest.mark.slow

EVENINGS, PLAY_S = 4, 30.0


def _both(params: ShipParams) -> ShipParams:
    return replace(params, tells="both")


@pytest.mark.parametrize("family", ["lifted", "turning"])
def test_a_turned_or_lifted_ship_is_read_as_well_as_one_that_stands(family: str) -> None:
    """Every turn is known by the first swing after it: hardly a call wrong or asked, none off by a degree around the ship."""
    graded = tuple(g for evening in recorded(family, EVENINGS, play_s=PLAY_S, change=_both) for g in evening)
    happened = {str(g.truth["kind"]) for g in graded if g.truth is not None}
    around_mm = [abs(g.off_mm[1]) for g in graded if g.off_mm is not None]
    assert happened >= {"place"}
    assert Tally(graded).share("right") >= 0.95
    assert Tally(graded).share("missed", "invented", "wrong") <= 0.05
    assert max(around_mm) < 2.0
