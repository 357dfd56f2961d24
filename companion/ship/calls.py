"""From weighed readings to what is said: the call, its odds, its alternatives, and whether the table is asked."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.events import Alternative, Fell, Felt, Placed, Removed, ShipShape, Spot
from companion.ship.candidate import Bank, Candidate
from companion.ship.inventory import Belief, Standing

__all__ = ["ASK_BELOW", "ASK_BELOW_UNWEIGHED", "Verdict", "asking", "judge", "spot_odds"]

ASK_BELOW = 0.85
ASK_BELOW_UNWEIGHED = 0.7
_RADIAL_FLOOR_MM = 0.3
_TANGENT_FLOOR_MM = 0.5
_ALTERNATIVES = 4
_LEAST_ODDS = 1e-3

Rings = Callable[[Belief, int], Mapping[int, float] | None]


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


def asking(calls: tuple[Felt, ...], why: str) -> tuple[Felt, ...]:
    """The same calls as questions, whatever their odds; `why`: as in Placed."""
    return tuple(replace(c, ask=True, why=why) if isinstance(c, Placed | Removed | Fell) else c for c in calls)


@dataclass(frozen=True, slots=True)
class _Scene:
    """All candidates, those that agree on what kind of thing happened (best first), and what is needed to word it."""

    bank: Bank
    inside: tuple[Candidate, ...]
    labels: Mapping[int, Spot]
    shape: ShipShape
    now_s: float
    ask_below: float
    rings: Rings | None

    def named(self, spots: Mapping[tuple[int, int], float]) -> tuple[Alternative, ...]:
        """The likeliest spots as alternatives."""
        ranked = sorted(spots.items(), key=lambda item: -item[1])[:_ALTERNATIVES]
        return tuple(Alternative((Spot(*spot),), odds) for spot, odds in ranked if odds > _LEAST_ODDS)


def judge(
    bank: Bank,
    labels: Mapping[int, Spot],
    shape: ShipShape,
    now_s: float,
    times_s: tuple[float, float],
    ask_below: float = ASK_BELOW,
    rings: Rings | None = None,
) -> Verdict:
    """The calls for an expanded bank; `labels` are the spots already called, below `ask_below` the table is asked.

    `times_s`: when the hand let go, and when the last one fell; `rings` knows the odds of every ring for an alien better
    than its place alone.
    """
    release_s, fall_s = times_s
    weights: dict[tuple[int, int, int], float] = defaultdict(float)
    for candidate in bank:
        weights[candidate.happening.signature] += math.exp(candidate.log_weight)
    signature = max(weights, key=lambda s: weights[s])
    inside = tuple(c for c in bank if c.happening.signature == signature)
    scene = _Scene(bank, inside, labels, shape, now_s, ask_below, rings)
    calls: list[Felt] = [_fall(scene, fall_s)] if signature[2] else []
    calls += [_place(scene, index, release_s) for index in range(signature[0])]
    calls += [_remove(scene, index, release_s) for index in range(signature[1])]
    return Verdict(signature, weights[signature], tuple(calls), inside[0])


def _place(scene: _Scene, index: int, at_s: float) -> Placed:
    """Where it stands, by every candidate in which so many were placed: what else fell or left is another question."""
    spots: dict[tuple[int, int], float] = defaultdict(float)
    for candidate in scene.bank:
        for tag in candidate.happening.placed[index : index + 1]:
            rings = scene.rings(candidate.belief, tag) if scene.rings else None
            for spot, part in spot_odds(candidate.belief.where(tag), scene.shape, rings).items():
                spots[spot] += math.exp(candidate.log_weight) * part
    best = max(spots, key=lambda s: spots[s])
    there = scene.inside[0].belief.where(scene.inside[0].happening.placed[index])
    xy = (round(there.xy_mm[0], 2), round(there.xy_mm[1], 2))
    mass_g = round(there.mass_g, 3)
    return Placed(scene.now_s, at_s, Spot(*best, xy), spots[best], spots[best] < scene.ask_below, scene.named(spots), mass_g)


def spot_odds(there: Standing, shape: ShipShape, rings: Mapping[int, float] | None = None) -> dict[tuple[int, int], float]:
    """Odds of each (ring, sector) for an alien believed to stand there, radial and tangential doubt taken apart.

    `rings`: the odds of the rings, where they are known from elsewhere.
    """
    x, y = there.xy_mm
    radius = math.hypot(x, y)
    radial = math.hypot(there.spread_mm[0], _RADIAL_FLOOR_MM)
    across = math.hypot(there.spread_mm[1], _TANGENT_FLOOR_MM) / max(radius, 1.0)
    if rings is None:
        edges = [e + shape.foot_radius_mm for e in shape.ring_edges_mm[1:-1]]
        below = [0.0, *(_normal((e - radius) / radial) for e in edges), 1.0]
        rings = {i + 1: b - a for i, (a, b) in enumerate(pairwise(below)) if b - a > 1e-4}
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


def _remove(scene: _Scene, index: int, at_s: float) -> Removed:
    """Which one was taken, by every candidate in which so many were."""
    spots: dict[tuple[int, int], float] = defaultdict(float)
    places: dict[tuple[int, int], Spot] = {}
    for candidate in scene.bank:
        for tag in sorted(candidate.happening.taken)[index : index + 1]:
            spot = scene.labels[tag]
            spots[spot.ring, spot.sector] += math.exp(candidate.log_weight)
            places.setdefault((spot.ring, spot.sector), spot)
    best = max(spots, key=lambda s: spots[s])
    return Removed(scene.now_s, at_s, places[best], spots[best], spots[best] < scene.ask_below, scene.named(spots))


def _fall(scene: _Scene, at_s: float) -> Fell:
    best = scene.inside[0].happening
    sure = sum(math.exp(c.log_weight) for c in scene.bank if c.happening.falls == best.falls)
    readings: dict[tuple[Spot, ...], float] = defaultdict(float)
    for candidate in scene.bank:
        if candidate.happening.falls and candidate.happening.own_fall == best.own_fall:
            readings[_gone(candidate, scene.labels)] += math.exp(candidate.log_weight)
    named = tuple(Alternative(spots, odds) for spots, odds in _various(readings) if odds > _LEAST_ODDS)
    gone = _gone(scene.inside[0], scene.labels)
    ask = sure < max(scene.ask_below, ASK_BELOW)
    return Fell(scene.now_s, at_s, best.falls, gone, sure, ask, named, best.own_fall)


def _various(readings: Mapping[tuple[Spot, ...], float]) -> list[tuple[tuple[Spot, ...], float]]:
    """The readings to offer: the likeliest of each count before a second of the same, and the likeliest first."""
    ranked = sorted(readings.items(), key=lambda item: -item[1])
    firsts = {len(spots): (spots, odds) for spots, odds in reversed(ranked)}
    offered = sorted(firsts.values(), key=lambda item: -item[1])[:_ALTERNATIVES]
    offered += [item for item in ranked if item not in offered][: _ALTERNATIVES - len(offered)]
    return sorted(offered, key=lambda item: -item[1])


def _gone(candidate: Candidate, labels: Mapping[int, Spot]) -> tuple[Spot, ...]:
    return tuple(labels[tag] for tag in sorted(candidate.happening.fallen))
