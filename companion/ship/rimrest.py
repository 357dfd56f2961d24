"""A touched ship that lies on its rim for a while: the deck carries it meanwhile, so that falls show as no drop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.ship.calibration import Calibration
from companion.ship.drops import Drop, clear_of_knocks, slips
from companion.ship.mechanics import Array, Rows

__all__ = ["farthest_mm", "first_knock_s", "lay_still", "rim_reach_mm", "slips_on_rim"]

_STEEP_RAD = 0.17
_RIM_RAD = 0.2
_SMOOTH = 5
_LEAST_S = 0.15
_KNOCK_MM = 0.4
_NEAR_KNOWN_MM = 0.5
_SAME_MM = 0.08
_NOISES = 4.0
_CARRIED_G = 1.2
_APART_S = 0.15
_ROLLED_SHARE = 0.35  # of the reach: twenty degrees along the rim


def farthest_mm(rows: Rows, foot_mm: Array) -> float:
    """How far from the foot the centre of pressure was for more than a knock."""
    return float(_reach_mm(rows, foot_mm).max(initial=0.0))


def rim_reach_mm(rows: Rows, foot_mm: Array, calibration: Calibration) -> float | None:
    """How far out the ship knocked on the deck and was then held while its weight changed: its rim. None where it did not.

    Where a rim is known thereabouts it need not knock.
    """
    reach = _reach_mm(rows, foot_mm)
    top = float(reach.max(initial=0.0))
    near = abs(top - calibration.rocker.rim_mm) < _NEAR_KNOWN_MM
    if not near and first_knock_s(rows, foot_mm, calibration) is None:
        return None
    level = float(np.median(reach[reach > top - _KNOCK_MM]))
    if level < _RIM_RAD * calibration.rocker.radius_mm:
        return None
    weight = _smooth(rows[1])
    for start, end in _runs(np.abs(reach - level) < max(_SAME_MM, _NOISES * calibration.noise_mm)):
        within = weight[start:end]
        if rows[0][end - 1] - rows[0][start] > _LEAST_S and float(within.max() - within.min()) > _CARRIED_G:
            return float(np.median(reach[start:end]))
    return None


def slips_on_rim(rows: Rows, foot_mm: Array, calibration: Calibration, drops: Sequence[Drop], sps: float) -> int:
    """How often the weight fell sharply, beside those drops, while the steep ship was held as far out as it ever leaned."""
    reach = _reach_mm(rows, foot_mm)
    top = float(reach.max(initial=0.0))
    if top < _STEEP_RAD * calibration.rocker.radius_mm:
        return 0
    times_s = slips(rows[0], rows[1], reach > top - _KNOCK_MM, calibration.alien_g, sps)
    return sum(all(abs(t_s - drop.t_s) > _APART_S for drop in drops) for t_s in times_s)


def first_knock_s(rows: Rows, foot_mm: Array, calibration: Calibration) -> float | None:
    """When the rim of the steep ship first knocked on the deck; None where it did not."""
    reach = _reach_mm(rows, foot_mm)
    top = float(reach.max(initial=0.0))
    if top < _STEEP_RAD * calibration.rocker.radius_mm:
        return None
    sps = (len(rows[0]) - 1) / max(float(rows[0][-1] - rows[0][0]), 1e-6)
    knocks = np.flatnonzero((reach > top - _KNOCK_MM) & ~clear_of_knocks(rows[1], calibration.alien_g, sps))
    return float(rows[0][knocks[0]]) if len(knocks) else None


def lay_still(rows: Rows, foot_mm: Array, calibration: Calibration) -> bool:
    """Whether the ship lay on its known rim all the while, at one place of it: then nothing aboard was moved."""
    rim_mm, shift = calibration.rocker.rim_mm, rows[2] - foot_mm
    reach = _reach_mm(rows, foot_mm)
    if not len(reach) or not np.abs(reach - rim_mm).max() < _NEAR_KNOWN_MM:
        return False
    return bool(np.hypot(*(shift - np.median(shift, axis=0)).T).max() < _ROLLED_SHARE * rim_mm)


def _reach_mm(rows: Rows, foot_mm: Array) -> Array:
    reach: Array = np.hypot(*(rows[2] - foot_mm).T)
    return _smooth(reach) if len(reach) >= _SMOOTH else reach[:0]


def _smooth(rows: Array) -> Array:
    """Running medians, which no knock moves."""
    views = np.lib.stride_tricks.sliding_window_view(np.pad(rows, _SMOOTH // 2, mode="edge"), _SMOOTH)
    result: Array = np.median(views, axis=1)
    return result


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
