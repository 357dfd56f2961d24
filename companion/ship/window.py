"""One free stretch of the ship turned into a measurement, or refused."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.ship.calibration import Calibration
from companion.ship.inventory import Belief, Observation
from companion.ship.mechanics import Array, Modes, Rows, median
from companion.ship.stillness import moving_rows
from companion.ship.swing import Looseness, Swing, fit_swing

__all__ = ["Foot", "FreeWindow", "fit_window", "modes_of", "settled_from"]

_MODEL_MM = 0.006
_MODEL_PER_MM = 0.002
_MODEL_G = 0.012
_RIPPLE_DOUBT = 0.06
_FLOOR_MM = 0.01
_RIM_NEAR_MM = 0.3
_RIM_DOUBT_G = 0.15
_RIM_SETTLED_G = 0.4  # the deck goes on pushing back at a ship that has come down on it
_RIM_DOUBT_MM = 0.05
_LAG_LEFT = 0.1
_LAG_SLACK = 0.12
_LEAST_SLACK = 0.004
_UNWEIGHED_G = 300.0
_PARKED_SHARE = 0.35
_LEAST_MOVING_S = 0.3
_SMOOTH_LEANS = 1.2
_STRAY_LEANS = 3.5
_TELLING_RIPPLE = 0.4
_DOUBTFUL_MM2 = 0.1
_RIPPLE_NOISE = 1.7
_ANY_LEAN_MM = 40.0
_LEAN_DOUBT = 0.05
_LEAN_DOUBT_MM = 0.25
_STRAY = 2.5  # sigma


@dataclass(frozen=True, slots=True)
class FreeWindow:
    """A fitted stretch: `seen` is its measurement; `free` says whether nothing but the ship's own swing is in it."""

    from_s: float
    to_s: float
    swing: Swing
    seen: Observation
    weight_rms_g: float
    free: bool
    plain_g: Array
    on_rim: bool

    @property
    def length_s(self) -> float:
        """How long it is."""
        return self.to_s - self.from_s

    @property
    def stray(self) -> bool:
        """Whether it swings otherwise than the ship is known to: a free ship does not, so it may still be touched."""
        return self.swing.pull > _STRAY


def settled_from(window: FreeWindow, calibration: Calibration) -> float:
    """Time from which the weight no longer shows a hand: after the last early instant at which it was off its later mean."""
    count = len(window.plain_g)
    off = window.plain_g - median(window.plain_g[count // 2 :])
    width = 4 if count > 24 else 1
    smooth = np.convolve(off, np.ones(width) / width, mode="valid")[: int(0.6 * count)]
    limit = max(3.5 * calibration.noise_g / math.sqrt(width), 0.1) + lag_left_g(window.swing, calibration)
    limit += _RIM_SETTLED_G * window.on_rim
    bad = np.flatnonzero(np.abs(smooth) > limit)
    return float(window.swing.t_s[bad[-1] + width]) if len(bad) else window.from_s


def modes_of(belief: Belief, calibration: Calibration) -> Modes:
    """The swings of the ship with what is believed to stand on it."""
    return calibration.rocker.modes(belief.load_g, belief.second_moment(), belief.moment())


def _on_rim(swing: Swing, calibration: Calibration, foot_mm: Array) -> bool:
    reach = math.hypot(*(swing.centre_mm - foot_mm))
    return abs(reach - calibration.rocker.rim_mm) < _RIM_NEAR_MM


def _until_parked(rows: Rows, noise_mm: float) -> Rows:
    """The rows in which the ship still moves, when there are enough of them."""
    moving = moving_rows(rows[0], rows[2], noise_mm)
    if moving < len(rows[0]) and rows[0][moving] - rows[0][0] > _LEAST_MOVING_S:
        return rows[0][:moving], rows[1][:moving], rows[2][:moving]
    return rows


def _ripple_g(swing: Swing, calibration: Calibration, lean_mm: Array) -> Array:
    """What the swing adds to the weight at each instant: the mass rises and falls (nothing where nothing weighs it)."""
    if not calibration.weighs:
        return np.zeros(len(swing.t_s))
    rocker = calibration.rocker
    shape = swing.ripple_mm2_s2 + rocker.lean_ripple * (swing.acceleration_mm_s2 @ lean_mm)
    result: Array = rocker.ripple_g * shape
    return result


def lag_left_g(swing: Swing, calibration: Calibration) -> float:
    """What taking the converters' lag off may leave in the weight."""
    fastest = math.sqrt(float((swing.velocity_mm_s[:, 0] ** 2 + swing.velocity_mm_s[:, 1] ** 2).max()))
    return _LAG_LEFT * math.hypot(*calibration.lag_g_s_mm) * fastest


def _unlagged(plain_g: Array, swing: Swing, calibration: Calibration) -> Array:
    """Without what the lag's removal left, as far as that can go with the swing's speed.

    The trail reckons speed from the last three rows, a step `h` apart: by Taylor's series `(w h)^2 / 3` too fast, an eighth
    at ten samples a second, and next to nothing at eighty.
    """
    slack = _LAG_SLACK * math.hypot(*calibration.lag_g_s_mm)
    if slack < _LEAST_SLACK:
        return plain_g
    columns = np.ones((len(plain_g), 3))
    columns[:, 1:] = swing.velocity_mm_s
    inner = columns.T @ columns / calibration.noise_g**2 + np.diag([0.0, slack**-2, slack**-2])
    solved = np.linalg.solve(inner, columns.T @ plain_g / calibration.noise_g**2)
    result: Array = plain_g - swing.velocity_mm_s @ solved[1:]
    return result


def _ripple_tells(calibration: Calibration) -> bool:
    return calibration.weighs and abs(calibration.rocker.lean_ripple) > _TELLING_RIPPLE


def _ripple_of(weight_g: Array, swing: Swing, calibration: Calibration, foot: Foot) -> Array:
    """What the swing adds to the weight: the lean as known, corrected by the weight itself as far as the foot is in doubt."""
    lean = swing.centre_mm - foot.at_mm
    if not _ripple_tells(calibration) or float(np.trace(foot.doubt_mm2)) < _DOUBTFUL_MM2:
        return _ripple_g(swing, calibration, lean)
    noise_g = _RIPPLE_NOISE * calibration.noise_g
    return _by_ripple(weight_g, swing, calibration, noise_g, (lean, foot.doubt_mm2)).ripple_g


def _with_lean(seen: Observation, weight_g: Array, swing: Swing, calibration: Calibration) -> Observation:
    """The same with the lean that the ripple tells; the weight is then as doubtful as that leaves it."""
    noise_g = _RIPPLE_NOISE * calibration.noise_g
    told = _by_ripple(weight_g, swing, calibration, noise_g, (np.zeros(2), _ANY_LEAN_MM**2 * np.eye(2)))
    covariance = np.zeros((5, 5))
    covariance[:3, :3] = seen.covariance
    covariance[0, 0] += told.covariance[0, 0]
    covariance[0, 3:] = covariance[3:, 0] = told.covariance[0, 1:]
    share = _LEAN_DOUBT * told.lean_mm
    covariance[3:, 3:] = told.covariance[1:, 1:] + _LEAN_DOUBT_MM**2 * np.eye(2) + np.outer(share, share)
    return Observation(told.mean_g, seen.centre_mm, covariance, told.lean_mm)


@dataclass(frozen=True, slots=True)
class Foot:
    """Where the upright ship touches, `doubt_mm2` its covariance; `sought`: the weight's ripple is asked for it."""

    at_mm: Array
    doubt_mm2: Array
    sought: bool = False


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The weight as the ripple tells it: ripple taken off, its mean, and the lean; covariance of (mean, lean)."""

    ripple_g: Array
    mean_g: float
    lean_mm: Array
    covariance: Array


def _by_ripple(weight_g: Array, swing: Swing, calibration: Calibration, noise_g: float, prior: tuple[Array, Array]) -> _Weighed:
    """Least squares of mean weight and lean: the weight of a leaning ship goes with its acceleration."""
    rocker = calibration.rocker
    level = _ripple_g(swing, calibration, np.zeros(2))
    arms = rocker.ripple_g * rocker.lean_ripple * swing.acceleration_mm_s2
    columns = np.column_stack([np.ones(len(weight_g)), arms])
    mean, spread_mm2 = prior
    inverse = np.linalg.inv(spread_mm2)
    stiff = np.zeros((3, 3))
    stiff[1:, 1:] = inverse
    covariance = np.asarray(np.linalg.inv(columns.T @ columns / noise_g**2 + stiff), dtype=np.float64)
    right = columns.T @ (weight_g - level) / noise_g**2
    right[1:] += inverse @ mean
    solved = covariance @ right
    return _Weighed(level + arms @ solved[1:], float(solved[0]), solved[1:], covariance)


def fit_window(rows: Rows, modes: Modes, calibration: Calibration, loose: Looseness, foot: Foot) -> FreeWindow:
    """Fit the swing, take the ripple off the weight, and say how far both can be trusted."""
    foot_mm = foot.at_mm
    noise_mm = max(calibration.fit_mm, calibration.noise_mm)
    t_s, weight_g, c_mm = _until_parked(rows, calibration.noise_mm)
    swing = fit_swing(t_s, c_mm, modes, noise_mm, loose)
    ripple = _ripple_of(weight_g, swing, calibration, foot)
    plain = _unlagged(weight_g - ripple, swing, calibration)
    weight = float(plain.sum()) / len(plain)
    weight_rms = math.sqrt(float(np.square(plain - weight).sum()) / len(plain))
    ripple_g = float(np.abs(ripple).max())
    doubt_g = 0.1 * ripple_g + lag_left_g(swing, calibration)
    smooth = swing.rms_mm < 1.8 * noise_mm + 0.003 * swing.amplitude_mm
    if not calibration.weighs:
        quiet_mm = min(calibration.fit_mm, calibration.noise_mm)
        smooth = swing.rms_mm < _SMOOTH_LEANS * quiet_mm + 0.003 * swing.amplitude_mm and swing.pull < _STRAY_LEANS
    steady = weight_rms < 1.7 * calibration.noise_g + 0.02 + doubt_g
    covariance = np.zeros((3, 3))
    covariance[0, 0] = calibration.noise_g**2 / len(t_s) + _MODEL_G**2 + (_RIPPLE_DOUBT * ripple_g) ** 2
    doubt = (_MODEL_MM + _MODEL_PER_MM * swing.amplitude_mm) ** 2
    slow = math.exp(-((swing.amplitude_mm / (3.0 * modes.dead_band_mm + 1e-6)) ** 2))
    doubt += (_PARKED_SHARE * modes.dead_band_mm * slow) ** 2 + _FLOOR_MM**2 * slow
    covariance[1:, 1:] = swing.covariance * max(1.0, (swing.rms_mm / noise_mm) ** 2) + doubt * np.eye(2)
    if not calibration.weighs:
        covariance[0, 0] = _UNWEIGHED_G**2
    on_rim = _on_rim(swing, calibration, foot_mm)
    if on_rim:
        covariance += np.diag([_RIM_DOUBT_G**2, _RIM_DOUBT_MM**2, _RIM_DOUBT_MM**2])
    seen = Observation(weight, swing.centre_mm, covariance)
    if foot.sought and not on_rim and _ripple_tells(calibration):
        seen = _with_lean(seen, weight_g, swing, calibration)
    return FreeWindow(float(t_s[0]), float(t_s[-1]), swing, seen, weight_rms, smooth and steady, plain, on_rim)
