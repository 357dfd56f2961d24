"""What the plate should read of a ship with so much on it: weight, centre of pressure and lean, and how each would change.

Written for many suppositions at once, a row each: plate offset (g), foot x and y (mm), yaw (rad), and the aliens' total mass
(g) and moment (g mm, ship axes).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array, Rocker

__all__ = ["GLOBALS", "readings", "turns"]

GLOBALS = 4


def readings(total: Array, rocker: Rocker) -> tuple[Array, Array]:
    """Predicted (weight, x, y, lean x, lean y) and its Jacobian, for every row of sums."""
    load, turn = total[:, GLOBALS], turns(total[:, 3])
    pull = (turn @ total[:, GLOBALS + 1 :, None])[:, :, 0]
    reach = np.hypot(pull[:, 0], pull[:, 1]) + 1e-9
    stiffness = np.maximum(rocker.stiffness_g - rocker.height_ratio * load, 0.05 * rocker.stiffness_g)
    ratio = reach / (stiffness * rocker.radius_mm)
    factor = rocker.radius_mm * np.arctan(ratio) / reach
    along = 1.0 / (stiffness * (1.0 + ratio**2))
    held = _held_by_rim(rocker, load, reach, stiffness)
    factor = np.where(held > 0, rocker.rim_mm / reach, factor) if math.isfinite(rocker.rim_mm) else factor
    along = np.where(held > 0, 0.0, along)
    unit = pull / reach[:, None]
    outer = unit[:, :, None] * unit[:, None, :]
    slope = along[:, None, None] * outer + factor[:, None, None] * (np.eye(2) - outer)
    lean = pull * factor[:, None]
    predicted = np.column_stack([rocker.ship_g + total[:, 0] + load - held, total[:, 1:3] + lean, lean])
    jacobian = np.zeros((len(total), 5, GLOBALS + 3))
    jacobian[:, 0, 0] = jacobian[:, 0, GLOBALS] = 1.0
    jacobian[:, 1, 1] = jacobian[:, 2, 2] = 1.0
    swept = np.column_stack([-pull[:, 1], pull[:, 0]])
    jacobian[:, 1:3, 3] = (slope @ swept[:, :, None])[:, :, 0]
    jacobian[:, 1:3, GLOBALS] = rocker.height_ratio * (along * reach / stiffness)[:, None] * unit
    jacobian[:, 1:3, GLOBALS + 1 :] = slope @ turn
    if held.any():
        _lighten(jacobian, rocker, (unit[:, None, :] @ turn)[:, 0], held > 0)
    jacobian[:, 3:] = jacobian[:, 1:3]
    jacobian[:, 3, 1] = jacobian[:, 4, 2] = 0.0
    return predicted, jacobian


def _held_by_rim(rocker: Rocker, load: Array, reach: Array, stiffness: Array) -> Array:
    """What the deck carries of a ship that rests on its rim, g; from the moments about the contact."""
    if not math.isfinite(rocker.rim_mm):
        return np.zeros_like(load)
    lean = rocker.rim_mm / rocker.radius_mm
    surplus = reach * math.cos(lean) - stiffness * rocker.radius_mm * math.sin(lean)
    return np.maximum(surplus / rocker.rim_arm_mm, 0.0)


def _lighten(jacobian: Array, rocker: Rocker, unit: Array, held: NDArray[np.bool_]) -> None:
    """On the rim the weight falls with the moment and rises with the load; the shift only turns."""
    lean = rocker.rim_mm / rocker.radius_mm
    slope = math.cos(lean) / rocker.rim_arm_mm
    ease = rocker.height_ratio * rocker.radius_mm * math.sin(lean) / rocker.rim_arm_mm
    jacobian[:, 0, GLOBALS] -= ease * held
    jacobian[:, 1:3, GLOBALS] *= ~held[:, None]
    jacobian[:, 0, GLOBALS + 1 :] -= slope * unit * held[:, None]


def turns(yaw_rad: Array) -> Array:
    """For each yaw the matrix that turns a vector by it, counter-clockwise."""
    cos, sin = np.cos(yaw_rad), np.sin(yaw_rad)
    return np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)
