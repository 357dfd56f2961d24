"""The two or three big answers of each question, as the journal keeps them and the page shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.events import Alternative, Fell, Moved, Placed, Removed, Spot
from companion.table.books import Entry
from companion.table.wood import write_spots

__all__ = [
    "MISFIT_FALL",
    "MISFIT_PLACE",
    "MISFIT_REMOVE",
    "MOST_ANSWERS",
    "fall_readings",
    "falls",
    "misfit_roll",
    "option",
    "seats",
    "spots",
]

MOST_ANSWERS = 3
AGAINST_THE_RULES = 0.2
"""How much rarer people do what the roll does not ask for."""

Option = Mapping[str, Any]


def option(code: str, **fields: Any) -> dict[str, Any]:
    """One answer; its id is its code unless it needs another."""
    return {"id": fields.pop("id", code), "code": code, **fields}


MISFIT_PLACE = (option("move-it"), option("count-anyway"), option("not-scored"))
MISFIT_REMOVE = (option("move-it"), option("count-anyway"), option("not-scored"))
MISFIT_FALL = (option("count-anyway"), option("not-scored"))


def misfit_roll(last: Entry | None) -> tuple[Option, ...]:
    """A roll nobody waits for: the player before passed, or it stands for the roll before it, or pay it no heed."""
    if last is not None and last.action["type"] == "roll":
        return option("passed"), option("instead", params={"seq": last.seq}), option("not-scored")
    return option("count-anyway"), option("not-scored")


def spots(felt: Placed | Removed | Moved, fits: Callable[[Spot], bool] = lambda _spot: True) -> tuple[Option, ...]:
    """Where the alien was placed, taken from or moved to: one answer per area, most probable first.

    The sense knows nothing of the rules; here what fits them counts for more.
    """
    best: dict[tuple[int, int], Alternative] = {}
    for reading in [Alternative((felt.spot,), felt.odds), *(a for a in felt.alternatives if a.spots)]:
        best.setdefault((reading.spots[0].ring, reading.spots[0].sector), reading)
    readings = sorted(_weighed(list(best.values()), fits), key=lambda a: -a.odds)
    return _with_nothing([_spot(n, reading.spots[0], reading.odds) for n, reading in enumerate(readings)])


def _weighed(readings: Sequence[Alternative], fits: Callable[[Spot], bool]) -> list[Alternative]:
    weights = [a.odds * (1.0 if fits(a.spots[0]) else AGAINST_THE_RULES) for a in readings]
    scale = sum(a.odds for a in readings) / (sum(weights) or 1.0)
    return [Alternative(a.spots, round(weight * scale, 4)) for a, weight in zip(readings, weights, strict=True)]


def _spot(n: int, spot: Spot, odds: float) -> Option:
    xy_mm = list(spot.xy_mm) if spot.xy_mm else None
    return option("spot", id=f"spot-{n}", ring=spot.ring, sector=spot.sector, xy_mm=xy_mm, odds=odds, params={})


def _with_nothing(answers: Sequence[Option]) -> tuple[Option, ...]:
    """At most three answers; where there is room, the last one is that nothing happened."""
    return (*answers[:MOST_ANSWERS], *([option("nothing")] if len(answers) < MOST_ANSWERS else []))


def fall_readings(felt: Fell) -> Mapping[tuple[tuple[int, int], ...], Alternative]:
    """Which areas the fallen are from, likeliest first; who of an area fell makes no difference."""
    named = any(a.spots == felt.gone for a in felt.alternatives)
    found: dict[tuple[tuple[int, int], ...], Alternative] = {}
    for one in sorted([*([] if named else [Alternative(felt.gone, felt.odds)]), *felt.alternatives], key=lambda a: -a.odds):
        here = tuple(sorted((s.ring, s.sector) for s in one.spots))
        found[here] = Alternative(found[here].spots, found[here].odds + one.odds) if here in found else one
    return dict(sorted(found.items(), key=lambda item: -item[1].odds))


def falls(felt: Fell) -> tuple[Option, ...]:
    """Which aliens fell: one answer per set of areas."""
    extra = max(0, felt.count - len(felt.gone))
    answers = [
        option(
            "fell",
            id=f"fell-{n}",
            odds=round(reading.odds, 4),
            params={"count": len(reading.spots) + extra, "gone": write_spots(reading.spots)},
        )
        for n, reading in enumerate(fall_readings(felt).values())
    ]
    return _with_nothing(answers)


def seats(view: Mapping[str, Any], chosen: Iterable[int] = ()) -> tuple[Option, ...]:
    """Who did it: one answer per player, those in `chosen` first."""
    first = list(chosen)
    players = sorted(view["seats"], key=lambda seat: (seat["seat"] not in first, seat["seat"]))
    return tuple(option("seat", id=f"seat-{p['seat']}", params={"seat": p["seat"], "name": p["name"]}) for p in players)
