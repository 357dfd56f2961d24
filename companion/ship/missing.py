"""A plate of which a cell has died: what the others still weigh.

A rigid plate has three degrees of freedom, so the readings of `n` cells obey `n - 3` equations: `f = B (W, Mx, My)`, the
shares `B` being learned in the calibration. Any three or more cells whose rows of `B` have full rank give the load back by
least squares; of three cells none can be missed.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from companion.events import Noted
from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank
from companion.ship.grid import Block
from companion.ship.mechanics import Array
from companion.ship.phases import lag_of

__all__ = ["Plate", "doubted"]

_USUAL_S = 20.0
_LEAST_SHARE = 0.05  # what the remaining cells must tell of a load, compared with all of them
_ODD_S = 0.3
_ODD_G = 1.0
_ODD_NOISE = 8.0
_ODD_G_S = 60.0  # what cells read a second apart would differ by on a rocking ship
_ODD_ROWS = 4
_SURELY = 0.9
_AGREES_S = 2.0
_LATE_S, _LATE_ROWS, _LATEST_S = 0.6, 15, 1.8
_GUILTY_TIMES = 2.0
_DOUBT_G = 0.15
_DOUBT_MM = 0.06


class Plate:
    """Loads from counts, by all cells or by those that are left.

    `missing`: the cells that are done without; `weighs`: whether the others can do without them. A cell that contradicts
    the others is missing too, until it agrees with them for two seconds.
    """

    def __init__(self, calibration: Calibration, sps: float) -> None:
        self._calibration = calibration
        self._sps = sps
        self._gain, self._zero = np.array(calibration.gain_g), np.array(calibration.zero)
        self._shares = calibration.shares_of_load
        self._sums = _weighing(calibration)
        self._arm_mm = float(np.mean(np.hypot(*self._sums[1:]))) if calibration.weighs else 1.0
        self._solvers: dict[frozenset[int], Array | None] = {}
        self._rest = np.zeros(
            len(self._gain)
        )  # what the readings usually have beyond their shares: drift since the calibration
        self._recent = np.empty((0, len(self._gain)))
        self._odd = frozenset[int]()
        self._agrees_s = 0.0
        self._odd_g = _ODD_G + _ODD_NOISE * calibration.noise_g + _ODD_G_S / sps
        self.missing = frozenset[int]()

    @property
    def weighs(self) -> bool:
        """Whether the load is known at all."""
        return not self.missing or self._solver(self.missing) is not None

    def loads(self, block: Block) -> tuple[Array, Array] | None:
        """Weight (n,) in g and moment (n, 2) in g mm; None when too few cells are left."""
        if not self._calibration.weighs:
            return self._calibration.loads(block.counts)
        grams = (block.counts - self._zero) * self._gain
        if len(grams) and len(self._gain) > 3:
            self._compare(grams, block.lame)
        self.missing = block.lame | self._odd
        if not self.missing:
            return self._calibration.loads(block.counts)
        solver = self._solver(self.missing)
        if solver is None:
            return None
        load = (grams - self._rest) @ solver.T
        return load[:, 0], load[:, 1:]

    def note(self, now_s: float) -> Noted:
        """What there is to say about the cells: all well, some done without, or too few left to weigh anything."""
        code = "cells-well" if not self.missing else "cell-stuck" if self.weighs else "plate-blind"
        return Noted(now_s, code, {"cells": [i + 1 for i in sorted(self.missing)]})

    @property
    def late_s(self) -> float:
        """How long a cell may have been believed wrongly before it is missed."""
        return max(_LATE_S, _LATE_ROWS / self._sps) if self._calibration.noise_counts else _LATEST_S

    def calibration(self, known: Calibration) -> Calibration:
        """`known` with the noise, and the lag, of the cells that are left."""
        own, solver = self._calibration, self._solver(self.missing)
        if solver is None or not self.missing:
            return replace(own, rocker=known.rocker)
        weight = float(np.linalg.norm(solver[0]) / np.linalg.norm(self._sums[0]))
        place = float(np.linalg.norm(solver[1:]) / np.linalg.norm(self._sums[1:]))
        lags_s = np.array(own.lags_s) if own.lags_s else np.zeros(len(self._gain))
        lag = lag_of(lags_s, self._shares, solver[0], own.rocker.ship_g)
        now = replace(own, noise_g=weight * own.noise_g, noise_mm=place * own.noise_mm, fit_mm=place * own.fit_mm)
        return replace(now, rocker=known.rocker, lag_g_s_mm=lag)

    def _solver(self, missing: frozenset[int]) -> Array | None:
        """From readings to load without those missing, or None where the others do not tell."""
        if missing not in self._solvers:
            self._solvers[missing] = self._solved(missing)
        return self._solvers[missing]

    def _solved(self, missing: frozenset[int]) -> Array | None:
        keep = np.array([cell not in missing for cell in range(len(self._gain))])
        if keep.sum() < 3:
            return None
        scaled = self._shares * np.array([1.0, self._arm_mm, self._arm_mm])
        left, whole = (np.linalg.svd(rows, compute_uv=False)[-1] for rows in (scaled[keep], scaled))
        if left < _LEAST_SHARE * whole:
            return None
        solver = np.zeros((3, len(self._gain)))
        solver[:, keep] = np.linalg.pinv(self._shares[keep])
        return solver

    def _beyond(self, grams: Array, solver: Array) -> Array:
        """What the readings have beyond what the load should give them, by the cells of `solver`."""
        told = grams - self._rest
        result: Array = told - told @ solver.T @ self._shares.T
        return result

    def _compare(self, grams: Array, lame: frozenset[int]) -> None:
        """Do the cells contradict each other? Which one is it, and does it agree again?"""
        self._recent = np.concatenate([self._recent, grams])[-max(3 * _ODD_ROWS, round(4.0 * _ODD_S * self._sps)) :]
        if lame | self._odd:
            self._see_agreement(grams, lame)
            return
        beyond = self._beyond(grams, self._sums)
        usual = beyond.sum(axis=0) / len(grams)
        if math.hypot(*usual) < self._odd_g:
            self._rest += min(1.0, len(grams) / (_USUAL_S * self._sps)) * usual
            if math.hypot(*beyond[-1]) < _SURELY * self._odd_g:
                return  # the newest row agrees, so not all of the last ones contradict
        count = max(_ODD_ROWS, round(_ODD_S * self._sps))
        lately = self._recent[-count:]
        if len(lately) == count and np.linalg.norm(self._beyond(lately, self._sums), axis=1).min() > self._odd_g:
            self._odd = self._guilty(count)

    def _guilty(self, count: int) -> frozenset[int]:
        """The one cell without which the load moves smoothly; all of them where none stands out."""
        every = range(len(self._gain))
        jolts = []
        for cell in every:
            solver = self._solver(frozenset({cell}))
            if solver is None:
                return frozenset(every)
            bends = np.diff((self._recent[-2 * count :] - self._rest) @ solver.T, n=2, axis=0)
            jolts.append(float(np.linalg.norm(bends / np.array([1.0, self._arm_mm, self._arm_mm]))))
        least, next_least = np.argsort(jolts)[:2]
        stands_out = jolts[next_least] > _GUILTY_TIMES * jolts[least]
        return frozenset({int(least)}) if stands_out else frozenset(every)

    def _see_agreement(self, grams: Array, lame: frozenset[int]) -> None:
        """A cell that died comes back when it says again what the others say it should."""
        missing = lame | self._odd
        solver = self._solver(missing)
        off = self._beyond(grams, self._sums if solver is None else solver)
        agrees = float(np.abs(off).max()) < self._odd_g and not lame
        self._agrees_s = self._agrees_s + len(grams) / self._sps if agrees else 0.0
        if self._agrees_s > _AGREES_S:
            self._odd, self._agrees_s = frozenset(), 0.0
        elif lame:
            self._odd = missing if len(missing) < len(self._gain) else lame


def _weighing(calibration: Calibration) -> Array:
    """From readings to load with all cells: their sum, and their moments about the plate's centre."""
    cells = np.array(calibration.cells_mm).reshape(-1, 2)
    result: Array = np.vstack([np.ones(len(cells)), cells.T])
    return result


def doubted(bank: Bank) -> Bank:
    """The accounts after the cells that weigh have changed: weight offset and foot are as doubtful as cells drift."""
    added = [_DOUBT_G**2, _DOUBT_MM**2, _DOUBT_MM**2]
    return tuple(
        replace(c, belief=c.belief.spread(np.diag([*added, *[0.0] * (len(c.belief.mean) - len(added))]))) for c in bank
    )
