"""The frozen state of a game of Lift Off! Aliens of a colour are alike: a player has so many lying at each place, and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from companion.games.contract import Json
from companion.games.liftoff.board import POINTS, MoonBoard
from companion.games.liftoff.variants import CARDS, RESOURCE_CARDS, VARIANTS, Variant

__all__ = [
    "PADS",
    "PLACES",
    "Ask",
    "HouseRules",
    "Lying",
    "Paid",
    "Phase",
    "Player",
    "Point",
    "State",
    "neighbours",
    "set_player",
    "set_point",
    "shift",
]

RING = ("e1", "p1", "e2", "p2", "e3", "p3", "e4", "p4")
"""The planet's surface counter-clockwise: four exits and four Lift Off Points in turn."""
PLACES = ("core", *RING)
Lying = tuple[int, ...]
"""How many aliens of one colour lie at each of PLACES."""
Phase = Literal["start", "play", "tie-break", "over"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen value of every `liftoff.*` switch."""

    variant: str = "standard"
    vicious: bool = False
    with_garglore: bool = True
    set_up: Literal["random", "pick", "first-game"] = "random"
    terraform_cards: Literal["by-set-up", "in", "out"] = "by-set-up"
    detail: Literal["full", "tracker"] = "full"
    count_cards: bool = False
    who_pays: Literal["anyone", "on-platform", "at-point"] = "anyone"
    star_order: Literal["explosion-first", "launches-first"] = "explosion-first"
    sun_back: Literal["leaving-star", "reaching-star", "both"] = "leaving-star"
    forced_phase_until: Literal["after-moon", "before-moon"] = "after-moon"
    jetpack_garglore: Literal["no-placement", "waits"] = "no-placement"
    teleport_window: Literal["any-time", "on-arrival", "turn-only"] = "any-time"
    trampoline_fail: Literal["platform", "whole-point"] = "platform"
    terraform: Literal["chosen", "random"] = "chosen"
    earthquake: Literal["random", "chosen", "may-return"] = "random"
    ufo_price: Literal["standing", "placements"] = "standing"
    later_means: Literal["nearer", "more-days"] = "nearer"
    family_skip: Literal["skip", "moon-moves"] = "skip"

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {f"liftoff.{f.name}": getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_options(options: Mapping[str, Json]) -> HouseRules:
        """The house rules from settled options."""
        return HouseRules(**{id_.removeprefix("liftoff."): value for id_, value in options.items()})

    @property
    def preset(self) -> Variant:
        """What the variant changes."""
        return VARIANTS[self.variant]

    @property
    def tiles_told(self) -> bool:
        """Whether a replacing tile is drawn blindly, so that the table must say which it was (L36)."""
        return self.terraform == "random" or self.preset.terraform_random

    def cards(self) -> dict[str, int]:
        """The Action cards of this game."""
        gone = set(self.preset.without)
        if not self.with_garglore:
            gone.add("garglore")
        if self.terraform_cards == "out" or (self.terraform_cards == "by-set-up" and self.set_up == "first-game"):
            gone.add("terraform")
        return {card: count for card, count in CARDS.items() if card not in gone}

    def deck(self) -> int:
        """How many Game Cards there are altogether."""
        return sum(RESOURCE_CARDS.values()) + sum(self.cards().values())


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. `cards` is the size of the hand where the house counts it; `resources` is told for a tie only."""

    name: str
    lying: Lying
    saved: int = 0
    present: bool = True
    start_rolls: tuple[int, ...] = ()
    cards: int | None = None
    resources: int | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Resource and Action cards: a price, a payment, or what lies at a point. A Wild is fuel or screw once it is paid."""

    fuel: int = 0
    screw: int = 0
    action: int = 0

    def __add__(self, other: Paid) -> Paid:
        return Paid(self.fuel + other.fuel, self.screw + other.screw, self.action + other.action)

    def __sub__(self, other: Paid) -> Paid:
        """What is left; never below nothing."""
        left = (self.fuel - other.fuel, self.screw - other.screw, self.action - other.action)
        return Paid(*(max(0, n) for n in left))

    @property
    def total(self) -> int:
        """How many cards."""
        return self.fuel + self.screw + self.action

    def covers(self, price: Paid) -> bool:
        """Whether this is enough of each."""
        return self.fuel >= price.fuel and self.screw >= price.screw and self.action >= price.action

    def to_json(self) -> dict[str, Json]:
        """As plain JSON."""
        return {"fuel": self.fuel, "screw": self.screw, "action": self.action}


@dataclass(frozen=True, slots=True)
class Point:
    """One Lift Off Point: `standing` are the seats of the aliens on its Launch Platform, first come first.

    `placements` counts those since the last launch (L21).
    """

    kind: str
    standing: tuple[int, ...] = ()
    paid: Paid = Paid()
    placements: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """What the game cannot go on without: a roll, a tile, or the word of the table where a board value is unset."""

    kind: Literal["roll", "launch", "tile", "explodes"]
    point: int | None = None
    why: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know about a running game.

    `points` are the tiles at p1 to p4, None before they are placed. `agenda` is what is still to happen by itself, `ask` what
    it waits for. `denied` are the points the table said do not launch now, `fresh` those where New Moon has just begun (L29).
    """

    rules: HouseRules
    board: MoonBoard
    players: tuple[Player, ...]
    points: tuple[Point | None, ...] = (None, None, None, None)
    garglore: int | None = None
    moon: int = 0
    sun: int | None = None
    order: tuple[int, ...] = ()
    phase: Phase = "start"
    turn: int | None = None
    moves: int = 0
    forced: str | None = None
    detail: Literal["full", "tracker"] = "full"
    ask: Ask | None = None
    agenda: tuple[str, ...] = ()
    denied: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    finished: tuple[tuple[int, ...], ...] = ()
    reason: str | None = None
    step: int = 1
    spell: int = 1
    comings: int = 1

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that are at the table and still have aliens to save."""
        done = {seat for group in self.finished for seat in group}
        return tuple(seat for seat, player in enumerate(self.players) if player.present and seat not in done)

    def tile(self, point: int) -> Point:
        """The tile at a point, once there is one."""
        tile = self.points[point]
        assert tile is not None
        return tile

    def phase_at(self, point: int) -> str | None:
        """Full, half or new Moon for a point; None where the board does not say. A Supernova or Asteroids card rules."""
        return self.forced or self.board.phases[point][self.moon]

    def lying_at(self, place: str) -> tuple[int, ...]:
        """The seats with an alien lying at a place."""
        index = PLACES.index(place)
        return tuple(seat for seat, player in enumerate(self.players) if player.lying[index])

    def standing_of(self, seat: int) -> int:
        """How many aliens of a seat stand on Launch Platforms."""
        return sum(tile.standing.count(seat) for tile in self.points if tile is not None)


def set_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat changed."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def set_point(state: State, point: int, tile: Point | None) -> State:
    """The state with one tile changed."""
    return replace(state, points=(*state.points[:point], tile, *state.points[point + 1 :]))


def shift(state: State, seat: int, place: str, by: int) -> State:
    """So many more (or fewer) aliens of a seat lying at a place; the caller sees to where they come from."""
    player, index = state.players[seat], PLACES.index(place)
    count = player.lying[index] + by
    assert count >= 0
    return set_player(state, seat, replace(player, lying=(*player.lying[:index], count, *player.lying[index + 1 :])))


def neighbours(place: str) -> tuple[str, ...]:
    """Where one move leads: through an exit, either way round, or off a Launch Platform onto its own point (L20, L38)."""
    if place == "core":
        return RING[::2]
    if place.startswith("pad"):
        return (f"p{place[3:]}",)
    index = RING.index(place)
    round_ = (RING[index - 1], RING[(index + 1) % len(RING)])
    return ("core", *round_) if place.startswith("e") else round_


PADS = tuple(f"pad{point[1:]}" for point in POINTS)
