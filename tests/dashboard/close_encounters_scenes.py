"""Scenes of Close Encounters, played on the real table: what tablets would be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from et_scenes import Game


def middle(players: int = 3) -> Game:
    """The middle of a game: three chips lie, one piece is on its way back; a roll is awaited of the second player."""
    game = Game("close-encounters", players).correct(("phase", "play"), ("turn", 1))
    game.correct(("chips", [0, [35, 44]]), ("chips", [1, [53]]), ("at", [0, [4, 7]]), ("at", [1, 62]))
    return game.correct(("at", [2, "ship"]), ("departure", [2, "ship"])) if players > 2 else game


def trapped() -> Game:
    """Two opponents call the trap that the second player has entered."""
    return middle(4).act("roll", value=7).act("step", to=63).act("trapped", by=[0, 2])


def over() -> Game:
    """The fourth chip lies; the fifth follows."""
    game = middle(2).correct(("chips", [0, [35, 44, 17, 80]])).act("roll", value=7)
    return game.act("step", to=63).act("trapped", by=[0])


SCENES: dict[str, Callable[[], dict[str, Any]]] = {
    "ce-start": lambda: Game("close-encounters", 4).act("roll", value=9, seat=0).view,
    "ce-roll": lambda: middle().view,
    "ce-step": lambda: middle(4).act("roll", value=9).act("step", to=63).act("step", to=54).view,
    "ce-from-tower": lambda: middle(2).correct(("at", [1, "tower"])).act("roll", value=12).view,
    "ce-trapped": lambda: trapped().view,
    "ce-landed": lambda: middle().correct(("at", [1, 5])).act("roll", value=7).act("step", to="ship").view,
    "ce-over": lambda: over().view,
}
