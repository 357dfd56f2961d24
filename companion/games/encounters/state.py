"""The frozen state of a game of Close Encounters. It holds every player's circles; what others may see is in `view.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from companion.games.contract import Json
from companion.games.encounters.board import SHIP, TOWER, Cell, GridBoard, Place

__all__ = [
    "CHIPS",
    "Chip",
    "Entered",
    "HouseRules",
    "Marks",
    "Phase",
    "Player",
    "State",
    "other_end",
    "quota",
    "set_player",
    "standing",
]

CHIPS = 5
"""Rulebook, Setup: each player has five, one for each note."""

Phase = Literal["start", "play", "over"]
Marks = Literal["paper", "phone"]
"""Where a player circles: on the box's own card, or on a phone that the companion knows."""
Chip = tuple[Cell, int]
"""A chip on the board: its square and whose it is."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen value of every `ce.*` switch."""

    safe_twice_forbidden: bool = False
    enter_chip_square: bool = False
    share_square: Literal["no", "yes", "to-land"] = "no"
    approach: Literal["free", "never-farther", "nearer"] = "free"
    walk_on_after_arrival: bool = False
    circle_under_piece: bool = True
    double_fifth_chip: Literal["shared", "nearest-left"] = "shared"

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {f"ce.{f.name}": getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_options(options: Mapping[str, Json]) -> HouseRules:
        """The house rules from settled options."""
        return HouseRules(**{id_.removeprefix("ce."): value for id_, value in options.items()})


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. `owed` squares must still be circled, `free` may be until the next roll (K14); both only on a phone."""

    name: str
    at: Place = TOWER
    departure: str = TOWER
    chips: int = CHIPS
    circles: tuple[int, ...] = ()
    marks: Marks = "paper"
    owed: int = 0
    free: int = 0
    safe_last: bool = False
    present: bool = True
    start_rolls: tuple[int, ...] = ()

    @property
    def destination(self) -> str:
        """Where the piece must go (rulebook: Moving)."""
        return other_end(self.departure)

    @property
    def score(self) -> int:
        """Notes sounded: chips on the board."""
        return CHIPS - self.chips


@dataclass(frozen=True, slots=True)
class Entered:
    """The numbered square entered last: until the next step or roll its traps can be called (K23). `sprung`: whose did."""

    seat: int
    cell: Cell
    sprung: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know about a running game.

    `left` is what remains of the roll being moved, None while a roll is awaited; `path` the places this move has entered;
    `arrived` says that the move has reached a destination (it may then be stopped, K12); `landed` is who arrived last, until
    the next roll: time to circle (K14). `told` says that chips lie here which were told or ruled, not played: such an ending
    uncovers no card, or whoever holds the table key could end a game to look, and take the end back.
    """

    rules: HouseRules
    board: GridBoard
    players: tuple[Player, ...]
    chips: tuple[Chip, ...] = ()
    phase: Phase = "start"
    turn: int | None = None
    left: int | None = None
    path: tuple[Place, ...] = ()
    arrived: bool = False
    entered: Entered | None = None
    landed: int | None = None
    reason: str | None = None
    winners: tuple[int, ...] = ()
    step: int = 1
    marking: int = 1
    comings: int = 1
    told: bool = False

    @property
    def covered(self) -> frozenset[Place]:
        """The squares with chips."""
        return frozenset(cell for cell, _ in self.chips)

    def others_at(self, seat: int) -> frozenset[Place]:
        """The squares where opponents' pieces stand; destinations hold any number (K7)."""
        pieces = (p.at for other, p in enumerate(self.players) if other != seat and p.present)
        return frozenset(place for place in pieces if not isinstance(place, str))


def other_end(end: str) -> str:
    """The other of the two destinations."""
    return SHIP if end == TOWER else TOWER


def standing(player: Player, at: Place) -> Player:
    """The player with the piece there; on a destination that is what it sets out from next (rulebook: Moving)."""
    return replace(player, at=at, departure=at) if isinstance(at, str) else replace(player, at=at)


def quota(players: int) -> int:
    """Circles at the start: two, or four where only two play (rulebook: Setup 4)."""
    return 4 if players == 2 else 2


def set_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat changed."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))
