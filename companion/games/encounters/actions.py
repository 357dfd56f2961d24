"""Every action of the game: who may do it when. A ruling skips legality, never the pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.encounters import marks, people, turns
from companion.games.encounters.board import Place
from companion.games.encounters.corrections import correct
from companion.games.encounters.moves import targets
from companion.games.encounters.reading import read_place, read_seat, read_seats
from companion.games.encounters.start import HIGHEST_ROLL, LOWEST_ROLL, start_roll
from companion.games.encounters.state import CHIPS, Entered, State
from companion.games.refusal import malformed, read_flag, read_int, read_type, refuse, refuse_unknown_fields

__all__ = ["may_call", "perform"]

Fields = Mapping[str, Json]


def perform(state: State, action: Fields) -> State:
    """The state after the action; RefusalError where the rules refuse it."""
    kind = read_type(action, _KINDS)
    fields, handler = _KINDS[kind]
    refuse_unknown_fields(action, {"type", "ruling", *fields})
    ruling = read_flag(action, "ruling")
    if state.phase == "over" and (kind in _MOVING or (kind not in {"correct", "trapped"} and not ruling)):
        refuse("over", "rulebook: Winning", reason=state.reason)
    return handler(replace(state, told=True) if ruling and kind in _BRINGING_CHIPS else state, action)


def _roll(state: State, action: Fields) -> State:
    if state.phase == "start":
        return start_roll(state, action)
    value = read_int(action.get("value"), "value", LOWEST_ROLL, HIGHEST_ROLL)
    seat = _player(state, action)
    if state.left is not None and not read_flag(action, "ruling"):
        refuse("not-awaited", "rulebook: Moving", kind="roll")
    return turns.open_roll(replace(state, phase="play", turn=seat), value)


def _step(state: State, action: Fields) -> State:
    seat = _player(state, action)
    if state.left is None and not read_flag(action, "ruling"):
        refuse("not-awaited", "rulebook: Moving", kind="step")
    place = read_place(state, action.get("to"), "to")
    if not read_flag(action, "ruling"):
        _refuse_step(state, seat, place)
    return turns.step(replace(state, turn=seat), seat, place)


def _refuse_step(state: State, seat: int, place: Place) -> None:
    reach = targets(state, seat)
    if place in reach:
        return
    rules, names = state.rules, [state.board.name_of(near) for near in reach]
    if place in state.others_at(seat) and rules.share_square != "yes":
        refuse("piece-there", "K7", square=state.board.name_of(place), reach=names)
    if place in state.covered and not rules.enter_chip_square:
        refuse("chip-there", "K2", square=state.board.name_of(place), reach=names)
    refuse("out-of-reach", "rulebook: Moving", square=state.board.name_of(place), reach=names)


def _stop(state: State, action: Fields) -> State:
    """The rest of a roll is not walked: only after arriving, where the house lets a piece walk on (K11, K12)."""
    seat = _player(state, action)
    if not read_flag(action, "ruling"):
        if state.left is None:
            refuse("not-awaited", "rulebook: Moving", kind="stop")
        if not state.arrived:
            refuse("must-move-on", "K11", left=state.left)
    return turns.end_turn(replace(state, turn=seat))


def may_call(state: State) -> tuple[int, ...]:
    """Who may call a trap now: those at the table with a card on paper, chips left, who have not called yet (K20, K23)."""
    trap = state.entered
    if trap is None or (trap.cell in state.covered and not trap.sprung):
        return ()
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if player.present and player.marks == "paper" and player.chips and seat != trap.seat and seat not in trap.sprung
    )


def _trapped(state: State, action: Fields) -> State:
    """Players with cards on paper say that the square was one of theirs."""
    by = read_seats(state, action, "by")
    if read_flag(action, "ruling"):
        return turns.spring(_as_ruled(state, action, by), by)
    if state.entered is None:
        refuse("not-awaited", "K23", kind="trapped")
    callers = may_call(state)
    for seat in by:
        if state.players[seat].marks == "phone":
            refuse("springs-by-itself", "the game's page, marking cards", seat=seat)
        if seat not in callers:
            refuse("cannot-call", "K20", seat=seat)
    return turns.spring(state, by)


def _as_ruled(state: State, action: Fields, by: tuple[int, ...]) -> State:
    """The trap a ruling means: the square entered last, or the one it names, of the piece it names. The chips must be there."""
    empty = next((seat for seat in by if state.players[seat].chips == 0), None)
    if empty is not None:
        refuse("no-chips-left", "rulebook: Equipment", seat=empty, chips=CHIPS)
    if "square" not in action and state.entered is not None:
        return state
    place = read_place(state, action.get("square"), "square")
    if isinstance(place, str):
        malformed("square must be a square of the grid")
    seat = read_seat(state, action) if "seat" in action else state.turn
    if seat is None:
        malformed("seat is missing")
    return replace(state, entered=Entered(seat, place))


def _player(state: State, action: Fields) -> int:
    """Whose action this is: the turn's player, or for a ruling whoever it names."""
    turn, ruling = state.turn, read_flag(action, "ruling")
    named = read_seat(state, action) if "seat" in action else turn
    if named is None or (state.phase == "start" and not ruling):
        refuse("not-awaited", "rulebook: Playing", kind=str(action["type"]))
    if named != turn and not ruling:
        refuse("not-your-turn", "rulebook: Setup 5", seat=named, turn=turn)
    if not state.players[named].present:
        refuse("not-present", "the game's page, people", seat=named)
    return named


_MOVING = ("roll", "step", "stop", "skip")
"""After the end nobody moves on, not even by ruling: corrected chips reopen a game."""
_BRINGING_CHIPS = ("step", "trapped")

Handler = Callable[[State, Fields], State]

_KINDS: dict[str, tuple[tuple[str, ...], Handler]] = {
    "roll": (("seat", "value"), _roll),
    "step": (("seat", "to"), _step),
    "stop": (("seat",), _stop),
    "trapped": (("by", "square", "seat"), _trapped),
    "circle": (("seat", "square"), marks.circle),
    "erase": (("seat", "square"), marks.erase),
    "marks": (("seat", "on"), marks.use_marks),
    "join": (("name",), people.join),
    "leave": (("seat",), people.leave),
    "back": (("seat",), people.back),
    "skip": ((), people.skip),
    "correct": (("fact", "value"), correct),
}
