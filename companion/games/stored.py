"""Reading what was written down: values of a state or a board file. `key` is how an error calls the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError

__all__ = ["flag", "listing", "maybe", "object_of", "one_of", "only", "title", "whole"]


def whole(value: Json, key: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; true and 3.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"{key}: must be a whole number from {low} to {high}")
    return value


def maybe(value: Json, key: str, low: int, high: int) -> int | None:
    """The same, or null."""
    return None if value is None else whole(value, key, low, high)


def flag(value: Json, key: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise SetUpError(f"{key}: must be true or false")
    return value


def one_of(value: Json, key: str, allowed: Sequence[Any]) -> Any:
    """One of the allowed texts; null where that is among them."""
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise SetUpError(f"{key}: must be one of {', '.join(str(v).lower() for v in allowed)}")
    return value


def listing(value: Json, key: str) -> Sequence[Json]:
    """A list."""
    if not isinstance(value, list | tuple):
        raise SetUpError(f"{key}: must be a list")
    return value


def object_of(value: Json, key: str) -> Mapping[str, Json]:
    """An object."""
    if not isinstance(value, Mapping):
        raise SetUpError(f"{key}: must be an object")
    return value


def only(row: Mapping[str, Json], known: set[str], where: str) -> None:
    """A key nobody knows is a typo, and typos never pass."""
    for key in row:
        if key not in known:
            raise SetUpError(f"{where}{str(key)[:40]}: no such key; known are {', '.join(sorted(known))}")


def title(value: Json, key: str) -> str:
    """A name that can be shown."""
    text = value.strip() if isinstance(value, str) else ""
    if not 1 <= len(text) <= 60 or not text.isprintable():
        raise SetUpError(f"{key}: must be a text of 1 to 60 characters that can be shown")
    return text
