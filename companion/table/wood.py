"""The first book: what stands on the ship, folded from felt rows, their readings and the table's corrections."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.events import Fell, Felt, Moved, Placed, Removed, Spot

__all__ = [
    "Alien",
    "Wood",
    "area",
    "areas",
    "inventory",
    "matched",
    "matching",
    "read_spots",
    "spots_of",
    "surplus",
    "write_spots",
]

RIGHT_THERE_MM = 5.0
SAME_ALIEN_MM = 25.0
IDS_PER_ROW = 100

Area = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alien:
    """A wooden alien aboard. `id` stays its own while it stands; `felt` is the row that put it there, if the ship felt it."""

    id: int
    spot: Spot
    felt: int | None = None
    mass_g: float | None = None


@dataclass(frozen=True, slots=True)
class Wood:
    """One fact about the wood: a felt event, or a correction by the table ("add", "drop", "set")."""

    seq: int
    felt: Felt | None
    correction: Mapping[str, Any] | None = None


def area(spot: Spot) -> Area:
    """Ring and sector: all that the rules know of a spot."""
    return spot.ring, spot.sector


def areas(aliens: Iterable[Alien]) -> Counter[Area]:
    """How many aliens stand in each area."""
    return Counter(area(alien.spot) for alien in aliens)


def read_spots(rows: Iterable[Sequence[Any]]) -> tuple[Spot, ...]:
    """Spots from their JSON form, `[ring, sector]` or `[ring, sector, [x_mm, y_mm]]`."""
    return tuple(Spot(row[0], row[1], tuple(row[2]) if len(row) > 2 and row[2] else None) for row in rows)


def write_spots(spots: Iterable[Spot]) -> list[list[Any]]:
    """The JSON form that `read_spots` reads."""
    return [[spot.ring, spot.sector, *([list(spot.xy_mm)] if spot.xy_mm else [])] for spot in spots]


def surplus(some: Iterable[Area], other: Iterable[Area]) -> list[Area]:
    """What `some` holds beyond `other`, as multisets, sorted."""
    return sorted((Counter(some) - Counter(other)).elements())


def matching(aliens: Mapping[int, Alien], spot: Spot) -> int | None:
    """The alien that most probably stood at `spot`: the one felt right there, else one of that area, else the nearest."""
    ranked = sorted(aliens.values(), key=lambda alien: (_apart_mm(alien.spot, spot), alien.id))
    here = [alien for alien in ranked if _apart_mm(alien.spot, spot) <= RIGHT_THERE_MM]
    same = [alien for alien in ranked if area(alien.spot) == area(spot)]
    near = [alien for alien in ranked if _apart_mm(alien.spot, spot) <= SAME_ALIEN_MM]
    best = next(iter([*here, *same, *near]), None)
    return best.id if best else None


def _apart_mm(a: Spot, b: Spot) -> float:
    if a.xy_mm is None or b.xy_mm is None:
        return 0.0 if area(a) == area(b) else math.inf
    return math.dist(a.xy_mm, b.xy_mm)


def inventory(facts: Iterable[Wood], readings: Mapping[int, Mapping[str, Any]]) -> dict[int, Alien]:
    """Fold the facts; a felt row that was read otherwise by the table counts as the table reads it."""
    aliens: dict[int, Alien] = {}
    for fact in facts:
        if fact.felt is None:
            _correct(aliens, fact.seq, fact.correction or {})
        else:
            _feel(aliens, fact.seq, fact.felt, readings.get(fact.seq))
    return aliens


def _correct(aliens: dict[int, Alien], seq: int, data: Mapping[str, Any]) -> None:
    if "set" in data:
        aliens.clear()
    for alien_id in data.get("drop", ()):
        aliens.pop(alien_id, None)
    for n, spot in enumerate(read_spots([*data.get("set", ()), *data.get("add", ())])):
        aliens[seq * IDS_PER_ROW + n] = Alien(seq * IDS_PER_ROW + n, spot)


def _feel(aliens: dict[int, Alien], seq: int, felt: Felt, reading: Mapping[str, Any] | None) -> None:
    spots = read_spots(reading["spots"]) if reading else spots_of(felt)
    if reading and reading.get("void"):
        return
    if isinstance(felt, Placed):
        for spot in spots:
            aliens[seq * IDS_PER_ROW] = Alien(seq * IDS_PER_ROW, spot, seq, felt.mass_g)
    elif isinstance(felt, Moved):
        moved = matching(aliens, felt.was)
        if moved is not None:
            aliens[moved] = replace(aliens[moved], spot=spots[0])
    elif isinstance(felt, Removed | Fell):
        for spot in spots:
            gone = matching(aliens, spot)
            if gone is not None:
                del aliens[gone]


def spots_of(felt: Felt) -> tuple[Spot, ...]:
    """The spots a felt event is about."""
    if isinstance(felt, Fell):
        return felt.gone
    return () if not isinstance(felt, Placed | Removed | Moved) else (felt.spot,)


def matched(aliens: Mapping[int, Alien], spots: Iterable[Spot]) -> tuple[list[Alien], list[Spot]]:
    """Which aliens these spots mean, each once, and the spots where nobody stood."""
    left, found, nobody = dict(aliens), [], []
    for spot in spots:
        hit = matching(left, spot)
        if hit is None:
            nobody.append(spot)
        else:
            found.append(left.pop(hit))
    return found, nobody
