"""Load cells under a rigid plate: how a load is shared, and what each cell makes of its share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np

__all__ = ["CellParams", "Cells"]

_MAX_COUNT = 2**23 - 1


@dataclass(frozen=True, slots=True)
class CellParams:
    """The cells: where they are, what they are worth, and their weaknesses.

    `creep` is the part of a load that comes late, with time constant `creep_s`; `warm_up_g` fades with `warm_up_s`;
    `wander_g_rt_s` is a random walk (grams per square root of a second).
    """

    at_mm: tuple[tuple[float, float], ...] = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))
    counts_per_g: tuple[float, ...] = (850.0, 850.0, 850.0, 850.0)
    zero_counts: tuple[int, ...] = (20000, -15000, 5000, 30000)
    noise_g: tuple[float, ...] = (0.03, 0.03, 0.03, 0.03)
    creep: float = 0.0005
    creep_s: float = 90.0
    warm_up_g: float = 0.1
    warm_up_s: float = 200.0
    wander_g_rt_s: float = 0.003

    def __post_init__(self) -> None:
        """Refuse a set-up that no plate can have."""
        n = len(self.at_mm)
        if n < 3:
            raise ValueError(f"a plate stands on three cells or more, not {n}")
        if {len(self.counts_per_g), len(self.zero_counts), len(self.noise_g)} != {n}:
            raise ValueError("every cell needs its gain, zero and noise")
        if np.linalg.matrix_rank(_arms(self.at_mm)) < 3:
            raise ValueError("the cells stand in one line: the plate would tip")


def _arms(at_mm: tuple[tuple[float, float], ...]) -> np.ndarray:
    return np.array([[1.0, x, y] for x, y in at_mm]).T


class Cells:
    """Shares loads among cells as equal springs under a rigid plate do, and turns grams into raw counts."""

    def __init__(self, params: CellParams, rng: Random) -> None:
        self.params = params
        self._rng = rng
        self._shares: list[list[float]] = np.linalg.pinv(_arms(params.at_mm)).tolist()
        n = len(params.at_mm)
        self._late = [0.0] * n
        self._wander = [0.0] * n
        self._warm = [rng.uniform(-1.0, 1.0) * params.warm_up_g for _ in range(n)]
        self._last_s = [0.0] * n

    def share_g(self, cell: int, weight_g: float, mx_g_mm: float, my_g_mm: float) -> float:
        """What one cell bears of a load with these moments about the plate's centre."""
        a, b, c = self._shares[cell]
        return a * weight_g + b * mx_g_mm + c * my_g_mm

    def counts(self, cell: int, load_g: float, t_s: float) -> int:
        """The raw code of one reading."""
        p = self.params
        step_s, self._last_s[cell] = max(0.0, t_s - self._last_s[cell]), t_s
        self._late[cell] += (p.creep * load_g - self._late[cell]) * (1.0 - math.exp(-step_s / p.creep_s))
        self._wander[cell] += p.wander_g_rt_s * math.sqrt(step_s) * self._rng.gauss(0.0, 1.0)
        error = self._late[cell] + self._wander[cell] + self._warm[cell] * math.exp(-t_s / p.warm_up_s)
        grams = load_g + error + p.noise_g[cell] * self._rng.gauss(0.0, 1.0)
        code = round(p.zero_counts[cell] + p.counts_per_g[cell] * grams)
        return max(-_MAX_COUNT - 1, min(_MAX_COUNT, code))
