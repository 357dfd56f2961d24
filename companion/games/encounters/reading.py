"""Reading the fields of an untrusted action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.games.contract import Json
from companion.games.encounters.board import Place
from companion.games.encounters.state import State
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["read_one_of", "read_place", "read_seat", "read_seats"]


def read_seat(state: State, action: Mapping[str, Json]) -> int:
    """The seat an action names."""
    if "seat" not in action:
        malformed("seat is missing")
    return read_int(action["seat"], "seat", 0, len(state.players) - 1)


def read_seats(state: State, action: Mapping[str, Json], name: str) -> tuple[int, ...]:
    """A list of different seats, at least one."""
    value = action.get(name)
    if not isinstance(value, list | tuple) or not value:
        malformed(f"{name} must be a list of seats")
    seats = tuple(read_int(seat, name, 0, len(state.players) - 1) for seat in value[: len(state.players) + 1])
    if len(set(seats)) < len(seats):
        malformed(f"{name} must list each seat once")
    return seats


def read_place(state: State, value: Json, name: str) -> Place:
    """A place by its number, "tower", "ship", or [row, column]."""
    place = state.board.place_named(value)
    if place is None:
        _refuse_place(value, name)
    return place


def _refuse_place(value: Json, name: str) -> NoReturn:
    whole = isinstance(value, int) and not isinstance(value, bool)
    pair = isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int for part in value)
    if not whole and not pair:
        malformed(f'{name} must be the number of a square, "tower", "ship", or [row, column] of a safe square')
    refuse("no-such-square", "the game's page, places", square=value)


def read_one_of(action: Mapping[str, Json], name: str, allowed: tuple[str, ...]) -> str:
    """A text out of a few."""
    value = action.get(name)
    if not isinstance(value, str) or value not in allowed:
        malformed(f"{name} must be one of {', '.join(allowed)}")
    return value
