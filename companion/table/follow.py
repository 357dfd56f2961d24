"""Follow mode: the box's own die and no taps. A placement in sector s says that s was rolled; buttons say "six" and "pass"."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Action
from companion.table.scene import Scene

__all__ = ["TELLING_GAMES", "meanings", "readings"]

NUMBER = "number-"
"""Buttons for the number that is said aloud before a roll."""

TELLING_GAMES = frozenset({"balancing-aliens"})
"""The games in which where an alien goes tells the roll. In the dance one is taken before its ring is known."""


def readings(scene: Scene, action: Action, position: int) -> Iterator[tuple[Action, ...]]:
    """The action as it is, then (in follow mode) with the roll that it implies before it."""
    yield (action,)
    if scene.ledger.mode == "follow" and scene.awaits("roll", position):
        for value in _implied(scene, action, position):
            yield ({"type": "roll", "value": value}, action)


def _implied(scene: Scene, action: Action, position: int) -> tuple[int, ...]:
    """The sector itself; for overtime in phase 2, a sector that stands empty."""
    if action["type"] not in ("place", "remove"):
        return ()
    manned = {sector for _, sector in scene.aboard(position)}
    empty = tuple(sector for sector in scene.sectors if sector not in manned)
    return (action["sector"], *(empty if action["type"] == "place" else ()))


def meanings(button: str) -> tuple[Action, ...]:
    """What a button can stand for, the likeliest first."""
    if button == "six":
        return ({"type": "roll", "value": 6},)
    if button == "pass":
        return ({"type": "pass"}, {"type": "roll", "value": 5})
    if button == "rim":
        return ({"type": "fell", "count": 0, "gone": [], "cause": "rim"},)
    if button.startswith(NUMBER):
        return ({"type": "call", "value": int(button.removeprefix(NUMBER))},)
    return ()
