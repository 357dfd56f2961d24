"""How much faster than time the virtual ship lives: run by hand, prints its figures."""

from __future__ import annotations

import json
import time

from companion.virtual.evening import record
from companion.virtual.families import FAMILIES


def main() -> None:
    """Record one evening per family."""
    whole_s = spent_s = 0.0
    for family in FAMILIES:
        begin_s = time.process_time()
        lines, truth = record(family, 1)
        took_s = time.process_time() - begin_s
        lived_s = json.loads(lines[-1])["t"]
        whole_s, spent_s = whole_s + lived_s, spent_s + took_s
        print(f"{family:15} {lived_s:6.0f} s lived in {took_s:5.2f} s CPU: {lived_s / took_s:5.0f} x, {len(truth)} truths")
    print(f"{'all':15} {whole_s / spent_s:.0f} x real time")


if __name__ == "__main__":
    main()
