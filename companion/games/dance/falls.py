"""Crashes in the dance: every alien that falls costs its penalty, and only those that still stand score (D2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.dance.state import State
from companion.games.dance.turns import POINTS_EACH, end, end_if_all_fell, end_if_won
from companion.games.refusal import refuse
from companion.games.ship_play.falls import pay
from companion.games.ship_play.seats import Spot, book, take_off

__all__ = ["Fall", "as_pieces_allow", "crash", "newest", "reopens"]


@dataclass(frozen=True, slots=True)
class Fall:
    """`count` aliens fell, from the spots `gone`; one more than that fell before it ever stood.

    `brought` of them came in this turn (None: as many as can have). `blamed` pays, None: nobody does.
    """

    count: int
    gone: tuple[Spot, ...]
    blamed: int | None
    goes: str
    brought: int | None = None
    own: bool = False


def newest(state: State, gone: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Which of the fallen can be aliens brought in this turn: where others stand among them, those fall first."""
    return tuple((Counter(state.brought) & Counter(gone)).elements())


def reopens(state: State, fall: Fall) -> bool:
    """Whether the alien that ended the game has fallen after all."""
    return state.reason == "hundred" and state.roll is not None and fall.own and newest(state, fall.gone) != ()


def crash(state: State, fall: Fall) -> State:
    """Aliens fell: take them off, charge whoever is to blame, and see whether the dance goes on."""
    never_stood = fall.count - len(fall.gone)
    _check(state, fall, never_stood)
    if reopens(state, fall):
        state = replace(state, phase="dancing", reason=None, step=state.step + 1)
    brought = newest(state, fall.gone)[: fall.brought]
    everyone_danced = not state.pouch and not state.hand
    state = _clear_away(state, fall, never_stood, brought)
    state = _unscore(state, fall, len(brought), never_stood)
    if fall.goes == "back-to-pouch" and everyone_danced and not state.aboard and state.phase == "dancing":
        return end(state, "all-fallen")
    return end_if_won(end_if_all_fell(state))


def _check(state: State, fall: Fall, never_stood: int) -> None:
    """`count`, `gone`, `own` and `brought` must tell the same story, and it must fit the ship."""
    told = {"count": fall.count, "gone": len(fall.gone), "aboard": len(state.aboard)}
    if fall.count > len(state.aboard) + never_stood or Counter(fall.gone) - Counter(state.aboard):
        refuse("too-many-fell", "rulebook: Crashing", **told)
    if never_stood not in {0, 1} or (never_stood and not fall.own):
        refuse("gone-does-not-add-up", "rulebook: Crashing", **told)
    if never_stood and not (state.roll is not None and (state.hand or state.pouch)):
        refuse("nothing-in-hand", "D2")
    most, told_brought = len(newest(state, fall.gone)), fall.brought
    low = 1 if fall.own and not never_stood else 0
    low = max(low, (Counter(fall.gone) - (Counter(state.aboard) - Counter(state.brought))).total())
    if not low <= (most if told_brought is None else told_brought) <= most:
        refuse("not-brought", "D2", brought=low if told_brought is None else told_brought, most=most)


def _clear_away(state: State, fall: Fall, never_stood: int, brought: tuple[Spot, ...]) -> State:
    """The fallen go out of play, or back to the pouch where the house says so (B8)."""
    state = take_off(state, fall.gone, "rulebook: Crashing")
    from_hand = min(never_stood, len(state.hand))
    pouch = state.pouch - (never_stood - from_hand)
    lost_out = fall.count if fall.goes == "out" else 0
    return replace(
        state,
        hand=state.hand[from_hand:],
        tried=state.tried + never_stood,
        brought=tuple(((Counter(state.brought) - Counter(brought)) & Counter(state.aboard)).elements()),
        pouch=pouch + fall.count - lost_out,
        out=state.out + lost_out,
        incidents=state.incidents + 1,
        step=state.step + never_stood,
    )


def _unscore(state: State, fall: Fall, brought: int, never_stood: int) -> State:
    """Points and penalties of the fallen that were brought in this turn follow the house (D2); the others cost theirs."""
    rule = state.rules.fall_on_placement
    gained = never_stood * POINTS_EACH if rule == "plus-then-minus" else -brought * POINTS_EACH
    charged = fall.count - brought - never_stood if rule == "nothing" else fall.count
    if state.ledger is not None and gained:
        state = book(state, state.ledger.seat, plus=gained)
    return pay(state, fall.blamed, charged)


def as_pieces_allow(state: State, fall: Fall) -> Fall:
    """The fall a ruling means, made to fit: aliens that are not there are replaced by the outermost, or left out."""
    standing, told = Counter(state.aboard), Counter(fall.gone)
    listed = list((told & standing).elements())
    outermost_first = sorted((standing - told).elements(), reverse=True)
    in_hand = 1 if fall.own and fall.count > len(fall.gone) and state.roll is not None and (state.hand or state.pouch) else 0
    gone = (*listed, *outermost_first)[: max(0, fall.count - in_hand)]
    if not gone and not in_hand:
        refuse("too-many-fell", "rulebook: Crashing", count=fall.count, gone=len(fall.gone), aboard=len(state.aboard))
    own = fall.own and (in_hand > 0 or newest(state, gone) != ())
    return replace(fall, gone=gone, count=len(gone) + in_hand, brought=None, own=own)
