"""How fast the sense of weight is; nothing here passes or fails.

`python tests/bench/ship_speed.py [CAPTURE...]`: without any, evenings of the virtual ship, plain and by accelerometer. The
worst fit is the most CPU that one window took, the worst sample the most until the tracker had digested one.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from _evenings import table

from companion.ship import window
from companion.ship.capture import open_lines
from companion.ship.session import CaptureSession
from companion.virtual.evening import record

FAMILIES = ("clean", "everyday", "three", "tilt", "ten-sps", "tilt-only")
PLAY_S = 120.0


class Stopwatch:
    """CPU seconds of each call of a function."""

    def __init__(self, plain: Callable[..., Any]) -> None:
        self._plain = plain
        self.spent_s: list[float] = []

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it, and remember how long it took."""
        began_s = time.process_time()
        try:
            return self._plain(*args, **kwargs)
        finally:
            self.spent_s.append(time.process_time() - began_s)


def main(paths: Sequence[str]) -> None:
    """One row for each capture."""
    head = ["capture", "seconds", "s / CPU s", "fits", "worst fit ms", "99 % fit ms", "worst sample ms", "peak MB"]
    if paths:
        table(head, (_row(Path(path)) for path in paths), 24)
        return
    with tempfile.TemporaryDirectory() as folder:
        table(head, (_row(_recorded(family, Path(folder))) for family in FAMILIES), 24)


def _recorded(family: str, folder: Path) -> Path:
    path = folder / f"virtual-{family}"
    path.write_text("".join(f"{line}\n" for line in record(family, 1, at_most_s=PLAY_S)[0]))
    return path


def _row(path: Path) -> list[str]:
    plain = window.fit_swing
    fits = Stopwatch(plain)
    window.fit_swing = fits
    try:
        session = CaptureSession()
        feed = Stopwatch(session.feed_line)
        began_s, last = time.process_time(), "{}"
        for line in open_lines(path):
            feed(line)
            last = line
        used_s = time.process_time() - began_s
    finally:
        window.fit_swing = plain
    lasted_s = float(json.loads(last)["t"])
    fit_ms = sorted(1e3 * s for s in fits.spent_s) or [0.0]
    game_ms = [1e3 * s for s in feed.spent_s]
    game_ms.remove(max(game_ms))  # the calibration, solved once at the play mark
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = [f"{fit_ms[-1]:.2f}", f"{fit_ms[int(0.99 * len(fit_ms))]:.2f}", f"{max(game_ms):.2f}", f"{peak_mb:.0f}"]
    return [
        path.name.removesuffix(".capture.jsonl.gz"),
        f"{lasted_s:.0f}",
        f"{lasted_s / used_s:.0f}",
        str(len(fit_ms)),
        *figures,
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
