"""What hands do to the ship. A gesture is started once and then acts at every step until it says it is done.

Every gesture is a function of the time since its start. Forces are a few grams: people set aliens down carefully. Hovering
before the touch does nothing to the ship, as in life.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from companion.virtual.aliens import Alien
from companion.virtual.body import Push

__all__ = ["Done", "Gesture", "Grasp", "HandError", "Lean", "Place", "Remove", "Shove", "Tremor", "Turn", "smooth"]


class HandError(Exception):
    """Hands cannot do that: a stable `code` and what is wrong."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def smooth(x: float) -> float:
    """Rise from 0 to 1 over 0..1 without corners."""
    x = min(1.0, max(0.0, x))
    return x * x * (3.0 - 2.0 * x)


def _hump(x: float) -> float:
    """Rise and fall over 0..1."""
    return math.sin(math.pi * x) ** 2 if 0.0 < x < 1.0 else 0.0


class Tremor:
    """A hand's unsteadiness: first-order noise around one."""

    def __init__(self, rng: Random, size: float = 0.06, corner_s: float = 0.04) -> None:
        self._rng, self._size, self._corner_s = rng, size, corner_s
        self._value = 0.0

    def __call__(self, dt_s: float) -> float:
        """Next value."""
        keep = math.exp(-dt_s / self._corner_s)
        self._value = keep * self._value + self._size * math.sqrt(1.0 - keep * keep) * self._rng.gauss(0.0, 1.0)
        return 1.0 + self._value


@dataclass(frozen=True, slots=True)
class Done:
    """What a gesture has brought about: `kind` as in the truth files, and the alien concerned."""

    kind: str
    alien: Alien | None = None


class Gesture(Protocol):
    """Something hands do over a while."""

    @property
    def over_s(self) -> float:
        """Seconds from its start until the hand is away."""

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Act at a moment: add to `push`, move what is held; tell once what has been brought about."""


@dataclass(slots=True)
class Place:
    """Approach, set down, let go: the weight goes over while the fingers press a little; the release tail lasts 50-100 ms."""

    alien: Alien
    xy_mm: tuple[float, float]
    tremor: Tremor
    hover_s: float = 0.15
    touch_s: float = 0.35
    press_g: float = 4.0
    tail_s: float = 0.07
    pluck_g: float = 0.8
    _set: bool = field(default=False, init=False)
    _released: bool = field(default=False, init=False)

    @property
    def over_s(self) -> float:
        """Approach, touch and tail."""
        return self.hover_s + self.touch_s + self.tail_s

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Hand over weight, press, let go."""
        t = since_s - self.hover_s
        if t < 0.0:
            return None
        if not self._set:
            self._set = True
            self.alien.stand(*self.xy_mm)
            self.alien.held = True
        if t < self.touch_s:
            self.alien.share = smooth(t / (0.6 * self.touch_s))
            push.add(self.press_g * _hump(t / self.touch_s) * self.tremor(dt_s), *self.xy_mm)
            return None
        self.alien.share = 1.0
        push.add(-self.pluck_g * _hump((t - self.touch_s) / self.tail_s), *self.xy_mm)
        if self._released:
            return None
        self._released, self.alien.held = True, False
        return Done("place", self.alien)


@dataclass(slots=True)
class Remove:
    """Touch, grip, lift away."""

    alien: Alien
    tremor: Tremor
    hover_s: float = 0.15
    touch_s: float = 0.5
    press_g: float = 3.0
    _taken: bool = field(default=False, init=False)

    @property
    def over_s(self) -> float:
        """Approach and lift."""
        return self.hover_s + self.touch_s + 0.02

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Grip, take the weight over, be away."""
        t = (since_s - self.hover_s) / self.touch_s
        if t < 0.0 or self._taken:
            return None
        if self.alien.where != "ship":
            self._taken = True
            return None
        if t < 1.0:
            self.alien.held = True
            self.alien.rest()
            self.alien.share = 1.0 - smooth((t - 0.3) / 0.7)
            push.add(self.press_g * _hump(t / 0.7) * self.tremor(dt_s), self.alien.x_mm, self.alien.y_mm)
            return None
        self._taken = True
        self.alien.leave("bag")
        return Done("remove", self.alien)


@dataclass(slots=True)
class Grasp:
    """An alien is lifted and set down elsewhere in one grip."""

    alien: Alien
    tremor: Tremor
    to_mm: tuple[float, float]
    hover_s: float = 0.15
    lift_s: float = 0.4
    carry_s: float = 0.4
    _lifted: Remove | None = field(default=None, init=False)
    _down: Place | None = field(default=None, init=False)

    @property
    def over_s(self) -> float:
        """Approach, lift, carry and set down."""
        return self.hover_s + self.lift_s + self.carry_s + 0.5

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Lift first, set down after the carry."""
        self._lifted = self._lifted or Remove(self.alien, self.tremor, self.hover_s, self.lift_s)
        done = self._lifted.act(since_s, dt_s, push)
        after_s = since_s - self.hover_s - self.lift_s - self.carry_s
        if done or after_s < 0.0 or self.alien.where not in ("bag", "ship"):
            return done
        self._down = self._down or Place(self.alien, self.to_mm, self.tremor, hover_s=0.0)
        return self._down.act(after_s, dt_s, push)


@dataclass(slots=True)
class Shove:
    """A standing alien is pushed over the deck by a finger."""

    alien: Alien
    tremor: Tremor
    by_mm: tuple[float, float]
    over_s: float = 0.4
    press_g: float = 3.0
    _last: float = field(default=0.0, init=False)

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Carry the alien along."""
        if self.alien.where != "ship" or self._last >= 1.0:
            return None
        now = smooth(since_s / (0.9 * self.over_s))
        self.alien.held = now < 1.0
        self.alien.x_mm += (now - self._last) * self.by_mm[0]
        self.alien.y_mm += (now - self._last) * self.by_mm[1]
        self._last = now
        push.add(self.press_g * _hump(since_s / self.over_s) * self.tremor(dt_s), self.alien.x_mm, self.alien.y_mm)
        return Done("nudge", self.alien) if now >= 1.0 else None


@dataclass(slots=True)
class Lean:
    """A finger rests on the ship."""

    xy_mm: tuple[float, float]
    grams: float
    tremor: Tremor
    over_s: float = 1.0
    _told: bool = field(default=False, init=False)

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Press with soft ends; the truth names the moment of the touch."""
        x = since_s / self.over_s
        push.add(self.grams * min(smooth(x / 0.3), smooth((1.0 - x) / 0.3)) * self.tremor(dt_s), *self.xy_mm)
        if self._told:
            return None
        self._told = True
        return Done("lean-on")


@dataclass(slots=True)
class Turn:
    """Two hands turn the ship on its foot: the caller's `yaw` is moved by `rad`, the grip presses a little at two sides."""

    rad: float
    tremor: Tremor
    radius_mm: float
    at_rad: float
    over_s: float = 0.7
    press_g: float = 8.0
    turned_rad: float = field(default=0.0, init=False)

    def act(self, since_s: float, dt_s: float, push: Push) -> Done | None:
        """Press at both sides, unevenly."""
        x = since_s / self.over_s
        if self.turned_rad == self.rad:
            return None
        self.turned_rad = self.rad if x >= 0.85 else self.rad * smooth(x / 0.85)
        for side in (0.0, math.pi):
            angle = self.at_rad + side
            place = (self.radius_mm * math.cos(angle), self.radius_mm * math.sin(angle))
            push.add(0.5 * self.press_g * _hump(x / 0.85) * self.tremor(dt_s), *place)
        return Done("turned") if self.turned_rad == self.rad else None
