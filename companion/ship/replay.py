"""Play a capture and print what was felt, one JSON object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from companion.events import Alternative, Fell, Felt, Lifted, Moved, Noted, Placed, Removed, Spot
from companion.ship.capture import CaptureError, Mark, open_lines
from companion.ship.session import CaptureSession

__all__ = ["events", "main", "row_of", "run"]


def events(path: str | Path) -> Iterator[Felt | Noted | Mark]:
    """Everything a capture brings, in order; CaptureError after the events before the damage."""
    session = CaptureSession()
    for line in open_lines(path):
        yield from session.feed_line(line)
    session.close()


def row_of(event: Felt | Noted | Mark) -> dict[str, Any] | None:
    """The printed form: final calls carry `kind`, notes carry `note`, marks print nothing."""
    if isinstance(event, Placed | Removed):
        return _spot_row("place" if isinstance(event, Placed) else "remove", event)
    if isinstance(event, Fell):
        return _fall_row(event)
    if isinstance(event, Moved):
        return {"note": "moved", "t": event.t_s, "was": _pair(event.was), **_spot(event.spot), "odds": _odds(event.odds)}
    if isinstance(event, Lifted):
        return {"note": "put-back" if event.down else "lifted", "t": _time(event.t_s)}
    if isinstance(event, Noted):
        return {"note": event.code, "t": _time(event.t_s), **event.params}
    return None


def _spot_row(kind: str, event: Placed | Removed) -> dict[str, Any]:
    row = {"kind": kind, "t": _time(event.t_s), "at": _time(event.at_s), **_spot(event.spot), "odds": _odds(event.odds)}
    row["ask"] = event.ask
    row["alternatives"] = [{**_spot(a.spots[0]), "odds": _odds(a.odds)} for a in event.alternatives]
    return row


def _fall_row(event: Fell) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": "fall", "t": _time(event.t_s), "at": _time(event.at_s), "count": event.count}
    row["gone"] = [_pair(s) for s in event.gone]
    row["odds"] = _odds(event.odds)
    row["ask"] = event.ask
    row["alternatives"] = [_fall_alternative(a, int(event.own_placement)) for a in event.alternatives]
    if event.own_placement:
        row["own"] = True
    return row


def _fall_alternative(alternative: Alternative, own: int) -> dict[str, Any]:
    """`own`: how many fell in their own placement, and never stood anywhere."""
    gone = [_pair(s) for s in alternative.spots]
    return {"count": len(gone) + own, "gone": gone, "odds": _odds(alternative.odds)}


def _spot(spot: Spot) -> dict[str, Any]:
    row: dict[str, Any] = {"ring": spot.ring, "sector": spot.sector}
    if spot.xy_mm is not None:
        row["xy_mm"] = [round(spot.xy_mm[0], 2), round(spot.xy_mm[1], 2)]
    return row


def _pair(spot: Spot) -> list[int]:
    return [spot.ring, spot.sector]


def _time(t_s: float) -> float:
    return round(t_s, 4)


def _odds(odds: float) -> float:
    return round(min(odds, 1.0), 4)


def run(path: str | Path, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Print the calls of a capture; 0, or 2 with one line on `err` when it cannot be read (on)."""
    out, err = out or sys.stdout, err or sys.stderr
    try:
        for event in events(path):
            row = row_of(event)
            if row is not None:
                out.write(json.dumps(row) + "\n")
    except (CaptureError, OSError) as error:
        out.flush()
        err.write(f"{path}: {error}\n")
        return 2
    return 0


def main(argv: list[str]) -> int:
    """`python -m companion.ship.replay FILE [--json]`."""
    files = [a for a in argv if not a.startswith("--")]
    if len(files) != 1:
        sys.stderr.write("usage: python -m companion.ship.replay FILE --json\n")
        return 2
    return run(files[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
