"""What a hand brought or took, told by the weight alone: at ten samples a second nothing sharp shows, but a hand does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.ship.calibration import Calibration
from companion.ship.inventory import Belief
from companion.ship.mechanics import Array, Rows, median
from companion.ship.touch import HandLoad, clear_reach_mm

__all__ = ["coarse_load", "release_s"]

_ONE_SHARE = 0.6
_CARRIED_SHARE = 0.35
_LEAST_ROWS = 2
_LETS_GO_S = 0.35  # an alien weighs on the ship for about so long before the hand leaves it


def coarse_load(before: Rows, during: Rows, belief: Belief, calibration: Calibration) -> HandLoad | None:
    """What came or went first, before anything may have fallen; None where the ship lay on its rim or nobody saw it before.

    What fell can only leave. So a load that rose first was brought by a hand, whatever left after it; one that sank first
    was taken, unless the deck carried some of the ship by then. Part of what is brought to a rim shows.
    """
    if not len(before[0]) or not len(during[0]):
        return None
    clear_mm, foot_mm = clear_reach_mm(calibration.rocker), belief.mean[1:3]
    if float(np.hypot(*(before[2][-1] - foot_mm))) >= clear_mm:
        return None
    carried = np.hypot(*(during[2] - foot_mm).T) >= clear_mm
    more = (during[1] - median(before[1])) / calibration.alien_g
    risen_s = _since_s(during[0], more > np.where(carried, _CARRIED_SHARE, _ONE_SHARE))
    sunk_s = _since_s(during[0], more < -_ONE_SHARE)
    if sunk_s < risen_s and carried[during[0] < sunk_s].any():
        return None
    first_s = min(risen_s, sunk_s)
    since_s = None if np.isinf(first_s) else first_s
    over = np.flatnonzero(more > median(more[-_LEAST_ROWS:]) + 1.0 - _ONE_SHARE)
    left_s = float(during[0][over[-1]]) if since_s is not None and len(over) else None
    return HandLoad(risen_s < np.inf and risen_s <= sunk_s, sunk_s < risen_s, since_s, left_s)


def _since_s(t_s: Array, there: NDArray[np.bool_]) -> float:
    """When it was first so, if it was for rows enough."""
    rows = np.flatnonzero(there)
    return float(t_s[rows[0]]) if len(rows) >= _LEAST_ROWS else np.inf


def release_s(load: HandLoad) -> float:
    """When about the hand was gone that the load tells of."""
    if load.since_s is None:
        return np.inf
    return load.since_s + _LETS_GO_S * load.raised
