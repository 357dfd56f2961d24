"""One time that something acts on the ship, and what the touched stretch itself tells about it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from companion.ship.calibration import Calibration
from companion.ship.calls import Verdict
from companion.ship.clues import Clues
from companion.ship.coarse import coarse_load, release_s
from companion.ship.drops import Drop, sharp_drops
from companion.ship.inventory import Belief
from companion.ship.leaps import Leap, leaps
from companion.ship.mechanics import Array, median
from companion.ship.rimrest import first_knock_s, lay_still, rim_reach_mm, slips_on_rim
from companion.ship.strike import Strike
from companion.ship.touch import HandLoad, TouchPoint, hand_load, touch_point
from companion.ship.trail import Trail
from companion.ship.window import FreeWindow

__all__ = ["Episode", "forget_before_knocks", "gather_clues", "last_jolt_s"]

_BEFORE_S = 0.12
_AFTER_S = 0.15
_LEAP_BEFORE_S = 0.3
_QUIET_S = 0.3
_HANDLED_G = 1.2
_STEEP_RAD = 0.17
_NO_RIM_RAD = 1.2
_DROP_LOG = -8.0
_SLOW_DROP_LOG = -1.0
_SLOW_SPS = 20.0
_AFTERWARDS_S = 0.25
_LEVEL_S = 0.4
_JOLT_S = 1.2
_JOLT_G = 1.2
_STRIKE_AFTER_S = 0.15  # what a hand has let go of takes about so long to tip over to the rim


@dataclass(slots=True)
class Episode:
    """When something acted on the ship, the clues seen meanwhile, and the best free stretch after it.

    `free_from_s` is the candidate for the moment the hand left; `guess` the best account so far of what now stands aboard,
    `promising` the last free stretch that was read but not yet sure enough, `strayed` how often its beginning was put later;
    `knock_s`: when the rim first knocked on the deck; `dotted`: it was looked whether the ship's turn is known.
    """

    start_s: float
    tag: int
    lifted: bool = False
    first: bool = False
    free_from_s: float = 0.0
    looked_s: float = -math.inf
    best: FreeWindow | None = None
    called: Verdict | None = None
    guess: Belief | None = None
    promising: FreeWindow | None = None
    puzzled: bool = False
    dotted: bool = False
    strayed: int = 0
    drops: tuple[Drop, ...] = ()
    knock_s: float | None = None
    strike: Strike | None = None
    clues: Clues = field(default_factory=Clues)

    def keep_better(self, window: FreeWindow) -> None:
        """Replace the best stretch by one that tells more."""
        if self.best is None or window.seen.doubt_mm2 < self.best.seen.doubt_mm2:
            self.best = window

    def times_s(self, free_from_s: float) -> tuple[float, float]:
        """Release and fall: without falls the ship is free from the release on, with falls the hand left before the first.

        What tips over to the rim was let go of a little before.
        """
        if self.strike is not None:
            return min(self.strike.t_s - _STRIKE_AFTER_S, free_from_s), free_from_s
        ends_s = [free_from_s, *(d.t_s for d in self.drops[:1])]
        if self.knock_s is not None:
            ends_s.append(max(self.knock_s - _STRIKE_AFTER_S, self.start_s))
        load = self.clues.load
        if load is not None and self.clues.slope_mm is not None:
            ends_s.append(release_s(load))
            if load.left_s is not None:
                free_from_s = min(load.left_s, free_from_s)
        return min(ends_s), self.drops[-1].t_s if self.drops else free_from_s


def gather_clues(episode: Episode, trail: Trail, belief: Belief, calibration: Calibration) -> None:
    """Fill in what the touched stretch shows: falls, how far the ship leaned, where the hand was."""
    sps = trail.sps
    rows = trail.between(episode.start_s - _BEFORE_S, episode.free_from_s + _AFTER_S)
    slope = _slope_mm(rows[2] - belief.mean[1:3], calibration)
    slow = sps < _SLOW_SPS
    drops = () if slow and slope is None else sharp_drops(rows[0], rows[1], calibration.alien_g, sps)
    until_s = min([d.t_s for d in drops] + [episode.free_from_s + 1.0 / sps]) - 1.0 / sps
    episode.drops = drops
    episode.knock_s = None if slow else first_knock_s(rows, belief.mean[1:3], calibration)
    rim_mm = None if slow or slope is None else rim_reach_mm(rows, belief.mean[1:3], calibration)
    episode.clues = Clues(
        drops=sum(d.count for d in drops),
        drop_log=_SLOW_DROP_LOG if slow else _DROP_LOG,
        slope_mm=slope,
        lifted=episode.lifted,
        touch=None if episode.lifted else _touch(episode, trail, until_s, (belief, calibration)),
        handled=episode.first or _handled(episode, trail, episode.free_from_s if slow else _own_motion_s(episode, until_s)),
        load=None if episode.lifted or episode.first else _load(episode, trail, belief, calibration),
        hidden=rim_mm is not None,
        leaps=None if slow or episode.lifted or episode.first else _leaps(episode, trail, calibration),
        still=lay_still(rows, belief.mean[1:3], calibration),
        slipped=0 if slow else slips_on_rim(rows, belief.mean[1:3], calibration, drops, sps),
    )


def _leaps(episode: Episode, trail: Trail, calibration: Calibration) -> tuple[Leap, ...]:
    """From a little earlier on: a leap on a ship that nobody touches is what the episode begins with."""
    rows = trail.between(episode.start_s - _LEAP_BEFORE_S, episode.free_from_s + _AFTER_S)
    return leaps(rows, calibration.alien_g, calibration.noise_mm, trail.sps)


def _touch(episode: Episode, trail: Trail, until_s: float, known: tuple[Belief, Calibration]) -> TouchPoint | None:
    """Where the hand was felt before the rim knocked; where that is too little, before anything fell."""
    ends_s = [until_s] if episode.knock_s is None else [min(until_s, episode.knock_s - 1.0 / trail.sps), until_s]
    felt = (touch_point(trail.between(episode.start_s, end_s), *known, trail.sps) for end_s in ends_s)
    return next((point for point in felt if point is not None), None)


def _own_motion_s(episode: Episode, until_s: float) -> float:
    """When the weight begins to tell of the ship's own crash."""
    return until_s if episode.knock_s is None else min(until_s, episode.knock_s)


def _load(episode: Episode, trail: Trail, belief: Belief, calibration: Calibration) -> HandLoad | None:
    """What the hand added and took before anything fell or the rim knocked: a ship that stood clear is clear till then.

    A hand that the knock cut short may not have been felt yet.
    """
    if trail.sps < _SLOW_SPS:
        before = trail.between(episode.start_s - _LEVEL_S, episode.start_s)
        return coarse_load(before, trail.between(episode.start_s, episode.free_from_s + _AFTERWARDS_S), belief, calibration)
    knocks = [] if episode.knock_s is None else [episode.knock_s - 2.0 / trail.sps]
    until_s = min([d.t_s for d in episode.drops] + knocks + [episode.free_from_s + _AFTERWARDS_S])
    rows = trail.between(episode.start_s - _BEFORE_S, until_s)
    radius_mm = calibration.rocker.radius_mm
    if len(rows[0]) and float(np.hypot(*(rows[2][0] - belief.mean[1:3]))) < _STEEP_RAD * radius_mm:
        calibration = replace(calibration, rocker=replace(calibration.rocker, rim_mm=_NO_RIM_RAD * radius_mm))
    load = hand_load(rows, belief, calibration, trail.sps)
    cut_short = bool(knocks) and until_s == knocks[0]
    return None if cut_short and load is not None and not (load.raised or load.dipped) else load


def _slope_mm(shift: Array, calibration: Calibration) -> tuple[float, float] | None:
    """The farthest shift, when the ship then leaned enough for aliens to slide."""
    sizes = np.hypot(shift[:, 0], shift[:, 1])
    if not len(sizes) or sizes.max() < _STEEP_RAD * calibration.rocker.radius_mm:
        return None
    far = int(np.argmax(sizes))
    return float(shift[far, 0]), float(shift[far, 1])


def _handled(episode: Episode, trail: Trail, until_s: float) -> bool:
    """Whether the weight was clearly off for a while before the ship itself made it so."""
    before = trail.between(episode.start_s - _QUIET_S, episode.start_s)[1]
    during = trail.between(episode.start_s, until_s)[1]
    return len(before) > 0 and len(during) > 0 and bool(np.abs(during - np.median(before)).max() > _HANDLED_G)


def forget_before_knocks(episode: Episode, trail: Trail, belief: Belief, calibration: Calibration) -> None:
    """No stretch is promising once the rim has knocked on the deck: nobody came since, the same crash goes on."""
    stretch = episode.promising
    if stretch is not None and first_knock_s(trail.since(stretch.from_s), belief.mean[1:3], calibration) is not None:
        episode.promising = None


def last_jolt_s(trail: Trail, now_s: float, noise_g: float) -> float:
    """The last instant at which the weight was clearly not yet what it is now."""
    times, weight, _ = trail.since(now_s - _JOLT_S)
    if len(times) < 8:
        return -math.inf
    tail = max(3, round(0.2 * trail.sps)) if trail.sps > _SLOW_SPS else 3
    off = np.abs(weight - median(weight[-tail:])) > _JOLT_G + 6 * noise_g
    bad = np.flatnonzero(off)
    return float(times[bad[-1]]) + 1.0 / trail.sps if len(bad) else -math.inf
