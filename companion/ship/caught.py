"""Aliens that fell and came to rest on the plate beside the ship: it still weighs them, but they no longer lean the ship.

One of mass `m` at `p` on the plate adds `m` to the weight. With `W` weighed in all, it draws the centre of pressure from where
the ship has it, `q`, to `q + (m / W) (p - q)`: as if offset and foot of the plate had changed. So they take it up, and give
it back when a hand picks the alien off the plate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.ship.candidate import Bank, Outlook
from companion.ship.clues import Clues
from companion.ship.inventory import Belief, Litter, Observation
from companion.ship.leaps import LEAP_SPREAD_MM
from companion.ship.mechanics import Array, turned

__all__ = ["Start", "caught_starts", "starts"]

_LEAPT_LOG = 3.5  # a leap that nothing on the plate explains is rare
_FAINT_MM = (40.0, 60.0)  # from the centre of pressure: a leap that one lying nearer would make is now and then a hand's
_LEVEL_LOG = -2.0
_OWN_LOG = -1.0
_CLEARED_LOG = -1.0
_CLEARED_UNSEEN_LOG = -3.0
_STRAY_LOG = -8.0
_LIKELIEST = 3
_REST_MM = 75.0  # from the middle of the plate: beyond the foot of the ship, and not over the edge
_REST_ALONG_MM = 22.0
_REST_ACROSS_MM = 22.0
_ANYWHERE_MM = 60.0
_ALIEN_OFFSET_G = 0.05


@dataclass(frozen=True, slots=True)
class Start:
    """An account before a story is told of it: `caught` lie on the plate since, and with `own_caught` a newcomer."""

    log_weight: float
    belief: Belief
    clues: Clues
    caught: frozenset[int] = frozenset()
    own_caught: bool = False


def starts(bank: Bank, clues: Clues) -> Iterator[Start]:
    """Every account as it is, and with the plate cleared of some or all that lay there."""
    for candidate in bank:
        yield Start(candidate.log_weight, candidate.belief, clues)
        lying = range(len(candidate.belief.litter))
        for count in range(1, len(lying) + 1):
            for picked in itertools.combinations(lying, count):
                belief = _cleared(candidate.belief, picked)
                log_prior = _CLEARED_LOG + _unlike_log(candidate.belief.mean[1:3] - belief.mean[1:3], clues)
                seen = replace(clues, drops=max(clues.drops - count, 0))
                yield Start(candidate.log_weight + log_prior, belief, seen)


def _unlike_log(came_mm: Array, clues: Clues) -> float:
    """What it costs that no leap was seen, or none back by what had come with those on the plate."""
    if not clues.leaps:
        return 0.0 if clues.leaps is None else _CLEARED_UNSEEN_LOG
    off_mm = [math.hypot(leap.step_mm[0] + came_mm[0], leap.step_mm[1] + came_mm[1]) for leap in clues.leaps]
    return max(_LEAPT_LOG - 0.5 * (min(off_mm) / (2.0 * LEAP_SPREAD_MM)) ** 2, _CLEARED_UNSEEN_LOG)


def caught_starts(bank: Bank, seen: Observation, clues: Clues, outlook: Outlook) -> Iterator[Start]:
    """The likeliest accounts with one alien more on the plate: one that stood aboard, or one that was just put down.

    None where nothing leapt.
    """
    if not clues.leaps:
        return
    level_log = _LEVEL_LOG if clues.slope_mm is None and not clues.drops else 0.0
    for candidate in bank[:_LIKELIEST]:
        before = candidate.log_weight + level_log - math.log(max(len(candidate.belief.tags), 1))
        for caught, mass, place in _fallen(candidate.belief, clues, outlook):
            belief = candidate.belief.without(caught)
            for log_prior, shift in _shifts(mass[0], place, seen, clues):
                littered = _littered(belief, mass, shift)
                yield Start(before + log_prior + _OWN_LOG * (not caught), littered, clues, caught, own_caught=not caught)


_Gauss = tuple[Array, Array]


def _fallen(belief: Belief, clues: Clues, outlook: Outlook) -> Iterator[tuple[frozenset[int], tuple[float, float], _Gauss]]:
    """Who may lie on the plate (nobody: who was just put down), mass with its spread, and where."""
    for there in belief.standing():
        place = _resting(np.array(there.xy_mm), belief.yaw_rad)
        yield frozenset({there.tag}), (there.mass_g, _ALIEN_OFFSET_G), place
    if clues.handled:
        place = np.zeros(2), _ANYWHERE_MM**2 * np.eye(2)
        if clues.touch is not None:
            place = _resting(np.array(clues.touch.xy_mm), belief.yaw_rad)
        yield frozenset(), (outlook.alien_g, outlook.alien_spread_g), place


def _shifts(mass_g: float, place: _Gauss, seen: Observation, clues: Clues) -> Iterator[tuple[float, _Gauss]]:
    """By how much one of that mass, lying there, shifts the centre of pressure, with log prior: as a leap shows it."""
    share = mass_g / max(seen.weight_g - mass_g, mass_g)
    mean, covariance = share * (place[0] - seen.centre_mm), share**2 * place[1]
    noise = LEAP_SPREAD_MM**2 * np.eye(2)
    for leap in clues.leaps or ():
        off = np.array(leap.step_mm) - mean
        gain = covariance @ np.linalg.inv(covariance + noise)
        unlike = -0.5 * float(off @ np.linalg.solve(covariance + noise, off))
        told = float(np.interp(math.hypot(*leap.step_mm) / share, _FAINT_MM, (0.0, _LEAPT_LOG)))
        yield told + max(unlike, _STRAY_LOG), (mean + gain @ off, covariance - gain @ covariance)


def _resting(xy_mm: Array, yaw_rad: float) -> _Gauss:
    """Where on the plate an alien may lie that stood there on the ship: outwards; mean and covariance."""
    out = turned(xy_mm, yaw_rad)
    out = out / max(float(np.hypot(*out)), 1e-9)
    along = np.outer(out, out)
    return _REST_MM * out, _REST_ALONG_MM**2 * along + _REST_ACROSS_MM**2 * (np.eye(2) - along)


def _littered(belief: Belief, mass: tuple[float, float], shift: _Gauss) -> Belief:
    """The same plate with an alien of that mass (and its spread) lying there, which shifts the centre of pressure so."""
    mean, added = belief.mean.copy(), np.zeros_like(belief.covariance)
    mean[0] += mass[0]
    mean[1:3] += shift[0]
    added[0, 0] = mass[1] ** 2
    added[1:3, 1:3] = shift[1]
    before = Litter(belief.mean[:3].copy(), belief.covariance[:3, :3].copy())
    return replace(belief, mean=mean, covariance=belief.covariance + added, litter=(*belief.litter, before))


def _cleared(belief: Belief, picked: Sequence[int]) -> Belief:
    """Without those on the plate: it reads again as before they came. What their places left in doubt of the ship is kept."""
    plain = [*(litter.mean for litter in belief.litter), belief.mean[:3]]
    mean, covariance = belief.mean.copy(), belief.covariance.copy()
    for index in picked:
        mean[:3] -= plain[index + 1] - plain[index]
    covariance[:3] = covariance[:, :3] = 0.0
    covariance[:3, :3] = belief.litter[picked[0]].covariance
    left = tuple(litter for index, litter in enumerate(belief.litter) if index not in picked)
    return replace(belief, mean=mean, covariance=covariance, litter=left)
