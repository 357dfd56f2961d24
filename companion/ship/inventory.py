"""What is believed to stand on the ship: a Gaussian over the plate's offsets and every alien's mass and moment.

State: weight offset b (g), foot x and y (mm, plate axes), yaw (rad), then per alien m (g) and m*x, m*y (g mm, ship axes).
The measurement of a free swing is (weight, centre x, centre y); it is nearly linear in this state.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from companion.ship.expected import GLOBALS, readings, turns
from companion.ship.mechanics import Array, Rocker

__all__ = [
    "GLOBALS",
    "Belief",
    "Litter",
    "Newcomer",
    "Observation",
    "Scores",
    "Standing",
    "Sums",
    "score",
    "score_sums",
    "start_belief",
    "sums",
    "updated_all",
]

_RELINEARISE = 3


@dataclass(frozen=True, slots=True)
class Observation:
    """Weight and equilibrium centre of pressure of a free ship, with their joint covariance (g, mm, mm).

    `lean_mm`: how far the centre lies from the foot, where the weight's ripple told it; then the covariance has two more rows.
    `deck_mm`: the same in the ship's own axes, where an accelerometer felt it, and `yaw_rad` where the motion showed it: two
    more rows, and one. The ripple is not asked then.
    """

    weight_g: float
    centre_mm: Array
    covariance: Array
    lean_mm: Array | None = None
    deck_mm: Array | None = None
    yaw_rad: float | None = None

    @property
    def values(self) -> Array:
        """All of it as one vector, in the order of the covariance."""
        lean = () if self.lean_mm is None else self.lean_mm
        deck = () if self.deck_mm is None else self.deck_mm
        yaw = () if self.yaw_rad is None else (self.yaw_rad,)
        return np.array([self.weight_g, *self.centre_mm, *lean, *deck, *yaw])

    @property
    def doubt_mm2(self) -> float:
        """How little it tells about the balance: centre and lean together, the ship's foot and turn taken as known."""
        if self.deck_mm is None:
            return float(np.trace(self.covariance[1:, 1:]))
        turn = 0.0 if self.yaw_rad is None else self.yaw_rad
        cos, sin = math.cos(turn), math.sin(turn)
        both = np.vstack([np.eye(2), [[cos, sin], [-sin, cos]]])
        return float(np.trace(np.linalg.inv(both.T @ np.linalg.solve(self.covariance[1:5, 1:5], both))))


@dataclass(frozen=True, slots=True)
class Standing:
    """One alien aboard as it is believed to stand; `tag` is its identity within this evening."""

    tag: int
    mass_g: float
    xy_mm: tuple[float, float]
    spread_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What is expected of an alien before it is weighed: mass and place, each with its spread.

    `yaw_share` is 1 where the place was felt on the plate, so that it is as doubtful in the ship's axes as the ship's yaw.
    """

    mass_g: float
    mass_spread_g: float
    xy_mm: tuple[float, float] = (0.0, 0.0)
    reach_mm: float = 75.0
    yaw_share: float = 0.0

    @property
    def mean(self) -> Array:
        """Mass and moment."""
        x, y = self.xy_mm
        return self.mass_g * np.array([1.0, x, y])

    @property
    def covariance(self) -> Array:
        """The doubt of mass and moment that is its own."""
        x, y = self.xy_mm
        reach, arm = (self.mass_g * self.reach_mm) ** 2, np.array([1.0, x, y])
        result: Array = np.diag([0.0, reach, reach]) + self.mass_spread_g**2 * arm[:, None] * arm
        return result

    @property
    def swept_g_mm(self) -> Array:
        """What a turn of the ship by one radian does to mass and moment."""
        x, y = self.xy_mm
        return self.yaw_share * self.mass_g * np.array([0.0, y, -x])


@dataclass(frozen=True, slots=True)
class Litter:
    """Weight offset (g) and foot (mm) as they were before an alien came to rest on the plate, with their covariance."""

    mean: Array
    covariance: Array


@dataclass(frozen=True, slots=True)
class Belief:
    """One hypothesis about the evening so far: mean, covariance and the tags of the aliens aboard, in order.

    `litter`: one for each alien that lies on the plate beside the ship, in the order they came.
    """

    mean: Array
    covariance: Array
    tags: tuple[int, ...] = ()
    litter: tuple[Litter, ...] = ()

    @property
    def load_g(self) -> float:
        """Total mass of the aliens."""
        return float(self.mean[GLOBALS::3].sum())

    @property
    def yaw_rad(self) -> float:
        """How far the ship is turned."""
        return float(self.mean[3])

    def second_moment(self) -> Array:
        """Sum of m p p^T of all aliens, plate axes, g mm^2."""
        aliens = self.mean[GLOBALS:].reshape(-1, 3)
        aliens = aliens[aliens[:, 0] > 0.5]
        cos, sin = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        arms = aliens[:, 1:] @ np.array([[cos, sin], [-sin, cos]])
        result: Array = (arms / aliens[:, :1]).T @ arms
        return result

    def moment(self) -> Array:
        """Sum of m p in plate axes, g mm."""
        cos, sin = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        mx, my = self.mean[GLOBALS + 1 :: 3].sum(), self.mean[GLOBALS + 2 :: 3].sum()
        return np.array([cos * mx - sin * my, sin * mx + cos * my])

    def standing(self) -> tuple[Standing, ...]:
        """The aliens aboard, with where they stand in the ship's axes."""
        return tuple(self.where(tag) for tag in self.tags)

    def where(self, tag: int) -> Standing:
        """One alien; ValueError when it is not aboard."""
        at = GLOBALS + 3 * self.tags.index(tag)
        mass, mx, my = self.mean[at : at + 3].tolist()
        mass = max(mass, 0.5)
        x, y = mx / mass, my / mass
        (m_m, m_x, m_y), (_, x_x, x_y), (_, _, y_y) = self.covariance[at : at + 3, at : at + 3].tolist()
        # covariance of (mx, my) / m, to first order; then along the radius and across it
        xx, yy = x * x * m_m - 2.0 * x * m_x + x_x, y * y * m_m - 2.0 * y * m_y + y_y
        xy = x * y * m_m - x * m_y - y * m_x + x_y
        radius = max(math.hypot(x, y), 1e-6)
        cos, sin = x / radius, y / radius
        radial = max(cos * cos * xx + 2.0 * cos * sin * xy + sin * sin * yy, 0.0)
        tangential = max(sin * sin * xx - 2.0 * cos * sin * xy + cos * cos * yy, 0.0)
        return Standing(tag, mass, (x, y), (math.sqrt(radial) / mass, math.sqrt(tangential) / mass))

    def with_alien(self, tag: int, newcomer: Newcomer) -> Belief:
        """One more alien, where and as heavy as `newcomer` says."""
        size = len(self.mean)
        own, swept = newcomer.covariance, newcomer.swept_g_mm
        covariance = np.zeros((size + 3, size + 3))
        covariance[:size, :size] = self.covariance
        covariance[size:, size:] = own
        if newcomer.yaw_share:
            covariance[size:, size:] += self.covariance[3, 3] * swept[:, None] * swept
            covariance[size:, :size] = swept[:, None] * self.covariance[3]
            covariance[:size, size:] = covariance[size:, :size].T
        mean = np.concatenate([self.mean, newcomer.mean])
        return replace(self, mean=mean, covariance=covariance, tags=(*self.tags, tag))

    def without(self, gone: frozenset[int]) -> Belief:
        """The rest, when those aliens have left."""
        keep = list(range(GLOBALS))
        for i, tag in enumerate(self.tags):
            if tag not in gone:
                keep += range(GLOBALS + 3 * i, GLOBALS + 3 * i + 3)
        left = tuple(t for t in self.tags if t not in gone)
        return replace(self, mean=self.mean[keep], covariance=self.covariance[np.ix_(keep, keep)], tags=left)

    def spread(self, added: Array) -> Belief:
        """The same with more doubt: `added` is a covariance."""
        return replace(self, covariance=self.covariance + added)

    def updated(self, rocker: Rocker, seen: Observation) -> Belief:
        """After a measurement (iterated extended Kalman update)."""
        return updated_all([self], rocker, seen)[0]


@dataclass(frozen=True, slots=True)
class Scores:
    """Log likelihood of each candidate and how far (in sigma) it was off."""

    log_likelihood: Array
    distance: Array


@dataclass(frozen=True, slots=True)
class Sums:
    """All that a measurement depends on, a row for each set of aliens: the globals, and the aliens' total mass and moment.

    `mean` is (rows, 7), `covariance` (rows, 7, 7).
    """

    mean: Array
    covariance: Array

    def with_alien(self, newcomer: Newcomer) -> Sums:
        """The sums with one more alien in every row: what `Belief.with_alien` does to them."""
        mean, covariance = self.mean.copy(), self.covariance.copy()
        mean[:, GLOBALS:] += newcomer.mean
        covariance[:, GLOBALS:, GLOBALS:] += newcomer.covariance
        if newcomer.yaw_share:
            swept = newcomer.swept_g_mm
            added = swept[None, :, None] * self.covariance[:, 3, None, :]
            covariance[:, GLOBALS:, :] += added
            covariance[:, :, GLOBALS:] += added.transpose(0, 2, 1)
            covariance[:, GLOBALS:, GLOBALS:] += self.covariance[:, 3, 3, None, None] * (swept[:, None] * swept)
        return Sums(mean, covariance)


def sums(beliefs: Sequence[Belief], remaining: Array) -> Sums:
    """The sums of each belief, all with as many aliens, for each row of `remaining` (1 = this alien still stands)."""
    means = np.array([belief.mean for belief in beliefs])
    covariances = np.array([belief.covariance for belief in beliefs])
    rows = len(beliefs) * len(remaining)
    mean = _summed(means, remaining).reshape(rows, GLOBALS + 3)
    return Sums(mean, _summed_covariance(covariances, remaining).reshape(rows, GLOBALS + 3, GLOBALS + 3))


def score(belief: Belief, rocker: Rocker, seen: Observation, remaining: Array) -> Scores:
    """How well each row of `remaining` (1 = this alien still stands) explains the measurement."""
    return score_sums(sums([belief], remaining), rocker, seen)


def score_sums(total: Sums, rocker: Rocker, seen: Observation) -> Scores:
    """How well each row explains the measurement."""
    predicted, slopes = _expected(total.mean, rocker, seen)
    rest = _nearest_turn(seen.values - predicted, seen)
    inner = slopes @ total.covariance @ slopes.transpose(0, 2, 1) + seen.covariance
    solved = np.linalg.solve(inner, rest[:, :, None])[:, :, 0]
    square = np.einsum("ci,ci->c", rest, solved)
    _, logdet = np.linalg.slogdet(inner)
    return Scores(-0.5 * (square + logdet), np.sqrt(np.maximum(square, 0.0)))


def updated_all(beliefs: Sequence[Belief], rocker: Rocker, seen: Observation) -> list[Belief]:
    """Each belief after the same measurement (iterated extended Kalman update).

    A measurement depends on the sums alone. With `A` from state to sums, Jacobian `H A` and covariance `P`, the iteration
    `x <- m + P A' H' (H A P A' H' + R)^-1 (z - h(A x) - H A (m - x))` closes in `A x`: so it is done for all at once there,
    and every belief moves once, at the end.
    """
    summing = [_summing(len(belief.tags)) for belief in beliefs]
    mean = np.array([matrix @ belief.mean for matrix, belief in zip(summing, beliefs, strict=True)])
    across = [belief.covariance @ matrix.T for matrix, belief in zip(summing, beliefs, strict=True)]
    inner = np.array([matrix @ columns for matrix, columns in zip(summing, across, strict=True)])
    point = mean
    for _ in range(_RELINEARISE):
        predicted, slopes = _expected(point, rocker, seen)
        toward = inner @ slopes.transpose(0, 2, 1)
        inverse = np.linalg.inv(slopes @ toward + seen.covariance)
        rest = _nearest_turn(seen.values - predicted, seen)[:, :, None] - slopes @ (mean - point)[:, :, None]
        weighted = inverse @ rest
        point = mean + (toward @ weighted)[:, :, 0]
    return [
        _moved(belief, columns @ slope.T, gain, step[:, 0])
        for belief, columns, slope, gain, step in zip(beliefs, across, slopes, inverse, weighted, strict=True)
    ]


def _moved(belief: Belief, across: Array, inverse: Array, step: Array) -> Belief:
    """The belief moved by a weighted innovation; `across` is its covariance with what was measured."""
    covariance = belief.covariance - across @ inverse @ across.T
    return replace(belief, mean=belief.mean + across @ step, covariance=0.5 * (covariance + covariance.T))


@cache
def _summing(aliens: int) -> Array:
    """The matrix that sums a state with so many aliens."""
    matrix = np.hstack([np.eye(GLOBALS + 3, GLOBALS), np.tile(np.eye(GLOBALS + 3)[:, GLOBALS:], aliens)])
    matrix.flags.writeable = False
    return matrix


def _summed(means: Array, remaining: Array) -> Array:
    total = np.empty((len(means), len(remaining), GLOBALS + 3))
    total[:, :, :GLOBALS] = means[:, None, :GLOBALS]
    total[:, :, GLOBALS:] = remaining @ means[:, GLOBALS:].reshape(len(means), -1, 3)
    return total


def _summed_covariance(covariances: Array, remaining: Array) -> Array:
    (count, _, _), (rows, aliens) = covariances.shape, remaining.shape
    total = np.empty((count, rows, GLOBALS + 3, GLOBALS + 3))
    total[:, :, :GLOBALS, :GLOBALS] = covariances[:, None, :GLOBALS, :GLOBALS]
    cross = covariances[:, GLOBALS:, :GLOBALS].reshape(count, aliens, 3 * GLOBALS)
    total[:, :, GLOBALS:, :GLOBALS] = (remaining @ cross).reshape(count, rows, 3, GLOBALS)
    total[:, :, :GLOBALS, GLOBALS:] = total[:, :, GLOBALS:, :GLOBALS].transpose(0, 1, 3, 2)
    blocks = covariances[:, GLOBALS:, GLOBALS:].reshape(count, aliens, 3, aliens, 3).transpose(0, 1, 3, 2, 4)
    half = (remaining @ blocks.reshape(count, aliens, 9 * aliens)).reshape(count, rows, aliens, 9)
    total[:, :, GLOBALS:, GLOBALS:] = (remaining[:, None, :] @ half).reshape(count, rows, 3, 3)
    return total


def _expected(total: Array, rocker: Rocker, seen: Observation) -> tuple[Array, Array]:
    """What `seen` should be for every row of sums, and its Jacobian.

    The lean in the ship's own axes is the one in the plate's turned back, and so does not know how the ship stands on it.
    """
    predicted, jacobian = readings(total, rocker)
    if seen.deck_mm is None:
        told = 3 if seen.lean_mm is None else 5
        return predicted[:, :told], jacobian[:, :told]
    back = turns(-total[:, 3])
    deck, slope = (back @ predicted[:, 3:, None])[:, :, 0], back @ jacobian[:, 3:]
    slope[:, :, :GLOBALS] = 0.0
    values, slopes = [predicted[:, :3], deck], [jacobian[:, :3], slope]
    if seen.yaw_rad is not None:
        turned = np.zeros((len(total), 1, GLOBALS + 3))
        turned[:, 0, 3] = 1.0
        values.append(total[:, 3:4])
        slopes.append(turned)
    return np.concatenate(values, axis=1), np.concatenate(slopes, axis=1)


def _nearest_turn(rest: Array, seen: Observation) -> Array:
    """The same with the turn's own rest brought within half a turn either way."""
    if seen.yaw_rad is not None:
        rest[..., -1] = np.remainder(rest[..., -1] + math.pi, 2.0 * math.pi) - math.pi
    return rest


def start_belief(foot_mm: tuple[float, float], yaw_rad: float) -> Belief:
    """An empty ship as the calibration left it."""
    mean = np.array([0.0, foot_mm[0], foot_mm[1], yaw_rad])
    return Belief(mean, np.diag([0.03**2, 0.01**2, 0.01**2, math.radians(0.5) ** 2]))
