"""Where in a ring this company sets its aliens down, and how heavy they are beside the one that the ship was calibrated with.

Where nothing weighs the ship only moments show: a mass 3 % off is a radius 3 % off, four millimetres at the rim. But hands
aim at rings. Every placement says a little of how closely, and of the masses, and so the next one's ring is known better.
"""

from __future__ import annotations

import numpy as np

from companion.events import ShipShape
from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank
from companion.ship.inventory import GLOBALS, Belief
from companion.ship.mechanics import Array

__all__ = ["Habit", "NoHabit", "habit_of"]

_STEP_MM = 1.0
_BEYOND_MM = 12.0
_SCALES = np.linspace(-0.09, 0.09, 19)
_SCALE_SPREAD = 0.032
_MASS_SPREAD = 0.025
_AIMS = (0.1, 0.17)  # spread about the middle of a ring, in ring widths
_AIMED_ODDS = (0.25, 0.25)
_SURE = 0.8
_FLOOR_MM = 0.5
_LEAST = 1e-12


class Habit:
    """Odds of the rings, given the radius that an alien of nominal mass would stand at; learns from every placement."""

    def __init__(self, shape: ShipShape, alien_g: float) -> None:
        edges = np.array(shape.ring_edges_mm)
        self._alien_g = alien_g
        self._radii = np.arange(edges[0] - _BEYOND_MM, edges[-1] + _BEYOND_MM, _STEP_MM)
        self._rings = np.searchsorted(edges[1:-1] + shape.foot_radius_mm, self._radii, side="right")
        self._count = len(edges) - 1
        self._prior = _densities(self._radii, edges)
        loose = 1.0 - sum(_AIMED_ODDS)
        scales = np.exp(-0.5 * (_SCALES / _SCALE_SPREAD) ** 2)
        self._odds = np.outer([*_AIMED_ODDS, loose], scales / scales.sum())

    def learn(self, bank: Bank) -> None:
        """Take in what an episode turned out to be: one alien put down, as good as certainly."""
        best = bank[0].happening
        odds = sum(np.exp(c.log_weight) for c in bank if c.happening.signature == best.signature)
        if len(best.placed) == 1 and not best.falls and odds > _SURE:
            self._odds = self._odds * self._by_radius(*self._seen(bank[0].belief, best.placed[0])).sum(axis=2)
            self._odds = np.maximum(self._odds / self._odds.sum(), _LEAST)

    def rings(self, belief: Belief, tag: int) -> dict[int, float]:
        """Odds of every ring for one alien aboard."""
        odds = self._odds[:, :, None] * self._by_radius(*self._seen(belief, tag))
        by_ring = np.bincount(self._rings, odds.sum(axis=(0, 1)), minlength=self._count)
        return {ring + 1: float(part) for ring, part in enumerate(by_ring / by_ring.sum())}

    def _seen(self, belief: Belief, tag: int) -> tuple[float, float]:
        """The radius of the alien were its mass nominal, and its spread; by the moment alone."""
        at = GLOBALS + 3 * belief.tags.index(tag) + 1
        moment = belief.mean[at : at + 2]
        size = max(float(np.hypot(*moment)), _LEAST)
        out = moment / size
        spread = float(out @ belief.covariance[at : at + 2, at : at + 2] @ out)
        return size / self._alien_g, max(spread, 0.0) ** 0.5 / self._alien_g + _FLOOR_MM

    def _by_radius(self, seen_mm: float, spread_mm: float) -> Array:
        """Likelihood of that radius for every aim, scale and true radius."""
        off = seen_mm - np.outer(1.0 + _SCALES, self._radii)
        square = spread_mm**2 + (_MASS_SPREAD * self._radii) ** 2
        result: Array = self._prior[:, None, :] * np.exp(-0.5 * off**2 / square) / np.sqrt(square) + _LEAST
        return result


class NoHabit:
    """Of a ship that is weighed: its places are known without."""

    def learn(self, bank: Bank) -> None:
        """Nothing to learn."""

    def rings(self, _belief: Belief, _tag: int) -> None:
        """Nothing beyond the place itself."""


def habit_of(shape: ShipShape, calibration: Calibration) -> Habit | NoHabit:
    """A new evening's habit, where it is needed."""
    return NoHabit() if calibration.weighs else Habit(shape, calibration.alien_g)


def _densities(radii: Array, edges: Array) -> Array:
    """How often an alien stands at each radius, for every aim: about the middles of the rings, or anywhere aboard."""
    middles, width = 0.5 * (edges[:-1] + edges[1:]), float(edges[1] - edges[0])
    aimed = [np.exp(-0.5 * ((radii[:, None] - middles) / (aim * width)) ** 2).sum(axis=1) for aim in _AIMS]
    rows = np.array([*aimed, ((radii >= edges[0]) & (radii <= edges[-1])).astype(float)])
    result: Array = rows / rows.sum(axis=1, keepdims=True)
    return result
