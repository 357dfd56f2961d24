"""Scenes of Lift Off, played on the real table: what tablets would be shown."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.table.journal import Journal
from companion.table.table import Table

NAMES = ["Noor", "Bram", "Saskia", "Teun", "Willemijn"]
POINTS = ["bonfire", "rocket-ship", "ufo", "miracle"]


class Game:
    """A game of Lift Off on a table of its own."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.table = Table(Journal(Path(folder) / "journal.sqlite"))
        self._say(
            {"type": "new-game", "game": "lift-off", "names": NAMES[:players], "options": {"liftoff.set_up": "pick", **options}}
        )

    def _say(self, command: dict[str, Any]) -> None:
        self.table.submit(command)

    def correct(self, **facts: Any) -> Game:
        """On the table it is so."""
        for fact, value in facts.items():
            run = self.table.run
            assert run is not None
            self._say({"type": "correct", "seq": run.ledger.last_entry, "fact": fact, "value": value})
        return self

    def act(self, kind: str, **fields: Any) -> Game:
        """Tap what is awaited."""
        await_id = next(a["id"] for a in self.view["awaits"] if a["kind"] == kind)
        self._say({"type": "act", "await_id": await_id, "action": {"type": kind, **fields}})
        return self

    @property
    def view(self) -> dict[str, Any]:
        """What tablets see."""
        return self.table.view()


def busy(players: int = 4, **options: Any) -> Game:
    """The third evening of a game: aliens everywhere, a Garglore, payments, the Moon on its way."""
    game = Game(players, **options).correct(points=POINTS, phase="play", moon=3, turn=1, garglore="p4")
    for seat in range(players):
        game.correct(score=[seat, (2, 4, 1, 10, 3)[seat] if seat != 3 else 3])
        game.correct(lying=[seat, {"e1": seat % 3, "p1": 1, "e3": (seat + 1) % 2, "p3": seat % 2, "p2": 1 if seat == 1 else 0}])
    game.correct(standing=["p1", [1, 0]])
    game.correct(standing=["p2", [2]])
    game.correct(paid=["p2", {"fuel": 4, "screw": 6}])
    return game.correct(standing=["p4", [0]])


def _tracker() -> Game:
    return busy(5).act("detail", value="tracker")


def _word() -> Game:
    """Nobody has looked what the Jetpack costs at Full Moon: was that enough?"""
    game = Game(3).correct(points=["trampoline", "satellite", "jetpack", "teleport"], phase="play", moon=5, turn=0)
    return game.correct(lying=[0, {"p3": 1, "p2": 1}]).act("stand", point="p3", fuel=2)


def _teleport() -> Game:
    """New Moon over the Teleport: three aliens of two players wait there, and somebody else is on turn."""
    game = Game(4).correct(points=["teleport", "bonfire", "ufo", "satellite"], phase="play", moon=5, turn=1)
    return game.correct(standing=["p1", [0, 2, 0]])


def _full_platforms() -> Game:
    """As much as a point can say: full platforms that lack one payment each."""
    game = Game(5).correct(points=["bonfire", "rocket-ship", "stargate", "satellite"], phase="play", moon=3, turn=1)
    game.correct(standing=["p1", [0, 1, 2, 3]]).correct(standing=["p2", [4, 1, 4, 0, 2, 3]]).correct(standing=["p4", [2, 1]])
    game.correct(paid=["p1", {"screw": 4}]).correct(paid=["p3", {"action": 5}]).correct(paid=["p4", {"screw": 5}])
    return game.correct(paid=["p2", {"fuel": 5, "screw": 5}]).correct(standing=["p3", [0, 0, 2, 3, 4]])


def _teams() -> Game:
    """In teams: the partner holds cards too."""
    return busy(4, **{"liftoff.variant": "teams", "liftoff.count_cards": True})


def _over() -> Game:
    return busy(4).correct(turn=3, moon=7, sun=6, score=[1, 9]).act("end-turn")


SCENES: dict[str, Callable[[], Game]] = {
    "lift-off-tiles": Game,
    "lift-off-start": lambda: Game(5).correct(points=POINTS),
    "lift-off": busy,
    "lift-off-5": lambda: busy(5),
    "lift-off-die": lambda: busy().act("attempt", point="p1"),
    "lift-off-word": _word,
    "lift-off-tracker": _tracker,
    "lift-off-teleport": _teleport,
    "lift-off-full": _full_platforms,
    "lift-off-teams": _teams,
    "lift-off-cutthroat": lambda: busy(4, **{"liftoff.variant": "cutthroat"}),
    "lift-off-over": _over,
}


def scene(name: str) -> dict[str, Any]:
    """The view of a scene."""
    return SCENES[name]().view
