"""Wood that stood on the ship before a game began: it is said, and taken off or counted in. Nothing was scored for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from companion.events import Spot
from companion.games.contract import Illegal
from companion.table.books import Ledger, Origin
from companion.table.refusal import Refused
from companion.table.run import Draft
from companion.table.scene import Scene
from companion.table.wood import area, write_spots

__all__ = ["NOTICE", "carry_over", "count_in", "in_the_way", "is_unplayed", "params", "say", "stand_instead"]

NOTICE = "wood-aboard"
TABLET = Origin("tablet")


def is_unplayed(scene: Scene) -> bool:
    """Whether no alien has been placed in this game yet, undone or not."""
    kinds = {entry.action["type"] for entry in scene.ledger.entries.values()}
    return not scene.ledger.base and not kinds & {"place", "remove", "fell"} and not scene.aboard()


def in_the_way(ledger: Ledger) -> bool:
    """Whether wood from before the game still stands there, neither taken off nor counted in."""
    return ledger.empty_first and not ledger.putting_back


def carry_over(draft: Draft, spots: Sequence[Spot]) -> None:
    """The aliens of the game before stand where they stood."""
    if spots and draft.ledger.mode != "manual" and "ship" in draft.scene.game.senses:
        draft.add("aboard", {"set": write_spots(spots)})
        _tell(draft, len(spots))


def say(draft: Draft, load_g: float, weighed_g: Iterable[float]) -> None:
    """This much stands on a ship that should be empty; how many aliens that is, where it is known what one weighs."""
    masses, known = list(weighed_g), draft.ledger.aliens()
    count = round(load_g / fmean(masses)) if masses else len(known) or None
    if count == 0:
        return
    if known and len(known) != count:
        draft.add("aboard", {"set": []})
    if not in_the_way(draft.ledger) or draft.ledger.found != count:
        _tell(draft, count)


def _tell(draft: Draft, count: int | None) -> None:
    draft.add("putting-back", {"spots": [], "empty_first": True, "found": count})


def params(ledger: Ledger) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """What the remark says, and its buttons: aliens whose places are known can be counted in at once."""
    known = len(ledger.aliens())
    can_count = known > 0 and known == ledger.found
    return {"count": ledger.found}, (*(["count-in"] if can_count else []), "go-on")


def count_in(draft: Draft, now_s: float) -> None:
    """The aliens that stand there belong to the game; they score nothing."""
    spots = sorted(area(alien.spot) for alien in draft.ledger.aliens().values())
    action = {"type": "correct", "fact": "aboard", "value": [list(spot) for spot in spots]}
    result = draft.scene.game.act(draft.scene.state, action)
    if isinstance(result, Illegal):
        raise Refused(result.code, {**result.params, "rule": result.rule}, 422, f"they cannot be counted in: {result.code}")
    draft.enter(action, TABLET, now_s)
    draft.add("putting-back", {"spots": []})


def stand_instead(draft: Draft, spots: Iterable[Sequence[int]]) -> None:
    """The table has tapped in where the wood of before stands."""
    if in_the_way(draft.ledger):
        draft.add("aboard", {"set": [list(spot) for spot in spots]})
        draft.add("putting-back", {"spots": []})
