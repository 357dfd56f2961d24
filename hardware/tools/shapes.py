"""Flat drawings: a few shapes in millimetres, written as SVG at true size and as DXF. Y grows away from the table's edge."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree as ET

import ezdxf
from ezdxf import units
from ezdxf.filemanagement import new

__all__ = ["Arc", "Circle", "Line", "Rounded", "Shape", "Text", "write_dxf", "write_svg"]

Layer = Literal["cut", "engrave", "note"]
_STROKES = {"cut": ("#d00000", 0.4), "engrave": ("#0040c0", 0.4), "note": ("#777777", 0.25)}
_COLOURS = {"cut": 1, "engrave": 5, "note": 8}
_SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    layer: Layer
    at: tuple[float, float]
    diameter: float


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a circle about `at`, counter-clockwise between two angles."""

    layer: Layer
    at: tuple[float, float]
    radius: float
    from_deg: float
    to_deg: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    layer: Layer
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rounded:
    """A rectangle about `at` with rounded corners."""

    layer: Layer
    at: tuple[float, float]
    size: tuple[float, float]
    radius: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose middle is at `at`."""

    layer: Layer
    at: tuple[float, float]
    words: str
    height: float = 5.0


Shape = Circle | Arc | Line | Rounded | Text


def write_svg(path: Path, shapes: Iterable[Shape], corner: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw at true size: `corner` is the lower left of the page, `size` its width and height."""
    width, height = size
    attributes = {"xmlns": _SVG, "width": f"{width:g}mm", "height": f"{height:g}mm", "viewBox": f"0 0 {width:g} {height:g}"}
    page = ET.Element("svg", attributes)
    ET.SubElement(page, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    for shape in shapes:
        _svg(page, shape, lambda x, y: (x - corner[0], height - (y - corner[1])))
    ET.indent(page)
    path.write_text(ET.tostring(page, encoding="unicode") + "\n", encoding="utf-8")


def _point(degrees: float, radius: float, at: tuple[float, float]) -> tuple[float, float]:
    angle = math.radians(degrees)
    return at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)


def _svg(page: ET.Element, shape: Shape, placed: Callable[[float, float], tuple[float, float]]) -> None:
    colour, width = _STROKES[shape.layer]
    pen = {"fill": "none", "stroke": colour, "stroke-width": f"{width:g}"}
    match shape:
        case Circle(_, at, diameter):
            x, y = placed(*at)
            ET.SubElement(page, "circle", {"cx": f"{x:.3f}", "cy": f"{y:.3f}", "r": f"{diameter / 2:.3f}", **pen})
        case Line(_, start, end):
            (x1, y1), (x2, y2) = placed(*start), placed(*end)
            ET.SubElement(page, "line", {"x1": f"{x1:.3f}", "y1": f"{y1:.3f}", "x2": f"{x2:.3f}", "y2": f"{y2:.3f}", **pen})
        case Arc(_, at, radius, first, last):
            (x1, y1), (x2, y2) = placed(*_point(first, radius, at)), placed(*_point(last, radius, at))
            large = int(last - first > 180)
            way = f"M {x1:.3f} {y1:.3f} A {radius:.3f} {radius:.3f} 0 {large} 0 {x2:.3f} {y2:.3f}"
            ET.SubElement(page, "path", {"d": way, **pen})
        case Rounded(_, at, size, radius):
            x, y = placed(at[0] - size[0] / 2, at[1] + size[1] / 2)
            box = {"x": f"{x:.3f}", "y": f"{y:.3f}", "width": f"{size[0]:.3f}", "height": f"{size[1]:.3f}"}
            ET.SubElement(page, "rect", {**box, "rx": f"{radius:.3f}", **pen})
        case Text(_, at, words, tall):
            x, y = placed(at[0], at[1] - 0.35 * tall)
            style = {"font-family": "DejaVu Sans, Arial, sans-serif", "font-size": f"{tall:g}", "text-anchor": "middle"}
            ET.SubElement(page, "text", {"x": f"{x:.3f}", "y": f"{y:.3f}", "fill": colour, **style}).text = words


def write_dxf(path: Path, shapes: Sequence[Shape]) -> None:
    """The same in DXF, millimetres, one layer each for CUT, ENGRAVE and NOTE; the same bytes for the same shapes."""
    ezdxf.options.write_fixed_meta_data_for_testing = True  # type: ignore[attr-defined]
    document = new("R2010", units=units.MM)
    for name, colour in _COLOURS.items():
        document.layers.add(name.upper(), color=colour)
    space = document.modelspace()
    for shape in shapes:
        _dxf(space, shape, {"layer": shape.layer.upper()})
    document.saveas(path)


def _dxf(space: Any, shape: Shape, on: dict[str, object]) -> None:
    match shape:
        case Circle(_, at, diameter):
            space.add_circle(at, diameter / 2, dxfattribs=on)
        case Line(_, start, end):
            space.add_line(start, end, dxfattribs=on)
        case Arc(_, at, radius, first, last):
            space.add_arc(at, radius, first, last, dxfattribs=on)
        case Rounded(_, at, size, radius):
            space.add_lwpolyline(_outline(at, size, radius), format="xyb", close=True, dxfattribs=on)
        case Text(_, at, words, tall):
            text = space.add_text(words, height=tall, dxfattribs=on)
            text.set_placement(at, align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)


def _outline(at: tuple[float, float], size: tuple[float, float], radius: float) -> list[tuple[float, float, float]]:
    """Corner points with the bulge of a quarter turn after every second one."""
    quarter = math.tan(math.pi / 8)
    right, top = size[0] / 2, size[1] / 2
    near_x, near_y = right - radius, top - radius
    corners = [
        (right, -near_y, 0.0),
        (right, near_y, quarter),
        (near_x, top, 0.0),
        (-near_x, top, quarter),
        (-right, near_y, 0.0),
        (-right, -near_y, quarter),
        (-near_x, -top, 0.0),
        (near_x, -top, quarter),
    ]
    return [(at[0] + x, at[1] + y, bulge) for x, y, bulge in corners]
