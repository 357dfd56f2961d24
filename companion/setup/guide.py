"""One thing to do after the other: hands at work until ready, then samples for so long, then judged and kept or refused.

A pure step machine; calibration and check say what is judged and what comes of it. Console and tablet share it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.events import Sample
from companion.ship.capture import Mark

__all__ = ["Guide", "Problem", "Step"]

_LEAST_PER_S = 8.0  # the slowest converter's ten, but for a few

Phase = Literal["prepare", "hold", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: `code` and `params` are worded by the page, `mark` and `params` go into the capture."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    hold_s: float = 1.8
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something must be done again, the cell concerned (from 1), and how many taken steps go with it."""

    code: str
    cell: int | None = None
    missing: str | None = None
    undo: int = 0


class Guide(ABC):
    """Where the steps stand. Hands are at work until `ready`; then samples are taken for the step's seconds."""

    kind: Literal["calibration", "check"]

    def __init__(self, steps: tuple[Step, ...], *, weighs: bool) -> None:
        self._steps = steps
        self._weighs = weighs
        self._taken: list[list[Sample | Mark]] = []
        self._phase: Phase = "prepare"
        self._holding: list[Sample] = []
        self._problem: Problem | None = None
        self._now_s = 0.0
        self.found: dict[str, float] = {}

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
        self._phase, self._holding, self._problem = "prepare", [], None
        self.forget()

    def feed(self, sample: Sample) -> None:
        """A sample of the plate."""
        self._now_s = sample.t_s
        if (sample.counts if self._weighs else sample.acc_g) is None:
            return
        if self._phase == "prepare":
            self.between(sample)
        elif self._phase == "hold":
            self._holding.append(sample)
            if self._left_s() <= 0:
                self._take()

    def rows(self) -> Iterator[Sample | Mark]:
        """What was taken so far, as a capture has it."""
        for rows in self._taken:
            yield from rows

    def samples_of(self, step: int) -> list[Sample]:
        """What was taken in that step, counted from 0 (or from the end)."""
        return [row for row in self._taken[step] if isinstance(row, Sample)]

    def view(self) -> dict[str, Any]:
        """What to show: step, phase, seconds left, what was found, and the code of what went wrong."""
        step, problem = self.step, self._problem
        return {
            "kind": self.kind,
            "step": len(self._taken) + 1 if step else len(self._steps),
            "of": len(self._steps),
            "code": step.code if step else "finished",
            "params": dict(step.params) if step else {},
            "phase": self._phase,
            "left_s": round(max(0.0, self._left_s()), 1),
            "problem": problem.code if problem else None,
            "cell": problem.cell if problem else None,
            "missing": problem.missing if problem else None,
            "found": {name: round(value, 2) for name, value in self.found.items()},
        }

    @abstractmethod
    def wrong(self, step: Step, held: list[Sample]) -> Problem | None:
        """Why this step must be done again; None when it is good."""

    @abstractmethod
    def finish(self) -> Problem | None:
        """All steps are taken: what comes of them, or why nothing does."""

    @abstractmethod
    def forget(self) -> None:
        """A step is done again: what came of it is void."""

    @abstractmethod
    def between(self, sample: Sample) -> None:
        """A sample while hands are at work."""

    def _left_s(self) -> float:
        step = self.step
        if step is None or self._phase != "hold" or not self._holding:
            return step.hold_s if step else 0.0
        return step.hold_s - (self._now_s - self._holding[0].t_s)

    def _take(self) -> None:
        step = self.step
        assert step is not None
        held, self._phase = self._holding, "prepare"
        gone = len(held) < _LEAST_PER_S * step.hold_s
        self._holding, self._problem = [], Problem("too-few") if gone else self.wrong(step, held)
        if self._problem is not None:
            del self._taken[len(self._taken) - self._problem.undo :]
            return
        mark = Mark(held[0].t_s, step.mark or step.code, step.params)
        self._taken.append([mark, *held, Mark(held[-1].t_s, "hands")])
        if self.step is None:
            self._problem = self.finish()
            self._phase = "done" if self._problem is None else "failed"
