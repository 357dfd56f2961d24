"""The scores of a recorded evening: its calls and rolls played through a table that is thrown away afterwards."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.cli_verbs.console import say
from companion.service.clocks import PacedClock
from companion.service.evening import attended
from companion.ship.capture import CaptureError, open_lines
from companion.table.inbox import TableThread
from companion.table.journal import Journal
from companion.table.playback import Playback
from companion.table.table import Table

__all__ = ["print_scores", "score"]

_STILL = 0.0  # the table's own time stands still: what is held waits for the evening, not for the wall


def print_scores(path: Path) -> int:
    """One JSON line in the form of the truth's last one; ValueError naming the damaged line."""
    try:
        say(json.dumps(score(open_lines(path))))
    except CaptureError as error:
        raise ValueError(f"{path}: {error}") from None
    return 0


def score(lines: Iterable[str]) -> dict[str, Any]:
    """Scores by seat and whether the game came to its end; where the table would ask, the likeliest answer is taken."""
    with tempfile.TemporaryDirectory(prefix="companion-score-") as folder:
        thread = TableThread(lambda: Table(Journal(Path(folder) / "journal.sqlite"), PacedClock(_STILL)))
        thread.start()
        try:
            playback = Playback(thread, attended(lines, thread), math.inf)
            playback.start()
            playback.done.result()
            return _result(thread.call(lambda table: table.view()).result())
        finally:
            thread.stop()


def _result(view: Mapping[str, Any]) -> dict[str, Any]:
    scores = [seat["score"] for seat in view.get("seats", ())]
    return {"kind": "score", "scores": scores, "over": view["phase"] == "over"}
