"""Wooden aliens on the deck: standing, sliding, toppling, rolling over the rim, at rest beside the ship or on the plate."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from companion.virtual.body import GRAVITY_MM_S2

__all__ = ["Alien", "Deck", "Shake", "Where", "settle"]

Where = Literal["bag", "ship", "table", "plate"]

_ROLL_FRICTION = 0.03
_ROLL_INERTIA = 2.0 / 3.0
_BLOCK_INERTIA = 4.0 / 3.0


@dataclass(slots=True)
class Alien:
    """One alien. `share` is how much of its weight rests on what it stands on (the hand bears the rest)."""

    id: int
    mass_g: float
    foot_mm: float = 6.0
    centre_mm: float = 23.0
    grip: float = 0.4
    where: Where = "bag"
    x_mm: float = 0.0
    y_mm: float = 0.0
    vx_mm_s: float = 0.0
    vy_mm_s: float = 0.0
    share: float = 0.0
    held: bool = False
    lying: bool = False
    tip_rad: float = 0.0
    tip_rad_s: float = 0.0
    tip_to: tuple[float, float] = (1.0, 0.0)

    @property
    def moving(self) -> bool:
        """Sliding, toppling or rolling."""
        return self.vx_mm_s != 0.0 or self.vy_mm_s != 0.0 or self.tip_rad > 0.0

    @property
    def height_mm(self) -> float:
        """Centre of mass over the deck."""
        return self.foot_mm if self.lying else self.centre_mm

    def stand(self, x_mm: float, y_mm: float) -> None:
        """Stand still and upright at a place on the ship."""
        self.x_mm, self.y_mm, self.where = x_mm, y_mm, "ship"
        self.lying = False
        self.rest()

    def rest(self) -> None:
        """Lose all motion."""
        self.vx_mm_s = self.vy_mm_s = self.tip_rad = self.tip_rad_s = 0.0

    def topple(self, to: tuple[float, float]) -> None:
        """Fall over towards a direction, thrown a little."""
        speed = math.sqrt(GRAVITY_MM_S2 * self.centre_mm)
        self.rest()
        self.lying = True
        self.vx_mm_s, self.vy_mm_s = speed * to[0], speed * to[1]

    def leave(self, where: Where) -> None:
        """Be off the ship."""
        self.where = where
        self.share = 1.0 if where == "plate" else 0.0
        self.held = False
        self.rest()


@dataclass(frozen=True, slots=True)
class Shake:
    """What an alien on the deck feels, per unit of its mass (mm/s2): along the deck, and into it (varying over the deck)."""

    along_x: float
    along_y: float
    into: float
    spin_x: float
    spin_y: float

    def press(self, x_mm: float, y_mm: float) -> float:
        """Normal acceleration at a place of the deck; never less than a tenth of gravity (a hop is not followed)."""
        return max(0.1 * GRAVITY_MM_S2, self.into - x_mm * self.spin_x - y_mm * self.spin_y)


@dataclass(frozen=True, slots=True)
class Deck:
    """What the aliens stand on."""

    radius_mm: float


def settle(alien: Alien, shake: Shake, deck: Deck, dt_s: float) -> bool:
    """Move one free alien on for `dt_s`; True when it has just gone over the rim."""
    press = shake.press(alien.x_mm, alien.y_mm)
    if not alien.lying:
        _tip(alien, shake, press, dt_s)
    _slide(alien, shake, press, dt_s)
    return math.hypot(alien.x_mm, alien.y_mm) > deck.radius_mm


def _tip(alien: Alien, shake: Shake, press: float, dt_s: float) -> None:
    """Rock about the foot's edge; past the balance point the alien lies."""
    pull = math.hypot(shake.along_x, shake.along_y)
    if alien.tip_rad <= 0.0:
        if pull * alien.centre_mm <= press * alien.foot_mm:
            return
        alien.tip_to = (shake.along_x / pull, shake.along_y / pull)
    towards = shake.along_x * alien.tip_to[0] + shake.along_y * alien.tip_to[1]
    arm2 = alien.foot_mm**2 + alien.centre_mm**2
    limit = math.atan2(alien.foot_mm, alien.centre_mm)
    turning = towards * alien.centre_mm - press * alien.foot_mm * (1.0 - alien.tip_rad / limit)
    alien.tip_rad_s += dt_s * turning / (_BLOCK_INERTIA * arm2)
    alien.tip_rad += dt_s * alien.tip_rad_s
    if alien.tip_rad <= 0.0:
        alien.tip_rad = alien.tip_rad_s = 0.0
    elif alien.tip_rad >= limit:
        alien.topple(alien.tip_to)


def _slide(alien: Alien, shake: Shake, press: float, dt_s: float) -> None:
    """Slide when the pull beats friction, roll when lying; stop when friction has eaten the speed."""
    grip = _ROLL_FRICTION if alien.lying else alien.grip
    ease = _ROLL_INERTIA if alien.lying else 1.0
    vx, vy = alien.vx_mm_s, alien.vy_mm_s
    if vx == 0.0 and vy == 0.0 and math.hypot(shake.along_x, shake.along_y) <= grip * press:
        return
    vx += dt_s * ease * shake.along_x
    vy += dt_s * ease * shake.along_y
    speed = math.hypot(vx, vy)
    loss = dt_s * ease * 0.9 * grip * press
    keep = max(0.0, 1.0 - loss / speed) if speed > 0.0 else 0.0
    alien.vx_mm_s, alien.vy_mm_s = vx * keep, vy * keep
    alien.x_mm += dt_s * alien.vx_mm_s
    alien.y_mm += dt_s * alien.vy_mm_s
