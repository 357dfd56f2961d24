"""The sense of weight at work: samples in, what was felt out.

The tracker is always in one `Phase`. FREE: the ship swings or rests by itself and its motion is as predicted. TOUCHED:
something acts on it; the newest stretch is tried again and again until it is a free swing, then read and called. ABSENT:
the ship is off the plate. The readings of every episode stay open until the next contact, when the best stretch decides.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.events import Felt, Lifted, Live, Noted, Placed, Sample, ShipShape, Spot
from companion.ship.calibration import Calibration
from companion.ship.calls import Verdict, judge
from companion.ship.drops import Drop, sharp_drops
from companion.ship.grid import Block, Gridder
from companion.ship.hypotheses import Bank, Candidate, Clues, Happening, Outlook, expand, settle
from companion.ship.inventory import Belief, Observation, Standing, start_belief
from companion.ship.mechanics import Array
from companion.ship.swing import Looseness
from companion.ship.touch import touch_point
from companion.ship.trail import Trail
from companion.ship.window import FreeWindow, fit_window, modes_of, settled_from

__all__ = ["Phase", "Tracker"]

_FIRST_LOOK_S = 0.42
_SURE_S = 0.5
_LOOK_EVERY_S = 0.09
_WATCH_EVERY_S = 0.08
_LAST_LOOK_S = 0.95
_SURE = 0.985
_BEST_S = 2.4
_WATCH_S = 1.0
_TAIL_S = 0.06
_BEFORE_S = 0.12
_AFTER_S = 0.15
_STEEP_RAD = 0.17
_DROP_LOG = -6.0
_SLOW_DROP_LOG = -1.5


class Phase(enum.Enum):
    """What the ship is doing."""

    FREE = "free"
    TOUCHED = "touched"
    ABSENT = "absent"


@dataclass(slots=True)
class Episode:
    """One time that something acted on the ship: when, what was seen meanwhile, and the best free stretch after it."""

    start_s: float
    tag: int
    lifted: bool = False
    free_from_s: float = 0.0
    best: FreeWindow | None = None
    called: Verdict | None = None
    guess: Belief | None = None
    looked_s: float = -math.inf
    clues: Clues = field(default_factory=Clues)
    drops: tuple[Drop, ...] = ()

    def keep_better(self, window: FreeWindow) -> None:
        """Replace the best stretch by one that tells more."""
        if self.best is None or np.trace(window.seen.covariance[1:, 1:]) < np.trace(self.best.seen.covariance[1:, 1:]):
            self.best = window

    def times(self, free_from_s: float) -> tuple[float, float]:
        """Release and fall: without falls the ship is free from the release on, with falls the hand left about then."""
        if not self.drops:
            return free_from_s, free_from_s
        return min(self.drops[-1].t_s, free_from_s), self.drops[-1].t_s


class Tracker:
    """Feed it samples; it returns what was felt, and keeps the inventory."""

    def __init__(
        self,
        shape: ShipShape,
        cells_mm: tuple[tuple[float, float], ...],
        calibration: Calibration,
        *,
        sps: float = 80.0,
        standing: tuple[Spot, ...] = (),
        memory: Mapping[str, Any] | None = None,
    ) -> None:
        self._shape = shape
        self._calibration = calibration
        self._grid = Gridder(len(cells_mm), sps)
        self._trail = Trail(sps)
        self._period_s = 1.0 / sps
        self._still_mm = max(6.0 * calibration.fit_mm, 0.1) + 0.5 * calibration.rocker.dead_band_mm
        self._outlook = Outlook(calibration.rocker, shape, calibration.alien_g, 0.06 * calibration.alien_g)
        belief = start_belief(calibration.foot_mm, calibration.yaw_rad)
        self._bank: Bank = (Candidate(0.0, Happening(), belief),)
        self._labels: dict[int, Spot] = {}
        self._next_tag = 0
        self._phase = Phase.TOUCHED
        self._episode = Episode(-math.inf, 0)
        self._now_s = 0.0
        self._out: list[Felt | Noted] = []

    def feed(self, sample: Sample) -> list[Felt | Noted]:
        """What this sample lets be said; calls are final."""
        block = self._grid.feed(sample)
        if block is None:
            return []
        self._out = []
        self._take(block)
        return self._out

    @property
    def phase(self) -> Phase:
        """What the ship is doing now."""
        return self._phase

    @property
    def belief(self) -> Belief:
        """The most probable account of the evening."""
        called = self._episode.called
        return called.best.belief if called else self._bank[0].belief

    @property
    def inventory(self) -> tuple[Standing, ...]:
        """The aliens believed to stand aboard."""
        return self.belief.standing()

    def memory(self) -> dict[str, Any]:
        """What is needed to go on after a restart."""
        return {}

    @property
    def live(self) -> Live:
        """The ship at this instant."""
        t, weight, c = self._trail.last(1)
        state = "absent" if self._phase is Phase.ABSENT else "touched" if self._phase is Phase.TOUCHED else "resting"
        cop = (float(c[0, 0]), float(c[0, 1])) if len(t) else (0.0, 0.0)
        return Live(self._now_s, state, float(weight[0]) - self._calibration.rocker.ship_g if len(t) else 0.0, cop, (0.0, 0.0))

    def _take(self, block: Block) -> None:
        self._now_s = block.now_s
        if not len(block.t_s):
            return
        weight, moment = self._calibration.loads(block.counts)
        safe = np.where(weight > 0.3 * self._calibration.rocker.ship_g, weight, np.inf)
        self._trail.append(block.t_s, weight, moment / safe[:, None])
        gone = bool(weight[-1] < 0.5 * self._calibration.rocker.ship_g)
        if self._phase is Phase.ABSENT:
            self._while_absent(gone, float(block.t_s[-1]))
        elif gone:
            self._lifted(float(block.t_s[0]))
        elif self._phase is Phase.FREE:
            self._while_free(float(block.t_s[-1]))
        else:
            self._while_touched(float(block.t_s[-1]))

    # -- off the plate

    def _lifted(self, t_s: float) -> None:
        self._close_episode()
        self._phase = Phase.ABSENT
        self._say(Lifted(self._now_s, t_s, down=False))

    def _while_absent(self, gone: bool, t_s: float) -> None:  # noqa: FBT001 - the reading itself
        if gone:
            return
        self._open_episode(t_s, lifted=True)
        self._say(Lifted(self._now_s, t_s, down=True))

    # -- free

    def _while_free(self, t_s: float) -> None:
        if t_s - self._episode.looked_s < _WATCH_EVERY_S:
            return
        self._episode.looked_s = t_s
        start = max(self._episode.free_from_s, t_s - _WATCH_S) if t_s - self._episode.free_from_s > _BEST_S else self._episode.free_from_s
        rows = self._trail.since(start)
        if len(rows[0]) < 6:
            return
        window = fit_window(rows, modes_of(self.belief, self._calibration), self._calibration, self._looseness())
        if self._disturbed(window, rows):
            self._contact(t_s)
            return
        if window.free and t_s - self._episode.free_from_s <= _BEST_S:
            self._episode.keep_better(window)

    def _disturbed(self, window: FreeWindow, rows: tuple[Array, Array, Array]) -> bool:
        tail = max(2, round(_TAIL_S / self._period_s)) if self._period_s < 0.05 else 1
        fitted = len(window.plain_g)
        calibration = self._calibration
        ripple_g = float(np.abs(rows[1][:fitted] - window.plain_g).max())
        if fitted < len(rows[0]):
            off = rows[2][-tail:] - np.median(rows[2][fitted:], axis=0)
            weight = rows[1][fitted:]
        else:
            off = rows[2][-tail:] - window.swing.path_mm[-tail:]
            weight = window.plain_g
        shift = float(np.hypot(*off.mean(axis=0)))
        step = abs(float(weight[-tail:].mean() - np.median(weight[:-tail] if len(weight) > 2 * tail else window.plain_g)))
        limit_g = max(0.3, 5.0 * calibration.noise_g / math.sqrt(tail)) + 0.1 * ripple_g
        return step > limit_g or shift > self._still_mm + 0.01 * window.swing.amplitude_mm

    def _contact(self, t_s: float) -> None:
        self._close_episode()
        self._open_episode(t_s - 3 * _TAIL_S)

    # -- episodes

    def _open_episode(self, t_s: float, *, lifted: bool = False) -> None:
        self._phase = Phase.TOUCHED
        self._episode = Episode(t_s, self._next_tag, lifted=lifted, free_from_s=t_s)

    def _close_episode(self) -> None:
        """The next contact has begun: the best stretch decides what the last one was."""
        episode = self._episode
        if episode.best is not None:
            self._bank = settle(self._expand(episode.best.seen))
            called = episode.called.best.happening if episode.called else Happening()
            for candidate in self._bank:
                for tag in candidate.happening.placed:
                    if tag not in self._labels:
                        there = candidate.belief.where(tag)
                        self._labels[tag] = self._shape.spot_at(*there.xy_mm)
            if self._bank and self._bank[0].happening.signature != called.signature:
                self._say(Noted(self._now_s, "doubt", {"signature": list(self._bank[0].happening.signature)}))
            self._next_tag += 3
        elif episode.lifted:
            self._bank = tuple(self._bank)

    def _expand(self, seen: Observation) -> Bank:
        return expand(self._bank, seen, self._episode.clues, self._outlook, self._episode.tag)

    def _while_touched(self, t_s: float) -> None:
        episode = self._episode
        episode.free_from_s = max(episode.free_from_s, self._last_jolt(t_s))
        length = t_s - episode.free_from_s
        if length < _FIRST_LOOK_S or t_s - episode.looked_s < _LOOK_EVERY_S:
            return
        rows = self._trail.since(episode.free_from_s)
        if len(rows[0]) < 7:
            return
        episode.looked_s = t_s
        window = self._fit(rows, episode.guess)
        settled = settled_from(window, self._calibration.noise_g)
        if not window.free:
            episode.free_from_s += 0.25 * length
        elif settled > window.from_s:
            episode.free_from_s = settled
        else:
            self._look(window)

    def _fit(self, rows: tuple[Array, Array, Array], guess: Belief | None) -> FreeWindow:
        """Fit with the modes of the best guess at what stands aboard; without one the rate is held loosely."""
        if guess is None:
            return fit_window(rows, modes_of(self.belief, self._calibration), self._calibration, Looseness(rate=0.02))
        return fit_window(rows, modes_of(guess, self._calibration), self._calibration, self._looseness())

    def _look(self, window: FreeWindow) -> None:
        """A free stretch: read it, and call when sure or when time is up."""
        episode = self._episode
        self._gather_clues()
        bank = self._expand(window.seen)
        if not bank:
            episode.free_from_s += 0.25 * window.length_s
            return
        first = episode.guess is None
        episode.guess = bank[0].belief
        if first:
            window = self._fit(self._trail.since(episode.free_from_s), episode.guess)
            bank = self._expand(window.seen)
        verdict = judge(bank, self._labels, self._shape, self._now_s, *episode.times(window.from_s))
        if window.length_s >= _LAST_LOOK_S or (window.length_s >= _SURE_S and verdict.surest > _SURE):
            episode.best = window
            self._call(verdict)

    def _call(self, verdict: Verdict) -> None:
        self._episode.called = verdict
        self._phase = Phase.FREE
        for call in verdict.calls:
            self._say(call)
        placed = [c for c in verdict.calls if isinstance(c, Placed)]
        for tag, call in zip(verdict.best.happening.placed, placed, strict=False):
            self._labels[tag] = call.spot

    def _looseness(self) -> Looseness:
        return Looseness(rate=0.004)

    def _last_jolt(self, t_s: float) -> float:
        """The last instant at which the weight was clearly not yet what it is now."""
        times, weight, c = self._trail.since(t_s - 1.2)
        if len(times) < 8:
            return -math.inf
        tail = max(3, round(0.2 / self._period_s)) if self._period_s < 0.05 else 3
        now = float(np.median(weight[-tail:]))
        off = np.abs(weight - now) > 1.2 + 6 * self._calibration.noise_g
        bad = np.flatnonzero(off)
        return float(times[bad[-1]]) + self._period_s if len(bad) else -math.inf

    def _gather_clues(self) -> None:
        """What the touched stretch shows: falls, how far the ship leaned, where the hand was."""
        episode, belief = self._episode, self._bank[0].belief
        rows = self._trail.between(episode.start_s - _BEFORE_S, episode.free_from_s + _AFTER_S)
        drops = sharp_drops(rows[0], rows[1], self._calibration.alien_g, 1.0 / self._period_s)
        episode.drops = drops
        until = min([d.t_s for d in drops] + [episode.free_from_s + self._period_s]) - self._period_s
        touch = None
        if not episode.lifted and belief is not None:
            held = self._trail.between(episode.start_s, until)
            touch = touch_point(held, belief, self._calibration, 1.0 / self._period_s)
        shift = rows[2] - belief.mean[1:3]
        sizes = np.hypot(shift[:, 0], shift[:, 1])
        far = int(np.argmax(sizes)) if len(sizes) else 0
        steep = len(sizes) > 0 and sizes[far] > _STEEP_RAD * self._calibration.rocker.radius_mm
        slope = (float(shift[far, 0]), float(shift[far, 1])) if steep else None
        cost = _DROP_LOG if self._period_s < 0.05 else _SLOW_DROP_LOG
        episode.clues = Clues(sum(d.count for d in drops), cost, slope, episode.lifted, touch)

    def _say(self, felt: Felt | Noted) -> None:
        self._out.append(felt)


