"""Games that were: the list with results, one game's log, and which ones can be gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.contract import Game
from companion.table import opening, publish
from companion.table.journal import Journal
from companion.table.refusal import Refused
from companion.table.run import Run

__all__ = ["game", "games", "resumable"]

View = dict[str, Any]


def resumable(journal: Journal, running: Run | None) -> tuple[int, ...]:
    """Unfinished games, newest first."""
    busy = running.row.number if running else None
    finished = journal.finished()
    return tuple(row.number for row in reversed(journal.games()) if row.number not in finished and row.number != busy)


def games(journal: Journal) -> list[View]:
    """All games, newest first."""
    return [
        {
            "number": row.number,
            "id": row.id,
            "names": list(row.names),
            "started_at": row.started_at,
            "clock_set": row.clock_set,
            "result": journal.result(row.number),
        }
        for row in reversed(journal.games())
    ]


def game(journal: Journal, known: Mapping[str, Game], number: int) -> View:
    """One game with its whole log."""
    row = journal.game(number)
    if row is None:
        raise Refused("no-such-game", {"number": number}, 404, "there is no game of that number")
    run = opening.reopen(journal, known, number)
    state = run.game.view(run.scene.state, None)
    return {
        "game": publish.game_info(row, run.ledger.mode),
        "seats": publish.seat_views(state),
        "state": state,
        "events": publish.log(run.scene),
        "result": journal.result(number),
        "clock_set": row.clock_set,
    }
