"""Crashing: what falls cost and where the fallen go. The penalty is CRASH_PENALTY; `pay` books it, never below zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.aliens.state import Handled, State
from companion.games.aliens.turns import end_if_empty, finish_roll, pass_if_idle, task, turn_phase
from companion.games.refusal import refuse
from companion.games.ship_play.falls import CRASH_PENALTY, pay
from companion.games.ship_play.seats import Spot, book, take_off

__all__ = ["CRASH_PENALTY", "Fall", "Hand", "crash", "fall_after_all", "hand_of", "pay"]

Hand = Literal["placing", "placed", "removing", "removed"]


@dataclass(frozen=True, slots=True)
class Fall:
    """`count` aliens fell from the spots `gone`; `blamed` pays, None: nobody does.

    `own`: one of them is the alien in the player's hand; `own_spot` is where it was meant to stand, if it never stood.
    `goes`: where the fallen end up (B8).
    """

    count: int
    gone: tuple[Spot, ...]
    blamed: int | None
    goes: Literal["out", "back-to-pouch"]
    own: bool = False
    own_spot: Spot | None = None


@dataclass(frozen=True, slots=True)
class _Toll:
    """What a fall comes to.

    `gone` leave the ship and `from_pouch` more the pouch; `returned` of the gone reach the bag, the rest have fallen;
    the player whose alien it was gets `points`; `charged` aliens cost the blamed their penalty.
    """

    gone: tuple[Spot, ...]
    charged: int
    from_pouch: int = 0
    returned: int = 0
    seat: int | None = None
    points: int = 0
    ends_roll: bool = False


def hand_of(state: State) -> Hand | None:
    """Which alien "own" means now: the one about to be placed or removed, or the one the last roll's player just did."""
    pending = task(state)
    if pending is not None:
        return "placing" if pending.kind == "place" else "removing"
    if state.handled is None:
        return None
    return "placed" if state.handled.verb == "place" else "removed"


def crash(state: State, fall: Fall) -> State:
    """Aliens fell: take them off, charge whoever is to blame, and see whether the game goes on."""
    hand = hand_of(state) if fall.own else None
    if fall.own and hand is None:
        refuse("nothing-in-hand", "B9")
    toll = _plain(state, fall) if hand is None else _TOLLS[hand](state, fall)
    state = _clear_away(_reopen(state) if fall.own else state, toll, fall.goes)
    if toll.seat is not None:
        state = book(state, toll.seat, plus=toll.points)
    state = pay(state, fall.blamed, toll.charged)
    state = replace(state, incidents=state.incidents + 1, handled=None if fall.own else _still_standing(state))
    state = finish_roll(state) if toll.ends_roll else state
    return pass_if_idle(end_if_empty(turn_phase(state), "all-returned" if toll.returned else "all-fallen"))


def _still_standing(state: State) -> Handled | None:
    """The alien last placed cannot fall a second time."""
    handled = state.handled
    gone = handled is not None and handled.verb == "place" and handled.spot not in state.aboard
    return None if gone else handled


def fall_after_all(state: State) -> bool:
    """Whether the move that ended the game may still turn out to be a fall: its alien slipped or did not stand."""
    handled = state.handled
    if state.phase != "over" or handled is None or handled.phase == "over":
        return False
    return handled.verb == "place" or state.rules.slip_is_fall


def _reopen(state: State) -> State:
    """Undo an ending that rested on the alien which has now fallen."""
    if state.handled is None or not fall_after_all(state):
        return state
    return replace(state, phase=state.handled.phase, reason=None)


def _clear_away(state: State, toll: _Toll, goes: str) -> State:
    """Take the toll's aliens off; the fallen go out of play, or back to the pouch where the house says so (B8)."""
    state = take_off(state, toll.gone)
    lost = len(toll.gone) - toll.returned + toll.from_pouch
    pouch = state.pouch - toll.from_pouch + toll.returned
    if goes == "out":
        return replace(state, pouch=pouch, out=state.out + lost)
    state = replace(state, pouch=pouch + lost)
    return _not_all_sent(state) if lost else state


def _not_all_sent(state: State) -> State:
    """The turn that emptied the pouch filled it again: phase 2 has not begun yet (B20)."""
    handled = state.handled
    if state.phase == "returning" and handled is not None and handled.phase == "sending":
        return replace(state, phase="sending")
    return state


def _plain(state: State, fall: Fall) -> _Toll:
    _check_count(state, fall, len(fall.gone))
    return _Toll(fall.gone, charged=fall.count)


def _placing(state: State, fall: Fall) -> _Toll:
    """It fell before it was scored: the fall stands in place of the placement (B9)."""
    gone, own_spot = fall.gone, fall.own_spot
    if fall.count == len(gone):
        own_spot = _not_standing(state, fall)
        gone = _without(gone, own_spot)
    _check_count(state, fall, len(gone) + 1)
    keeps = state.rules.fall_on_placement == "plus-then-minus" and own_spot is not None
    points = state.points_at(own_spot) if keeps and own_spot else 0
    return _Toll(gone, _charged(state, fall), from_pouch=1, seat=state.turn, points=points, ends_roll=True)


def _placed(state: State, fall: Fall) -> _Toll:
    """It had been scored: its points go again, unless the house lets them stand (B9)."""
    handled = _handled(state)
    gone = fall.gone if fall.count == len(fall.gone) and handled.spot in fall.gone else (*fall.gone, handled.spot)
    _check_count(state, fall, len(gone))
    points = 0 if state.rules.fall_on_placement == "plus-then-minus" else -handled.points
    return _Toll(gone, _charged(state, fall), seat=handled.seat, points=points, ends_roll=_rolled_to_the_end(state))


def _removing(state: State, fall: Fall) -> _Toll:
    """The alien being lifted out slipped: the first of `gone` (B29). It ends the roll either way."""
    pending = task(state)
    _check_count(state, fall, max(len(fall.gone), 1))
    if not fall.gone:
        refuse("gone-does-not-add-up", "B29", count=fall.count, gone=0, aboard=len(state.aboard))
    grabbed = next((spot for spot in fall.gone if pending and spot in pending.spots), None)
    if grabbed is None:
        refuse("no-alien-there", "B29", spots=[list(spot) for spot in pending.spots] if pending else [])
    if state.rules.slip_is_fall:
        return _Toll(fall.gone, fall.count, ends_roll=True)
    points = state.points_at(grabbed)
    return _Toll(fall.gone, fall.count - 1, returned=1, seat=state.turn, points=points, ends_roll=True)


def _removed(state: State, fall: Fall) -> _Toll:
    """The alien scored as removed had slipped (B29): where that is a fall, its points go again."""
    handled = _handled(state)
    gone = _without(fall.gone, handled.spot) if fall.count == len(fall.gone) else fall.gone
    _check_count(state, fall, len(gone) + 1)
    if not state.rules.slip_is_fall:
        return _Toll(gone, fall.count - 1)
    ends_roll = _rolled_to_the_end(state)
    return _Toll(gone, fall.count, from_pouch=1, seat=handled.seat, points=-handled.points, ends_roll=ends_roll)


_TOLLS: dict[Hand, Callable[[State, Fall], _Toll]] = {
    "placing": _placing,
    "placed": _placed,
    "removing": _removing,
    "removed": _removed,
}


def _rolled_to_the_end(state: State) -> bool:
    """Whether the game ended on a roll that is still noted: it has been carried out once the game goes on."""
    return state.phase == "over" and state.roll is not None


def _charged(state: State, fall: Fall) -> int:
    """How many aliens of a fall with an own placement cost points (B9)."""
    return fall.count - 1 if state.rules.fall_on_placement == "nothing" else fall.count


def _handled(state: State) -> Handled:
    assert state.handled is not None
    return state.handled


def _check_count(state: State, fall: Fall, told: int) -> None:
    """`count` and `gone` must tell the same story, and it must fit the ship."""
    if fall.count != told:
        most = len(state.aboard) + (1 if fall.own else 0)
        code = "too-many-fell" if fall.count > most else "gone-does-not-add-up"
        refuse(code, "rulebook: Crashing", count=fall.count, gone=len(fall.gone), aboard=len(state.aboard))


def _not_standing(state: State, fall: Fall) -> Spot:
    """The spot of `gone` that is the own alien's: the one told, the one where none stands (yet), or the only one."""
    if fall.own_spot is not None and fall.own_spot in fall.gone:
        return fall.own_spot
    unsaid = fall.own_spot is None
    surplus = Counter(fall.gone) - Counter(state.aboard)
    if unsaid and (surplus or fall.count == 1):
        return next(iter(surplus or fall.gone))
    return refuse("gone-does-not-add-up", "B9", count=fall.count, gone=len(fall.gone), aboard=len(state.aboard))


def _without(gone: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
    """`gone` less one alien at `spot`, if it is among them."""
    if spot not in gone:
        return gone
    at = gone.index(spot)
    return (*gone[:at], *gone[at + 1 :])
