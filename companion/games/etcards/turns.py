"""A turn: two cards are told, the player guesses, and what may be kept is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from companion.games.contract import Json
from companion.games.etcards.state import (
    FLIGHT,
    KINDS,
    PAIR,
    PERIL,
    Player,
    State,
    Turned,
    lay_out,
    set_player,
)
from companion.games.refusal import malformed, read_flag, read_int, refuse

__all__ = ["announce", "begin_turn", "drawable", "first", "guess", "keeps", "peek", "read_cards", "read_seat", "throw"]

PLAYING = "rulebook: Playing the Game"
Fields = Mapping[str, Json]


def read_seat(state: State, action: Fields) -> int:
    """A seat at the table."""
    return read_int(action.get("seat"), "seat", 0, len(state.players) - 1)


def read_cards(value: Json, name: str) -> tuple[str, ...]:
    """Kinds of cards."""
    if not isinstance(value, list | tuple) or not all(isinstance(card, str) and card in KINDS for card in value):
        malformed(f"{name} must be a list of {', '.join(KINDS)}")
    return lay_out(value)


def first(state: State, action: Fields, *, ruling: bool) -> State:
    """Who starts; anybody may (C21)."""
    if state.phase != "start" and not ruling:
        refuse("not-awaited", "rulebook: Setup", kind="first")
    seat = read_seat(state, action)
    if not state.players[seat].present:
        refuse("not-present", "rulebook: Setup", seat=seat)
    return begin_turn(replace(throw(state, state.held), held=(), phase="play"), seat)


def begin_turn(state: State, seat: int | None) -> State:
    """Two cards are drawn and held to the forehead."""
    return replace(state, turn=seat, held=(), spell=state.spell + 1)


def throw(state: State, cards: Iterable[str]) -> State:
    """Cards onto the discard pile; they must come from somewhere."""
    more = Counter(cards)
    return replace(state, discard=tuple(n + more[kind] for kind, n in zip(KINDS, state.discard, strict=True)))


def _of_turn(state: State, action: Fields, *, ruling: bool) -> int:
    """The player on turn."""
    seat = state.turn
    if seat is None:
        refuse("not-awaited", PLAYING, kind=str(action["type"]))
    told = read_seat(state, action) if "seat" in action else seat
    if told != seat and not ruling:
        refuse("not-your-turn", PLAYING, seat=told, turn=seat)
    return told


# --- the two cards


def drawable(state: State) -> tuple[tuple[str, str], ...]:
    """Every pair of kinds that can be drawn now; with one card left that card is among them (C18)."""
    draw = state.draw
    left, thrown = draw.total(), Counter(dict(zip(KINDS, state.discard, strict=True)))
    pool = draw if left >= PAIR else draw + thrown
    last = next((kind for kind in KINDS if draw[kind]), None) if left == 1 else None
    pairs = [(one, other) for one, other in combinations(KINDS, 2) if pool[one] and pool[other]]
    pairs += [(kind, kind) for kind in KINDS if pool[kind] >= PAIR]
    return tuple(pair for pair in pairs if last is None or last in pair)


def announce(state: State, action: Fields, *, ruling: bool) -> State:
    """The opponents say what is on the two cards, truly (C2), not which is which."""
    seat = _of_turn(state, action, ruling=ruling)
    if state.held and not ruling:
        refuse("not-awaited", PLAYING, kind="announce")
    cards = read_cards(action.get("cards"), "cards")
    if len(cards) != PAIR:
        malformed(f"cards must be {PAIR} kinds")
    state = replace(state, held=(), turn=seat)
    _check_drawable(state, cards, ruling=ruling)
    state = _reshuffled(state)
    held = replace(state, held=cards, last=None, spell=state.spell + 1)
    only = keeps(held, seat)
    return _settle(held, seat, Turned(seat, cards, right=True), only[0]) if len(set(cards)) == 1 and len(only) == 1 else held


def _check_drawable(state: State, cards: tuple[str, ...], *, ruling: bool) -> None:
    """Cards that lie elsewhere cannot be drawn; of the last one before a shuffle a ruling may say otherwise."""
    pairs = {tuple(lay_out(pair)) for pair in drawable(state)}
    if cards in pairs:
        return
    everywhere = state.draw + Counter(dict(zip(KINDS, state.discard, strict=True)))
    pool = everywhere if state.draw.total() < PAIR else state.draw
    short = [card for card, count in Counter(cards).items() if pool[card] < count]
    if short:
        refuse("none-left", "rulebook: Components", card=short[0], left=pool[short[0]])
    if not ruling:
        refuse("not-the-last-card", "C18", card=next(kind for kind in KINDS if state.draw[kind]))


def _reshuffled(state: State) -> State:
    """The discard pile is the new draw pile, once fewer than two cards are left (C18)."""
    if state.draw.total() >= PAIR:
        return state
    return replace(state, discard=(0,) * len(KINDS), shuffled=state.shuffled + 1)


# --- the guess


def keeps(state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """What may be kept after a right guess, most first: duplicates never (C19), the rest as the house says (C7, C8)."""
    fresh = lay_out({card for card in state.held if card not in state.players[seat].laid})
    sizes = range(len(fresh), -1, -1) if state.rules.keep == "per-card" else sorted({len(fresh), 0}, reverse=True)
    sets = [kept for size in sizes for kept in combinations(fresh, size)]
    forced = {PERIL} & set(fresh) if not state.rules.refuse_gevaar else set()
    return tuple(kept for kept in sets if forced <= set(kept))


def guess(state: State, action: Fields, *, ruling: bool) -> State:
    """Right: keep what you will. Wrong: both away, but a GEVAAR stays (C9 to C11). Of two alike every guess is right (C3)."""
    seat = _holding(state, action, ruling=ruling)
    if "right" not in action:
        malformed("right is missing")
    right = read_flag(action, "right")
    if not right:
        return _wrong(state, action, seat, ruling=ruling)
    return _settle(state, seat, Turned(seat, state.held, right=True), _kept(state, action, seat, ruling=ruling))


def _holding(state: State, action: Fields, *, ruling: bool) -> int:
    seat = _of_turn(state, action, ruling=ruling)
    if not state.held:
        refuse("not-awaited", PLAYING, kind=str(action["type"]))
    return seat


def _kept(state: State, action: Fields, seat: int, *, ruling: bool) -> tuple[str, ...]:
    allowed = keeps(state, seat)
    if "keep" not in action:
        return allowed[0]
    kept = read_cards(action["keep"], "keep")
    if Counter(kept) - Counter(state.held):
        malformed("keep must be among the two cards")
    twice = next((card for card in kept if card in state.players[seat].laid or kept.count(card) > 1), None)
    if twice is not None:
        refuse("have-one", PLAYING, card=twice)
    if kept not in allowed and not ruling:
        refuse("cannot-keep-that", "C7, C8", keep=list(kept), allowed=[list(cards) for cards in allowed])
    return kept


def _wrong(state: State, action: Fields, seat: int, *, ruling: bool) -> State:
    if "keep" in action:
        malformed("after a wrong guess nothing is chosen")
    if len(set(state.held)) == 1 and not ruling:
        refuse("cannot-be-wrong", "C3")
    forced = (PERIL,) if PERIL in state.held and state.players[seat].safe else ()
    return _settle(state, seat, Turned(seat, state.held, right=False), forced)


def peek(state: State, action: Fields, *, ruling: bool) -> State:
    """The player has seen a card: both are discarded, and the turn is over (C20)."""
    seat = _holding(state, action, ruling=ruling)
    return _settle(state, seat, Turned(seat, state.held, right=None), ())


def _settle(state: State, seat: int, turned: Turned, kept: tuple[str, ...]) -> State:
    """Lay out what is kept, throw the rest away; VLIEG and GEVAAR cancel at once, in either order (C11, C12, C15)."""
    player, away = state.players[seat], Counter(state.held) - Counter(kept)
    laid = (*player.laid, *kept)
    cancelled = FLIGHT in laid and PERIL in laid
    if cancelled:
        away += Counter((FLIGHT, PERIL))
        laid = tuple(card for card in laid if card not in (FLIGHT, PERIL))
    state = set_player(replace(state, held=()), seat, Player(player.name, lay_out(laid), player.present))
    state = replace(throw(state, away.elements()), last=replace(turned, kept=kept, cancelled=cancelled))
    if state.winner is not None:
        return replace(state, phase="over", spell=state.spell + 1)
    return begin_turn(state, state.left_of(seat))
