"""Bench commands in words, read strictly: each becomes something hands do to a virtual ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.virtual.ship import VirtualShip

__all__ = ["BenchError", "hands_command"]

_WANTS: dict[str, set[str]] = {
    "place": {"xy_mm"},
    "remove": {"id"},
    "move": {"id", "xy_mm"},
    "nudge": {"id", "dxy_mm"},
    "bump": set(),
    "turn": {"deg"},
    "lean": {"xy_mm", "grams"},
    "lift": set(),
    "put-back": set(),
}
_MAY = {"lean": {"s"}}
_MOST = 1e12  # no hand means more, and arithmetic with it stays finite


class BenchError(Exception):
    """A bench command cannot be carried out: a stable `code` and what is wrong."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def hands_command(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    """What the command does; BenchError when it is not one, lacks something or carries what it should not."""
    do = command.get("do")
    if not isinstance(do, str) or do not in _WANTS:
        raise BenchError("unknown-command", f'"do" is one of {", ".join(sorted(_WANTS))}')
    _check_keys(do, set(command) - {"do"})
    return _HANDS[do](command)


def _check_keys(do: str, given: set[str]) -> None:
    missing, extra = _WANTS[do] - given, given - _WANTS[do] - _MAY.get(do, set())
    if missing or extra:
        wrong = f"lacks {', '.join(sorted(missing))}" if missing else f"does not take {', '.join(sorted(extra))}"
        raise BenchError("bad-command", f'"{do}" {wrong}')


def _number(command: Mapping[str, Any], key: str, default: float | None = None) -> float:
    value = command.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MOST:
        raise BenchError("bad-command", f'"{key}" is a number')
    return float(value)


def _id(command: Mapping[str, Any]) -> int:
    value = command["id"]
    if isinstance(value, bool) or not isinstance(value, int):
        raise BenchError("bad-command", '"id" is the number of an alien')
    return value


def _point(command: Mapping[str, Any], key: str) -> tuple[float, float]:
    value = command[key]
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BenchError("bad-command", f'"{key}" is [x, y] in millimetres')
    x, y = (_number({key: v}, key) for v in value)
    return x, y


def _place(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    xy = _point(command, "xy_mm")
    return lambda ship: ship.place(xy)


def _remove(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    number = _id(command)
    return lambda ship: ship.remove(number)


def _move(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    number, xy = _id(command), _point(command, "xy_mm")
    return lambda ship: ship.move(number, xy)


def _nudge(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    number, by = _id(command), _point(command, "dxy_mm")
    return lambda ship: ship.nudge(number, by)


def _turn(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    deg = _number(command, "deg")
    return lambda ship: ship.turn(deg)


def _lean(command: Mapping[str, Any]) -> Callable[[VirtualShip], object]:
    xy, grams, for_s = _point(command, "xy_mm"), _number(command, "grams"), _number(command, "s", 1.0)
    return lambda ship: ship.lean_on(xy, grams, for_s)


_HANDS: dict[str, Callable[[Mapping[str, Any]], Callable[[VirtualShip], object]]] = {
    "place": _place,
    "remove": _remove,
    "move": _move,
    "nudge": _nudge,
    "bump": lambda _: VirtualShip.bump,
    "turn": _turn,
    "lean": _lean,
    "lift": lambda _: VirtualShip.lift,
    "put-back": lambda _: VirtualShip.put_back,
}
