"""The real devices of a service, as its settings say: each found when it comes and found again when it has gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.devices.lis3dh import open_lis3dh
from companion.devices.ports import InputPort, ShipPort
from companion.devices.serial_die import open_serial_die
from companion.devices.serial_line import NodeFinder, ports_like
from companion.devices.serial_ship import open_serial_ship
from companion.devices.supervisor import SupervisedInput, SupervisedShip
from companion.service.calibrations import CalibrationShelf
from companion.service.settings import Settings

__all__ = ["Hardware"]


@dataclass(frozen=True, slots=True)
class Hardware:
    """The sense of the ship and the die; nothing is opened before it is read."""

    ship: SupervisedShip
    die: SupervisedInput

    @classmethod
    def of(cls, settings: Settings, shelf: CalibrationShelf) -> Hardware:
        """Plate and die share one finder; of several plates one that was calibrated is taken."""
        finder = NodeFinder(ports_like(settings.serial_ports))
        die: Callable[[], InputPort] = partial(open_serial_die, finder, identity=settings.die)
        return cls(_ship(settings, shelf, finder), SupervisedInput(die, "die", "die"))


def _ship(settings: Settings, shelf: CalibrationShelf, finder: NodeFinder) -> SupervisedShip:
    if settings.tilt_bus is not None:
        tilt: Callable[[], ShipPort] = partial(open_lis3dh, settings.tilt_bus, settings.tilt_address)
        return SupervisedShip(tilt, "tilt", "tilt")

    def plate() -> ShipPort:
        return open_serial_ship(finder, settings.cells_mm, identity=settings.plate, rather=shelf.devices())

    return SupervisedShip(plate, "plate", "ship")
