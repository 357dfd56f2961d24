"""Seeded evenings: a calibration, then a game, written as a capture and the truth about it."""

from __future__ import annotations

import copy
import itertools
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.events import Spot
from companion.virtual.aliens import Alien
from companion.virtual.chance import chance
from companion.virtual.families import Setting, draw
from companion.virtual.play import Reckoning, choose_alien, choose_spot, clear_spot
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import Happening, ShipParams, VirtualShip
from companion.virtual.witness import Witness

__all__ = ["games", "record"]

Change = Callable[[ShipParams], ShipParams]

_PLAYERS = 3


def record(family: str, seed: int, *, at_most_s: float | None = None) -> tuple[list[str], list[str]]:
    """The capture's lines and the truth's lines of one evening; the same for the same arguments.

    `at_most_s` ends the play early (None: as late as the family stays).
    """
    return next(games(family, seed, 1, at_most_s=at_most_s))


def games(
    family: str, seed: int, count: int, *, at_most_s: float | None = None, change: Change = lambda params: params
) -> Iterator[tuple[list[str], list[str]]]:
    """Several games on the same ship after the same calibration, each as from `record`, whose evening is the first of them.

    `change` may alter the ship that the family and the seed give.
    """
    setting, calibrated = _calibrated(family, seed, change)
    for number in range(count):
        recorder = calibrated if number == count - 1 else copy.deepcopy(calibrated)
        company = chance(seed, f"company {number}" if number else "company")
        game = _Balancing if setting.family.game == "balancing-aliens" else _Dance
        evening = game(setting, recorder, company)
        evening.play(setting.family.manners.at_most_s if at_most_s is None else at_most_s)
        yield recorder.lines, [json.dumps(row) for row in evening.truth()]


def _calibrated(family: str, seed: int, change: Change) -> tuple[Setting, Recorder]:
    """A calibrated ship; one whose aliens fall already on their dots is set lower, as people would, and begun anew."""
    for attempt in itertools.count():
        rng = chance(seed, f"evening {family} {attempt}")
        setting = draw(family, rng)
        setting = replace(setting, params=change(setting.params))
        ship = VirtualShip(setting.shape, setting.params, seed)
        for fault in setting.faults:
            ship.inject(fault)
        recorder = Recorder(ship, family)
        calibrate(recorder, rng)
        crashed = any(happening.kind == "fell" for happening in recorder.happenings)
        recorder.happenings.clear()
        if not crashed:
            return setting, recorder
    raise AssertionError("counting never ends")


class _Evening(ABC):
    """What both games share: turns, hands, and what befalls a ship on a table with people around it."""

    def __init__(self, setting: Setting, recorder: Recorder, company: Random) -> None:
        self.setting, self.recorder = setting, recorder
        self.ship, self.shape, self.manners = recorder.ship, setting.shape, setting.family.manners
        self.rng = company
        self.witness = Witness(recorder.ship)
        self.score = Reckoning(setting.shape.points, [0] * _PLAYERS)
        self.seat = 0
        self.over = False

    # --- the evening ------------------------------------------------------------------------------------------------------

    def play(self, at_most_s: float) -> None:
        """Play until the end or until it is late."""
        rules = {"aliens.fallen": self.setting.family.fallen}
        self.recorder.mark("play", game=self.setting.family.game, players=_PLAYERS, rules=rules)
        late_s = self.ship.t_s + at_most_s
        while not self.over and self.ship.t_s < late_s:
            self.recorder.mark("turn", player=self.seat)
            self.turn()
            self.seat = (self.seat + 1) % _PLAYERS
        self.wait(3.0, 4.0)

    @abstractmethod
    def turn(self) -> None:
        """One player's turn."""

    def truth(self) -> list[dict[str, Any]]:
        """The truth file's rows."""
        last = {"t": round(self.ship.t_s, 4), "kind": "score", "scores": self.score.scores, "over": self.over}
        return [*self.witness.rows(), last]

    # --- what players do --------------------------------------------------------------------------------------------------

    def roll(self) -> int:
        """Throw the die; what fell before belongs to the player before."""
        value = self.rng.randint(1, 6)
        self.recorder.mark("roll", value=value)
        return value

    def wait(self, least_s: float, most_s: float) -> None:
        """Let time pass and look what has happened."""
        self.recorder.run(self.rng.uniform(least_s, most_s))
        self.look()

    def look(self) -> None:
        """Take in what has happened; pay for falls."""
        fallen = self.witness.see(self.recorder.happenings)
        self.recorder.happenings.clear()
        self.score.fell(self.seat, fallen)

    def set_down(self, xy_mm: tuple[float, float], number: int | None = None) -> bool:
        """Place an alien and wait; whether it stayed."""
        number = self.ship.place(xy_mm, number, touch_s=self.rng.uniform(0.5, 0.8))
        self.recorder.finish_hands()
        return number not in self.settle()

    def take(self, alien: Alien) -> Spot | None:
        """Remove an alien and wait; where it stood, unless it fell first."""
        self.ship.remove(alien.id, touch_s=self.rng.uniform(0.5, 0.9))
        spot = self.shape.spot_at(alien.x_mm, alien.y_mm)
        self.recorder.finish_hands()
        took = any(h.kind == "remove" and h.alien == alien.id for h in self.recorder.happenings)
        return spot if took else None

    def settle(self) -> set[int]:
        """Wait until the action has had its effect; which aliens fell."""
        self.recorder.run(self.rng.uniform(1.8, 4.5))
        while self.recorder.happenings and self.ship.t_s - _last_fall_s(self.recorder.happenings) < 3.0:
            self.recorder.run(0.25)
        return {h.alien for h in self.recorder.happenings if h.kind == "fell" and h.alien is not None}

    # --- what befalls the ship --------------------------------------------------------------------------------------------

    def befall(self) -> None:
        """Perhaps a knock, a finger, a turn, a lift, a sleeve; then the fallen are picked up and what has slid is noticed."""
        m, rng = self.manners, self.rng
        for odds, act in (
            (m.bump, self._bump),
            (m.lean, self._lean),
            (m.turn, self._turn),
            (m.lift, self._lift),
            (m.knock, self._knock),
        ):
            if rng.random() < odds:
                act()
                self.settle()
                self.look()
        self._tidy()
        self.witness.notice_moves()

    def _bump(self) -> None:
        self.ship.bump()

    def _lean(self) -> None:
        angle, radius = self.rng.uniform(0.0, 2.0 * math.pi), self.rng.uniform(20.0, self.shape.ring_edges_mm[-1])
        at = (radius * math.cos(angle), radius * math.sin(angle))
        self.ship.lean_on(at, self.rng.uniform(2.0, 6.0), self.rng.uniform(1.0, 2.5))
        self.recorder.finish_hands()

    def _turn(self) -> None:
        self.ship.turn(self.rng.choice((-1, 1)) * self.rng.uniform(5.0, 30.0))
        self.recorder.finish_hands()

    def _lift(self) -> None:
        self.ship.lift()
        self.recorder.run(self.rng.uniform(2.0, 4.0))
        self.ship.put_back()
        self.recorder.finish_hands()

    def _knock(self) -> None:
        standing = self.aboard()
        if standing:
            self.ship.knock_over(self.rng.choice(standing).id)

    def _tidy(self) -> None:
        """Fallen aliens go back to the pouch, or out of the game; those on the plate are picked up in any case."""
        for alien in self.ship.aliens:
            if alien.where == "plate" or (alien.where == "table" and self.setting.family.fallen == "back-to-pouch"):
                self.recorder.run(self.rng.uniform(0.4, 1.0))
                self.ship.remove(alien.id)
                if self.setting.family.fallen == "out":
                    alien.leave("table")

    def dare_g_mm(self) -> float:
        """The moment a player dares: about half of what tips the ship on its rim, for the swing doubles it; sometimes more."""
        body = self.setting.params.body
        tips_g_mm = body.mass_g * body.depth_mm * body.rim_gap_mm / body.disc_radius_mm
        return tips_g_mm * (0.45 if self.rng.random() < self.manners.caution else 0.85)

    def aboard(self, sector: int | None = None) -> list[Alien]:
        """Aliens on the ship, in one sector or all."""
        return [a for a in self.ship.aliens if a.where == "ship" and sector in (None, self.shape.sector_at(a.x_mm, a.y_mm))]

    def bag(self) -> bool:
        """Whether the bag holds an alien."""
        return any(a.where == "bag" for a in self.ship.aliens)


def _last_fall_s(happenings: Sequence[Happening]) -> float:
    return max((h.t_s for h in happenings if h.kind == "fell"), default=-math.inf)


class _Balancing(_Evening):
    """Sending aliens out to all ten, then returning them; each by the roll."""

    returning = False

    def turn(self) -> None:
        """Roll and act, again after each six."""
        while not self.over:
            value = self.roll()
            self._obey(value)
            self.look()
            self.befall()
            self._see_end()
            if value != 6:
                return

    def _obey(self, value: int) -> None:
        if value == 5:
            self.wait(0.8, 2.0)
            return
        self.recorder.run(self.rng.uniform(0.6, 2.2))
        every = range(1, self.shape.sectors + 1)
        if not self.returning:
            self._send([value] if value != 6 else list(every))
        elif value == 6:
            self._return(self.aboard())
        elif self.aboard(value):
            self._return(self.aboard(value))
        else:
            self._send([s for s in every if self.aboard(s)])

    def _send(self, sectors: Sequence[int]) -> None:
        if not self.bag() or not sectors:
            self.wait(0.8, 2.0)
            return
        xy = choose_spot(self.shape, self.aboard(), sectors, self.dare_g_mm(), self.rng)
        if xy is not None and self.set_down(xy):
            self.score.ring(self.seat, self.shape.ring_at(*xy))

    def _return(self, able: Sequence[Alien]) -> None:
        if not able:
            return
        spot = self.take(choose_alien(self.aboard(), able, self.dare_g_mm(), self.rng))
        self.settle()
        if spot is not None:
            self.score.ring(self.seat, spot.ring)

    def _see_end(self) -> None:
        aboard = self.aboard()
        if not self.returning:
            self.returning = not self.bag()
        one = len(aboard) == len(self.ship.aliens) and len({self.shape.sector_at(a.x_mm, a.y_mm) for a in aboard}) == 1
        self.over = one or (self.returning and not aboard)


class _Dance(_Evening):
    """The Alien's Dance: a roll names the ring, the player a sector, and brings there as many as he dares."""

    def turn(self) -> None:
        """Bring one to three aliens to one area."""
        ring = self.roll()
        self.recorder.run(self.rng.uniform(0.6, 2.0))
        sector = self._sector(ring)
        for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            if not self._bring(ring, sector):
                break
        self.look()
        self.befall()
        self.over = not self.bag() and not self.aboard()

    def _sector(self, ring: int) -> int:
        """Two sectors come to mind; the one that keeps the ship more upright is taken."""
        heavy_x = sum(a.mass_g * a.x_mm for a in self.aboard())
        heavy_y = sum(a.mass_g * a.y_mm for a in self.aboard())
        turn, far = 2.0 * math.pi / self.shape.sectors, 8.0 * self.shape.ring_edges_mm[ring]

        def after(sector: int) -> float:
            angle = (sector - 0.5) * turn
            return math.hypot(heavy_x + far * math.cos(angle), heavy_y + far * math.sin(angle))

        return min(self.rng.sample(range(1, self.shape.sectors + 1), min(2, self.shape.sectors)), key=after)

    def _bring(self, ring: int, sector: int) -> bool:
        """Bring one alien; whether the dancing may go on."""
        xy = clear_spot(self.shape, self.aboard(), ring, sector, self.rng)
        if xy is None:
            return False
        number = None
        if not self.bag():
            others = [a for a in self.aboard() if self.shape.sector_at(a.x_mm, a.y_mm) != sector]
            if not others:
                return False
            guest = self.rng.choice(others)
            if self.take(guest) is None:
                return False
            number = guest.id
            self.recorder.run(self.rng.uniform(0.2, 0.9))
        fallen_before = _last_fall_s(self.recorder.happenings)
        number = self.ship.place(xy, number, touch_s=self.rng.uniform(0.5, 0.8))
        self.recorder.finish_hands()
        self.recorder.run(self.rng.uniform(0.3, 1.2))
        if _last_fall_s(self.recorder.happenings) > fallen_before:
            self.settle()
        stays = self.ship.alien(number).where == "ship"
        if stays:
            self.score.brought(self.seat)
        return stays and _last_fall_s(self.recorder.happenings) == fallen_before
