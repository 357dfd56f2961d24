"""What an episode shows on a ship that only an accelerometer watches: a strike, how steep it was, where the rim is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from companion.events import Noted, ShipShape
from companion.ship.calibration import Calibration
from companion.ship.clues import Clues
from companion.ship.episode import Episode, gather_clues
from companion.ship.inventory import Belief
from companion.ship.mechanics import Array, Rocker, Rows
from companion.ship.rimrest import farthest_mm, rim_reach_mm
from companion.ship.strike import balance_before, first_strike, set_down_log
from companion.ship.trail import Trail
from companion.ship.window import FreeWindow, modes_of

__all__ = ["RimWatch", "gather", "gather_leans", "with_rim"]

_BEFORE_S = 0.4
_AFTER_S = 0.15
_FREE_S = 0.45
_FINGERS_S = 0.8  # a gentle hand presses long before it is noticed
_HAND_S = 0.75  # a hand is done so long after it is first felt; later the ship is on its own
_STEEP_RAD = 0.21
_STRIKE_RAD = 0.15
_SMOOTH = 5
_STOOD_S = 0.2
_STEEPER_MM = 0.5
_PAST_RIM_MM = 4.0
_FARTHEST_SHARE = 0.94
_SAME_MM = 0.12
_AROUND_MM = 0.4
_RIM_RAD = 0.18
_SHAKEN_RAD = 0.2
_PAST_KNOWN_MM = 0.6
_RIM_ARM_SHARE = 0.985
_OF_THIS_WORLD_MM = 1e3


def gather(episode: Episode, trail: Trail, belief: Belief, calibration: Calibration, window: FreeWindow) -> None:
    """Fill in the episode's clues, whatever watches the ship."""
    if calibration.weighs:
        gather_clues(episode, trail, belief, calibration)
    else:
        gather_leans(episode, trail, belief, calibration, window)


def gather_leans(episode: Episode, trail: Trail, belief: Belief, calibration: Calibration, window: FreeWindow) -> None:
    """Fill in the clues: only a ship that struck its rim, or stood steep, lets aliens fall."""
    until_s = max(episode.free_from_s, window.from_s) + _AFTER_S
    t_s, _, c_mm = trail.between(episode.start_s - _BEFORE_S, until_s)
    if not len(t_s):
        episode.clues = Clues()
        return
    shift = c_mm - belief.mean[1:3]
    radius_mm = calibration.rocker.radius_mm
    strike = first_strike(t_s, shift, calibration.noise_mm, _STRIKE_RAD * radius_mm)
    if strike is not None and strike.t_s < episode.start_s:
        episode.start_s = strike.t_s
    episode.strike = strike
    before, pressed, modes = None, 0.0, modes_of(belief, calibration)
    stood = belief.mean[1:3] + calibration.rocker.shift_mm(belief.moment(), belief.load_g)
    steep = _steepest(shift, _STEEP_RAD * radius_mm, trail.sps)
    slope_mm = strike.shift_mm if strike else steep and steep[1]
    if strike is not None or steep is not None:
        leaned_s = strike.t_s if strike else float(t_s[steep[0]]) if steep else until_s
        until = int(np.searchsorted(t_s, min(leaned_s, episode.start_s + _HAND_S)))
        before = balance_before(t_s[:until], c_mm[:until], modes, calibration.noise_mm, stood)
    if strike is None:
        t_s, _, c_mm = trail.between(episode.start_s - _FINGERS_S, min(window.to_s, until_s + _FREE_S))
        pressed = set_down_log(t_s, c_mm, modes, calibration.noise_mm, stood, window.seen.centre_mm - stood)
    episode.clues = Clues(
        slope_mm=slope_mm,
        struck=strike is not None,
        before=before,
        pressed=pressed,
    )


def _steepest(shift_mm: Array, steep_mm: float, sps: float) -> tuple[int, tuple[float, float]] | None:
    """The row of the farthest shift and the shift, when that is steep, and steeper than the ship stood before."""
    smooth = _smoothed(shift_mm)
    if not len(smooth):
        return None
    sizes = np.hypot(smooth[:, 0], smooth[:, 1])
    far, stood_mm = int(np.argmax(sizes)), float(np.median(sizes[: max(3, round(_STOOD_S * sps))]))
    if sizes[far] <= max(steep_mm, stood_mm + _STEEPER_MM):
        return None
    return far + _SMOOTH // 2, (float(smooth[far, 0]), float(smooth[far, 1]))


def with_rim(rocker: Rocker, rim_mm: float, shape: ShipShape) -> Rocker:
    """The rocker whose rim touches the deck at that shift, out where the printed ship ends."""
    return replace(rocker, rim_mm=rim_mm, rim_arm_mm=_RIM_ARM_SHARE * shape.ring_edges_mm[-1])


def _weighed_rim_mm(episode: Rows, foot_mm: Array, calibration: Calibration) -> float | None:
    known_mm = calibration.rocker.rim_mm
    found_mm = rim_reach_mm(episode, foot_mm, calibration)
    if np.isinf(known_mm) or (found_mm is not None and abs(found_mm - known_mm) < _PAST_KNOWN_MM):
        return found_mm
    return np.inf if farthest_mm(episode, foot_mm) > known_mm + _PAST_KNOWN_MM else None


def _smoothed(rows: Array) -> Array:
    """Running medians, which no single blow moves."""
    if len(rows) < _SMOOTH:
        return rows[:0]
    views = np.lib.stride_tricks.sliding_window_view(rows, _SMOOTH, axis=0)
    result: Array = np.median(views, axis=2)
    return result


@dataclass(slots=True)
class RimWatch:
    """Finds the rim: as far out as the ship ever leaned, it rests at the same reach in different directions."""

    farthest_mm: float = 0.0
    rests: list[Array] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """How far the ship leaned, and where it may have rested on its rim; `recall` is the inverse."""
        return {"farthest_mm": self.farthest_mm, "rests": [rest.tolist() for rest in self.rests]}

    def recall(self, row: Mapping[str, Any]) -> None:
        """Go on from there; LookupError, TypeError or ValueError when it is none."""
        farthest_mm, rests = float(row["farthest_mm"]), np.array(row["rests"], dtype=float).reshape(-1, 2)
        if not (0.0 <= farthest_mm < _OF_THIS_WORLD_MM and (np.abs(rests) < _OF_THIS_WORLD_MM).all()):
            raise ValueError("no ship leans like that")
        self.farthest_mm, self.rests = farthest_mm, list(rests)

    def find(self, rows: Rows, episode: Rows, foot_mm: Array, calibration: Calibration) -> float | None:
        """Where the rim is, when the free stretch `rows` shows it; `episode` are all rows since the ship was touched.

        Infinite when the ship leaned farther than a known rim would let it: then that was none. A ship that leans a little
        when empty reaches its rim at another distance on each side: the newest holds.
        """
        if calibration.weighs:
            return _weighed_rim_mm(episode, foot_mm, calibration)
        if np.isfinite(calibration.rocker.rim_mm):
            return None
        self.lean(episode[2] - foot_mm)
        return self.rim_mm(rows[2] - foot_mm, calibration)

    def learn(
        self, rows: Rows, episode: Rows, belief: Belief, calibration: Calibration, shape: ShipShape, now_s: float
    ) -> tuple[Rocker, list[Noted]]:
        """The rocker with what `find` tells; the first time the ship is seen lying on its rim it is said how far it leans."""
        known = calibration.rocker
        rim_mm = self.find(rows, episode, belief.mean[1:3], calibration)
        if rim_mm is None:
            return known, []
        news = math.isinf(known.rim_mm) and math.isfinite(rim_mm)
        lean_deg = round(math.degrees(rim_mm / known.radius_mm), 1) if news else 0.0
        return with_rim(known, rim_mm, shape), [Noted(now_s, "rim-rests", {"lean_deg": lean_deg})] * news

    def lean(self, shift_mm: Array) -> None:
        """Rows of a ship in motion."""
        smooth = _smoothed(shift_mm)
        if len(smooth):
            self.farthest_mm = max(self.farthest_mm, float(np.hypot(*smooth.T).max()))

    def doubted(self, window: FreeWindow, clues: Clues, foot_mm: Array, calibration: Calibration) -> tuple[FreeWindow, Clues]:
        """The stretch with its reach in doubt where an unknown rim may hold the ship, and whether aliens may have slid.

        What the rim holds may have any larger moment.
        """
        clues = replace(clues, shaken=self.farthest_mm > _SHAKEN_RAD * calibration.rocker.radius_mm)
        shift = window.seen.centre_mm - foot_mm
        reach_mm = float(np.hypot(*shift))
        if np.isfinite(calibration.rocker.rim_mm) or reach_mm < self._least_mm(calibration):
            return window, clues
        added = np.zeros((3, 3))
        added[1:, 1:] = np.outer(shift, shift) * (_PAST_RIM_MM / reach_mm) ** 2
        return replace(window, seen=replace(window.seen, covariance=window.seen.covariance + added)), clues

    def _least_mm(self, calibration: Calibration) -> float:
        return max(_FARTHEST_SHARE * self.farthest_mm, _RIM_RAD * calibration.rocker.radius_mm)

    def rim_mm(self, shift_mm: Array, calibration: Calibration) -> float | None:
        """Where the rim is, when this stretch (shifts from the foot) shows it."""
        centre = shift_mm.mean(axis=0)
        reach = np.hypot(*shift_mm.T)
        mean_mm, wobble_mm = float(reach.mean()), float(reach.std())
        if mean_mm < self._least_mm(calibration) or wobble_mm > 1.3 * calibration.noise_mm:
            return None
        around = float(np.hypot(*shift_mm.std(axis=0)))
        if around > 4.0 * wobble_mm:
            return mean_mm
        for rest in self.rests:
            if abs(float(np.hypot(*rest)) - mean_mm) < _SAME_MM and float(np.hypot(*(rest - centre))) > _AROUND_MM:
                return mean_mm
        self.rests.append(centre)
        return None
