"""What is kept of the evening: its open accounts, the spots that were called for their aliens, and the next free tag."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import Noted, ShipShape, Spot
from companion.ship.candidate import Bank
from companion.ship.inventory import Belief, Observation
from companion.ship.mechanics import Rocker

__all__ = ["Account"]


@dataclass(slots=True)
class Account:
    """What is believed: the open hypotheses, the spots called for each alien, and the next free tag."""

    bank: Bank
    labels: dict[int, Spot]
    next_tag: int = 0

    def named(self, bank: Bank, shape: ShipShape) -> dict[int, Spot]:
        """The called spot of every alien in any account of `bank`; the estimated one where none was called."""
        labels = dict(self.labels)
        for candidate in bank:
            for tag in candidate.belief.tags:
                if tag not in labels:
                    labels[tag] = shape.spot_at(*candidate.belief.where(tag).xy_mm)
        return labels

    def spots(self, belief: Belief, shape: ShipShape) -> tuple[Spot, ...]:
        """The spots of the aliens aboard as they were called, with where they are now believed to stand."""
        called, there = self.named(self.bank, shape), {tag: belief.where(tag).xy_mm for tag in belief.tags}
        return tuple(
            Spot(called[tag].ring, called[tag].sector, xy) if tag in called else shape.spot_at(*xy) for tag, xy in there.items()
        )

    def disagreement(self, now_s: float, seen: Observation, rocker: Rocker) -> Noted:
        """What is said when the ship cannot be as believed: by how many grams it weighs more than before this episode."""
        over_g = seen.weight_g - rocker.ship_g - self.bank[0].belief.load_g
        return Noted(now_s, "ship-disagrees", {"grams": round(over_g, 1)})

    def decided(self, bank: Bank, shape: ShipShape) -> Account:
        """The same evening after an episode that left these accounts open."""
        tag = max([self.next_tag, *(t + 1 for c in bank for t in c.belief.tags)])
        return Account(bank, self.named(bank, shape), tag)
