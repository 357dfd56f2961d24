"""A virtual ship behind the port that real nodes fill: it lives on a thread of its own and takes bench commands."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.devices.bench_commands import BenchError, hands_command
from companion.devices.ports import PortLostError
from companion.events import Health, Sample, ShipShape
from companion.virtual.chance import chance
from companion.virtual.recorder import MASS_AT_MM, Recorder, calibrate
from companion.virtual.ship import HandError, ShipParams, VirtualShip

__all__ = ["VirtualShipPort"]

_KEEP_SAMPLES = 4000
_TURN_S = 0.005
_CHUNK_S = 0.25


class VirtualShipPort:
    """Fills ShipPort. `live()` makes one that runs by a clock; a plain one moves only when told (`advance_to`).

    Unplugging cuts the wire, not the world: the ship goes on, reading raises PortLostError until it is plugged in again.
    """

    def __init__(
        self, shape: ShipShape, params: ShipParams | None = None, *, seed: int = 1, name: str = "virtual-ship"
    ) -> None:
        self._ship = VirtualShip(shape, params, seed)
        self._name = name
        self._news = threading.Condition()
        self._samples: deque[Sample] = deque(maxlen=_KEEP_SAMPLES)
        self._plugged = True
        self._closed = False
        self._thread: threading.Thread | None = None

    @classmethod
    def live(
        cls, shape: ShipShape, params: ShipParams | None = None, *, seed: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> VirtualShipPort:
        """A ship that lives by `clock` (seconds; let it run faster than the wall to save time) until it is closed."""
        port = cls(shape, params, seed=seed)
        port._thread = threading.Thread(target=port._live, args=(clock,), name="virtual-ship", daemon=True)
        port._thread.start()
        return port

    # --- ShipPort ---------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Stable identity of the device."""
        return self._name

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each load cell is; none for a tilt sensor alone."""
        params = self._ship.params
        return () if params.tells == "tilt" else params.cells.at_mm

    @property
    def sps(self) -> float:
        """Nominal samples per second."""
        return self._ship.params.converter.sps

    @property
    def shape(self) -> ShipShape:
        """The printed ship."""
        return self._ship.shape

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """All samples since the last call, waiting up to `timeout_s` for the first."""
        with self._news:
            self._news.wait_for(self._have_news, timeout_s)
            if self._closed:
                raise PortLostError("port-closed", f"{self._name} has been closed; open it again before reading")
            if not self._plugged:
                raise PortLostError("ship-unplugged", f"{self._name} is unplugged")
            samples = list(self._samples)
            self._samples.clear()
            return samples

    def health(self) -> Health:
        """How the device is now."""
        if self._closed or not self._plugged:
            return Health(self._name, "ship", "lost", "port-closed" if self._closed else "ship-unplugged")
        return Health(self._name, "ship", "ok")

    def close(self) -> None:
        """End the ship's world; a second call does nothing."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    # --- the wire ---------------------------------------------------------------------------------------------------------

    def unplug(self) -> None:
        """Pull the plug; what is on its way is lost."""
        with self._news:
            self._plugged = False
            self._samples.clear()
            self._news.notify_all()

    def replug(self) -> None:
        """Plug in again."""
        with self._news:
            self._plugged = True
            self._samples.clear()

    def connect(self) -> VirtualShipLine:
        """A new connection for a supervisor's factory; PortLostError while unplugged. Closing it leaves the world alive."""
        if self._closed or not self._plugged:
            raise PortLostError("ship-unplugged", f"{self._name} is not plugged in")
        return VirtualShipLine(self)

    # --- hands ------------------------------------------------------------------------------------------------------------

    def command(self, command: Mapping[str, Any]) -> None:
        """Carry out a bench command that concerns the ship or its wire; BenchError says what is wrong with it."""
        do = command.get("do")
        if do == "unplug":
            self.unplug()
        elif do == "replug":
            self.replug()
        else:
            act = hands_command(command)
            with self._news:
                try:
                    act(self._ship)
                except HandError as error:
                    raise BenchError(error.code, error.detail) from error

    def state(self) -> dict[str, Any]:
        """The world for GET /api/bench (without the script)."""
        with self._news:
            ship = self._ship
            stand, lean = ship.plate.stand, ship.body.theta
            return {
                "aliens": [_alien(a) for a in ship.aliens if a.where != "bag"],
                "bag": sum(a.where == "bag" for a in ship.aliens),
                "plugged": self._plugged,
                "lifted": ship.lifted,
                "yaw_deg": round(_deg(stand.yaw_rad), 2),
                "lean_deg": [round(_deg(lean[0]), 3), round(_deg(lean[1]), 3)],
            }

    def calibration_lines(
        self, name: str = "bench", again: int = 0, mass_at_mm: Sequence[tuple[float, float]] = MASS_AT_MM
    ) -> list[str]:
        """A capture of this very ship being calibrated (header, marks, samples), made at once on its twin in fast time.

        With `again` and `mass_at_mm`, the mass is put down so many times more and at such places as the guide asks for.
        """
        params = self._ship.params
        twin = VirtualShip(self._ship.shape, _away(params), self._ship.seed)
        recorder = Recorder(twin, name)
        calibrate(recorder, chance(self._ship.seed, "calibration"), again, mass_at_mm)
        return recorder.lines

    # --- time -------------------------------------------------------------------------------------------------------------

    def advance_to(self, t_s: float) -> None:
        """Let the ship's time pass until `t_s`; a moment that has passed changes nothing."""
        while True:
            with self._news:
                if self._closed or t_s <= self._ship.t_s:
                    return
                samples = self._ship.samples_until(min(t_s, self._ship.t_s + _CHUNK_S))
                self._ship.happenings()
                if self._plugged:
                    self._samples.extend(samples)
                if samples:
                    self._news.notify_all()
                if t_s - self._ship.t_s < 0.0025:
                    return

    def _have_news(self) -> bool:
        return bool(self._samples) or self._closed or not self._plugged

    def _live(self, clock: Callable[[], float]) -> None:
        began_s = clock()
        rest = threading.Event()
        while not self._closed:
            self.advance_to(clock() - began_s)
            rest.wait(_TURN_S)


class VirtualShipLine:
    """One connection to a virtual ship: what a supervisor opens, loses and opens again."""

    def __init__(self, port: VirtualShipPort) -> None:
        self._port = port
        self._open = True

    @property
    def name(self) -> str:
        """Stable identity of the device."""
        return self._port.name

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each load cell is."""
        return self._port.cells_mm

    @property
    def sps(self) -> float:
        """Nominal samples per second."""
        return self._port.sps

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """All samples since the last call; a closed connection refuses, a lost one stays lost."""
        if not self._open:
            raise PortLostError("port-closed", f"this connection to {self.name} has been closed")
        try:
            return self._port.read(timeout_s)
        except PortLostError:
            self._open = False
            raise

    def health(self) -> Health:
        """How the device is now."""
        return self._port.health() if self._open else Health(self.name, "ship", "lost", "port-closed")

    def close(self) -> None:
        """Let go of the connection; the world goes on."""
        self._open = False


def _deg(rad: float) -> float:
    return rad * 57.29577951308232


def _alien(alien: Any) -> dict[str, Any]:
    return {
        "id": alien.id,
        "xy_mm": [round(alien.x_mm, 2), round(alien.y_mm, 2)],
        "aboard": alien.where == "ship",
        "on_deck": alien.where in ("table", "plate"),
    }


def _away(params: ShipParams) -> ShipParams:
    return replace(params, starts="away")
