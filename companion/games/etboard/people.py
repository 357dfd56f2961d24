"""Players who leave and come back; their chips and costume cards stay theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.etboard.flight import pass_on
from companion.games.etboard.flow import begin_turn
from companion.games.etboard.reading import read_seat
from companion.games.etboard.state import State, set_player
from companion.games.refusal import refuse

__all__ = ["back", "leave"]

_RULE = "the game's page, people"


def leave(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """That player goes: a guess passes to the left, anything else they were to do ends the turn."""
    seat = read_seat(state, action)
    if not state.players[seat].present and not ruling:
        refuse("not-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=False))
    return _go_on(replace(state, comings=state.comings + 1), seat) if state.phase == "play" else state


def _go_on(state: State, seat: int) -> State:
    asked = state.ask
    if asked is not None and asked.seat == seat and asked.kind == "guess" and asked.why != "van":
        return pass_on(state, seat, asked.why)
    concerned = state.turn == seat if asked is None else asked.seat == seat
    return begin_turn(state, state.left_of(seat)) if concerned else state


def back(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """A player who left plays again; where nobody was left, their turn begins."""
    seat = read_seat(state, action)
    if state.players[seat].present and not ruling:
        refuse("already-present", _RULE, seat=seat)
    state = set_player(state, seat, replace(state.players[seat], present=True))
    state = replace(state, comings=state.comings + 1)
    return begin_turn(state, seat) if state.phase == "play" and state.turn is None else state
