"""Are the odds honest? `python tests/bench/ship_odds.py JUDGE.py BASE...`: per band of odds, how many calls were right."""

from __future__ import annotations

import importlib.util
import io
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from companion.ship.replay import run

_BANDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.995, 1.01)


def _judge(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(judge_path: str, bases: list[str]) -> None:
    """Play every capture as if nothing were asked and count right calls by odds."""
    judge = _judge(judge_path)
    table: dict[tuple[float, float], list[int]] = defaultdict(lambda: [0, 0])
    for base in bases:
        out = io.StringIO()
        run(Path(base + ".capture.jsonl.gz"), out, sys.stderr)
        calls = [{**call, "ask": False} for call in judge.load(out.getvalue().splitlines())]
        for row in judge.judge(base, calls):
            if row["call"] is None or row["truth"] is None:
                continue
            band = next(b for b in pairwise(_BANDS) if b[0] <= row["call"]["odds"] < b[1])
            table[band][0] += 1
            table[band][1] += row["is"] == "right"
    for (low, high), (count, right) in sorted(table.items()):
        print(f"odds {low:.3f}-{high:.3f}: {count} calls, {100 * right / count:.1f} % right")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
