"""The sense of weight at work: samples in, what was felt out.

The tracker is always in one `Phase`. FREE: the ship swings or rests by itself and its motion is as predicted. TOUCHED:
something acts on it; the newest stretch is tried again and again until it is a free swing, then read and called. ABSENT:
the ship is off the plate. BLIND: too few cells are left to weigh it. The readings of every episode stay open until the next
contact, when the best stretch decides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.events import Felt, Lifted, Live, Noted, Placed, Sample, ShipShape, Spot
from companion.ship.account import Account
from companion.ship.between import quiet_between, tells
from companion.ship.calibration import Calibration
from companion.ship.calls import Verdict, asking, judge
from companion.ship.candidate import Bank, Happening, Outlook, certain
from companion.ship.dots import dot_watch
from companion.ship.episode import Episode, forget_before_knocks, last_jolt_s
from companion.ship.footing import footing, looseness
from companion.ship.grid import Block, Gridder
from companion.ship.habit import habit_of
from companion.ship.hypotheses import settle
from companion.ship.inventory import Belief, Standing, start_belief
from companion.ship.leans import RimWatch, gather
from companion.ship.leanwatch import LeanWatch
from companion.ship.live import live_state
from companion.ship.loosening import LIFTED_MM
from companion.ship.mechanics import Rocker, Rows
from companion.ship.memory import Keeper, Learner, Memory, standing_belief
from companion.ship.missing import Plate, doubted
from companion.ship.pace import FIRST_LOOK_S, pace_of
from companion.ship.phase import Phase
from companion.ship.ring import RingWatch
from companion.ship.trail import Trail
from companion.ship.unweighed import expand_unweighed
from companion.ship.watch import disturbed, without_tail
from companion.ship.window import FreeWindow, settled_from

__all__ = ["Phase", "Tracker"]

_REST_S, _SURE = 0.25, 0.985
_STRAY_S, _STRAYS = 0.1, 4
_BEST_S, _WATCH_S, _CONTACT_S = 2.4, 1.0, 0.18
_PUZZLED_S, _LEAST_ROWS, _TURNED_DEG = 2.0, 7, 4.0


class Tracker:
    """Feed it samples; it returns what was felt, and keeps the inventory. `reading` is the stretch its newest calls rest on."""

    def __init__(
        self,
        shape: ShipShape,
        cells_mm: Sequence[tuple[float, float]],
        calibration: Calibration,
        *,
        sps: float = 80.0,
        standing: Sequence[Spot] | None = None,
        memory: Mapping[str, Any] | None = None,
    ) -> None:
        """`standing` is what the table believes aboard; without it, whatever `memory` says."""
        self._shape = shape
        self._calibration = calibration
        self._grid = Gridder(len(cells_mm), sps, calibration.jump_counts, calibration.noise_of_cells)
        self._plate = Plate(calibration, sps)
        self._trail = Trail(sps, calibration.lag_g_s_mm)
        self._lean = LeanWatch(sps, calibration.level, calibration.noise_mm)
        self._pace = pace_of(sps, weighs=calibration.weighs, levelled=calibration.level is not None)
        spread_g = self._pace.alien_spread * calibration.alien_g
        self._outlook = Outlook(calibration.rocker, shape, calibration.alien_g, spread_g)
        belief = start_belief(calibration.foot_mm, calibration.yaw_rad)
        belief, labels = standing_belief(belief, standing or (), shape, calibration.alien_g)
        self._account = Account((certain(belief),), labels, len(labels))
        self._out, self._begun_empty = list[Felt | Noted](), False
        self._now_s, self._phase = 0.0, Phase.TOUCHED
        self._missing, self._gone_s, self._unsound = frozenset[int](), -math.inf, False
        self._rim_watch, self._habit = RimWatch(), habit_of(shape, calibration)
        self._ring, self._dots = RingWatch(), dot_watch(calibration.dots_mm, shape, self._pace.ask_below)
        learners: dict[str, Learner] = {"ring": self._ring, "rim": self._rim_watch, "habit": self._habit}
        self._keeper, lifted = Keeper(calibration, shape, learners), False
        if memory is not None:
            known = self._keeper.read(memory, standing)
            self._account, self._unsound, lifted = known.account, known.unsound, known.lifted
            self._learn(known.rocker)
        self._episode = Episode(-math.inf, self._account.next_tag, first=True, lifted=lifted)
        self.reading: FreeWindow | None = None

    def feed(self, sample: Sample) -> list[Felt | Noted]:
        """What this sample lets be said; calls are final."""
        self._out = []
        if (block := self._grid.feed(sample)) is not None:
            self._take(block)
        return self._out

    @property
    def phase(self) -> Phase:
        """What the ship is doing now."""
        return self._phase

    @property
    def calibration(self) -> Calibration:
        """The calibration with what the evening has taught since."""
        return self._calibration

    @property
    def belief(self) -> Belief:
        """The most probable account of the evening."""
        return called.best.belief if (called := self._episode.called) else self._account.bank[0].belief

    @property
    def inventory(self) -> tuple[Standing, ...]:
        """The aliens believed to stand aboard."""
        return self.belief.standing()

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The spots of the aliens aboard as they were called, with where they are now believed to stand."""
        return self._account.spots(self.belief, self._shape)

    def begin_empty(self) -> None:
        """The game begins on a ship that was watched and stands empty: what comes first was seen."""
        self._begun_empty = True

    def stand(self, spots: Sequence[Spot]) -> None:
        """The table says what stands aboard: believe that from now on."""
        self._close_episode()
        empty = self.belief.without(frozenset(self.belief.tags))
        tag = max([self._account.next_tag, *(t + 1 for t in self.belief.tags)])
        belief, labels = standing_belief(empty, spots, self._shape, self._calibration.alien_g, tag)
        self._account = Account((certain(belief),), labels, tag + len(labels))
        self._open_episode(self._now_s)
        self._episode.first, self._begun_empty, self._unsound = True, False, False

    @property
    def trail(self) -> Trail:
        """The last seconds of weight and centre of pressure, as they were read."""
        return self._trail

    @property
    def live(self) -> Live:
        """The ship at this instant."""
        return live_state(self._now_s, self._phase.value, self._trail, self.belief, self._calibration)

    def memory(self) -> dict[str, Any]:
        """What is needed to go on after a restart, as JSON."""
        episode, bank = self._episode, self._account.bank
        if episode.called and episode.best:
            bank = self._settled(episode.best)
        lifted = self._phase is Phase.ABSENT or (episode.lifted and episode.called is None)
        account = self._account.decided(bank, self._shape)
        return self._keeper.write(Memory(account, self._calibration.rocker, lifted, self._unsound))

    def _take(self, block: Block) -> None:
        self._now_s = block.now_s
        if (note := self._lean.take(block)) is not None:
            self._say(note)
        loads = self._plate.loads(block)
        if self._plate.missing != self._missing:
            self._change_cells()
        if loads is None or not len(block.t_s):
            return
        ship_g = self._calibration.rocker.ship_g
        weight, moment = loads
        safe = np.where(weight > 0.3 * ship_g, weight, np.inf)
        self._trail.append(block.t_s, weight, moment / safe[:, None])
        gone = bool(weight[-1] < 0.5 * ship_g)
        t_s = float(block.t_s[-1])
        if self._phase is Phase.ABSENT:
            if not gone:
                self._put_back(t_s)
        elif gone:
            self._lift(float(block.t_s[0]))
        elif self._phase is Phase.FREE:
            self._while_free(t_s)
        elif not self._jolted(t_s):
            self._while_touched(t_s)

    def _change_cells(self) -> None:
        self._missing = self._plate.missing
        self._say(self._plate.note(self._now_s))
        self._calibration = self._plate.calibration(self._calibration)
        self._trail.forget(self._now_s - self._plate.late_s, self._calibration.lag_g_s_mm)
        begun_s = self._gone_s if self._phase is Phase.ABSENT else self._episode.start_s
        anew = self._phase in (Phase.BLIND, Phase.FREE) or self._now_s - begun_s < 2.0 * self._plate.late_s
        if self._phase in (Phase.FREE, Phase.TOUCHED) and (anew or not self._plate.weighs):
            self._close_episode()
        if not self._plate.weighs:
            self._phase = Phase.BLIND
        elif anew:
            self._begin_anew(self._phase)
        self._account.bank = doubted(self._account.bank)

    def _begin_anew(self, was: Phase) -> None:
        if was is Phase.ABSENT:
            self._say(Lifted(self._now_s, self._now_s, down=True))
        self._open_episode(self._now_s)
        if was is Phase.BLIND:
            self._episode.first, self._begun_empty, self._unsound = True, False, True

    def _lift(self, t_s: float) -> None:
        self._close_episode()
        self._phase, self._gone_s = Phase.ABSENT, self._now_s
        self._say(Lifted(self._now_s, t_s, down=False))

    def _put_back(self, t_s: float) -> None:
        self._open_episode(t_s, lifted=True)
        self._say(Lifted(self._now_s, t_s, down=True))

    # -- free

    def _while_free(self, t_s: float) -> None:
        episode = self._episode
        if t_s - episode.looked_s < self._pace.watch_every_s:
            return
        episode.looked_s = t_s
        lately = t_s - episode.free_from_s <= _BEST_S
        rows = self._trail.since(episode.free_from_s if lately else t_s - _WATCH_S)
        if len(rows[0]) < _LEAST_ROWS:
            return
        window = self._fit(rows, self.belief)
        if disturbed(window, rows, self._calibration, self._trail.sps):
            self._close_episode()
            self._open_episode(t_s - _CONTACT_S)
        elif window.free and lately:
            episode.keep_better(window)
        elif episode.best is not None and self._dots.due(episode, t_s):
            self._out += self._dots.look(self._settled(episode.best), self._now_s)

    # -- episodes

    def _open_episode(self, t_s: float, *, lifted: bool = False) -> None:
        self._phase = Phase.TOUCHED
        self._episode = Episode(t_s, self._account.next_tag, lifted=lifted, free_from_s=t_s)

    def _close_episode(self) -> None:
        """The next contact has begun: the best stretch decides what the last one was."""
        episode, account = self._episode, self._account
        bank = self._settled(episode.best) if episode.best else ()
        if not bank or episode.best is None:
            return
        called = episode.called.best.happening if episode.called else Happening()
        if bank[0].happening.signature != called.signature:
            self._say(Noted(self._now_s, "doubt", {"signature": list(bank[0].happening.signature)}))
        bank, notes = self._dots.closed(account.bank, bank, self._now_s)
        self._lean.follow(episode.best, account.bank[0].belief, bank[0].belief)
        self._account = account.decided(bank, self._shape)
        rocker, self._account.bank, said = self._ring.follow(episode.best, bank, self._calibration, self._now_s)
        self._learn(rocker, notes + said)
        self._habit.learn(bank)

    def _expand(self, window: FreeWindow) -> Bank:
        episode = self._episode
        clues = replace(episode.clues, on_rim=window.on_rim, unseen=episode.first, waited=episode.puzzled)
        if not self._calibration.weighs:
            window, clues = self._rim_watch.doubted(window, clues, self.belief.mean[1:3], self._calibration)
            return expand_unweighed(self._account.bank, window, clues, self._outlook, self._episode.tag)
        return self._lean.expand(self._account.bank, window.seen, clues, self._outlook, self._episode.tag)

    def _settled(self, window: FreeWindow) -> Bank:
        return settle(self._expand(window), self._pace.accounts)

    # -- touched

    def _while_touched(self, t_s: float) -> None:
        episode = self._episode
        if not self._begun_empty:
            episode.free_from_s = max(episode.free_from_s, self._trail.begun_s)
        length = t_s - episode.free_from_s
        if length < FIRST_LOOK_S or t_s - episode.looked_s < self._pace.look_every_s:
            return
        rows = self._trail.since(episode.free_from_s)
        if len(rows[0]) < _LEAST_ROWS:
            return
        episode.looked_s = t_s
        window = self._fit(rows, episode.guess)
        settled = settled_from(window, self._calibration)
        belief = self._account.bank[0].belief
        forget_before_knocks(episode, self._trail, belief, self._calibration)
        if (rest := self._lean.rest(rows, window, episode.promising, belief, self._calibration)) is not None:
            if rest[0][-1] - rest[0][0] < _REST_S:
                return
            window = replace(self._fit(rest, episode.guess), from_s=(episode.promising or window).from_s)
            settled, length = window.from_s, window.length_s
        if not window.free and episode.promising is not None:
            self._interrupted(episode.promising)
        elif not window.free:
            episode.free_from_s += 0.25 * min(length, _PUZZLED_S)
        elif settled > window.from_s:
            episode.free_from_s = settled
        elif length >= self._pace.read_s:
            self._look(rows, window)

    def _look(self, rows: Rows, whole: FreeWindow) -> None:
        """A free stretch: read it, and call when sure or when time is up."""
        episode, belief = self._episode, self._account.bank[0].belief
        clear = whole if self._calibration.weighs else without_tail(rows, whole, episode, self._trail, self._fit)
        if clear is None:
            return
        touched = self._trail.since(episode.start_s)
        self._learn(*self._rim_watch.learn(rows, touched, belief, self._calibration, self._shape, self._now_s))
        window, bank = self._read(clear)
        if not bank:
            self._puzzle(window)
            return
        episode.guess, episode.promising = bank[0].belief, window
        if window.stray and not window.on_rim and episode.strayed < _STRAYS:
            episode.strayed += 1
            episode.free_from_s = window.from_s + _STRAY_S
            return
        verdict = self._judge(bank, window)
        sure = window.length_s >= self._pace.sure_s and verdict.surest > _SURE and not episode.first
        if sure or window.length_s >= self._pace.last_s:
            episode.best = window
            self._call(verdict)

    def _read(self, window: FreeWindow) -> tuple[FreeWindow, Bank]:
        """What a free stretch says; the first of an episode is fitted again by what it says itself."""
        gather(self._episode, self._trail, self._account.bank[0].belief, self._calibration, window)
        bank = self._expand(window)
        if bank and self._episode.guess is None:
            window = self._fit(self._trail.between(window.from_s, window.to_s), bank[0].belief)
            bank = self._expand(window) or bank
        return window, bank

    def _jolted(self, t_s: float) -> bool:
        """Whether the next hand has come already. What was read as free is not put later for the ripple of its own swing."""
        episode = self._episode
        if episode.promising is not None and not episode.clues.drops:
            return False
        jolt_s = last_jolt_s(self._trail, t_s, self._calibration.noise_g)
        if (window := quiet_between(episode, self._trail, jolt_s, self._calibration, self._fit)) is not None:
            window, bank = self._read(window)
            if tells(window, bank) and self._judge(bank, window).surest > _SURE:
                self._interrupted(window)
                return True
        episode.free_from_s = max(episode.free_from_s, jolt_s)
        return False

    def _judge(self, bank: Bank, window: FreeWindow) -> Verdict:
        times_s = self._episode.times_s(window.from_s)
        return judge(bank, self._account.labels, self._shape, self._now_s, times_s, self._pace.ask_below, self._habit.rings)

    def _interrupted(self, window: FreeWindow) -> None:
        """The next contact came before the call was sure: call what the free stretch between them says."""
        if bank := self._expand(window):
            self._episode.best = window
            self._call(self._judge(bank, window))
        self._close_episode()
        self._open_episode(window.to_s)

    def _puzzle(self, window: FreeWindow) -> None:
        """Free, but nothing explains it: try a later stretch, and say so when it stays like this."""
        episode = self._episode
        if window.length_s < _PUZZLED_S:
            return
        episode.free_from_s += 0.5 * window.length_s
        if not episode.puzzled:
            episode.puzzled = True
            self._say(self._account.disagreement(self._now_s, window.seen, self._calibration.rocker))

    def _call(self, verdict: Verdict) -> None:
        episode = self._episode
        episode.called = verdict
        self.reading = episode.best
        self._phase = Phase.FREE
        self._unsound &= bool(verdict.calls) or not episode.first
        odd = "pace" if self._ring.suspects(episode.best, len(self.belief.tags)) else ""
        why = "unseen" if self._unsound or (episode.first and not self._begun_empty) else odd
        self._out += (calls := asking(verdict.calls, why) if why else verdict.calls)
        self._dots.called(calls)
        if verdict.best.happening.mistaken and episode.best is not None:
            self._say(self._account.disagreement(self._now_s, episode.best.seen, self._calibration.rocker))
        swept = math.degrees(verdict.best.belief.yaw_rad - self._account.bank[0].belief.yaw_rad)
        if abs(swept) > _TURNED_DEG:
            self._say(Noted(self._now_s, "turned", {"degrees": round(swept, 1)}))
        for tag, call in zip(verdict.best.happening.placed, (c for c in calls if isinstance(c, Placed)), strict=False):
            self._account.labels[tag] = call.spot

    def _fit(self, rows: Rows, guess: Belief | None) -> FreeWindow:
        """Fit with the modes of the best guess at what stands aboard; without one the rate is held loosely."""
        known = guess or self.belief
        stands = footing(self._account.bank, known, guess, LIFTED_MM if self._episode.lifted else 0.0)
        loose = looseness(rows, stands, self._calibration.rocker, guess)
        return self._lean.fit(rows, known, self._calibration, loose, stands)

    def _learn(self, rocker: Rocker, said: Sequence[Noted] = ()) -> None:
        self._out += said
        self._calibration = replace(self._calibration, rocker=rocker)
        self._outlook = replace(self._outlook, rocker=rocker)

    def _say(self, felt: Felt | Noted) -> None:
        self._out.append(felt)
