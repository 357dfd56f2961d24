"""Falls: which of the fallen the score knew, whether one fell in its own placement, and who pays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.events import Fell, Placed, Spot
from companion.table.books import Item
from companion.table.scene import Scene
from companion.table.wood import Alien, Area, area, matched

__all__ = ["Shares", "blame", "carried", "own_placement", "shares"]

OWN_PLACEMENT_S = 2.5
"""An alien that falls this soon after it was let go fell in its own placement."""
CARRIED_S = 2.5
"""A fall this close to the ship being lifted or put down belongs to the carrying."""
BUMP_S = 2.0
"""A fall this soon after the table was knocked was caused by the knock."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The fallen, sorted: aliens the score had aboard, aliens it did not know, and spots where nobody stood yet."""

    scored: tuple[Area, ...]
    aliens: tuple[Alien, ...]
    nobody: tuple[Spot, ...]
    extra: int
    own_stood: bool


def shares(scene: Scene, item: Item, spots: Iterable[Spot], position: int) -> Shares:
    """Sort what fell. Only aliens the score has aboard can fall in the game; the rest leaves the inventory alone."""
    felt = item.what
    assert isinstance(felt, Fell)
    spots = tuple(spots)
    count = scene.ledger.readings.get(item.seq, {}).get("count", felt.count)
    found, nobody = matched(scene.ledger.aliens(item.seq), spots)
    left = scene.aboard(position)
    scored: list[Area] = []
    for alien in found:
        if area(alien.spot) in left:
            left.remove(area(alien.spot))
            scored.append(area(alien.spot))
    own = any(_just_placed(scene, alien, item, position) for alien in found)
    return Shares(tuple(scored), tuple(found), tuple(nobody), max(0, count - len(spots)), own)


def _just_placed(scene: Scene, alien: Alien, item: Item, position: int) -> bool:
    """Whether this alien was let go moments ago and nobody has rolled since; the rules count it as standing after a roll."""
    placed = scene.ledger.items.get(alien.felt or 0)
    if placed is None or not isinstance(placed.what, Placed) or placed.session != item.session:
        return False
    if item.at_s - placed.at_s > OWN_PLACEMENT_S:
        return False
    kinds = [step.entry.action["type"] for step in scene.steps]
    at = [n for n, step in enumerate(scene.steps) if step.entry.item == placed.seq and kinds[n] == "place"]
    return bool(at) and "roll" not in kinds[at[-1] + 1 : position]


def own_placement(scene: Scene, item: Item, split: Shares, position: int) -> bool:
    """Whether one of the fallen is the alien being placed in this turn: already scored, or not yet called at all."""
    felt = item.what
    assert isinstance(felt, Fell)
    if split.own_stood:
        return True
    not_called = felt.own_placement or split.extra > 0 or bool(split.nobody)
    return not_called and bool(scene.awaits("place", position))


def blame(scene: Scene, item: Item, position: int) -> int | None:
    """Who pays: by the order of events, the turn's grace and what the house says about bumps."""
    house = scene.options
    view = scene.view(position)
    payer = view.get("blame", view.get("turn"))
    grace_s = float(house.get("aliens.turn_grace_s", 0))
    turn_over = view.get("roll") is None and scene.awaits("roll", position)
    if grace_s > 0 and turn_over and _quiet_s(scene, item, position) > grace_s:
        return None
    reading = scene.ledger.readings.get(item.seq)
    if reading and "blamed" in reading:
        named: int | None = reading["blamed"]
        return named
    if carried(scene, item):
        return None
    return None if _bumped(scene, item) and house.get("aliens.bump") == "nobody" else payer


def bumper_unknown(scene: Scene, item: Item) -> bool:
    """Whether the house lets the bumper pay and nobody has said yet who that was."""
    asks = scene.options.get("aliens.bump") == "bumper" and _bumped(scene, item)
    return asks and "blamed" not in scene.ledger.readings.get(item.seq, {})


def carried(scene: Scene, item: Item) -> bool:
    """Whether the ship was being carried about: nobody plays then, and nobody pays."""
    last = scene.last_lift(item)
    return last is not None and (scene.is_lifted(item) or abs(item.at_s - last.at_s) <= CARRIED_S)


def _bumped(scene: Scene, item: Item) -> bool:
    return scene.bumped_at_s is not None and 0 <= item.at_s - scene.bumped_at_s <= BUMP_S


def fell_already(scene: Scene, item: Item) -> bool:
    """Whether this placement is of an alien whose fall was called, and scored as its own placement, before it."""
    for step in reversed(scene.steps):
        action = step.entry.action
        fall = scene.ledger.items.get(step.entry.item or 0)
        if action["type"] == "fell" and action.get("own") and fall is not None and isinstance(fall.what, Fell):
            near = fall.session == item.session and abs(fall.at_s - item.at_s) <= OWN_PLACEMENT_S
            return near and _never_stood(scene, fall) and not _claimed(scene, fall)
    return False


def _never_stood(scene: Scene, fall: Item) -> bool:
    felt = fall.what
    assert isinstance(felt, Fell)
    _, nobody = matched(scene.ledger.aliens(fall.seq), felt.gone)
    return felt.own_placement or bool(nobody) or felt.count > len(felt.gone)


def _claimed(scene: Scene, fall: Item) -> bool:
    return any(how == "fell-already" and seq > fall.seq for seq, how in scene.ledger.settled.items())


def _quiet_s(scene: Scene, item: Item, position: int) -> float:
    """Seconds since the last finished action of this session."""
    if not position or scene.steps[position - 1].entry.session != item.session:
        return 0.0
    return item.at_s - scene.steps[position - 1].entry.at_s
