"""The ship from above, in its own axes: x to the right, y upwards, sector 1 at the upper right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.events import ShipShape, Spot
from companion.ship.inventory import Standing
from companion.ship.plot.svg import Canvas

__all__ = ["Deck", "true_places"]

Truth = Sequence[Mapping[str, Any]]
_DOUBT_SIGMA = 2.0


def true_places(truth: Truth, t_s: float) -> dict[Any, tuple[float, float]]:
    """Where the aliens aboard were really set down, by number; of fallen ones any that stood on the named spot is taken off."""
    there: dict[Any, Mapping[str, Any]] = {}
    for row in truth:
        if row["t"] > t_s:
            break
        if row["kind"] == "place":
            there[row["n"]] = row
        elif row["kind"] == "remove":
            there.pop(row["n"], None)
        elif row["kind"] == "fall":
            for ring, sector in row["gone"]:
                gone = [n for n, p in there.items() if (p["ring"], p["sector"]) == (ring, sector)]
                there.pop(gone[-1] if gone else None, None)
    return {n: (float(p["x"]), float(p["y"])) for n, p in there.items()}


@dataclass(frozen=True, slots=True)
class Deck:
    """Draws a ship of that shape around a middle on the canvas, `radius` pixels to its rim."""

    canvas: Canvas
    shape: ShipShape
    middle: tuple[float, float]
    radius: float

    @property
    def scale(self) -> float:
        """Pixels per mm."""
        return self.radius / self.shape.ring_edges_mm[-1]

    def at(self, xy_mm: tuple[float, float]) -> tuple[float, float]:
        """Pixels of a place on the ship."""
        return self.middle[0] + self.scale * xy_mm[0], self.middle[1] - self.scale * xy_mm[1]

    def draw(self) -> None:
        """Rings with their numbers, sectors, and a scale."""
        canvas, shape = self.canvas, self.shape
        canvas.circle(*self.middle, self.radius, "f-band")
        for edge in shape.ring_edges_mm:
            canvas.circle(*self.middle, self.scale * edge, "s-soft none fine")
        for sector in range(shape.sectors):
            self._sector(sector)
        label = math.pi / shape.sectors if shape.sectors == 1 else 0.0
        for ring, (low, high) in enumerate(zip(shape.ring_edges_mm, shape.ring_edges_mm[1:], strict=False), start=1):
            x, y = self.at(_polar(0.5 * (low + high), label))
            canvas.text(x, y - 3, str(ring), "f-soft small", "middle")
        left, down = self.middle[0] - self.radius, self.middle[1] + self.radius + 14
        right = left + 50.0 * self.scale
        canvas.line((left, down), (right, down), "s-soft mid")
        canvas.text(right + 6, down + 4, "50 mm; small numbers are rings, large ones sectors", "f-soft small")

    def _sector(self, sector: int) -> None:
        shape, turn = self.shape, 2 * math.pi / self.shape.sectors
        inner, outer = shape.ring_edges_mm[0], shape.ring_edges_mm[-1]
        self.canvas.line(self.at(_polar(inner, sector * turn)), self.at(_polar(outer, sector * turn)), "s-soft fine")
        x, y = self.at(_polar(0.55 * inner, (sector + 0.5) * turn))
        self.canvas.text(x, y + 4, str(sector + 1), "f-soft head", "middle")

    def true(self, xy_mm: tuple[float, float], *, faint: bool = False) -> None:
        """An alien's foot where it really stands."""
        classes = "s-true none dots mid" if faint else "s-true none mid"
        self.canvas.circle(*self.at(xy_mm), self.scale * self.shape.foot_radius_mm, classes)

    def believed(self, standing: Standing) -> None:
        """Where an alien is believed to stand, with the doubt around it."""
        x, y = self.at(standing.xy_mm)
        turn_deg = -math.degrees(math.atan2(standing.xy_mm[1], standing.xy_mm[0]))
        radii = (self.scale * _DOUBT_SIGMA * standing.spread_mm[0], self.scale * _DOUBT_SIGMA * standing.spread_mm[1])
        self.canvas.ellipse(x, y, radii, turn_deg, "s-called none fine")
        self.plus(standing.xy_mm, "s-called mid")

    def plus(self, xy_mm: tuple[float, float], classes: str, arm: float = 4.0) -> None:
        """A small upright cross."""
        x, y = self.at(xy_mm)
        self.canvas.line((x - arm, y), (x + arm, y), classes)
        self.canvas.line((x, y - arm), (x, y + arm), classes)

    def gone(self, spot: Spot) -> None:
        """An alien that is said to have left."""
        x, y = self.at(spot.xy_mm or self.centre(spot))
        arm = 6.0
        self.canvas.line((x - arm, y - arm), (x + arm, y + arm), "s-wrong mid")
        self.canvas.line((x - arm, y + arm), (x + arm, y - arm), "s-wrong mid")

    def come(self, spot: Spot) -> None:
        """An alien that is said to have come: a ring around its place."""
        self.ring(spot.xy_mm or self.centre(spot), "s-called none bold")

    def ring(self, xy_mm: tuple[float, float], classes: str) -> None:
        """A ring a little wider than a foot."""
        self.canvas.circle(*self.at(xy_mm), self.scale * self.shape.foot_radius_mm + 5, classes)

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a ring's sector."""
        edges = self.shape.ring_edges_mm
        return _polar(0.5 * (edges[spot.ring - 1] + edges[spot.ring]), (spot.sector - 0.5) * 2 * math.pi / self.shape.sectors)


def _polar(radius: float, angle: float) -> tuple[float, float]:
    return radius * math.cos(angle), radius * math.sin(angle)
