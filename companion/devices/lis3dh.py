"""A LIS3DH accelerometer under the ship, on this machine's own I2C bus: tells the ship's lean where there is no plate."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from companion.devices.ports import PortLostError
from companion.events import Health, Sample

__all__ = ["ADDRESSES", "Bus", "Lis3dh", "open_lis3dh", "open_smbus"]

ADDRESSES = (0x18, 0x19)
SPS = 50.0
_WHO_AM_I, _I_AM_LIS3DH = 0x0F, 0x33
_CTRL_REG1, _RATE_100_XYZ = 0x20, 0x57
_CTRL_REG4, _HELD_STILL_2G_FINE = 0x23, 0x88  # no half-renewed values; +-2 g; 12 bits
_STATUS_REG, _NEW_XYZ = 0x27, 0x08
_MANY = 0x80  # count the register up while reading
_G_PER_STEP = 0.001
_PASSING = (errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO)  # 121, 110 and 5: a disturbed wire, not a broken program
_PAUSES_S = (0.002, 0.01, 0.05)
_LOOKS = 5
_REOPEN_AFTER, _LOST_AFTER = 3, 8
_FROZEN_S = 2.0  # at 50 readings a second the noise of the lowest bit never repeats all three axes for so long
_T = TypeVar("_T")


class Bus(Protocol):
    """What is needed of smbus2.SMBus."""

    def read_byte_data(self, address: int, register: int) -> int:
        """One register."""

    def write_byte_data(self, address: int, register: int, value: int) -> None:
        """Set one register."""

    def read_i2c_block_data(self, address: int, register: int, length: int) -> list[int]:
        """Several registers in one transaction."""

    def close(self) -> None:
        """Let go of the bus."""


def open_smbus(number: int) -> Bus:
    """The real bus."""
    import smbus2  # noqa: PLC0415 - only where there is an I2C bus to open

    bus: Bus = smbus2.SMBus(number)
    return bus


class Lis3dh:
    """Fills ShipPort without cells. `open_bus` opens the bus anew; PortLostError tells which is wrong."""

    cells_mm: tuple[tuple[float, float], ...] = ()
    sps = SPS

    def __init__(
        self,
        open_bus: Callable[[], Bus],
        address: int = ADDRESSES[0],
        *,
        name: str = "tilt",
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], Any] = time.sleep,
    ) -> None:
        self._open_bus, self._address, self._clock, self._rest = open_bus, address, clock, rest
        self.name = name
        self._lost: str | None = None
        self._counts = dict.fromkeys(("readings", "retries", "failed", "bus_reopened", "stale", "frozen"), 0)
        self._bus = self._opened()
        self._failed_in_row = 0
        self._last: list[int] | None = None
        self._changed_s = self._due_s = clock()
        try:
            self._set_up()
        except PortLostError:
            self._bus.close()
            raise

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """The next reading, waiting up to `timeout_s`; none while the sensor is frozen; PortLostError when it is gone."""
        if self._lost is not None:
            raise PortLostError(self._lost, f"{self.name} is not open")
        end_s = self._clock() + timeout_s
        while True:
            now_s = self._clock()
            if now_s < self._due_s:
                if self._due_s > end_s:
                    self._rest(max(0.0, end_s - now_s))
                    return ()
                self._rest(self._due_s - now_s)
            self._due_s = self._clock() + 1.0 / SPS
            sample = self._sample()
            if sample is not None:
                return (sample,)
            if self._clock() >= end_s:
                return ()

    def health(self) -> Health:
        """How the sensor is: gone, frozen, or well."""
        if self._lost is not None:
            return Health(self.name, "tilt", "lost", self._lost)
        if self._is_frozen():
            return Health(self.name, "tilt", "fault", "tilt-frozen")
        return Health(self.name, "tilt", "ok")

    def counters(self) -> dict[str, int]:
        """Everything that was counted."""
        return dict(self._counts)

    def close(self) -> None:
        """Let go of the bus; a second call does nothing."""
        if self._lost is None:
            self._lost = "port-closed"
            self._bus.close()

    def _opened(self) -> Bus:
        try:
            return self._open_bus()
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
                raise PortLostError("bus-missing", str(error)) from error
            if error.errno in (errno.EACCES, errno.EPERM):
                raise PortLostError("bus-denied", str(error)) from error
            raise PortLostError("port-error", str(error)) from error

    def _set_up(self) -> None:
        """Ask for the chip's name several times, since an address alone proves nothing; then set rate and range."""
        try:
            told = [self._try(lambda: self._bus.read_byte_data(self._address, _WHO_AM_I)) for _ in range(_LOOKS)]
            if any(one != _I_AM_LIS3DH for one in told):
                raise PortLostError("bus-wrong-chip", f"the chip at {self._address:#x} says {told[-1]:#x}")
            self._try(lambda: self._bus.write_byte_data(self._address, _CTRL_REG4, _HELD_STILL_2G_FINE))
            self._try(lambda: self._bus.write_byte_data(self._address, _CTRL_REG1, _RATE_100_XYZ))
        except OSError as error:
            raise PortLostError("bus-no-answer", f"nothing answers at {self._address:#x}: {error}") from error

    def _try(self, work: Callable[[], _T]) -> _T:
        """Once and, after passing errors, up to three times again."""
        for pause_s in _PAUSES_S:
            try:
                return work()
            except OSError as error:
                if error.errno not in _PASSING:
                    raise
                self._counts["retries"] += 1
                self._rest(pause_s)
        return work()

    def _sample(self) -> Sample | None:
        try:
            data = self._try(lambda: self._bus.read_i2c_block_data(self._address, _STATUS_REG | _MANY, 7))
        except OSError as error:
            self._failed(error)
            return None
        self._failed_in_row = 0
        return self._fresh(data)

    def _fresh(self, data: list[int]) -> Sample | None:
        now_s = self._clock()
        if not data[0] & _NEW_XYZ:
            self._counts["stale"] += 1
        elif data[1:] != self._last:
            self._last, self._changed_s = data[1:], now_s
        if self._is_frozen():
            self._thaw()
            return None
        if not data[0] & _NEW_XYZ:
            return None
        self._counts["readings"] += 1
        x, y, z = (_signed(data[at], data[at + 1]) * _G_PER_STEP for at in (1, 3, 5))
        return Sample(now_s, acc_g=(x, y, z))

    def _is_frozen(self) -> bool:
        return self._clock() - self._changed_s > _FROZEN_S

    def _thaw(self) -> None:
        """A chip that repeats itself is set up anew, as after a dip of its supply."""
        self._counts["frozen"] += 1
        try:
            self._set_up()
        except PortLostError as lost:
            self._lose(lost.code)

    def _failed(self, error: OSError) -> None:
        self._counts["failed"] += 1
        self._failed_in_row += 1
        if error.errno not in _PASSING or self._failed_in_row >= _LOST_AFTER:
            self._lose("tilt-unplugged")
        if self._failed_in_row == _REOPEN_AFTER:
            self._counts["bus_reopened"] += 1
            self._bus.close()
            try:
                self._bus = self._opened()
            except PortLostError as lost:
                self._lose(lost.code)

    def _lose(self, code: str) -> None:
        self._lost = code
        self._bus.close()
        raise PortLostError(code, f"{self.name} is gone")


def _signed(low: int, high: int) -> int:
    """Twelve bits, left-aligned in sixteen."""
    value = low | high << 8
    return (value - 0x10000 if value & 0x8000 else value) >> 4


def open_lis3dh(number: int, address: int, *, clock: Callable[[], float] = time.monotonic) -> Lis3dh:
    """The sensor on bus `number`: a factory for a supervisor."""
    return Lis3dh(lambda: open_smbus(number), address, clock=clock)
