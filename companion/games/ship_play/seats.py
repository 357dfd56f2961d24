"""The part of a state that both games on the ship have: who plays, whose turn it is, and where the aliens are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, Self, TypeVar

from companion.games.contract import Json, Switch
from companion.games.refusal import refuse

__all__ = [
    "MOST_PLAYERS",
    "NO_YES",
    "SHARED_SWITCHES",
    "Ledger",
    "Player",
    "SharedRules",
    "ShipState",
    "Spot",
    "book",
    "next_seat",
    "put_aboard",
    "ranked",
    "set_player",
    "take_off",
]

Spot = tuple[int, int]
"""Ring (1 is the innermost) and sector (1 to 4)."""

MOST_PLAYERS = 8
"""The rulebook names no number; two to four are recommended, one to eight allowed (B1)."""

NO_YES = (False, True)

SHARED_SWITCHES = (
    Switch("aliens.fallen", "out", "B8", ("out", "back-to-pouch")),
    Switch("aliens.order", "by-roll", "B2", ("by-roll", "clockwise")),
    Switch("aliens.turn_grace_s", 0, "B3", bounds=(0, 60)),
    Switch("aliens.bump", "active", "B4", ("active", "bumper", "nobody")),
    Switch("aliens.toppled_counts", default=False, decision="B5", values=NO_YES),
    Switch("aliens.rim_touch_is_crash", default=False, decision="B6", values=NO_YES),
    Switch("aliens.fall_on_placement", "only-minus", "B9", ("only-minus", "plus-then-minus", "nothing")),
)
"""The house rules that both games ask about, in the rulebook's own words for both."""


@dataclass(frozen=True, slots=True)
class SharedRules:
    """The chosen value of every switch that both games have."""

    fallen: Literal["out", "back-to-pouch"] = "out"
    order: Literal["by-roll", "clockwise"] = "by-roll"
    turn_grace_s: float = 0
    bump: Literal["active", "bumper", "nobody"] = "active"
    toppled_counts: bool = False
    rim_touch_is_crash: bool = False
    fall_on_placement: Literal["only-minus", "plus-then-minus", "nothing"] = "only-minus"

    @classmethod
    def switch_id(cls, name: str) -> str:
        """The id of the switch that a field holds."""
        return f"aliens.{name}"

    def to_options(self) -> dict[str, Json]:
        """The house rules by their switch ids."""
        return {self.switch_id(f.name): getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_options(cls, options: Mapping[str, Json]) -> Self:
        """The house rules from settled options."""
        return cls(**{f.name: options[cls.switch_id(f.name)] for f in fields(cls)})


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

    def score(self, floor: int | None) -> int:
        """The score now; a crash never takes it below `floor` (rulebook: Crashing, B31, D1)."""
        score = self.base + self.plus - self.minus
        return score if floor is None else max(floor, score)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipState(ABC):
    """What there is to know about any game on the ship. Aliens are alike: those aboard are a sorted tuple of spots.

    `roll` is the roll being carried out, None while one is awaited. `blame` is who pays for a fall now: whoever rolled
    last (B3). `step`, `incidents` and `comings` count, so that awaits have ids.
    """

    rules: SharedRules
    points: tuple[int, ...]
    sectors: int
    aliens: int
    players: tuple[Player, ...]
    pouch: int
    aboard: tuple[Spot, ...] = ()
    out: int = 0
    order: tuple[int, ...] = ()
    phase: str = "start"
    turn: int | None = None
    roll: int | None = None
    blame: int | None = None
    ledger: Ledger | None = None
    reason: str | None = None
    step: int = 1
    incidents: int = 1
    comings: int = 1

    @property
    def rings(self) -> int:
        """Number of rings."""
        return len(self.points)

    @property
    def floor(self) -> int | None:
        """The lowest score a crash can leave; None: there is none."""
        return 0

    @abstractmethod
    def begun(self) -> Self:
        """The order of play is settled: the game's first phase."""

    def put_down(self) -> Self:
        """The roll is over or void; whose turn it is stays."""
        return replace(self, roll=None, step=self.step + 1)

    def passed_on(self) -> Self:
        """The dice go to the next player, whatever became of the roll."""
        return replace(self.put_down(), turn=None if self.turn is None else next_seat(self, self.turn))


S = TypeVar("S", bound=ShipState)


def set_player(state: S, seat: int, player: Player) -> S:
    """The state with one seat changed."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def book(state: S, seat: int, *, plus: int = 0, minus: int = 0) -> S:
    """Write points down for a seat: through the ledger if it is the last roll's player, else at once."""
    player = state.players[seat]
    ledger = state.ledger
    if ledger is not None and ledger.seat == seat:
        ledger = replace(ledger, plus=ledger.plus + plus, minus=ledger.minus + minus)
        return set_player(replace(state, ledger=ledger), seat, replace(player, score=ledger.score(state.floor)))
    score = Ledger(seat, player.score, plus, minus).score(state.floor)
    return set_player(state, seat, replace(player, score=score))


def next_seat(state: ShipState, after: int) -> int | None:
    """The next player at the table in the order of play; None when all are away."""
    start = state.order.index(after) + 1 if after in state.order else 0
    round_ = (*state.order[start:], *state.order[:start])
    return next((seat for seat in round_ if state.players[seat].present), None)


def ranked(state: ShipState) -> tuple[tuple[int, ...], ...]:
    """The seats from best to worst, equal scores together (B12)."""
    scores = sorted({player.score for player in state.players}, reverse=True)
    return tuple(tuple(seat for seat, p in enumerate(state.players) if p.score == score) for score in scores)


def put_aboard(state: S, spot: Spot) -> S:
    """Take an alien from the pouch (a ruling may take one that was out) and stand it on the ship."""
    if state.pouch == 0 and state.out == 0:
        refuse("pouch-empty", "rulebook: Playing Equipment", aliens=state.aliens)
    from_out = 1 if state.pouch == 0 else 0
    aboard = tuple(sorted((*state.aboard, spot)))
    return replace(state, aboard=aboard, pouch=state.pouch - 1 + from_out, out=state.out - from_out)


def take_off(state: S, spots: tuple[Spot, ...], rule: str = "rulebook: Phase 2") -> S:
    """Take aliens off the ship, each from a spot where one stands."""
    left = Counter(state.aboard)
    left.subtract(spots)
    missing = [spot for spot, count in left.items() if count < 0]
    if missing:
        refuse("no-alien-there", rule, ring=missing[0][0], sector=missing[0][1])
    return replace(state, aboard=tuple(sorted(left.elements())))
