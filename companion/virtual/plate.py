"""The weighing plate: where the ship stands on it, what else rests on it, and knocks against the table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from companion.virtual.body import GRAVITY_MM_S2
from companion.virtual.hands import smooth

__all__ = ["Plate", "Stand"]

_LIFT_S = 0.06
_LAND_S = 0.08
_LOAD_S = 0.25
_RING_HZ = 15.0
_RING_S = 0.13


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the upright ship touches the plate, and how it is turned."""

    at_mm: tuple[float, float]
    yaw_rad: float


@dataclass(slots=True)
class _Knock:
    """A damped ringing of the table."""

    size_g: float
    at_mm: tuple[float, float]
    jolt: tuple[float, float]
    since_s: float = 0.0

    @property
    def level(self) -> float:
        """How hard it rings now, -1 to 1."""
        return math.exp(-self.since_s / _RING_S) * math.sin(2.0 * math.pi * _RING_HZ * self.since_s)


@dataclass(slots=True)
class _Load:
    """A reference mass coming or going."""

    grams: float
    at_mm: tuple[float, float]
    share: float = 0.0
    going: bool = False


def _nothing() -> tuple[float, float, float]:
    return 0.0, 0.0, 0.0


class Plate:
    """The plate's state. `share` is how much of the ship's weight it bears: below 1 hands hold the ship."""

    def __init__(self, stand: Stand, share: float) -> None:
        self.stand, self.share = stand, share
        self.littered: Callable[[], tuple[float, float, float]] = _nothing
        self._rate = 0.0
        self._knocks: list[_Knock] = []
        self._loads: list[_Load] = []
        self._turning: tuple[object, float] | None = None

    @property
    def standing(self) -> bool:
        """The ship stands on its own."""
        return self.share >= 1.0 and self._rate == 0.0

    @property
    def away(self) -> bool:
        """The ship is carried."""
        return self.share <= 0.0 and self._rate == 0.0

    @property
    def changing(self) -> bool:
        """Ship or reference mass are on their way."""
        return self._rate != 0.0 or any(load.going or load.share < 1.0 for load in self._loads)

    @property
    def jolt_mm_s2(self) -> tuple[float, float]:
        """Sideways acceleration of the table."""
        if not self._knocks:
            return 0.0, 0.0
        return (
            sum(k.level * k.jolt[0] for k in self._knocks),
            sum(k.level * k.jolt[1] for k in self._knocks),
        )

    def lift(self) -> None:
        """The ship goes up."""
        self._rate = -1.0 / _LIFT_S

    def set_down(self, offset_mm: tuple[float, float], turn_rad: float) -> None:
        """The ship comes down, off its old place by `offset_mm`."""
        x, y = self.stand.at_mm
        self.stand = Stand((x + offset_mm[0], y + offset_mm[1]), self.stand.yaw_rad + turn_rad)
        self._rate = 1.0 / _LAND_S

    def turn_by(self, rad: float) -> None:
        """The ship turns on its foot."""
        self.stand = Stand(self.stand.at_mm, self.stand.yaw_rad + rad)

    def turn_to(self, who: object, rad: float) -> None:
        """The ship has been turned by `rad` in all by a gesture."""
        before = self._turning[1] if self._turning and self._turning[0] is who else 0.0
        self.turn_by(rad - before)
        self._turning = (who, rad)

    def knock(self, size_g: float, rng: Random) -> None:
        """Somebody knocks against the table: the plate rings, a little off its centre, and the deck is jolted sideways."""
        angle = rng.uniform(0.0, 2.0 * math.pi)
        jolt = 0.06 * GRAVITY_MM_S2 * size_g / 30.0 * rng.uniform(0.5, 1.5)
        at = (rng.gauss(0.0, 6.0), rng.gauss(0.0, 6.0))
        self._knocks.append(_Knock(size_g, at, (jolt * math.cos(angle), jolt * math.sin(angle))))

    def load(self, grams: float, at_mm: tuple[float, float]) -> None:
        """Replace the reference mass."""
        for load in self._loads:
            load.going = True
        if grams:
            self._loads.append(_Load(grams, at_mm))

    def tick(self, dt_s: float) -> str | None:
        """Let time pass; "lifted" or "put-back" when that is done in this step."""
        for knock in self._knocks:
            knock.since_s += dt_s
        self._knocks = [k for k in self._knocks if k.since_s < 8.0 * _RING_S]
        for load in self._loads:
            load.share = min(1.0, max(0.0, load.share + (-1.0 if load.going else 1.0) * dt_s / _LOAD_S))
        self._loads = [load for load in self._loads if load.share > 0.0]
        if self._rate == 0.0:
            return None
        self.share = min(1.0, max(0.0, self.share + self._rate * dt_s))
        if 0.0 < self.share < 1.0:
            return None
        self._rate = 0.0
        return "put-back" if self.share >= 1.0 else "lift"

    def to_plate(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """From the ship's axes to the plate's."""
        cosine, sine = math.cos(self.stand.yaw_rad), math.sin(self.stand.yaw_rad)
        x, y = self.stand.at_mm
        return x + cosine * x_mm - sine * y_mm, y + sine * x_mm + cosine * y_mm

    def extra(self) -> tuple[float, float, float]:
        """Load that is not the ship's: reference masses, fallen aliens, knocks. Weight and moments."""
        if not (self._loads or self._knocks) and self.littered is _nothing:
            return 0.0, 0.0, 0.0
        weight, mx, my = self.littered()
        things = [(smooth(k.share) * k.grams, k.at_mm) for k in self._loads]
        things += [(k.level * k.size_g, k.at_mm) for k in self._knocks]
        for grams, (x, y) in things:
            weight, mx, my = weight + grams, mx + grams * x, my + grams * y
        return weight, mx, my
