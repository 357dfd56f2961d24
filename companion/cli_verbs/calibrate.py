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
from companion.service.calibrations import CalibrationShelf
from companion.service.hardware import ship_on_the_plate
from companion.service.places import held
from companion.service.settings import data_folder, load_settings
from companion.setup.calibration import CalibrationGuide, plan
from companion.ship.calibration import Calibration
from companion.ship.capture import Header

__all__ = ["lead", "run"]

_READ_S = 0.1
_SILENT_S = 5.0
_LEAST_G, _MOST_G = 20.0, 2000.0
_STEPS: Mapping[str, str] = {
    "empty": "Take everything off the plate.",
    "mass": "Put {grams:g} g on the plate, its middle at x {at[0]:g} mm, y {at[1]:g} mm from the plate's middle.",
    "ship": "Put the ship on the plate, without aliens, and let it come to rest.",
    "alien": "Put one alien {at[0]:.0f} mm from the middle, {at[1]:.0f} degrees counter-clockwise from the start of sector 1.",
    "aliens": "Put two aliens, both {at[0][0]:.0f} mm from the middle: at {at[0][1]:.0f} and at {at[1][1]:.0f} degrees.",
}
_PROBLEMS: Mapping[str, str] = {
    "nothing-changed": "The plate reads as before: was it done?",
    "still-moving": "The plate is still moving. Hands off, and wait until it stands still.",
    "too-noisy": "Cell {cell} is too noisy. Keep mains cables away and check its supply.",
    "cell-dead": "Cell {cell} always tells the same. Check its four wires.",
    "not-calibrated": "The readings do not suffice: {missing} is needed.",
}


def run(args: argparse.Namespace) -> int:
    """Lead through the steps and keep the result; 1 when it was given up."""
    if not _LEAST_G <= args.mass <= _MOST_G:
        raise ValueError(f"--mass must be from {_LEAST_G:g} to {_MOST_G:g} grams")
    settings = load_settings(data_folder(args.data))
    with held(settings.data) as places, opened_ship(settings) as port, Typed(sys.stdin) as typed:
        shape = ship_on_the_plate(settings)
        header = Header(port.sps, port.cells_mm, shape, name=port.name)
        say(f"Calibrating {port.name}. Enter: done, hands off. b, Enter: the last step again. q, Enter: stop.")
        result = lead(port, CalibrationGuide(header, plan(shape, args.mass, weighs=bool(port.cells_mm))), typed)
        if result is None:
            say("Given up; nothing was changed.")
            return 1
        shelf = CalibrationShelf(places.calibrations)
        shelf.store(port.name, result)
    say(f"Done. {shelf.file(port.name)} is kept, with a copy beside it.")
    say(f"The ship weighs {result.rocker.ship_g:.0f} g, an alien {result.alien_g:.1f} g; fit {result.fit_mm:.2f} mm.")
    return 0


def lead(port: ShipPort, guide: CalibrationGuide, typed: Callable[[], Iterable[str]]) -> Calibration | None:
    """Feed the guide and say what it shows, until it is done (the result) or somebody stops (None)."""
    shown: tuple[Any, ...] = ()
    heard_s = time.monotonic()
    while True:
        view = guide.view()
        if view["phase"] == "done":
            return guide.result
        shown = _show(view, shown)
        for line in typed():
            if line.lower().startswith("q"):
                return None
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
        say(_PROBLEMS.get(view["problem"], view["problem"]).format(cell=view["cell"], missing=view["missing"]))
    if view["phase"] == "hold":
        say(f"   hands off ... {now[3]}")
    elif view["phase"] == "failed":
        say("   b: the last step again; q: stop")
    elif now[:2] != shown[:2] or now[2] != shown[2]:
        say(f"{view['step']}/{view['of']}  {_STEPS.get(view['code'], view['code']).format(**view['params'])}")
    return now
