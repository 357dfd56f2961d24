"""What may have happened while a hand was on the ship, and how well each reading explains the free ship afterwards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import ShipShape
from companion.ship.candidate import Bank, Candidate, Happening, Outlook
from companion.ship.caught import Start, caught_starts, starts
from companion.ship.clues import Clues
from companion.ship.inventory import Belief, Newcomer, Observation, Scores, updated_all
from companion.ship.loosening import loosened, open_turns, turn_of, turned_about
from companion.ship.mistaken import LOST, mistaken
from companion.ship.resting import resting_log
from companion.ship.stage import Picks, Sets, Stage
from companion.ship.stories import Story, falls_vague, stories

__all__ = ["expand", "off_the_ship", "prune", "settle"]

_TOUCH_TRUST = 0.9
_TOUCH_FLOOR_MM = 5.0
_TAKEN_FLOOR_MM = 15.0
_FAR_LOG = -8.0
_KEEP = 16
_COPIES = 2
_KEEP_VAGUE = 24
_PER_STORY = 6
_WORST = 14.0
_WORST_SETTLED = 9.0


_Draft = tuple[float, Belief, Happening, float]


def expand(bank: Bank, seen: Observation, clues: Clues, outlook: Outlook, tag: int) -> Bank:
    """All readings of an episode over all hypotheses, best first, normalised; new aliens get tags from `tag` on.

    Empty when a hand that still rests on the ship explains it better.
    """
    drafts = sorted(_drafts(starts(bank, clues), seen, outlook, tag), key=lambda d: -d[0])
    if _still_held(drafts, bank, seen, clues, outlook):
        return ()
    lying = _drafts(caught_starts(bank, seen, clues, outlook), seen, outlook, tag)
    drafts = sorted([*drafts, *lying], key=lambda d: -d[0])
    if not drafts or drafts[0][3] > LOST or _unheard(drafts[0][2], clues):
        drafts = sorted([*drafts, *_found_mistaken(bank, seen, clues, outlook, tag)], key=lambda d: -d[0])
    best = drafts[0][0] if drafts else 0.0
    most = _KEEP_VAGUE if falls_vague(clues) else _KEEP
    most += open_turns((parent.belief for parent in bank), clues) - 1
    return prune(_grown([d for d in _various(drafts, most) if d[0] > best - _WORST], seen, outlook), most)


def _various(drafts: Sequence[_Draft], most: int) -> list[_Draft]:
    """The best of them, but of one happening on a ship that stands alike only the best few: they tell the same again."""
    chosen: list[_Draft] = []
    copies: Counter[tuple[Happening, tuple[int, ...], int]] = Counter()
    for draft in drafts:
        account = draft[2], draft[1].tags, turn_of(draft[1])
        copies[account] += 1
        if copies[account] <= _COPIES:
            chosen.append(draft)
        if len(chosen) == most:
            break
    return chosen


def _found_mistaken(bank: Bank, seen: Observation, clues: Clues, outlook: Outlook, tag: int) -> Iterator[_Draft]:
    """Nothing explains what is seen: the same stories told of accounts that had one alien too few or too many."""
    for log_weight, belief, happening, off in _drafts(starts(mistaken(bank, outlook, tag), clues), seen, outlook, tag):
        yield log_weight, belief, replace(happening, mistaken=True), off


def _still_held(drafts: Sequence[_Draft], bank: Bank, seen: Observation, clues: Clues, outlook: Outlook) -> bool:
    held = np.logaddexp.reduce([c.log_weight + resting_log(c.belief, seen, clues, outlook.rocker) for c in bank])
    return bool(held > np.logaddexp.reduce([draft[0] for draft in drafts]))


def _unheard(happening: Happening, clues: Clues) -> bool:
    """Whether one came and others fell unseen: so it looks where the ship was believed otherwise than it is."""
    seen = clues.drops + clues.slipped
    steep = clues.slope_mm is not None and not falls_vague(clues)
    return steep and bool(happening.placed) and len(happening.fallen) > seen


def prune(candidates: Sequence[Candidate], most: int) -> Bank:
    """Normalised, best first, the hopeless dropped."""
    if not candidates:
        return ()
    best = max(c.log_weight for c in candidates)
    kept = sorted((c for c in candidates if c.log_weight > best - _WORST), key=lambda c: -c.log_weight)[:most]
    total = math.log(sum(math.exp(c.log_weight - best) for c in kept)) + best
    return tuple(replace(c, log_weight=c.log_weight - total) for c in kept)


def settle(bank: Bank, most: int) -> Bank:
    """The bank once an episode is over: accounts of the same aliens, as many on the plate, on a ship turned alike become one.

    The unlikely go: `most` are kept, and one more for each further turn that is open.
    """
    merged: dict[tuple[tuple[int, ...], int, int], Candidate] = {}
    for candidate in bank:
        belief = candidate.belief
        account = belief.tags, turn_of(belief), len(belief.litter)
        known = merged.get(account)
        if known is None:
            merged[account] = candidate
        else:
            weight = float(np.logaddexp(known.log_weight, candidate.log_weight))
            merged[account] = replace(known, log_weight=weight)
    most += len({turn for _, turn, _ in merged}) - 1
    kept = sorted(merged.values(), key=lambda c: -c.log_weight)[:most]
    return prune([c for c in kept if c.log_weight > kept[0].log_weight - _WORST_SETTLED], most)


@dataclass(frozen=True, slots=True)
class _Prospect:
    """A story told of one account, with its log prior: which sets of aliens it may leave aboard, and where their scores are."""

    start: Start
    log_prior: float
    story: Story
    stage: Stage
    picks: Picks
    rows: slice


def _drafts(begun: Iterable[Start], seen: Observation, outlook: Outlook, tag: int) -> Iterator[_Draft]:
    sets = Sets()
    prospects = [p for start in begun for p in _prospects(start, seen, outlook, (tag, sets))]
    if not prospects:
        return
    scores = sets.scores(outlook.rocker, seen)
    highest = sets.highest(scores)
    tops = [p.log_prior + highest[p.rows.start] - math.log(len(p.picks)) for p in prospects]
    best = -math.inf
    for index in np.argsort(np.negative(tops)):
        if tops[index] < best - _WORST:
            return
        for draft in _partings(prospects[index], scores, tag):
            best = max(best, draft[0])
            if draft[0] < best - _WORST:
                break  # the next ones are no likelier
            yield draft


def _prospects(start: Start, seen: Observation, outlook: Outlook, naming: tuple[int, Sets]) -> Iterator[_Prospect]:
    """Every story from that start; `naming`: tags for new aliens count from there, sets of aliens are gathered there."""
    belief, clues = start.belief, start.clues
    gained = (seen.weight_g - outlook.rocker.ship_g - float(belief.mean[0]) - belief.load_g) / outlook.alien_g
    loose_accounts = tuple(loosened(belief, clues))
    stages: dict[tuple[int, tuple[Newcomer, ...]], Stage] = {}
    tag, sets = naming
    for story in stories(gained, len(belief.tags), clues):
        if start.own_caught and story.own_fall:
            continue
        swept = turned_about(belief, seen, clues) if story.idle else ()
        arrivals = tuple(_arrivals(story, clues, outlook))
        for index, (loose_log, loose) in enumerate((*loose_accounts, *swept)):
            for place_log, newcomers in arrivals:
                if (index, newcomers) not in stages:
                    stages[index, newcomers] = Stage(loose, newcomers, tag)
                stage = stages[index, newcomers]
                log_prior = start.log_weight + story.log_prior + loose_log + place_log
                yield _Prospect(start, log_prior, story, stage, *stage.without(story.taken + story.fallen, sets))


def _arrivals(story: Story, clues: Clues, outlook: Outlook) -> Iterator[tuple[float, tuple[Newcomer, ...]]]:
    """What was put down: where the hand was felt, or (less probably) anywhere.

    A hand that took one as well was felt at two places: that says nothing.
    """
    anywhere = Newcomer(outlook.alien_g, outlook.alien_spread_g)
    felt = clues.touch if story.placed == 1 and not story.taken else None
    yield (math.log(1.0 - _TOUCH_TRUST) if felt else 0.0), (anywhere,) * story.placed
    if felt is not None:
        reach = max(2.5 * felt.spread_mm, _TOUCH_FLOOR_MM)
        yield math.log(_TOUCH_TRUST), (replace(anywhere, xy_mm=felt.xy_mm, reach_mm=reach, yaw_share=1.0),)


def _partings(prospect: _Prospect, scores: Scores, tag: int) -> Iterator[_Draft]:
    """The likeliest sets of aliens that left, each with its log weight."""
    story, picks, belief, clues = prospect.story, prospect.picks, prospect.stage.belief, prospect.start.clues
    fits = scores.log_likelihood[prospect.rows] - math.log(len(picks))
    off = scores.distance[prospect.rows]
    near = _near_hand(belief, clues) if story.taken else {}
    if story.taken == 1 and not story.placed:
        fits = fits + np.array([max(near[i] for i in pick) for pick in picks])
    for index in np.argsort(-fits)[:_PER_STORY]:
        left = sorted(picks[int(index)], key=lambda i: -near.get(i, 0.0))
        happening = _happening(prospect, [belief.tags[i] for i in left], tag)
        yield prospect.log_prior + float(fits[index]), belief, happening, float(off[index])


def _near_hand(belief: Belief, clues: Clues) -> dict[int, float]:
    """Log odds of each alien being the one the hand took."""
    if clues.touch is None:
        return dict.fromkeys(range(len(belief.tags)), 0.0)
    spread = max(2.0 * clues.touch.spread_mm, _TAKEN_FLOOR_MM)
    logs, yaw_spread_rad = {}, math.sqrt(belief.covariance[3, 3])
    for i, there in enumerate(belief.standing()):
        place_mm2 = 0.5 * (there.spread_mm[0] ** 2 + there.spread_mm[1] ** 2)
        doubt_mm2 = spread**2 + place_mm2 + (yaw_spread_rad * math.hypot(*there.xy_mm)) ** 2
        apart_mm2 = math.dist(there.xy_mm, clues.touch.xy_mm) ** 2
        logs[i] = max(-0.5 * apart_mm2 / doubt_mm2 - math.log1p(place_mm2 / spread**2), _FAR_LOG)
    return logs


def _happening(prospect: _Prospect, left: list[int], tag: int) -> Happening:
    story, start = prospect.story, prospect.start
    return Happening(
        placed=tuple(range(tag, tag + story.placed)),
        taken=frozenset(left[: story.taken]),
        fallen=frozenset(left[story.taken :]) | start.caught,
        own_fall=story.own_fall or start.own_caught,
    )


def _grown(drafts: Sequence[_Draft], seen: Observation, outlook: Outlook) -> list[Candidate]:
    """The drafts as accounts that have taken the measurement up."""
    left = [wider.without(happening.taken | happening.fallen) for _, wider, happening, _ in drafts]
    grown = []
    for draft, belief in zip(drafts, updated_all(left, outlook.rocker, seen), strict=True):
        log_weight, _, happening, off = draft
        log_weight -= sum(off_the_ship(belief, tag, outlook.shape) for tag in happening.placed)
        grown.append(Candidate(log_weight, happening, belief, off))
    return grown


def off_the_ship(belief: Belief, tag: int, shape: ShipShape) -> float:
    """Penalty for an alien that would stand outside the rings."""
    there = belief.where(tag)
    radius = math.hypot(*there.xy_mm)
    inner, outer = shape.ring_edges_mm[0], shape.ring_edges_mm[-1]
    beyond = max(radius - outer, inner - radius, 0.0)
    return 0.5 * (beyond / max(2.0, there.spread_mm[0])) ** 2
