"""Writes what a virtual ship tells in the capture format, and leads the calibration that every evening begins with."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.events import Sample, ShipShape
from companion.virtual.ship import Happening, VirtualShip

__all__ = ["MASS_AT_MM", "Recorder", "calibrate", "header"]

_MASS_G = 200.0
MASS_AT_MM = ((0.0, 0.0), (45.0, 45.0), (-45.0, 45.0), (-45.0, -45.0), (45.0, -45.0))
_DOT_MM = 0.35


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"))


def _ship(shape: ShipShape) -> dict[str, Any]:
    widths = [b - a for a, b in zip(shape.ring_edges_mm, shape.ring_edges_mm[1:], strict=False)]
    rows: dict[str, Any] = {"hub_mm": shape.ring_edges_mm[0], "ring_width_mm": sum(widths) / len(widths), "rings": shape.rings}
    if max(widths) - min(widths) > 1e-6:
        rows["ring_edges_mm"] = list(shape.ring_edges_mm)
    rows.update(
        points=list(shape.points), sectors=shape.sectors, alien_foot_radius_mm=shape.foot_radius_mm, aliens=shape.aliens
    )
    return rows


def header(ship: VirtualShip, name: str) -> str:
    """First line of a capture."""
    p = ship.params
    cells = [list(at) for at in p.cells.at_mm] if p.tells != "tilt" else []
    row = {"format": "companion-capture/1", "name": name, "sps": p.converter.sps, "cells_mm": cells, "counts_bits": 24}
    row["ship"] = _ship(ship.shape)
    if p.tells != "counts":
        row["imu"] = {"place": "under the disc", "unit": "g"}
    return json.dumps(row)


class Recorder:
    """Lets a ship's time pass and keeps what its node and the table's marks say, as lines in order of time."""

    def __init__(self, ship: VirtualShip, name: str) -> None:
        self.ship = ship
        self.lines = [header(ship, name)]
        self.happenings: list[Happening] = []

    def mark(self, mark: str, **more: Any) -> None:
        """Write a mark."""
        self.lines.append(_line({"t": round(self.ship.t_s, 4), "mark": mark, **more}))

    def run(self, for_s: float) -> None:
        """Let time pass."""
        self.run_until(self.ship.t_s + for_s)

    def run_until(self, t_s: float) -> None:
        """Let time pass until a moment."""
        self.lines += [_line(_sample(s)) for s in self.ship.samples_until(t_s)]
        self.happenings += self.ship.happenings()

    def finish_hands(self) -> None:
        """Let time pass until no hand is at the ship."""
        while self.ship.busy:
            self.run(0.0125)


def _sample(sample: Sample) -> dict[str, Any]:
    row: dict[str, Any] = {"t": sample.t_s}
    if sample.dt_us is not None:
        row["dt_us"] = list(sample.dt_us)
    if sample.counts is not None:
        row["counts"] = list(sample.counts)
    if sample.acc_g is not None:
        row["acc"] = list(sample.acc_g)
    return row


def calibrate(recorder: Recorder, rng: Random, again: int = 0, mass_at_mm: Sequence[tuple[float, float]] = MASS_AT_MM) -> None:
    """The whole calibration: empty plate, reference mass, ship, one alien on four dots, two aliens; ends with the bare ship.

    `again`: how often the mass is taken off and put back in the middle after its places, `mass_at_mm`.
    """
    ship = recorder.ship
    recorder.mark("empty")
    recorder.run(3.0)
    for at in mass_at_mm:
        recorder.mark("hands")
        recorder.run(rng.uniform(0.1, 0.3))
        ship.load_plate(_MASS_G, at)
        recorder.run_until(math.floor(recorder.ship.t_s) + 1.0)
        recorder.mark("mass", grams=_MASS_G, at=[round(at[0]), round(at[1])])
        recorder.run(2.0)
    for time in range(again):
        _put_again(recorder, time)
    recorder.mark("hands")
    recorder.run(0.2)
    ship.load_plate(0.0, (0.0, 0.0))
    recorder.run(1.0)
    ship.put_back((0.0, 0.0), 0.0)
    recorder.run(1.8)
    recorder.mark("ship")
    recorder.run(8.0)
    _dots(recorder, rng)


def _put_again(recorder: Recorder, time: int) -> None:
    """Off the plate and back, a few millimetres from where it was."""
    recorder.mark("hands")
    recorder.run(0.2)
    recorder.ship.load_plate(0.0, (0.0, 0.0))
    recorder.run(0.5)
    recorder.ship.load_plate(_MASS_G, (1.5 * (time % 3 - 1), 2.0 * (time % 2)))
    recorder.run(1.0)
    recorder.mark("mass", grams=_MASS_G, at=[0, 0])
    recorder.run(2.0)


def _dots(recorder: Recorder, rng: Random) -> None:
    shape = recorder.ship.shape
    ring = max(1, shape.rings - 1)
    radius = 0.5 * (shape.ring_edges_mm[ring - 1] + shape.ring_edges_mm[ring])
    dots = [[radius, 360.0 * (s + 0.5) / shape.sectors] for s in range(shape.sectors)]
    for sector, dot in enumerate(dots, start=1):
        number = _put(recorder, rng, dot)
        recorder.mark("alien", ring=ring, sector=sector, at=dot)
        recorder.run(6.0)
        _take(recorder, number)
        recorder.mark("ship")
        recorder.run(5.0)
    pair = [dots[0], dots[len(dots) // 2]]
    numbers = [_put(recorder, rng, dot) for dot in pair]
    recorder.mark("aliens", at=pair)
    recorder.run(6.0)
    for number in numbers:
        _take(recorder, number)
    recorder.mark("ship")
    recorder.run(6.0)


def _put(recorder: Recorder, rng: Random, dot: list[float]) -> int:
    """Set the next alien on a dot, as exactly as people do."""
    angle = math.radians(dot[1])
    xy = (dot[0] * math.cos(angle) + rng.gauss(0.0, _DOT_MM), dot[0] * math.sin(angle) + rng.gauss(0.0, _DOT_MM))
    recorder.mark("hands")
    number = recorder.ship.place(xy, touch_s=rng.uniform(0.6, 1.0))
    recorder.finish_hands()
    return number


def _take(recorder: Recorder, number: int) -> None:
    recorder.mark("hands")
    recorder.ship.remove(number, touch_s=recorder.ship.rng.uniform(0.4, 0.7))
    recorder.finish_hands()
