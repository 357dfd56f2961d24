"""The frozen state of the E.T. card game. Cards are known by kind; what nobody has seen is the draw pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from companion.games.contract import Json

__all__ = [
    "ADVENTURES",
    "DECK",
    "FLIGHT",
    "KINDS",
    "PAIR",
    "PERIL",
    "SEATS",
    "HouseRules",
    "Player",
    "State",
    "Turned",
    "as_counts",
    "lay_out",
    "set_player",
]

ADVENTURES = ("ssst", "au", "opbellen", "bluf")
"""SSST!, AU!, OPBELLEN, BLUF: one of each wins."""
FLIGHT, PERIL = "vlieg", "gevaar"
DECK: Mapping[str, int] = {**dict.fromkeys((*ADVENTURES, FLIGHT), 6), PERIL: 5}
KINDS = tuple(DECK)
SEATS = (2, 6)
PAIR = 2
Phase = Literal["start", "play", "over"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen value of every `etcards.*` switch."""

    keep: Literal["per-card", "all-or-nothing"] = "per-card"
    refuse_gevaar: bool = True

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {f"etcards.{f.name}": getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_options(options: Mapping[str, Json]) -> HouseRules:
        """The house rules from settled options."""
        return HouseRules(**{id_.removeprefix("etcards."): value for id_, value in options.items()})


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: the cards lying before it, at most one of each kind."""

    name: str
    laid: tuple[str, ...] = ()
    present: bool = True

    @property
    def adventures(self) -> int:
        """How many of the four adventures lie there."""
        return sum(card in ADVENTURES for card in self.laid)

    @property
    def safe(self) -> bool:
        """No GEVAAR lies there."""
        return PERIL not in self.laid


@dataclass(frozen=True, slots=True)
class Turned:
    """How the last turn ended: the two cards, the guess (None: a card was seen), what was kept, and whether two cancelled."""

    seat: int
    cards: tuple[str, ...]
    right: bool | None
    kept: tuple[str, ...] = ()
    cancelled: bool = False

    def to_json(self) -> dict[str, Json]:
        """As plain JSON."""
        return {
            "seat": self.seat,
            "cards": list(self.cards),
            "right": self.right,
            "kept": list(self.kept),
            "cancelled": self.cancelled,
        }


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know about a running game. `held` are the two cards told; `discard` counts each of KINDS."""

    rules: HouseRules
    players: tuple[Player, ...]
    discard: tuple[int, ...] = (0,) * len(KINDS)
    held: tuple[str, ...] = ()
    shuffled: int = 0
    phase: Phase = "start"
    turn: int | None = None
    last: Turned | None = None
    step: int = 1
    spell: int = 1
    comings: int = 1

    @property
    def present(self) -> tuple[int, ...]:
        """Seats at the table."""
        return tuple(seat for seat, player in enumerate(self.players) if player.present)

    @property
    def draw(self) -> Counter[str]:
        """The draw pile by kind: all that lies nowhere else. Nobody at the table knows its order."""
        seen = Counter(card for player in self.players for card in player.laid) + Counter(self.held)
        thrown = dict(zip(KINDS, self.discard, strict=True))
        return Counter({kind: DECK[kind] - seen[kind] - thrown[kind] for kind in KINDS})

    @property
    def winner(self) -> int | None:
        """Who has the four adventures and no GEVAAR (C17)."""
        won = (seat for seat, p in enumerate(self.players) if p.adventures == len(ADVENTURES) and p.safe)
        return next(won, None)

    def left_of(self, seat: int) -> int | None:
        """The next player at the table to the left; the seat itself where nobody else is there."""
        order = [(seat + n) % len(self.players) for n in range(1, len(self.players) + 1)]
        return next((other for other in order if self.players[other].present), None)


def set_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def lay_out(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of KINDS."""
    return tuple(sorted(cards, key=KINDS.index))


def as_counts(counts: tuple[int, ...]) -> dict[str, int]:
    """A pile as a table by kind."""
    return dict(zip(KINDS, counts, strict=True))
