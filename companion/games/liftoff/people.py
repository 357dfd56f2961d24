"""Players who leave and come back; their aliens stay where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.liftoff.agenda import first
from companion.games.liftoff.reading import read_seat
from companion.games.liftoff.start import begin_if_settled
from companion.games.liftoff.state import State, set_player
from companion.games.refusal import refuse

__all__ = ["back", "leave"]

_RULE = "the game's page, people"


def leave(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """That player goes. In their own turn the next one begins, once what is asked is answered; the Moon stays."""
    seat = read_seat(state, action)
    if not state.players[seat].present and not ruling:
        refuse("not-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=False))
    state = replace(begin_if_settled(state), comings=state.comings + 1)
    ends = state.phase == "play" and state.turn == seat and "next" not in state.agenda
    return replace(state, agenda=(*state.agenda, "next")) if ends else state


def back(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """A player who left plays again; where nobody was left, their turn begins."""
    seat = read_seat(state, action)
    if state.players[seat].present and not ruling:
        refuse("already-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=True))
    state = replace(state, comings=state.comings + 1)
    return first(state, "next") if state.phase == "play" and state.turn is None else state
