"""Where the ship stands on the plate, as far as the accounts of the evening agree about it."""

from __future__ import annotations

import math

import numpy as np

from companion.ship.candidate import Bank
from companion.ship.inventory import Belief
from companion.ship.mechanics import Array, Rocker, Rows, median
from companion.ship.swing import Looseness
from companion.ship.window import Foot

__all__ = ["footing", "looseness"]

_SEEK_MM2 = 0.15
_RIM_NEAR_MM = 0.3
_KNOWN = Looseness(rate=0.004)
_UNKNOWN = Looseness(rate=0.02)
_ON_RIM = Looseness(rate=0.2)


def footing(bank: Bank, known: Belief, guess: Belief | None, lifted_mm: float) -> Foot:
    """The foot that is `known`, by `guess` where there is one already; sought when `bank` or a lift leaves it open."""
    elsewhere = lifted_mm**2 * np.eye(2)
    doubt_mm2 = known.covariance[1:3, 1:3] + (elsewhere if guess is None else 0.0)
    return Foot(known.mean[1:3], doubt_mm2, float(np.trace(_spread_mm2(bank) + elsewhere)) > _SEEK_MM2)


def looseness(rows: Rows, stands: Foot, rocker: Rocker, guess: Belief | None) -> Looseness:
    """How well the swing of those rows is known: less before anything was read of it, and hardly on the rim."""
    x, y = median(rows[2][:, 0]) - stands.at_mm[0], median(rows[2][:, 1]) - stands.at_mm[1]
    if abs(math.hypot(x, y) - rocker.rim_mm) < _RIM_NEAR_MM:
        return _ON_RIM
    return _UNKNOWN if guess is None else _KNOWN


def _spread_mm2(bank: Bank) -> Array:
    """How far the accounts leave open where the ship stands: covariance within and among them."""
    shares = np.exp([c.log_weight for c in bank])
    shares = shares / shares.sum()
    feet = np.array([c.belief.mean[1:3] for c in bank])
    off = feet - shares @ feet
    among = (off * shares[:, None]).T @ off
    within = np.einsum("c,cij->ij", shares, np.array([c.belief.covariance[1:3, 1:3] for c in bank]))
    result: Array = among + within
    return result
