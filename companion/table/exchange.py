"""A hand took one alien off and another fell in the same moment: the weight alone may tell the two apart the wrong way round.

The sense ignores turns and rolls; the table does not. Where the removal as felt is against the rules, and with the roles of the
two exchanged everything fits, they are read exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.events import Fell, Spot
from companion.games.contract import Illegal
from companion.table.books import Item
from companion.table.replay import Step, play
from companion.table.scene import Scene
from companion.table.wood import area, read_spots

__all__ = ["Exchange", "exchanged"]

TOGETHER_S = 1.5


@dataclass(frozen=True, slots=True)
class Exchange:
    """The fall's entry is replaced by `fell`, `remove` comes before it; the felt rows are read as `fallen` and `taken`."""

    step: Step
    fell: Mapping[str, Any]
    remove: Mapping[str, Any]
    fallen: tuple[Spot, ...]
    taken: Spot


def exchanged(scene: Scene, item: Item, felt_spot: Spot) -> Exchange | None:
    """The exchange that makes a removal felt at `felt_spot` fit, if there is one."""
    step = _fall_with(scene, item)
    if step is None:
        return None
    spots = _fallen(scene, step)
    for n, taken in enumerate(spots):
        if list(area(taken)) not in step.entry.action["gone"]:
            continue
        fallen = (*spots[:n], felt_spot, *spots[n + 1 :])
        exchange = Exchange(step, _fell(step, taken, felt_spot), _remove(taken), fallen, taken)
        if _fits(scene, exchange):
            return exchange
    return None


def _fall_with(scene: Scene, item: Item) -> Step | None:
    """The fall that happened together with this removal."""
    for step in reversed(scene.steps):
        fall = scene.ledger.items.get(step.entry.item or 0)
        if fall is not None and isinstance(fall.what, Fell) and step.entry.action["type"] == "fell":
            together = fall.session == item.session and abs(fall.at_s - item.at_s) <= TOGETHER_S
            return step if together else None
    return None


def _fallen(scene: Scene, step: Step) -> tuple[Spot, ...]:
    fall = scene.ledger.items[step.entry.item or 0]
    assert isinstance(fall.what, Fell)
    reading = scene.ledger.readings.get(fall.seq)
    return read_spots(reading["spots"]) if reading else fall.what.gone


def _remove(taken: Spot) -> dict[str, Any]:
    return {"type": "remove", "ring": taken.ring, "sector": taken.sector}


def _fell(step: Step, taken: Spot, fallen: Spot) -> dict[str, Any]:
    gone = [list(spot) for spot in step.entry.action["gone"]]
    gone[gone.index(list(area(taken)))] = list(area(fallen))
    return {**step.entry.action, "gone": gone}


def _fits(scene: Scene, exchange: Exchange) -> bool:
    """Whether both are legal where the fall is, and everything after stays as legal as it was."""
    state = exchange.step.before
    for action in (exchange.remove, exchange.fell):
        state = scene.game.act(state, action)
        if isinstance(state, Illegal):
            return False
    for step in scene.steps[scene.steps.index(exchange.step) + 1 :]:
        again = play(scene.game, step.entry, state)
        if again.ruling and not step.ruling:
            return False
        state = again.after
    return True
