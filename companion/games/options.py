"""House rules: what a set-up may choose, checked against the switches a game lists."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError, Switch

__all__ = ["check_names", "settle_options"]

LONGEST_NAME = 24


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
    fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and low <= value <= high
    if not fits:
        raise SetUpError(f"options: {switch.id} must be a number from {low:g} to {high:g}")
    return value


def check_names(names: Any, seats: tuple[int, int]) -> tuple[str, ...]:
    """The players' names, trimmed; SetUpError when there are too few or too many, or one is empty or too long."""
    low, high = seats
    if not isinstance(names, list | tuple) or not low <= len(names) <= high:
        raise SetUpError(f"names: must be a list of {low} to {high} players")
    for name in names:
        if not isinstance(name, str) or not 1 <= len(name.strip()) <= LONGEST_NAME:
            raise SetUpError(f"names: each must be a text of 1 to {LONGEST_NAME} characters")
    return tuple(name.strip() for name in names)
