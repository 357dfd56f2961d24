"""Leading a calibration: which weight or alien goes where, what a good step looks like, and what came of it."""

from __future__ import annotations

import numpy as np

from companion.events import Sample, ShipShape
from companion.setup.guide import Guide, Problem, Step
from companion.setup.places import worst_off_mm
from companion.setup.readings import Array, Scale, is_unchanged, settled, unfit
from companion.ship.calibration import Calibration, Calibrator, NotCalibratedError
from companion.ship.capture import Header, Mark

__all__ = ["MASS_AT_MM", "CalibrationGuide", "Step", "dots", "plan"]

MASS_G = 200.0
MASS_AT_MM = ((0.0, 0.0), (35.0, 35.0), (-35.0, 35.0), (-35.0, -35.0), (35.0, -35.0))  # wholly on a round plate of 140 mm
REPEATS = 5
_WORST_SPREAD_G = 1.0  # a bad load cell repeats to half a gram; more than twice that is mechanics, and an alien is a few grams
_LIFTED = 0.5  # the mass was taken off between two placements when the plate lost half of it
_OTHER_MASS = 0.05  # further off than so much of itself it is another mass, or lies on something else
_WORST_PLACE_MM = 3.0  # the gain errs by this over the arm of a mass; a template guides the hand to two
_FOUND_BEFORE = {"place_mm": "again", "spread_g": "ship"}  # what was found is true while a step of the next kind is taken
_LEAST_ALIEN_G = 1.5
_BOTH = 1.5  # two aliens weigh more than so many


def dots(shape: ShipShape) -> tuple[int, list[list[float]]]:
    """The ring of the dots, and one dot in the middle of each sector: mm from the middle, degrees."""
    ring = max(1, shape.rings - 1)
    radius_mm = (shape.ring_edges_mm[ring - 1] + shape.ring_edges_mm[ring]) / 2
    return ring, [[radius_mm, 360.0 * (n + 0.5) / shape.sectors] for n in range(shape.sectors)]


def plan(shape: ShipShape, mass_g: float = MASS_G, *, weighs: bool = True) -> tuple[Step, ...]:
    """All steps: bare plate, one mass at five places and again and again, the ship, one alien on each dot, two at once.

    A tilt sensor alone does not weigh: then the bare plate and the mass are left out.
    """
    masses = [Step("mass", {"grams": mass_g, "at": list(at)}) for at in MASS_AT_MM]
    middle = {"grams": mass_g, "at": [0.0, 0.0], "times": REPEATS}
    again = [Step("again", {**middle, "time": n}, mark="mass") for n in range(1, REPEATS + 1)]
    ring, places = dots(shape)
    singles = [
        step
        for n, dot in enumerate(places, start=1)
        for step in (Step("alien", {"ring": ring, "sector": n, "at": dot}, 5.5), Step("ship", {}, 4.5))
    ]
    pair = Step("aliens", {"at": [places[0], places[len(places) // 2]]}, 5.5)
    plate = (Step("empty", {}, 2.8), *masses, *again) if weighs else ()
    return (*plate, Step("ship", {}, 7.5), *singles, pair, Step("ship", {}, 5.5))


class CalibrationGuide(Guide):
    """The whole calibration; `result` when it is done."""

    kind = "calibration"

    def __init__(self, header: Header, steps: tuple[Step, ...] | None = None) -> None:
        weighs = bool(header.cells_mm)
        super().__init__(steps or plan(header.shape, weighs=weighs), weighs=weighs)
        self._header = header
        self._scale: Scale | None = None
        self._lifted = False
        self.result: Calibration | None = None

    def between(self, sample: Sample) -> None:
        """Notice that the mass was taken off before it is put down again."""
        step = self.step
        if step is not None and step.code == "again" and not self._lifted:
            grams = self._plate().grams(np.array(sample.counts, dtype=float))
            self._lifted = grams < _LIFTED * step.params["grams"]

    def wrong(self, step: Step, held: list[Sample]) -> Problem | None:
        """What lies still must read well; aliens must weigh something, while the ship swings as it likes."""
        lifted, self._lifted = self._lifted, False
        if not self._weighs:
            return None
        new = settled(held)
        if step.code == "again":
            return unfit(new, None, None) or self._unlike(step, new, lifted=lifted)
        if self._taken_as("ship"):
            return self._miscounted(step, new)
        old = settled(self.samples_of(-1)) if self._taken else None
        if old is not None and is_unchanged(old, new):
            return Problem("nothing-changed")
        bad = unfit(new, step.params.get("grams"), old) if step.code in ("empty", "mass") else None
        return bad or (self._misplaced(new) if self._is_last("mass") else None)

    def finish(self) -> Problem | None:
        """Everything is solved for at once."""
        calibrator = Calibrator(self._header)
        for row in self.rows():
            if isinstance(row, Mark):
                calibrator.mark(row)
            else:
                calibrator.feed(row)
        try:
            self.result = calibrator.finish()
        except NotCalibratedError as error:
            return Problem("not-calibrated", missing=error.missing)
        if self._weighs:
            self.found |= {"ship_g": self.result.rocker.ship_g, "alien_g": self.result.alien_g}
        self.found["fit_mm"] = self.result.fit_mm
        return None

    def forget(self) -> None:
        """No result any more, and the plate's scale is measured again where it rests on the step undone."""
        self.result, self._lifted = None, False
        still_true = [name for name, later in _FOUND_BEFORE.items() if self._taken_as(later)]
        self.found = {name: value for name, value in self.found.items() if name in still_true}
        if not self._taken_as("again"):
            self._scale = None

    def _taken_as(self, code: str) -> list[int]:
        return [at for at, step in enumerate(self._steps[: len(self._taken)]) if step.code == code]

    def _is_last(self, code: str) -> bool:
        """Whether the step to be taken now is the last of its kind."""
        coming = [step.code for step in self._steps[len(self._taken) :]]
        return coming[:1] == [code] and code not in coming[1:]

    def _misplaced(self, new: Array) -> Problem | None:
        """All places of the mass must agree with one plate; the one that does not could be any, so all begin again."""
        before = self._taken_as("mass")
        zero = settled(self.samples_of(0)).mean(axis=0)
        loaded = [*(settled(self.samples_of(at)) for at in before), new]
        steps = [step for step in self._steps if step.code == "mass"]
        places_mm, cells_mm = np.array([step.params["at"] for step in steps]), np.array(self._header.cells_mm)
        off_mm = worst_off_mm([rows.mean(axis=0) - zero for rows in loaded], places_mm, cells_mm, steps[0].params["grams"])
        self.found["place_mm"] = off_mm
        return Problem("mass-misplaced", undo=len(before)) if off_mm > _WORST_PLACE_MM else None

    def _plate(self) -> Scale:
        if self._scale is None:
            loaded = [settled(self.samples_of(at)) for at in self._taken_as("mass")]
            grams = self._steps[self._taken_as("mass")[0]].params["grams"]
            self._scale = Scale.of(settled(self.samples_of(0)), loaded, grams)
        return self._scale

    def _unlike(self, step: Step, new: Array, *, lifted: bool) -> Problem | None:
        """The same mass put down again must weigh the same, and must have been off the plate meanwhile."""
        if not lifted:
            return Problem("not-lifted")
        before = self._taken_as("again")
        grams = [self._plate().grams(settled(self.samples_of(at))) for at in before] + [self._plate().grams(new)]
        self.found["spread_g"] = max(grams) - min(grams)
        if self.found["spread_g"] > _WORST_SPREAD_G:
            return Problem("not-repeatable", undo=len(before))
        return Problem("wrong-mass") if abs(grams[-1] - step.params["grams"]) > _OTHER_MASS * step.params["grams"] else None

    def _miscounted(self, step: Step, new: Array) -> Problem | None:
        """By weight: one or two aliens were put on or taken off, as the step says."""
        if not self._taken_as("mass"):
            return None
        grams = self._plate().grams(new) - self._plate().grams(settled(self.samples_of(-1)))
        before = self._steps[len(self._taken) - 1].code
        wanted = {"alien": 1, "aliens": 2}.get(step.code, -2 if before == "aliens" else -1)
        if abs(grams) < _LEAST_ALIEN_G:
            return Problem("nothing-changed")
        if grams * wanted < 0:
            return Problem("wrong-way")
        return Problem("one-of-two") if abs(wanted) == 2 and abs(grams) < _BOTH * self._alien_g() else None

    def _alien_g(self) -> float:
        """What one alien weighed in the steps so far."""
        weighed = [self._plate().grams(settled(self.samples_of(at))) for at in self._taken_as("alien")]
        bare = [self._plate().grams(settled(self.samples_of(at - 1))) for at in self._taken_as("alien")]
        return float(np.mean(np.array(weighed) - np.array(bare)))
