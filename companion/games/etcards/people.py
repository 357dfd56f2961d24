"""Players who leave and come back; what lies before them stays there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.etcards.state import State, set_player
from companion.games.etcards.turns import begin_turn, read_seat, throw
from companion.games.refusal import refuse

__all__ = ["back", "leave"]

_RULE = "the game's page, people"


def leave(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """That player goes; the two cards at their forehead are discarded."""
    seat = read_seat(state, action)
    if not state.players[seat].present and not ruling:
        refuse("not-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=False))
    state = replace(state, comings=state.comings + 1)
    if state.phase != "play" or state.turn != seat:
        return state
    return begin_turn(throw(replace(state, held=()), state.held), state.left_of(seat))


def back(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """A player who left plays again; where nobody was left, their turn begins."""
    seat = read_seat(state, action)
    if state.players[seat].present and not ruling:
        refuse("already-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=True))
    state = replace(state, comings=state.comings + 1)
    return begin_turn(state, seat) if state.phase == "play" and state.turn is None else state
