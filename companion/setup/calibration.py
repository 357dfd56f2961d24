"""Leading a calibration: which weight or alien goes where, when to take the hands off, and what came of it.

A pure step machine: people press ready or back, samples are fed, `view` says what to show. Console and tablet share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from companion.events import Sample, ShipShape
from companion.ship.calibration import Calibration, Calibrator, NotCalibratedError
from companion.ship.capture import Header, Mark

__all__ = ["CalibrationGuide", "Step", "plan"]

Array = np.ndarray[Any, np.dtype[np.float64]]
Phase = Literal["prepare", "hold", "done", "failed"]

MASS_G = 200.0
MASS_AT_MM = ((0.0, 0.0), (35.0, 35.0), (-35.0, 35.0), (-35.0, -35.0), (35.0, -35.0))  # wholly on a round plate of 140 mm
_CLEAR_CHANGE = 6.0  # a step whose readings moved less than so many times the noise was not carried out
_STILL = 4.0  # nor is a plate still whose readings wander further than so many times the noise
_NOISE_G = 1.0
_SETTLE_S = 0.5
_SIGMA_OF_STEPS = 1.4826 / 2**0.5  # white noise: the standard deviation, from the median size of the steps


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: `code` and `params` are worded by the page, `fields` go into the capture's mark of that name."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    hold_s: float = 1.8


def plan(shape: ShipShape, mass_g: float = MASS_G, *, weighs: bool = True) -> tuple[Step, ...]:
    """All steps: bare plate, one mass at five places, the ship, one alien on a dot in each sector, two aliens at once.

    A tilt sensor alone does not weigh: then the bare plate and the mass are left out.
    """
    masses = [Step("mass", {"grams": mass_g, "at": list(at)}) for at in MASS_AT_MM]
    ring = max(1, shape.rings - 1)
    radius_mm = (shape.ring_edges_mm[ring - 1] + shape.ring_edges_mm[ring]) / 2
    dots = [[radius_mm, 360.0 * (n + 0.5) / shape.sectors] for n in range(shape.sectors)]
    singles = [
        step
        for n, dot in enumerate(dots, start=1)
        for step in (Step("alien", {"ring": ring, "sector": n, "at": dot}, 5.5), Step("ship", {}, 4.5))
    ]
    pair = Step("aliens", {"at": [dots[0], dots[len(dots) // 2]]}, 5.5)
    plate = (Step("empty", {}, 2.8), *masses) if weighs else ()
    return (*plate, Step("ship", {}, 7.5), *singles, pair, Step("ship", {}, 5.5))


class CalibrationGuide:
    """Where a calibration stands. Hands are at work until `ready`; then samples are taken for the step's seconds."""

    def __init__(self, header: Header, steps: tuple[Step, ...] | None = None) -> None:
        self._header = header
        self._weighs = bool(header.cells_mm)
        self._steps = steps or plan(header.shape, weighs=self._weighs)
        self._taken: list[list[Sample | Mark]] = []
        self._phase: Phase = "prepare"
        self._holding: list[Sample] = []
        self._problem: str | None = None
        self._cell: int | None = None
        self._missing: str | None = None
        self._now_s = 0.0
        self.result: Calibration | None = None

    @property
    def step(self) -> Step | None:
        """What is to be done now; None when all steps are taken."""
        return self._steps[len(self._taken)] if len(self._taken) < len(self._steps) else None

    def ready(self) -> None:
        """The hands are off: take the step's samples from here."""
        if self._phase == "prepare":
            self._phase, self._holding, self._problem = "hold", [], None

    def back(self) -> None:
        """Do the last step again."""
        if self._phase != "hold" and self._taken:
            self._taken.pop()
        self._phase, self._holding, self._problem, self._missing, self.result = "prepare", [], None, None, None

    def feed(self, sample: Sample) -> None:
        """A sample of the plate; ignored while hands are at work."""
        self._now_s = sample.t_s
        if self._phase != "hold" or (sample.counts if self._weighs else sample.acc_g) is None:
            return
        self._holding.append(sample)
        if self._left_s() <= 0:
            self._take()

    def rows(self) -> Iterator[Sample | Mark]:
        """What was taken so far, as a capture has it."""
        for rows in self._taken:
            yield from rows

    def view(self) -> dict[str, Any]:
        """What to show: step, phase, seconds left, and the code of what went wrong."""
        step = self.step
        return {
            "step": len(self._taken) + 1 if step else len(self._steps),
            "of": len(self._steps),
            "code": step.code if step else "finished",
            "params": dict(step.params) if step else {},
            "phase": self._phase,
            "left_s": round(max(0.0, self._left_s()), 1),
            "problem": self._problem,
            "cell": self._cell,
            "missing": self._missing,
        }

    def _left_s(self) -> float:
        step = self.step
        if step is None or self._phase != "hold" or not self._holding:
            return step.hold_s if step else 0.0
        return step.hold_s - (self._now_s - self._holding[0].t_s)

    def _take(self) -> None:
        step = self.step
        assert step is not None
        problem = self._wrong(step)
        if problem is not None:
            self._phase, self._holding, self._problem = "prepare", [], problem
            return
        start_s, end_s = self._holding[0].t_s, self._holding[-1].t_s
        self._taken.append([Mark(start_s, step.code, step.params), *self._holding, Mark(end_s, "hands")])
        self._phase, self._holding = "prepare", []
        if self.step is None:
            self._finish()

    def _wrong(self, step: Step) -> str | None:
        """Why the step must be done again. Of a ship only its first arrival can be judged: later it may swing as it likes."""
        self._cell = None
        if not self._weighs or len(self._taken) > len(MASS_AT_MM) + 1:
            return None
        new = _settled(self._holding)
        old = _settled([row for row in self._taken[-1] if isinstance(row, Sample)]) if self._taken else None
        if old is not None and _unchanged(old, new):
            return "nothing-changed"
        if step.code not in ("empty", "mass"):
            return None
        found, self._cell = _unfit(new, step.params.get("grams"), old)
        return found

    def _finish(self) -> None:
        calibrator = Calibrator(self._header)
        for row in self.rows():
            if isinstance(row, Mark):
                calibrator.mark(row)
            else:
                calibrator.feed(row)
        try:
            self.result = calibrator.finish()
        except NotCalibratedError as error:
            self._phase, self._problem, self._missing = "failed", "not-calibrated", error.missing
        else:
            self._phase = "done"


def _unchanged(old: Array, new: Array) -> bool:
    noise = np.hypot(old.std(axis=0), new.std(axis=0)) + 1.0
    return bool(np.all(np.abs(new.mean(axis=0) - old.mean(axis=0)) < _CLEAR_CHANGE * noise))


def _unfit(rows: Array, grams: float | None, before: Array | None) -> tuple[str | None, int | None]:
    """What is wrong with the readings of something that should stand still, and the cell concerned, counted from 1."""
    spread = rows.max(axis=0) - rows.min(axis=0)
    if np.any(spread == 0) and np.any(spread > 0):
        return "cell-dead", int(np.argmax(spread == 0)) + 1
    noise = _SIGMA_OF_STEPS * np.median(np.abs(np.diff(rows, axis=0)), axis=0) + 1.0
    third = max(1, len(rows) // 3)
    wander = np.abs(rows[-third:].mean(axis=0) - rows[:third].mean(axis=0))
    if np.any(wander > _STILL * noise):
        return "still-moving", None
    if grams is not None and before is not None:
        counts = float(np.abs(rows.mean(axis=0) - before.mean(axis=0)).sum())
        if counts > 0 and noise.max() * grams / counts > _NOISE_G:
            return "too-noisy", int(np.argmax(noise)) + 1
    return None, None


def _settled(samples: list[Sample]) -> Array:
    start_s = samples[0].t_s + _SETTLE_S
    counts = [(s.t_s, s.counts) for s in samples if s.counts is not None]
    rows = [row for t_s, row in counts if t_s >= start_s] or [row for _, row in counts]
    return np.array(rows, dtype=float)
