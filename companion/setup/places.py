"""Does the known mass lie where the guide asked for it?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.setup.readings import Array

__all__ = ["worst_off_mm"]

_ARM_MM = 60.0  # makes moments weigh in the fit about as much as loads do


def worst_off_mm(steps: Sequence[Array], places_mm: Array, cells_mm: Array, grams: float) -> float:
    """How far the same mass is felt from where it was asked for, mm, at the worst of its places.

    `steps` are the counts (cells,) that it added at each of `places_mm` (n, 2). The gains are those that fit all loads and
    both moments best, so one stray place shows with about half its error, and a plate built to other sizes shows as well.
    """
    arms = [np.ones(len(cells_mm)), *(cells_mm.T / _ARM_MM)]
    wanted = np.column_stack([np.ones(len(places_mm)), places_mm / _ARM_MM]) * grams
    rows = np.array([step * arm for step in steps for arm in arms])
    gain_g, *_ = np.linalg.lstsq(rows, wanted.ravel(), rcond=1e-9)
    loads_g = np.array(steps) * gain_g
    felt_mm = (loads_g @ cells_mm) / grams
    return float(np.hypot(*(felt_mm - places_mm).T).max())
