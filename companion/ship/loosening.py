"""The doubt that an episode adds to a belief: the ship turned, lifted and put elsewhere, its aliens slid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from companion.ship.clues import Clues
from companion.ship.inventory import GLOBALS, Belief, Observation
from companion.ship.mechanics import Array, turned

__all__ = ["LIFTED_MM", "loosened", "open_turns", "slid_apart", "turn_of", "turned_about"]

LIFTED_MM = 10.0
_LIFTED_RAD = math.radians(15.0)
_FAN_RAD = math.radians(9.0)
_FAN_FIT_RAD = math.radians(4.5)
_FAN_EACH_WAY = 3
_TURNED_MM = 0.5
_TURNED_RAD = math.radians(40.0)
_TURNED_FIT_RAD = math.radians(5.0)
_TURN_SHOWS_MM = 0.7
_TURNED_LOG = -5.0
_TURN_TOOK_LOG = -6.0
_LIFTED_UNSEEN = 0.02
_SLIDE_MM = 5.0
_FAR_MM = 20.0
_FAR_SHARE = 0.2
_SLID = 0.05
_SLID_IN_CRASH = 0.4
_SLID_STILL = 0.01


def loosened(belief: Belief, clues: Clues) -> Iterator[tuple[float, Belief]]:
    """Doubt that the episode itself adds: the foot turns a little under every hand; on a steep ship aliens may have slid."""
    added = np.diag([0.02**2, 0.005**2, 0.005**2, math.radians(0.25) ** 2, *([0.0] * (len(belief.mean) - GLOBALS))])
    put_elsewhere = np.diag([0.0, LIFTED_MM**2, LIFTED_MM**2, _LIFTED_RAD**2, *([0.0] * (len(belief.mean) - GLOBALS))])
    if clues.unseen and not clues.lifted:
        yield math.log(_LIFTED_UNSEEN), belief.spread(added + put_elsewhere)
    slid = _SLID_IN_CRASH if clues.drops else _SLID_STILL if clues.still else _SLID
    for log_prior, there in _fan(belief) if clues.lifted else ((0.0, belief),):
        if clues.slope_mm is None:
            yield log_prior, there.spread(added)
            continue
        yield log_prior + math.log(1.0 - slid), there.spread(added)
        yield log_prior + math.log(slid), there.spread(added + slid_apart(there, clues.slope_mm))
        yield log_prior + math.log(slid * _FAR_SHARE), there.spread(added + slid_apart(there, clues.slope_mm, _FAR_MM))


def _fan(belief: Belief) -> Iterator[tuple[float, Belief]]:
    """The ship put down elsewhere, turned this much or that: one account each, for a wide turn is no tangent."""
    added = np.zeros_like(belief.covariance)
    added[1, 1] = added[2, 2] = LIFTED_MM**2
    added[3, 3] = _FAN_FIT_RAD**2
    steps = np.arange(-_FAN_EACH_WAY, _FAN_EACH_WAY + 1)
    logs = -0.5 * (steps * _FAN_RAD / _LIFTED_RAD) ** 2
    logs -= float(np.logaddexp.reduce(logs))
    for step, log_prior in zip(steps, logs, strict=True):
        mean = belief.mean.copy()
        mean[3] += step * _FAN_RAD
        yield float(log_prior), replace(belief, mean=mean).spread(added)


def turn_of(belief: Belief) -> int:
    """Which turn of the fan the ship stands in: accounts of one turn are alike."""
    return round(belief.yaw_rad / _FAN_RAD)


def open_turns(beliefs: Iterable[Belief], clues: Clues) -> int:
    """In how many turns the ship may stand after the episode: more than one from a lift until it is settled."""
    return 2 * _FAN_EACH_WAY + 1 if clues.lifted else len({turn_of(belief) for belief in beliefs})


def turned_about(belief: Belief, seen: Observation, clues: Clues) -> Iterator[tuple[float, Belief]]:
    """Nobody came or went, but the ship was turned on its foot: by as much as the direction of its lean says.

    A lifted ship stands elsewhere, so that its lean says nothing.
    """
    if not belief.tags or clues.lifted:
        return
    shift = seen.centre_mm - belief.mean[1:3]
    before = belief.moment()
    swept = math.atan2(shift[1], shift[0]) - math.atan2(before[1], before[0])
    swept = (swept + math.pi) % (2.0 * math.pi) - math.pi
    if math.hypot(*shift) < _TURN_SHOWS_MM:
        swept = 0.0
    mean = belief.mean.copy()
    mean[3] += swept
    added = np.zeros_like(belief.covariance)
    added[1, 1] = added[2, 2] = _TURNED_MM**2
    added[3, 3] = _TURNED_FIT_RAD**2
    took = clues.load is not None and clues.load.dipped
    log_prior = _TURNED_LOG + _TURN_TOOK_LOG * took - 0.5 * (swept / _TURNED_RAD) ** 2
    yield log_prior, replace(belief, mean=mean).spread(added)


def slid_apart(belief: Belief, slope_mm: tuple[float, float], slide_mm: float = _SLIDE_MM) -> Array:
    """Covariance of every alien having slid a few millimetres down the slope, each by itself."""
    down = turned(np.array(slope_mm), -belief.yaw_rad)
    down = down / max(float(np.hypot(*down)), 1e-9)
    added = np.zeros_like(belief.covariance)
    slides = (belief.mean[GLOBALS::3] * slide_mm) ** 2
    first = np.arange(GLOBALS + 1, len(belief.mean), 3)
    for i in (0, 1):
        for j in (0, 1):
            added[first + i, first + j] = slides * (down[i] * down[j])
    return added
