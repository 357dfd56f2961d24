"""The real devices of a service, as its settings say: each found when it comes and found again when it has gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.devices.gpio_buttons import open_gpio_buttons
from companion.devices.lis3dh import open_lis3dh
from companion.devices.ports import InputPort, ShipPort
from companion.devices.serial_die import open_serial_die
from companion.devices.serial_line import NodeFinder, ports_like
from companion.devices.serial_ship import look_for_ship, open_serial_ship, ships_seen
from companion.devices.supervisor import SupervisedInput, SupervisedShip
from companion.events import ShipShape
from companion.games import boards, find
from companion.service.boards import BoardShelf
from companion.service.calibrations import CalibrationShelf
from companion.service.panel import Panel
from companion.service.places import Places
from companion.service.plate import Choice
from companion.service.settings import Settings
from companion.ship.calibration import Calibration

__all__ = ["Hardware", "find_ship", "ship_on_the_plate"]


@dataclass(frozen=True, slots=True)
class Hardware:
    """The sense of the ship, the die, and buttons where the settings ask for them; nothing is opened before it is read."""

    ship: SupervisedShip
    choice: Choice
    die: SupervisedInput
    panel: Panel | None

    @classmethod
    def of(cls, settings: Settings, shelf: CalibrationShelf) -> Hardware:
        """Plate and die share one finder; of several plates one that was calibrated is taken."""
        finder = NodeFinder(ports_like(settings.serial_ports))
        die: Callable[[], InputPort] = partial(open_serial_die, finder, identity=settings.die)
        panel = Panel(open_gpio_buttons, settings.power_off) if settings.buttons else None
        ship = _ship(settings, shelf, finder)
        choice = Choice(partial(_calibrated, settings, shelf, finder), partial(ships_seen, finder))
        return cls(ship, choice, SupervisedInput(die, "die", "die"), panel)


def _ship(settings: Settings, shelf: CalibrationShelf, finder: NodeFinder) -> SupervisedShip:
    find = partial(find_ship, settings, shelf, finder)
    return SupervisedShip(find, "plate", "ship") if settings.tilt_bus is None else SupervisedShip(find, "tilt", "tilt")


def _calibrated(settings: Settings, shelf: CalibrationShelf, finder: NodeFinder) -> ShipPort | None:
    """A plate that was calibrated, where the settings leave the choice and one has come."""
    if settings.tilt_bus is not None or settings.plate is not None:
        return None
    known = [device for device in shelf.devices() if _fits(shelf.load(device).calibration, settings)]
    return look_for_ship(finder, known, settings.cells_mm) if known else None


def _fits(calibration: Calibration | None, settings: Settings) -> bool:
    return calibration is not None and calibration.cells_mm == tuple(settings.cells_mm)


def find_ship(settings: Settings, shelf: CalibrationShelf, finder: NodeFinder) -> ShipPort:
    """The tilt sensor where one is set, else a plate, of several rather one that was calibrated; PortLostError says why not."""
    if settings.tilt_bus is not None:
        return open_lis3dh(settings.tilt_bus, settings.tilt_address)
    return open_serial_ship(finder, settings.cells_mm, identity=settings.plate, rather=shelf.devices())


def ship_on_the_plate(settings: Settings) -> ShipShape:
    """The ship of the board in the settings, else of the owner's board where there is but one, else of the sample."""
    shelf = BoardShelf(Places(settings.data).boards)
    names = [board.name for board in shelf.all() if board.name is not None and board.problem is None]
    found = [shelf.load(name) for name in ([settings.board] if settings.board else names)]
    ships = [board.shape for board in found if isinstance(board, boards.Board)]
    return ships[0] if len(ships) == 1 else boards.sample(find("balancing-aliens")).shape
