"""From the space E.T. comes to until the next turn: what each kind of space does, arrows, and who goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.etboard.board import RINGS, Space
from companion.games.etboard.state import Ask, AskKind, State, gain, set_player, told

__all__ = ["arrive", "ascend", "ask", "begin_turn", "collect", "finish", "flee", "is_blocked", "land", "land_at"]

BEACON, PLAYGROUND, LANDING = 3, 2, 3
LOSSES = {"men": 1, "gertie": 2, "van": 0}
HELPER, MISS = 2, 1
_ARROW_NEWS = ("arrow", "up", "blocked", "stays")


def ask(state: State, kind: AskKind, seat: int, why: str = "", chips: int | None = None) -> State:
    """The table is asked for something; each question is one of its own."""
    return replace(state, ask=Ask(kind, seat, why, chips), spell=state.spell + 1)


def land_at(state: State, seat: int, space: int) -> State:
    """E.T. comes to a space of his ring that the companion knows."""
    return land(replace(state, space=space), seat, state.board.at(state.ring, space))


def land(state: State, seat: int, space: Space) -> State:
    """What a space does to the player who brought E.T. there (E16)."""
    return _EFFECTS[space.kind](replace(state, ask=None), seat, space)


def _hide(state: State, seat: int, space: Space) -> State:
    return collect(state, seat, space.chips, "hide")


def collect(state: State, seat: int, chips: int | None, code: str) -> State:
    """The number indicated; asked for where nobody has told it."""
    if chips is None:
        return ask(state, "chips", seat, code)
    return finish(gain(state, seat, chips, code))


def _hide_roll(state: State, seat: int, _space: Space) -> State:
    return ask(state, "roll", seat, "win")


def _danger(state: State, seat: int, space: Space) -> State:
    if state.worn:
        return finish(told(state, "safe", seat))
    if LOSSES[space.kind]:
        state = gain(state, seat, -LOSSES[space.kind], space.kind)
    return flee(state, seat, space.kind)


def flee(state: State, seat: int, danger: str) -> State:
    """E.T. must fly: the player guesses first (the flyer's own danger is a new flight, E18)."""
    return ask(state, "guess", seat, danger)


def _spacesuit(state: State, seat: int, _space: Space) -> State:
    return finish(told(state, "safe", seat)) if state.worn else ask(state, "roll", seat, "loss")


def _beacon(state: State, seat: int, _space: Space) -> State:
    """The eighth part still pays (E29)."""
    if state.complete:
        return finish(told(state, "beacon-complete", seat))
    return finish(gain(replace(state, pieces=state.pieces + 1), seat, BEACON, "beacon"))


def _costume(state: State, seat: int, _space: Space) -> State:
    if state.pile == 0:
        return finish(told(state, "no-costume-left", seat))
    player = state.players[seat]
    taken = set_player(state, seat, replace(player, costumes=player.costumes + 1))
    return finish(told(replace(taken, pile=state.pile - 1), "costume", seat))


def _playground(state: State, seat: int, _space: Space) -> State:
    return finish(gain(state, seat, PLAYGROUND, "playground"))


def _arrow_top(state: State, seat: int, space: Space) -> State:
    return collect(state, seat, space.chips, "arrow")


def is_blocked(state: State, *, flying: bool) -> bool:
    """Whether a bottom half leads nowhere now: before the gate (E27, E28), or flown to before the Landing Site (E32)."""
    return flying if state.ring == RINGS else state.ring == RINGS - 1 and not state.complete


def _arrow_bottom(state: State, seat: int, space: Space) -> State:
    if is_blocked(state, flying=state.flown is not None):
        state = told(state, "blocked", seat)
        return collect(state, seat, space.chips, "arrow") if state.rules.blocked_arrow_pays else finish(state)
    if not state.rules.arrow_compulsory:
        return ask(state, "ascend", seat, "", space.chips)
    return ascend(state, seat, space.chips)


def ascend(state: State, seat: int, chips: int | None) -> State:
    """Up to the top half, whose number counts; `chips` is what was told where the companion does not know it (E26)."""
    if state.ring == RINGS:
        return arrive(state, seat)
    top = None
    if state.here is not None and state.here.kind == "arrow-bottom" and state.space is not None:
        top = state.board.top_of(state.ring, state.space)
        chips = state.board.at(state.ring + 1, top).chips
    state = replace(state, ring=state.ring + 1, space=top, ask=None)
    return collect(told(state, "up", seat), seat, chips, "arrow")


def arrive(state: State, seat: int) -> State:
    """E.T. is on the Landing Site: three chips, and the game is over at once (E33, E34)."""
    landed = gain(state, seat, LANDING, "landed")
    return replace(landed, phase="over", ask=None, worn=False, space=None, spell=state.spell + 1)


def finish(state: State) -> State:
    """The costume comes off (E7); then another turn for a number that matched, or the next player's (E1 to E4)."""
    state = replace(state, worn=False, ask=None)
    seat = state.turn if state.flown is None else state.flown
    if seat is None or _again(state):
        return begin_turn(told(state, "match", state.turn) if state.turn is not None else state, state.turn)
    return begin_turn(state, state.left_of(seat))


def _again(state: State) -> bool:
    """Whether the player on turn goes on; after a flight that is the house's question (E1), to an arrow never (E24)."""
    if state.call is None or state.call != state.rolled or state.turn is None or not state.players[state.turn].present:
        return False
    if state.flown is None:
        return True
    rule = state.rules.match_after_flight
    allowed = rule == "another-turn" or (rule == "if-mover-guessed" and state.flown == state.turn)
    return allowed and not any(news.code in _ARROW_NEWS for news in state.news)


def begin_turn(state: State, seat: int | None) -> State:
    """A complete new turn (E4)."""
    fresh = replace(state, turn=seat, call=None, rolled=None, flown=None, ask=None, worn=False)
    return replace(fresh, spell=state.spell + 1)


_EFFECTS: Mapping[str, Callable[[State, int, Space], State]] = {
    "hide": _hide,
    "hide-roll": _hide_roll,
    "men": _danger,
    "gertie": _danger,
    "van": _danger,
    "spacesuit": _spacesuit,
    "beacon": _beacon,
    "costume": _costume,
    "playground": _playground,
    "arrow-bottom": _arrow_bottom,
    "arrow-top": _arrow_top,
}
