"""What the benchmarks of random games share: playing many, and printing what occurred and what never did."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["run", "unreached"]

Expected = Mapping[str, Sequence[str]]
"""Per group of a tally (one of its counters), what must occur."""


def unreached(tally: Any, expected: Expected) -> list[str]:
    """What random play has not reached."""
    return [name for group, names in expected.items() for name in names if not getattr(tally, group)[name]]


def run(play: Callable[[random.Random, Any], Any], tally: Any, expected: Expected) -> int:
    """Play as many games as the command line says (10,000, seed 1) and print what occurred; 1 if anything is wrong."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    began_s = time.perf_counter()
    for _ in range(games):
        play(rng, tally)
    took_s = time.perf_counter() - began_s
    actions = sum(tally.actions.values())
    print(f"{games} games in {took_s:.1f} s: {games / took_s:.0f} games/s, {actions / took_s:.0f} actions/s")
    for group in expected:
        found = getattr(tally, group)
        print(f"{group}: " + ", ".join(f"{name} {found[name]}" for name in sorted(found) if name))
    missing = unreached(tally, expected)
    print(f"never occurred: {', '.join(missing) or 'nothing'}")
    for problem in tally.problems[:10]:
        print(problem)
    return 1 if missing or tally.problems or tally.endings["unfinished"] else 0
