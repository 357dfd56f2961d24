"""What the tracker needs to go on after a restart, as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.events import ShipShape, Spot
from companion.ship.candidate import Bank, Candidate, Happening
from companion.ship.inventory import Belief, Newcomer

__all__ = ["Memory", "recall", "reconciled", "standing_belief"]

_MOST = 5
_MASS_SPREAD = 0.04
_KNOWN_REACH_MM = 3.0


@dataclass(frozen=True, slots=True)
class Memory:
    """The best few accounts, the spots called for their aliens, the next tag and the rim if it has been met."""

    bank: Bank
    labels: dict[int, Spot]
    next_tag: int
    rim_mm: float

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; `recall` is the inverse."""
        best = self.bank[:_MOST]
        tags = {t for c in best for t in c.belief.tags}
        return {
            "bank": [_candidate_row(c) for c in best],
            "labels": {str(t): [s.ring, s.sector, s.xy_mm] for t, s in self.labels.items() if t in tags},
            "next_tag": self.next_tag,
            "rim_mm": self.rim_mm if math.isfinite(self.rim_mm) else None,
        }


def _candidate_row(candidate: Candidate) -> dict[str, Any]:
    belief = candidate.belief
    return {
        "log_weight": candidate.log_weight,
        "tags": list(belief.tags),
        "mean": belief.mean.tolist(),
        "covariance": belief.covariance.tolist(),
    }


def recall(row: Mapping[str, Any]) -> Memory:
    """Read it back; KeyError, TypeError or ValueError when it is none."""
    bank = tuple(
        Candidate(float(c["log_weight"]), Happening(), Belief(np.array(c["mean"]), np.array(c["covariance"]), tuple(c["tags"])))
        for c in row["bank"]
    )
    labels = {int(t): Spot(s[0], s[1], None if s[2] is None else (s[2][0], s[2][1])) for t, s in row["labels"].items()}
    rim_mm = row["rim_mm"]
    return Memory(bank, labels, int(row["next_tag"]), math.inf if rim_mm is None else float(rim_mm))


def reconciled(memory: Memory, standing: Sequence[Spot], shape: ShipShape, alien_g: float) -> Memory:
    """The accounts in which exactly these aliens stand, or else the likeliest one with the table's aliens in it.

    Where the table has set another inventory, how the ship stands on the plate is still as remembered.
    """
    wanted = Counter((spot.ring, spot.sector) for spot in standing)
    fitting = tuple(c for c in memory.bank if Counter(_areas(c.belief.tags, memory.labels)) == wanted)
    if fitting:
        return replace(memory, bank=fitting)
    best = memory.bank[0].belief
    left, kept, new = dict(memory.labels), [], []
    for spot in standing:
        tag = next((t for t in best.tags if t in left and (left[t].ring, left[t].sector) == (spot.ring, spot.sector)), None)
        if tag is None:
            new.append(spot)
        else:
            del left[tag]
            kept.append(tag)
    belief = best.without(frozenset(best.tags) - frozenset(kept))
    belief, labels = standing_belief(belief, new, shape, alien_g, memory.next_tag)
    labels |= {tag: memory.labels[tag] for tag in kept}
    return replace(memory, bank=(Candidate(0.0, Happening(), belief),), labels=labels, next_tag=memory.next_tag + len(new))


def _areas(tags: Sequence[int], labels: Mapping[int, Spot]) -> list[tuple[int, int]]:
    return [(labels[tag].ring, labels[tag].sector) for tag in tags if tag in labels]


def standing_belief(
    belief: Belief, standing: Sequence[Spot], shape: ShipShape, alien_g: float, first_tag: int = 0
) -> tuple[Belief, dict[int, Spot]]:
    """A belief with aliens that are known to stand aboard, and their labels; tags count from `first_tag`."""
    labels: dict[int, Spot] = {}
    for tag, spot in enumerate(standing, start=first_tag):
        xy, reach = (spot.xy_mm, _KNOWN_REACH_MM) if spot.xy_mm else _middle(spot, shape)
        belief = belief.with_alien(tag, Newcomer(alien_g, _MASS_SPREAD * alien_g, xy, reach))
        labels[tag] = spot
    return belief, labels


def _middle(spot: Spot, shape: ShipShape) -> tuple[tuple[float, float], float]:
    """Middle of a ring's part of a sector and a spread that covers it."""
    inner, outer = shape.ring_edges_mm[spot.ring - 1 : spot.ring + 1]
    radius = 0.5 * (inner + outer) + shape.foot_radius_mm
    width = 2.0 * math.pi / shape.sectors
    angle = (spot.sector - 0.5) * width
    reach = max(0.3 * (outer - inner), 0.29 * width * radius)
    return (radius * math.cos(angle), radius * math.sin(angle)), reach
