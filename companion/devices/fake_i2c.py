"""An I2C bus with a LIS3DH on it, for tests: it behaves as the chip's data sheet says and can be told to misbehave.

Used wrongly it refuses: after closing, with more than 32 bytes, or with what is no byte.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable

from companion.virtual.chance import chance

__all__ = ["FakeChip", "FakeI2cBus"]

_WHO_AM_I, _CTRL_REG1, _CTRL_REG4, _STATUS_REG, _OUT_X_L = 0x0F, 0x20, 0x23, 0x27, 0x28
_RATES_HZ = {1: 1, 2: 10, 3: 25, 4: 50, 5: 100, 6: 200, 7: 400}
_NEW_XYZ = 0x0F
_MOST_BYTES = 32


class FakeChip:
    """A LIS3DH. `clock` tells when a new value is ready; `acc_g` is what it feels."""

    def __init__(self, clock: Callable[[], float], address: int = 0x18, *, seed: int = 1) -> None:
        self.address, self.acc_g = address, (0.0, 0.0, 1.0)
        self.plugged, self.frozen = True, False
        self.errors: deque[int] = deque()
        self._clock, self._noise = clock, chance(seed, "lis3dh")
        self.power_cycle()

    def power_cycle(self) -> None:
        """Switched off and on: every register is as the chip leaves the factory."""
        self.registers = bytearray(128)
        self.registers[_WHO_AM_I], self.registers[_CTRL_REG1] = 0x33, 0x07
        self._ready_s = self._clock()

    def fail(self, *numbers: int) -> None:
        """The next transactions end with these errors of the system."""
        self.errors.extend(numbers)

    def read(self, register: int, length: int) -> list[int]:
        """As the chip answers: the register counts up only where its highest bit says so."""
        self._answer()
        self._measure()
        start, step = register & 0x7F, register >> 7
        found = [self.registers[(start + step * at) % 128] for at in range(length)]
        if step and start <= _OUT_X_L + 5 < start + length:
            self.registers[_STATUS_REG] = 0
        return found

    def write(self, register: int, value: int) -> None:
        """Set a register."""
        self._answer()
        self.registers[register & 0x7F] = value

    def _answer(self) -> None:
        if self.errors:
            raise _error(self.errors.popleft())
        if not self.plugged:
            raise _error(errno.EREMOTEIO)

    def _measure(self) -> None:
        rate_hz = _RATES_HZ.get(self.registers[_CTRL_REG1] >> 4)
        now_s = self._clock()
        if rate_hz is None or self.frozen or now_s - self._ready_s < 1.0 / rate_hz:
            return
        self._ready_s = now_s
        fine = self.registers[_CTRL_REG4] & 0x08
        for axis, g in enumerate(self.acc_g):
            steps = round(g * 1000.0 + self._noise.gauss(0.0, 0.8))
            word = (steps << 4 if fine else (steps // 16) << 8) & 0xFFFF
            self.registers[_OUT_X_L + 2 * axis : _OUT_X_L + 2 * axis + 2] = word.to_bytes(2, "little")
        self.registers[_STATUS_REG] = _NEW_XYZ


class FakeI2cBus:
    """Fills Bus with these chips on it."""

    def __init__(self, *chips: FakeChip) -> None:
        self._chips = {chip.address: chip for chip in chips}
        self.closed = False

    def read_byte_data(self, address: int, register: int) -> int:
        """One register."""
        return self._chip(address, register).read(register, 1)[0]

    def write_byte_data(self, address: int, register: int, value: int) -> None:
        """Set one register."""
        if not 0 <= value <= 0xFF:
            raise ValueError(f"{value} is no byte")
        self._chip(address, register).write(register, value)

    def read_i2c_block_data(self, address: int, register: int, length: int) -> list[int]:
        """Several registers in one transaction."""
        if not 1 <= length <= _MOST_BYTES:
            raise ValueError(f"a block has 1 to {_MOST_BYTES} bytes, not {length}")
        return self._chip(address, register).read(register, length)

    def close(self) -> None:
        """Let go; a second call does nothing."""
        self.closed = True

    def _chip(self, address: int, register: int) -> FakeChip:
        if self.closed:
            raise RuntimeError("the bus was used after it had been closed")
        if not 0 <= register <= 0xFF:
            raise ValueError(f"{register} is no register")
        if address not in self._chips:
            raise _error(errno.EREMOTEIO)
        return self._chips[address]


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
