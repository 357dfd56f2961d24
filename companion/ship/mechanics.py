"""The rocker's mechanics: from moment to lean to centre of pressure, and how it swings.

Everything is written in terms of the centre of pressure's shift `c = R * lean`, because that is what the plate shows.
Moments are in g mm, stiffness `k = M d / R` in g (moment per mm of shift for small leans), rates in rad/s.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["GRAVITY_MM_S2", "Array", "Modes", "Rocker", "Rows", "median", "turned"]

Array = NDArray[np.float64]
Rows = tuple[Array, Array, Array]  # times in s, weights in g, centres of pressure (n, 2) in mm
_Symmetric = tuple[float, float, float]  # xx, xy, yy of a symmetric matrix
GRAVITY_MM_S2 = 9810.0


def turned(vector: Array, yaw_rad: float) -> Array:
    """The vector (or rows of vectors) turned counter-clockwise."""
    cos, sin = math.cos(yaw_rad), math.sin(yaw_rad)
    result: Array = vector @ np.array([[cos, sin], [-sin, cos]])
    return result


def median(values: Array) -> float:
    """The middle of some values, or between the two middle ones; of so few, sorting finds it faster than numpy does."""
    ranked, half = np.sort(values), len(values) // 2
    return float(ranked[half]) if len(ranked) % 2 else 0.5 * float(ranked[half - 1] + ranked[half])


@dataclass(frozen=True, slots=True)
class Modes:
    """The two swings a loaded ship has: undamped rate along each column of `axes`, damping ratio and dead band.

    `drag_share` (stiffness over weight): rolling resistance shifts the force itself by this share of the dead band.
    """

    rates_rad_s: tuple[float, float]
    axes: Array
    damping: float
    dead_band_mm: float
    drag_share: float = 0.5


@dataclass(frozen=True, slots=True)
class Rocker:
    """The bare ship on its rocker. `height_ratio` is z/R: each gram of alien takes that many g off the stiffness.

    `lopsided` is the share (0..1) of the aliens' inertia that acts only along their own direction; 0 spreads it evenly.
    `lean_ripple` is the share of the weight's ripple that follows the lean itself (0: only the swing about it).
    `rim_mm` is the shift at which the disc's rim touches the deck (infinite while never seen), `rim_arm_mm` the lever
    with which the deck then carries a part of the weight.
    """

    ship_g: float
    stiffness_g: float
    radius_mm: float
    rate_rad_s: float
    damping: float
    dead_band_mm: float
    height_ratio: float = 0.0
    lopsided: float = 0.0
    lean_ripple: float = 0.0
    rim_mm: float = math.inf
    rim_arm_mm: float = 148.0

    def to_json(self) -> dict[str, Any]:
        """Plain numbers; `from_json` is the inverse."""
        return asdict(self) | {"rim_mm": self.rim_mm if math.isfinite(self.rim_mm) else None}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Rocker:
        """Read it back; TypeError or ValueError when it is none."""
        rim_mm = row.get("rim_mm")
        numbers = {name: float(value) for name, value in row.items() if name != "rim_mm"}
        return cls(**numbers, rim_mm=math.inf if rim_mm is None else float(rim_mm))

    @property
    def inertia_g_mm(self) -> float:
        """Moment of inertia of the bare ship about the contact, divided by the rolling radius."""
        return GRAVITY_MM_S2 * self.stiffness_g / self.rate_rad_s**2

    @property
    def ripple_g(self) -> float:
        """Weight ripple per (c c'' + c'^2), g per mm^2/s^2: the centre of mass rises and falls as the ship rocks."""
        return self.stiffness_g / (GRAVITY_MM_S2 * self.radius_mm)

    def stiffness_with(self, load_g: float, height_ratio: float | None = None) -> float:
        """Stiffness with aliens of that total mass aboard."""
        ratio = self.height_ratio if height_ratio is None else height_ratio
        return max(self.stiffness_g - ratio * load_g, 0.05 * self.stiffness_g)

    def shift_mm(self, moment: Array, load_g: float) -> Array:
        """Equilibrium shift of the centre of pressure: R atan(|S| / (k R)) along the moment, at most to the rim."""
        size = math.hypot(float(moment[0]), float(moment[1]))
        scale = self.stiffness_with(load_g) * self.radius_mm
        factor = self.radius_mm * math.atan(size / scale) / size if size > 1e-9 else 1.0 / self.stiffness_with(load_g)
        return moment * min(factor, self.rim_mm / max(size, 1e-9))

    def moment_g_mm(self, shift_mm: Array, load_g: float) -> Array:
        """Moment that holds the ship at that shift; inverse of `shift_mm`."""
        size = float(np.hypot(shift_mm[0], shift_mm[1]))
        lean = min(size / self.radius_mm, 1.4)
        scale = self.stiffness_with(load_g) * self.radius_mm
        return shift_mm * (scale * math.tan(lean) / size if size > 1e-9 else self.stiffness_with(load_g))

    def modes(self, load_g: float, second_moment: Array, moment: Array) -> Modes:
        """Swings about the equilibrium under that moment; `second_moment` is sum m p p^T of the aliens, g mm^2, plate axes."""
        stiffness = self.stiffness_with(load_g)
        size = math.hypot(float(moment[0]), float(moment[1]))
        shift_mm = self.shift_mm(moment, load_g)
        inertia = self._inertia(second_moment)
        pull = _leaning(shift_mm, self.radius_mm, size / (stiffness * self.radius_mm))
        squares, axes = _swings(pull, inertia)
        low, high = (math.sqrt(max(GRAVITY_MM_S2 * stiffness * square, 0.01)) for square in squares)
        band = self.dead_band_mm * (1.0 + load_g / self.ship_g) * self.stiffness_g / stiffness
        return Modes((low, high), axes, self.damping, band, stiffness / (self.ship_g + load_g))

    def _inertia(self, second_moment: Array) -> _Symmetric:
        """Moment of inertia with the aliens, over the rolling radius."""
        (xx, xy), (_, yy) = second_moment.tolist()
        even, bare, uneven = 0.5 * (xx + yy), self.inertia_g_mm, self.lopsided / self.radius_mm
        even_mm = even / self.radius_mm
        return bare + even_mm + uneven * (xx - even), uneven * xy, bare + even_mm + uneven * (yy - even)


def _swings(pull: _Symmetric, inertia: _Symmetric) -> tuple[tuple[float, float], Array]:
    """Squared rates (the lower first) and directions of the two swings under that pull.

    In closed form: with the inertia's root `L` (Cholesky), the eigenvalues of `L^-1 pull L^-T`.
    """
    xx, xy, yy = pull
    root = math.sqrt(inertia[0])
    skew = inertia[1] / root
    rest = math.sqrt(inertia[2] - skew * skew)
    a, tilt = xx / inertia[0], skew / root
    b = (xy - tilt * xx) / (root * rest)
    d = (yy - 2.0 * tilt * xy + tilt * tilt * xx) / (rest * rest)
    middle, half = 0.5 * (a + d), math.hypot(0.5 * (a - d), b)
    angle = 0.5 * math.atan2(2.0 * b, a - d)  # of the faster one, before the root is taken off again
    y = math.cos(angle) / rest
    x = (-math.sin(angle) - skew * y) / root
    length = math.hypot(x, y)
    x, y = x / length, y / length
    return (middle - half, middle + half), np.array([[x, -y], [y, x]])


def _leaning(shift_mm: Array, radius_mm: float, steep: float) -> _Symmetric:
    """Relative stiffness matrix of a ship that already leans: stiffer along the lean than across it.

    `steep` is moment over stiffness, the tangent of the lean unless the rim holds the ship.
    """
    x, y = float(shift_mm[0]), float(shift_mm[1])
    size = math.hypot(x, y)
    lean = min(size / radius_mm, 1.2)
    if lean < 1e-6:
        return 1.0, 0.0, 1.0
    x, y = x / size, y / size
    along, across = 1.0 / math.cos(lean), steep * math.sin(lean) / lean**2
    return along * x * x + across * y * y, (along - across) * x * y, along * y * y + across * x * x
