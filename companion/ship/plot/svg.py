"""A small SVG writer: shapes with classes, colours for light and dark screens, a title and a description for all readers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["Canvas"]

_COLOURS = {
    "paper": ("#ffffff", "#0f1424"),
    "ink": ("#171a26", "#f2f4fc"),
    "soft": ("#565c70", "#b3bad2"),
    "grid": ("#dfe2ea", "#2a3148"),
    "x": ("#0072b2", "#56b4e9"),
    "y": ("#c04a00", "#e69f00"),
    "load": ("#5a6072", "#c5cbe0"),
    "called": ("#6a3fb5", "#c4a7ff"),
    "true": ("#00795a", "#3fd6a6"),
    "wrong": ("#c4001d", "#ff8080"),
    "band": ("#eef0f6", "#1a2036"),
}
"""Name: colour on a light and on a dark screen. Every meaning also has a shape or a word of its own."""

_SHAPES = (
    "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    ".big{font-size:20px;font-weight:600}.head{font-size:14px;font-weight:600}.small{font-size:12px}"
    ".thin{stroke-width:1}.fine{stroke-width:.7}.bold{stroke-width:3;stroke-linecap:round;stroke-linejoin:round}"
    ".wide{stroke-width:7;stroke-linecap:round}"
    ".mid{stroke-width:1.8}.dash{stroke-dasharray:5 4}.dots{stroke-dasharray:1.5 3}.none{fill:none}"
    ".faint{opacity:.35}"
)
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _styles() -> str:
    light = "".join(_rules(name, pair[0]) for name, pair in _COLOURS.items())
    dark = "".join(_rules(name, pair[1]) for name, pair in _COLOURS.items())
    return f"{_SHAPES}{light}@media(prefers-color-scheme:dark){{{dark}}}"


def _rules(name: str, colour: str) -> str:
    return f".s-{name}{{stroke:{colour}}}.f-{name}{{fill:{colour}}}"


def _words(text: str) -> str:
    return escape(_NO_XML.sub("?", text), quote=True)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class Canvas:
    """Collects shapes; `render` gives the file. Coordinates are pixels, y downwards."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        self.width, self.height = width, height
        self._title, self._description = title, description
        self._parts: list[str] = []
        self._clips = 0

    def text(self, x: float, y: float, words: str, classes: str = "f-ink", anchor: str = "start") -> None:
        """One line of words."""
        at = f'x="{_number(x)}" y="{_number(y)}" class="{classes}" text-anchor="{anchor}"'
        self._parts.append(f"<text {at}>{_words(words)}</text>")

    def text_up(self, x: float, y: float, words: str, classes: str = "f-ink") -> None:
        """One line of words that runs upwards, centred there."""
        at = f'transform="translate({_number(x)} {_number(y)}) rotate(-90)" class="{classes}" text-anchor="middle"'
        self._parts.append(f"<text {at}>{_words(words)}</text>")

    def line(self, start: tuple[float, float], end: tuple[float, float], classes: str) -> None:
        """A straight line."""
        self.curve([start, end], classes)

    def curve(self, points: Iterable[Sequence[float]], classes: str) -> None:
        """A line through points; one that is not finite breaks it."""
        steps, pen = [], "M"
        for x, y in points:
            if math.isfinite(x) and math.isfinite(y):
                steps.append(f"{pen}{_number(x)} {_number(y)}")
                pen = "L"
            else:
                pen = "M"
        if steps:
            self._parts.append(f'<path d="{"".join(steps)}" class="{classes} none"/>')

    def rectangle(self, left: float, top: float, width: float, height: float, classes: str) -> None:
        """A box."""
        size = f'width="{_number(max(width, 0.0))}" height="{_number(max(height, 0.0))}"'
        self._parts.append(f'<rect x="{_number(left)}" y="{_number(top)}" {size} class="{classes}"/>')

    def circle(self, x: float, y: float, radius: float, classes: str) -> None:
        """A circle."""
        self._parts.append(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" class="{classes}"/>')

    def ellipse(self, x: float, y: float, radii: tuple[float, float], turn_deg: float, classes: str) -> None:
        """An ellipse, its first radius turned clockwise from the right."""
        turn = f'transform="translate({_number(x)} {_number(y)}) rotate({_number(turn_deg)})"'
        self._parts.append(f'<ellipse rx="{_number(radii[0])}" ry="{_number(radii[1])}" {turn} class="{classes}"/>')

    def polygon(self, points: Iterable[Sequence[float]], classes: str) -> None:
        """A closed shape."""
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._parts.append(f'<polygon points="{corners}" class="{classes}"/>')

    def clip(self, left: float, top: float, width: float, height: float) -> None:
        """From here until `unclip` only what lies inside the box is shown."""
        self._clips += 1
        box = f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(width)}" height="{_number(height)}"/>'
        self._parts.append(f'<clipPath id="clip{self._clips}">{box}</clipPath><g clip-path="url(#clip{self._clips})">')

    def unclip(self) -> None:
        """The end of `clip`."""
        self._parts.append("</g>")

    def render(self) -> str:
        """The whole file."""
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">'
        said = f'<title id="title">{_words(self._title)}</title><desc id="desc">{_words(self._description)}</desc>'
        paper = f'<rect width="{self.width}" height="{self.height}" class="f-paper"/>'
        return "\n".join([head, said, f"<style>{_styles()}</style>", paper, *self._parts, "</svg>", ""])
