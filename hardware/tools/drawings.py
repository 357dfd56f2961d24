"""The deck and the base for the saw, and the paper templates for 1:1 printing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.events import ShipShape
from companion.games.boards import load
from companion.setup.calibration import MASS_AT_MM
from hardware.tools.parameters import Sizes, plan
from hardware.tools.shapes import Arc, Circle, Line, Rounded, Shape, Text, write_dxf, write_svg

__all__ = ["BOARD", "MASS_FOOT_MM", "Sheet", "base", "deck", "dot_ring", "plate_spots", "sheets", "write"]

BOARD = Path(__file__).resolve().parents[2] / "companion" / "games" / "boards" / "balancing-aliens.toml"
MASS_FOOT_MM = 30.0
"""How wide the 200 g reference mass may be."""

_A4_MM, _A3_MM = (210.0, 297.0), (297.0, 420.0)
_MARGIN_MM, _WORDS_MM = 20.0, 60.0
_SCREW_MM = 3.0  # for the small screws of the tray, drilled


@dataclass(frozen=True, slots=True)
class Sheet:
    """One drawing: its name, its shapes, the page it goes on, and whether a machine cuts from it."""

    name: str
    shapes: tuple[Shape, ...]
    corner: tuple[float, float]
    size: tuple[float, float]
    is_cut: bool


def sheets(p: Sizes, board: Path | None = None) -> tuple[Sheet, ...]:
    """Every drawing."""
    side = plan(p).deck_size + 20
    wood = ((-side / 2, -side / 2), (side, side))
    return (
        Sheet("deck", tuple(deck(p)), *wood, is_cut=True),
        Sheet("base", tuple(base(p)), *wood, is_cut=True),
        Sheet("plate-spots", tuple(plate_spots(p)), (-105.0, -148.5), _A4_MM, is_cut=False),
        Sheet("dot-ring", tuple(dot_ring(p, load(board or BOARD).shape)), *_page_of_a_sector(p), is_cut=False),
    )


def write(folder: Path, p: Sizes, board: Path | None = None) -> list[Path]:
    """Write every drawing as SVG, and what is to be cut as DXF too."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for sheet in sheets(p, board):
        written.append(folder / f"{sheet.name}.svg")
        write_svg(written[-1], sheet.shapes, sheet.corner, sheet.size)
        if sheet.is_cut:
            written.append(folder / f"{sheet.name}.dxf")
            write_dxf(written[-1], sheet.shapes)
    return written


def deck(p: Sizes) -> Iterator[Shape]:
    """The board around the plate, seen from above."""
    q = plan(p)
    rim = p["ship_diameter_mm"] / 2
    yield from _outline(p)
    yield Circle("cut", (0, 0), q.deck_hole)
    yield Circle("cut", (0, p["tilt_hole_radius_mm"]), p["tilt_hole_mm"])
    yield Line("engrave", (rim + 6, 0), (q.deck_size / 2 - 8, 0))
    yield Text("engrave", (rim + 30, 12), "1", 14)
    yield from _arrow((q.deck_size / 2 - 20, 12), 90)
    yield Circle("note", (0, 0), p["ship_diameter_mm"])
    yield Text("note", (0, 30 - rim), "rim of the ship", 6)
    yield Text("note", (0, 15 - q.deck_size / 2), "this edge towards the players' table edge", 6)
    title = f"deck {q.deck_size:g} x {q.deck_size:g}, {p['deck_thickness_mm']:g} mm plywood"
    yield Text("note", (0, q.deck_size / 2 - 30), title, 8)
    yield Text("note", (0, -8), f"hole {q.deck_hole:g}", 6)
    yield Text("note", (0, q.deck_size / 2 - 43), f"corner holes {_through(p['post_thread_mm']):g}, countersunk from above", 5)
    yield Text("note", (32, p["tilt_hole_radius_mm"] + 8), f"{p['tilt_hole_mm']:g}, for a tilt sensor only", 4)


def base(p: Sizes) -> Iterator[Shape]:
    """The board that carries the cells, seen from above."""
    q = plan(p)
    yield from _outline(p)
    for n in range(int(p["cells"])):
        angle = 45 + 360 * n / p["cells"]
        for along, thread in ((q.stop_at, "stop"), (q.fixed_hole_near, "cell_fixed"), (q.fixed_hole_far, "cell_fixed")):
            yield Circle("cut", _at(p["load_radius_mm"] + along, angle), _through(p[f"{thread}_thread_mm"]))
        yield Text("engrave", _at(p["load_radius_mm"] + q.fixed_hole_far + 35, angle), str(n + 1), 12)
        yield Line("note", _at(p["load_radius_mm"] - 5, angle), _at(p["load_radius_mm"] + p["cell_length_mm"] - 5, angle))
    for x, y in tray_screws(p):
        yield Circle("cut", (x, y), _SCREW_MM)
    yield Circle("note", (0, 0), p["plate_diameter_mm"])
    yield Text("note", (0, 0), f"base {q.deck_size:g} x {q.deck_size:g}, {p['base_thickness_mm']:g} mm plywood", 8)
    yield Text("note", (0, 15 - q.deck_size / 2), "this edge towards the players' table edge", 6)
    through = {name: _through(p[f"{name}_thread_mm"]) for name in ("cell_fixed", "stop", "post")}
    notes = f"cells {through['cell_fixed']:g}, stops {through['stop']:g}, corners {through['post']:g}, tray {_SCREW_MM:g}"
    yield Text("note", (0, 30 - q.deck_size / 2), notes, 5)


def tray_screws(p: Sizes) -> tuple[tuple[float, float], ...]:
    """Where the node tray's four screws go; the tray's sizes as in node_tray.scad."""
    wall, loose = 1.6, 2 * p["fit_mm"]
    width = p["cells"] * (p["hx711_width_mm"] + loose + wall) + p["nano_width_mm"] + loose + 3 * wall + 14
    depth = p["nano_length_mm"] + loose + wall + 8
    near, far = p["tray_from_middle_mm"] + 4, p["tray_from_middle_mm"] + depth - 4
    return tuple((x, y) for x in (4 - width / 2, width / 2 - 4) for y in (near, far))


def plate_spots(p: Sizes) -> Iterator[Shape]:
    """What to mark on the plate: its middle, and where the reference mass goes."""
    radius = p["plate_diameter_mm"] / 2
    yield Circle("cut", (0, 0), p["plate_diameter_mm"])
    yield Line("note", (-radius, 0), (radius, 0))
    yield Line("note", (0, -radius), (0, radius))
    for x, y in MASS_AT_MM:
        yield from _cross((x, y), 4)
        yield Circle("engrave", (x, y), MASS_FOOT_MM)
    yield Text("note", (radius - 14, 5), "right", 5)
    yield from _paper("Spots on the plate: prick the five crosses through", (0, -125))


def _page_of_a_sector(p: Sizes) -> tuple[tuple[float, float], tuple[float, float]]:
    """Lower left corner and size of the paper that holds one sector with its words below: A4, A3, or as large as it must be."""
    edge = [_at(p["ship_diameter_mm"] / 2, angle * 3.6 / p["sectors"]) for angle in range(101)]
    left = min(0.0, *(x for x, _ in edge)) - _MARGIN_MM
    wide = max(x for x, _ in edge) + _MARGIN_MM - left
    high = max(y for _, y in edge) + _MARGIN_MM + _WORDS_MM
    fitting = [paper for paper in (_A4_MM, _A3_MM) if wide <= paper[0] and high <= paper[1]]
    return (left, -_WORDS_MM), (fitting[0] if fitting else (wide, high))


def dot_ring(p: Sizes, shape: ShipShape) -> Iterator[Shape]:
    """One sector of the disc with its calibration dot: laid on by rim and lines, pricked, turned on to the next sector."""
    rim, width = p["ship_diameter_mm"] / 2, 360 / p["sectors"]
    for radius in (shape.ring_edges_mm[0], rim):
        yield Arc("cut", (0, 0), radius, 0, width)
    for radius in shape.ring_edges_mm[1:]:
        yield Arc("note", (0, 0), radius, 0, width)
    for angle in (0.0, width):
        yield Line("cut", _at(shape.ring_edges_mm[0], angle), _at(rim, angle))
    dot = _at(p["dot_radius_mm"], width / 2)
    yield Circle("engrave", dot, p["alien_foot_mm"])
    yield from _cross(dot, p["alien_foot_mm"] / 2 + 3)
    yield Text("note", _at(p["dot_radius_mm"] - 17, width / 2), f"dot: {p['dot_radius_mm']:g} mm from the middle", 4)
    yield from _paper("Calibration dot: cut out, lay on rim and lines, prick the cross, once in each sector", (85, -25))


def _outline(p: Sizes) -> Iterator[Shape]:
    q = plan(p)
    yield Rounded("cut", (0, 0), (q.deck_size, q.deck_size), p["deck_corner_mm"])
    for x in (-q.post_at, q.post_at):
        for y in (-q.post_at, q.post_at):
            yield Circle("cut", (x, y), _through(p["post_thread_mm"]))


def _paper(words: str, at: tuple[float, float]) -> Iterator[Shape]:
    """The title, and a ruler that tells whether the printer kept the size."""
    x, y = at
    yield Text("note", (x, y), words, 4)
    yield Text("note", (x, y - 8), "Print at 100 %: this line must measure 100 mm", 4)
    yield Line("note", (x - 50, y - 14), (x + 50, y - 14))
    for tick in range(0, 101, 10):
        yield Line("note", (x - 50 + tick, y - 14), (x - 50 + tick, y - 11))


def _cross(at: tuple[float, float], reach: float) -> Iterator[Shape]:
    yield Line("engrave", (at[0] - reach, at[1]), (at[0] + reach, at[1]))
    yield Line("engrave", (at[0], at[1] - reach), (at[0], at[1] + reach))


def _arrow(at: tuple[float, float], degrees: float) -> Iterator[Shape]:
    """Which way round the sectors are counted."""
    tip = (at[0] + 16 * math.cos(math.radians(degrees)), at[1] + 16 * math.sin(math.radians(degrees)))
    yield Line("engrave", at, tip)
    for turn in (150, -150):
        angle = math.radians(degrees + turn)
        yield Line("engrave", tip, (tip[0] + 5 * math.cos(angle), tip[1] + 5 * math.sin(angle)))


def _at(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _through(thread_mm: float) -> float:
    return thread_mm + 0.5
