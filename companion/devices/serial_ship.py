"""The real weighing plate: a ship node on a serial port."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from statistics import median

from companion.devices.assembly import SampleAssembler
from companion.devices.ports import PortLostError
from companion.devices.serial_line import NodeFinder, NodeLine
from companion.events import Health, Sample
from companion.link.messages import Kind, Reading, ShipStatus, Tilt
from companion.link.session import Received

__all__ = ["CORNERS_MM", "SerialShip", "look_for_ship", "open_serial_ship", "ships_seen"]

CORNERS_MM = ((37.5, 37.5), (-37.5, 37.5), (-37.5, -37.5), (37.5, -37.5))  # of the plate in hardware/BUILD.md
_SILENT_S = 1.0
_PACE_S = 1.5
_PACE_READINGS = 10
_NUMBERS = 16
_USUAL_SPS = 80.0


class SerialShip:
    """Fills ShipPort over an open line to a ship node. `cells_mm`: where the cells on converters 1, 2, ... are."""

    def __init__(
        self,
        line: NodeLine,
        cells_mm: Sequence[tuple[float, float]] = CORNERS_MM,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._line, self._clock = line, clock
        self._cells_mm = tuple(cells_mm)
        self._name = line.name
        self._status: ShipStatus | None = None
        self._lost: str | None = None
        self._sps = self._pace()
        self._assembler = SampleAssembler(len(self._cells_mm), 1.0 / self._sps)
        self._heard_s = clock()

    @property
    def name(self) -> str:
        """The node's own name, kept in the node."""
        return self._name

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each load cell is, in the order of the counts."""
        return self._cells_mm

    @property
    def sps(self) -> float:
        """Samples per second as the converters really run (80 by their name is 93 with many)."""
        return self._sps

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """All samples since the last call, waiting up to `timeout_s` for the first; PortLostError when the node is gone."""
        end_s = self._clock() + timeout_s
        samples: list[Sample] = []
        while not samples:
            samples += self._turn()
            if self._clock() >= end_s:
                break
        return samples

    def health(self) -> Health:
        """How the node is: gone, silent, with a fault it has told itself, or well."""
        if self._lost is not None:
            return Health(self._name, "ship", "lost", self._lost)
        if self._clock() - self._heard_s > _SILENT_S:
            return Health(self._name, "ship", "silent", "ship-silent")
        mine = [(code, where) for code, where in self._line.faults if where < max(1, len(self._cells_mm))]
        if mine:
            code, where = min(mine)
            return Health(self._name, "ship", "fault", code, {"cell": where + 1})
        return Health(self._name, "ship", "ok")

    def counters(self) -> dict[str, int]:
        """Everything that was counted as lost or wrong, on either side of the line."""
        found = self._line.counters() | {"readings_distrusted": self._assembler.distrusted}
        if self._status is not None:
            for at, cell in enumerate(self._status.cells, start=1):
                found |= {f"cell_{at}_late": cell.late, f"cell_{at}_long_pulses": cell.long_pulses}
                found |= {f"cell_{at}_missed": cell.missed, f"cell_{at}_unready": cell.unready}
        return found

    def close(self) -> None:
        """Let go of the port; a second call does nothing."""
        self._lost = self._lost or "port-closed"
        self._line.close()

    def _turn(self) -> list[Sample]:
        if self._lost is not None:
            raise PortLostError(self._lost, f"{self._name} is not open")
        try:
            received = self._line.turn()
        except PortLostError as lost:
            self._lost = lost.code
            raise
        return [sample for one in received for sample in self._take(one)]

    def _take(self, received: Received) -> list[Sample]:
        message, t_s = received.message, received.t_s
        if isinstance(message, ShipStatus):
            self._status = message
        elif isinstance(message, Reading) and t_s is not None:
            self._heard_s = self._clock()
            return self._assembler.reading(message, t_s)
        elif isinstance(message, Tilt) and t_s is not None:
            self._heard_s = self._clock()
            return self._assembler.tilt(t_s, (message.x_mg / 1000.0, message.y_mg / 1000.0, message.z_mg / 1000.0))
        return []

    def _pace(self) -> float:
        """Measure how fast the converters run; their usual pace when none is heard in time."""
        heard: dict[int, list[tuple[float, int]]] = {}
        end_s = self._clock() + _PACE_S
        while self._clock() < end_s and not any(len(rows) >= _PACE_READINGS for rows in heard.values()):
            for one in self._line.turn():
                if isinstance(one.message, Reading) and one.t_s is not None:
                    heard.setdefault(one.message.cell, []).append((one.t_s, one.message.number))
        best = max(heard.values(), key=len, default=[])
        steps = [(b_s - a_s) / max(1, (b - a) % _NUMBERS) for (a_s, a), (b_s, b) in pairwise(best)]  # some may be lost
        return round(1.0 / median(steps), 2) if len(steps) >= 3 else _USUAL_SPS


def open_serial_ship(
    finder: NodeFinder,
    cells_mm: Sequence[tuple[float, float]] = CORNERS_MM,
    *,
    identity: str | None = None,
    rather: Collection[str] = (),
) -> SerialShip:
    """Find a ship node, of several rather one named so: a factory for a supervisor. PortLostError says why there is none."""
    return SerialShip(finder.open(Kind.SHIP, identity, rather=rather), cells_mm)


def look_for_ship(
    finder: NodeFinder, names: Collection[str], cells_mm: Sequence[tuple[float, float]] = CORNERS_MM
) -> SerialShip | None:
    """One of the ship nodes so named, where one has come; the port in use is left alone."""
    line = finder.look_for(Kind.SHIP, names)
    return None if line is None else SerialShip(line, cells_mm)


def ships_seen(finder: NodeFinder) -> Sequence[str]:
    """The names of the ship nodes that are connected, as far as they were looked at."""
    return finder.names(Kind.SHIP)
