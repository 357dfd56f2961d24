"""One account of the evening: what happened last, and what is believed since."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import ShipShape
from companion.ship.inventory import Belief
from companion.ship.mechanics import Rocker

__all__ = ["Bank", "Candidate", "Happening", "Outlook", "certain"]


@dataclass(frozen=True, slots=True)
class Happening:
    """One reading of an episode: tags placed, taken by hand, fallen; `own_fall` when the alien being placed fell itself.

    `mistaken`: what was believed to stand aboard before it was wrong.
    """

    placed: tuple[int, ...] = ()
    taken: frozenset[int] = frozenset()
    fallen: frozenset[int] = frozenset()
    own_fall: bool = False
    mistaken: bool = False

    @property
    def falls(self) -> int:
        """How many aliens fell."""
        return len(self.fallen) + self.own_fall

    @property
    def signature(self) -> tuple[int, int, int]:
        """Counts of placed, taken and fallen."""
        return len(self.placed), len(self.taken), self.falls


@dataclass(frozen=True, slots=True)
class Candidate:
    """A happening with its log weight, the belief it leads to, and how many sigma off its expectation the measurement was."""

    log_weight: float
    happening: Happening
    belief: Belief
    off: float = 0.0


Bank = tuple[Candidate, ...]


def certain(belief: Belief) -> Candidate:
    """The only account there is."""
    return Candidate(0.0, Happening(), belief)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What does not change with the episode: the rocker, the printed ship, how heavy an alien is."""

    rocker: Rocker
    shape: ShipShape
    alien_g: float
    alien_spread_g: float
