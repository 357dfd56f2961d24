"""A turn, step by step: costume, the number said aloud, the roll, and what the table tells about the space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.etboard.board import DIE_FACES
from companion.games.etboard.flow import arrive, ascend, ask, begin_turn, finish, land, land_at
from companion.games.etboard.flow import collect as collect_chips
from companion.games.etboard.reading import PLAYING, of_asked, read_chips, read_kind, read_seat, who
from companion.games.etboard.state import State, gain, set_player, told
from companion.games.refusal import read_flag, read_int, refuse

__all__ = ["call", "chips", "climb", "costume", "first", "roll", "space"]

Fields = Mapping[str, Json]


def first(state: State, action: Fields, *, ruling: bool) -> State:
    """Who goes first; anybody may."""
    if state.phase != "start" and not ruling:
        refuse("not-awaited", "rulebook: Set Up", kind="first")
    seat = read_seat(state, action)
    if not state.players[seat].present:
        refuse("not-present", "rulebook: Set Up", seat=seat)
    return begin_turn(replace(state, phase="play"), seat)


def _before_the_roll(state: State, action: Fields, *, ruling: bool) -> int:
    """The player on turn, before anything is asked."""
    if state.ask is not None and not ruling:
        refuse("answer-first", PLAYING, kind=str(action["type"]), asked=state.ask.kind)
    return who(state, action, state.turn, ruling=ruling)


def call(state: State, action: Fields, *, ruling: bool) -> State:
    """The number said aloud; a slip of the tongue may be mended until the roll."""
    _before_the_roll(state, action, ruling=ruling)
    return replace(state, call=read_int(action.get("value"), "value", DIE_FACES[0], DIE_FACES[-1]))


def costume(state: State, action: Fields, *, ruling: bool) -> State:
    """The ghost costume goes on, the card back into the pile (E11). One is enough (E10)."""
    seat = _before_the_roll(state, action, ruling=ruling)
    player = state.players[seat]
    if player.costumes == 0:
        refuse("no-costume-card", PLAYING, seat=seat)
    if state.worn and not ruling:
        refuse("worn-already", "E10")
    dressed = set_player(state, seat, replace(player, costumes=player.costumes - 1))
    return told(replace(dressed, worn=True, pile=state.pile + 1), "dressed", seat)


def roll(state: State, action: Fields, *, ruling: bool) -> State:
    """The die: moves E.T., or says what a space gives or takes."""
    value = read_int(action.get("value"), "value", DIE_FACES[0], DIE_FACES[-1])
    if state.ask is None or state.ask.kind != "roll":
        seat = _before_the_roll(state, action, ruling=ruling)
        return _move(replace(state, rolled=value, flown=None, ask=None), seat, value)
    seat = who(state, action, state.ask.seat, ruling=ruling)
    if state.ask.why == "win":
        return finish(gain(state, seat, value, "hide"))
    return finish(gain(state, seat, -value, "spacesuit"))


def _move(state: State, seat: int, steps: int) -> State:
    """E.T. goes counter-clockwise; where nobody knows the board, the table tells where he came to."""
    if state.space is None:
        return ask(state, "space", seat)
    if state.board.leads_to_landing(state.ring, state.space, steps):
        return arrive(state, seat) if state.rules.arrow_compulsory else ask(state, "ascend", seat, "path")
    return land_at(state, seat, state.board.ahead(state.ring, state.space, steps))


def space(state: State, action: Fields, *, ruling: bool) -> State:
    """The kind of space E.T. has come to; told against what the companion knew, it no longer knows where he is."""
    seat = of_asked(state, action, "space", ruling=ruling)
    here = read_kind(state, action, ruling=ruling)
    return land(replace(state, space=None), seat, here)


def chips(state: State, action: Fields, *, ruling: bool) -> State:
    """The number of chips printed on the space."""
    asked = state.ask
    seat = of_asked(state, action, "chips", ruling=ruling)
    number = read_chips(action, "value")
    if asked is not None and asked.kind == "chips":
        return collect_chips(replace(state, ask=None), seat, number, asked.why)
    return gain(state, seat, number, "hide")


def climb(state: State, action: Fields, *, ruling: bool) -> State:
    """By house rule moving up is the player's choice (E25); as a ruling E.T. goes up whatever the transmitter says."""
    asked = state.ask
    seat = of_asked(state, action, "ascend", ruling=ruling)
    path = asked is not None and asked.kind == "ascend" and asked.why == "path"
    if read_flag(action, "up"):
        return arrive(state, seat) if path else ascend(state, seat, None if asked is None else asked.chips)
    if path and state.space is not None and state.rolled is not None:
        return land_at(state, seat, state.board.ahead(state.ring, state.space, state.rolled))
    return finish(told(state, "stays", seat))
