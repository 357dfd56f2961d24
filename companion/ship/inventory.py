"""What is believed to stand on the ship: a Gaussian over the plate's offsets and every alien's mass and moment.

State: weight offset b (g), foot x and y (mm, plate axes), yaw (rad), then per alien m (g) and m*x, m*y (g mm, ship axes).
The measurement of a free swing is (weight, centre x, centre y); it is nearly linear in this state.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

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
]

GLOBALS = 4
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
        """Sum of m p p^T in plate axes, g mm^2."""
        moments = self.mean[GLOBALS:].reshape(-1, 3)
        total = np.zeros((2, 2))
        for mass, mx, my in moments:
            if mass > 0.5:
                arm = np.array([mx, my])
                total += np.outer(arm, arm) / mass
        cos, sin = math.cos(self.yaw_rad), math.sin(self.yaw_rad)
        turn = np.array([[cos, -sin], [sin, cos]])
        result: Array = turn @ total @ turn.T
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
        mass, mx, my = self.mean[at : at + 3]
        mass = max(float(mass), 0.5)
        x, y = float(mx) / mass, float(my) / mass
        jacobian = np.array([[-x, 1.0, 0.0], [-y, 0.0, 1.0]]) / mass
        spread = jacobian @ self.covariance[at : at + 3, at : at + 3] @ jacobian.T
        radius = max(math.hypot(x, y), 1e-6)
        out, across = np.array([x, y]) / radius, np.array([-y, x]) / radius
        radial, tangential = max(float(out @ spread @ out), 0.0), max(float(across @ spread @ across), 0.0)
        return Standing(tag, mass, (x, y), (math.sqrt(radial), math.sqrt(tangential)))

    def with_alien(self, tag: int, newcomer: Newcomer) -> Belief:
        """One more alien, where and as heavy as `newcomer` says."""
        size = len(self.mean)
        x, y = newcomer.xy_mm
        arm = np.array([1.0, x, y])
        reach = (newcomer.mass_g * newcomer.reach_mm) ** 2
        covariance = np.zeros((size + 3, size + 3))
        covariance[:size, :size] = self.covariance
        swept = newcomer.yaw_share * newcomer.mass_g * np.array([0.0, y, -x])
        covariance[size:, size:] = np.diag([0.0, reach, reach]) + newcomer.mass_spread_g**2 * np.outer(arm, arm)
        covariance[size:, size:] += self.covariance[3, 3] * np.outer(swept, swept)
        covariance[size:, :size] = np.outer(swept, self.covariance[3])
        covariance[:size, size:] = covariance[size:, :size].T
        mean = np.concatenate([self.mean, newcomer.mass_g * arm])
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
        point, measured = self.mean, seen.values
        told = len(measured)
        gain = np.zeros((len(point), told))
        jacobian = np.zeros((told, len(point)))
        everyone = np.ones((1, len(self.tags)))
        for _ in range(_RELINEARISE):
            predicted, slopes = _expected(_summed(point, everyone), rocker, seen)
            jacobian = np.hstack([slopes[0, :, :GLOBALS], np.tile(slopes[0, :, GLOBALS:], len(self.tags))])
            across = self.covariance @ jacobian.T
            gain = across @ np.linalg.inv(jacobian @ across + seen.covariance)
            rest = _nearest_turn(measured - predicted[0], seen)
            point = self.mean + gain @ (rest - jacobian @ (self.mean - point))
        covariance = self.covariance - gain @ jacobian @ self.covariance
        return replace(self, mean=point, covariance=0.5 * (covariance + covariance.T))


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


def sums(belief: Belief, remaining: Array) -> Sums:
    """The sums for each row of `remaining` (1 = this alien still stands)."""
    return Sums(_summed(belief.mean, remaining), _summed_covariance(belief.covariance, remaining))


def score(belief: Belief, rocker: Rocker, seen: Observation, remaining: Array) -> Scores:
    """How well each row of `remaining` (1 = this alien still stands) explains the measurement."""
    return score_sums(sums(belief, remaining), rocker, seen)


def score_sums(total: Sums, rocker: Rocker, seen: Observation) -> Scores:
    """How well each row explains the measurement."""
    predicted, slopes = _expected(total.mean, rocker, seen)
    rest = _nearest_turn(seen.values - predicted, seen)
    inner = slopes @ total.covariance @ slopes.transpose(0, 2, 1) + seen.covariance
    solved = np.linalg.solve(inner, rest[:, :, None])[:, :, 0]
    square = np.einsum("ci,ci->c", rest, solved)
    _, logdet = np.linalg.slogdet(inner)
    return Scores(-0.5 * (square + logdet), np.sqrt(np.maximum(square, 0.0)))


def _summed(mean: Array, remaining: Array) -> Array:
    total = np.empty((len(remaining), GLOBALS + 3))
    total[:, :GLOBALS] = mean[:GLOBALS]
    total[:, GLOBALS:] = remaining @ mean[GLOBALS:].reshape(-1, 3)
    return total


def _summed_covariance(covariance: Array, remaining: Array) -> Array:
    rows, aliens = remaining.shape
    total = np.empty((rows, GLOBALS + 3, GLOBALS + 3))
    total[:, :GLOBALS, :GLOBALS] = covariance[:GLOBALS, :GLOBALS]
    cross = covariance[GLOBALS:, :GLOBALS].reshape(aliens, 3 * GLOBALS)
    total[:, GLOBALS:, :GLOBALS] = (remaining @ cross).reshape(rows, 3, GLOBALS)
    total[:, :GLOBALS, GLOBALS:] = total[:, GLOBALS:, :GLOBALS].transpose(0, 2, 1)
    blocks = covariance[GLOBALS:, GLOBALS:].reshape(aliens, 3, aliens, 3).transpose(0, 2, 1, 3).reshape(aliens, 9 * aliens)
    half = (remaining @ blocks).reshape(rows, aliens, 9)
    total[:, GLOBALS:, GLOBALS:] = (remaining[:, None, :] @ half).reshape(rows, 3, 3)
    return total


def _expected(total: Array, rocker: Rocker, seen: Observation) -> tuple[Array, Array]:
    """What `seen` should be for every row of sums, and its Jacobian.

    The lean in the ship's own axes is the one in the plate's turned back, and so does not know how the ship stands on it.
    """
    predicted, jacobian = _measure(total, rocker)
    if seen.deck_mm is None:
        told = 3 if seen.lean_mm is None else 5
        return predicted[:, :told], jacobian[:, :told]
    back = _turns(-total[:, 3])
    deck, slope = (back @ predicted[:, 3:, None])[:, :, 0], back @ jacobian[:, 3:]
    slope[:, :, :GLOBALS] = 0.0
    values, slopes = [predicted[:, :3], deck], [jacobian[:, :3], slope]
    if seen.yaw_rad is not None:
        turned = np.zeros((len(total), 1, GLOBALS + 3))
        turned[:, 0, 3] = 1.0
        values.append(total[:, 3:4])
        slopes.append(turned)
    return np.concatenate(values, axis=1), np.concatenate(slopes, axis=1)


def _turns(yaw_rad: Array) -> Array:
    """For each yaw the matrix that turns a vector by it, counter-clockwise."""
    cos, sin = np.cos(yaw_rad), np.sin(yaw_rad)
    return np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)


def _nearest_turn(rest: Array, seen: Observation) -> Array:
    """The same with the turn's own rest brought within half a turn either way."""
    if seen.yaw_rad is not None:
        rest[..., -1] = np.remainder(rest[..., -1] + math.pi, 2.0 * math.pi) - math.pi
    return rest


def _measure(total: Array, rocker: Rocker) -> tuple[Array, Array]:
    """Predicted (weight, x, y, lean x, lean y) and its Jacobian, for every row of sums."""
    load, turn = total[:, GLOBALS], _turns(total[:, 3])
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


def start_belief(foot_mm: tuple[float, float], yaw_rad: float) -> Belief:
    """An empty ship as the calibration left it."""
    mean = np.array([0.0, foot_mm[0], foot_mm[1], yaw_rad])
    return Belief(mean, np.diag([0.03**2, 0.01**2, 0.01**2, math.radians(0.5) ** 2]))
