"""The accelerometer's zero, followed: it was learned once, but warms up with the room, and may be knocked.

A ship that is free shows its lean twice: the accelerometer feels it, and the cells see how far the contact lies from the
foot. Where the ship was neither lifted nor turned the foot is known, so what the two differ by is the zero's. A Kalman filter
follows it, its doubt growing with the square root of the time; a difference far beyond what that allows counts for nothing,
unless the next one says the same: then the sensor has been moved.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from companion.ship.inventory import Belief, Observation
from companion.ship.mechanics import Array, turned

__all__ = ["ZeroWatch", "shows_turn"]

_LEARNED_MM = 0.02
_WANDER_MM_RT_S = 0.0015
_FAR = 12.0  # of two axes one time in four hundred
_ALIKE = 9.2
_LOST_MM2 = 1.0
_TURNED = 3.0
_STOOD_RAD = math.radians(2.0)
_STOOD_MM = 0.25


class ZeroWatch:
    """`off_mm`: how far the zero has wandered since it was learned, as shift in ship axes; `doubt_mm2`: its covariance."""

    def __init__(self) -> None:
        self.off_mm = np.zeros(2)
        self.doubt_mm2 = _LEARNED_MM**2 * np.eye(2)
        self._at_s: float | None = None
        self._stray: Array | None = None

    def believed(self, seen: Observation, known: Belief, foot_mm2: Array) -> Observation:
        """What was seen; its lean counts for next to nothing where it contradicts the cells on a ship that was not turned.

        `foot_mm2`: how well the foot of the `known` ship is known.
        """
        if seen.deck_mm is None or shows_turn(seen, known):
            return seen
        rest, spread = _apart(seen, known, foot_mm2)
        if _square(rest, spread) < _FAR:
            return seen
        return replace(seen, covariance=seen.covariance + _unbelieved(seen))

    def follow(self, seen: Observation, before: Belief, after: Belief, now_s: float) -> None:
        """A free stretch that was read while `off_mm` held: what was believed before the episode, and what is since."""
        if seen.deck_mm is None or not _stood(before, after):
            return
        if seen.covariance[3, 3] > _LOST_MM2:
            seen = replace(seen, covariance=seen.covariance - _unbelieved(seen))
        rest, spread = _apart(seen, before, before.covariance[1:3, 1:3])
        noise = spread - self.doubt_mm2  # which is in what was seen
        self.doubt_mm2 = self.doubt_mm2 + _WANDER_MM_RT_S**2 * max(now_s - (self._at_s or now_s), 0.0) * np.eye(2)
        self._at_s = now_s
        self._take(rest, noise)

    def _take(self, rest: Array, noise: Array) -> None:
        """One difference and its covariance."""
        if _square(rest, self.doubt_mm2 + noise) > _FAR:
            stray, self._stray = self._stray, rest
            if stray is None or _square(rest - stray, 2.0 * noise) > _ALIKE:
                return
            self.doubt_mm2 = self.doubt_mm2 + np.outer(rest, rest)
        self._stray = None
        gain = np.linalg.solve(self.doubt_mm2 + noise, self.doubt_mm2).T
        self.off_mm = self.off_mm + gain @ rest
        left = self.doubt_mm2 - gain @ self.doubt_mm2
        self.doubt_mm2 = 0.5 * (left + left.T)


def _unbelieved(seen: Observation) -> Array:
    """Covariance that takes all weight from the lean."""
    return np.diag([*([0.0] * 3), _LOST_MM2, _LOST_MM2, *([0.0] * (len(seen.covariance) - 5))])


def shows_turn(seen: Observation, known: Belief) -> bool:
    """Whether the motion says that the ship is turned otherwise than was believed: then the foot is elsewhere as well."""
    if seen.yaw_rad is None:
        return False
    swept = math.remainder(seen.yaw_rad - known.yaw_rad, 2.0 * math.pi)
    spread = float(seen.covariance[5, 5] + known.covariance[3, 3])
    return swept**2 > _TURNED**2 * spread + _STOOD_RAD**2


def _stood(before: Belief, after: Belief) -> bool:
    """Whether the foot is where it was: neither turned, nor lifted, nor pushed."""
    moved_mm = float(np.hypot(*(after.mean[1:3] - before.mean[1:3])))
    return moved_mm < _STOOD_MM and abs(after.yaw_rad - before.yaw_rad) < _STOOD_RAD


def _apart(seen: Observation, stood: Belief, foot_mm2: Array) -> tuple[Array, Array]:
    """The lean that is felt less the one that the cells see, in ship axes, and how well that is known."""
    assert seen.deck_mm is not None
    cos, sin = math.cos(stood.yaw_rad), math.sin(stood.yaw_rad)
    back = np.array([[cos, sin], [-sin, cos]])
    lean = turned(seen.centre_mm - stood.mean[1:3], -stood.yaw_rad)
    both = np.hstack([-back, np.eye(2)])
    swept = np.array([lean[1], -lean[0]])
    spread = both @ seen.covariance[1:5, 1:5] @ both.T + back @ foot_mm2 @ back.T
    return seen.deck_mm - lean, spread + stood.covariance[3, 3] * np.outer(swept, swept)


def _square(rest: Array, spread: Array) -> float:
    """How far off, in squared standard deviations."""
    return float(rest @ np.linalg.solve(spread, rest))
