"""The zero of a plate creeps over an evening: it is taken anew, but only while nothing lies on the plate and it is still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from companion.events import Sample
from companion.setup.readings import unfit
from companion.ship.calibration import Calibration

__all__ = ["ZeroKeeper"]

_WINDOW_S = 2.0
_LEAST_ROWS = 16
_NEAR_G = 4.0  # half an alien: what is further off may lie there
_WORTH_G = 0.2


class ZeroKeeper:
    """Follows one plate's zero from what it was taught. Samples in, `calibration` out; pure."""

    def __init__(self, taught: Calibration) -> None:
        self._taught = taught
        self._gain_g = np.array(taught.gain_g)
        self._zero = self._used = np.array(taught.zero)
        self._rows: list[tuple[int, ...]] = []
        self._began_s = 0.0

    def follows(self, taught: Calibration) -> bool:
        """Whether this is the plate's calibration that it started from."""
        return taught == self._taught

    def take(self, samples: Iterable[Sample]) -> bool:
        """Listen; True when the zero is worth using anew."""
        crept = False
        for sample in samples:
            crept = self._take(sample) or crept
        return crept

    def calibration(self) -> Calibration:
        """The calibration with the zero as it is now, which is from here on the one in use."""
        self._used = self._zero
        return replace(self._taught, zero=tuple(map(float, self._zero)))

    def _take(self, sample: Sample) -> bool:
        if sample.counts is None:
            return False
        if not self._rows or sample.t_s < self._began_s:
            self._rows, self._began_s = [], sample.t_s
        self._rows.append(sample.counts)
        if sample.t_s - self._began_s < _WINDOW_S:
            return False
        rows, self._rows = np.array(self._rows, dtype=float), []
        if len(rows) < _LEAST_ROWS or not self._is_bare(rows.mean(axis=0)) or unfit(rows, None, None) is not None:
            return False
        self._zero = rows.mean(axis=0)
        return float(np.abs((self._zero - self._used) * self._gain_g).sum()) > _WORTH_G

    def _is_bare(self, counts: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
        """Nothing that weighs half an alien lies on it, nor does one cell carry what another lacks."""
        off_g = (counts - self._zero) * self._gain_g
        return bool(abs(off_g.sum()) < _NEAR_G and np.abs(off_g).max() < _NEAR_G)
