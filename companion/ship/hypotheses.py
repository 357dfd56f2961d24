"""What may have happened while a hand was on the ship, and how well each reading explains the free ship afterwards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import ShipShape
from companion.ship.inventory import GLOBALS, Belief, Observation, score
from companion.ship.mechanics import Array, Rocker

__all__ = ["Bank", "Candidate", "Clues", "Happening", "Outlook", "expand", "prune"]

_REACH_MM = 75.0
_KEEP = 16
_PER_STORY = 6
_WORST = 14.0


@dataclass(frozen=True, slots=True)
class Clues:
    """What was seen of the episode itself: sharp drops of the weight, the rim touched, the ship lifted, a hand on it."""

    drops: int = 0
    rim: bool = False
    lifted: bool = False
    touched: bool = True


@dataclass(frozen=True, slots=True)
class Happening:
    """One reading of an episode: tags placed, taken by hand, fallen; `own_fall` when the alien being placed fell itself."""

    placed: tuple[int, ...] = ()
    taken: frozenset[int] = frozenset()
    fallen: frozenset[int] = frozenset()
    own_fall: bool = False

    @property
    def falls(self) -> int:
        """How many aliens fell."""
        return len(self.fallen) + self.own_fall

    @property
    def signature(self) -> tuple[int, int, int]:
        """Counts of placed, taken and fallen."""
        return len(self.placed), len(self.taken), self.falls


@dataclass(frozen=True, slots=True)
class Candidate:
    """A happening with its log weight and the belief it leads to."""

    log_weight: float
    happening: Happening
    belief: Belief


Bank = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What does not change with the episode: the rocker, the printed ship, how heavy an alien is."""

    rocker: Rocker
    shape: ShipShape
    alien_g: float
    alien_spread_g: float


@dataclass(frozen=True, slots=True)
class _Story:
    """How many aliens were placed and how many left, by hand or by falling, with its log prior."""

    placed: int
    taken: int
    fallen: int
    own_fall: bool
    log_prior: float


def expand(bank: Bank, seen: Observation, clues: Clues, outlook: Outlook, tag: int) -> Bank:
    """All readings of an episode over all hypotheses, best first, normalised; new aliens get tags from `tag` on."""
    drafts: list[tuple[float, Belief, Happening]] = []
    for parent in bank:
        drafts += _children(parent, seen, clues, outlook, tag)
    drafts.sort(key=lambda d: -d[0])
    best = drafts[0][0] if drafts else 0.0
    grown = [_grow(d, seen, outlook) for d in drafts[:_KEEP] if d[0] > best - _WORST]
    return prune(grown)


def prune(candidates: Sequence[Candidate]) -> Bank:
    """Normalised, best first, the hopeless dropped."""
    if not candidates:
        return ()
    best = max(c.log_weight for c in candidates)
    kept = sorted((c for c in candidates if c.log_weight > best - _WORST), key=lambda c: -c.log_weight)[:_KEEP]
    total = math.log(sum(math.exp(c.log_weight - best) for c in kept)) + best
    return tuple(replace(c, log_weight=c.log_weight - total) for c in kept)


def _children(
    parent: Candidate, seen: Observation, clues: Clues, outlook: Outlook, tag: int
) -> Iterator[tuple[float, Belief, Happening]]:
    count = len(parent.belief.tags)
    gained = (seen.weight_g - outlook.rocker.ship_g - float(parent.belief.mean[0]) - parent.belief.load_g) / outlook.alien_g
    loose = _loosened(parent.belief, clues)
    for story in _stories(gained, count, clues):
        wider = loose
        for i in range(story.placed):
            wider = wider.with_alien(tag + i, outlook.alien_g, outlook.alien_spread_g, _REACH_MM)
        gone = story.taken + story.fallen
        picks = list(itertools.islice(itertools.combinations(range(count), gone), 2000))
        remaining = np.ones((len(picks), len(wider.tags)))
        for row, pick in zip(remaining, picks, strict=True):
            row[list(pick)] = 0.0
        fit = score(wider, outlook.rocker, seen, remaining).log_likelihood
        base = parent.log_weight + story.log_prior - math.log(len(picks))
        for index in np.argsort(-fit)[:_PER_STORY]:
            left = [parent.belief.tags[i] for i in picks[int(index)]]
            yield base + float(fit[index]), wider, _happening(story, left, tag)


def _happening(story: _Story, left: list[int], tag: int) -> Happening:
    return Happening(
        placed=tuple(range(tag, tag + story.placed)),
        taken=frozenset(left[: story.taken]),
        fallen=frozenset(left[story.taken :]),
        own_fall=story.own_fall,
    )


def _loosened(belief: Belief, clues: Clues) -> Belief:
    """Doubt that the episode itself adds: the foot turns a little under every hand, aliens slide when the rim was touched."""
    added = np.zeros(len(belief.mean))
    added[0] = 0.02**2
    added[1:3] = 0.005**2
    added[3] = math.radians(0.25) ** 2
    if clues.lifted:
        added[1:3] += 10.0**2
        added[3] += math.radians(15.0) ** 2
    if clues.rim or clues.drops or clues.lifted:
        slide = (8.0 * 3.0) ** 2
        added[GLOBALS + 1 :: 3] = slide
        added[GLOBALS + 2 :: 3] = slide
    return belief.spread(added)


def _stories(gained: float, count: int, clues: Clues) -> Iterator[_Story]:
    """Combinations whose net change is near what the weight says."""
    for net in {math.floor(gained), math.ceil(gained)}:
        if abs(gained - net) > 0.45:
            continue
        for fallen in range(max(0, clues.drops - 1), clues.drops + 2):
            for own in (False, True):
                hands = net + fallen
                lost = fallen - own
                if lost < 0 or (own and hands < 0):
                    continue
                yield from _hands(hands, lost, count, clues, own)


def _hands(hands: int, lost: int, count: int, clues: Clues, own: bool) -> Iterator[_Story]:  # noqa: FBT001 - one of two stories
    """`hands` aliens more by hand (negative: fewer), `lost` of those aboard fell; `own`: one more was placed and fell."""
    falls_log = -5.0 * abs(lost + own - clues.drops) - 3.0 * own
    if own:
        hands -= 1
    if hands >= 0 and lost <= count:
        placed = hands
        yield _Story(placed, 0, lost, own, falls_log - 4.0 * max(placed - 1, 0))
    if hands < 0 and lost - hands <= count:
        yield _Story(0, -hands, lost, own, falls_log - 4.0 * (-hands - 1))
    if hands == 0 and not lost and not own and count and not clues.lifted:
        yield _Story(1, 1, 0, own, falls_log - 7.0)


def _grow(draft: tuple[float, Belief, Happening], seen: Observation, outlook: Outlook) -> Candidate:
    log_weight, wider, happening = draft
    gone = happening.taken | happening.fallen
    belief = wider.without(gone).updated(outlook.rocker, seen)
    for tag in happening.placed:
        log_weight -= _off_the_ship(belief, tag, outlook.shape)
    return Candidate(log_weight, happening, belief)


def _off_the_ship(belief: Belief, tag: int, shape: ShipShape) -> float:
    """Penalty for an alien that would stand outside the rings."""
    there = belief.where(tag)
    radius = math.hypot(*there.xy_mm)
    inner, outer = shape.ring_edges_mm[0], shape.ring_edges_mm[-1]
    beyond = max(radius - outer, inner - radius, 0.0)
    return 0.5 * (beyond / max(2.0, there.spread_mm[0])) ** 2


