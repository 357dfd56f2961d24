"""`companion calibrate`: the guide of the page, on the console."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.cli_verbs.console import say
from companion.cli_verbs.devices import AbsentError, explained, opened_ship
from companion.cli_verbs.record import Typed
from companion.devices.ports import PortLostError, ShipPort
from companion.service.calibrations import CalibrationShelf, Difficulty
from companion.service.hardware import ship_on_the_plate
from companion.service.places import held
from companion.service.resources import LEAST_MASS_G, MOST_MASS_G
from companion.service.settings import data_folder, load_settings
from companion.setup.calibration import CalibrationGuide, plan
from companion.setup.check import CheckGuide
from companion.setup.guide import Guide
from companion.ship.calibration import Calibration
from companion.ship.capture import Header

__all__ = ["lead", "run"]

_READ_S = 0.1
_SILENT_S = 5.0
_KEYS = "Enter: done, hands off. b, Enter: the last step again. q, Enter: stop."
_FOUND: Mapping[str, str] = {
    "place_mm": "The mass lay within {:.1f} mm of its marks.",
    "spread_g": "The same mass read {:.2f} g apart at most.",
    "ship_g": "The ship weighs {:.0f} g.",
    "alien_g": "An alien weighs {:.1f} g.",
    "fit_mm": "The swings fit to {:.2f} mm.",
    "off_mm": "The alien was felt {:.1f} mm from its mark.",
}
_STEPS: Mapping[str, str] = {
    "empty": "Take everything off the plate.",
    "mass": "Put {grams:g} g on the plate, its middle at x {at[0]:g} mm, y {at[1]:g} mm from the plate's middle.",
    "again": "Take the {grams:g} g off, then put them in the middle again ({time:g} of {times:g}).",
    "ship": "Put the ship on the plate, without aliens, and let it come to rest.",
    "alien": "Put one alien {at[0]:.0f} mm from the middle, {at[1]:.0f} degrees counter-clockwise from the start of sector 1.",
    "aliens": "Put two aliens, both {at[0][0]:.0f} mm from the middle: at {at[0][1]:.0f} and at {at[1][1]:.0f} degrees.",
}
_GOOD: Mapping[str, str] = {
    "empty": "Good: nothing touches the plate, and every cell stands still.",
    "mass": "Good: it stands free and still within 5 mm of that place.",
    "again": "Good: it weighs the same each time; a sound plate repeats to a few tenths of a gram.",
    "ship": "Good: only the ship touches the plate and it may rock freely; it need not be at rest.",
    "alien": "Good: the alien stands by itself and no hand touches ship or table; the ship may rock.",
    "aliens": "Good: both stand by themselves and no hand touches ship or table; the ship may rock.",
}
_PROBLEMS: Mapping[str, str] = {
    "too-few": "The plate fell silent meanwhile. Look at its cable, then do the step again.",
    "nothing-changed": "The plate reads as before: was it done?",
    "still-moving": "The plate is still moving. Hands off, and wait until it stands still.",
    "too-noisy": "Cell {cell} is too noisy. Keep mains cables away and check its supply.",
    "cell-dead": "Cell {cell} always tells the same. Check its four wires.",
    "not-lifted": "The mass has not been off the plate. Take it off, put it in the middle again.",
    "not-repeatable": "The same mass read {spread_g:.2f} g apart: something rubs or is loose. See to it; the five begin again.",
    "mass-misplaced": "The mass is felt {place_mm:.0f} mm off its marks. Use the template, check cells_mm; they begin again.",
    "wrong-mass": "That is not the mass of the steps before, or it does not lie on the plate alone.",
    "wrong-way": "The weight went the other way: an alien was to be put on, or taken off.",
    "one-of-two": "Only one of the two aliens was moved.",
    "check-ship": "The ship weighs {ship_g:.0f} g, far from what it did. Is the plate bare but for it? Else calibrate again.",
    "check-alien": "The alien reads {alien_g:.1f} g, unlike those before. Free the plate all round, else calibrate again.",
    "check-place": "The alien is felt {off_mm:.0f} mm from its mark. Turn the ship as it stood, else calibrate again.",
    "check-restless": "The ship did not swing freely. Take the hands off and do the step again.",
    "not-calibrated": "The readings do not suffice: {missing} is needed.",
}


def run(args: argparse.Namespace) -> int:
    """Lead through the steps and keep the result, or check a kept one; 1 when it was given up."""
    if not LEAST_MASS_G <= args.mass <= MOST_MASS_G:
        raise ValueError(f"--mass must be from {LEAST_MASS_G:g} to {MOST_MASS_G:g} grams")
    settings = load_settings(data_folder(args.data))
    with held(settings.data) as places, opened_ship(settings) as port, Typed(sys.stdin) as typed:
        shelf, shape = CalibrationShelf(places.calibrations), ship_on_the_plate(settings)
        if args.difficulty is not None:
            return _note(shelf, port.name, Difficulty(args.difficulty))
        header = Header(port.sps, port.cells_mm, shape, name=port.name)
        if args.check:
            return _check(port, CheckGuide(header, _kept(shelf, port)), typed)
        say(f"Calibrating {port.name}. {_KEYS}")
        guide = CalibrationGuide(header, plan(shape, args.mass, weighs=bool(port.cells_mm)))
        if not lead(port, guide, typed) or guide.result is None:
            say("Given up; nothing was changed.")
            return 1
        shelf.store(port.name, guide.result)
    say(f"Done. {shelf.file(port.name)} is kept, with a copy beside it. {_figures(guide.found)}")
    say("Note how hard the ship is set: how far out can one alien stand on it alone? companion calibrate --difficulty RING")
    return 0


def _kept(shelf: CalibrationShelf, port: ShipPort) -> Calibration:
    """The calibration to check; AbsentError where there is none for these cells."""
    found = shelf.load(port.name).calibration
    if found is None or found.cells_mm != port.cells_mm:
        raise AbsentError(f"{port.name} was not calibrated yet. Run companion calibrate first.")
    return found


def _check(port: ShipPort, guide: CheckGuide, typed: Callable[[], Iterable[str]]) -> int:
    say(f"Checking {port.name} with one alien. {_KEYS}")
    if not lead(port, guide, typed):
        say("Not checked.")
        return 1
    say(f"The plate reads as it was taught. {_figures(guide.found)}")
    return 0


def _note(shelf: CalibrationShelf, device: str, difficulty: Difficulty) -> int:
    """Keep how far out an alien can stand on the empty ship with what is known of the plate."""
    calibration = shelf.load(device).calibration
    if calibration is None:
        raise AbsentError(f"{device} was not calibrated yet; the note is kept with its calibration.")
    shelf.store(device, calibration, difficulty)
    say(f"Kept: one alien can stand on ring {difficulty.ring} of the empty ship.")
    return 0


def _figures(found: Mapping[str, float]) -> str:
    """What was measured, in words."""
    return " ".join(text.format(found[name]) for name, text in _FOUND.items() if name in found)


def lead(port: ShipPort, guide: Guide, typed: Callable[[], Iterable[str]]) -> bool:
    """Feed the guide and say what it shows, until it is done (True) or somebody stops (False)."""
    shown: tuple[Any, ...] = ()
    heard_s = time.monotonic()
    while True:
        view = guide.view()
        if view["phase"] == "done":
            return True
        shown = _show(view, shown)
        for line in typed():
            if line.lower().startswith("q"):
                return False
            guide.back() if line.lower().startswith("b") else guide.ready()
        samples = _read(port)
        heard_s = time.monotonic() if samples else heard_s
        if time.monotonic() - heard_s > _SILENT_S:
            raise AbsentError("The plate sends nothing any more. See companion doctor.")
        for sample in samples:
            guide.feed(sample)


def _read(port: ShipPort) -> Any:
    try:
        return port.read(_READ_S)
    except PortLostError as lost:
        raise AbsentError(explained(lost)) from None


def _show(view: Mapping[str, Any], shown: tuple[Any, ...]) -> tuple[Any, ...]:
    """Say what is new since `shown`."""
    now = (view["step"], view["phase"], view["problem"], math.ceil(view["left_s"]))
    if now == shown:
        return shown
    if view["problem"] and now[2] != (shown[2:3] or (None,))[0]:
        params = {"cell": view["cell"], "missing": view["missing"], **view["found"]}
        say(_PROBLEMS.get(view["problem"], view["problem"]).format(**params))
    if view["phase"] == "hold":
        say(f"   hands off ... {now[3]}")
    elif view["phase"] == "failed":
        say("   b: the last step again; q: stop")
    elif now[:2] != shown[:2] or now[2] != shown[2]:
        say(f"{view['step']}/{view['of']}  {_STEPS.get(view['code'], view['code']).format(**view['params'])}")
        say(f"   {_GOOD.get(view['code'], '')}")
    return now
