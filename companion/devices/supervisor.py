"""Keeps a device open: finds it, notices when it goes, finds it again. Reading through a supervisor never raises."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from companion.devices.ports import Counting, InputPort, PortLostError, ShipPort
from companion.events import Health, Press, Rolled, Sample

__all__ = ["BackOff", "SupervisedInput", "SupervisedShip"]

_log = logging.getLogger(__name__)


_P = TypeVar("_P", ShipPort, InputPort)
_State = Literal["ok", "searching", "silent", "lost", "fault"]
_NOT_THERE = ("-absent", "-unplugged")


@dataclass(frozen=True, slots=True)
class BackOff:
    """How long to wait between attempts: doubling from `first_s` up to `most_s`. `silent_s` without news counts as silence."""

    first_s: float = 0.25
    most_s: float = 2.0
    silent_s: float = 1.0


class _Supervisor(Generic[_P]):
    """The loop without a thread of its own: every `read` opens, reads or waits, and never longer than it was asked to."""

    def __init__(
        self,
        open_port: Callable[[], _P],
        device: str,
        kind: Literal["ship", "die", "buttons", "tilt"],
        *,
        back_off: BackOff | None = None,
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], object] | None = None,
    ) -> None:
        self._open_port: Callable[[], _P] = open_port
        self._back_off, self._clock = back_off or BackOff(), clock
        self._closed = threading.Event()
        self._rest = rest or self._closed.wait
        self._port: _P | None = None
        self._wait_s = self._back_off.first_s
        self._due_s = clock()
        self._heard_s = clock()
        self._failing: str | None = None
        self._opened = self._lost = 0
        self._node: str | None = None
        self._health = Health(device, kind, "searching", since_s=clock())

    @property
    def port(self) -> _P | None:
        """The open device, if there is one."""
        return self._port

    @property
    def node(self) -> str | None:
        """What the device calls itself, as it was last open; None before."""
        return self._node

    def counters(self) -> dict[str, int]:
        """How often it was opened and lost, and what the open device counts itself."""
        port: object = self._port
        own = port.counters() if isinstance(port, Counting) else {}
        return {"opened": self._opened, "lost": self._lost, **own}

    def health(self) -> Health:
        """How the device is now; `since_s` is when that began."""
        return self._health

    def close(self) -> None:
        """Let go for good; a second call does nothing."""
        self._closed.set()
        self._drop()

    def _read(self, timeout_s: float) -> Sequence[Sample | Press | Rolled]:
        """News, or nothing after at most `timeout_s`."""
        if self._closed.is_set():
            return ()
        port = self._port or self._try_open(timeout_s)
        if port is None:
            return ()
        try:
            news: Sequence[Sample | Press | Rolled] = port.read(timeout_s)
        except PortLostError as lost:
            self._lose(lost.code, str(lost))
            return ()
        except Exception as error:  # noqa: BLE001 - a driver's surprise must not end the evening
            self._lose("port-error", repr(error))
            return ()
        self._listen(port, bool(news))
        return news

    def _try_open(self, timeout_s: float) -> _P | None:
        left_s = self._due_s - self._clock()
        if left_s > 0.0:
            self._rest(min(left_s, timeout_s))
            return None
        try:
            self._port = self._open_port()
        except PortLostError as lost:
            self._fail(lost.code, str(lost))
        except Exception as error:  # noqa: BLE001 - as above
            self._fail("port-error", repr(error))
        else:
            self._welcome(self._port)
        return self._port

    def _welcome(self, port: _P) -> None:
        if self._closed.is_set():  # closed while it was being opened
            self._drop()
            return
        self._heard_s = self._clock()
        self._wait_s = self._back_off.first_s
        self._failing, self._node = None, port.name
        self._opened += 1
        self._say("ok", None, f"open: {port.name}")

    def _listen(self, port: _P, heard: bool) -> None:  # noqa: FBT001 - the answer to one question
        now_s = self._clock()
        if heard:
            self._heard_s = now_s
        own = port.health()
        if own.state != "ok":
            self._say(own.state, own.code, "says so itself", own.params)
        elif self._health.kind in ("ship", "tilt") and now_s - self._heard_s > self._back_off.silent_s:
            self._say("silent", f"{self._health.kind}-silent", "no news")
        else:
            self._say("ok", None, "well")

    def _lose(self, code: str, detail: str) -> None:
        self._drop()
        self._lost += 1
        self._wait_s = self._back_off.first_s
        self._due_s = self._clock() + self._wait_s
        self._say("lost", code, detail)

    def _fail(self, code: str, detail: str) -> None:
        """Not to be opened now: later again, more rarely, but never never."""
        self._due_s = self._clock() + self._wait_s
        self._wait_s = min(self._back_off.most_s, 2.0 * self._wait_s)
        again, self._failing = self._failing == code, code
        if code.endswith(_NOT_THERE):
            self._still_away(code, detail)
        elif again:  # once may be the system, still busy with a device just plugged in
            self._say("fault", code, detail)

    def _still_away(self, code: str, detail: str) -> None:
        """Nothing is there: not found yet, or still as lost as it was."""
        away: _State = "searching" if self._node is None else "lost"
        if self._health.state == "fault" or away == "searching":
            self._say(away, code, detail)

    def _drop(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            try:
                port.close()
            except Exception as error:  # noqa: BLE001 - closing what is gone may fail in any way
                _log.debug("%s: closing failed: %r", self._health.device, error)

    def _say(self, state: _State, code: str | None, detail: str, params: Mapping[str, Any] | None = None) -> None:
        """Remember a change, and log it once."""
        told = dict(params or {})
        if (state, code, told) == (self._health.state, self._health.code, self._health.params):
            return
        self._health = replace(self._health, state=state, code=code, params=told, since_s=self._clock())
        level = logging.INFO if state in ("ok", "searching") else logging.WARNING
        _log.log(level, "%s is %s%s (%s)", self._health.device, state, f": {code}" if code else "", detail)


class SupervisedShip(_Supervisor[ShipPort]):
    """A ShipPort that outlives its device. Before it was first found it has no cells."""

    _cells_mm: tuple[tuple[float, float], ...] = ()
    _sps = 0.0

    @property
    def name(self) -> str:
        """Stable identity of the device."""
        return self._health.device

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each load cell is, as the device last told."""
        if self._port is not None:
            self._cells_mm = self._port.cells_mm
        return self._cells_mm

    @property
    def sps(self) -> float:
        """Nominal samples per second, as the device last told; 0 before."""
        if self._port is not None:
            self._sps = self._port.sps
        return self._sps

    def change_to(self, port: ShipPort) -> None:
        """Let go of the device and go on with this open one; only for whoever reads."""
        self._drop()
        self._port = port
        self._welcome(port)

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """Samples since the last call; none while the device is away."""
        return [news for news in self._read(timeout_s) if isinstance(news, Sample)]


class SupervisedInput(_Supervisor[InputPort]):
    """An InputPort that outlives its device."""

    @property
    def name(self) -> str:
        """Stable identity of the device."""
        return self._health.device

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """Events since the last call; none while the device is away."""
        return [news for news in self._read(timeout_s) if not isinstance(news, Sample)]

    def light(self, faces: str, *, awaited: bool) -> None:
        """Pass it on to the device, if it is there."""
        if self._port is not None:
            self._port.light(faces, awaited=awaited)
