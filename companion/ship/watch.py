"""Whether a free ship is still free: its newest motion and weight against what its own swing predicts."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from companion.ship.calibration import Calibration
from companion.ship.episode import Episode
from companion.ship.inventory import Belief
from companion.ship.mechanics import Rows, median
from companion.ship.trail import Trail
from companion.ship.window import FreeWindow

__all__ = ["disturbed", "without_tail"]

_TAIL_S = 0.06
_HAND_TAIL_S = 0.2
_LEAST_G = 0.3
_LEAST_MM = 0.1
_LATER_SHARE = 0.4
_APART = 2.5


def disturbed(window: FreeWindow, rows: Rows, calibration: Calibration, sps: float) -> bool:
    """True when the newest rows do not belong to the swing (or rest) before them."""
    tail = max(2, round(_TAIL_S * sps)) if sps > 20 else 1
    fitted = len(window.plain_g)
    if fitted < len(rows[0]):
        off = rows[2][-tail:] - np.array([median(rows[2][fitted:, 0]), median(rows[2][fitted:, 1])])
        weight = rows[1][fitted:]
    else:
        off = rows[2][-tail:] - window.swing.path_mm[-tail:]
        weight = window.plain_g
    usual_g = median(weight[:-tail] if len(weight) > 2 * tail else window.plain_g)
    step_g = abs(float(weight[-tail:].sum()) / tail - usual_g)
    shift_mm = math.hypot(*off.sum(axis=0)) / len(off)
    ripple_g = float(np.abs(rows[1][:fitted] - window.plain_g).max())
    limit_g = max(_LEAST_G, 5.0 * calibration.noise_g / math.sqrt(tail)) + 0.1 * ripple_g
    limit_mm = max(6.0 * calibration.fit_mm, _LEAST_MM) + 0.5 * calibration.rocker.dead_band_mm
    return step_g > limit_g or shift_mm > limit_mm + 0.01 * window.swing.amplitude_mm


def _later_part(rows: Rows) -> Rows:
    """The rows without the first part of the stretch."""
    times = rows[0]
    later = times >= times[0] + _LATER_SHARE * (times[-1] - times[0])
    return times[later], rows[1][later], rows[2][later]


def _off_later(window: FreeWindow, later: FreeWindow) -> bool:
    """Whether the later part of the stretch swings about another centre: then a hand was still there at its beginning."""
    apart = later.seen.centre_mm - window.seen.centre_mm
    return float(apart @ np.linalg.solve(later.seen.covariance[1:, 1:], apart)) > _APART**2


def without_tail(
    rows: Rows, window: FreeWindow, episode: Episode, trail: Trail, fit: Callable[[Rows, Belief | None], FreeWindow]
) -> FreeWindow | None:
    """The stretch, where nothing weighs the hand, without what may still be its tail; None, and put later, while that shows."""
    if _off_later(window, fit(_later_part(rows), episode.guess)):
        episode.free_from_s += _HAND_TAIL_S
        return None
    return fit(trail.since(episode.free_from_s + _HAND_TAIL_S), episode.guess)
