"""Every action by its type: the fields it has, when it may occur, and who carries it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.games.contract import Json
from companion.games.etboard import flight, people, turns
from companion.games.etboard.corrections import correct
from companion.games.etboard.state import State
from companion.games.refusal import read_flag, read_type, refuse, refuse_unknown_fields

__all__ = ["perform"]


class Handler(Protocol):
    """Carries one type of action out."""

    def __call__(self, state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
        """The state after it; RefusalError where the rules refuse it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of action: its fields, and the phases in which it may occur."""

    handler: Handler
    fields: frozenset[str]
    phases: frozenset[str]


def perform(state: State, action: Any) -> State:
    """The state after the action and all that follows from it."""
    name = read_type(action, KINDS)
    kind = KINDS[name]
    refuse_unknown_fields(action, {"type", "ruling", *kind.fields})
    ruling = read_flag(action, "ruling")
    if state.phase not in kind.phases:
        if state.phase == "over":
            refuse("over", "rulebook: End of Game", reason="landed")
        refuse("not-awaited", "rulebook: Set Up", kind=name)
    after = kind.handler(replace(state, news=()), action, ruling=ruling)
    return replace(after, step=after.step + 1)


def _kind(handler: Handler, *fields: str, phases: tuple[str, ...] = ("play",)) -> Kind:
    return Kind(handler, frozenset(fields), frozenset(phases))


_ANY = ("start", "play", "over")

KINDS: Mapping[str, Kind] = {
    "first": _kind(turns.first, "seat", phases=("start", "play")),
    "costume": _kind(turns.costume, "seat"),
    "call": _kind(turns.call, "seat", "value"),
    "roll": _kind(turns.roll, "seat", "value"),
    "space": _kind(turns.space, "seat", "kind", "chips"),
    "chips": _kind(turns.chips, "seat", "value"),
    "ascend": _kind(turns.climb, "seat", "up"),
    "guess": _kind(flight.guess, "seat", "right"),
    "fly": _kind(flight.fly, "seat", "to", "kind", "chips"),
    "leave": _kind(people.leave, "seat", phases=_ANY),
    "back": _kind(people.back, "seat", phases=_ANY),
    "correct": _kind(correct, "fact", "value", phases=_ANY),
}
