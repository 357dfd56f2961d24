"""What every port promises, run on fakes, and on the real drivers over simulated nodes, gpiozero's mock pins and smbus2."""

from __future__ import annotations

import ctypes
import errno
import os
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import smbus2
from smbus2.smbus2 import I2C_FUNCS, I2C_SLAVE, I2C_SMBUS, I2C_SMBUS_READ

from companion.devices.fake_gpio import FakePanel
from companion.devices.fake_i2c import FakeChip, FakeI2cBus
from companion.devices.faults import fault_codes
from companion.devices.lis3dh import Lis3dh
from companion.devices.ports import PortLostError
from companion.devices.simulated_node import SimulatedNode
from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Press, Rolled, Sample, ShipShape

SHAPE = ShipShape((30.0, 50.0, 70.0), (1, 2))
_BYTE_DATA, _I2C_BLOCK = 2, 8


class Kernel:
    """Answers smbus2's system calls from a fake bus, as the kernel's i2c-dev does."""

    def __init__(self, bus: FakeI2cBus) -> None:
        self._bus = bus
        self._address = 0

    def __call__(self, _fd: int, request: int, argument: Any) -> int:
        """One ioctl."""
        if request == I2C_FUNCS:
            argument.value = 0xFFFF_FFFF
        elif request == I2C_SLAVE:
            self._address = argument
        elif request == I2C_SMBUS:
            self._transfer(argument)
        else:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _transfer(self, message: Any) -> None:
        reading, register, size = message.read_write == I2C_SMBUS_READ, message.command, message.size
        data = message.data.contents
        if size == _BYTE_DATA and reading:
            data.byte = self._bus.read_byte_data(self._address, register)
        elif size == _BYTE_DATA:
            self._bus.write_byte_data(self._address, register, data.byte)
        elif size == _I2C_BLOCK and reading:
            found = self._bus.read_i2c_block_data(self._address, register, data.block[0])
            ctypes.memmove(data.block, bytes([len(found), *found]), len(found) + 1)
        else:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))


class World:
    """A clock that moves when the driver rests, and a chip on a bus."""

    def __init__(self) -> None:
        self.now_s = 50.0
        self.chip = FakeChip(lambda: self.now_s)

    def rest(self, seconds: float) -> None:
        """Time passes."""
        self.now_s += seconds

    def driver(self, open_bus: Callable[[], Any]) -> Lis3dh:
        """The driver on a bus."""
        return Lis3dh(open_bus, clock=lambda: self.now_s, rest=self.rest)


@pytest.fixture(params=["fake bus", "smbus2"])
def tilt(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[World, Lis3dh]:
    """The tilt sensor's driver on the fake bus itself, and on smbus2 with the fake bus behind its system calls."""
    world = World()
    if request.param == "fake bus":
        return world, world.driver(lambda: FakeI2cBus(world.chip))
    (tmp_path / "i2c-1").touch()
    monkeypatch.setattr("smbus2.smbus2.ioctl", Kernel(FakeI2cBus(world.chip)))
    return world, world.driver(lambda: smbus2.SMBus(str(tmp_path / "i2c-1")))


# --- what senses the ship -------------------------------------------------------------------------------------------


@pytest.fixture(params=["virtual ship", "tilt sensor", "serial plate"])
def ship(request: pytest.FixtureRequest) -> tuple[Any, Callable[[float], None], Callable[[], object]]:
    """A port, how its time passes, and how its cable is pulled."""
    if request.param == "virtual ship":
        port = VirtualShipPort(SHAPE)
        return port, lambda s: port.advance_to(port._ship.t_s + s), port.unplug
    if request.param == "serial plate":
        bench = request.getfixturevalue("bench")
        node = bench.start("ship")
        return bench.ship(node), lambda _s: None, lambda: _pulled(node)
    world, tilt = _plain_tilt()
    return tilt, lambda _s: None, lambda: setattr(world.chip, "plugged", False)


def _pulled(node: SimulatedNode) -> None:
    """The cable of real firmware is pulled, and it is."""
    node.tell("unplug")
    assert node.report()["line"]["pty"] == ""


def _plain_tilt() -> tuple[World, Lis3dh]:
    world = World()
    return world, world.driver(lambda: FakeI2cBus(world.chip))


def test_a_ship_port_tells_samples_in_the_order_of_time(ship: tuple[Any, Callable[[float], None], Any]) -> None:
    """Samples of the kind that its cells tell of, stamped later and later, and its health is well."""
    port, pass_time, _ = ship
    samples: list[Sample] = []
    for _ in range(10):
        pass_time(0.1)
        samples += port.read(0.2)
    assert len(samples) >= 10
    assert all(a.t_s < b.t_s for a, b in pairwise(samples))
    assert all((s.counts is None) == (not port.cells_mm) for s in samples)
    assert all(s.acc_g is not None or port.cells_mm for s in samples)
    assert (port.health().state, port.sps > 0, bool(port.name)) == ("ok", True, True)


def _read_for_a_second(port: Any, pass_time: Callable[[float], None]) -> None:
    for _ in range(10):
        pass_time(0.1)
        port.read(0.1)


def test_a_lost_ship_port_says_so_with_a_known_code(ship: tuple[Any, Callable[[float], None], Any]) -> None:
    """A pulled cable raises within a second of reading, and the code has an entry in the dictionary."""
    port, pass_time, unplug = ship
    pass_time(0.1)
    port.read(0.2)
    unplug()
    with pytest.raises(PortLostError) as lost:
        _read_for_a_second(port, pass_time)
    assert lost.value.code in fault_codes()
    assert port.health().state == "lost"


def test_a_closed_ship_port_stays_closed(ship: tuple[Any, Callable[[float], None], Any]) -> None:
    """Closing twice does nothing, and reading after it is refused."""
    port, _, _ = ship
    port.close()
    port.close()
    with pytest.raises(PortLostError, match="port-closed"):
        port.read(0.0)


# --- dice and buttons -----------------------------------------------------------------------------------------------


def _touch_panel(panel: FakePanel) -> None:
    panel.down("1")
    panel.wait(0.06)
    panel.up("1")


@pytest.fixture(params=["virtual die", "virtual buttons", "gpio buttons", pytest.param("serial die", marks=pytest.mark.slow)])
def touched(request: pytest.FixtureRequest) -> tuple[Any, Callable[[], object]]:
    """A port, and somebody who rolls or presses once."""
    if request.param == "virtual die":
        die = VirtualDie()
        return die, lambda: die.roll(4)
    if request.param == "virtual buttons":
        buttons = VirtualButtons()
        return buttons, lambda: buttons.press("six")
    if request.param == "serial die":
        bench = request.getfixturevalue("bench")
        node = bench.start("die")
        serial_die = bench.die(node)
        bench.awake(node, serial_die)
        return serial_die, lambda: _rolled(node)
    panel = FakePanel()
    return panel.port, lambda: _touch_panel(panel)


def _rolled(node: SimulatedNode) -> None:
    """Real firmware's button is pressed, and it has tumbled and settled."""
    node.tell("press 100")
    end_s = node.report()["simulated_s"] + 1.5
    while node.report()["simulated_s"] < end_s:
        time.sleep(0.05)


def test_one_touch_is_one_event(touched: tuple[Any, Callable[[], object]]) -> None:
    """It is told once, with the port's own name, and nothing is told without a touch."""
    port, touch = touched
    assert list(port.read(0.0)) == []
    touch()
    (event,) = port.read(0.0)
    assert isinstance(event, Press | Rolled)
    assert event.source == port.name
    assert list(port.read(0.0)) == []
    port.light("d6", awaited=True)
    assert port.health().state == "ok"


def test_a_closed_input_refuses(touched: tuple[Any, Callable[[], object]]) -> None:
    """Closing twice does nothing; reading is refused, lighting is not."""
    port, _ = touched
    port.close()
    port.close()
    port.light("d6", awaited=False)
    with pytest.raises(PortLostError, match="port-closed"):
        port.read(0.0)
    assert port.health().state == "lost"


def test_reading_ends_when_it_should() -> None:
    """A read without news waits as long as it was asked to, and then ends."""
    for port in (VirtualDie(), VirtualButtons()):
        start_s = time.monotonic()
        assert list(port.read(0.05)) == []
        assert time.monotonic() - start_s > 0.04


# --- the tilt sensor, on both kinds of bus --------------------------------------------------------------------------


def _read(tilt: Lis3dh, seconds: float) -> list[Sample]:
    return [sample for _ in range(round(seconds * 10)) for sample in tilt.read(0.1)]


def test_the_tilt_sensor_tells_g_at_fifty_a_second(tilt: tuple[World, Lis3dh]) -> None:
    """Signs and sizes are right on all axes, the noise is the chip's, and no reading is told twice."""
    world, port = tilt
    world.chip.acc_g = (0.05, -0.12, 0.99)
    samples = [sample for _ in range(100) for sample in port.read(0.1)]
    assert len(samples) == 100
    assert samples[-1].t_s - samples[0].t_s == pytest.approx(99 / 50.0, rel=0.02)
    for axis, g in enumerate(world.chip.acc_g):
        told = [s.acc_g[axis] for s in samples if s.acc_g is not None]
        assert sum(told) / len(told) == pytest.approx(g, abs=0.0006)
    port.close()


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO])
def test_passing_errors_are_tried_again_and_counted(tilt: tuple[World, Lis3dh], number: int) -> None:
    """121, 110 and 5 are a disturbed wire: nothing is lost, nothing ends, all is counted."""
    world, port = tilt
    _read(port, 0.5)
    world.chip.fail(number, number)
    assert len(_read(port, 0.5)) == 5
    assert (port.counters()["retries"], port.counters()["failed"], port.health().state) == (2, 0, "ok")
    port.close()


def test_the_bus_is_opened_anew_after_repeated_errors(tilt: tuple[World, Lis3dh]) -> None:
    """Three readings in a row that fail for good reopen the bus; then it goes on as before."""
    world, port = tilt
    _read(port, 0.2)
    world.chip.fail(*[errno.EREMOTEIO] * 12)
    _read(port, 1.0)
    assert (port.counters()["bus_reopened"], port.health().state) == (1, "ok")
    assert _read(port, 0.3)
    port.close()


def test_a_frozen_sensor_is_noticed_and_set_up_anew(tilt: tuple[World, Lis3dh]) -> None:
    """A value that repeats for two seconds is a fault and is not told; a chip without its settings gets them again."""
    world, port = tilt
    _read(port, 0.5)
    world.chip.frozen = True
    _read(port, 3.0)
    assert (port.health().state, port.health().code) == ("fault", "tilt-frozen")
    assert _read(port, 0.5) == []
    world.chip.frozen = False
    world.chip.power_cycle()
    assert _read(port, 1.0)
    assert port.health().state == "ok"
    port.close()


def test_what_is_wrong_with_the_bus_is_told_apart() -> None:
    """No bus, no permission, nothing there, another chip."""
    world = World()

    def refusing(number: int) -> Callable[[], Any]:
        def open_bus() -> Any:
            raise OSError(number, os.strerror(number))

        return open_bus

    other = FakeChip(lambda: world.now_s)
    other.registers[0x0F] = 0x44
    cases: list[tuple[str, Callable[[], Any]]] = [
        ("bus-missing", refusing(errno.ENOENT)),
        ("bus-denied", refusing(errno.EACCES)),
        ("bus-no-answer", FakeI2cBus),
        ("bus-wrong-chip", lambda: FakeI2cBus(other)),
    ]
    for code, open_bus in cases:
        with pytest.raises(PortLostError) as lost:
            world.driver(open_bus)
        assert lost.value.code == code
        assert code in fault_codes()


def test_the_fake_bus_refuses_misuse() -> None:
    """After closing, with too long a block, with what is no byte or register."""
    world = World()
    bus = FakeI2cBus(world.chip)
    with pytest.raises(ValueError, match="1 to 32"):
        bus.read_i2c_block_data(0x18, 0xA8, 33)
    with pytest.raises(ValueError, match="no byte"):
        bus.write_byte_data(0x18, 0x20, 256)
    assert bus.read_i2c_block_data(0x18, 0x0F, 3) == [0x33] * 3  # without the highest bit the register stays
    bus.close()
    with pytest.raises(RuntimeError, match="closed"):
        bus.read_byte_data(0x18, 0x0F)
