"""What a stretch of readings is worth: does it stand still, does it read well, and what does it weigh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from companion.events import Sample
from companion.setup.guide import Problem

__all__ = ["Array", "Scale", "is_unchanged", "settled", "unfit"]

Array = np.ndarray[Any, np.dtype[np.float64]]

_CLEAR_CHANGE = 6.0  # a step whose readings moved less than so many times the noise was not carried out
_STILL = 4.0  # nor is a plate still whose readings wander further than so many times the noise
_NOISE_G = 1.0
_SETTLE_S = 0.5
_SIGMA_OF_STEPS = 1.4826 / 2**0.5  # white noise: the standard deviation, from the median size of the steps


def settled(samples: Sequence[Sample]) -> Array:
    """The counts once the hands' last touch has died away."""
    start_s = samples[0].t_s + _SETTLE_S
    counts = [(s.t_s, s.counts) for s in samples if s.counts is not None]
    rows = [row for t_s, row in counts if t_s >= start_s] or [row for _, row in counts]
    return np.array(rows, dtype=float)


def is_unchanged(old: Array, new: Array) -> bool:
    """Whether no cell reads anything else than before."""
    noise = np.hypot(old.std(axis=0), new.std(axis=0)) + 1.0
    return bool(np.all(np.abs(new.mean(axis=0) - old.mean(axis=0)) < _CLEAR_CHANGE * noise))


def unfit(rows: Array, grams: float | None, before: Array | None) -> Problem | None:
    """What is wrong with the readings of something that should stand still, and the cell concerned, counted from 1."""
    spread = rows.max(axis=0) - rows.min(axis=0)
    if np.any(spread == 0) and np.any(spread > 0):
        return Problem("cell-dead", int(np.argmax(spread == 0)) + 1)
    noise = _SIGMA_OF_STEPS * np.median(np.abs(np.diff(rows, axis=0)), axis=0) + 1.0
    third = max(1, len(rows) // 3)
    wander = np.abs(rows[-third:].mean(axis=0) - rows[:third].mean(axis=0))
    if np.any(wander > _STILL * noise):
        return Problem("still-moving")
    if grams is not None and before is not None:
        counts = float(np.abs(rows.mean(axis=0) - before.mean(axis=0)).sum())
        if counts > 0 and noise.max() * grams / counts > _NOISE_G:
            return Problem("too-noisy", int(np.argmax(noise)) + 1)
    return None


@dataclass(frozen=True, slots=True)
class Scale:
    """Grams by counts, good enough to judge a step by before the calibration is solved. A reversed cell has a gain below 0."""

    zero: Array
    gain_g: Array

    @classmethod
    def of(cls, empty: Array, loaded: Sequence[Array], grams: float) -> Self:
        """From the bare plate and the same mass at several places."""
        zero = empty.mean(axis=0)
        steps = np.array([rows.mean(axis=0) - zero for rows in loaded])
        gain, *_ = np.linalg.lstsq(steps, np.full(len(steps), grams), rcond=1e-9)
        return cls(zero, gain)

    def grams(self, counts: Array) -> float:
        """What lies on the plate, by the mean of these rows (or by one row)."""
        return float((np.atleast_2d(counts).mean(axis=0) - self.zero) @ self.gain_g)
