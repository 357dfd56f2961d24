"""How old a sample is: maps the sensor's clock to this machine's."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.devices.ports import InputPort
from companion.events import Press, Rolled
from companion.table.clock import SystemClock

__all__ = ["PacedClock", "SampleClock", "StampedInput"]

_LEAK_S_PER_S = 100e-6  # two quartz clocks drift apart by less


class SampleClock:
    """The quickest arrival seen tells the offset of the two clocks; every other sample came that much later."""

    def __init__(self, rate: float = 1.0, now_s: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now_s = now_s
        self._offset_s: float | None = None
        self._seen_s = 0.0

    def arrived(self, t_s: float) -> None:
        """A sample of sensor time `t_s` has just arrived."""
        now_s = self._now_s()
        offset_s = now_s - t_s / self._rate
        if self._offset_s is None or abs(offset_s - self._offset_s) > 5.0:  # first sample, or the node restarted its clock
            self._offset_s = offset_s
        else:
            leak_s = _LEAK_S_PER_S * max(0.0, now_s - self._seen_s)
            self._offset_s = min(offset_s, self._offset_s + leak_s)
        self._seen_s = now_s

    def age_ms(self, t_s: float) -> float:
        """How long ago the sample of sensor time `t_s` was taken; 0 before anything arrived."""
        if self._offset_s is None:
            return 0.0
        return max(0.0, (self._now_s() - t_s / self._rate - self._offset_s) * 1000)

    def sensor_now_s(self) -> float:
        """What the sensor's clock says now, as far as its samples told."""
        return (self._now_s() - (self._offset_s or 0.0)) * self._rate


class PacedClock(SystemClock):
    """The table's clock for an evening played faster than it was, so that what is held is held equally long in it."""

    def __init__(self, rate: float) -> None:
        self._rate = rate

    def now_s(self) -> float:
        """Seconds that only ever grow, `rate` times as fast."""
        return super().now_s() * self._rate


class StampedInput:
    """A die or buttons whose moments, told by this machine's clock, are put on the sensor's."""

    def __init__(self, port: InputPort, clock: SampleClock, now_s: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._clock = clock
        self._now_s = now_s
        self.light = port.light
        self.health = port.health
        self.close = port.close

    @property
    def name(self) -> str:
        """As the port."""
        return self._port.name

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """As the port."""
        heard = self._port.read(timeout_s)
        ahead_s = self._clock.sensor_now_s() - self._now_s()
        return [replace(event, t_s=event.t_s + ahead_s) for event in heard]
