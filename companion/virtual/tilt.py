"""An accelerometer under the disc: specific force in the ship's own axes, in g."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.virtual.body import GRAVITY_MM_S2

__all__ = ["TiltParams", "TiltSensor"]


@dataclass(frozen=True, slots=True)
class TiltParams:
    """Zero offsets, gain and noise of the sensor, and its height over the rocker's centre of curvature."""

    zero_g: tuple[float, float, float] = (-0.012, 0.003, 0.02)
    noise_g: float = 0.002
    gain: float = 1.0
    height_mm: float = -15.0


class TiltSensor:
    """Averages what it feels between rows."""

    def __init__(self, params: TiltParams, rng: Random) -> None:
        self.params, self._rng = params, rng
        self._sum = [0.0, 0.0, 0.0]
        self._n = 0

    def feed(self, along_x: float, along_y: float, into: float) -> None:
        """One step's pull along the deck and into it (mm/s2), as an alien there would feel it."""
        for axis, value in enumerate((-along_x, -along_y, into)):
            self._sum[axis] += value / GRAVITY_MM_S2
        self._n += 1

    def read(self) -> tuple[float, float, float]:
        """The mean since the last reading."""
        n, self._n = max(1, self._n), 0
        p = self.params
        x, y, z = (
            round(zero + p.gain * total / n + self._rng.gauss(0.0, p.noise_g), 5)
            for zero, total in zip(p.zero_g, self._sum, strict=True)
        )
        self._sum = [0.0, 0.0, 0.0]
        return x, y, z
