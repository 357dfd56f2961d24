"""The figures behind the gate of tests/ship/test_gate.py: `python tests/bench/ship_gate.py [rigid] [FAMILY...]`.

Twenty short evenings of the virtual ship for each family; with `rigid` the aliens' inertia is that of a rigid body.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

from _evenings import COLUMNS, Change, Tally, as_it_is, evenings, rigid, table

from companion.ship.truth import Graded
from companion.virtual.families import FAMILIES

EVENINGS, PLAY_S = 20, 30.0


def main(change: Change, families: Sequence[str]) -> None:
    """One row for each family, then all."""
    table(["family", *COLUMNS, "CPU s"], _rows(change, families))


def _rows(change: Change, families: Sequence[str]) -> Iterator[list[str]]:
    every: list[Graded] = []
    for family in families:
        began_s = time.process_time()
        graded = [g for evening in evenings(family, EVENINGS, play_s=PLAY_S, change=change) for g in evening]
        every += graded
        yield [family, *Tally(tuple(graded)).row(), f"{time.process_time() - began_s:.0f}"]
    yield ["all", *Tally(tuple(every)).row(), f"{time.process_time():.0f}"]


if __name__ == "__main__":
    named = [name for name in sys.argv[1:] if name != "rigid"]
    main(rigid if "rigid" in sys.argv else as_it_is, named or list(FAMILIES))
