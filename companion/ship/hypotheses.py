"""What may have happened while a hand was on the ship, and how well each reading explains the free ship afterwards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import ShipShape
from companion.ship.inventory import GLOBALS, Belief, Newcomer, Observation, score
from companion.ship.mechanics import Array, Rocker, turned
from companion.ship.touch import HandLoad, TouchPoint

__all__ = ["Bank", "Candidate", "Clues", "Happening", "Outlook", "expand", "off_the_ship", "prune", "settle", "slid_apart"]

_TOUCH_TRUST = 0.9
_TOUCH_FLOOR_MM = 5.0
_TAKEN_FLOOR_MM = 15.0
_FAR_LOG = -8.0
_SWAP_LOG = -10.0
_SWAP_FELT_LOG = -4.0
_UNFELT_LOG = -4.0
_TURN_TOOK_LOG = -6.0
_MISSED_LOG = -3.0
_MISSED_MORE_LOG = -2.0
_MISSED_MOST = 3
_TWO_HANDS_LOG = -4.0
_TWO_HANDS_STEEP_LOG = -9.0
_VAGUE_LOG = -2.0
_MOST_UNWEIGHED = 3
_MOST_HANDS = 2
_PARENTS_UNWEIGHED = 3
_OWN_FALL_LOG = -3.0
_LEVEL_FALL_LOG = -3.0
_UNSEEN_HAND_LOG = -6.0
_NET_TOLERANCE = 0.45
_LIFTED_MM = 10.0
_LIFTED_RAD = math.radians(15.0)
_TURNED_MM = 0.5
_TURNED_RAD = math.radians(40.0)
_TURNED_FIT_RAD = math.radians(5.0)
_TURN_SHOWS_MM = 0.7
_TURNED_LOG = -5.0
_LIFTED_UNSEEN = 0.02
_SLIDE_MM = 5.0
_SLID = 0.05
_SLID_IN_CRASH = 0.4
_MOST_PICKS = 2000
_KEEP = 16
_PER_STORY = 6
_WORST = 14.0
_KEEP_SETTLED = 10
_WORST_SETTLED = 9.0


@dataclass(frozen=True, slots=True)
class Clues:
    """What was seen of the episode itself.

    `drops`: aliens that left in sharp drops of the weight, `drop_log` what a miscount costs; `slope_mm`: the farthest
    shift of the centre of pressure if the ship leaned enough for aliens to slide; `touch`: where a hand acted;
    `handled`: the weight was clearly off for a while; `on_rim`: the deck carries part of the ship; `unseen`: nobody looked,
    so the ship may have been lifted and put back as well; `weighed`: there are cells, so the net change is known; `load`:
    whether a hand was felt to add or take an alien's weight (None where that cannot be told). Where nothing weighs the ship:
    `struck`: its rim struck the deck; `before`: the balance it leaned to just before that; `pressed`: log odds, by how the
    balance came to be what it is, that a hand set something down rather than took it; `shaken`: the ship has
    been steep this evening, so that the places of the aliens may be wrong.
    """

    drops: int = 0
    drop_log: float = -6.0
    slope_mm: tuple[float, float] | None = None
    lifted: bool = False
    touch: TouchPoint | None = None
    on_rim: bool = False
    handled: bool = True
    unseen: bool = False
    weighed: bool = True
    load: HandLoad | None = None
    struck: bool = False
    before: Observation | None = None
    pressed: float = 0.0
    shaken: bool = False


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
    for parent in bank if clues.weighed else bank[:_PARENTS_UNWEIGHED]:
        drafts += _children(parent, seen, clues, outlook, tag)
    drafts.sort(key=lambda d: -d[0])
    best = drafts[0][0] if drafts else 0.0
    grown = [_grow(d, seen, outlook) for d in drafts[:_KEEP] if d[0] > best - _WORST]
    return prune(grown)


def prune(candidates: Sequence[Candidate], most: int = _KEEP) -> Bank:
    """Normalised, best first, the hopeless dropped."""
    if not candidates:
        return ()
    best = max(c.log_weight for c in candidates)
    kept = sorted((c for c in candidates if c.log_weight > best - _WORST), key=lambda c: -c.log_weight)[:most]
    total = math.log(sum(math.exp(c.log_weight - best) for c in kept)) + best
    return tuple(replace(c, log_weight=c.log_weight - total) for c in kept)


def settle(bank: Bank, most: int = _KEEP_SETTLED) -> Bank:
    """The bank once an episode is over: accounts with the same aliens aboard become one, unlikely ones are dropped."""
    merged: dict[tuple[int, ...], Candidate] = {}
    for candidate in bank:
        known = merged.get(candidate.belief.tags)
        if known is None:
            merged[candidate.belief.tags] = candidate
        else:
            weight = float(np.logaddexp(known.log_weight, candidate.log_weight))
            merged[candidate.belief.tags] = replace(known, log_weight=weight)
    kept = sorted(merged.values(), key=lambda c: -c.log_weight)[:most]
    return prune([c for c in kept if c.log_weight > kept[0].log_weight - _WORST_SETTLED], most)


def _children(
    parent: Candidate, seen: Observation, clues: Clues, outlook: Outlook, tag: int
) -> Iterator[tuple[float, Belief, Happening]]:
    gained = (seen.weight_g - outlook.rocker.ship_g - float(parent.belief.mean[0]) - parent.belief.load_g) / outlook.alien_g
    loosened = tuple(_loosened(parent.belief, clues))
    for story in _stories(gained, len(parent.belief.tags), clues):
        swept = _turned(parent.belief, story, seen, clues) if clues.weighed else ()
        for loose_log, loose in (*loosened, *swept):
            for place_log, wider in _with_newcomers(loose, story, clues, outlook, tag):
                for fit, happening in _partings(wider, story, seen, clues, outlook, tag):
                    yield parent.log_weight + story.log_prior + loose_log + place_log + fit, wider, happening


def _with_newcomers(belief: Belief, story: _Story, clues: Clues, outlook: Outlook, tag: int) -> Iterator[tuple[float, Belief]]:
    """The belief with aliens that were put down: where the hand was felt, or (less probably) anywhere.

    A hand that took one as well was felt at two places: that says nothing.
    """
    count, swapped = story.placed, story.taken > 0
    anywhere = Newcomer(outlook.alien_g, outlook.alien_spread_g)
    wide = belief
    for i in range(count):
        wide = wide.with_alien(tag + i, anywhere)
    felt = count == 1 and clues.touch is not None and not swapped
    yield (math.log(1.0 - _TOUCH_TRUST) if felt else 0.0), wide
    if felt and clues.touch is not None:
        reach = max(2.5 * clues.touch.spread_mm, _TOUCH_FLOOR_MM)
        there = replace(anywhere, xy_mm=clues.touch.xy_mm, reach_mm=reach, yaw_share=1.0)
        yield math.log(_TOUCH_TRUST), belief.with_alien(tag, there)


def _partings(
    wider: Belief, story: _Story, seen: Observation, clues: Clues, outlook: Outlook, tag: int
) -> Iterator[tuple[float, Happening]]:
    """The likeliest sets of aliens that left, each with its log likelihood."""
    count = len(wider.tags) - story.placed
    picks = list(itertools.islice(itertools.combinations(range(count), story.taken + story.fallen), _MOST_PICKS))
    remaining = np.ones((len(picks), len(wider.tags)))
    for row, pick in zip(remaining, picks, strict=True):
        row[list(pick)] = 0.0
    fits = score(wider, outlook.rocker, seen, remaining).log_likelihood - math.log(len(picks))
    near = _near_hand(wider, clues) if story.taken else {}
    if story.taken == 1 and not story.placed:
        fits = fits + np.array([max(near[i] for i in pick) for pick in picks])
    for index in np.argsort(-fits)[:_PER_STORY]:
        left = sorted(picks[int(index)], key=lambda i: -near.get(i, 0.0))
        yield float(fits[index]), _happening(story, [wider.tags[i] for i in left], tag)


def _near_hand(belief: Belief, clues: Clues) -> dict[int, float]:
    """Log odds of each alien being the one the hand took."""
    if clues.touch is None:
        return dict.fromkeys(range(len(belief.tags)), 0.0)
    spread = max(2.0 * clues.touch.spread_mm, _TAKEN_FLOOR_MM)
    logs, yaw_spread_rad = {}, math.sqrt(belief.covariance[3, 3])
    for i, there in enumerate(belief.standing()):
        apart = math.dist(there.xy_mm, clues.touch.xy_mm) / math.hypot(spread, yaw_spread_rad * math.hypot(*there.xy_mm))
        logs[i] = max(-0.5 * apart**2, _FAR_LOG)
    return logs


def _happening(story: _Story, left: list[int], tag: int) -> Happening:
    return Happening(
        placed=tuple(range(tag, tag + story.placed)),
        taken=frozenset(left[: story.taken]),
        fallen=frozenset(left[story.taken :]),
        own_fall=story.own_fall,
    )


def _loosened(belief: Belief, clues: Clues) -> Iterator[tuple[float, Belief]]:
    """Doubt that the episode itself adds: the foot turns a little under every hand; on a steep ship aliens may have slid."""
    added = np.diag([0.02**2, 0.005**2, 0.005**2, math.radians(0.25) ** 2, *([0.0] * (len(belief.mean) - GLOBALS))])
    put_elsewhere = np.diag([0.0, _LIFTED_MM**2, _LIFTED_MM**2, _LIFTED_RAD**2, *([0.0] * (len(belief.mean) - GLOBALS))])
    if not clues.weighed:
        added[3, 3] = 0.0  # an accelerometer turns with the ship
    elif clues.lifted:
        added = added + put_elsewhere
    elif clues.unseen:
        yield math.log(_LIFTED_UNSEEN), belief.spread(added + put_elsewhere)
    slid = _SLID_IN_CRASH if clues.drops else _SLID
    if clues.slope_mm is None:
        yield 0.0, belief.spread(added)
        return
    yield math.log(1.0 - slid), belief.spread(added)
    yield math.log(slid), belief.spread(added + slid_apart(belief, clues.slope_mm))


def _turned(belief: Belief, story: _Story, seen: Observation, clues: Clues) -> Iterator[tuple[float, Belief]]:
    """Nobody came or went, but the ship was turned on its foot: by as much as the direction of its lean says."""
    if story.placed or story.taken or story.fallen or story.own_fall or not belief.tags:
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


def slid_apart(belief: Belief, slope_mm: tuple[float, float]) -> Array:
    """Covariance of every alien having slid a few millimetres down the slope, each by itself."""
    down = turned(np.array(slope_mm), -belief.yaw_rad)
    down = down / max(float(np.hypot(*down)), 1e-9)
    added = np.zeros_like(belief.covariance)
    for at in range(GLOBALS, len(belief.mean), 3):
        slide = float(belief.mean[at]) * _SLIDE_MM
        added[at + 1 : at + 3, at + 1 : at + 3] += slide**2 * np.outer(down, down)
    return added


def _stories(gained: float, count: int, clues: Clues) -> Iterator[_Story]:
    """Combinations whose net change is near what the weight says."""
    for net in _nets(gained, clues):
        for fallen in _falls(clues, count):
            for own in (False, True):
                hands = net + fallen
                lost = fallen - own
                if lost < 0 or (own and hands < 0) or abs(hands) > _MOST_HANDS:
                    continue
                yield from _hands(hands, lost, count, clues, own)


def _falls(clues: Clues, count: int) -> range:
    """How many may have fallen: as many as drops were seen, give or take one; at slow rates drops tell little."""
    if clues.drop_log > _VAGUE_LOG and clues.slope_mm is not None:
        return range((count if clues.weighed else min(count, _MOST_UNWEIGHED)) + 1)
    return range(max(0, clues.drops - 1), clues.drops + (_MISSED_MOST if clues.slope_mm is not None else 1) + 1)


def _nets(gained: float, clues: Clues) -> list[int]:
    """Net changes the weight allows; on the rim the deck carries some of it, and only hands and drops tell."""
    if not clues.weighed:
        return list(range(-_MOST_UNWEIGHED if clues.slope_mm is not None else -1, 2))
    if clues.on_rim:
        low, high = (-1, 1) if clues.handled else (0, 0)
        return list(range(low - clues.drops, high + 1 - clues.drops)) if clues.drops else list(range(low, high + 1))
    return [net for net in (math.floor(gained), math.ceil(gained)) if abs(gained - net) <= _NET_TOLERANCE]


def _hands(hands: int, lost: int, count: int, clues: Clues, own: bool) -> Iterator[_Story]:  # noqa: FBT001 - one of two stories
    """`hands` aliens more by hand (negative: fewer), `lost` of those aboard fell; `own`: one more was placed and fell."""
    falls_log = _miscount_log(lost + own, clues) + _OWN_FALL_LOG * own
    if lost + own and clues.slope_mm is None:
        falls_log += _LEVEL_FALL_LOG
    if hands and not clues.handled:
        falls_log += _UNSEEN_HAND_LOG
    if own:
        hands -= 1
    if hands >= 0 and lost <= count:
        placed = hands
        yield _Story(placed, 0, lost, own, falls_log - 4.0 * max(placed - 1, 0) + _unfelt_log(clues, placed + own, 0))
    if hands < 0 and lost - hands <= count:
        twice = _TWO_HANDS_LOG if clues.slope_mm is None else _TWO_HANDS_STEEP_LOG
        yield _Story(0, -hands, lost, own, falls_log + twice * (-hands - 1) + _unfelt_log(clues, own, -hands))
    if hands == 0 and not lost and not own and count and clues.handled:
        yield _Story(1, 1, 0, own, falls_log + (_SWAP_FELT_LOG if clues.load and clues.load.dipped else _SWAP_LOG))


def _miscount_log(fallen: int, clues: Clues) -> float:
    """What it costs that so many fell while so many drops were seen: in a crash two may leave at once."""
    missed = fallen - clues.drops
    dipped = clues.load is not None and clues.load.dipped
    if missed <= 0 or clues.slope_mm is None or (dipped and not clues.drops):
        return clues.drop_log * abs(missed)
    return max(clues.drop_log * missed, _MISSED_LOG + _MISSED_MORE_LOG * (missed - 1))


def _unfelt_log(clues: Clues, placed: int, taken: int) -> float:
    """What it costs that a hand brought or took aliens whose weight was never felt to come or go."""
    if clues.load is None:
        return 0.0
    return _UNFELT_LOG * (bool(placed) * (not clues.load.raised) + bool(taken) * (not clues.load.dipped))


def _grow(draft: tuple[float, Belief, Happening], seen: Observation, outlook: Outlook) -> Candidate:
    log_weight, wider, happening = draft
    gone = happening.taken | happening.fallen
    belief = wider.without(gone).updated(outlook.rocker, seen)
    for tag in happening.placed:
        log_weight -= off_the_ship(belief, tag, outlook.shape)
    return Candidate(log_weight, happening, belief)


def off_the_ship(belief: Belief, tag: int, shape: ShipShape) -> float:
    """Penalty for an alien that would stand outside the rings."""
    there = belief.where(tag)
    radius = math.hypot(*there.xy_mm)
    inner, outer = shape.ring_edges_mm[0], shape.ring_edges_mm[-1]
    beyond = max(radius - outer, inner - radius, 0.0)
    return 0.5 * (beyond / max(2.0, there.spread_mm[0])) ** 2
