"""The last seconds of weight and centre of pressure, as arrays."""

from __future__ import annotations

import numpy as np

from companion.ship.mechanics import Array

__all__ = ["Trail"]

_KEEP_S = 12.0


class Trail:
    """A growing buffer that forgets what is older than a few seconds."""

    def __init__(self, sps: float) -> None:
        self._most = max(64, int(2 * _KEEP_S * sps))
        self._keep = self._most // 2
        self._rows = np.zeros((self._most, 4))
        self._end = 0

    def append(self, t_s: Array, weight_g: Array, c_mm: Array) -> None:
        """Rows in order of time."""
        count = len(t_s)
        if self._end + count > self._most:
            kept = self._rows[self._end - self._keep : self._end].copy()
            self._rows[: len(kept)] = kept
            self._end = len(kept)
        rows = self._rows[self._end : self._end + count]
        rows[:, 0], rows[:, 1], rows[:, 2:] = t_s, weight_g, c_mm
        self._end += count

    @property
    def rows(self) -> int:
        """How many rows are held."""
        return self._end

    def since(self, t_s: float) -> tuple[Array, Array, Array]:
        """Times, weights and centres from `t_s` on."""
        return self.between(t_s, np.inf)

    def between(self, from_s: float, to_s: float) -> tuple[Array, Array, Array]:
        """Times, weights and centres of `from_s` <= t <= `to_s`."""
        times = self._rows[: self._end, 0]
        a, b = int(np.searchsorted(times, from_s)), int(np.searchsorted(times, to_s, side="right"))
        rows = self._rows[a:b]
        return rows[:, 0], rows[:, 1], rows[:, 2:]

    def last(self, count: int) -> tuple[Array, Array, Array]:
        """The newest rows."""
        rows = self._rows[max(0, self._end - count) : self._end]
        return rows[:, 0], rows[:, 1], rows[:, 2:]
