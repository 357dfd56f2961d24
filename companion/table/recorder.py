"""The last minutes of raw samples, kept in memory, and cut out as a capture when a score is disputed."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.events import Sample, ShipShape, Spot
from companion.ship.capture import Header, Mark, write_capture

__all__ = ["Plate", "Recorder", "TooOldError"]

KEEP_S = 240.0
CALM_EVERY_S = 4.0
LEAD_S = 3.0
TAIL_S = 8.0
EARLIER = 4
"""So many stretches of at most `KEEP_S` from before the sense last began anew: about 25 MB at 80 samples a second."""


class TooOldError(Exception):
    """The raw samples of that moment are no longer in memory."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What a capture's header says of the sensor and the ship."""

    sps: float
    cells_mm: tuple[tuple[float, float], ...]
    shape: ShipShape
    calibration: Mapping[str, Any] | None = None
    tilt: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Calm:
    """A quiet moment and who stood aboard then: where a slice can begin."""

    t_s: float
    standing: tuple[Spot, ...]


class _Stretch:
    """Samples that one tracker heard, from one plate; what another one hears later begins a new stretch."""

    def __init__(self, plate: Plate) -> None:
        self.plate = plate
        self.rows: deque[Sample | Mark] = deque()
        self.calm: deque[Calm] = deque()

    def has(self, at_s: float) -> bool:
        """Whether that moment lies in it; just before its first row nothing could have been felt."""
        return bool(self.rows) and self.rows[0].t_s <= at_s <= self.rows[-1].t_s

    def forget_before(self, t_s: float) -> None:
        """Drop what is older."""
        while self.rows and self.rows[0].t_s < t_s:
            self.rows.popleft()
        while self.calm and (not self.rows or self.calm[0].t_s < self.rows[0].t_s):
            self.calm.popleft()

    def begin(self, at_s: float) -> Calm | None:
        """The quiet moment to begin a slice around `at_s` with."""
        return next((c for c in reversed(self.calm) if c.t_s <= at_s - LEAD_S), None) or next(iter(self.calm), None)


class Recorder:
    """Fed by the sense's thread; `save` may be called from any. What was heard before the sense began anew is kept too."""

    def __init__(self, plate: Plate) -> None:
        self._now = _Stretch(plate)
        self._earlier: deque[_Stretch] = deque(maxlen=EARLIER)
        self._lock = threading.Lock()

    def describe(self, plate: Plate) -> None:
        """The plate and the ship are these from now on."""
        with self._lock:
            self._now.plate = plate

    def keep(self, row: Sample | Mark) -> None:
        """Remember one row and forget what is too old."""
        with self._lock:
            self._now.rows.append(row)
            self._now.forget_before(row.t_s - KEEP_S)

    def calm(self, t_s: float, standing: tuple[Spot, ...]) -> None:
        """The ship rests and this stands on it."""
        calm = self._now.calm
        with self._lock:
            if not calm or t_s - calm[-1].t_s >= CALM_EVERY_S or standing != calm[-1].standing:
                calm.append(Calm(t_s, standing))

    def spot_at(self, x_mm: float, y_mm: float) -> Spot:
        """The spot of an alien that stands there."""
        return self._now.plate.shape.spot_at(x_mm, y_mm)

    def begin_anew(self) -> None:
        """Another tracker listens from here on, perhaps to another plate: no slice reaches across."""
        with self._lock:
            if self._now.rows:
                self._earlier.append(self._now)
                self._now = _Stretch(self._now.plate)

    def save(self, path: Path, at_s: float) -> int:
        """Write the samples around a moment as a capture that can be replayed; the number of samples."""
        with self._lock:
            stretch = next((s for s in (self._now, *reversed(self._earlier)) if s.has(at_s)), self._now)
            rows, plate, start = list(stretch.rows), stretch.plate, stretch.begin(at_s)
        if start is None or start.t_s > at_s:
            raise TooOldError("the raw samples of that moment are no longer in memory")
        cut = [row for row in rows if start.t_s <= row.t_s <= at_s + TAIL_S]
        name, calibration = plate.name or "dispute", plate.calibration
        header = Header(plate.sps, plate.cells_mm, plate.shape, plate.tilt, name, calibration, start.standing)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(write_capture(header, cut)), encoding="utf-8")
        return sum(isinstance(row, Sample) for row in cut)
