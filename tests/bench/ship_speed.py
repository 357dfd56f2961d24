"""How fast the sense of weight is: `python tests/bench/ship_speed.py CAPTURE...`; nothing here passes or fails."""

from __future__ import annotations

import json
import resource
import sys
import time

from companion.ship import window
from companion.ship.capture import open_lines
from companion.ship.session import CaptureSession


def main(paths: list[str]) -> None:
    """Play each capture and print seconds of evening per CPU second, the worst single fit and the peak memory."""
    fits: list[float] = []
    plain = window.fit_swing

    def timed(*args: object, **kwargs: object) -> object:
        start = time.process_time()
        try:
            return plain(*args, **kwargs)  # type: ignore[arg-type]
        finally:
            fits.append(time.process_time() - start)

    window.fit_swing = timed  # type: ignore[assignment]
    for path in paths:
        session = CaptureSession()
        fits.clear()
        start, last = time.process_time(), "{}"
        for line in open_lines(path):
            session.feed_line(line)
            last = line
        used_s = time.process_time() - start
        worst_ms = 1e3 * max(fits, default=0.0)
        peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        speed = json.loads(last)["t"] / used_s
        print(f"{path}: {speed:.0f} s per CPU second, {len(fits)} fits, worst {worst_ms:.2f} ms, peak {peak_mb:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
