"""The virtual ship: body, aliens, hands, plate and converters behind one door; same seed and calls, same world."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.events import Sample, ShipShape
from companion.virtual.aliens import Alien, Deck, Shake, settle
from companion.virtual.body import GRAVITY_MM_S2, Body, BodyParams, Mass, Push
from companion.virtual.cells import CellParams, Cells
from companion.virtual.chance import chance
from companion.virtual.converter import Converter, ConverterParams
from companion.virtual.faults import Fault, FaultPlan
from companion.virtual.hands import Gesture, Grasp, HandError, Lean, Place, Remove, Shove, Tremor, Turn
from companion.virtual.plate import Plate, Stand
from companion.virtual.tilt import TiltParams, TiltSensor

__all__ = ["STEP_S", "HandError", "Happening", "ShipParams", "VirtualShip"]

STEP_S = 1.0 / 400.0


@dataclass(frozen=True, slots=True)
class ShipParams:
    """Everything about one ship on one plate. `alien_g` are the aliens' masses, one each.

    `tells` is what the node sends; `at_mm` and `yaw_deg` are how the ship first stands on the plate.
    """

    body: BodyParams = field(default_factory=BodyParams)
    cells: CellParams = field(default_factory=CellParams)
    converter: ConverterParams = field(default_factory=ConverterParams)
    tilt: TiltParams = field(default_factory=TiltParams)
    tells: Literal["counts", "both", "tilt"] = "counts"
    alien_g: tuple[float, ...] = (7.8, 8.2, 7.9, 8.1, 8.4, 7.7, 8.0, 8.05, 7.6, 8.3)
    alien_centre_mm: tuple[float, float] = (15.0, 25.0)
    alien_grip: tuple[float, float] = (0.24, 0.44)
    at_mm: tuple[float, float] = (0.6, -0.4)
    yaw_deg: float = 0.0
    yaw_wander_deg_rt_s: float = 0.0
    plate_half_mm: float = 75.0
    caught_odds: float = 0.0
    starts: Literal["standing", "away"] = "standing"


@dataclass(frozen=True, slots=True)
class Happening:
    """What really happened: `kind` as in the truth files; `alien` and where it stood (ship axes) where one is concerned."""

    t_s: float
    kind: str
    alien: int | None = None
    xy_mm: tuple[float, float] | None = None


class VirtualShip:
    """A ship one can play with. Hands' methods start a gesture and return at once; time passes in `step`."""

    def __init__(self, shape: ShipShape, params: ShipParams | None = None, seed: int = 1) -> None:
        self.shape, self.params, self.seed = shape, params or ShipParams(), seed
        p = self.params
        if len(p.alien_g) < shape.aliens:
            raise ValueError(f"{shape.aliens} aliens need {shape.aliens} masses, not {len(p.alien_g)}")
        self.rng, self._world = chance(seed, "hands"), chance(seed, "world")
        self.body = Body(p.body)
        self.faults = FaultPlan()
        self.plate = Plate(Stand(p.at_mm, math.radians(p.yaw_deg)), 0.0 if p.starts == "away" else 1.0)
        cells = Cells(p.cells, chance(seed, "cells"))
        self._converter = Converter(p.converter, cells, self.faults, STEP_S, chance(seed, "clock"))
        self._tilt = TiltSensor(p.tilt, chance(seed, "tilt"))
        self.aliens = tuple(self._new_alien(i) for i in range(shape.aliens))
        self._deck = Deck(p.body.disc_radius_mm)
        self._steps = 0
        self._owed_s = 0.0
        self._gestures: list[tuple[float, Gesture]] = []
        self._samples: list[Sample] = []
        self._last: Sample | None = None
        self._happenings: list[Happening] = []
        self._mass = self._weigh()
        self._balance()

    # --- time -------------------------------------------------------------------------------------------------------------

    @property
    def t_s(self) -> float:
        """Seconds since the beginning."""
        return self._steps * STEP_S

    def step(self, dt_s: float = STEP_S) -> None:
        """Let time pass; what is less than a whole step is owed to the next call."""
        self._owed_s += dt_s
        while self._owed_s >= STEP_S - 1e-9:
            self._owed_s -= STEP_S
            self._tick()

    def samples_until(self, t_s: float) -> list[Sample]:
        """Let time pass until `t_s`; every sample since the last call."""
        self.step(max(0.0, t_s - self.t_s - self._owed_s))
        samples, self._samples = self._samples, []
        return samples

    def sample(self) -> Sample | None:
        """The newest sample, if there is one yet."""
        return self._last

    def happenings(self) -> list[Happening]:
        """What has really happened since the last call."""
        happenings, self._happenings = self._happenings, []
        return happenings

    # --- hands ------------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Hands are at work."""
        return bool(self._gestures) or self.plate.changing

    @property
    def lifted(self) -> bool:
        """The ship is (being) carried: it does not stand on its own."""
        return not self.plate.standing

    def alien(self, number: int) -> Alien:
        """The alien with a number; HandError when there is none."""
        if not 0 <= number < len(self.aliens):
            raise HandError("no-such-alien", f"there is no alien {number}; they are numbered 0 to {len(self.aliens) - 1}")
        return self.aliens[number]

    def place(self, xy_mm: tuple[float, float], number: int | None = None, *, touch_s: float = 0.35) -> int:
        """Set an alien down (the first in the bag, or the one named, wherever beside the ship it is); its number."""
        self._need_standing()
        self._need_on_disc(xy_mm)
        alien = self._spare() if number is None else self.alien(number)
        if alien.where == "ship" or self._in_hand(alien):
            raise HandError("already-aboard", f"alien {alien.id} is on the ship or in a hand; move it instead")
        press = self.rng.uniform(2.0, 6.0)
        tail_s, pluck = self.rng.uniform(0.05, 0.1), self.rng.uniform(0.0, 1.5)
        self._start(Place(alien, xy_mm, Tremor(self.rng), self.rng.uniform(0.1, 0.2), touch_s, press, tail_s, pluck))
        return alien.id

    def remove(self, number: int, *, touch_s: float = 0.5) -> None:
        """Take an alien off the ship, or pick up a fallen one."""
        alien = self.alien(number)
        if self._in_hand(alien):
            raise HandError("in-hand", f"a hand is already at alien {number}")
        if alien.where in ("table", "plate"):
            alien.leave("bag")
            return
        self._need_aboard(alien)
        self._start(Remove(alien, Tremor(self.rng), self.rng.uniform(0.1, 0.2), touch_s, self.rng.uniform(1.5, 4.5)))

    def move(self, number: int, xy_mm: tuple[float, float]) -> None:
        """Lift an alien and set it down elsewhere in one grip."""
        alien = self.alien(number)
        if alien.where != "ship":
            self.place(xy_mm, number)
            return
        self._need_aboard(alien)
        self._need_on_disc(xy_mm)
        self._start(Grasp(alien, Tremor(self.rng), xy_mm))

    def nudge(self, number: int, dxy_mm: tuple[float, float]) -> None:
        """Push a standing alien over the deck."""
        alien = self.alien(number)
        self._need_aboard(alien)
        self._start(Shove(alien, Tremor(self.rng), dxy_mm))

    def knock_over(self, number: int) -> None:
        """A sleeve knocks an alien over, outwards."""
        alien = self.alien(number)
        self._need_aboard(alien)
        size = math.hypot(alien.x_mm, alien.y_mm)
        alien.topple((alien.x_mm / size, alien.y_mm / size) if size > 0.0 else (1.0, 0.0))
        self._tell("knocked", alien)

    def lean_on(self, xy_mm: tuple[float, float], grams: float, for_s: float = 1.0) -> None:
        """Rest a finger on the ship."""
        self._need_standing()
        self._need_on_disc(xy_mm)
        if not (math.isfinite(grams) and 0.0 < grams <= 500.0 and 0.1 <= for_s <= 60.0):
            raise HandError("bad-lean", "a finger leans with more than 0 and at most 500 grams, for 0.1 to 60 seconds")
        self._start(Lean(xy_mm, grams, Tremor(self.rng, 0.05), for_s))

    def bump(self, size: float = 1.0) -> None:
        """Knock against the table."""
        self.plate.knock(size * self.rng.uniform(20.0, 45.0), self.rng)
        if self.plate.standing:
            self.body.kick(self.rng.gauss(0.0, 0.01 * size), self.rng.gauss(0.0, 0.01 * size))
        self._tell("bump")

    def turn(self, deg: float) -> None:
        """Turn the ship on its foot."""
        self._need_standing()
        if not abs(deg) <= 360.0:
            raise HandError("bad-turn", "one turn is at most 360 degrees either way")
        radius = 0.9 * self.params.body.disc_radius_mm
        self._start(
            Turn(
                math.radians(deg), Tremor(self.rng), radius, self.rng.uniform(0.0, math.pi), press_g=self.rng.uniform(3.0, 9.0)
            )
        )

    def lift(self) -> None:
        """Carry the whole ship away, aliens and all."""
        self._need_standing()
        if self._gestures:
            raise HandError("hands-busy", "wait until the hands are off the ship")
        self.plate.lift()

    def put_back(self, offset_mm: tuple[float, float] | None = None, turn_deg: float | None = None) -> None:
        """Stand the carried ship on the plate again, a little off and turned unless told where."""
        if not self.plate.away:
            raise HandError("not-lifted", "the ship is not in your hands")
        direction, far = self.rng.uniform(0.0, 2.0 * math.pi), self.rng.uniform(5.0, 20.0)
        offset = offset_mm or (far * math.cos(direction), far * math.sin(direction))
        turn = math.radians(self.rng.gauss(0.0, 8.0) if turn_deg is None else turn_deg)
        self.plate.set_down(offset, turn)
        self.body.hold((self.rng.gauss(0.0, 0.03), self.rng.gauss(0.0, 0.03)))

    def load_plate(self, grams: float, xy_mm: tuple[float, float]) -> None:
        """Set a reference mass on the bare plate; a second call replaces it, 0 g takes it off."""
        if grams and not self.plate.away:
            raise HandError("ship-in-the-way", "take the ship off the plate first")
        self.plate.load(grams, xy_mm)

    def refit(self, body: BodyParams) -> None:
        """The ship itself is another now: its rubber ring was moved (`body.raised`), its rocker changed."""
        self.params = replace(self.params, body=body)
        self.body.refit(body)
        self._mass = self._weigh()

    def inject(self, fault: Fault) -> None:
        """Let a converter or wire misbehave."""
        self.faults.faults.append(fault)

    # --- inside -----------------------------------------------------------------------------------------------------------

    def _new_alien(self, number: int) -> Alien:
        p = self.params
        centre_mm, grip = self._world.uniform(*p.alien_centre_mm), self._world.uniform(*p.alien_grip)
        return Alien(number, p.alien_g[number], self.shape.foot_radius_mm, centre_mm, grip)

    def _need_standing(self) -> None:
        if not self.plate.standing:
            raise HandError("lifted", "the ship does not stand on the plate; put it back first")

    def _need_on_disc(self, xy_mm: tuple[float, float]) -> None:
        if not math.hypot(*xy_mm) <= self._deck.radius_mm:
            raise HandError("off-the-disc", f"the disc ends {self._deck.radius_mm:g} mm from its centre")

    def _need_aboard(self, alien: Alien) -> None:
        self._need_standing()
        if alien.where != "ship":
            raise HandError("not-aboard", f"alien {alien.id} is not on the ship")
        if self._in_hand(alien):
            raise HandError("in-hand", f"a hand is already at alien {alien.id}")

    def _in_hand(self, alien: Alien) -> bool:
        return any(getattr(gesture, "alien", None) is alien for _, gesture in self._gestures)

    def _spare(self) -> Alien:
        for alien in self.aliens:
            if alien.where == "bag" and not self._in_hand(alien):
                return alien
        raise HandError("bag-empty", "no alien is left in the bag; pick up those that have fallen")

    def _start(self, gesture: Gesture) -> None:
        self._gestures.append((self.t_s, gesture))

    def _tell(self, kind: str, alien: Alien | None = None) -> None:
        at = (alien.x_mm, alien.y_mm) if alien else None
        self._happenings.append(Happening(self.t_s, kind, alien.id if alien else None, at))

    def _weigh(self) -> Mass:
        mass = Mass.of_ship(self.params.body)
        for alien in self.aliens:
            if alien.where == "ship" and alien.share > 0.0:
                z_mm = self.params.body.disc_z_mm + alien.height_mm
                mass.add(alien.share * alien.mass_g, alien.x_mm, alien.y_mm, z_mm)
        return mass

    def _balance(self) -> None:
        """Begin at rest, in balance."""
        mass = self._mass
        self.body.hold((mass.sx_g_mm / mass.depth_g_mm, mass.sy_g_mm / mass.depth_g_mm))

    def _tick(self) -> None:
        self._steps += 1
        push = Push()
        stirred = self._gesticulate(push)
        if stirred:
            self._mass = self._weigh()
        landed = self.plate.tick(STEP_S)
        if landed:
            self._tell(landed)
        weight, x, y = self._stand(push)
        self._feel(weight, x, y)
        if self._trouble():
            self._mass = self._weigh()

    def _gesticulate(self, push: Push) -> bool:
        """Let every gesture act; whether the load aboard may have changed."""
        if not self._gestures:
            return False
        for begun_s, gesture in self._gestures:
            done = gesture.act(self.t_s - begun_s, STEP_S, push)
            if isinstance(gesture, Turn):
                self.plate.turn_to(gesture, gesture.turned_rad)
            if done:
                self._tell(done.kind, done.alien)
            if done and done.kind == "nudge" and done.alien and self._overboard(done.alien):
                self._fall(done.alien)
        self._gestures = [(t, g) for t, g in self._gestures if self.t_s - t <= g.over_s]
        return True

    def _stand(self, push: Push) -> tuple[float, float, float]:
        """The ship's load on the plate: weight and its moments about the plate's centre."""
        plate = self.plate
        if plate.share < 1.0:
            self.body.hold(self.body.theta)
            x, y = plate.to_plate(
                self.params.body.rocker_mm * self.body.theta[0], self.params.body.rocker_mm * self.body.theta[1]
            )
            weight = plate.share * self._mass.g
            return weight, weight * x, weight * y
        reaction = self.body.step(STEP_S, self._mass, push)
        if self.params.yaw_wander_deg_rt_s and self._steps % 40 == 0:
            plate.turn_by(math.radians(self._world.gauss(0.0, self.params.yaw_wander_deg_rt_s * math.sqrt(40 * STEP_S))))
        x, y = plate.to_plate(reaction.x_mm, reaction.y_mm)
        return reaction.weight_g, reaction.weight_g * x, reaction.weight_g * y

    def _feel(self, weight: float, mx: float, my: float) -> None:
        """Hand the plate's load to the sensors."""
        extra_g, extra_x, extra_y = self.plate.extra()
        if self.params.tells != "counts":
            along = self._shake(self.params.tilt.height_mm)
            self._tilt.feed(along.along_x, along.along_y, along.into)
        for sample in self._converter.feed(weight + extra_g, mx + extra_x, my + extra_y):
            self._last = self._told(sample)
            self._samples.append(self._last)

    def _told(self, sample: Sample) -> Sample:
        if self.params.tells == "counts":
            return sample
        acc = self._tilt.read()
        if self.params.tells == "tilt":
            return Sample(sample.t_s, acc_g=acc)
        return Sample(sample.t_s, sample.counts, sample.dt_us, acc)

    def _shake(self, height_mm: float) -> Shake:
        """What a thing on the ship feels, `height_mm` above the centre of curvature."""
        if self.plate.share < 1.0:
            return Shake(0.0, 0.0, GRAVITY_MM_S2, 0.0, 0.0)
        (x, y), (ax, ay) = self.body.theta, self.body.alpha
        lean = math.hypot(x, y)
        pull = GRAVITY_MM_S2 * (math.sin(lean) / lean if lean > 1e-6 else 1.0)
        arm = self.params.body.rocker_mm + height_mm
        jolt_x, jolt_y = self.plate.jolt_mm_s2
        return Shake(pull * x - arm * ax + jolt_x, pull * y - arm * ay + jolt_y, GRAVITY_MM_S2 * math.cos(lean), ax, ay)

    def _trouble(self) -> bool:
        """Let free aliens slide, topple and fall; whether any did."""
        if self.plate.share < 1.0:
            return False
        shake = self._shake(self.params.body.disc_z_mm + sum(self.params.alien_centre_mm) / 2.0)
        rough = math.hypot(shake.along_x, shake.along_y) > 0.2 * GRAVITY_MM_S2
        stirred = False
        for alien in self.aliens:
            if alien.where != "ship" or alien.held or not (rough or alien.moving):
                continue
            stirred = True
            if settle(alien, shake, self._deck, STEP_S):
                self._fall(alien)
        return stirred

    def _overboard(self, alien: Alien) -> bool:
        return math.hypot(alien.x_mm, alien.y_mm) > self._deck.radius_mm

    def _fall(self, alien: Alien) -> None:
        self._tell("fell", alien)
        x, y = self.plate.to_plate(alien.x_mm, alien.y_mm)
        caught = self._world.random() < self.params.caught_odds
        alien.leave("plate" if caught else "table")
        if caught:
            reach = self.params.plate_half_mm * self._world.uniform(0.75, 1.0) / max(abs(x), abs(y), 1.0)
            alien.x_mm, alien.y_mm = x * reach, y * reach
            self.plate.littered = self._litter
        else:
            alien.x_mm, alien.y_mm = x * 1.15, y * 1.15

    def _litter(self) -> tuple[float, float, float]:
        """Aliens that came to rest on the plate."""
        down = [a for a in self.aliens if a.where == "plate"]
        return (sum(a.mass_g for a in down), sum(a.mass_g * a.x_mm for a in down), sum(a.mass_g * a.y_mm for a in down))
