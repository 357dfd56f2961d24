"""Where a hand acts: the moment at every instant, rest or not, compared with what stood there before.

From the swing's own equation, k c + (J/R g)(c'' + 2 zeta w c') = moment of everything aboard plus the hand's force times
its place. Dividing the surplus moment by the surplus weight gives the point, about a millimetre exact at 80 samples/s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ship.calibration import Calibration
from companion.ship.inventory import Belief
from companion.ship.mechanics import GRAVITY_MM_S2, Array, Rocker, Rows, turned

__all__ = ["HandLoad", "TouchPoint", "clear_reach_mm", "hand_load", "touch_point"]

_LEAST_G = 1.0
_FLOOR_MM = 3.0
_KNOCK_ALIENS = 3.0
_CARRIED_ALIENS = 1.6  # no hand takes more at once: the deck does
_RIM_CLEAR_MM = 0.3
_RIM_UNKNOWN_RAD = 0.2
_ONE_SHARE = 0.6
_SUSTAINED_S = 0.08


@dataclass(frozen=True, slots=True)
class TouchPoint:
    """Where the surplus force acts, ship axes, with its spread, and the force's extremes and last value."""

    xy_mm: tuple[float, float]
    spread_mm: float
    most_g: float
    least_g: float


@dataclass(frozen=True, slots=True)
class HandLoad:
    """Whether an alien's weight was on the ship, or off it, for a while beyond what stood there before.

    Told at ten samples a second only: `since_s`, when the first one came or went; `left_s`, when the last one left.
    """

    raised: bool
    dipped: bool
    since_s: float | None = None
    left_s: float | None = None


def clear_reach_mm(rocker: Rocker) -> float:
    """How far out the ship is surely clear of the deck."""
    unknown_mm = _RIM_UNKNOWN_RAD * rocker.radius_mm if np.isinf(rocker.rim_mm) else np.inf
    return min(rocker.rim_mm - _RIM_CLEAR_MM, unknown_mm)


def hand_load(rows: Rows, belief: Belief, calibration: Calibration, sps: float) -> HandLoad | None:
    """What a hand added and took over the rows; None when the rim may have carried it or the rows are too few."""
    half = max(1, round(0.05 * sps))
    if len(rows[0]) < 4 * half:
        return None
    smooth, speed, bend = _derivatives(rows[2], half, sps)
    _, force = _surplus(smooth, speed, bend, rows[1][half:-half], belief, calibration)
    reach = np.hypot(*(smooth - belief.mean[1:3]).T)
    clear = reach < clear_reach_mm(calibration.rocker)
    if clear.mean() < _ONE_SHARE:
        return None
    limit, least = _ONE_SHARE * calibration.alien_g, _SUSTAINED_S * sps
    return HandLoad(bool((force[clear] > limit).sum() >= least), bool((force[clear] < -limit).sum() >= least))


def touch_point(rows: Rows, belief: Belief, calibration: Calibration, sps: float) -> TouchPoint | None:
    """Point of the surplus force over the rows; None when there is too little of it."""
    t_s, weight_g, c_mm = rows
    half = max(1, round(0.075 * sps))
    if len(t_s) < 2 * half + 3:
        return None
    smooth, speed, bend = _derivatives(c_mm, half, sps)
    weight = weight_g[half:-half]
    surplus, force = _surplus(smooth, speed, bend, weight, belief, calibration)
    knocks = np.flatnonzero((force > _KNOCK_ALIENS * calibration.alien_g) | (force < -_CARRIED_ALIENS * calibration.alien_g))
    quiet = max(int(knocks[0]) - half, 0) if len(knocks) else len(force)
    surplus, force = surplus[:quiet], force[:quiet]
    reach = np.hypot(*(smooth[:quiet] - belief.mean[1:3]).T)
    strong = (np.abs(force) > _LEAST_G) & (reach < calibration.rocker.rim_mm - _RIM_CLEAR_MM)
    if strong.sum() < 3:
        return None
    total = float(np.sum(force[strong] ** 2))
    point = force[strong] @ surplus[strong] / total
    rest = surplus[strong] - np.outer(force[strong], point)
    spread = float(np.sqrt(np.sum(rest**2) / (2 * strong.sum()) / np.mean(force[strong] ** 2)))
    ship = turned(point, -belief.yaw_rad)
    return TouchPoint((float(ship[0]), float(ship[1])), max(spread, _FLOOR_MM), float(force.max()), float(force.min()))


def _derivatives(c_mm: Array, half: int, sps: float) -> tuple[Array, Array, Array]:
    """Value, slope and curvature of a running quadratic."""
    tau = np.arange(-half, half + 1) / sps
    matrix = np.column_stack([np.ones_like(tau), tau, tau**2])
    kernels = np.linalg.pinv(matrix)
    value, slope, curve = (
        np.column_stack([np.convolve(c_mm[:, axis], kernel[::-1], mode="valid") for axis in (0, 1)]) for kernel in kernels
    )
    return value, slope, 2.0 * curve


def _surplus(
    c: Array, speed: Array, bend: Array, weight: Array, belief: Belief, calibration: Calibration
) -> tuple[Array, Array]:
    rocker = calibration.rocker
    foot = belief.mean[1:3]
    shift = c - foot
    size = np.hypot(shift[:, 0], shift[:, 1])
    lean = np.minimum(size / rocker.radius_mm, 1.2)
    stiffness = rocker.stiffness_with(belief.load_g)
    stretch = np.where(lean > 1e-6, np.tan(lean) / np.maximum(lean, 1e-9), 1.0)
    inertia = rocker.inertia_g_mm + 0.5 * float(np.trace(belief.second_moment())) / rocker.radius_mm
    drag = 2.0 * rocker.damping * rocker.rate_rad_s
    moment = stiffness * shift * stretch[:, None] + inertia / GRAVITY_MM_S2 * (bend + drag * speed)
    centre = rocker.shift_mm(belief.moment(), belief.load_g)
    swing = np.sum((shift - centre) * bend + speed**2, axis=1) + rocker.lean_ripple * (bend @ centre)
    plain = rocker.ship_g + float(belief.mean[0]) + belief.load_g
    return moment - belief.moment(), weight - plain - rocker.ripple_g * swing
