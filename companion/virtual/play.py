"""People playing on the virtual ship: whose turn, which roll, where they set aliens, and a small reckoning of the score.

The reckoning is the printed rules at their defaults, as short as they can be told; it is the truth files' own and knows nothing
of the rules the table plays by, so that one can be held against the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from companion.events import ShipShape
from companion.virtual.aliens import Alien

__all__ = ["Reckoning", "choose_alien", "choose_spot", "clear_spot"]

_FALL_POINTS = 2
_TRIES = 60


@dataclass(slots=True)
class Reckoning:
    """Scores by seat. A fall costs the player whose action it followed; nobody goes below nothing."""

    points: Sequence[int]
    scores: list[int] = field(default_factory=list)

    def ring(self, seat: int, ring: int) -> None:
        """An alien was placed in or taken from a ring."""
        self.scores[seat] += self.points[ring - 1]

    def brought(self, seat: int) -> None:
        """The Dance: an alien was brought."""
        self.scores[seat] += 1

    def fell(self, seat: int, count: int) -> None:
        """Aliens fell."""
        self.scores[seat] = max(0, self.scores[seat] - _FALL_POINTS * count)


def clear_spot(shape: ShipShape, aboard: Sequence[Alien], ring: int, sector: int, rng: Random) -> tuple[float, float] | None:
    """A place in a ring and sector, clear of lines to the sides and of other aliens; None when there is none."""
    edges, foot = shape.ring_edges_mm, shape.foot_radius_mm
    for _ in range(_TRIES):
        radius = rng.uniform(edges[ring - 1] + 0.2, edges[ring]) if ring > 1 else rng.uniform(edges[0] - 2.0, edges[1])
        radius += foot if rng.random() < 0.8 else 0.0
        radius = min(radius, edges[-1] - 0.5 * foot)
        margin = min(0.4 * 2.0 * math.pi / shape.sectors, (foot + 4.0) / radius)
        turn = 2.0 * math.pi / shape.sectors
        angle = rng.uniform((sector - 1) * turn + margin, sector * turn - margin)
        xy = (radius * math.cos(angle), radius * math.sin(angle))
        apart = all(math.dist(xy, (a.x_mm, a.y_mm)) > 2.2 * foot for a in aboard)
        if apart and (shape.ring_at(*xy), shape.sector_at(*xy)) == (ring, sector):
            return xy
    return None


def choose_spot(
    shape: ShipShape, aboard: Sequence[Alien], sectors: Sequence[int], limit_g_mm: float, rng: Random
) -> tuple[float, float] | None:
    """Where a player sets an alien: far out is worth most, but the moment that the ship will stand is looked at."""
    heavy = (sum(a.mass_g * a.x_mm for a in aboard), sum(a.mass_g * a.y_mm for a in aboard))
    mass_g = aboard[0].mass_g if aboard else 8.0
    best: tuple[float, float] | None = None
    for _ in range(12):
        ring = rng.choices(range(1, shape.rings + 1), weights=[1 + r for r in range(shape.rings)])[0]
        xy = clear_spot(shape, aboard, ring, rng.choice(list(sectors)), rng)
        if xy is None:
            continue
        after = math.hypot(heavy[0] + mass_g * xy[0], heavy[1] + mass_g * xy[1])
        if after < limit_g_mm:
            return xy
        if best is None or after < math.hypot(heavy[0] + mass_g * best[0], heavy[1] + mass_g * best[1]):
            best = xy
    return best


def choose_alien(aboard: Sequence[Alien], able: Sequence[Alien], limit_g_mm: float, rng: Random) -> Alien:
    """Which alien a player takes: any whose going the ship will stand; else the one that leaves it most upright."""

    def after(gone: Alien) -> float:
        rest = [a for a in aboard if a is not gone]
        return math.hypot(sum(a.mass_g * a.x_mm for a in rest), sum(a.mass_g * a.y_mm for a in rest))

    safe = [a for a in able if after(a) < limit_g_mm]
    return rng.choice(safe) if safe else min(able, key=after)
