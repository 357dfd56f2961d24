"""Corrections: "on the table it is so". Each sets one fact; nobody ever has more than five chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Fact, Json
from companion.games.encounters.board import SHIP, TOWER
from companion.games.encounters.reading import read_place
from companion.games.encounters.start import HIGHEST_ROLL, first_seat
from companion.games.encounters.state import CHIPS, State, set_player, standing
from companion.games.encounters.turns import begin, settle
from companion.games.refusal import malformed, read_int, read_pair, refuse

__all__ = ["FACTS", "correct"]

FACTS = (
    Fact("turn", "seat"),
    Fact("left", "steps left of the roll, 1 to 12, or null while a roll is awaited"),
    Fact("at", '[seat, place]: a number, "tower", "ship", or [row, column]'),
    Fact("departure", '[seat, "tower" or "ship"]'),
    Fact("chips", "[seat, [place, ...]]: the squares with that player's chips"),
    Fact("phase", "play"),
)
_RULE = "the game's page, corrections"


def correct(state: State, action: Mapping[str, Json]) -> State:
    """Set one fact."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    return settle(_SETTERS[fact](state, action["value"]))


def _turn(state: State, value: Json) -> State:
    seat = read_int(value, "turn", 0, len(state.players) - 1)
    _refuse_outside_play(state, "turn")
    if not state.players[seat].present:
        refuse("not-present", _RULE, seat=seat)
    return replace(state, turn=seat, left=None, path=(), arrived=False, entered=None, landed=None, step=state.step + 1)


def _left(state: State, value: Json) -> State:
    _refuse_outside_play(state, "left")
    if state.turn is None:
        refuse("not-awaited", _RULE, kind="left")
    left = None if value is None else read_int(value, "left", 1, HIGHEST_ROLL)
    return replace(state, left=left, step=state.step + 1)


def _at(state: State, value: Json) -> State:
    seat, place = _seat_and(state, value)
    at = read_place(state, place, "place")
    state = set_player(state, seat, standing(state.players[seat], at))
    return replace(state, entered=None, landed=None, step=state.step + 1)


def _departure(state: State, value: Json) -> State:
    seat, end = _seat_and(state, value)
    if end not in (TOWER, SHIP):
        malformed('the departure must be "tower" or "ship"')
    if isinstance(state.players[seat].at, str) and state.players[seat].at != end:
        refuse("stands-on-destination", _RULE, seat=seat, at=state.players[seat].at)
    state = set_player(state, seat, replace(state.players[seat], departure=str(end)))
    return replace(state, step=state.step + 1)


def _chips(state: State, value: Json) -> State:
    """All squares with chips of one player; the rest lie in front of that player again."""
    seat, places = _seat_and(state, value)
    if not isinstance(places, list | tuple):
        malformed("value must be [seat, [place, ...]]")
    if len(places) > CHIPS:
        refuse("no-chips-left", _RULE, seat=seat, chips=CHIPS)
    mine = tuple((_square(state, place), seat) for place in places)
    others = tuple(chip for chip in state.chips if chip[1] != seat)
    players = set_player(state, seat, replace(state.players[seat], chips=CHIPS - len(mine)))
    return _reopen(replace(players, chips=tuple(sorted((*others, *mine))), step=state.step + 1, told=True))


def _square(state: State, place: Json) -> tuple[int, int]:
    found = read_place(state, place, "place")
    if isinstance(found, str):
        malformed("chips lie on squares of the grid")
    return found


def _reopen(state: State) -> State:
    """Fewer than five chips of everybody: a game that was over goes on. Who has five now has won."""
    done = tuple(seat for seat, player in enumerate(state.players) if player.score >= CHIPS)
    if state.phase != "over" or done:
        return replace(state, winners=done) if state.phase == "over" else state
    state = replace(state, phase="play", reason=None, winners=(), left=None, entered=None)
    return begin(state, first_seat(state)) if state.turn is None else state


def _phase(state: State, value: Json) -> State:
    """Begins a game without its start rolls and circles."""
    if value != "play":
        malformed("phase must be play")
    if state.phase != "start":
        refuse("not-awaited", _RULE, kind="phase")
    return begin(state, first_seat(state))


def _seat_and(state: State, value: Json) -> tuple[int, Json]:
    seat, rest = read_pair(value, "value")
    return read_int(seat, "seat", 0, len(state.players) - 1), rest


def _refuse_outside_play(state: State, fact: str) -> None:
    if state.phase != "play":
        refuse("not-awaited", _RULE, kind=fact)


_SETTERS: dict[str, Callable[[State, Json], State]] = {
    "turn": _turn,
    "left": _left,
    "at": _at,
    "departure": _departure,
    "chips": _chips,
    "phase": _phase,
}
