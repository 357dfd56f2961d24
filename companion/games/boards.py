"""Board files: what is printed on the owner's real board. A damaged one gives one SetUpError that names the key.

Most of this reads ships; a file whose `kind` is another has a parser of its own (`_OTHER_KINDS`); `read`
and `sample_json` know them all.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypeVar

from companion.events import ShipShape
from companion.games.contract import Game, Json, SetUpError
from companion.games.encounters import board as grid
from companion.games.etboard import board as rings
from companion.games.liftoff import board as moon_track

__all__ = [
    "AnyBoard",
    "Board",
    "load",
    "load_any",
    "parse",
    "parse_toml",
    "read",
    "read_toml",
    "sample",
    "sample_json",
    "shown",
]

FOLDER = Path(__file__).parent / "boards"
SHIP = "ship"
"""What tablets call the kind of a board file without a `kind`."""
SIDES = ("balancing", "dance")
B = TypeVar("B")
_MOST_RINGS, _MOST_ALIENS, _WIDEST_MM, _MOST_POINTS = 20, 50, 2000.0, 99


class AnyBoard(Protocol):
    """A board of any kind: its name, whether its owner has looked at every value, and itself as plain JSON."""

    @property
    def name(self) -> str:
        """How people call it."""

    @property
    def verified(self) -> bool:
        """False as long as nobody has compared it with the real one."""

    def to_json(self) -> dict[str, Json]:
        """The form `read` reads."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board file. `verified` is false as long as its owner has not measured it."""

    name: str
    verified: bool
    side: str
    shape: ShipShape

    def to_json(self) -> dict[str, Json]:
        """The board as plain JSON, the form `parse` reads."""
        return {
            "name": self.name,
            "verified": self.verified,
            "side": self.side,
            "ring_edges_mm": list(self.shape.ring_edges_mm),
            "points": list(self.shape.points),
            "sectors": self.shape.sectors,
            "foot_radius_mm": self.shape.foot_radius_mm,
            "aliens": self.shape.aliens,
        }


def load(path: Path) -> Board:
    """Read a board file."""
    return parse_toml(_text(path), path.name)


def load_any(path: Path) -> AnyBoard:
    """Read a board file of any kind."""
    return read_toml(_text(path), path.name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SetUpError(f"board file {path.name}: cannot be read ({error})") from error


def parse_toml(text: str, name: str = "board") -> Board:
    """Read a ship's board file; `name` is how errors call it."""
    return _from_toml(text, name, parse)


def read_toml(text: str, name: str = "board") -> AnyBoard:
    """Read the text of a board file of any kind."""
    return _from_toml(text, name, read)


def _from_toml(text: str, name: str, reader: Callable[[Any], B]) -> B:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetUpError(f"board file {name}: not TOML ({error})") from error
    try:
        return reader(data)
    except SetUpError as error:
        raise SetUpError(f"board file {name}: {error}") from error


def read(data: Any) -> AnyBoard:
    """Read a board of any kind from plain JSON or TOML values; without a `kind` it is a ship."""
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if kind is None:
        return parse(data)
    if not isinstance(kind, str) or kind not in _OTHER_KINDS:
        raise SetUpError(f"kind: must be one of {', '.join(_OTHER_KINDS)}, or left out for a ship")
    return _OTHER_KINDS[kind](data)


def sample(game: Game) -> Board:
    """The sample ship of a game that is played on one; never verified."""
    return load(FOLDER / game.sample_board)


def sample_json(game: Game, over: Mapping[str, Json] | None = None) -> dict[str, Json]:
    """A game's sample board as plain JSON, of whatever kind, with some values of one's own over it; without one, those."""
    if not game.sample_board:
        return dict(over or {})
    path = FOLDER / game.sample_board
    plain = read_toml(_text(path), path.name).to_json()
    return plain if not over else read({**plain, **over}).to_json()


def shown(plain: Mapping[str, Json]) -> dict[str, Json]:
    """A board's plain JSON as tablets get it: a ship as it is, any other kind with its values by name."""
    if "ring_edges_mm" in plain:
        return {"kind": SHIP, **plain}
    common = {"kind": plain.get("kind", "none"), "name": plain.get("name", ""), "verified": plain.get("verified", True)}
    return {**common, "values": {name: value for name, value in plain.items() if name not in common}}


def parse(data: Any) -> Board:
    """Read a board from plain JSON or TOML values."""
    if not isinstance(data, Mapping):
        raise SetUpError("board: must be an object of board values")
    known = {"name", "verified", "side", "ring_edges_mm", "points", "sectors", "foot_radius_mm", "aliens"}
    for key in data:
        if key not in known:
            raise SetUpError(f"{str(key)[:40]}: no such key; known are {', '.join(sorted(known))}")
    edges_mm, points = _edges(_get(data, "ring_edges_mm")), _points(_get(data, "points"))
    if len(points) != len(edges_mm) - 1:
        raise SetUpError(f"points: {len(points)} numbers for {len(edges_mm) - 1} rings (ring_edges_mm is hub and outer radii)")
    shape = ShipShape(
        edges_mm,
        points,
        _whole(_get(data, "sectors"), "sectors", 1, 12),
        _length(_get(data, "foot_radius_mm"), "foot_radius_mm"),
        _whole(_get(data, "aliens"), "aliens", 1, _MOST_ALIENS),
    )
    return Board(_name(_get(data, "name")), _flag(data.get("verified", False)), _side(data.get("side", SIDES[0])), shape)


def parse_side(data: Any, side: str) -> Board:
    """Read a ship and check that it is the printed side the game is played on: rings and sectors differ between the two."""
    board = parse(data)
    if board.side != side:
        raise SetUpError(f'side: this board is the {board.side} side of the ship; this game needs one with side = "{side}"')
    return board


def _get(data: Mapping[str, Json], key: str) -> Json:
    if key not in data:
        raise SetUpError(f"{key}: missing")
    return data[key]


def _name(value: Json) -> str:
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= 60 or not value.strip().isprintable():
        raise SetUpError("name: must be a text of 1 to 60 characters that can be shown")
    return value.strip()


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise SetUpError("verified: must be true or false")
    return value


def _side(value: Json) -> str:
    if value not in SIDES:
        raise SetUpError(f"side: must be one of {', '.join(SIDES)}")
    return str(value)


def _whole(value: Json, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"{key}: must be a whole number from {low} to {high}")
    return value


def _length(value: Json, key: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value <= _WIDEST_MM:
        raise SetUpError(f"{key}: must be millimetres above 0, at most {_WIDEST_MM:g}")
    return float(value)


def _edges(value: Json) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= _MOST_RINGS + 1:
        raise SetUpError(f"ring_edges_mm: must list the hub's radius and the outer radius of 1 to {_MOST_RINGS} rings")
    edges = tuple(_length(edge, "ring_edges_mm") for edge in value)
    if any(inner >= outer for inner, outer in pairwise(edges)):
        raise SetUpError("ring_edges_mm: each radius must be larger than the one before")
    return edges


def _points(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise SetUpError("points: must list the number printed on each ring, from the inside outwards")
    return tuple(_whole(number, "points", 0, _MOST_POINTS) for number in value)


_OTHER_KINDS: Mapping[str, Callable[[Any], AnyBoard]] = {
    "moon-track": moon_track.parse,
    "rings": rings.parse,
    "grid": grid.parse,
}
