"""What may be done with a roll: the legality of every action of the dance. A ruling skips legality, never the pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.dance import falls, turns
from companion.games.dance.corrections import correct
from companion.games.dance.state import State
from companion.games.refusal import read_flag, read_int, read_type, refuse, refuse_unknown_fields
from companion.games.ship_play import people
from companion.games.ship_play.falls import pay
from companion.games.ship_play.reading import (
    obvious,
    read_blamed,
    read_cause,
    read_gone,
    read_listed_spot,
    read_player,
    read_spot,
    take_start_roll,
)
from companion.games.ship_play.seats import Spot, next_seat, take_off

__all__ = ["perform"]

Fields = Mapping[str, Json]
_HOW = "rulebook: How to Play"


def perform(state: State, action: Fields) -> State:
    """The state after the action; RefusalError where the rules refuse it."""
    kind = read_type(action, _KINDS)
    fields, handler = _KINDS[kind]
    refuse_unknown_fields(action, {"type", "ruling", *fields})
    ruling = read_flag(action, "ruling")
    if state.phase == "over" and kind not in {"correct", "fell"} and not ruling:
        refuse("over", "rulebook: Winning", reason=state.reason)
    after = handler(state, action)
    begins = state.phase == "start" and after.phase == "dancing"
    return turns.end_if_won(turns.end_if_all_fell(after)) if begins else after


def _roll(state: State, action: Fields) -> State:
    """A roll also says that the turn before it is over."""
    value = read_int(action.get("value"), "value", 1, 6)
    if state.phase == "start":
        return take_start_roll(state, action, value)
    if state.roll is None:
        return turns.open_roll(state, read_player(state, action), value)
    ruling = read_flag(action, "ruling")
    if not ruling:
        _refuse_unfinished(state, "roll")
    due = next_seat(state, state.turn) if state.turn is not None else None
    seat = read_int(action["seat"], "seat", 0, len(state.players) - 1) if "seat" in action else due
    if seat is None or (seat != due and not ruling):
        refuse("not-your-turn", _HOW, seat=seat, turn=due)
    passed = turns.finish_turn(state)
    return passed if passed.phase == "over" and not ruling else turns.open_roll(passed, seat, value)


def _refuse_unfinished(state: State, kind: str) -> None:
    """A turn is over once an alien has joined and no hand holds another."""
    if state.hand:
        refuse("alien-in-hand", _HOW, count=len(state.hand))
    if not state.tried:
        refuse("must-bring-one" if kind == "end-turn" else "not-awaited", _HOW, kind=kind)


def _place(state: State, action: Fields) -> State:
    spot = read_spot(state, action)
    seat = read_player(state, action)
    if not read_flag(action, "ruling"):
        turns.refuse_pending(state, "place")
        if "across" in action:
            refuse("across-the-line", "D7", ring=spot[0], sector=spot[1])
        _check_place(state, spot)
    return turns.place(_at_the_ship(state, seat, state.dice[spot[0] - 1]), seat, spot)


def _check_place(state: State, spot: Spot) -> None:
    ring, sector = spot
    if ring != state.ring:
        refuse("wrong-ring", _HOW, ring=ring, rolled=state.ring)
    if state.area is not None and sector != state.area[1]:
        refuse("second-area", _HOW, sector=sector, area=state.area[1])
    if not state.pouch and not state.hand:
        refuse("take-one-first", _HOW, ring=ring, sector=sector)
    if sector not in turns.task(state).sectors:
        refuse("same-sector", "D4", sector=sector)


def _remove(state: State, action: Fields) -> State:
    spot = read_spot(state, action)
    seat = read_player(state, action)
    if not read_flag(action, "ruling"):
        turns.refuse_pending(state, "remove")
        _check_remove(state, spot)
    return turns.remove(_at_the_ship(state, seat), spot)


def _check_remove(state: State, spot: Spot) -> None:
    if state.pouch:
        refuse("reserve-first", _HOW, pouch=state.pouch)
    if spot not in state.aboard:
        refuse("no-alien-there", _HOW, ring=spot[0], sector=spot[1])
    if spot not in turns.task(state).spots:
        if state.area is None:
            refuse("nowhere-to-dance", "D5", sector=spot[1])
        refuse("same-sector", "D4", sector=spot[1])


def _pass(state: State, action: Fields) -> State:
    """Nothing fits into the rolled ring (D6): only the table can see that."""
    seat = read_player(state, action)
    if not read_flag(action, "ruling"):
        turns.refuse_pending(state, "pass")
        if state.hand:
            refuse("alien-in-hand", _HOW, count=len(state.hand))
        if state.tried:
            refuse("not-awaited", _HOW, kind="pass")
    return turns.finish_turn(_at_the_ship(state, seat))


def _end_turn(state: State, action: Fields) -> State:
    seat = read_player(state, action)
    if not read_flag(action, "ruling"):
        turns.refuse_pending(state, "end-turn")
        _refuse_unfinished(state, "end-turn")
    return turns.finish_turn(_at_the_ship(state, seat))


def _at_the_ship(state: State, seat: int, roll: int | None = None) -> State:
    """The state with `seat` carrying out a roll; where a ruling supplies neither, its turn opens with `roll`."""
    if state.phase == "dancing" and not (state.turn == seat and state.roll is not None):
        return turns.open_roll(state, seat, roll)
    return state


def _moved(state: State, action: Fields) -> State:
    """An alien slid or was pushed: nobody brought it anywhere, so nothing is scored (B16)."""
    was, now = read_listed_spot(state, action.get("was"), "was"), read_listed_spot(state, action.get("now"), "now")
    state = take_off(state, (was,), _HOW)
    brought = list(state.brought)
    if was in brought:
        brought[brought.index(was)] = now
    aboard = tuple(sorted((*state.aboard, now)))
    return replace(state, aboard=aboard, brought=tuple(brought), incidents=state.incidents + 1)


def _fell(state: State, action: Fields) -> State:
    fall, ruling, cause = _fall(state, action), read_flag(action, "ruling"), read_cause(action)
    if cause == "rim":
        return _rim(state, fall.blamed, ruling=ruling)
    if ruling:
        fall = falls.as_pieces_allow(state, fall)
    elif state.phase == "start":
        refuse("not-awaited", "rulebook: Crashing", kind="fell")
    elif state.phase == "over" and not falls.reopens(state, fall):
        refuse("over", "rulebook: Winning", reason=state.reason)
    elif cause == "toppled" and not state.rules.toppled_counts:
        refuse("toppled-stays", "B5")
    return falls.crash(state, fall)


def _rim(state: State, blamed: int | None, *, ruling: bool) -> State:
    """The rim touched the table and nothing fell: where the house calls that a crash it costs as one alien (B6)."""
    if not ruling:
        if state.phase == "start":
            refuse("not-awaited", "rulebook: Crashing", kind="fell")
        if state.phase == "over":
            refuse("over", "rulebook: Winning", reason=state.reason)
        if not state.rules.rim_touch_is_crash:
            refuse("rim-is-no-crash", "B6")
    return replace(pay(state, blamed, 1), incidents=state.incidents + 1)


def _fall(state: State, action: Fields) -> falls.Fall:
    cause, own = read_cause(action), read_flag(action, "own")
    told = read_gone(state, action)
    unseen = 1 if own and told is not None and not falls.newest(state, told) else 0
    default = 0 if cause == "rim" else len(told or ()) + unseen
    count = read_int(action.get("count", default), "count", 0 if cause == "rim" else 1, state.aliens)
    gone = obvious(state, count) if told is None else told
    brought = read_int(action["brought"], "brought", 0, state.aliens) if "brought" in action else None
    goes = "out" if cause == "lifted" else state.rules.fallen
    return falls.Fall(count, gone, read_blamed(state, action), goes, brought, own)


Handler = Callable[[State, Fields], State]

_KINDS: dict[str, tuple[tuple[str, ...], Handler]] = {
    "roll": (("seat", "value"), _roll),
    "place": (("seat", "ring", "sector", "across"), _place),
    "remove": (("seat", "ring", "sector"), _remove),
    "pass": (("seat",), _pass),
    "end-turn": (("seat",), _end_turn),
    "fell": (("count", "gone", "blamed", "own", "brought", "cause", "bumper"), _fell),
    "moved": (("was", "now"), _moved),
    "join": (("name",), people.join),
    "leave": (("seat",), people.leave),
    "back": (("seat",), people.back),
    "skip": ((), people.skip),
    "correct": (("fact", "value"), correct),
}
