"""Where in a ring this company sets its aliens down, and how heavy they are beside the one that the ship was calibrated with.

Hands aim at rings, some closely, some not at all, and every placement says a little of how closely: so the next one's ring is
known better than its place alone tells. Where nothing weighs the ship only moments show, and a mass 3 % off is a radius 3 %
off, four millimetres at the rim: there every placement says a little of the masses as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.events import ShipShape
from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank
from companion.ship.inventory import GLOBALS, Belief
from companion.ship.mechanics import Array

__all__ = ["ByMoment", "ByPlace", "Habit", "habit_of"]

_STEP_MM = 0.5
_BEYOND_MM = 12.0
_SCALE_SPREAD = 0.032
_AIMS = (0.1, 0.17)  # spread about the middle of a ring, in ring widths
_AIMED_ODDS = (0.25, 0.25)
_SURE = 0.8
_FLOOR_MM = 0.5
_WEIGHED_FLOOR_MM = 0.4
_LEAST = 1e-12


class Habit:
    """Odds of the rings, given the radius that an alien of nominal mass would stand at; learns from every placement."""

    def __init__(self, shape: ShipShape, gauge: ByMoment | ByPlace) -> None:
        edges = np.array(shape.ring_edges_mm)
        self._gauge = gauge
        self._radii = np.arange(edges[0] - _BEYOND_MM, edges[-1] + _BEYOND_MM, _STEP_MM)
        self._rings = np.searchsorted(edges[1:-1] + shape.foot_radius_mm, self._radii, side="right")
        self._count = len(edges) - 1
        self._prior = _densities(self._radii, edges)
        loose = 1.0 - sum(_AIMED_ODDS)
        scales = np.exp(-0.5 * (gauge.scales / _SCALE_SPREAD) ** 2)
        self._odds = np.outer([*_AIMED_ODDS, loose], scales / scales.sum())

    def to_json(self) -> list[list[float]]:
        """The odds of each aim (rows) with each ratio of masses; `recall` is the inverse."""
        rows: list[list[float]] = self._odds.tolist()
        return rows

    def recall(self, row: Sequence[Sequence[float]]) -> None:
        """Go on from there; TypeError or ValueError when it is none."""
        odds = np.array(row, dtype=float)
        if odds.shape != self._odds.shape or not (np.isfinite(odds).all() and (odds >= 0.0).all() and odds.sum() > 0.0):
            raise ValueError("these are no odds of aims and masses")
        self._odds = np.maximum(odds, _LEAST)

    def learn(self, bank: Bank) -> None:
        """Take in what an episode turned out to be: one alien put down, as good as certainly."""
        best = bank[0].happening
        odds = sum(np.exp(c.log_weight) for c in bank if c.happening.signature == best.signature)
        if len(best.placed) == 1 and not best.falls and odds > _SURE:
            self._odds = self._odds * self._by_radius(*self._gauge.seen(bank[0].belief, best.placed[0])).sum(axis=2)
            self._odds = np.maximum(self._odds / self._odds.sum(), _LEAST)

    def rings(self, belief: Belief, tag: int) -> dict[int, float]:
        """Odds of every ring for one alien aboard."""
        odds = self._odds[:, :, None] * self._by_radius(*self._gauge.seen(belief, tag))
        by_ring = np.bincount(self._rings, odds.sum(axis=(0, 1)), minlength=self._count)
        return {ring + 1: float(part) for ring, part in enumerate(by_ring / by_ring.sum())}

    def _by_radius(self, seen_mm: float, spread_mm: float) -> Array:
        """Likelihood of that radius for every aim, scale and true radius."""
        off = seen_mm - np.outer(1.0 + self._gauge.scales, self._radii)
        square = spread_mm**2 + (self._gauge.mass_spread * self._radii) ** 2
        result: Array = self._prior[:, None, :] * np.exp(-0.5 * off**2 / square) / np.sqrt(square) + _LEAST
        return result


class ByMoment:
    """The radius of an alien that nothing weighs: where it would stand were its mass nominal."""

    scales = np.linspace(-0.09, 0.09, 19)
    mass_spread = 0.025

    def __init__(self, alien_g: float) -> None:
        self._alien_g = alien_g

    def seen(self, belief: Belief, tag: int) -> tuple[float, float]:
        """Radius and spread, mm, by the moment alone."""
        at = GLOBALS + 3 * belief.tags.index(tag) + 1
        moment = belief.mean[at : at + 2]
        size = max(float(np.hypot(*moment)), _LEAST)
        out = moment / size
        spread = float(out @ belief.covariance[at : at + 2, at : at + 2] @ out)
        return size / self._alien_g, max(spread, 0.0) ** 0.5 / self._alien_g + _FLOOR_MM


class ByPlace:
    """The radius of an alien that was weighed."""

    scales = np.zeros(1)
    mass_spread = 0.0

    def seen(self, belief: Belief, tag: int) -> tuple[float, float]:
        """Radius and spread, mm."""
        there = belief.where(tag)
        return float(np.hypot(*there.xy_mm)), float(np.hypot(there.spread_mm[0], _WEIGHED_FLOOR_MM))


def habit_of(shape: ShipShape, calibration: Calibration) -> Habit:
    """A new evening's habit."""
    return Habit(shape, ByPlace() if calibration.weighs else ByMoment(calibration.alien_g))


def _densities(radii: Array, edges: Array) -> Array:
    """How often an alien stands at each radius, for every aim: about the middles of the rings, or anywhere aboard."""
    middles, width = 0.5 * (edges[:-1] + edges[1:]), float(edges[1] - edges[0])
    aimed = [np.exp(-0.5 * ((radii[:, None] - middles) / (aim * width)) ** 2).sum(axis=1) for aim in _AIMS]
    rows = np.array([*aimed, ((radii >= edges[0]) & (radii <= edges[-1])).astype(float)])
    result: Array = rows / rows.sum(axis=1, keepdims=True)
    return result
