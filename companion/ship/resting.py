"""A hand that still rests on the ship: a steady push that no alien coming or going explains."""

from __future__ import annotations

import math

import numpy as np

from companion.ship.clues import Clues
from companion.ship.inventory import Belief, Newcomer, Observation, score
from companion.ship.mechanics import Rocker

__all__ = ["resting_log"]

_HAND = Newcomer(mass_g=3.0, mass_spread_g=3.0, reach_mm=100.0)
_LEAST_G = 0.4
_PRESENT_LOG = -4.0
_TAG = -1


def resting_log(belief: Belief, seen: Observation, clues: Clues, rocker: Rocker) -> float:
    """Log weight, for an account that ended in `belief`, of nobody having come or gone but a hand pressing somewhere still.

    Impossible where it has been waited for long enough, where nobody watched, on the rim, where the deck presses as well, and
    where the ship got lighter: a hand that rests presses.
    """
    pressing_g = seen.weight_g - rocker.ship_g - float(belief.mean[0]) - belief.load_g
    if clues.waited or clues.unseen or clues.on_rim or pressing_g < _LEAST_G:
        return -math.inf
    pressed = belief.with_alien(_TAG, _HAND)
    everyone = np.ones((1, len(pressed.tags)))
    return _PRESENT_LOG + float(score(pressed, rocker, seen, everyone).log_likelihood[0])
