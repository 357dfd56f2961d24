"""How a game reads an action it cannot trust. Inside a game a refusal is raised; at its door, `act` returns it as `Illegal`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

from companion.games.contract import Illegal, Json

__all__ = [
    "RefusalError",
    "act_by",
    "malformed",
    "read_flag",
    "read_int",
    "read_pair",
    "read_type",
    "refuse",
    "refuse_unknown_fields",
]

S = TypeVar("S")


class RefusalError(Exception):
    """Carries an `Illegal` from the rule that refuses to the door of the game; it never leaves the game."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.code)
        self.illegal = illegal


def act_by(perform: Callable[[S, Any], S]) -> Callable[[S, Any], S | Illegal]:
    """The door of a game: the state after an action, or why the rules refuse it; whatever the action is, nothing is raised."""

    def act(state: S, action: Any) -> S | Illegal:
        try:
            return perform(state, action)
        except RefusalError as refusal:
            return refusal.illegal

    return act


def refuse(code: str, rule: str, **params: Json) -> NoReturn:
    """Stop here: the rules refuse this action."""
    raise RefusalError(Illegal(code, params, rule))


def malformed(reason: str) -> NoReturn:
    """Stop here: this is no action of the game. `reason` is one line."""
    refuse("malformed", "the game's page, actions", reason=reason)


def read_type(action: Any, known: Iterable[str]) -> str:
    """The action's type, one of `known`."""
    if not isinstance(action, Mapping):
        malformed("an action is a JSON object")
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in known:
        malformed(f"type must be one of {', '.join(sorted(known))}")
    return kind


def refuse_unknown_fields(action: Mapping[str, Json], known: Iterable[str]) -> None:
    """A field the action type does not have is a typo, and typos never pass."""
    unknown = sorted(str(name) for name in action if name not in known)
    if unknown:
        malformed(f"unknown field {unknown[0][:40]!r} in {action['type']!r}")


def read_int(value: Any, name: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; true and 3.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        malformed(f"{name} must be a whole number from {low} to {high}")
    if not low <= value <= high:
        refuse("bad-value", "the game's page, actions", name=name, low=low, high=high)
    return value


def read_flag(action: Mapping[str, Json], name: str) -> bool:
    """An optional true or false, false when absent."""
    value = action.get(name, False)
    if not isinstance(value, bool):
        malformed(f"{name} must be true or false")
    return value


def read_pair(value: Any, name: str) -> tuple[Any, Any]:
    """A list of two values."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        malformed(f"{name} must be a list of two values")
    return value[0], value[1]
