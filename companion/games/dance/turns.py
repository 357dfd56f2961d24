"""A turn of the dance: the ring is rolled, the first placement chooses the sector, every alien brought there is a point."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.dance.state import State
from companion.games.refusal import refuse
from companion.games.ship_play.seats import Ledger, Spot, book, put_aboard, take_off

__all__ = ["Task", "end_if_won", "finish_turn", "may_end", "open_roll", "place", "remove", "task"]

POINTS_EACH = 1
"""For every alien brought to dance on your turn (rulebook: How to Play)."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a turn allows now: an alien placed in one of `sectors`, or one taken from one of `spots`."""

    sectors: tuple[int, ...] = ()
    spots: tuple[Spot, ...] = ()


def task(state: State) -> Task:
    """Aliens that are not aboard come first; when all dance, they are taken from other sectors (rulebook: How to Play)."""
    if state.roll is None or state.phase != "dancing":
        return Task()
    return Task(_sectors(state), _sources(state))


def _sectors(state: State) -> tuple[int, ...]:
    """Where an alien may be placed: in the area chosen, else in any sector none of those in hand comes from (D4)."""
    if not state.pouch and not state.hand:
        return ()
    if state.area is not None:
        return (state.area[1],)
    return tuple(sector for sector in range(1, state.sectors + 1) if _may_come(state, sector, state.hand))


def _sources(state: State) -> tuple[Spot, ...]:
    """Where an alien may be taken from: another sector than the area's, and so that one is left to dance in (D4, D5)."""
    if state.pouch:
        return ()
    standing = sorted(set(state.aboard))
    if state.area is not None:
        return tuple(spot for spot in standing if _may_come(state, state.area[1], (spot,)))
    return tuple(spot for spot in standing if _place_left(state, (*state.hand, spot)))


def _place_left(state: State, hand: tuple[Spot, ...]) -> bool:
    return any(_may_come(state, sector, hand) for sector in range(1, state.sectors + 1))


def _may_come(state: State, sector: int, hand: tuple[Spot, ...]) -> bool:
    """Whether these aliens may be brought to that sector of the rolled ring: from other sectors only (D4)."""
    if state.rules.same_sector_source:
        return (state.ring, sector) not in hand
    return all(spot[1] != sector for spot in hand)


def may_end(state: State) -> bool:
    """At least one alien was brought, and none is in a hand."""
    return state.roll is not None and state.tried > 0 and not state.hand


def open_roll(state: State, seat: int, value: int | None) -> State:
    """`seat` rolls: from here falls are on their account (B3), and the turn before is settled."""
    ledger = Ledger(seat, state.players[seat].score)
    return replace(state.put_down(), turn=seat, roll=value, blame=seat, ledger=ledger, area=None, brought=())


def finish_turn(state: State) -> State:
    """The dice are passed on."""
    return state if state.phase == "over" else state.passed_on()


def place(state: State, seat: int, spot: Spot) -> State:
    """An alien joins the dance: from the hand first, else one that was not aboard; the first one chooses the area."""
    if state.hand:
        aboard = tuple(sorted((*state.aboard, spot)))
        state = replace(state, aboard=aboard, hand=state.hand[1:])
    else:
        state = put_aboard(state, spot)
    area = spot if state.area is None else state.area
    state = replace(state, area=area, tried=state.tried + 1, brought=(*state.brought, spot), step=state.step + 1)
    return end_if_won(book(state, seat, plus=POINTS_EACH))


def remove(state: State, spot: Spot) -> State:
    """An alien is taken off, to be placed in the area; before the roll it only lies with those that are not aboard."""
    state = take_off(state, (spot,), "rulebook: How to Play")
    brought = tuple((Counter(state.brought) & Counter(state.aboard)).elements())
    state = replace(state, brought=brought, step=state.step + 1)
    return replace(state, pouch=state.pouch + 1) if state.roll is None else replace(state, hand=(*state.hand, spot))


def end_if_won(state: State) -> State:
    """Rulebook, Winning: one player has scored 100, unless the house finishes the round first (D10)."""
    if state.phase == "dancing" and state.rules.hundred_ends == "now" and state.has_winner:
        return end(state, "hundred")
    return state


def end_if_all_fell(state: State) -> State:
    """Rulebook, Winning: every alien has fallen (D12)."""
    if state.phase == "dancing" and state.out == state.aliens:
        return end(state, "all-fallen")
    return state


def end(state: State, reason: str) -> State:
    """The game is over; the roll stays noted, for the case that the last alien turns out to have fallen."""
    return state if state.phase == "over" else replace(state, phase="over", reason=reason, step=state.step + 1)


def refuse_pending(state: State, kind: str) -> None:
    """Refuse what only a rolled turn allows, where none is being played."""
    if state.roll is None or state.phase != "dancing":
        refuse("not-awaited", "rulebook: How to Play", kind=kind)
