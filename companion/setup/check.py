"""One alien at the start of an evening: does the plate still read as it was taught?"""

from __future__ import annotations

import math

import numpy as np

from companion.events import Sample
from companion.setup.calibration import dots
from companion.setup.guide import Guide, Problem, Step
from companion.setup.readings import Array
from companion.ship.calibration import Calibration
from companion.ship.capture import Header
from companion.ship.grid import Gridder
from companion.ship.mechanics import turned
from companion.ship.ringdown import ring_down

__all__ = ["CheckGuide"]

_SHIP_G = 15.0  # zero and gain creep by some grams from evening to evening, and changes are what counts
_ALIEN_G = 1.0
_OFF_MM = 8.0  # less than half a ring: a hand sets an alien on a dot to a few millimetres
_LEAST_ROWS = 12
_SETTLE_S = 0.4


class CheckGuide(Guide):
    """The empty ship, then one alien on a dot; what is found is compared with the calibration."""

    kind = "check"

    def __init__(self, header: Header, calibration: Calibration) -> None:
        ring, places = dots(header.shape)
        alien = Step("alien", {"ring": ring, "sector": 1, "at": places[0]}, 5.5)
        super().__init__((Step("ship", {}, 4.5), alien), weighs=calibration.weighs)
        self._header = header
        self._calibration = calibration

    def wrong(self, step: Step, held: list[Sample]) -> Problem | None:
        """The ship must weigh about what it did, and an alien must have been put on it."""
        if not self._weighs:
            return None
        weight = float(self._loads(held)[1].mean())
        if step.code == "ship":
            self.found["ship_g"] = weight
            return Problem("check-ship") if abs(weight - self._calibration.rocker.ship_g) > _SHIP_G else None
        self.found["alien_g"] = weight - float(self._loads(self.samples_of(0))[1].mean())
        if abs(self.found["alien_g"]) < 0.2 * self._calibration.alien_g:
            return Problem("nothing-changed")
        return None

    def finish(self) -> Problem | None:
        """The alien must weigh what aliens do and be felt where it stands."""
        off_mm = self._off_mm()
        if off_mm is None:
            return Problem("check-restless")
        self.found["off_mm"] = off_mm
        if self._weighs and abs(self.found["alien_g"] - self._calibration.alien_g) > _ALIEN_G:
            return Problem("check-alien")
        return Problem("check-place") if off_mm > _OFF_MM else None

    def between(self, sample: Sample) -> None:
        """What hands do is not judged."""

    def forget(self) -> None:
        """Nothing is known until it is measured again."""
        self.found = {}

    def _loads(self, samples: list[Sample]) -> tuple[Array, Array, Array]:
        """Times, weights and centres of pressure after settling."""
        grid = Gridder(len(self._header.cells_mm), self._header.sps)
        blocks = [block for sample in samples if (block := grid.feed(sample)) is not None]
        t_s = np.concatenate([block.t_s for block in blocks])
        weight, moment = self._calibration.loads(np.concatenate([block.counts for block in blocks]))
        keep = t_s >= samples[0].t_s + _SETTLE_S
        return t_s[keep], weight[keep], (moment / weight[:, None])[keep]

    def _off_mm(self) -> float | None:
        """How far from its dot the alien is felt; None where the ship does not swing freely."""
        bare, loaded = (self._rest_mm(step) for step in (0, 1))
        if bare is None or loaded is None:
            return None
        rocker, known = self._calibration.rocker, self._calibration
        moment = rocker.moment_g_mm(loaded - bare, known.alien_g)
        felt = turned(moment / known.alien_g, -known.yaw_rad)
        radius_mm, deg = self._steps[1].params["at"]
        dot = radius_mm * np.array([math.cos(math.radians(deg)), math.sin(math.radians(deg))])
        return float(np.hypot(*(felt - dot)))

    def _rest_mm(self, step: int) -> Array | None:
        t_s, weight, c_mm = self._loads(self.samples_of(step))
        fitted = ring_down(t_s, weight, c_mm) if len(t_s) >= _LEAST_ROWS else None
        return None if fitted is None else fitted.swing.centre_mm
