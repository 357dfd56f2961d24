"""Whether the rubber ring, which says how high the ship sits on its shaft, is where it was when the ship was calibrated.

Every free swing tells its own rate, freed from what was supposed of it. A ring that moves changes the depth `d` of the
ship's centre of mass, `k = M d / R` with it, and the inertia `J = M (gyration^2 + (R - d)^2)` about the contact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.events import Noted
from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank
from companion.ship.inventory import GLOBALS, Belief
from companion.ship.mechanics import Array, Rocker
from companion.ship.swing import Swing
from companion.ship.window import FreeWindow

__all__ = ["RingWatch", "reringed"]

_SWUNG_MM = 1.5
_LEAST_TOLD = 0.98
_WORST_SPREAD = 0.006
_MOVED = 0.012
_MOVED_PER_ALIEN = 0.003  # an alien far out that nobody knows of changes the rate by six in a thousand
_ALIENS = 6
_BEYOND_DOUBT = 3
_AGREE_SHARE = 0.5
_SUSPECT_SIGMAS = 2.0
_CREPT = 0.01
_CREEP_WINDOWS = 8
_MOST_CHANGE = 0.3
_FOOT_MM = 0.3


def reringed(rocker: Rocker, rate_change: float) -> Rocker:
    """The rocker that swings faster by this share because its ring was moved.

    `d ln(rate^2) = d ln k - d ln J` with `d ln J = -2 d (R - d) M / J d ln k`; the deck, and the aliens with it, sinks as
    far as the centre of mass.
    """
    radius, ship = rocker.radius_mm, rocker.ship_g
    depth = rocker.stiffness_g * radius / ship
    inertia = rocker.inertia_g_mm * radius
    slope = 2.0 * depth * (radius - depth) * ship / inertia
    stiffer = 2.0 * rate_change / max(1.0 + slope, 0.5)
    return replace(
        rocker,
        stiffness_g=rocker.stiffness_g * (1.0 + stiffer),
        rate_rad_s=rocker.rate_rad_s * (1.0 + rate_change),
        height_ratio=rocker.height_ratio - stiffer * depth / radius,
    )


def _rescaled(bank: Bank, stiffer: float) -> Bank:
    """The accounts when any alien may have been read with a stiffness that was off by this share: its moment is as far off."""
    return tuple(replace(c, belief=c.belief.spread(_off_by(c.belief, stiffer))) for c in bank)


def _off_by(belief: Belief, share: float) -> Array:
    added = np.zeros_like(belief.covariance)
    for at in range(GLOBALS, len(belief.mean), 3):
        moment = share * belief.mean[at + 1 : at + 3]
        added[at + 1 : at + 3, at + 1 : at + 3] = np.outer(moment, moment)
    added[1, 1] = added[2, 2] = _FOOT_MM**2
    return added


def _told(swing: Swing) -> tuple[float, float] | None:
    """By what share the swing alone is faster than was known, and how well it tells; None where it hardly does."""
    spread, held = swing.rate_spread, swing.rate_held
    if swing.amplitude_mm < _SWUNG_MM or spread > _LEAST_TOLD * held:
        return None
    share = 1.0 - (spread / held) ** 2
    return swing.rate_change / share, spread / share**0.5


def _limit(aliens: int) -> float:
    return _MOVED + _MOVED_PER_ALIEN * min(aliens, _ALIENS)


@dataclass(slots=True)
class RingWatch:
    """Follows the rate over the evening's free swings."""

    _last: deque[float] = field(default_factory=lambda: deque(maxlen=_CREEP_WINDOWS))
    _off: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, list[float]]:
        """The newest swings' changes of rate; `recall` is the inverse."""
        return {"last": list(self._last), "off": list(self._off)}

    def recall(self, row: Mapping[str, Sequence[float]]) -> None:
        """Go on from there; LookupError, TypeError or ValueError when it is none."""
        last, off = ([float(share) for share in row[name]] for name in ("last", "off"))
        if not all(abs(share) < 1.0 for share in (*last, *off)):
            raise ValueError("no ring does that to a ship")
        self._last.extend(last)
        self._off = off[-_BEYOND_DOUBT:]

    def suspects(self, window: FreeWindow | None, aliens: int) -> bool:
        """Whether this swing, as the one before it, is of another pace, so that what is read from it may be wrong."""
        told = _told(window.swing) if window is not None and self._off else None
        return told is not None and abs(told[0]) > _limit(aliens) + _SUSPECT_SIGMAS * told[1]

    def follow(
        self, window: FreeWindow, bank: Bank, calibration: Calibration, now_s: float
    ) -> tuple[Rocker, Bank, list[Noted]]:
        """The rocker as the ship now swings, the accounts with the doubt that leaves, and the note when its pace has jumped.

        A ship on its rim swings otherwise; leans without a plate are read by their rates already.
        """
        rocker = calibration.rocker
        told = calibration.weighs and not window.on_rim
        moved = self.moved(window.swing, len(bank[0].belief.tags)) if told else None
        if moved is None:
            return rocker, bank, []
        change, jumped = moved
        note = Noted(now_s, "ring-moved", {"percent": round(100.0 * change, 1)})
        new = reringed(rocker, change)
        return new, _rescaled(bank, new.stiffness_g / rocker.stiffness_g - 1.0), [note] if jumped else []

    def moved(self, swing: Swing, aliens: int) -> tuple[float, bool] | None:
        """By what share the ship's rate is another now, and whether that is a jump; None while it is as it was.

        A jump is told by three swings in a row that agree, or by the median of eight; that tells a creep as well.
        """
        told = _told(swing)
        if told is None or told[1] > _WORST_SPREAD:
            return None
        off = told[0]
        self._off = [*self._off, off][-_BEYOND_DOUBT:] if abs(off) > _limit(aliens) else []
        self._last.append(off)
        middle = float(np.median(self._off)) if self._off else 0.0
        if len(self._off) == _BEYOND_DOUBT and np.ptp(self._off) < _AGREE_SHARE * abs(middle) and abs(middle) < _MOST_CHANGE:
            return self._known(middle), True
        creep = float(np.median(self._last))
        if not self._off and len(self._last) == _CREEP_WINDOWS and abs(creep) > _CREPT:
            return self._known(creep), abs(creep) > _MOVED
        return None

    def _known(self, change: float) -> float:
        self._last.clear()
        self._off = []
        return change
