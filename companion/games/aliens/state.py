"""The frozen state of a game of Balancing Aliens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self

from companion.games.ship_play.seats import SharedRules, ShipState, Spot

__all__ = ["Handled", "HouseRules", "Phase", "State"]

Phase = Literal["start", "sending", "returning", "over"]


@dataclass(frozen=True, slots=True)
class HouseRules(SharedRules):
    """The chosen value of every switch of this game."""

    slip_is_fall: bool = True
    phase1_wipeout_ends: bool = False


@dataclass(frozen=True, slots=True)
class Handled:
    """The alien the last roll's player placed or removed, until the next roll: a fall may still concern it (B9, B29)."""

    seat: int
    verb: Literal["place", "remove"]
    spot: Spot
    points: int
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class State(ShipState):
    """Everything there is to know about a running game."""

    rules: HouseRules
    phase: Phase = "start"
    handled: Handled | None = None

    def points_at(self, spot: Spot) -> int:
        """What a spot is worth, for placing and for returning alike (B33)."""
        return self.points[spot[0] - 1]

    def spots_in(self, sector: int) -> tuple[Spot, ...]:
        """The different spots with aliens in a sector."""
        return tuple(sorted({spot for spot in self.aboard if spot[1] == sector}))

    def begun(self) -> Self:
        """Phase 1; with an empty pouch it is over at once (B20)."""
        return replace(self, phase="sending" if self.pouch else "returning")
