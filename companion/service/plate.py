"""The plate as the service reads it: stamped, measured, tapped by the calibration, and judged by what is known of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.devices.meter import Meter
from companion.devices.ports import Counting, PortLostError, ShipPort
from companion.devices.supervisor import SupervisedShip
from companion.events import Felt, Health, Live, Noted, Sample
from companion.service.clocks import SampleClock

__all__ = ["ALONE", "Blind", "Choice", "PlatePort"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What else is connected: `better` opens a calibrated plate, where one has come; `others` names all plates seen."""

    better: Callable[[], ShipPort | None] = lambda: None
    others: Callable[[], Sequence[str]] = tuple


ALONE = Choice()
_LOOK_EVERY_S = 3.0
_WANTING = ("plate-uncalibrated", "calibration-outdated", "calibration-damaged")


class PlatePort:
    """A ship port that tells a SampleClock about every arrival, and one listener about every sample.

    Once after `renew`, and once after another device has come to the port, `read` raises PortLostError: what was built
    on the plate as it was must be built anew.
    """

    def __init__(self, port: ShipPort, clock: SampleClock, choice: Choice = ALONE) -> None:
        self._port = port
        self._clock = clock
        self._follower: Callable[[Sequence[Sample]], object] | None = None
        self._listener: Callable[[Sample], None] | None = None
        self._judged: tuple[str, Mapping[str, Any]] | None = None
        self._is_judged = True
        self._known = self.node
        self._stale = threading.Event()
        self._choice = choice
        self._look_s = time.monotonic()
        self.meter = Meter()
        self.close = port.close

    @property
    def name(self) -> str:
        """As the port."""
        return self._port.name

    @property
    def node(self) -> str | None:
        """What the device calls itself; None before one was found."""
        return self._port.node if isinstance(self._port, SupervisedShip) else self._port.name

    @property
    def others(self) -> list[str]:
        """Other plates that are connected and not used, as far as they were looked at."""
        return [name for name in self._choice.others() if name != self.node]

    @property
    def is_there(self) -> bool:
        """Whether a device is connected now."""
        return self.node is not None and self._port.health().state in ("ok", "fault", "silent")

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """As the port."""
        return self._port.cells_mm

    @property
    def sps(self) -> float:
        """As the port."""
        return self._port.sps

    def listen(self, listener: Callable[[Sample], None] | None) -> None:
        """Call `listener` with every sample from now on, on the reader's thread; None ends it."""
        self._listener = listener

    def follow(self, follower: Callable[[Sequence[Sample]], object]) -> None:
        """Call `follower` with the samples of every read, on the reader's thread."""
        self._follower = follower

    @property
    def is_listened_to(self) -> bool:
        """Whether somebody is being led through a calibration or check now."""
        return self._listener is not None

    def renew(self) -> None:
        """What is known of the plate has changed."""
        self._stale.set()

    def judge(self, code: str | None, params: Mapping[str, Any]) -> None:
        """What stands in the way of using the plate although it is well; None: nothing."""
        self._judged = None if code is None else (code, dict(params))
        self._is_judged = True

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """As the port; the newest sample is stamped."""
        self._look_for_a_better_one()
        samples = self._port.read(timeout_s)
        if self._stale.is_set() or self.node != self._known:
            self._stale.clear()
            self._known, self._is_judged = self.node, False
            raise PortLostError("node-other-identity", "the plate or what is known of it is another now")
        if samples:
            self._clock.arrived(samples[-1].t_s)
        self.meter.take(samples)
        if self._follower is not None:
            self._follower(samples)
        listener = self._listener
        if listener is not None:
            for sample in samples:
                listener(sample)
        return samples

    def _look_for_a_better_one(self) -> None:
        """While the plate cannot be used for want of a calibration, and is not being given one, another one will do."""
        if self._judged is None or self._judged[0] not in _WANTING or self._listener is not None:
            return
        if time.monotonic() < self._look_s or not isinstance(self._port, SupervisedShip) or self._port.health().state != "ok":
            return
        self._look_s = time.monotonic() + _LOOK_EVERY_S
        found = self._choice.better()
        if found is not None:
            self._port.change_to(found)

    def health(self) -> Health:
        """As the port, unless that is well and the plate still cannot be used."""
        own = self._port.health()
        if own.state == "ok" and not self._is_judged:
            return replace(own, state="searching")
        if own.state != "ok" or self._judged is None:
            return own
        return replace(own, state="fault", code=self._judged[0], params=self._judged[1])

    def counters(self) -> Mapping[str, int]:
        """What the device counts."""
        port: object = self._port
        return port.counters() if isinstance(port, Counting) else {}


class Blind:
    """Fills Feeler for a plate whose counts nobody can read yet: it feels nothing and says so."""

    inventory = ()

    def __init__(self) -> None:
        self.live = Live(0.0, "fault", 0.0, (0.0, 0.0), (0.0, 0.0))

    def feed(self, sample: Sample) -> Sequence[Felt | Noted]:
        """Nothing can be said."""
        self.live = replace(self.live, t_s=sample.t_s)
        return ()

    def memory(self) -> dict[str, Any]:
        """Nothing was learned."""
        return {}
