"""House rules: what a set-up may choose, checked against the switches a game lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError, Switch

__all__ = ["LONGEST_NAME", "as_name", "check_names", "only_fields", "read_name", "settle_options"]

LONGEST_NAME = 24
_TURNS_TEXT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They reorder the text around a name, so one player's name would garble the others'."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their kind that show nothing: fillers of Hangul, and Braille without a dot."""


def settle_options(switches: Sequence[Switch], options: Any) -> dict[str, Json]:
    """Every switch with its chosen or default value; SetUpError names the option that cannot be."""
    if not isinstance(options, Mapping):
        raise SetUpError("options: must be an object of house rules")
    known = {switch.id: switch for switch in switches}
    for name in options:
        if name not in known:
            raise SetUpError(f"options: there is no house rule {str(name)[:40]!r}; known are {', '.join(known)}")
    return {id_: _choose(switch, options.get(id_, switch.default)) for id_, switch in known.items()}


def _choose(switch: Switch, value: Json) -> Json:
    if switch.bounds is not None:
        return _number(switch, switch.bounds, value)
    if any(value == v and type(value) is type(v) for v in switch.values):
        return value
    allowed = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in switch.values)
    raise SetUpError(f"options: {switch.id} must be one of {allowed}")


def _number(switch: Switch, bounds: tuple[float, float], value: Json) -> Json:
    low, high = bounds
    fits = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    if not fits:
        raise SetUpError(f"options: {switch.id} must be a number from {low:g} to {high:g}")
    return value


def as_name(value: Any) -> str | None:
    """A player's name, trimmed; None when it is no text, too long, shows nothing, or holds control characters."""
    name = value.strip() if isinstance(value, str) else ""
    kinds = {unicodedata.category(letter) for letter in name}
    shows = any(unicodedata.category(letter)[0] not in "CZM" for letter in name if letter not in _BLANK)
    fits = len(name) <= LONGEST_NAME and shows and kinds.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
    return name if fits and _TURNS_TEXT.isdisjoint(name) else None


def read_name(value: Any) -> str:
    """A seat's name in an injected state."""
    name = as_name(value)
    if name is None:
        raise SetUpError(f"state: each name must be a text of 1 to {LONGEST_NAME} characters that can be shown")
    return name


def only_fields(row: Mapping[str, Json], known: set[str], where: str) -> None:
    """Refuse what a part of an injected state does not have: it is a typo, and typos never pass."""
    for key in row:
        if key not in known:
            raise SetUpError(f"{where}: there is no field {str(key)[:40]!r}; there are {', '.join(sorted(known))}")


def check_names(names: Any, seats: tuple[int, int]) -> tuple[str, ...]:
    """The players' names, trimmed; SetUpError when there are too few or too many, or one cannot be shown or is too long."""
    low, high = seats
    if not isinstance(names, list | tuple) or not low <= len(names) <= high:
        raise SetUpError(f"names: must be a list of {low} to {high} players")
    good = tuple(name for name in map(as_name, names) if name is not None)
    if len(good) < len(names):
        raise SetUpError(f"names: each must be a text of 1 to {LONGEST_NAME} characters that can be shown")
    return good
