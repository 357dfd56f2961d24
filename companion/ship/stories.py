"""The grammar of what may happen in an episode: how many came, were taken and fell, and what each costs beforehand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.ship.clues import Clues

__all__ = ["Story", "falls_vague", "stories"]

_SWAP_LOG = -10.0
_SWAP_FELT_LOG = -4.0
_UNFELT_LOG = -4.0
_RAISED_LOG = -2.0
_COARSE_LOG = -7.0
_MISSED_LOG = -3.0
_MISSED_MORE_LOG = -2.0
_HIDDEN_LOG = -2.0
_HIDDEN_STILL_LOG = -5.0  # nothing shook what stood on a ship that lay on its rim before and after
_SLIPPED_LOG = -4.0  # what fell sharply was no hand's doing
_MISSED_MOST = 3
_TWO_HANDS_LOG = -4.0
_TWO_HANDS_STEEP_LOG = -9.0
_VAGUE_LOG = -2.0
_MOST_HANDS = 2
_OWN_FALL_LOG = -3.0
_LEVEL_FALL_LOG = -4.5  # about one action in a hundred knocks a neighbour off
_UNSEEN_HAND_LOG = -6.0
_NET_TOLERANCE = 0.45


@dataclass(frozen=True, slots=True)
class Story:
    """How many aliens were placed and how many left, by hand or by falling, with its log prior."""

    placed: int
    taken: int
    fallen: int
    own_fall: bool
    log_prior: float

    @property
    def idle(self) -> bool:
        """Nobody came and nobody went."""
        return not (self.placed or self.taken or self.fallen or self.own_fall)


def stories(gained: float, count: int, clues: Clues) -> Iterator[Story]:
    """Combinations whose net change is near what the weight says."""
    for net in _nets(gained, clues):
        for fallen in _falls(clues, count, net):
            for own in (False, True):
                hands = net + fallen
                lost = fallen - own
                if lost < 0 or (own and hands < 0) or abs(hands) > _MOST_HANDS:
                    continue
                yield from _hands(hands, lost, count, clues, own)


def falls_vague(clues: Clues) -> bool:
    """The ship was steep, and its drops do not tell how many fell: any number may have."""
    return clues.drop_log > _VAGUE_LOG and clues.slope_mm is not None


def _falls(clues: Clues, count: int, net: int) -> Iterable[int]:
    """How many may have fallen: as many as drops were seen, give or take one; at slow rates drops tell little.

    On a steep ship as many as the weight lost all the same: more may fall at once than any drops tell.
    """
    if falls_vague(clues):
        return range(count + 1)
    seen = range(max(0, clues.drops - 1), clues.drops + (_MISSED_MOST if clues.slope_mm is not None else 1) + 1)
    if clues.slope_mm is None:
        return seen
    return sorted({*seen, *range(max(0, -net - 1), max(0, -net + 1) + 1)})


def _nets(gained: float, clues: Clues) -> list[int]:
    """Net changes the weight allows; on the rim the deck carries some of it, and only hands and drops tell."""
    if clues.on_rim:
        low, high = (-1, 1) if clues.handled else (0, 0)
        return list(range(low - clues.drops, high + 1 - clues.drops)) if clues.drops else list(range(low, high + 1))
    return [net for net in (math.floor(gained), math.ceil(gained)) if abs(gained - net) <= _NET_TOLERANCE]


def _hands(hands: int, lost: int, count: int, clues: Clues, own: bool) -> Iterator[Story]:  # noqa: FBT001 - one of two stories
    """`hands` aliens more by hand (negative: fewer), `lost` of those aboard fell; `own`: one more was placed and fell."""
    falls_log = _miscount_log(lost + own, clues) + _OWN_FALL_LOG * own
    if lost + own and clues.slope_mm is None:
        falls_log += _LEVEL_FALL_LOG
    if hands and (clues.lifted or not clues.handled):
        falls_log += _UNSEEN_HAND_LOG  # who carries the ship has no hand free
    if own:
        hands -= 1
    twice = _TWO_HANDS_LOG if clues.slope_mm is None else _TWO_HANDS_STEEP_LOG
    if hands >= 0 and lost <= count:
        placed = hands
        yield Story(placed, 0, lost, own, falls_log + twice * max(placed + own - 1, 0) + _unfelt_log(clues, placed + own, 0))
    if hands < 0 and lost - hands <= count:
        falls_log += _SLIPPED_LOG * (clues.slipped > lost + own)
        yield Story(0, -hands, lost, own, falls_log + twice * (-hands - 1 + own) + _unfelt_log(clues, own, -hands))
    if hands == 0 and not lost and not own and count and clues.handled:
        yield Story(1, 1, 0, own, falls_log + (_SWAP_FELT_LOG if clues.load and clues.load.dipped else _SWAP_LOG))


def _miscount_log(fallen: int, clues: Clues) -> float:
    """What it costs that so many fell while so many drops were seen: in a crash two may leave at once."""
    missed = fallen - clues.drops
    if missed > 0:
        missed = max(missed - clues.slipped, 0)
    dipped = clues.load is not None and clues.load.dipped
    if missed > 0 and clues.hidden:
        return (_HIDDEN_STILL_LOG if clues.still else _HIDDEN_LOG) * missed
    if missed <= 0 or clues.slope_mm is None or (dipped and not clues.drops):
        return clues.drop_log * abs(missed)
    return max(clues.drop_log * missed, _MISSED_LOG + _MISSED_MORE_LOG * (missed - 1))


def _unfelt_log(clues: Clues, placed: int, taken: int) -> float:
    """What it costs that a hand brought or took aliens whose weight was not felt to, or brought none though one was felt."""
    if clues.load is None:
        return 0.0
    unfelt = bool(placed) * (not clues.load.raised) + bool(taken) * (not clues.load.dipped)
    coarse = clues.load.since_s is not None
    if coarse and clues.load.dipped and not taken:
        unfelt += 1
    return _UNFELT_LOG * unfelt + (_COARSE_LOG if coarse else _RAISED_LOG) * (clues.load.raised and not placed)
