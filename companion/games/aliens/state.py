"""The frozen state of a game of Balancing Aliens. Aliens are alike to the rules: those aboard are a sorted tuple of spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from companion.games.contract import Json

__all__ = ["Handled", "HouseRules", "Ledger", "Phase", "Player", "Spot", "State", "book", "next_seat", "set_player"]

Spot = tuple[int, int]
"""Ring (1 is the innermost) and sector (1 to 4)."""

Phase = Literal["start", "sending", "returning", "over"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen value of every `aliens.*` switch."""

    fallen: Literal["out", "back-to-pouch"] = "out"
    order: Literal["by-roll", "clockwise"] = "by-roll"
    turn_grace_s: float = 0
    bump: Literal["active", "bumper", "nobody"] = "active"
    toppled_counts: bool = False
    rim_touch_is_crash: bool = False
    fall_on_placement: Literal["only-minus", "plus-then-minus", "nothing"] = "only-minus"
    slip_is_fall: bool = True
    phase1_wipeout_ends: bool = False

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {f"aliens.{f.name}": getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_options(options: Mapping[str, Json]) -> HouseRules:
        """The house rules from settled options."""
        return HouseRules(**{id_.removeprefix("aliens."): value for id_, value in options.items()})


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: `start_rolls` are its rolls for the order of play, more than one after ties."""

    name: str
    score: int = 0
    present: bool = True
    start_rolls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one roll has brought its player so far: plus counts before minus, whichever was told first (B32)."""

    seat: int
    base: int
    plus: int = 0
    minus: int = 0

    @property
    def score(self) -> int:
        """The score now; a crash never takes it below zero (rulebook: Crashing, B31)."""
        return max(0, self.base + self.plus - self.minus)


@dataclass(frozen=True, slots=True)
class Handled:
    """The alien the last roll's player placed or removed, until the next roll: a fall may still concern it (B9, B29)."""

    seat: int
    verb: Literal["place", "remove"]
    spot: Spot
    points: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know about a running game.

    `roll` is the roll being carried out, None while one is awaited. `blame` is who pays for a fall now: whoever rolled
    last (B3). `step`, `incidents` and `comings` count, so that awaits have ids.
    """

    rules: HouseRules
    points: tuple[int, ...]
    sectors: int
    aliens: int
    players: tuple[Player, ...]
    pouch: int
    aboard: tuple[Spot, ...] = ()
    out: int = 0
    order: tuple[int, ...] = ()
    phase: Phase = "start"
    turn: int | None = None
    roll: int | None = None
    blame: int | None = None
    ledger: Ledger | None = None
    handled: Handled | None = None
    reason: str | None = None
    step: int = 1
    incidents: int = 1
    comings: int = 1

    @property
    def rings(self) -> int:
        """Number of rings."""
        return len(self.points)

    def points_at(self, spot: Spot) -> int:
        """What a spot is worth, for placing and for returning alike (B33)."""
        return self.points[spot[0] - 1]

    def spots_in(self, sector: int) -> tuple[Spot, ...]:
        """The different spots with aliens in a sector."""
        return tuple(sorted({spot for spot in self.aboard if spot[1] == sector}))


def set_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat changed."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def book(state: State, seat: int, *, plus: int = 0, minus: int = 0) -> State:
    """Write points down for a seat: through the ledger if it is the last roll's player, else at once."""
    player = state.players[seat]
    ledger = state.ledger
    if ledger is not None and ledger.seat == seat:
        ledger = replace(ledger, plus=ledger.plus + plus, minus=ledger.minus + minus)
        return set_player(replace(state, ledger=ledger), seat, replace(player, score=ledger.score))
    return set_player(state, seat, replace(player, score=max(0, player.score + plus - minus)))


def next_seat(state: State, after: int) -> int | None:
    """The next player at the table in the order of play; None when all are away."""
    start = state.order.index(after) + 1 if after in state.order else 0
    round_ = (*state.order[start:], *state.order[:start])
    return next((seat for seat in round_ if state.players[seat].present), None)
