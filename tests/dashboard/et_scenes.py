"""Scenes of the two E.T. games, played on the real table: what tablets would be shown."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.table.journal import Journal
from companion.table.table import Table

NAMES = ["Noor", "Bram", "Saskia", "Teun", "Willemijn", "Joris"]
FOLLOWED = {"et.follow_board": "always"}


class Game:
    """A game on a table of its own."""

    def __init__(self, game: str, players: int, **options: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.table = Table(Journal(Path(folder) / "journal.sqlite"))
        self._say({"type": "new-game", "game": game, "names": NAMES[:players], "options": options, "mode": "manual"})

    def _say(self, command: dict[str, Any]) -> None:
        self.table.submit(command)

    def correct(self, *facts: tuple[str, Any]) -> Game:
        """On the table it is so."""
        for fact, value in facts:
            run = self.table.run
            assert run is not None
            self._say({"type": "correct", "seq": run.ledger.last_entry, "fact": fact, "value": value})
        return self

    def act(self, what: str, **fields: Any) -> Game:
        """Tap what is awaited."""
        await_id = next(a["id"] for a in self.view["awaits"] if a["kind"] == what)
        self._say({"type": "act", "await_id": await_id, "action": {"type": what, **fields}})
        return self

    @property
    def view(self) -> dict[str, Any]:
        """What tablets see."""
        return self.table.view()


def board(**options: Any) -> Game:
    """The middle of a game: chips, costume cards, five parts of the transmitter, E.T. in the second ring."""
    game = Game("et-board", 4, **options).act("first", seat=1)
    game.correct(*(("score", [seat, chips]) for seat, chips in enumerate((14, 9, 21, 3))))
    game.correct(("costumes", [1, 1]), ("costumes", [2, 2]), ("transmitter", 5))
    return game.correct(("et", [2, 4 if options else None]))


def cards(players: int = 4) -> Game:
    """The middle of a card game: one is in danger, one needs a single adventure."""
    game = Game("et-cards", players).act("first", seat=1)
    laid: tuple[list[str], ...] = (["ssst", "gevaar"], ["ssst", "au", "bluf"], [], ["opbellen", "vlieg"], ["bluf"], ["au"])
    return game.correct(*(("laid", [seat, laid[seat]]) for seat in range(players)), ("discard", [["gevaar", 1], ["au", 2]]))


SCENES: dict[str, Callable[[], dict[str, Any]]] = {
    "et-first": lambda: Game("et-board", 3).view,
    "et-call": lambda: board().act("call", value=2).view,
    "et-space": lambda: board().act("call", value=2).act("roll", value=1).view,
    "et-followed": lambda: board(**FOLLOWED).view,
    "et-guess": lambda: board().act("roll", value=1).act("space", kind="gertie").view,
    "et-fly": lambda: board(**FOLLOWED).correct(("et", [2, 8])).act("roll", value=1).act("guess", right=True).view,
    "et-win-roll": lambda: board().act("roll", value=1).act("space", kind="hide-roll").view,
    "et-over": lambda: (
        board().correct(("et", [4, None]), ("transmitter", 8)).act("roll", value=2).act("space", kind="arrow-bottom").view
    ),
    "et-cards-first": lambda: Game("et-cards", 3).view,
    "et-cards-told": lambda: cards().view,
    "et-cards-guess": lambda: cards().act("announce", cards=["opbellen", "gevaar"]).view,
    "et-cards-six": lambda: cards(6).view,
    "et-cards-over": lambda: cards().act("announce", cards=["opbellen", "au"]).act("guess", right=True, keep=["opbellen"]).view,
}
