"""Corrections: "on the table it is so". Each sets one fact; the 35 cards stay 35."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Fact, Json
from companion.games.etcards.state import DECK, FLIGHT, KINDS, PERIL, State, as_counts, set_player
from companion.games.etcards.turns import begin_turn, read_cards, read_seat, throw
from companion.games.refusal import malformed, read_int, read_pair, refuse

__all__ = ["FACTS", "correct"]

FACTS = (
    Fact("laid", "[seat, [kind, ...]]"),
    Fact("discard", "[[kind, cards], ...], what is left out is none; the rest is in the draw pile"),
    Fact("turn", "seat"),
    Fact("phase", "play: begins with the first player"),
)

_RULE = "the game's page, corrections"


def correct(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:  # noqa: ARG001 - a correction needs no ruling
    """Set one fact. Four adventures without GEVAAR win at once, as if they had been played."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    return _SETTERS[fact](state, action["value"])


def _laid(state: State, value: Json) -> State:
    """The cards come from the draw pile, else from the discard pile; those no longer there go to the discard pile."""
    told, cards = read_pair(value, "value")
    seat, now = read_seat(state, {"seat": told}), read_cards(cards, "laid")
    if len(set(now)) != len(now):
        refuse("have-one", _RULE, card=next(card for card in now if now.count(card) > 1))
    if FLIGHT in now and PERIL in now:
        refuse("they-cancel", _RULE)
    was = state.players[seat].laid
    state = throw(set_player(state, seat, replace(state.players[seat], laid=())), was)
    state = _taken(state, now)
    state = set_player(state, seat, replace(state.players[seat], laid=now))
    return _settled(state)


def _settled(state: State) -> State:
    """Won or no longer won: the end follows the lay-outs."""
    if state.phase == "play" and state.winner is not None:
        return replace(throw(state, state.held), held=(), phase="over", spell=state.spell + 1)
    if state.phase == "over" and state.winner is None:
        return _goes_on(state)
    return state


def _taken(state: State, cards: tuple[str, ...]) -> State:
    """These cards off the piles: what was thrown away just now or before, else what nobody has seen."""
    for card in cards:
        index = KINDS.index(card)
        if state.discard[index]:
            state = replace(state, discard=tuple(n - (i == index) for i, n in enumerate(state.discard)))
        elif not state.draw[card]:
            refuse("none-left", _RULE, card=card, left=0)
    return state


def _discard(state: State, value: Json) -> State:
    told: Counter[str] = Counter()
    if not isinstance(value, list | tuple):
        malformed("discard must be a list of [kind, cards]")
    for row in value:
        kind, count = read_pair(row, "discard")
        (card,) = read_cards([kind], "discard")
        told[card] += read_int(count, card, 0, DECK[card])
    free = state.draw + Counter(as_counts(state.discard))
    short = next((card for card in KINDS if told[card] > free[card]), None)
    if short is not None:
        refuse("none-left", _RULE, card=short, left=free[short])
    return replace(state, discard=tuple(told[kind] for kind in KINDS), spell=state.spell + 1)


def _turn(state: State, value: Json) -> State:
    """That player's turn begins; cards held meanwhile are discarded."""
    seat = read_int(value, "turn", 0, len(state.players) - 1)
    if not state.players[seat].present:
        refuse("not-present", _RULE, seat=seat)
    if state.phase != "play":
        refuse("not-awaited", _RULE, kind="turn")
    return begin_turn(throw(replace(state, held=()), state.held), seat)


def _phase(state: State, value: Json) -> State:
    """Begins without asking who starts. What is over stays over as long as the winner's cards lie there."""
    if value != "play":
        malformed("phase must be play")
    if state.phase == "over":
        refuse("still-won", _RULE, seat=state.winner)
    return state if state.phase == "play" else _goes_on(state)


def _goes_on(state: State) -> State:
    seat = state.turn if state.turn is not None else next(iter(state.present), None)
    return begin_turn(replace(state, phase="play"), seat)


_SETTERS: Mapping[str, Callable[[State, Json], State]] = {
    "laid": _laid,
    "discard": _discard,
    "turn": _turn,
    "phase": _phase,
}
