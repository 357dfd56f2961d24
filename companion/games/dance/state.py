"""The frozen state of a game of The Alien's Dance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self

from companion.games.ship_play.seats import SharedRules, ShipState, Spot, next_seat

__all__ = ["TARGET", "HouseRules", "Phase", "State"]

TARGET = 100
"""The dance is over when one player has scored this much (rulebook: Winning)."""

Phase = Literal["start", "dancing", "over"]

_OWN = {
    "floor_zero": "dance.floor_zero",
    "same_sector_source": "dance.same_sector_source",
    "hundred_ends": "dance.100_ends",
}


@dataclass(frozen=True, slots=True)
class HouseRules(SharedRules):
    """The chosen value of every switch of this game."""

    floor_zero: bool = True
    same_sector_source: bool = False
    hundred_ends: Literal["now", "end-of-round"] = "now"

    @classmethod
    def switch_id(cls, name: str) -> str:
        """The id of the switch that a field holds."""
        return _OWN.get(name, f"aliens.{name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class State(ShipState):
    """Everything there is to know about a running game.

    `area` is where this turn's aliens must dance, None before the first one is placed. `hand` lists where the aliens stood
    that were taken off and not placed yet. `tried` counts the aliens brought in this turn; `brought` is where those of
    them stand that have not fallen.
    """

    rules: HouseRules
    phase: Phase = "start"
    area: Spot | None = None
    hand: tuple[Spot, ...] = ()
    tried: int = 0
    brought: tuple[Spot, ...] = ()

    @property
    def floor(self) -> int | None:
        """A crash never takes a score below zero, unless the house says so (D1)."""
        return 0 if self.rules.floor_zero else None

    @property
    def ring(self) -> int | None:
        """The ring that was rolled."""
        return None if self.roll is None else self.dice.index(self.roll) + 1

    @property
    def dice(self) -> tuple[int, ...]:
        """The die of each ring, from the inside: as printed, or where the board tells no dice, counted."""
        counted = tuple(range(1, self.rings + 1))
        return self.points if sorted(self.points) == list(counted) else counted

    def begun(self) -> Self:
        """The dance begins."""
        return replace(self, phase="dancing")

    def put_down(self) -> Self:
        """The roll is over: what was in a hand lies with the aliens not aboard. A fall may still concern those brought (D2)."""
        pouch = self.pouch + len(self.hand)
        return replace(self, roll=None, hand=(), tried=0, pouch=pouch, step=self.step + 1)

    def passed_on(self) -> Self:
        """The next player's turn; after the last of a round the dance may be over (D10)."""
        turn = None if self.turn is None else next_seat(self, self.turn)
        state = replace(self.put_down(), turn=turn)
        wraps = self.turn is not None and turn is not None and self.order.index(turn) <= self.order.index(self.turn)
        if self.phase == "dancing" and self.rules.hundred_ends == "end-of-round" and wraps and self.has_winner:
            return replace(state, phase="over", reason="hundred")
        return state

    @property
    def has_winner(self) -> bool:
        """Whether somebody has the points that end the dance."""
        return any(player.score >= TARGET for player in self.players)
