"""The frozen state of the E.T. board game: one shared mover, and what each player owns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from companion.games.contract import Json
from companion.games.etboard.board import RingBoard, Space

__all__ = [
    "BANK",
    "PIECES",
    "SEATS",
    "Ask",
    "HouseRules",
    "News",
    "Player",
    "State",
    "costumes_for",
    "gain",
    "set_player",
    "told",
]

BANK, PIECES = 86, 8
SEATS = (2, 4)
Phase = Literal["start", "play", "over"]
AskKind = Literal["space", "chips", "roll", "guess", "fly", "ascend"]


def costumes_for(players: int) -> int:
    """Costume cards in the game: 4 for two players, 5 for three, 6 for four."""
    return players + 2


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen value of every `et.*` switch."""

    follow_board: Literal["if-verified", "always", "never"] = "if-verified"
    match_after_flight: Literal["left-of-guesser", "another-turn", "if-mover-guessed"] = "left-of-guesser"
    arrow_compulsory: bool = True
    blocked_arrow_pays: bool = False
    hide_kind: Literal["title", "number", "fixed-or-roll"] = "title"

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {f"et.{f.name}": getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_options(options: Mapping[str, Json]) -> HouseRules:
        """The house rules from settled options."""
        return HouseRules(**{id_.removeprefix("et."): value for id_, value in options.items()})

    def follows(self, board: RingBoard) -> bool:
        """Whether the companion may say what is printed where: only of a board somebody has looked at, or by order."""
        wanted = self.follow_board == "always" or (self.follow_board == "if-verified" and board.verified)
        return wanted and board.complete


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: chips, and costume cards in hand."""

    name: str
    chips: int = 0
    costumes: int = 0
    present: bool = True


@dataclass(frozen=True, slots=True)
class Ask:
    """What the game cannot go on without, and from whom. `why` is the roll's purpose, the danger, or what pays.

    `chips` is what was told with an arrow that is still to be climbed.
    """

    kind: AskKind
    seat: int
    why: str = ""
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class News:
    """What the last action did: a code, whom it concerned, and their chips."""

    code: str
    seat: int | None = None
    chips: int = 0

    def to_json(self) -> dict[str, Json]:
        """As plain JSON."""
        return {"code": self.code, "seat": self.seat, "chips": self.chips}


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know about a running game.

    `ring` counts from the outermost, 1; `space` is None where nobody knows it. `call` is the number said aloud, `rolled` what
    moved E.T. in this turn, `flown` the seat that last guessed right in it.
    """

    rules: HouseRules
    board: RingBoard
    players: tuple[Player, ...]
    pile: int
    pieces: int = 0
    ring: int = 1
    space: int | None = None
    worn: bool = False
    phase: Phase = "start"
    turn: int | None = None
    call: int | None = None
    rolled: int | None = None
    flown: int | None = None
    ask: Ask | None = None
    news: tuple[News, ...] = ()
    step: int = 1
    spell: int = 1
    comings: int = 1

    @property
    def present(self) -> tuple[int, ...]:
        """Seats at the table."""
        return tuple(seat for seat, player in enumerate(self.players) if player.present)

    @property
    def here(self) -> Space | None:
        """The printed space E.T. stands on, where the companion knows it."""
        return None if self.space is None else self.board.at(self.ring, self.space)

    @property
    def complete(self) -> bool:
        """Whether the transmitter is put together, so that the fourth ring is open."""
        return self.pieces == PIECES

    def left_of(self, seat: int) -> int | None:
        """The next player at the table to the left of a seat; the seat itself where nobody else is there."""
        order = [(seat + n) % len(self.players) for n in range(1, len(self.players) + 1)]
        return next((other for other in order if self.players[other].present), None)


def set_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat changed."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def told(state: State, code: str, seat: int | None = None, chips: int = 0) -> State:
    """The state with one more piece of news."""
    return replace(state, news=(*state.news, News(code, seat, chips)))


def gain(state: State, seat: int, chips: int, code: str) -> State:
    """Chips from the bank, which never runs out (E13); or into it, at most what the player has (E12)."""
    player = state.players[seat]
    now = max(0, player.chips + chips)
    return told(set_player(state, seat, replace(player, chips=now)), code, seat, now - player.chips)
