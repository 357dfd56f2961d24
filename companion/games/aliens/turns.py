"""A roll and what it asks for, in both phases; placing, removing, passing; the three endings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.aliens.state import Handled, State
from companion.games.ship_play.seats import Ledger, Spot, book, next_seat, put_aboard, take_off

__all__ = [
    "Task",
    "end",
    "end_if_empty",
    "end_if_one_sector",
    "finish_roll",
    "hand_on",
    "open_roll",
    "pass_if_idle",
    "place",
    "remove",
    "settle",
    "task",
    "turn_phase",
]

PASS, SIX = 5, 6


@dataclass(frozen=True, slots=True)
class Task:
    """What the roll asks for: place in one of `sectors`, or remove from one of `spots`."""

    kind: Literal["place", "remove"]
    why: Literal["roll", "six", "overtime"]
    sectors: tuple[int, ...] = ()
    spots: tuple[Spot, ...] = ()


def task(state: State) -> Task | None:
    """What the pending roll asks for; None when nothing can be done with it, so the dice are passed."""
    if state.roll is None or state.roll == PASS or state.phase not in {"sending", "returning"}:
        return None
    return _send(state, state.roll) if state.phase == "sending" else _return(state, state.roll)


def _send(state: State, roll: int) -> Task | None:
    """Rulebook, phase 1: 1 to 4 send an alien to that sector, 6 to any."""
    if state.pouch == 0:
        return None
    if roll == SIX:
        return Task("place", "six", sectors=tuple(range(1, state.sectors + 1)))
    return Task("place", "roll", sectors=(roll,))


def _return(state: State, roll: int) -> Task | None:
    """Rulebook, phase 2: 1 to 4 remove from that sector, else overtime; a 6 removes from any and never adds (B25, B26)."""
    spots = tuple(sorted(set(state.aboard))) if roll == SIX else state.spots_in(roll)
    if spots:
        return Task("remove", "six" if roll == SIX else "roll", spots=spots)
    manned = tuple(sorted({sector for _, sector in state.aboard}))
    if roll == SIX or not manned or state.pouch == 0:
        return None
    return Task("place", "overtime", sectors=manned)


def open_roll(state: State, seat: int, value: int | None) -> State:
    """`seat` rolls: from here falls are on their account (B3), and the placement before is settled.

    A 5, and a roll that leaves nothing to do, passes the dice at once.
    """
    ledger = Ledger(seat, state.players[seat].score)
    state = replace(state, turn=seat, roll=value, blame=seat, ledger=ledger, handled=None)
    return pass_if_idle(replace(state, step=state.step + 1))


def pass_if_idle(state: State) -> State:
    """Pass the dice when the pending roll asks for nothing."""
    return finish_roll(state) if state.roll is not None and task(state) is None else state


def finish_roll(state: State) -> State:
    """The roll is carried out: a six rolls again (B18), else the next player does. An empty pouch opens phase 2 (B19, B20)."""
    return state if state.phase == "over" else turn_phase(hand_on(state))


def hand_on(state: State) -> State:
    """The dice go to whoever rolls next, also of a game that is over and may be reopened."""
    if state.roll != SIX and state.turn is not None:
        state = replace(state, turn=next_seat(state, state.turn))
    return replace(state, roll=None, step=state.step + 1)


def turn_phase(state: State) -> State:
    """Phase 2 starts when the pouch is empty (B20)."""
    if state.phase == "sending" and state.pouch == 0:
        return replace(state, phase="returning")
    return state


def place(state: State, seat: int, spot: Spot) -> State:
    """An alien goes to work: score its ring, and see whether all of them now stand in one sector (B23, B24)."""
    points = state.points_at(spot)
    state = book(put_aboard(state, spot), seat, plus=points)
    state = replace(state, handled=Handled(seat, "place", spot, points, state.phase))
    return finish_roll(end_if_one_sector(state))


def remove(state: State, seat: int, spot: Spot, points: int) -> State:
    """An alien returns to the bag: score the ring where it stood (B16, B33). The last one ends the game, six or not (B27)."""
    state = take_off(state, (spot,))
    state = book(replace(state, pouch=state.pouch + 1), seat, plus=points)
    state = replace(state, handled=Handled(seat, "remove", spot, points, state.phase))
    if state.phase == "returning" and not state.aboard:
        state = end(state, "all-returned")
    return finish_roll(state)


def end_if_one_sector(state: State) -> State:
    """Rulebook, Winning: the game ends when all 10 aliens are on one sector; none may have fallen (B23)."""
    if len(state.aboard) == state.aliens and len({sector for _, sector in state.aboard}) == 1:
        return end(state, "one-sector")
    return state


def end_if_empty(state: State, reason: str) -> State:
    """After a fall: an empty ship ends phase 2 (B22); phase 1 only if no alien is left or the house says so (B21)."""
    if state.aboard or state.phase == "start":
        return state
    if state.phase == "returning" or state.pouch == 0 or state.rules.phase1_wipeout_ends:
        return end(state, reason)
    return state


def settle(state: State) -> State:
    """What pieces somebody told mean for the phase, the end and the pending roll, as if they had been played."""
    state = end_if_one_sector(turn_phase(state))
    if state.phase == "returning" and not state.aboard:
        state = end(state, "all-fallen" if state.out == state.aliens else "all-returned")
    return pass_if_idle(state)


def end(state: State, reason: str) -> State:
    """The game is over; the roll stays noted, for the case that the last move turns out to be a fall."""
    if state.phase == "over":
        return state
    return replace(state, phase="over", reason=reason, step=state.step + 1)
