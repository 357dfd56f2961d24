"""The question every game answers: a handful of pure functions over one frozen state. Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Json = Any
Action = Mapping[str, Json]
"""An action is plain JSON: {"type": ..., ...}; "ruling": true skips legality ("it happened anyway"), pieces stay conserved."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """An action the rules refuse: a stable `code`, its parameters, and the rule it rests on. Returned, never raised."""

    code: str
    params: Mapping[str, Json] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Await:
    """One thing the table may do now. `id` stays the same as long as this very thing is awaited, and is never used again.

    `kind` is the action type that answers it; `domain` limits its fields; `visible_to` None means everybody.
    """

    id: str
    kind: str
    seat: int | None
    domain: Mapping[str, Json] = field(default_factory=dict)
    visible_to: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: seats from best to worst, tied seats together, and a stable reason code."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule: its id, allowed values, default, and the decision it settles. Numeric ones give `bounds`, no values."""

    id: str
    default: Json
    decision: str
    values: tuple[Json, ...] = ()
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A settable fact for `correct`: its name and the JSON shape of its value, in words."""

    name: str
    shape: str


class State(Protocol):
    """A game's frozen state; equality is by value."""


def _nothing(_state: Any) -> bool:
    return False


class SetUpError(ValueError):
    """A set-up (seats, options, board) that cannot start a game; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game as the table uses it. All functions are pure; states round-trip through JSON."""

    id: str
    rules_version: int
    seats: tuple[int, int]
    senses: tuple[str, ...]
    switches: tuple[Switch, ...]
    facts: tuple[Fact, ...]
    sample_board: str
    start: Callable[[Sequence[str], Mapping[str, Json], Json], Any]
    act: Callable[[Any, Action], Any]
    awaits: Callable[[Any], tuple[Await, ...]]
    choices: Callable[[Any, Await], Iterator[Action]]
    outcome: Callable[[Any], Outcome | None]
    view: Callable[[Any, int | None], dict[str, Json]]
    to_json: Callable[[Any], dict[str, Json]]
    from_json: Callable[[Mapping[str, Json]], Any]
    secrets: tuple[str, ...] = ()
    """Action types whose details are their own seat's only while the state is `covered`: others are told that it happened."""
    covered: Callable[[Any], bool] = _nothing
    """Whether what was done in secret is still to be kept from others."""
