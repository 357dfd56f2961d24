"""What the marked minutes teach of an accelerometer that sits under the disc of a ship that is weighed as well.

It turns with the ship, so it shows the lean in the ship's own axes. What it reads upright, how much shift of the contact a
lean stands for, how late it is and how far the rocking itself joins in (with sign: that depends on where it sits) are one
regression on the ring-downs' own motion.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.ship.mechanics import Array
from companion.ship.swing import Swing

__all__ = ["Complex", "Level", "fit_level", "leans", "plane"]

Complex = NDArray[np.complex128]

_SWUNG_MM = 0.6
_LEAST_ROWS = 60
_CLIP = 5.0
_ROUNDS = 4
_SCALE_MM = (15.0, 400.0)
_WORST_MM = 1.5
_WILD_SHARE = 0.25
_LEAST_TRAVEL_MM = 0.5
_MIRRORED_NOISE = 0.7


def leans(pull_g: Array) -> Array:
    """Lean angles from the pull along the deck, which is their sine."""
    size = np.hypot(pull_g[:, 0], pull_g[:, 1])
    stretch = np.arcsin(np.minimum(size, 0.95)) / np.maximum(size, 1e-9)
    result: Array = pull_g * stretch[:, None]
    return result


def plane(rows: Array) -> Complex:
    """Rows of x and y as complex numbers: turning is then multiplying."""
    result: Complex = rows[..., 0] + 1j * rows[..., 1]
    return result


@dataclass(frozen=True, slots=True)
class Level:
    """How the accelerometer tells the contact's shift, in ship axes.

    `zero_rad`: what it reads on the upright bare ship; `scale_mm`, `turn_rad`: shift of the contact per radian it reads, and
    how its axes lie to the dots'; `height_s2`: what it feels is the shift plus this times the shift's acceleration; `lag_s`:
    how late it is; `noise_mm`: of one reading and axis; `handed`: 1, or -1 for one that is glued in upside down, whose second
    axis is then taken the other way.
    """

    zero_rad: tuple[float, float]
    scale_mm: float
    turn_rad: float
    height_s2: float
    lag_s: float
    noise_mm: float
    handed: float = 1.0

    def shift_mm(self, pull_g: Array) -> Array:
        """Rows of readings (x, y in g) as the shift felt, ship axes."""
        read = plane(leans(pull_g) * (1.0, self.handed))
        felt = (read - complex(*self.zero_rad)) * cmath.rect(self.scale_mm, self.turn_rad)
        return np.column_stack([felt.real, felt.imag])

    def felt(self, t_s: Array, pull_g: Array) -> tuple[Array, Array, Array]:
        """When it was so, the whole pull in g, and the shift felt, for rows of readings (x, y, z in g)."""
        return t_s - self.lag_s, np.sqrt((pull_g**2).sum(axis=1)), self.shift_mm(pull_g[:, :2])

    def to_json(self) -> dict[str, Any]:
        """Plain numbers; `from_json` is the inverse."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Level:
        """Read it back; KeyError, TypeError or ValueError when it is none."""
        x, y = row["zero_rad"]
        numbers = {name: float(value) for name, value in row.items() if name != "zero_rad"}
        level = cls((float(x), float(y)), **numbers)
        if not (_SCALE_MM[0] < level.scale_mm < _SCALE_MM[1] and 0.0 < level.noise_mm < _WORST_MM):
            raise ValueError("the accelerometer's scale and noise must be of this world")
        if abs(level.handed) != 1.0:
            raise ValueError("an accelerometer lies upright or upside down")
        return level

    def numbers(self) -> tuple[float, ...]:
        """Every number in it."""
        return (*self.zero_rad, self.scale_mm, self.turn_rad, self.height_s2, self.lag_s, self.noise_mm, self.handed)


def fit_level(swings: Sequence[Swing], t_s: Array, pull_g: Array, foot_mm: Array, yaw_rad: float) -> Level | None:
    """From the ring-downs on the plate and what the accelerometer read meanwhile; None when that makes no sense."""
    parts = [_columns(swing, t_s, pull_g, foot_mm, yaw_rad) for swing in swings if swing.amplitude_mm > _SWUNG_MM]
    parts = [(columns, felt) for columns, felt in parts if len(felt)]
    if not parts:
        return None
    columns, felt = np.concatenate([c for c, _ in parts]), np.concatenate([f for _, f in parts])
    if len(felt) < _LEAST_ROWS or np.abs(columns[:, 1]).std() < _LEAST_TRAVEL_MM:
        return None
    handed, (coefs, noise, believed) = _either_way_up(columns, felt)
    slope = complex(coefs[1])
    if believed < 1.0 - _WILD_SHARE or not 1.0 / _SCALE_MM[1] < abs(slope) < 1.0 / _SCALE_MM[0]:
        return None
    scale = 1.0 / slope
    noise_mm = max(noise * abs(scale), 1e-3)
    if noise_mm > _WORST_MM:
        return None
    return Level(
        zero_rad=(float(coefs[0].real), float(coefs[0].imag)),
        scale_mm=abs(scale),
        turn_rad=cmath.phase(scale),
        height_s2=float((coefs[3] * scale).real),
        lag_s=-float((coefs[2] * scale).real),
        noise_mm=noise_mm,
        handed=handed,
    )


def _either_way_up(columns: Complex, felt: Complex) -> tuple[float, tuple[Complex, float, float]]:
    """How it lies, 1 or -1, and the fit that goes with it: a mirrored swing is no turned one."""
    upright, mirrored = _robust(columns, felt), _robust(columns, felt.conj())
    return (-1.0, mirrored) if mirrored[1] < _MIRRORED_NOISE * upright[1] else (1.0, upright)


def _columns(swing: Swing, t_s: Array, pull_g: Array, foot_mm: Array, yaw_rad: float) -> tuple[Complex, Complex]:
    """Rows of (1, shift of the contact, its speed, its acceleration) in ship axes, and what was felt."""
    inside = (t_s >= swing.t_s[0]) & (t_s <= swing.t_s[-1])
    at_s, back = t_s[inside], cmath.rect(1.0, -yaw_rad)
    moves = (swing.path_mm - swing.ahead_mm - foot_mm, swing.velocity_mm_s, swing.acceleration_mm_s2)
    columns = [np.ones(len(at_s), dtype=complex)]
    for rows in moves:
        x, y = (np.interp(at_s, swing.t_s, rows[:, axis]) for axis in (0, 1))
        columns.append((x + 1j * y) * back)
    return np.column_stack(columns), plane(leans(pull_g[inside]))


def _robust(columns: Complex, felt: Complex) -> tuple[Complex, float, float]:
    """Least squares without the wild rows: coefficients, noise of one axis, and the share of rows that were believed."""
    keep = np.ones(len(felt), dtype=bool)
    coefs, noise = np.zeros(columns.shape[1], dtype=complex), math.inf
    for _ in range(_ROUNDS):
        coefs = np.linalg.lstsq(columns[keep], felt[keep], rcond=1e-9)[0]
        off = np.abs(felt - columns @ coefs)
        noise = float(np.median(off)) / math.sqrt(2.0 * math.log(2.0))  # the median of a Rayleigh distribution
        keep = off < _CLIP * max(noise, 1e-7)
    return coefs, noise, float(keep.mean())
