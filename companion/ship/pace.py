"""How long a set-up reads before it says something, and how sure it must be not to ask."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ship.calls import ASK_BELOW, ASK_BELOW_UNWEIGHED

__all__ = ["FIRST_LOOK_S", "Pace", "pace_of"]

FIRST_LOOK_S = 0.42
_SLOW_SPS = 20.0


@dataclass(frozen=True, slots=True)
class Pace:
    """When to speak.

    `read_s`: a stretch is first read at this length, called from `sure_s` on when sure, and at `last_s` at the latest;
    `alien_spread`: how unlike each other aliens' masses are before they are weighed (where nothing weighs them, the
    calibrating one's too); `look_every_s`, `watch_every_s`: how often a touched and a free ship are looked at; `accounts`:
    how many accounts of the evening are kept while it is known how the ship is turned.
    """

    read_s: float
    last_s: float
    ask_below: float
    alien_spread: float
    look_every_s: float = 0.09
    watch_every_s: float = 0.08
    accounts: int = 10
    sure_s: float = 0.5


_WEIGHED = Pace(FIRST_LOOK_S, 0.95, ASK_BELOW, 0.06)
# an accelerometer's noise takes a little longer to average out than the cells'
_LEVELLED = Pace(FIRST_LOOK_S, 1.1, ASK_BELOW, 0.06, sure_s=0.7)
_SLOW = Pace(0.85, 1.5, ASK_BELOW, 0.06)
# the hand's tail is cut off what is read, so the last comes sooner
_UNWEIGHED = Pace(1.3, 1.1, ASK_BELOW_UNWEIGHED, 0.04, 0.12, 0.16, 16)


def pace_of(sps: float, *, weighs: bool, levelled: bool = False) -> Pace:
    """The pace of a set-up: few samples and no weight both take longer, an accelerometer beside the cells a little."""
    if not weighs:
        return _UNWEIGHED
    if sps < _SLOW_SPS:
        return _SLOW
    return _LEVELLED if levelled else _WEIGHED
