"""The accelerometer beside the cells while the game goes on: its last seconds, and whether it can be believed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from companion.events import Noted
from companion.ship.calibration import Calibration
from companion.ship.candidate import Bank, Candidate, Outlook
from companion.ship.clues import Clues
from companion.ship.deck import Seen, Told, told_by
from companion.ship.grid import Block
from companion.ship.hypotheses import expand, prune
from companion.ship.inventory import Belief, Observation
from companion.ship.lately import Lately
from companion.ship.levelling import Level
from companion.ship.mechanics import Array, Modes, Rows
from companion.ship.stillness import resting_rows
from companion.ship.swing import Looseness
from companion.ship.trail import Trail
from companion.ship.window import Foot, FreeWindow, fit_window, modes_of
from companion.ship.zerowatch import ZeroWatch, shows_turn

__all__ = ["LeanWatch"]

WELL = "accelerometer-well"
_SILENT, _STUCK, _WILD = "accelerometer-silent", "accelerometer-stuck", "accelerometer-wild"
_UNLEVELLED = "accelerometer-uncalibrated"

_SILENT_S = 1.0
_SAME_ROWS = 16
_WILD_S = 2.0
_LOOK_EVERY_S = 0.25
_WILD_SHARE = 0.25
_WILD_NOISES = 10.0
_WILD_LEAST_MM = 2.5
_WILD_PULL_G = 0.3
_WELL_AGAIN_S = 3.0
_AROUND = 5
_LEAST_MOVING = 16
_LEAST_REST_S = 0.15
_RESTING_ROWS = 6
_CAUGHT_S = 0.7
_RESTING_MM = 0.06
_RESTING_G = 0.15
_WHOLE_ALIENS = 0.15
_EXCHANGED = 3.0
_TURNED_LOG, _TURNED_MM = -5.0, 0.5
_TURNED_RAD, _TURNED_FIT_RAD = math.radians(40.0), math.radians(5.0)
_SCALE_DOUBT = 0.004
_YAW_FLOOR_RAD = 0.006


class LeanWatch:
    """Keeps what was felt as shifts in ship axes, and reads free stretches with it while it is well."""

    def __init__(self, sps: float, level: Level | None, noise_mm: float) -> None:
        self._level, self._noise_mm = level, noise_mm
        self._trail, self._zero = Trail(sps), ZeroWatch()
        self._heard_s = -math.inf
        self._looked_s = self._bad_s = -math.inf
        self._first_s: float | None = None
        self._same, self._last = 0, np.zeros(3)
        self._code, self._is_wild = WELL, False
        self._lately = Lately[Bank]()

    def take(self, block: Block) -> Noted | None:
        """A block of readings; a note when the accelerometer fails, or is well again."""
        if self._level is None:
            return self._unlevelled(block)
        if self._first_s is None:
            self._first_s = self._heard_s = block.now_s
        if block.pull is not None:
            t_s, pull_g = block.pull
            self._heard_s = block.now_s
            self._count_same(pull_g)
            self._trail.append(*self._level.felt(t_s, pull_g))
        return self._judge(block.now_s, self._level)

    def fit(self, rows: Rows, known: Belief, by: Calibration, loose: Looseness, stands: Foot) -> FreeWindow:
        """The free stretch of those rows, read with the lean as well while the accelerometer is well."""
        modes = modes_of(known, by)
        window = fit_window(rows, modes, by, loose, stands)
        if self._level is None or self._code != WELL:
            return window
        if not window.free or window.stray:
            window = _before_rest(rows, window, modes, by, loose, stands)
        if window.on_rim:
            return window
        seen = Seen(rows, window.swing, window.seen.weight_g, max(by.fit_mm, by.noise_mm))
        t_s, pull_g, shift_mm = self._trail.between(float(rows[0][0]), float(rows[0][-1]))
        told = told_by(seen, (t_s, pull_g, shift_mm - self._zero.off_mm), modes, known.yaw_rad, self._level)
        if told is None:
            return window
        observed = _observed(told, window.seen, self._zero.doubt_mm2)
        if not stands.sought:
            observed = self._zero.believed(observed, known, stands.doubt_mm2)
        # what follows the swing is read too: a ship that has parked is known the better the longer it rests
        return replace(window, seen=observed, to_s=float(rows[0][-1]))

    def follow(self, window: FreeWindow, before: Belief, after: Belief) -> None:
        """The best stretch of an episode that is over, and what was believed before and since: the zero may have wandered."""
        self._zero.follow(window.seen, before, after, window.to_s)

    def rest(self, rows: Rows, window: FreeWindow, promising: FreeWindow | None, known: Belief, by: Calibration) -> Rows | None:
        """The last of rows that are no free `window`: a ship that after a promising swing was caught by its own resistance.

        A finger that lies still is told by the weight: it is that of no number of aliens.
        """
        if window.free or promising is None or self._level is None or self._code != WELL:
            return None
        if rows[0][-1] - promising.to_s > _CAUGHT_S:
            return None
        _, weight_g, c_mm = (column[-_RESTING_ROWS:] for column in rows)
        aliens = (promising.seen.weight_g - by.rocker.ship_g - float(known.mean[0]) - known.load_g) / by.alien_g
        still = float(np.ptp(c_mm, axis=0).max()) < _RESTING_MM
        same = abs(float(weight_g.mean()) - promising.seen.weight_g) < _RESTING_G
        if not (still and same and abs(aliens - round(aliens)) < _WHOLE_ALIENS):
            return None
        begins = min(resting_rows(rows[2], self._noise_mm), len(rows[0]) - _RESTING_ROWS)
        t_s, weight_g, c_mm = (column[begins:] for column in rows)
        return t_s, weight_g, c_mm

    def expand(self, bank: Bank, seen: Observation, clues: Clues, outlook: Outlook, tag: int) -> Bank:
        """All readings of an episode but exchanges of an alien for one of another weight: that is a finger that lies still.

        The lean leaves no doubt that the balance is another one, so that "nothing happened" explains it even less.
        """
        return self._lately.of((bank, seen, outlook), (clues, tag), lambda: self._expanded(bank, seen, clues, outlook, tag))

    def _expanded(self, bank: Bank, seen: Observation, clues: Clues, outlook: Outlook, tag: int) -> Bank:
        elsewhere = () if clues.lifted else [_turned_before(c, seen) for c in bank if shows_turn(seen, c.belief)]
        readings = expand((*bank, *elsewhere), seen, clues, outlook, tag)
        if self._level is None:
            return readings
        most_g = _EXCHANGED * outlook.alien_spread_g
        return prune([c for c in readings if not (_exchanged(c) and _off_g(c, outlook) > most_g)], len(readings))

    def _unlevelled(self, block: Block) -> Noted | None:
        """Said once: it is there, but the calibration knows nothing of it."""
        if block.pull is None or self._code == _UNLEVELLED:
            return None
        self._code = _UNLEVELLED
        return Noted(block.now_s, self._code)

    def _count_same(self, pull_g: Array) -> None:
        """How often in a row all three axes have told the same."""
        for row in pull_g:
            self._same = self._same + 1 if np.array_equal(row, self._last) else 0
            self._last = row

    def _judge(self, now_s: float, level: Level) -> Noted | None:
        found = self._fault(now_s, level)
        if found != WELL:
            self._bad_s = now_s
        elif now_s - self._bad_s < _WELL_AGAIN_S:
            return None
        if found == self._code:
            return None
        self._code = found
        return Noted(now_s, found)

    def _fault(self, now_s: float, level: Level) -> str:
        if now_s - self._heard_s > _SILENT_S:
            return _SILENT
        if self._same >= _SAME_ROWS:
            return _STUCK
        if now_s - self._looked_s >= _LOOK_EVERY_S:
            self._looked_s, self._is_wild = now_s, self._wild(now_s, level)
        return _WILD if self._is_wild else WELL

    def _wild(self, now_s: float, level: Level) -> bool:
        """Too many readings far off their neighbours, or far from the pull of the earth."""
        t_s, pull_g, shift = self._trail.since(now_s - _WILD_S)
        if len(t_s) < 4 * _AROUND:
            return False
        views = np.lib.stride_tricks.sliding_window_view(shift, _AROUND, axis=0)
        middle = shift[_AROUND // 2 : -(_AROUND // 2)]
        off = np.hypot(*(middle - np.median(views, axis=2)).T) > max(_WILD_NOISES * level.noise_mm, _WILD_LEAST_MM)
        far = np.abs(pull_g - 1.0) > _WILD_PULL_G
        return float(off.mean()) > _WILD_SHARE or float(far.mean()) > _WILD_SHARE


def _turned_before(account: Candidate, seen: Observation) -> Candidate:
    """The account of a ship that was turned besides: bare or balanced it shows that only once something comes."""
    assert seen.yaw_rad is not None
    belief = account.belief
    swept = math.remainder(seen.yaw_rad - belief.yaw_rad, 2.0 * math.pi)
    added = np.zeros_like(belief.covariance)
    added[1, 1] = added[2, 2] = _TURNED_MM**2
    added[3, 3] = _TURNED_FIT_RAD**2
    mean = belief.mean.copy()
    mean[3] += swept
    log_weight = account.log_weight + _TURNED_LOG - 0.5 * (swept / _TURNED_RAD) ** 2
    return replace(account, log_weight=log_weight, belief=replace(belief, mean=mean).spread(added))


def _exchanged(candidate: Candidate) -> bool:
    """Whether some came and others went."""
    return bool(candidate.happening.placed) and bool(candidate.happening.taken or candidate.happening.fallen)


def _off_g(candidate: Candidate, outlook: Outlook) -> float:
    """How far the aliens that were put down are off an alien's usual weight."""
    return max((abs(candidate.belief.where(tag).mass_g - outlook.alien_g) for tag in candidate.happening.placed), default=0.0)


def _before_rest(rows: Rows, window: FreeWindow, modes: Modes, by: Calibration, loose: Looseness, stands: Foot) -> FreeWindow:
    """The stretch before the ship was caught by its own resistance, which is no swing any more; as it is without a rest."""
    moving = resting_rows(rows[2], by.noise_mm)
    if moving < _LEAST_MOVING or rows[0][-1] - rows[0][min(moving, len(rows[0]) - 1)] < _LEAST_REST_S:
        return window
    t_s, weight_g, c_mm = (column[:moving] for column in rows)
    earlier = fit_window((t_s, weight_g, c_mm), modes, by, loose, stands)
    return earlier if earlier.free else window


def _observed(told: Told, cells: Observation, zero_mm2: Array) -> Observation:
    """As the belief takes it up: with what the accelerometer's zero (a covariance) and scale leave open."""
    lean, count = told.values[2:4], len(told.values)
    doubt = np.zeros((count, count))
    doubt[2:4, 2:4] = zero_mm2 + _SCALE_DOUBT**2 * np.outer(lean, lean)
    covariance = np.zeros((count + 1, count + 1))
    covariance[0, 0] = cells.covariance[0, 0]
    covariance[1:, 1:] = told.covariance + doubt
    yaw_rad = None
    if count > 4:
        yaw_rad = float(told.values[4])
        covariance[5, 5] += _YAW_FLOOR_RAD**2
    return Observation(cells.weight_g, told.values[:2], covariance, deck_mm=lean, yaw_rad=yaw_rad)
