"""What may have happened aboard a ship that nothing weighs: its lean, how fast it swings, and where it struck the deck.

Every alien counts as one unit mass. A hand brings or takes at most one; falls need a ship that struck its rim or stood steep.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.events import ShipShape
from companion.ship.candidate import Bank, Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.hypotheses import off_the_ship, prune
from companion.ship.inventory import GLOBALS, Belief, Newcomer, Observation, Sums, score, score_sums, sums, updated_all
from companion.ship.loosening import slid_apart
from companion.ship.mechanics import GRAVITY_MM_S2, Array, Rocker, turned
from companion.ship.window import FreeWindow

__all__ = ["expand_unweighed"]

Order = NDArray[np.intp]

_PARENTS = 6
_KEEP = 32
_WORST = 14.0
_SWAP_LOG = -7.0
_NOTHING_LOG = -1.0
_NOTHING_STEEP_LOG = -4.0
_MISPLACED_LOG = -2.0
_MISPLACED_MM = 35.0
_HAND_WORST = 9.0
_MOST_HANDS = 8
_MOST_LIKELY = 11
_LOOKED_AT = 40
_NEAR_MM = 1.2
_SUBSETS = 12
_MISSED_HAND_LOG = -14.5  # others fell or slid while the hand was there: what was read then says nothing of it
_BELIEVE_BEFORE = 3.0
# mean way of the balance while a hand acts, beside the alien's own moment, with its spread: fingers press what they set down;
# what they lift they press first, and a ship that turns back then is steepest before it is lifted
_Share = tuple[float, float]
_SET_DOWN: _Share = (1.0, 0.38)
_LIFTED: _Share = (0.7, 0.3)
_GRIPPED: _Share = (-0.4, 0.15)
_IDLE: _Share = (1.0, 0.5)
_GRIPPED_ODDS = 0.5
_ALONG_MM, _ACROSS_MM, _LEAST_MM = 0.4, 0.4, 0.1
_TIPPED_BY_TAKING_LOG = -1.5  # five ships of six that tip over were tipped by an alien put down
_EACH_MORE, _MANY = 0.45, 0.02
# odds that none falls; and the way up the slope (mm) over which an alien's odds shrink
_STRUCK_NONE, _STEEP_NONE = 0.3, 0.85
_STRUCK_REACH_MM, _STEEP_REACH_MM = 150.0, 80.0
_OWN_FALL = 0.2
# odds that nobody slid, that all slid a little or far; and how far: mean, spread for all alike, spread for each
_SLID_GENTLE, _SLID_STEEP, _SLID_STRUCK = (0.88, 0.1, 0.02), (0.35, 0.45, 0.2), (0.45, 0.35, 0.2)
_SLIDES_MM = ((2.5, 1.5, 2.0), (9.0, 5.0, 15.0))
_SLIPPERY_RAD = 0.245
# how well the swing's rate is foretold; one stretch in fifteen still has a hand in it and is far off
_RATE_MODEL, _RATE_ODD, _ODD_LOG, _RATE_WORST = 0.005, 0.015, -2.7, 0.04
_MAY_REST_MM2 = 4.0  # the balance of a ship that may lie on its rim is in such doubt
_SWUNG_MM = 1.0  # rolling resistance bends the rate of smaller swings
_YAW_FIXED = np.array([0.02**2, 0.005**2, 0.005**2, 0.0])


@dataclass(frozen=True, slots=True)
class _Hand:
    """What the hand may have done: its log weight, what then stood aboard, and the tags it brought or took.

    `takes`: who goes afterwards was taken by the hand too.
    """

    log_weight: float
    belief: Belief
    placed: tuple[int, ...] = ()
    taken: frozenset[int] = frozenset()
    own_fall: bool = False
    takes: bool = False


@dataclass(slots=True)
class _Sets:
    """What every set of aliens that is asked about adds up to, so that all are held against the swing at once."""

    _parts: list[Sums] = field(default_factory=list)
    _rows: int = 0

    def add(self, total: Sums) -> slice:
        """Where the answers to these rows will be."""
        start, self._rows = self._rows, self._rows + len(total.mean)
        self._parts.append(total)
        return slice(start, self._rows)

    def log_likelihood(self, rocker: Rocker, seen: Observation) -> Array:
        """How well each row explains the measurement."""
        mean = np.concatenate([part.mean for part in self._parts])
        covariance = np.concatenate([part.covariance for part in self._parts])
        return score_sums(Sums(mean, covariance), rocker, seen).log_likelihood


@dataclass(frozen=True, slots=True)
class _Ask:
    """A hand's deed, the sets of aliens that may then have gone (rows, 1: gone), their log weights, where the scores are."""

    hand: _Hand
    gone: Array
    logs: Array
    rows: slice


@dataclass(frozen=True, slots=True)
class _Draft:
    """A hand's deed and the aliens that then went, before the swing is held against them."""

    log_weight: float
    hand: _Hand
    gone: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Heard:
    """How fast the stretch alone says the ship swings: the rate along `along`, and its relative spread."""

    along: Array
    rate_rad_s: float
    spread: float


@dataclass(frozen=True, slots=True)
class _Scene:
    """What was seen of the episode, and where the sets that may have gone are gathered."""

    window: FreeWindow
    clues: Clues
    outlook: Outlook
    heard: _Heard | None
    sets: _Sets


def expand_unweighed(bank: Bank, window: FreeWindow, clues: Clues, outlook: Outlook, tag: int) -> Bank:
    """All readings of an episode over all hypotheses, best first, normalised; new aliens get tags from `tag` on."""
    heard = _heard(window)
    sets, asks = _Sets(), list[_Ask]()
    scene = _Scene(window, clues, outlook, heard, sets)
    if clues.slope_mm is None:
        for parent in bank:
            asks += _level(parent, clues, outlook, tag, sets)
    else:
        for parent in bank[:_PARENTS]:
            asks += _steep(parent, scene, tag)
    scores = sets.log_likelihood(outlook.rocker, window.seen)
    drafts = sorted((d for ask in asks for d in _drafts(ask, scores)), key=lambda d: -d.log_weight)
    top = drafts[0].log_weight if drafts else 0.0
    drafts = [d for d in drafts[:_KEEP] if d.log_weight > top - _WORST]
    beliefs = updated_all([d.hand.belief.without(d.gone) for d in drafts], outlook.rocker, window.seen)
    return prune([_grown(d, belief, heard, outlook) for d, belief in zip(drafts, beliefs, strict=True)], _KEEP)


def _drafts(ask: _Ask, scores: Array) -> Iterator[_Draft]:
    """The likeliest sets that went."""
    fits, tags = ask.logs + scores[ask.rows], ask.hand.belief.tags
    for index in np.argsort(-fits)[:_SUBSETS]:
        yield _Draft(float(fits[index]), ask.hand, frozenset(tags[i] for i in np.flatnonzero(ask.gone[index])))


def _asked(log_weight: float, hand: _Hand, gone: Array, logs: Array, sets: _Sets) -> _Ask:
    return _Ask(hand, gone, log_weight + logs, sets.add(sums([hand.belief], 1.0 - gone)))


def _level(parent: Candidate, clues: Clues, outlook: Outlook, tag: int, sets: _Sets) -> Iterator[_Ask]:
    """On a ship that stood level nothing falls: nothing, one put down, one taken, one moved."""
    known, wide = _with_one_more(parent.belief, outlook, tag)
    count = len(known.tags)
    share = -math.log(max(count, 1))
    down, up = 0.5 * clues.pressed, share - 0.5 * clues.pressed
    cases = [(known, (), _NOTHING_LOG, up), (wide, (tag,), down, share + _SWAP_LOG)]
    if clues.shaken and count:
        cases.append((_misplaced(known), (), -math.inf, up + _MISPLACED_LOG))
    for belief, placed, stay_log, take_log in cases:
        gone = np.zeros((count + 1, len(belief.tags)))
        gone[1:, :count] = np.eye(count)
        logs = np.array([stay_log, *([take_log] * count)])
        yield _asked(parent.log_weight, _Hand(0.0, belief, placed, takes=True), gone, logs, sets)


def _misplaced(belief: Belief) -> Belief:
    """The same lean as a whole, but nothing known of where each alien stands: a crash may have been read wrongly."""
    size, count = len(belief.mean), len(belief.tags)
    wide = belief.covariance.copy()
    sums = np.zeros((2, size))
    for axis in (0, 1):
        at = np.arange(GLOBALS + 1 + axis, size, 3)
        wide[at, at] += (belief.load_g / count * _MISPLACED_MM) ** 2
        sums[axis, at] = 1.0
    kept = sums @ belief.covariance @ sums.T
    gain = wide @ sums.T @ np.linalg.inv(sums @ wide @ sums.T + kept)
    return replace(belief, covariance=wide - gain @ sums @ wide)


def _steep(parent: Candidate, scene: _Scene, tag: int) -> Iterator[_Ask]:
    """On a steep ship aliens may have fallen after the hand's deed; a new one gets that tag."""
    hands = list(_hands(parent.belief, scene.clues, scene.outlook, tag))
    best = max(h.log_weight for h in hands)
    likely = sorted((h for h in hands if h.log_weight > best - _HAND_WORST), key=lambda h: -h.log_weight)
    for hand in likely[:_MOST_HANDS]:
        yield from _partings(parent.log_weight, hand, scene)


def _with_one_more(belief: Belief, outlook: Outlook, tag: int) -> tuple[Belief, Belief]:
    """The belief as every episode loosens it, and the same with an alien put down anywhere."""
    known = belief.spread(np.diag(np.concatenate([_YAW_FIXED, np.zeros(len(belief.mean) - GLOBALS)])))
    return known, known.with_alien(tag, Newcomer(outlook.alien_g, outlook.alien_spread_g))


def _hands(belief: Belief, clues: Clues, outlook: Outlook, tag: int) -> Iterator[_Hand]:
    """Nothing, one put down (which may fall itself), one taken; each held against the balance seen before the rim struck."""
    known, wide = _with_one_more(belief, outlook, tag)
    yield from _held(_Hand(_NOTHING_STEEP_LOG, known), _IDLE, belief, clues, outlook)
    for hand in _held(_Hand(0.25 * clues.pressed, wide, (tag,)), _SET_DOWN, belief, clues, outlook):
        yield replace(hand, log_weight=hand.log_weight + math.log(1.0 - _OWN_FALL))
        own = hand.belief.without(frozenset({tag}))
        yield _Hand(hand.log_weight + math.log(_OWN_FALL), own, own_fall=True)
    share = _TIPPED_BY_TAKING_LOG - math.log(max(len(belief.tags), 1)) - 0.25 * clues.pressed
    for gone in belief.tags:
        hand = _Hand(share, known.without(frozenset({gone})), taken=frozenset({gone}))
        ways = ((_LIFTED, 1.0 - _GRIPPED_ODDS), (_GRIPPED, _GRIPPED_ODDS)) if clues.before else ((_IDLE, 1.0),)
        for way, odds in ways:
            yield from _held(replace(hand, log_weight=share + math.log(odds)), way, belief, clues, outlook)


def _held(hand: _Hand, share: _Share, parent: Belief, clues: Clues, outlook: Outlook) -> Iterator[_Hand]:
    """The hand's deed with what the balance while it acted says of it, and as if that had been no hand's."""
    if clues.before is None:
        yield hand
        return
    free = replace(outlook.rocker, rim_mm=math.inf)
    stood = parent.mean[1:3] + free.shift_mm(parent.moment(), parent.load_g)
    before = _unpressed(clues.before, stood, *share)
    fit = score(hand.belief, free, before, np.ones((1, len(hand.belief.tags))))
    if float(fit.distance[0]) < _BELIEVE_BEFORE:
        log = float(fit.log_likelihood[0]) - 2.0 * math.log(abs(share[0]))
        yield replace(hand, log_weight=hand.log_weight + log, belief=hand.belief.updated(free, before))
    yield replace(hand, log_weight=hand.log_weight + _MISSED_HAND_LOG)


def _unpressed(before: Observation, stood_mm: Array, share: float, spread: float) -> Observation:
    """The balance that the hand's deed alone leads to, when it moves the balance by that share of it meanwhile."""
    change = (before.centre_mm - stood_mm) / share
    size = max(float(np.hypot(*change)), _LEAST_MM)
    along = np.outer(change, change) / size**2
    far_mm2 = (spread / share * size) ** 2 + (_ALONG_MM / share) ** 2
    covariance = before.covariance.copy()
    covariance[1:, 1:] = far_mm2 * along + (_ACROSS_MM / share) ** 2 * (np.eye(2) - along)
    return replace(before, centre_mm=stood_mm + change, covariance=covariance)


def _partings(log_weight: float, hand: _Hand, scene: _Scene) -> Iterator[_Ask]:
    """The sets of aliens that may have fallen after the hand's deed."""
    for slid_log, belief in _loosened(hand.belief, scene):
        gone, prior = _fallen_sets(belief, scene.clues, scene.outlook.shape)
        near = _nearest(belief, gone, prior, scene)
        loose = replace(hand, belief=belief)
        yield _asked(log_weight + hand.log_weight + slid_log, loose, gone[near], prior[near], scene.sets)


def _nearest(belief: Belief, gone: Array, prior: Array, scene: _Scene) -> Order:
    """The sets worth a closer look: by the balance they lead to, beside the doubt of those who stay, and the swing's rate."""
    if len(gone) <= _LOOKED_AT:
        return np.arange(len(gone))
    aliens, rocker, stay = belief.mean[GLOBALS:].reshape(-1, 3), scene.outlook.rocker, 1.0 - gone
    seen_mm = scene.window.seen.centre_mm - belief.mean[1:3]
    stiffness = np.maximum(rocker.stiffness_g - rocker.height_ratio * (stay @ aliens[:, 0]), 1.0)
    lean = max(float(np.hypot(*seen_mm)), _LEAST_MM) / rocker.radius_mm
    needed = turned(seen_mm, -belief.yaw_rad) * (math.tan(lean) / lean)
    off = needed - stay @ aliens[:, 1:] / stiffness[:, None]
    variances = np.diag(belief.covariance)[GLOBALS:].reshape(-1, 3)[:, 1:].mean(axis=1)
    doubt_mm2 = _NEAR_MM**2 + 0.5 * scene.window.seen.doubt_mm2 + stay @ variances / stiffness**2
    logs = prior - 0.5 * np.square(off).sum(axis=1) / doubt_mm2 - np.log(doubt_mm2)
    if scene.heard is not None:
        shares = variances / (stiffness * doubt_mm2)[:, None]
        squares = sum(np.square(aliens[:, at] + shares * off[:, at - 1 : at]) for at in (1, 2))
        inertia = rocker.inertia_g_mm + 0.5 * (stay * squares / np.maximum(aliens[:, 0], 0.5)).sum(axis=1) / rocker.radius_mm
        rates = np.sqrt(GRAVITY_MM_S2 * stiffness / inertia * _stiffer(scene.heard.along, seen_mm, lean))
        logs = logs + _far_rate_log(rates / scene.heard.rate_rad_s - 1.0, scene.heard.spread)
    result: Order = np.argsort(-logs)[:_LOOKED_AT]
    return result


def _stiffer(along: Array, seen_mm: Array, lean_rad: float) -> float:
    """By how much a ship that leans by `seen_mm` is pulled back harder along a direction."""
    share = float(along @ seen_mm) ** 2 / max(float(seen_mm @ seen_mm), _LEAST_MM**2)
    return share / math.cos(lean_rad) + (1.0 - share) * math.tan(lean_rad) * math.sin(lean_rad) / lean_rad**2


def _far_rate_log(off: Array, spread: float) -> Array:
    off = np.clip(off, -_RATE_WORST, _RATE_WORST)
    result: Array = np.logaddexp(_normal_log(off, math.hypot(spread, _RATE_MODEL)), _ODD_LOG + _normal_log(off, _RATE_ODD))
    return result


def _loosened(belief: Belief, scene: _Scene) -> Iterator[tuple[float, Belief]]:
    """What stood on a steep ship may have slid, and only down the slope: not at all, a little, or far."""
    slope_mm = scene.clues.slope_mm
    if slope_mm is None or not belief.tags:
        yield 0.0, belief
        return
    lean_rad = math.hypot(*slope_mm) / scene.outlook.rocker.radius_mm
    odds = _SLID_STRUCK if scene.clues.struck else _SLID_STEEP if lean_rad > _SLIPPERY_RAD else _SLID_GENTLE
    yield math.log(odds[0]), belief
    for part, (mean_mm, common_mm, own_mm) in zip(odds[1:], _SLIDES_MM, strict=True):
        yield math.log(part), _slid(belief, slope_mm, (mean_mm, common_mm, own_mm))


def _slid(belief: Belief, slope_mm: tuple[float, float], slide_mm: tuple[float, float, float]) -> Belief:
    """Everybody down the slope: by how much on the mean, how far that may be off for all alike, and for each."""
    mean_mm, common_mm, own_mm = slide_mm
    down = turned(np.array(slope_mm), -belief.yaw_rad)
    way = np.zeros(len(belief.mean))
    for axis in (0, 1):
        way[GLOBALS + 1 + axis :: 3] = belief.mean[GLOBALS::3] * down[axis] / max(float(np.hypot(*down)), 1e-9)
    covariance = belief.covariance + common_mm**2 * np.outer(way, way) + slid_apart(belief, slope_mm, own_mm)
    return replace(belief, mean=belief.mean + mean_mm * way, covariance=covariance)


def _fallen_sets(belief: Belief, clues: Clues, shape: ShipShape) -> tuple[Array, Array]:
    """Rows of what may have fallen (1: this alien did) with their log priors: less up the slope, and either few or most."""
    count = len(belief.tags)
    if not count:
        return np.zeros((1, 0)), np.zeros(1)
    way = _way_down_mm(belief, clues, shape)
    likely = np.argsort(way)[:_MOST_LIKELY]
    rows = np.zeros((1 << len(likely), count))
    rows[:, likely] = (np.arange(len(rows))[:, None] >> np.arange(len(likely))) & 1
    none, reach_mm = (_STRUCK_NONE, _STRUCK_REACH_MM) if clues.struck else (_STEEP_NONE, _STEEP_REACH_MM)
    fallen = rows.sum(axis=1).astype(int)
    easy = -rows @ way / reach_mm
    every = np.bincount(fallen, np.exp(easy))
    so_many = np.log(np.where(fallen, (1.0 - none) * (_EACH_MORE**fallen + _MANY), none))
    return rows, so_many + easy - np.log(every[fallen])


def _way_down_mm(belief: Belief, clues: Clues, shape: ShipShape) -> Array:
    """How far each alien stands from the rim, down the slope."""
    assert clues.slope_mm is not None
    down = turned(np.array(clues.slope_mm), -belief.yaw_rad)
    down = down / max(float(np.hypot(*down)), 1e-9)
    aliens = belief.mean[GLOBALS:].reshape(-1, 3)
    places = aliens[:, 1:] / np.maximum(aliens[:, :1], 0.5)
    along, across = places @ down, places @ np.array([-down[1], down[0]])
    edge = np.sqrt(np.maximum(shape.ring_edges_mm[-1] ** 2 - across**2, 0.0))
    result: Array = np.maximum(edge - along, 0.0)
    return result


def _grown(draft: _Draft, belief: Belief, heard: _Heard | None, outlook: Outlook) -> Candidate:
    hand = draft.hand
    log_weight = draft.log_weight + _rate_log(belief, heard, outlook)
    for tag in hand.placed:
        if tag in belief.tags:
            log_weight -= off_the_ship(belief, tag, outlook.shape)
    if hand.takes:
        return Candidate(log_weight, Happening(hand.placed, draft.gone), belief)
    placed = tuple(t for t in hand.placed if t not in draft.gone)
    own = hand.own_fall or len(placed) < len(hand.placed)
    return Candidate(log_weight, Happening(placed, hand.taken, draft.gone - frozenset(hand.placed), own), belief)


def _heard(window: FreeWindow) -> _Heard | None:
    """None where the stretch adds nothing to what was supposed beforehand."""
    swing = window.swing
    seen, held = swing.rate_spread**-2, swing.rate_held**-2
    held_by_rim = window.on_rim or window.seen.doubt_mm2 > _MAY_REST_MM2
    if held_by_rim or swing.amplitude_mm < _SWUNG_MM or seen - held < 0.1 * held:
        return None
    change = swing.rate_change * seen / (seen - held)
    path = (swing.path_mm - swing.centre_mm) @ swing.axes
    axis = int(np.argmax(path.var(axis=0)))
    supposed = swing.rates_rad_s[axis] / (1.0 + swing.rate_change)
    return _Heard(swing.axes[:, axis], supposed * (1.0 + change), (seen - held) ** -0.5)


def _rate_log(belief: Belief, heard: _Heard | None, outlook: Outlook) -> float:
    """How well the swing's rate fits what would then stand aboard."""
    if heard is None:
        return 0.0
    modes = outlook.rocker.modes(belief.load_g, belief.second_moment(), belief.moment())
    parts = modes.axes.T @ heard.along
    rate = math.sqrt(float(np.square(parts) @ np.square(modes.rates_rad_s)))
    return float(_far_rate_log(np.array(rate / heard.rate_rad_s - 1.0), heard.spread))


def _normal_log(off: Array, spread: float) -> Array:
    result: Array = -0.5 * np.square(off / spread) - math.log(spread)
    return result
