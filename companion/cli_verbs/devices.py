"""Opening a device for a verb of the command line, without the service: wait for it a little, else say what is wrong."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from companion.devices.faults import fault_text
from companion.devices.ports import PortLostError, ShipPort
from companion.devices.serial_die import SerialDie, open_serial_die
from companion.devices.serial_line import NodeFinder, ports_like
from companion.devices.virtual_ship import VirtualShipPort
from companion.service.calibrations import CalibrationShelf
from companion.service.hardware import find_ship, ship_on_the_plate
from companion.service.places import Places
from companion.service.settings import Settings

__all__ = ["AbsentError", "explained", "opened_die", "opened_ship"]

P = TypeVar("P")
PATIENCE_S = 10.0
_AGAIN_S = 0.5
_NO_USE_WAITING = ("port-busy", "port-denied", "node-too-old", "node-too-new", "bus-missing", "bus-denied", "bus-wrong-chip")


class AbsentError(ValueError):
    """The device cannot be opened; the message says why and what to do, in one line."""


@contextlib.contextmanager
def opened_ship(settings: Settings, finder: NodeFinder | None = None, *, virtual: bool = False) -> Iterator[ShipPort]:
    """The plate or tilt sensor of the settings, or a virtual plate; AbsentError when there is none for ten seconds.

    Whoever looks for other nodes meanwhile gives the `finder` that both share.
    """
    finder = finder or NodeFinder(ports_like(settings.serial_ports))
    make: Callable[[], ShipPort] = partial(_ship, settings, finder)
    port = VirtualShipPort.live(ship_on_the_plate(settings)) if virtual else _patiently(make)
    with contextlib.closing(port):
        yield port


@contextlib.contextmanager
def opened_die(settings: Settings) -> Iterator[SerialDie]:
    """The die of the settings, or any; AbsentError when there is none for ten seconds."""
    finder = NodeFinder(ports_like(settings.serial_ports))
    make: Callable[[], SerialDie] = partial(open_serial_die, finder, identity=settings.die)
    with contextlib.closing(_patiently(make)) as die:
        yield die


def _ship(settings: Settings, finder: NodeFinder) -> ShipPort:
    return find_ship(settings, CalibrationShelf(Places(settings.data).calibrations), finder)


def _patiently(open_it: Callable[[], P]) -> P:
    end_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return open_it()
        except PortLostError as lost:
            if time.monotonic() >= end_s or lost.code in _NO_USE_WAITING:
                raise AbsentError(explained(lost)) from None
            time.sleep(_AGAIN_S)


def explained(lost: PortLostError) -> str:
    """A fault in the dictionary's words, in one line."""
    text = fault_text(lost.code)
    running = " If a companion is serving, it has the device: stop it first." if lost.code == "port-busy" else ""
    return f"{text.meaning} {text.do}{running}"
