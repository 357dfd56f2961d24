"""Games that were: the list with results, one game's log and last picture, and which ones can be gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.contract import Game, SetUpError
from companion.table import opening, publish
from companion.table.journal import GameRow, Journal
from companion.table.refusal import Refused
from companion.table.run import Run

__all__ = ["EVERY", "NEWEST", "game", "games", "resumable"]

NEWEST, EVERY = 2**53, -1
"""Before which number, and how many (as SQLite says it), where all games are wanted."""

View = dict[str, Any]


def resumable(journal: Journal, running: Run | None) -> tuple[int, ...]:
    """Unfinished games, newest first."""
    busy = running.row.number if running else None
    finished = journal.finished()
    return tuple(row.number for row in reversed(journal.games()) if row.number not in finished and row.number != busy)


def games(journal: Journal, known: Mapping[str, Game], before: int, count: int) -> list[View]:
    """The newest games with a smaller number, at most so many, newest first, in the form of service.resources.PastGame."""
    return [_past(journal, known, row) for row in journal.games_before(before, count)]


def _past(journal: Journal, known: Mapping[str, Game], row: GameRow) -> View:
    result = journal.result(row.number)
    last = journal.last_of(row.number, ("opened", "closed"))
    unfinished = "abandoned" if last is not None and last.kind == "closed" else "open"
    return {
        "number": row.number,
        "id": row.id,
        "started_at": row.started_at,
        "clock_set": row.clock_set,
        "names": list(row.names),
        "scores": result["scores"] if result else _scores_left(journal, known.get(row.id), row),
        "state": "over" if result else unfinished,
        "outcome": result and {"ranking": result["ranking"], "reason": result["reason"]},
    }


def _scores_left(journal: Journal, known: Game | None, row: GameRow) -> list[int]:
    """The scores a game was left with; none where its rules can no longer read it."""
    left = journal.snapshot(row.number)
    if known is None or left is None:
        return []
    try:
        return [seat["score"] for seat in known.view(known.from_json(left.data), None)["seats"]]
    except (SetUpError, KeyError, TypeError, ValueError):
        return []


def game(journal: Journal, known: Mapping[str, Game], number: int) -> View:
    """One game with its whole log and its last picture."""
    row = journal.game(number)
    if row is None:
        raise Refused("no-such-game", {"number": number}, 404, "there is no game of that number")
    run = opening.reopen(journal, known, number)
    return {
        "game": _past(journal, known, row),
        "events": publish.log(run.scene),
        "table": publish.table_view(run, None, (), ()),
    }
