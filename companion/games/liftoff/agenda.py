"""What happens by itself, in its order: the Moon step, the Star, the Sun, the explosion, the Stargate, the next turn.

A state's agenda is a row of names of these tasks. `run` does one after the other until one needs the table's word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.liftoff.deck import draw
from companion.games.liftoff.launches import end, settle
from companion.games.liftoff.state import Ask, State

__all__ = ["END_OF_TURN", "begin_turn", "first", "run"]

END_OF_TURN = {
    "after-moon": ("moon+", "true-phase", "next"),
    "before-moon": ("true-phase", "moon+", "next"),
}
"""The end of a turn; how long Supernova and Asteroids last is `liftoff.forced_phase_until` (L10)."""

_STAR = {
    "explosion-first": ("explosion", "home", "stargate", "settle"),
    "launches-first": ("home", "stargate", "settle", "explosion"),
}
"""At the Star, once the Sun has moved (L7, L8)."""

MOVES = 2


def run(state: State) -> State:
    """Do what is on the agenda until it is empty or the table must say something."""
    while state.agenda and state.ask is None and state.phase == "play":
        task, rest = state.agenda[0], state.agenda[1:]
        state = TASKS[task](replace(state, agenda=rest))
    return state


def first(state: State, *tasks: str) -> State:
    """Put tasks before everything else on the agenda."""
    return replace(state, agenda=(*tasks, *state.agenda))


def _moon_forwards(state: State) -> State:
    moon = (state.moon + 1) % state.board.spots
    state = replace(state, moon=moon, denied=())
    return first(state, "sun+", *_STAR[state.rules.star_order]) if moon == 0 else first(state, "settle")


def _moon_back(state: State) -> State:
    """Back over the Star the Sun goes back; arriving there backwards still counts as touching it (L5)."""
    leaving, moon = state.moon == 0, (state.moon - 1) % state.board.spots
    rule = state.rules.sun_back
    state = replace(state, moon=moon, denied=())
    back = (leaving and rule != "reaching-star") or (moon == 0 and rule != "leaving-star")
    star = ("home", "stargate") if moon == 0 else ()
    return first(state, *(("sun-",) if back else ()), *star, "settle")


def _sun_forwards(state: State) -> State:
    return state if state.sun is None else replace(state, sun=min(state.sun + 1, state.board.day_spots))


def _sun_back(state: State) -> State:
    """Never before the first printed spot (L6)."""
    return state if state.sun is None else replace(state, sun=max(state.sun - 1, 0))


def _explosion(state: State) -> State:
    """Who has not taken off by now is lost (L56). Where the Day Track is not known, the table says whether this is the end."""
    if state.sun is None:
        return replace(state, ask=Ask("explodes", why="day-track"))
    return end(state, "explosion") if state.sun >= state.board.day_spots else state


def _garglore_home(state: State) -> State:
    return replace(state, garglore=None)


def _stargate(state: State) -> State:
    """Whenever the Moon touches the Star the Stargate's die is rolled, aliens there or not (L9)."""
    where = next((n for n, tile in enumerate(state.points) if tile is not None and tile.kind == "stargate"), None)
    return state if where is None else replace(state, ask=Ask("roll", where, "stargate"))


def _true_phase(state: State) -> State:
    return settle(replace(state, forced=None, denied=() if state.forced else state.denied))


def _next_turn(state: State) -> State:
    """Counter-clockwise, with the Moon. Who has saved everybody is skipped, or by house rule only moves the Moon (L48)."""
    taking = set(state.playing)
    if state.rules.family_skip == "moon-moves":
        taking |= {seat for seat, player in enumerate(state.players) if player.present}
    place = state.order.index(state.turn) + 1 if state.turn in state.order else 0
    round_ = (*state.order[place:], *state.order[:place])
    return begin_turn(state, next((seat for seat in round_ if seat in taking), None))


def begin_turn(state: State, seat: int | None) -> State:
    """A turn begins: two cards, two moves. Supernova and Asteroids last for the turn in which they were played only."""
    active = seat in state.playing
    denied = () if state.forced else state.denied
    state = replace(state, turn=seat, moves=MOVES if active else 0, forced=None, denied=denied, spell=state.spell + 1)
    return draw(state, seat, 2) if active and seat is not None else state


TASKS: Mapping[str, Callable[[State], State]] = {
    "moon+": _moon_forwards,
    "moon-": _moon_back,
    "sun+": _sun_forwards,
    "sun-": _sun_back,
    "explosion": _explosion,
    "home": _garglore_home,
    "stargate": _stargate,
    "settle": settle,
    "true-phase": _true_phase,
    "next": _next_turn,
}
