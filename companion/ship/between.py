"""What lay between two hands that came too close upon each other for the usual wait."""

from __future__ import annotations

from collections.abc import Callable

from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank, Happening
from companion.ship.episode import Episode
from companion.ship.inventory import Belief
from companion.ship.mechanics import Rows
from companion.ship.trail import Trail
from companion.ship.window import FreeWindow, settled_from

__all__ = ["quiet_between", "tells"]

_LEAST_S = 0.25
_UNNOTICED_S = 0.1  # a hand is on the ship for so long before it shows as one
_LEAST_ROWS = 12


def quiet_between(
    episode: Episode, trail: Trail, jolt_s: float, calibration: Calibration, fit: Callable[[Rows, Belief | None], FreeWindow]
) -> FreeWindow | None:
    """The free stretch from when the hand had left until the next was noticed; None where there was none, or too short a one.

    On the rim so little tells nothing; no more does it where nothing weighs the ship, or nobody knows what stands on it.
    """
    from_s, until_s = episode.free_from_s, jolt_s - _UNNOTICED_S
    if until_s - from_s < _LEAST_S or not calibration.weighs or episode.first or episode.lifted:
        return None
    rows = trail.between(from_s, until_s)
    if len(rows[0]) < _LEAST_ROWS:
        return None
    window = fit(rows, None)
    settled_s = settled_from(window, calibration)
    if settled_s > window.from_s:
        if until_s - settled_s < _LEAST_S:
            return None
        window = fit(trail.between(settled_s, until_s), None)
    return window if window.free and not window.on_rim and not window.stray else None


def tells(window: FreeWindow, bank: Bank) -> bool:
    """Whether a hand brought or took before that stretch, and it swings as the ship is known to; a crash may still go on."""
    happening = bank[0].happening if bank else Happening()
    return not window.stray and bool(happening.placed or happening.taken) and not happening.falls
