"""How long the table takes: a felt event from hand-in to published view, a long game opened again, a view built.

Run by hand: `./run bench tests/bench/table_commit.py`.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.events import Live, Placed, Removed, Rolled, Spot
from companion.games.balancing_aliens import GAME
from companion.table.journal import Journal
from companion.table.table import Table

EVENTS = 600


def timed(work: Callable[[], object]) -> float:
    """Milliseconds it took."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def play(table: Table, events: int) -> list[float]:
    """A long game of felt events (corrected back to phase 1 whenever it would end); milliseconds of each."""
    chance, took, t_s = random.Random(5), [], 10.0
    table.submit({"type": "new-game", "game": GAME.id, "names": ["Ann", "Bob", "Cem"]}, "")
    table.skip_start_rolls()
    table.live(Live(t_s, "resting", 0.0, (0.0, 0.0), (0.0, 0.0)))
    while len(took) < events and table.run is not None and GAME.outcome(table.run.scene.state) is None:
        t_s += 2.0
        state = table.run.scene.state
        awaited = next(a for a in GAME.awaits(state) if a.kind in ("roll", "place", "remove"))
        action = chance.choice(list(GAME.choices(state, awaited)))
        if awaited.kind == "remove" and len(state.aboard) <= 2:
            action = {"type": "roll"}
        if awaited.kind == "roll":
            value = action["value"] if len(state.aboard) > 2 or state.phase == "sending" else 5
            took.append(timed(lambda v=value, t=t_s: table.rolled(Rolled(v, t))))
        elif action["type"] == "roll":
            seq = table.run.ledger.last_entry
            table.submit({"type": "correct", "seq": seq, "fact": "roll", "value": None}, "")
        else:
            event = Placed if awaited.kind == "place" else Removed
            spot = Spot(action["ring"], action["sector"])
            took.append(timed(lambda e=event, s=spot, t=t_s: table.felt(e(t, t - 1.0, s, 0.95), {"learned": [0.0] * 200})))
    return took


def figures(name: str, took: list[float]) -> None:
    """Print median, p99 and worst."""
    ordered = sorted(took)
    p99 = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    print(
        f"{name}: median {statistics.median(ordered):.2f} ms, p99 {p99:.2f} ms, worst {ordered[-1]:.2f} ms (n={len(ordered)})"
    )


def main() -> int:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        table = Table(Journal(path))
        figures("felt event or roll to published view, with a synchronous commit", play(table, EVENTS))
        rows = table.journal.last_seq
        figures(f"view of a game of {rows} rows", [timed(table.view) for _ in range(200)])
        table.journal.close()
        journals = [Journal(path) for _ in range(5)]
        figures(f"game of {rows} rows opened and replayed", [timed(lambda j=j: Table(j)) for j in journals])
        for journal in journals:
            journal.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
