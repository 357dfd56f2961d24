"""The few types that cross rooms. Standard library only; every room may import this one.

Ship axes: origin at the disc's centre, x to the right and y away from the table's edge when the ship is not turned;
sector 1 spans 0-90 degrees counter-clockwise from x. Times `*_s` are seconds on the sensor's clock.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = [
    "BUTTONS",
    "Alternative",
    "Fell",
    "Felt",
    "Health",
    "Lifted",
    "Live",
    "Moved",
    "Noted",
    "Placed",
    "Press",
    "Removed",
    "Rolled",
    "Sample",
    "ShipShape",
    "Spot",
    "felt_from_json",
    "felt_to_json",
]


@dataclass(frozen=True, slots=True)
class Sample:
    """One line of a sensor node: raw 24-bit counts per cell, and/or the accelerometer in g in the ship's axes.

    `dt_us` tells when each cell was read, microseconds relative to `t_s`; None means unknown within one period.
    """

    t_s: float
    counts: tuple[int, ...] | None = None
    dt_us: tuple[int, ...] | None = None
    acc_g: tuple[float, float, float] | None = None


BUTTONS = ("six", "pass", "end-turn", "undo", "number-1", "number-2", "number-3")
"""The roles a physical button can have; the numbers are those said aloud before a roll."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed: `button` is its role, one of BUTTONS (or one that only a capture knows)."""

    button: str
    t_s: float
    source: str = "button"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die settled. `number` is the die's own roll number, so a repeated message is known as such."""

    value: int
    t_s: float
    source: str = "die"
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the ship; `xy_mm` (ship axes) is None where only the area is known."""

    ring: int
    sector: int
    xy_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Alternative:
    """One reading of what was felt: the spots concerned (one for place and remove, those that fell for a fall)."""

    spots: tuple[Spot, ...]
    odds: float


@dataclass(frozen=True, slots=True)
class Placed:
    """An alien was placed. `t_s`: when the call was made; `at_s`: estimated release. `odds` 0..1 of `spot` being true.

    `why`: where the table is asked for another reason than the odds: "unseen" (the ship could not be felt then), "pace" (it
    swings otherwise than it is known to).
    """

    t_s: float
    at_s: float
    spot: Spot
    odds: float
    ask: bool = False
    alternatives: tuple[Alternative, ...] = ()
    mass_g: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """An alien was taken off the ship by hand."""

    t_s: float
    at_s: float
    spot: Spot
    odds: float
    ask: bool = False
    alternatives: tuple[Alternative, ...] = ()
    mass_g: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fell:
    """`count` aliens fell off; `gone` are the spots they most probably stood on.

    `own_placement` is true where one of them fell in its own placement and never stood (it is counted, but not in `gone`).
    """

    t_s: float
    at_s: float
    count: int
    gone: tuple[Spot, ...]
    odds: float
    ask: bool = False
    alternatives: tuple[Alternative, ...] = ()
    own_placement: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A standing alien slid or was pushed from `was` to `spot`."""

    t_s: float
    at_s: float
    was: Spot
    spot: Spot
    odds: float
    ask: bool = False
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifted:
    """The whole ship was lifted (`down` false) or stands again (`down` true), with the aliens the tracker believes aboard."""

    t_s: float
    at_s: float
    down: bool
    odds: float = 1.0


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth saying that is no call: a stable `code` ("ship-disagrees", "ring-moved", ...) and parameters."""

    t_s: float
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


Felt = Placed | Removed | Fell | Moved | Lifted

LiveState = Literal["absent", "empty", "resting", "rocking", "touched", "rim", "lifted", "fault"]


@dataclass(frozen=True, slots=True)
class Live:
    """The ship at this instant: load in grams without the bare ship, centre of pressure and lean in ship axes.

    `lean_deg` is the tilt vector (towards +x, towards +y), degrees.
    """

    t_s: float
    state: LiveState
    load_g: float
    cop_mm: tuple[float, float]
    lean_deg: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Health:
    """How a device is: `state` and, when not "ok", a stable fault `code` whose dictionary entry says what to do.

    "machine" is the computer itself: its supply, its settings, a start without devices.
    """

    device: str
    kind: Literal["ship", "die", "buttons", "tilt", "machine"]
    state: Literal["ok", "searching", "silent", "lost", "fault"]
    code: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    since_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ShipShape:
    """The printed ship: `ring_edges_mm` is the hub's radius and then each ring's outer radius; `points` per ring."""

    ring_edges_mm: tuple[float, ...]
    points: tuple[int, ...]
    sectors: int = 4
    foot_radius_mm: float = 6.0
    aliens: int = 10

    @property
    def rings(self) -> int:
        """Number of rings, counted outwards from 1."""
        return len(self.ring_edges_mm) - 1

    def ring_at(self, x_mm: float, y_mm: float) -> int:
        """Ring of an alien whose foot is centred there: the smaller of the rings it stands on (rulebook)."""
        inner_mm = math.hypot(x_mm, y_mm) - self.foot_radius_mm
        crossed = sum(inner_mm >= edge for edge in self.ring_edges_mm[1:-1])
        return crossed + 1

    def sector_at(self, x_mm: float, y_mm: float) -> int:
        """Sector of a point, counted counter-clockwise from the x axis."""
        turn = math.atan2(y_mm, x_mm) % (2 * math.pi) / (2 * math.pi)
        return int(turn * self.sectors) % self.sectors + 1

    def spot_at(self, x_mm: float, y_mm: float) -> Spot:
        """The spot of an alien centred there."""
        return Spot(self.ring_at(x_mm, y_mm), self.sector_at(x_mm, y_mm), (x_mm, y_mm))


_KINDS: dict[str, type[Any]] = {"place": Placed, "remove": Removed, "fall": Fell, "move": Moved, "lift": Lifted}
_NAMES = {cls: name for name, cls in _KINDS.items()}


def _spot_to_json(spot: Spot) -> list[Any]:
    return [spot.ring, spot.sector, *([list(spot.xy_mm)] if spot.xy_mm else [])]


def _spot_from_json(row: list[Any]) -> Spot:
    return Spot(row[0], row[1], tuple(row[2]) if len(row) > 2 else None)


def felt_to_json(felt: Felt) -> dict[str, Any]:
    """The journal's form of a felt event; `felt_from_json` is its inverse."""
    row: dict[str, Any] = {"kind": _NAMES[type(felt)]}
    for name in felt.__slots__:
        value = getattr(felt, name)
        if name == "why" and not value:
            continue
        if isinstance(value, Spot):
            value = _spot_to_json(value)
        elif name == "gone":
            value = [_spot_to_json(s) for s in value]
        elif name == "alternatives":
            value = [{"spots": [_spot_to_json(s) for s in a.spots], "odds": a.odds} for a in value]
        row[name] = value
    return row


def felt_from_json(row: Mapping[str, Any]) -> Felt:
    """Read a journal row back; KeyError or TypeError when it is not one."""
    data = dict(row)
    cls = _KINDS[data.pop("kind")]
    for name in ("spot", "was"):
        if name in data:
            data[name] = _spot_from_json(data[name])
    if "gone" in data:
        data["gone"] = tuple(_spot_from_json(s) for s in data["gone"])
    if "alternatives" in data:
        data["alternatives"] = tuple(
            Alternative(tuple(_spot_from_json(s) for s in a["spots"]), a["odds"]) for a in data["alternatives"]
        )
    felt: Felt = cls(**data)
    return felt
