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


class Recorder:
    """Fed by the sense's thread; `save` may be called from any."""

    def __init__(self, plate: Plate) -> None:
        self._plate = plate
        self._rows: deque[Sample | Mark] = deque()
        self._calm: deque[Calm] = deque()
        self._lock = threading.Lock()

    def describe(self, plate: Plate) -> None:
        """The plate and the ship are these from now on."""
        with self._lock:
            self._plate = plate

    def keep(self, row: Sample | Mark) -> None:
        """Remember one row and forget what is too old."""
        with self._lock:
            self._rows.append(row)
            while self._rows[0].t_s < row.t_s - KEEP_S:
                self._rows.popleft()
            while self._calm and self._calm[0].t_s < self._rows[0].t_s:
                self._calm.popleft()

    def calm(self, t_s: float, standing: tuple[Spot, ...]) -> None:
        """The ship rests and this stands on it."""
        with self._lock:
            if not self._calm or t_s - self._calm[-1].t_s >= CALM_EVERY_S or standing != self._calm[-1].standing:
                self._calm.append(Calm(t_s, standing))

    def spot_at(self, x_mm: float, y_mm: float) -> Spot:
        """The spot of an alien that stands there."""
        return self._plate.shape.spot_at(x_mm, y_mm)

    def clear(self) -> None:
        """Forget everything: the sensor was started again."""
        with self._lock:
            self._rows.clear()
            self._calm.clear()

    def save(self, path: Path, at_s: float) -> int:
        """Write the samples around a moment as a capture that can be replayed; the number of samples."""
        with self._lock:
            rows, calm = list(self._rows), list(self._calm)
        start = next((c for c in reversed(calm) if c.t_s <= at_s - LEAD_S), None) or next(iter(calm), None)
        if start is None or start.t_s > at_s:
            raise TooOldError("the raw samples of that moment are no longer in memory")
        cut = [row for row in rows if start.t_s <= row.t_s <= at_s + TAIL_S]
        plate = self._plate
        name, calibration = plate.name or "dispute", plate.calibration
        header = Header(plate.sps, plate.cells_mm, plate.shape, plate.tilt, name, calibration, start.standing)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(write_capture(header, cut)), encoding="utf-8")
        return sum(isinstance(row, Sample) for row in cut)
