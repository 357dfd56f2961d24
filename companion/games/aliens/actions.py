"""What may be done with a roll: the legality of every action of play. A ruling skips legality, never the pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.aliens import crash, turns
from companion.games.aliens.corrections import correct
from companion.games.aliens.state import State
from companion.games.contract import Json
from companion.games.refusal import read_flag, read_int, read_type, refuse, refuse_unknown_fields
from companion.games.ship_play import people
from companion.games.ship_play.reading import (
    CAUSES,
    obvious,
    read_blamed,
    read_cause,
    read_gone,
    read_listed_spot,
    read_player,
    read_spot,
    take_start_roll,
)
from companion.games.ship_play.seats import Spot, take_off

__all__ = ["perform"]

Fields = Mapping[str, Json]


def perform(state: State, action: Fields) -> State:
    """The state after the action; RefusalError where the rules refuse it."""
    kind = read_type(action, _KINDS)
    fields, handler = _KINDS[kind]
    refuse_unknown_fields(action, {"type", "ruling", *fields})
    ruling = read_flag(action, "ruling")
    if state.phase == "over" and kind not in {"correct", "fell"} and not ruling:
        refuse("over", "rulebook: Winning", reason=state.reason)
    after = handler(state, action)
    return turns.settle(after) if state.phase == "start" and after.phase in {"sending", "returning"} else after


def _roll(state: State, action: Fields) -> State:
    value = read_int(action.get("value"), "value", 1, 6)
    if state.phase == "start":
        return take_start_roll(state, action, value)
    seat, ruling = read_player(state, action), read_flag(action, "ruling")
    if state.roll is not None and not ruling:
        refuse("not-awaited", "rulebook: How to Play", kind="roll")
    if state.roll is not None and "seat" not in action:
        state = turns.finish_roll(state)
        seat = read_player(state, action)
    return turns.open_roll(state, seat, value)


def _place(state: State, action: Fields) -> State:
    spot = read_spot(state, action)
    ruling = read_flag(action, "ruling")
    seat = read_player(state, action)
    if not ruling:
        _check_place(state, spot)
        if read_flag(action, "touches_numbers"):
            refuse("touches-numbers", "B15", ring=spot[0], sector=spot[1])
    return turns.place(_at_the_ship(state, seat), seat, spot)


def _check_place(state: State, spot: Spot) -> None:
    pending = turns.task(state)
    if pending is None:
        refuse("not-awaited", "rulebook: How to Play", kind="place")
    if pending.kind == "remove":
        if pending.why == "six":
            refuse("six-only-removes", "B26")
        refuse("sector-not-empty", "rulebook: Phase 2", sector=state.roll)
    if spot[1] not in pending.sectors:
        code, rule = ("sector-empty", "B25") if pending.why == "overtime" else ("not-your-sector", "rulebook: Phase 1")
        refuse(code, rule, sector=spot[1], sectors=list(pending.sectors))


def _remove(state: State, action: Fields) -> State:
    spot = read_spot(state, action)
    seat = read_player(state, action)
    if not read_flag(action, "ruling"):
        _check_remove(state, spot)
    stood = next((there for there in _as_told(action, spot) if there in state.aboard), spot)
    if stood not in state.aboard:
        refuse("no-alien-there", "rulebook: Phase 2", ring=spot[0], sector=spot[1])
    return turns.remove(_at_the_ship(state, seat), seat, stood, state.points_at(spot))


def _check_remove(state: State, spot: Spot) -> None:
    pending = turns.task(state)
    if pending is None or state.phase == "sending":
        refuse("not-awaited", "rulebook: How to Play", kind="remove")
    if pending.kind == "place":
        refuse("sector-empty", "rulebook: Phase 2", sector=state.roll)
    if pending.why == "roll" and spot[1] != state.roll:
        refuse("not-your-sector", "rulebook: Phase 2", sector=spot[1], sectors=[state.roll])


def _pass(state: State, action: Fields) -> State:
    seat = read_player(state, action)
    pending = turns.task(state)
    if not read_flag(action, "ruling"):
        if pending is None:
            refuse("not-awaited", "rulebook: How to Play", kind="pass")
        if pending.why != "roll" or pending.kind != "place":
            refuse("must-play", "B26" if pending.why == "six" else "rulebook: Phase 2", kind=pending.kind)
    return turns.finish_roll(_at_the_ship(state, seat))


def _at_the_ship(state: State, seat: int) -> State:
    """The state with `seat` carrying out a roll; where a ruling supplies neither, its turn opens without one."""
    if state.phase in {"start", "over"} or (state.turn == seat and state.roll is not None):
        return state
    return turns.open_roll(state, seat, None)


def _as_told(action: Fields, counted: Spot) -> tuple[Spot, ...]:
    """Where an alien that now stands across a line may have been put down: where it counts, or in either ring."""
    rings = (action["ring"], action["across"]) if "across" in action else ()
    return (counted, *((ring, counted[1]) for ring in rings))


def _moved(state: State, action: Fields) -> State:
    """An alien slid or was pushed: placement scores stay, its return scores where it then stands (B16)."""
    was, now = read_listed_spot(state, action.get("was"), "was"), read_listed_spot(state, action.get("now"), "now")
    state = take_off(state, (was,))
    handled = state.handled
    if handled is not None and handled.verb == "place" and handled.spot == was:
        handled = replace(handled, spot=now)
    aboard = tuple(sorted((*state.aboard, now)))
    state = replace(state, aboard=aboard, handled=handled, incidents=state.incidents + 1)
    return turns.pass_if_idle(turns.end_if_one_sector(state))


def _fell(state: State, action: Fields) -> State:
    fall, ruling, cause = _fall(state, action), read_flag(action, "ruling"), action.get("cause", "fall")
    if ruling:
        fall = _as_pieces_allow(state, fall)
    elif state.phase == "start":
        refuse("not-awaited", "rulebook: Crashing", kind="fell")
    elif state.phase == "over" and not (fall.own and crash.fall_after_all(state)):
        refuse("over", "rulebook: Winning", reason=state.reason)
    elif cause == "toppled" and not state.rules.toppled_counts:
        refuse("toppled-stays", "B5")
    if cause == "rim":
        return _rim(state, fall.blamed, ruling=ruling)
    return crash.crash(state, fall)


def _rim(state: State, blamed: int | None, *, ruling: bool) -> State:
    """The rim touched the table and nothing fell: where the house calls that a crash it costs as one alien (B6)."""
    if not state.rules.rim_touch_is_crash and not ruling:
        refuse("rim-is-no-crash", "B6")
    return replace(crash.pay(state, blamed, 1), incidents=state.incidents + 1)


_CAUSES = (*CAUSES, "slip")


def _fall(state: State, action: Fields) -> crash.Fall:
    cause = read_cause(action, _CAUSES)
    own = read_flag(action, "own") or cause == "slip"
    hand, told = crash.hand_of(state) if own else None, read_gone(state, action)
    default = _listed(state, hand, told or ())
    count = read_int(action.get("count", default), "count", 0 if cause == "rim" else 1, state.aliens)
    gone = _obvious(state, hand, count) if told is None else told
    own_spot = read_listed_spot(state, action["spot"], "spot") if "spot" in action else None
    goes = "out" if cause == "lifted" else state.rules.fallen
    return crash.Fall(count, gone, read_blamed(state, action), goes, own, own_spot)


def _listed(state: State, hand: crash.Hand | None, gone: tuple[Spot, ...]) -> int:
    """How many fell where the action does not say: those of `gone`, and the own one if its spot is not among them."""
    if hand is None:
        return len(gone)
    if hand == "removing":
        return max(len(gone), 1)
    own_spot = state.handled.spot if hand != "placing" and state.handled is not None else None
    return len(gone) + (own_spot not in gone)


def _obvious(state: State, hand: crash.Hand | None, fallen: int) -> tuple[Spot, ...]:
    """Which aliens fell, where there is no doubt: those of any game, or only one can be in the hand."""
    count = fallen - 1 if hand in {"placing", "removed"} else fallen
    pending = turns.task(state)
    if hand == "removing" and pending is not None:
        if count == 1:
            return pending.spots if len(pending.spots) == 1 else ()
        if len(pending.spots) > 1 and not state.rules.slip_is_fall:
            return ()
    return obvious(state, count)


def _as_pieces_allow(state: State, fall: crash.Fall) -> crash.Fall:
    """The fall a ruling means, made to fit: aliens that are not there are replaced by the outermost, or left out."""
    hand = _ruled_hand(state, fall)
    in_hand = 1 if hand in {"placing", "removed"} else 0
    standing, told = Counter(state.aboard), Counter(fall.gone)
    if hand == "placed" and state.handled is not None and fall.count > len(fall.gone):
        told[state.handled.spot] += 1
    listed = list((told & standing).elements())
    outermost_first = sorted((standing - told).elements(), reverse=True)
    gone = (*listed, *outermost_first)[: max(0, fall.count - in_hand)]
    if not gone and not in_hand and fall.count:
        refuse("too-many-fell", "rulebook: Crashing", count=fall.count, gone=len(fall.gone), aboard=len(state.aboard))
    return replace(fall, gone=gone, own=hand is not None, count=len(gone) + in_hand)


def _ruled_hand(state: State, fall: crash.Fall) -> crash.Hand | None:
    """The hand a ruled "own" can mean; none where no alien fits it, or where all that fell are known to have stood."""
    hand, pending = crash.hand_of(state) if fall.own else None, turns.task(state)
    if hand == "removing":
        slipped = pending is not None and any(spot in pending.spots for spot in fall.gone)
        return hand if slipped else None
    all_stood = fall.count == len(fall.gone) and not Counter(fall.gone) - Counter(state.aboard)
    return None if hand == "placing" and all_stood else hand


Handler = Callable[[State, Fields], State]

_KINDS: dict[str, tuple[tuple[str, ...], Handler]] = {
    "roll": (("seat", "value"), _roll),
    "place": (("seat", "ring", "sector", "across", "touches_numbers"), _place),
    "remove": (("seat", "ring", "sector", "across"), _remove),
    "pass": (("seat",), _pass),
    "fell": (("count", "gone", "blamed", "own", "spot", "cause", "bumper"), _fell),
    "moved": (("was", "now"), _moved),
    "join": (("name",), people.join),
    "leave": (("seat",), people.leave),
    "back": (("seat",), people.back),
    "skip": ((), people.skip),
    "correct": (("fact", "value"), correct),
}
