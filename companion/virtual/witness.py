"""Writes down what really happened, as the truth files tell it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from companion.virtual.ship import Happening, VirtualShip

__all__ = ["Witness"]

_ONE_CRASH_S = 2.0
_OWN_FALL_S = 3.0
_SLID_MM = 1.0
_AS_IS = ("bump", "lean-on", "turned")


class Witness:
    """Keeps rows; falls that follow each other closely are one crash."""

    def __init__(self, ship: VirtualShip) -> None:
        self._ship, self._shape = ship, ship.shape
        self._rows: list[dict[str, Any]] = []
        self._stood: dict[int, tuple[float, float]] = {}
        self._placed: dict[int, dict[str, Any]] = {}

    def rows(self) -> list[dict[str, Any]]:
        """All rows in order of time."""
        return sorted(self._rows, key=lambda row: float(row["t"]))

    def see(self, happenings: Sequence[Happening]) -> int:
        """Take in what happened; how many aliens fell."""
        fallen = 0
        for happening in happenings:
            if happening.kind in _AS_IS:
                self._write(happening.t_s, happening.kind)
            elif happening.kind == "put-back":
                self._write(happening.t_s, "lifted")
            elif happening.kind in ("place", "remove"):
                self._handled(happening)
            elif happening.kind == "fell":
                self._fell(happening)
                fallen += 1
        return fallen

    def notice_moves(self) -> None:
        """Compare every standing alien with where it was known to stand."""
        for number, before in list(self._stood.items()):
            alien = self._ship.alien(number)
            now = (alien.x_mm, alien.y_mm)
            if alien.moving or math.dist(before, now) <= _SLID_MM:
                continue
            was, spot = self._shape.spot_at(*before), self._shape.spot_at(*now)
            self._write(self._ship.t_s, "moved", ring=[was.ring, spot.ring], sector=[was.sector, spot.sector])
            self._stood[number] = now

    def _handled(self, happening: Happening) -> None:
        number, (x, y) = _concerned(happening)
        spot = self._shape.spot_at(x, y)
        alien = self._ship.alien(number)
        at = {"x": round(x, 2), "y": round(y, 2), "g": alien.mass_g}
        row = self._write(happening.t_s, happening.kind, n=number, ring=spot.ring, sector=spot.sector, **at)
        if happening.kind == "place":
            self._stood[number], self._placed[number] = (x, y), row
        else:
            self._stood.pop(number, None)

    def _fell(self, happening: Happening) -> None:
        number, _ = _concerned(happening)
        spot = self._shape.spot_at(*self._stood.pop(number))
        placed = self._placed.get(number)
        if placed is not None and happening.t_s - placed["t"] < _OWN_FALL_S:
            placed["fell"] = True
        last = next((row for row in reversed(self._rows) if row["kind"] == "fall"), None)
        if last is None or happening.t_s - last["t"] > _ONE_CRASH_S:
            last = self._write(happening.t_s, "fall", count=0, left=0, gone=[])
        last["t"], last["count"], last["left"] = round(happening.t_s, 4), last["count"] + 1, len(self._stood)
        last["gone"].append([spot.ring, spot.sector])

    def _write(self, t_s: float, kind: str, **more: Any) -> dict[str, Any]:
        row: dict[str, Any] = {"t": round(t_s, 4), "kind": kind, **more}
        self._rows.append(row)
        return row


def _concerned(happening: Happening) -> tuple[int, tuple[float, float]]:
    """The alien of a happening that concerns one, and where it stood."""
    if happening.alien is None or happening.xy_mm is None:
        raise ValueError(f"{happening.kind} concerns no alien")
    return happening.alien, happening.xy_mm
