"""The eight kinds of Action card, each with the fields it needs and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.games.contract import Json
from companion.games.liftoff.agenda import first
from companion.games.liftoff.answers import all_lying_home, put_tile, tiles_for
from companion.games.liftoff.board import POINTS
from companion.games.liftoff.deck import discard_hands, spend
from companion.games.liftoff.play import carry
from companion.games.liftoff.points import send_to_core
from companion.games.liftoff.reading import actor, read_point, read_seat
from companion.games.liftoff.state import Ask, State
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["CARD", "CARD_FIELDS", "POOL", "partner", "play_card"]

Fields = Mapping[str, Json]
POOL = "pool"
"""Where the Garglore lives: the lava pool on the core."""


@dataclass(frozen=True, slots=True)
class Told:
    """A card as it was told: its fields, who plays it, whether it counts whatever the rules say."""

    fields: Fields
    seat: int
    ruling: bool


Play = Callable[[State, Told], State]


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of card: the fields its action has besides `card`, and what it does for a seat."""

    play: Play
    fields: frozenset[str] = frozenset()


def play_card(state: State, action: Fields, *, ruling: bool) -> State:
    """Any number of Action cards, in any order; a card used as payment has no effect (L33)."""
    name = action.get("card")
    if not isinstance(name, str) or name not in CARD:
        malformed(f"card must be one of {', '.join(CARD)}")
    if name not in state.rules.cards() and not ruling:
        refuse("not-in-this-game", "rulebook: Game Variants", card=name)
    card = CARD[name]
    extra = sorted(set(action) & CARD_FIELDS - card.fields)
    if extra:
        malformed(f"{name} has no field {extra[0]!r}")
    seat = _whose(state, action, ruling=ruling)
    return card.play(spend(state, seat, 1, ruling=ruling), Told(action, seat, ruling))


def _whose(state: State, action: Fields, *, ruling: bool) -> int:
    """The player on turn; in teams the partner may play one too (L52)."""
    if "seat" in action and state.turn is not None and read_seat(state, action) == partner(state, state.turn):
        return read_seat(state, action)
    return actor(state, action, ruling=ruling)


def partner(state: State, seat: int) -> int | None:
    """The teammate."""
    return (seat + 2) % 4 if state.rules.preset.teams else None


def _move_the_moon(state: State, told: Told) -> State:
    by = read_int(told.fields.get("by"), "by", -1, 1)
    if not by:
        malformed("by must be 1 or -1")
    return first(state, "moon+" if by > 0 else "moon-")


def _force(phase: str) -> Play:
    """All points have this phase until the turn is over; the later card counts (L11), a new tile too (L12)."""

    def play(state: State, _told: Told) -> State:
        return replace(state, forced=phase, denied=())

    return play


def _tornado(state: State, _told: Told) -> State:
    return all_lying_home(state)


def _electric_storm(state: State, _told: Told) -> State:
    return discard_hands(state)


def _move_your_alien(state: State, told: Told) -> State:
    """One spot, on top of the two moves (L41); also off a platform (L40). In Cutthroat Planet anybody's alien."""
    owner = read_seat(state, told.fields, "owner") if "owner" in told.fields else told.seat
    if owner != told.seat and not state.rules.preset.any_alien and not told.ruling:
        refuse("not-your-alien", "rulebook: Move Your Alien!", seat=owner)
    return carry(state, told.fields, owner, ruling=told.ruling)


def _terraform(state: State, told: Told) -> State:
    """Another tile from the box: chosen, or drawn blindly in some variants, so that the table must say which (L36)."""
    point = read_point(state, told.fields)
    vicious = state.rules.vicious and state.rules.preset.any_alien
    if vicious:
        state = send_to_core(state, point, lying=True, standing=True)
    if state.tile(point).standing:
        refuse("platform-not-empty", "rulebook: Terraform!", point=POINTS[point])
    if state.rules.tiles_told and "kind" not in told.fields:
        return replace(state, ask=Ask("tile", point, "terraform"))
    kind, kinds = told.fields.get("kind"), tiles_for(state, point, "terraform")
    if kind not in kinds:
        refuse("not-in-the-box", "rulebook: Terraform!", kind=str(kind)[:40], kinds=list(kinds))
    if state.rules.tiles_told and not told.ruling:
        refuse("drawn-blindly", "L36")
    return put_tile(state, point, str(kind))


def _garglore(state: State, told: Told) -> State:
    """To any point or his pool; never where he is already (L28)."""
    to = None if told.fields.get("to") == POOL else read_point(state, told.fields, "to")
    if to == state.garglore and not told.ruling:
        refuse("garglore-there-already", "L28", to=POOL if to is None else POINTS[to])
    return replace(state, garglore=to)


CARD: Mapping[str, CardKind] = {
    "move-the-moon": CardKind(_move_the_moon, frozenset({"by"})),
    "supernova": CardKind(_force("full")),
    "tornado": CardKind(_tornado),
    "move-your-alien": CardKind(_move_your_alien, frozenset({"was", "now", "owner"})),
    "asteroids": CardKind(_force("new")),
    "electric-storm": CardKind(_electric_storm),
    "terraform": CardKind(_terraform, frozenset({"point", "kind"})),
    "garglore": CardKind(_garglore, frozenset({"to"})),
}
CARD_FIELDS = frozenset[str]().union(*(card.fields for card in CARD.values()))
