"""The last seconds of weight and centre of pressure, as arrays."""

from __future__ import annotations

import numpy as np

from companion.ship.mechanics import Array, Rows

__all__ = ["Trail"]

_KEEP_S = 12.0
_LEAST_LAG = 0.002
_FASTEST_MM_S = 300.0


class Trail:
    """A growing buffer that forgets what is older than a few seconds."""

    def __init__(self, sps: float, lag_g_s_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        self.sps = sps
        self._lag = np.array(lag_g_s_mm)
        self._most = max(64, int(2 * _KEEP_S * sps))
        self._keep = self._most // 2
        self._rows = np.zeros((self._most, 4))
        self._end = 0

    def append(self, t_s: Array, weight_g: Array, c_mm: Array) -> None:
        """Rows in order of time; what unequal converter instants add to the weight of a moving ship is taken off."""
        count = len(t_s)
        if self._end + count > self._most:
            kept = self._rows[self._end - self._keep : self._end].copy()
            self._rows[: len(kept)] = kept
            self._end = len(kept)
        rows = self._rows[self._end : self._end + count]
        rows[:, 0], rows[:, 1], rows[:, 2:] = t_s, weight_g, c_mm
        self._end += count
        if np.abs(self._lag).max() > _LEAST_LAG:
            self._take_lag_off(count)

    def _take_lag_off(self, count: int) -> None:
        """Weight less lag times velocity, the velocity from the last three rows."""
        start = max(self._end - count, 2)
        c = self._rows[: self._end, 2:]
        speed = (3.0 * c[start:] - 4.0 * c[start - 1 : self._end - 1] + c[start - 2 : self._end - 2]) * (0.5 * self.sps)
        fast = np.abs(speed).max(axis=1) > _FASTEST_MM_S
        self._rows[start : self._end, 1] -= np.where(fast, 0.0, speed @ self._lag)

    def forget(self, since_s: float, lag_g_s_mm: tuple[float, float]) -> None:
        """Drop the rows from `since_s` on, which were no readings; other cells tell now, which lag so."""
        self._lag = np.array(lag_g_s_mm)
        self._end = int(np.searchsorted(self._rows[: self._end, 0], since_s))

    @property
    def rows(self) -> int:
        """How many rows are held."""
        return self._end

    @property
    def begun_s(self) -> float:
        """The moment of the oldest row that is held."""
        return float(self._rows[0, 0]) if self._end else -np.inf

    def since(self, t_s: float) -> Rows:
        """Times, weights and centres from `t_s` on."""
        return self.between(t_s, np.inf)

    def between(self, from_s: float, to_s: float) -> Rows:
        """Times, weights and centres of `from_s` <= t <= `to_s`."""
        times = self._rows[: self._end, 0]
        a, b = int(np.searchsorted(times, from_s)), int(np.searchsorted(times, to_s, side="right"))
        rows = self._rows[a:b]
        return rows[:, 0], rows[:, 1], rows[:, 2:]

    def last(self, count: int) -> Rows:
        """The newest rows."""
        rows = self._rows[max(0, self._end - count) : self._end]
        return rows[:, 0], rows[:, 1], rows[:, 2:]
