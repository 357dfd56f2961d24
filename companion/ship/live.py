"""The ship at this instant, for the page that shows it rocking."""

from __future__ import annotations

import math

import numpy as np

from companion.events import Live, LiveState
from companion.ship.calibration import Calibration
from companion.ship.inventory import Belief
from companion.ship.mechanics import turned
from companion.ship.trail import Trail

__all__ = ["live_state"]

_LATELY_S = 0.5
_MOVING_MM = 0.3
_RIM_NEAR_MM = 0.3


def live_state(now_s: float, phase: str, trail: Trail, belief: Belief, calibration: Calibration) -> Live:
    """Load, centre of pressure and lean in ship axes; `phase` is the tracker's."""
    times, weight, c = trail.last(1)
    if phase in ("absent", "fault") or not len(times):
        return Live(now_s, "fault" if phase == "fault" else "absent", 0.0, (0.0, 0.0), (0.0, 0.0))
    rocker = calibration.rocker
    shift = turned(c[0] - belief.mean[1:3], -belief.yaw_rad)
    lean = np.degrees(shift / rocker.radius_mm)
    load_g = float(weight[0]) - rocker.ship_g - float(belief.mean[0])
    return Live(now_s, _state(phase, trail, belief, calibration), load_g, _pair(shift), _pair(lean))


def _pair(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _state(phase: str, trail: Trail, belief: Belief, calibration: Calibration) -> LiveState:
    times, _, c = trail.last(max(3, round(_LATELY_S * trail.sps)))
    if phase == "touched":
        return "touched"
    reach = math.hypot(*(c[-1] - belief.mean[1:3]))
    if reach > calibration.rocker.rim_mm - _RIM_NEAR_MM:
        return "rim"
    if len(times) > 1 and float(np.ptp(c, axis=0).max()) > _MOVING_MM:
        return "rocking"
    return "resting" if belief.tags else "empty"
