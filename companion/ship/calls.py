"""From weighed readings to what is said: the call, its odds, its alternatives, and whether the table is asked."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from companion.events import Alternative, Fell, Felt, Placed, Removed, ShipShape, Spot
from companion.ship.hypotheses import Bank, Candidate
from companion.ship.inventory import Standing

__all__ = ["Verdict", "judge", "spot_odds"]

_ASK_BELOW = 0.75
_RADIAL_FLOOR_MM = 0.3
_TANGENT_FLOOR_MM = 0.5
_ALTERNATIVES = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """The most probable kind of happening, its odds, and the calls it amounts to (with the tags they are about)."""

    signature: tuple[int, int, int]
    odds: float
    calls: tuple[Felt, ...]
    best: Candidate

    @property
    def surest(self) -> float:
        """Odds of the least certain call; of nothing having happened when there is none."""
        return min([self.odds, *(c.odds for c in self.calls if not isinstance(c, Fell))])


def judge(bank: Bank, labels: Mapping[int, Spot], shape: ShipShape, now_s: float, release_s: float, fall_s: float) -> Verdict:
    """The calls for an expanded bank; `labels` are the spots already called for the aliens aboard."""
    weights: dict[tuple[int, int, int], float] = defaultdict(float)
    for candidate in bank:
        weights[candidate.happening.signature] += math.exp(candidate.log_weight)
    signature = max(weights, key=lambda s: weights[s])
    odds = weights[signature]
    inside = [c for c in bank if c.happening.signature == signature]
    calls: list[Felt] = []
    if signature[2]:
        calls.append(_fall(inside, bank, labels, shape, now_s, fall_s))
    for index in range(signature[0]):
        calls.append(_place(inside, index, odds, shape, now_s, release_s))
    for index in range(signature[1]):
        calls.append(_remove(inside, index, labels, odds, now_s, release_s))
    return Verdict(signature, odds, tuple(calls), inside[0])


def _share(inside: list[Candidate]) -> list[tuple[float, Candidate]]:
    total = sum(math.exp(c.log_weight) for c in inside)
    return [(math.exp(c.log_weight) / total, c) for c in inside]


def _place(inside: list[Candidate], index: int, odds: float, shape: ShipShape, now_s: float, at_s: float) -> Placed:
    spots: dict[tuple[int, int], float] = defaultdict(float)
    for share, candidate in _share(inside):
        for spot, part in spot_odds(candidate.belief.where(candidate.happening.placed[index]), shape).items():
            spots[spot] += share * part
    best = max(spots, key=lambda s: spots[s])
    there = inside[0].belief.where(inside[0].happening.placed[index])
    named = tuple(Alternative((Spot(*s),), odds * p) for s, p in sorted(spots.items(), key=lambda i: -i[1])[:_ALTERNATIVES] if p > 1e-3)
    sure = odds * spots[best]
    xy = (round(there.xy_mm[0], 2), round(there.xy_mm[1], 2))
    return Placed(now_s, at_s, Spot(*best, xy), sure, sure < _ASK_BELOW, named, round(there.mass_g, 3))


def spot_odds(there: Standing, shape: ShipShape) -> dict[tuple[int, int], float]:
    """Odds of each (ring, sector) for an alien believed to stand there, radial and tangential doubt taken apart."""
    x, y = there.xy_mm
    radius = math.hypot(x, y)
    radial = math.hypot(there.spread_mm[0], _RADIAL_FLOOR_MM)
    across = math.hypot(there.spread_mm[1], _TANGENT_FLOOR_MM) / max(radius, 1.0)
    edges = [e + shape.foot_radius_mm for e in shape.ring_edges_mm[1:-1]]
    below = [0.0, *(_normal((e - radius) / radial) for e in edges), 1.0]
    rings = {i + 1: b - a for i, (a, b) in enumerate(zip(below, below[1:], strict=False)) if b - a > 1e-4}
    width = 2 * math.pi / shape.sectors
    angle = math.atan2(y, x) % (2 * math.pi)
    here = int(angle / width) % shape.sectors
    low, high = _normal((here * width - angle) / across), _normal(((here + 1) * width - angle) / across)
    sectors = {here: high - low, (here - 1) % shape.sectors: low, (here + 1) % shape.sectors: 1.0 - high}
    if shape.sectors == 1:
        sectors = {0: 1.0}
    return {(r, s + 1): p * q for r, p in rings.items() for s, q in sectors.items() if p * q > 1e-4}


def _normal(z: float) -> float:
    return 0.5 * (1.0 + math.erf(z / math.sqrt(2.0)))



def _remove(inside: list[Candidate], index: int, labels: Mapping[int, Spot], odds: float, now_s: float, at_s: float) -> Removed:
    spots: dict[tuple[int, int], float] = defaultdict(float)
    for share, candidate in _share(inside):
        spot = labels[sorted(candidate.happening.taken)[index]]
        spots[spot.ring, spot.sector] += share
    best = max(spots, key=lambda s: spots[s])
    xy = next(s.xy_mm for c in inside for s in [labels[sorted(c.happening.taken)[index]]] if (s.ring, s.sector) == best)
    named = tuple(Alternative((Spot(*s),), odds * p) for s, p in sorted(spots.items(), key=lambda i: -i[1])[:_ALTERNATIVES] if p > 1e-3)
    sure = odds * spots[best]
    return Removed(now_s, at_s, Spot(*best, xy), sure, sure < _ASK_BELOW, named)


def _fall(inside: list[Candidate], bank: Bank, labels: Mapping[int, Spot], shape: ShipShape, now_s: float, at_s: float) -> Fell:
    counts: dict[int, float] = defaultdict(float)
    for candidate in bank:
        counts[candidate.happening.falls] += math.exp(candidate.log_weight)
    best = inside[0].happening
    count = best.falls
    sure = counts[count]
    gone = tuple(labels[t] for t in sorted(best.fallen))
    named = []
    for candidate in bank[:_ALTERNATIVES]:
        if candidate.happening.falls:
            named.append(Alternative(tuple(labels[t] for t in sorted(candidate.happening.fallen)), math.exp(candidate.log_weight)))
    return Fell(now_s, at_s, count, gone, sure, sure < _ASK_BELOW, tuple(named), best.own_fall)
