"""Every action by its type: the fields it has and who carries it out. After each, whatever happens by itself happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.games.contract import Json
from companion.games.liftoff import answers, people, play, start, tracker
from companion.games.liftoff.agenda import run
from companion.games.liftoff.cards import CARD_FIELDS, play_card
from companion.games.liftoff.corrections import correct
from companion.games.liftoff.launches import counting, settle
from companion.games.liftoff.reading import PAYMENT
from companion.games.liftoff.state import State
from companion.games.refusal import read_flag, read_type, refuse, refuse_unknown_fields

__all__ = ["perform"]


class Handler(Protocol):
    """Carries one type of action out."""

    def __call__(self, state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
        """The state after it; RefusalError where the rules refuse it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of action: its fields, the phases of the game in which it may occur, and whether it answers a question."""

    handler: Handler
    fields: frozenset[str]
    phases: frozenset[str] = frozenset({"play"})
    answer: bool = False


def perform(state: State, action: Any) -> State:
    """The state after the action and all that follows from it."""
    name = read_type(action, KINDS)
    kind = KINDS[name]
    refuse_unknown_fields(action, {"type", "ruling", *kind.fields})
    ruling = read_flag(action, "ruling")
    _refuse_untimely(state, name, kind, ruling=ruling)
    if ruling and not kind.answer and state.phase == "play":
        state = _without_answers(state)
    after = kind.handler(state, action, ruling=ruling)
    settled = _settled(after)
    fresh = _fresh(state, settled, keeps=kind.answer or name in _KEEPS_FRESH)
    return replace(settled, fresh=fresh, step=settled.step + 1)


def _settled(state: State) -> State:
    """What is on the agenda, then launches; a tie is decided once nothing is left to count."""
    if state.phase == "play":
        return run(replace(state, agenda=(*state.agenda, "settle")) if state.agenda or state.ask else settle(state))
    over = state.phase == "tie-break" and not counting(state)
    return replace(state, phase="over") if over else state


_KEEPS_FRESH = frozenset({"attempt", "correct", "detail", "leave", "back"})


def _refuse_untimely(state: State, name: str, kind: Kind, *, ruling: bool) -> None:
    if state.phase == "over" and "over" not in kind.phases:
        refuse("over", "rulebook: End of the Game", reason=state.reason)
    if state.phase not in kind.phases:
        refuse("not-awaited", "rulebook: A Game Turn", kind=name)
    if state.ask is not None and not (kind.answer or ruling or name in _ALWAYS):
        refuse("answer-first", "rulebook: A Game Turn", kind=name, asked=state.ask.kind)
    if name in _MOVES_OF_A_TURN and not ruling:
        _refuse_idle(state, name)


def _refuse_idle(state: State, name: str) -> None:
    """The tracker keeps no moves; and who has saved everybody only moves the Moon (L48)."""
    if state.detail == "tracker" and name != "card":
        refuse("kept-on-the-table", "the game's page, tracker", kind=name)
    if state.turn is not None and state.turn not in state.playing:
        refuse("not-awaited", "L48", kind=name)


def _without_answers(state: State) -> State:
    """It happened anyway: what the table was asked for is passed over, and what was to follow follows."""
    while state.ask is not None:
        state = run(answers.unask(state))
    return state


def _fresh(before: State, after: State, *, keeps: bool) -> tuple[int, ...]:
    """The points where New Moon has just begun; whatever else is done first, the instant is over (L29)."""
    if after.phase != "play":
        return ()
    if before.phase != "play":
        return tuple(point for point in range(4) if after.phase_at(point) == "new")
    begun = {p for p in range(4) if after.phase_at(p) == "new" and before.phase_at(p) != "new"}
    return tuple(sorted(begun | (set(before.fresh) if keeps else set())))


def _kind(handler: Handler, *fields: str, phases: tuple[str, ...] = ("play",), answer: bool = False) -> Kind:
    return Kind(handler, frozenset(fields), frozenset(phases), answer)


_ANY = ("start", "play", "tie-break", "over")
_MOVES_OF_A_TURN = frozenset({"move", "stand", "pay", "attempt", "trade", "card"})
_ALWAYS = frozenset({"correct", "detail", "leave", "back"})

KINDS: Mapping[str, Kind] = {
    "roll": _kind(answers.roll, "seat", "value", phases=("start", "play"), answer=True),
    "first": _kind(start.choose_first, "seat", phases=("start", "play")),
    "tile": _kind(answers.tile, "point", "kind", phases=("start", "play"), answer=True),
    "launch": _kind(answers.launch, "lifts", answer=True),
    "explodes": _kind(answers.explodes, "explodes", answer=True),
    "count": _kind(answers.count, "seat", "value", phases=("tie-break",), answer=True),
    "move": _kind(play.move, "seat", "was", "now"),
    "stand": _kind(play.stand, "seat", "point", *PAYMENT),
    "pay": _kind(play.pay, "seat", "point", *PAYMENT),
    "attempt": _kind(play.attempt, "seat", "point", "paid"),
    "trade": _kind(play.trade, "seat"),
    "card": _kind(play_card, "seat", "card", *CARD_FIELDS),
    "end-turn": _kind(play.end_turn, "seat"),
    "saved": _kind(tracker.save, "seat", "aliens", "point"),
    "detail": _kind(tracker.set_detail, "value", phases=_ANY),
    "leave": _kind(people.leave, "seat", phases=_ANY),
    "back": _kind(people.back, "seat", phases=_ANY),
    "correct": _kind(correct, "fact", "value", phases=_ANY),
}
