"""What is printed on the owner's board and dice: a survey, never a formula (L1 to L3). What nobody looked at is unset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.games.contract import Json, SetUpError

__all__ = ["KINDS", "PHASES", "POINTS", "STARGATE_FACES", "MoonBoard", "Table", "at", "parse"]

T = TypeVar("T")
Table = tuple[T | None, T | None, T | None]
"""A value for full, half and new Moon; None is unset."""

PHASES = ("full", "half", "new")
POINTS = ("p1", "p2", "p3", "p4")
KINDS = (
    *("bonfire", "satellite", "rocket-ship", "jetpack", "trampoline"),
    *("miracle", "ufo", "teleport", "slingshot", "stargate"),
)
STARGATE_FACES = ("draw-1", "draw-2", "earthquake", "tornado", "electric-storm", "lift-off")
RESOURCES = ("fuel", "screw")
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
UNSET = "?"
_MOST_SPOTS, _MOST_FUEL, _MOST_ROCKETS, _FACES = 60, 12, 3, 6


@dataclass(frozen=True, slots=True)
class MoonBoard:
    """One board file. `phases` has a row of Moon spots for each of the four places of a Lift Off Point, the Star first.

    `day_start` is the Sun's first spot for 2, 3, 4 and 5 players; the explosion comes after spot `day_spots` - 1.
    """

    name: str
    verified: bool
    phases: tuple[tuple[str | None, ...], ...]
    day_spots: int
    day_start: tuple[int | None, ...]
    lift_off_die: tuple[int, ...]
    stargate_die: tuple[str, ...]
    number_die: tuple[int, ...]
    bonfire: Table[int]
    trampoline: Table[int]
    jetpack: Table[int]
    slingshot: Table[tuple[str, str]]

    @property
    def spots(self) -> int:
        """Number of spots on the Moon Track; 0 is the Star."""
        return len(self.phases[0])

    def first_day(self, players: int) -> int | None:
        """Where the Sun starts for so many players."""
        return self.day_start[players - FEWEST_PLAYERS]

    def to_json(self) -> dict[str, Json]:
        """The board as plain JSON, the form `parse` reads; unset values are left out."""
        starts = {str(n): spot for n, spot in enumerate(self.day_start, FEWEST_PLAYERS) if spot is not None}
        rows = {point: [phase or UNSET for phase in row] for point, row in zip(POINTS, self.phases, strict=True)}
        tables = ("bonfire", "trampoline", "jetpack", "slingshot")
        return {
            "kind": "moon-track",
            "name": self.name,
            "verified": self.verified,
            "phases": rows,
            "day_spots": self.day_spots,
            "day_start": starts,
            "lift_off_die": list(self.lift_off_die),
            "stargate_die": list(self.stargate_die),
            "number_die": list(self.number_die),
            **{name: _table_json(getattr(self, name)) for name in tables},
        }


def at(table: Table[T], phase: str | None) -> T | None:
    """The table's value for a phase; None where either is unset."""
    return None if phase is None else table[PHASES.index(phase)]


def _table_json(table: Table[Any]) -> dict[str, Json]:
    pairs = zip(PHASES, table, strict=True)
    return {phase: list(value) if isinstance(value, tuple) else value for phase, value in pairs if value is not None}


def parse(data: Any) -> MoonBoard:
    """Read a board from plain JSON or TOML values; SetUpError names the key that cannot be."""
    row = _object(data, "board")
    known = {"kind", "name", "verified", "phases", "day_spots", "day_start", "lift_off_die", "stargate_die", "number_die"}
    _only(row, known | {"bonfire", "trampoline", "jetpack", "slingshot"}, "")
    day_spots = _whole(row.get("day_spots"), "day_spots", 1, _MOST_SPOTS)
    return MoonBoard(
        name=_name(row.get("name")),
        verified=_flag(row.get("verified", False)),
        phases=_phases(row.get("phases")),
        day_spots=day_spots,
        day_start=_day_start(row.get("day_start", {}), day_spots),
        lift_off_die=tuple(_whole(v, "lift_off_die", 0, _MOST_ROCKETS) for v in _faces(row, "lift_off_die")),
        stargate_die=tuple(_one_of(v, "stargate_die", STARGATE_FACES) for v in _faces(row, "stargate_die")),
        number_die=tuple(_whole(v, "number_die", 0, 99) for v in _faces(row, "number_die")),
        bonfire=_table(row, "bonfire", _rockets),
        trampoline=_table(row, "trampoline", _rockets),
        jetpack=_table(row, "jetpack", lambda value, key: _whole(value, key, 1, _MOST_FUEL)),
        slingshot=_table(row, "slingshot", _pair),
    )


def _phases(data: Json) -> tuple[tuple[str | None, ...], ...]:
    rows = _object(data, "phases")
    _only(rows, set(POINTS), "phases.")
    read = tuple(_phase_row(rows.get(point), f"phases.{point}") for point in POINTS)
    if len({len(row) for row in read}) != 1:
        raise SetUpError("phases: every Lift Off Point needs the same number of Moon spots")
    return read


def _phase_row(data: Json, key: str) -> tuple[str | None, ...]:
    """One point's phase at every Moon spot. A finished row that is never Full or never New is a slip of the survey."""
    if not isinstance(data, list | tuple) or not 4 <= len(data) <= _MOST_SPOTS:
        raise SetUpError(f"{key}: must list the phase at each of 4 to {_MOST_SPOTS} Moon spots, the Star first")
    row = tuple(None if value == UNSET else _one_of(value, key, PHASES) for value in data)
    for phase in ("full", "new"):
        if None not in row and phase not in row:
            raise SetUpError(f"{key}: no Moon spot is {phase} for this point; set it, or leave spots unset as {UNSET!r}")
    return row


def _day_start(data: Json, day_spots: int) -> tuple[int | None, ...]:
    starts = _object(data, "day_start")
    counts = [str(n) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
    _only(starts, set(counts), "day_start.")
    return tuple(_maybe(starts.get(n), f"day_start.{n}", day_spots - 1) for n in counts)


def _table(row: Mapping[str, Json], name: str, read: Callable[[Json, str], T]) -> Table[T]:
    table = _object(row.get(name, {}), name)
    _only(table, set(PHASES), f"{name}.")
    full, half, new = (None if table.get(p) is None else read(table[p], f"{name}.{p}") for p in PHASES)
    return full, half, new


def _rockets(value: Json, key: str) -> int:
    return _whole(value, key, 1, _MOST_ROCKETS)


def _pair(value: Json, key: str) -> tuple[str, str]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SetUpError(f"{key}: must be two of {', '.join(RESOURCES)}")
    first, second = sorted(_one_of(item, key, RESOURCES) for item in value)
    return first, second


def _faces(row: Mapping[str, Json], key: str) -> list[Json] | tuple[Json, ...]:
    faces = row.get(key, [])
    if not isinstance(faces, list | tuple) or len(faces) not in (0, _FACES):
        raise SetUpError(f"{key}: must list {_FACES} faces, or none while nobody has looked")
    return faces


def _object(value: Json, key: str) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise SetUpError(f"{key}: must be an object of board values")
    return value


def _only(row: Mapping[str, Json], known: set[str], where: str) -> None:
    for key in row:
        if key not in known:
            raise SetUpError(f"{where}{str(key)[:40]}: no such key; known are {', '.join(sorted(known))}")


def _name(value: Json) -> str:
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= 60:
        raise SetUpError("name: must be a text of 1 to 60 characters")
    return value.strip()


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise SetUpError("verified: must be true or false")
    return value


def _maybe(value: Json, key: str, high: int) -> int | None:
    return None if value is None else _whole(value, key, 0, high)


def _whole(value: Json, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"{key}: must be a whole number from {low} to {high}")
    return value


def _one_of(value: Json, key: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise SetUpError(f"{key}: must be one of {', '.join(allowed)}")
    return value
