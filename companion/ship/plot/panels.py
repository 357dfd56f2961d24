"""What is drawn against time: the load, the centre of pressure with the fitted swings, and the odds of what was called."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from companion.ship.mechanics import Array
from companion.ship.plot.axes import Frame, span
from companion.ship.plot.story import Reading, Story
from companion.ship.plot.svg import Canvas

__all__ = ["Box", "centre_frame", "counts_panel", "draw_centre", "draw_load", "draw_odds", "legend", "load_frame", "mark"]

Box = tuple[float, float, float, float]
"""Left, top, width and height of a plotting area, pixels."""

_ABSENT_SHARE, _HANDLED_SHARE = 0.5, 0.9
_ODDS = (0.5, 0.9, 0.99, 0.999, 0.9999)
_CORNERS = {
    "place": ((0, -1), (1, 1), (-1, 1)),
    "remove": ((0, 1), (1, -1), (-1, -1)),
    "fall": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
}
_FEWEST_G, _FEWEST_MM = 4.0, 4.0


def load_frame(story: Story, rows: Array, box: Box, x: tuple[float, float]) -> Frame:
    """Axes for the load of a stretch."""
    aboard = _load_g(story, rows[rows[:, 1] > _HANDLED_SHARE * story.ship_g])
    believed = [g for t, g in story.believed if x[0] <= t <= x[1]]
    return Frame(*box, x, span(aboard, least=_FEWEST_G, always=believed))


def _load_g(story: Story, rows: Array) -> Array:
    standing = np.where(rows[:, 1] > _ABSENT_SHARE * story.ship_g, rows[:, 1] - story.ship_g, np.nan)
    return np.asarray(standing, dtype=float)


def draw_load(canvas: Canvas, frame: Frame, story: Story, rows: Array, x_label: str = "") -> None:
    """Measured load, and what the aliens believed aboard weigh."""
    frame.draw(canvas, "Load: weight on the plate less the bare ship", "load, g", x_label)
    frame.clip(canvas)
    steps = _steps([b for b in story.believed if frame.x[0] - 1.0 <= b[0] <= frame.x[1] + 1.0])
    canvas.curve(((frame.px(t), frame.py(g)) for t, g in steps), "s-called mid")
    frame.curve(canvas, rows[:, 0], _load_g(story, rows), "s-load thin")
    canvas.unclip()


def _steps(points: list[tuple[float, float]]) -> Iterable[tuple[float, float]]:
    for (t, g), (later, _) in zip(points, [*points[1:], *points[-1:]], strict=True):
        yield t, g
        yield later, g


def centre_frame(story: Story, rows: Array, box: Box, x: tuple[float, float]) -> Frame:
    """Axes for the centre of pressure of a stretch."""
    standing = rows[rows[:, 1] > _ABSENT_SHARE * story.ship_g]
    return Frame(*box, x, span(standing[:, 2:].ravel(), least=_FEWEST_MM))


def draw_centre(canvas: Canvas, frame: Frame, story: Story, rows: Array, x_label: str = "") -> None:
    """Where the weight rests on the plate, and the swings fitted to it."""
    what = "Centre of pressure on the plate" if story.weighs else "Lean times the nominal rolling radius (no cells)"
    frame.draw(canvas, f"{what}, with the fitted swings", "x and y, mm", x_label)
    there = rows[:, 1] > _ABSENT_SHARE * story.ship_g
    frame.clip(canvas)
    readings = [r for r in story.readings if r.t_s[-1] > frame.x[0] and r.t_s[0] < frame.x[1]]
    for axis, name in enumerate("xy"):
        for reading in readings:
            _fitted(canvas, frame, reading, axis, name)
        frame.curve(canvas, rows[:, 0], np.where(there, rows[:, 2 + axis], np.nan), f"s-{name} thin")
    canvas.unclip()


def _fitted(canvas: Canvas, frame: Frame, reading: Reading, axis: int, name: str) -> None:
    """The fit, and the balance it swings about, drawn on for a while."""
    frame.curve(canvas, reading.t_s, reading.path_mm[:, axis], f"s-{name} wide faint")
    around_s = (float(reading.t_s[0]), float(reading.t_s[-1]) + 0.5)
    frame.level(canvas, reading.centre_mm[axis], around_s, f"s-{name} mid dash")


def odds_frame(box: Box, x: tuple[float, float]) -> Frame:
    """Axes for odds, drawn by how unlikely an error is."""
    return Frame(*box, x, (_nines(0.2), _nines(1.0) + 0.4))


def _nines(odds: float) -> float:
    return -math.log10(max(1.0 - odds, 4e-5))


def draw_odds(
    canvas: Canvas, box: Box, x: tuple[float, float], rows: Iterable[tuple[Mapping[str, Any], str]], x_label: str
) -> Frame:
    """Every call at the odds it was made with; each row comes with its verdict ("" where no truth is known)."""
    frame = odds_frame(box, x)
    canvas.text(frame.left, frame.top - 8, "Odds of each call (further up: less likely wrong)", "f-ink head")
    for odds in _ODDS:
        frame.mark_y(canvas, _nines(odds), f"{odds:g}")
    frame.marks_x(canvas, x_label)
    frame.close(canvas, "odds", x_label)
    for row, verdict in rows:
        if "odds" in row and "kind" in row:
            mark(canvas, (frame.px(row["t"]), frame.py(_nines(row["odds"]))), row["kind"], row.get("ask", False), verdict)
    return frame


def mark(canvas: Canvas, at: tuple[float, float], kind: str, ask: object, verdict: str) -> None:
    """A call: triangle up for placed, down for taken, square for fallen; hollow when asked; crossed when wrong."""
    x, y = at
    size = 5.0
    corners = [(x + size * dx, y + size * dy) for dx, dy in _CORNERS[kind]]
    canvas.polygon(corners, f"s-called mid {'f-paper' if ask else 'f-called'}")
    if verdict in ("wrong", "invented"):
        for slope in (1, -1):
            canvas.line((x - 9, y - 9 * slope), (x + 9, y + 9 * slope), "s-wrong mid")


def counts_panel(canvas: Canvas, story: Story, box: Box) -> None:
    """The raw readings of a capture that never came as far as a game."""
    t_s, counts = story.counts[:, 0], story.counts[:, 1:]
    low_s, high_s = float(t_s.min()), float(t_s.max())
    moved = counts - np.median(counts, axis=0)
    frame = Frame(*box, (low_s, max(high_s, low_s + 1.0)), span(moved.ravel(), least=100.0))
    frame.draw(canvas, "Raw readings of each cell less their median: no calibration came", "counts", "time, s")
    frame.clip(canvas)
    for cell in range(counts.shape[1]):
        frame.curve(canvas, t_s, moved[:, cell], f"s-{('x', 'y', 'called', 'true')[cell % 4]} thin")
    canvas.unclip()


def legend(canvas: Canvas, left: float, top: float, entries: Iterable[tuple[str, str]]) -> None:
    """What the lines mean: classes and words, one below the other."""
    for row, (classes, words) in enumerate(entries):
        y = top + 20 * row
        canvas.line((left, y), (left + 26, y), classes)
        canvas.text(left + 34, y + 4, words, "f-ink small")
