"""How a plate's readings are: pace, noise and drift of each cell, told from the samples as they come."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.events import Sample

__all__ = ["Measured", "Meter"]

_WINDOW = 160
_KEEP_S = 60.0
_SIGMA_OF_STEPS = 1.4826 / 2**0.5  # white noise: the standard deviation, from the median size of the steps
_STILL_SIGMAS = 4.0


@dataclass(frozen=True, slots=True)
class Measured:
    """`sps` is the real pace; `noise` and `drift_per_min` are counts per cell; the drift needs still seconds."""

    sps: float | None = None
    noise: tuple[float, ...] = ()
    drift_per_min: tuple[float, ...] | None = None
    age_s: float | None = None


class Meter:
    """Fed by the reader's thread; `measured` may be asked by any. Keeps two seconds of samples and a minute of medians."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._recent: deque[Sample] = deque(maxlen=_WINDOW)
        self._seconds: deque[tuple[float, tuple[float, ...]]] = deque()
        self._heard_s: float | None = None

    def take(self, samples: Sequence[Sample]) -> None:
        """Samples in the order of time."""
        weighed = [sample for sample in samples if sample.counts is not None]
        if samples:
            self._heard_s = self._clock()
        if not weighed:
            return
        if self._recent and (weighed[0].t_s < self._recent[-1].t_s or _cells(weighed[0]) != _cells(self._recent[-1])):
            self._recent.clear()
            self._seconds.clear()
        self._recent.extend(weighed)
        now_s = weighed[-1].t_s
        if not self._seconds or now_s - self._seconds[-1][0] >= 1.0:
            self._seconds.append((now_s, _medians([s for s in list(self._recent) if s.t_s > now_s - 1.0])))
            while self._seconds[0][0] < now_s - _KEEP_S:
                self._seconds.popleft()

    def measured(self) -> Measured:
        """What the last seconds show."""
        recent, seconds = list(self._recent), list(self._seconds)
        age_s = None if self._heard_s is None else self._clock() - self._heard_s
        if len(recent) < 10:
            return Measured(age_s=age_s)
        steps = [b.t_s - a.t_s for a, b in pairwise(recent)]
        pace_s = median(steps)
        noise = _noise(recent)
        return Measured(round(1.0 / pace_s, 1) if pace_s > 0 else None, noise, _drift(seconds, noise), age_s)


def _cells(sample: Sample) -> int:
    return len(sample.counts or ())


def _medians(samples: Sequence[Sample]) -> tuple[float, ...]:
    return tuple(median(column) for column in zip(*(s.counts or () for s in samples), strict=True))


def _noise(samples: Sequence[Sample]) -> tuple[float, ...]:
    columns = zip(*(s.counts or () for s in samples), strict=True)
    return tuple(round(_SIGMA_OF_STEPS * median(abs(b - a) for a, b in pairwise(column)), 1) for column in columns)


def _drift(seconds: Sequence[tuple[float, tuple[float, ...]]], noise: Sequence[float]) -> tuple[float, ...] | None:
    """Counts a minute since the last time anything was put on, taken off or swung; None when that is too short ago."""
    still = list(seconds[-1:])
    for one in reversed(seconds[:-1]):
        if any(abs(a - b) > max(4.0, _STILL_SIGMAS * n) for a, b, n in zip(one[1], still[0][1], noise, strict=True)):
            break
        still.insert(0, one)
    if len(still) < 5:
        return None
    took_min = (still[-1][0] - still[0][0]) / 60.0
    return tuple(round((b - a) / took_min, 1) for a, b in zip(still[0][1], still[-1][1], strict=True))
