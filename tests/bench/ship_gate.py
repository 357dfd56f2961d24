"""The figures behind the gate of tests/ship/test_gate.py: `python tests/bench/ship_gate.py [RIGID]`.

Twenty short evenings of the virtual ship for each family; with RIGID 1 the aliens' inertia is that of a rigid body.
"""

from __future__ import annotations

import sys
import time

from _evenings import COLUMNS, Tally, evenings, table

from companion.virtual.families import FAMILIES

EVENINGS, PLAY_S = 20, 35.0


def main(rigid: float | None) -> None:
    """One row for each family, then all."""
    rows, every, began_s = [], [], time.process_time()
    for family in FAMILIES:
        graded = [g for evening in evenings(family, EVENINGS, play_s=PLAY_S, rigid=rigid) for g in evening]
        every += graded
        rows.append([family, *Tally(tuple(graded)).row()])
    table(["family", *COLUMNS], [*rows, ["all", *Tally(tuple(every)).row()]])
    print(f"{time.process_time() - began_s:.0f} s CPU")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else None)
