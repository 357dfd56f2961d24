"""How the cells under a rigid plate share a load."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.ship.mechanics import Array

__all__ = ["learned_shares", "spring_shares"]

_SPRING_SPREAD = 0.2
_DRIFT_G = 0.2


def spring_shares(cells_mm: Array) -> Array:
    """What each cell bears of weight and both moments on a rigid plate on equal springs, (cells, 3)."""
    if not len(cells_mm):
        return np.empty((0, 3))
    return np.asarray(np.linalg.pinv(np.vstack([np.ones(len(cells_mm)), cells_mm.T])), dtype=np.float64)


def learned_shares(stretches_g: Sequence[Array], cells_mm: Array) -> tuple[tuple[float, float, float], ...]:
    """The same as learned from readings in g of each cell: springs are not equal.

    Least squares over the means of the stretches, `f = B A f` with `A` summing loads and moments; springs that differ by a
    fifth are expected, readings that drift by 0.2 g. So `A B = 1` where the cells are told apart at all.
    """
    if not len(cells_mm):
        return ()
    plain = spring_shares(cells_mm)
    means = np.array([rows.mean(axis=0) for rows in stretches_g])
    loads = means @ np.vstack([np.ones(len(cells_mm)), cells_mm.T]).T
    slack = _SPRING_SPREAD * np.abs(plain).max(axis=0)
    inner = loads.T @ loads / _DRIFT_G**2 + np.diag(slack**-2.0)
    off = np.linalg.solve(inner, loads.T @ (means - loads @ plain.T) / _DRIFT_G**2).T
    return tuple((float(w), float(x), float(y)) for w, x, y in plain + off)
