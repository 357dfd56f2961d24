"""What a capture brought, kept for drawing: what was read, what was believed, what was said, and where the reading ended."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.events import Fell, Felt, Lifted, Moved, Noted, Placed, Removed, Sample, ShipShape
from companion.ship.capture import CaptureError, Header, Mark, open_lines
from companion.ship.inventory import Standing
from companion.ship.mechanics import Array
from companion.ship.replay import row_of
from companion.ship.session import CaptureSession
from companion.ship.tracker import Tracker
from companion.ship.window import FreeWindow

__all__ = ["Reading", "Said", "Story", "tell"]

_FELT = (Placed, Removed, Fell, Moved, Lifted)
_TAKE_EVERY = 16
_BELIEVE_EVERY_S = 0.5
_LOST_S = 60.0
_LEFT_ROWS = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """A free stretch that a verdict rested on: the fitted path and the balance it swings about, mm in plate axes."""

    t_s: Array
    path_mm: Array
    centre_mm: tuple[float, float]

    @classmethod
    def of(cls, window: FreeWindow) -> Reading:
        """Copied: the tracker writes over the rows that its windows look at."""
        swing = window.swing
        x, y = swing.centre_mm
        return cls(swing.t_s.copy(), swing.path_mm.copy(), (float(x), float(y)))


@dataclass(frozen=True, slots=True)
class Said:
    """What was felt at one moment, in the form of `events.Felt` and as printed, and what then stood aboard."""

    t_s: float
    felt: tuple[Felt, ...]
    rows: tuple[Mapping[str, Any], ...]
    standing: tuple[Standing, ...]

    @property
    def from_s(self) -> float:
        """The first moment it is about."""
        return min([self.t_s, *(f.at_s for f in self.felt)])


@dataclass(slots=True)
class Story:
    """Everything a picture can show. Rows: t, weight (g), centre of pressure x and y (mm, plate axes).

    `printed` is what a replay without pictures prints, notes and all.
    """

    name: str = ""
    header: Header | None = None
    rows: Array = field(default_factory=lambda: np.empty((0, 4)))
    counts: Array = field(default_factory=lambda: np.empty((0, 1)))
    ship_g: float = math.nan
    weighs: bool = True
    believed: list[tuple[float, float]] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    notes: list[Noted] = field(default_factory=list)
    printed: list[Mapping[str, Any]] = field(default_factory=list)
    lines: int = 0
    error: str | None = None

    @property
    def shape(self) -> ShipShape:
        """The ship; only a story with a header has one."""
        assert self.header is not None
        return self.header.shape

    @property
    def calls(self) -> list[Mapping[str, Any]]:
        """All printed calls, in order."""
        return [row for said in self.said for row in said.rows]

    def between(self, from_s: float, to_s: float) -> Array:
        """The rows of a stretch."""
        a, b = np.searchsorted(self.rows[:, 0], (from_s, to_s))
        return self.rows[a:b]


class _Teller:
    """Looks over a session's shoulder."""

    def __init__(self, session: CaptureSession, name: str) -> None:
        self.story = Story(name)
        self._session = session
        self._rows: list[Array] = []
        self._counts: list[tuple[float, ...]] = []
        self._taken_s = -math.inf
        self._believed_s = -math.inf
        self._window: FreeWindow | None = None

    def see(self, events: Sequence[Felt | Noted | Mark]) -> None:
        """Take in what the newest line brought."""
        story, session = self.story, self._session
        story.lines += 1
        tracker = session.tracker
        if tracker is None:
            self._before_play(session.row)
            return
        if story.lines % _TAKE_EVERY == 0 or events:
            self._take(tracker)
        self._hear(tracker, events)

    def end(self, error: str | None) -> Story:
        """No line follows."""
        story, session = self.story, self._session
        story.header, story.error = session.header, error
        story.name = story.name or (session.header.name if session.header else "")
        if session.tracker is not None:
            self._take(session.tracker)
            story.ship_g = session.tracker.calibration.rocker.ship_g
            story.weighs = session.tracker.calibration.weighs
        story.rows = _without_strays(np.concatenate([np.empty((0, 4)), *self._rows]))
        if not len(story.rows) and self._counts:
            story.counts = np.array(self._counts, dtype=float)
        return story

    def _before_play(self, row: Sample | Mark | None) -> None:
        if isinstance(row, Sample) and row.counts:
            self._counts.append((row.t_s, *row.counts))

    def _take(self, tracker: Tracker) -> None:
        t_s, weight_g, c_mm = tracker.trail.since(math.nextafter(self._taken_s, math.inf))
        if len(t_s):
            self._rows.append(np.column_stack([t_s, weight_g, c_mm]))
            self._taken_s = float(t_s[-1])
        if self._taken_s - self._believed_s > _BELIEVE_EVERY_S:
            self._believe(tracker)

    def _believe(self, tracker: Tracker) -> None:
        self._believed_s = self._taken_s
        self.story.believed.append((self._taken_s, tracker.belief.load_g))

    def _hear(self, tracker: Tracker, events: Iterable[Felt | Noted | Mark]) -> None:
        story = self.story
        if tracker.reading is not None and tracker.reading is not self._window:
            self._window = tracker.reading
            story.readings.append(Reading.of(self._window))
        felt = tuple(e for e in events if isinstance(e, _FELT))
        story.notes += [e for e in events if isinstance(e, Noted)]
        rows = {id(event): row for event in events if (row := row_of(event)) is not None}
        story.printed += rows.values()
        if felt:
            story.said.append(Said(felt[0].t_s, felt, tuple(rows[id(f)] for f in felt), tracker.inventory))
            self._believe(tracker)


def _without_strays(rows: Array) -> Array:
    """Without the last few rows when a damaged time put them far away."""
    jumps = np.flatnonzero(np.diff(rows[:, 0]) > _LOST_S)
    return rows[: jumps[-1] + 1] if len(jumps) and len(rows) - jumps[-1] <= _LEFT_ROWS else rows


def tell(path: str | Path) -> Story:
    """Play a capture; damage ends the story there, with its one error."""
    session = CaptureSession()
    name = Path(path).name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".capture")
    teller = _Teller(session, name)
    try:
        for line in open_lines(path):
            teller.see(session.feed_line(line))
        session.close()
    except (CaptureError, OSError) as error:
        return teller.end(str(error))
    return teller.end(None)
