"""One pair of axes on a canvas: where numbers lie, ticks with units, and curves thinned to what can be seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.ship.mechanics import Array
from companion.ship.plot.svg import Canvas

__all__ = ["Frame", "span", "thinned"]

_GAP_S = 0.75
_TICKS = (1.0, 2.0, 2.5, 5.0, 10.0)


def span(values: Array, *, least: float, always: Sequence[float] = ()) -> tuple[float, float]:
    """A range that shows all but the wildest of the values, at least `least` wide, with a margin."""
    finite = values[np.isfinite(values)]
    low, high = (float(v) for v in np.percentile(finite, (0.3, 99.7))) if len(finite) else (0.0, 0.0)
    low, high = min([low, *always]), max([high, *always])
    margin = max(0.08 * (high - low), 0.5 * (least - (high - low)))
    return low - margin, high + margin


def thinned(x: Array, y: Array, columns: int) -> tuple[Array, Array]:
    """At most two points for each column: the least and the greatest; few points stay as they are."""
    if len(x) <= 2 * columns or x[-1] <= x[0]:
        return x, y
    column = ((x - x[0]) / (x[-1] - x[0]) * (columns - 1)).astype(int)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return np.repeat(x[starts], 2), np.column_stack([low, high]).ravel()


def _ticks(low: float, high: float, most: int) -> list[float]:
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * t for t in _TICKS if power * t >= rough * 0.999)
    first = math.ceil(low / step)
    return [step * i for i in range(first, math.floor(high / step) + 1)]


@dataclass(frozen=True, slots=True)
class Frame:
    """A plotting area in pixels and the ranges of numbers it shows."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]

    def px(self, x: float) -> float:
        """Pixels of a number along x."""
        return self.left + self.width * (x - self.x[0]) / (self.x[1] - self.x[0])

    def py(self, y: float) -> float:
        """Pixels of a number along y."""
        return self.top + self.height * (self.y[1] - y) / (self.y[1] - self.y[0])

    def draw(self, canvas: Canvas, title: str, y_label: str, x_label: str = "") -> None:
        """Box, grid, ticks and labels."""
        canvas.text(self.left, self.top - 8, title, "f-ink head")
        for tick in _ticks(*self.y, max(2, round(self.height / 40))):
            self.mark_y(canvas, tick, f"{tick:g}")
        self.marks_x(canvas, x_label)
        self.close(canvas, y_label, x_label)

    def marks_x(self, canvas: Canvas, x_label: str) -> None:
        """The grid's upright lines, with their numbers where x is named."""
        for tick in _ticks(*self.x, max(2, round(self.width / 90))):
            self.upright(canvas, tick, "s-grid fine")
            if x_label:
                canvas.text(self.px(tick), self.top + self.height + 16, f"{tick:g}", "f-soft small", "middle")

    def mark_y(self, canvas: Canvas, value: float, words: str) -> None:
        """One line of the grid with its number."""
        y = self.py(value)
        canvas.line((self.left, y), (self.left + self.width, y), "s-grid fine")
        canvas.text(self.left - 6, y + 4, words, "f-soft small", "end")

    def close(self, canvas: Canvas, y_label: str, x_label: str) -> None:
        """The box and what the axes measure."""
        canvas.rectangle(self.left, self.top, self.width, self.height, "s-soft none fine")
        canvas.text_up(self.left - 46, self.top + self.height / 2, y_label, "f-soft small")
        if x_label:
            canvas.text(self.left + self.width / 2, self.top + self.height + 33, x_label, "f-soft small", "middle")

    def clip(self, canvas: Canvas) -> None:
        """Show only what lies inside, until the canvas's `unclip`."""
        canvas.clip(self.left, self.top, self.width, self.height)

    def curve(self, canvas: Canvas, x: Array, y: Array, classes: str) -> None:
        """A line through the numbers, broken where there is a gap or no number."""
        for part in _unbroken(x, y):
            thin_x, thin_y = thinned(x[part], y[part], max(2, round(self.width)))
            canvas.curve(((self.px(a), self.py(b)) for a, b in zip(thin_x, thin_y, strict=True)), classes)

    def upright(self, canvas: Canvas, x: float, classes: str) -> None:
        """A line from top to bottom."""
        canvas.line((self.px(x), self.top), (self.px(x), self.top + self.height), classes)

    def level(self, canvas: Canvas, y: float, x: tuple[float, float], classes: str) -> None:
        """A horizontal line."""
        canvas.line((self.px(x[0]), self.py(y)), (self.px(x[1]), self.py(y)), classes)


def _unbroken(x: Array, y: Array) -> Iterator[slice]:
    if not len(x):
        return
    good = np.isfinite(y)
    broken = (np.diff(x) > _GAP_S) | (np.diff(good.astype(int)) != 0)
    edges = [0, *(int(i) + 1 for i in np.flatnonzero(broken)), len(x)]
    for start, end in pairwise(edges):
        if good[start]:
            yield slice(start, end)
