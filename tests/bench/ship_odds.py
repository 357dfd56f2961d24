"""Are the odds honest? Per band of odds, how many calls were right, as if nothing had been asked.

`python tests/bench/ship_odds.py [CAPTURE...]`: captures with their truth beside them; without any, evenings
of the virtual ship.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise

from _evenings import percent, played, recorded, table

from companion.ship.truth import Graded

BANDS = (0.0, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999, 1.01)
FAMILIES = ("clean", "everyday", "rough", "lifted")


def main(paths: Sequence[str]) -> None:
    """The table of reliability, and what became of questions."""
    evenings = [played(path) for path in paths] or [one for family in FAMILIES for one in recorded(family, 4, play_s=120.0)]
    graded = [g for evening in evenings for g in evening]
    table(["odds", "calls", "right", "mean odds", "expected"], _bands(graded))
    asked = [g for g in graded if g.asked]
    offered = sum(g.offered for g in asked)
    print(f"asked {len(asked)} times, the truth among the answers {offered} times ({percent(offered / max(len(asked), 1))})")
    sure = [g for g in graded if g.call is not None and g.call.get("odds", 0.0) >= 0.99 and g.verdict != "invented"]
    right = sum(_true(g) for g in sure)
    print(f"odds of at least 0.99: {right} of {len(sure)} right ({percent(right / max(len(sure), 1))}; wanted 98.5 %)")


def _bands(graded: Sequence[Graded]) -> Iterator[list[str]]:
    for low, high in pairwise(BANDS):
        inside = [g for g in graded if g.truth is not None and g.call is not None and low <= g.call["odds"] < high]
        if inside:
            right = sum(_true(g) for g in inside)
            mean = sum(float(g.call["odds"]) for g in inside if g.call is not None) / len(inside)
            row = [f"{low:g} to {min(high, 1.0):g}", str(len(inside)), percent(right / len(inside)), f"{mean:.4f}"]
            yield [*row, f"{mean * len(inside):.1f} of {len(inside)}"]


def _true(one: Graded) -> bool:
    """Whether the call's own answer was true, asked or not."""
    if one.truth is None or one.call is None:
        return False
    if one.kind == "fall":
        return bool(one.call["count"] == one.truth["count"])
    return one.verdict == "right" or (one.call["ring"], one.call["sector"]) == (one.truth["ring"], one.truth["sector"])


if __name__ == "__main__":
    main(sys.argv[1:])
