"""The supervisor finds, loses and finds again, and never raises."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import pairwise

import pytest

from companion.devices.ports import PortLostError
from companion.devices.supervisor import BackOff, SupervisedInput, SupervisedShip
from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health, Press, Sample, ShipShape

SHAPE = ShipShape((30.0, 50.0, 70.0), (1, 2))


class _Clock:
    """A clock that moves when somebody rests."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.rests: list[float] = []

    def __call__(self) -> float:
        return self.now_s

    def rest(self, for_s: float) -> None:
        self.rests.append(for_s)
        self.now_s += for_s


class _Broken:
    """A driver that fails in a way nobody foresaw."""

    name = "broken"
    cells_mm = ()
    sps = 0.0

    def read(self, timeout_s: float) -> Sequence[Sample]:
        del timeout_s
        raise OSError(121, "Remote I/O error")

    def health(self) -> Health:
        return Health("broken", "ship", "ok")

    def close(self) -> None:
        raise OSError("closing fails too")


def _supervised(port: VirtualShipPort, clock: _Clock) -> SupervisedShip:
    return SupervisedShip(port.connect, "plate", "ship", clock=clock, rest=clock.rest)


def test_it_survives_unplug_and_replug(caplog: pytest.LogCaptureFixture) -> None:
    """Health goes searching, ok, lost, ok; each change is one log line however often it is asked."""
    clock, port = _Clock(), VirtualShipPort(SHAPE)
    ship = _supervised(port, clock)
    assert ship.health().state == "searching"
    with caplog.at_level(logging.INFO):
        port.advance_to(0.5)
        assert ship.read(0.1)
        assert ship.cells_mm == port.cells_mm
        port.unplug()
        for _ in range(50):
            assert ship.read(0.1) == []
        assert (ship.health().state, ship.health().code) == ("lost", "ship-unplugged")
        port.replug()
        for i in range(40):
            port.advance_to(1.0 + 0.1 * i)
            ship.read(0.1)
        assert ship.health().state == "ok"
    assert [record.message.split(" (")[0] for record in caplog.records] == [
        "plate is ok",
        "plate is lost: ship-unplugged",
        "plate is ok",
    ]


def test_waiting_is_bounded_and_never_longer_than_asked() -> None:
    """Attempts come more rarely, but at least every two seconds; one read never waits beyond its timeout."""
    clock, attempts = _Clock(), []

    def factory() -> VirtualShipPort:
        attempts.append(clock.now_s)
        raise PortLostError("ship-absent")

    ship = SupervisedShip(factory, "plate", "ship", clock=clock, rest=clock.rest, back_off=BackOff(0.25, 2.0))
    while clock.now_s < 20.0:
        assert ship.read(0.4) == []
    gaps = [b - a for a, b in pairwise(attempts)]
    assert gaps[0] == pytest.approx(0.25)
    assert max(gaps) == pytest.approx(2.0)
    assert max(clock.rests) <= 0.4
    assert (ship.health().state, ship.health().code) == ("searching", "ship-absent")


def test_a_drivers_surprise_does_not_end_it() -> None:
    """Whatever a driver raises is a lost device, and the next attempt follows."""
    clock = _Clock()
    opened: list[_Broken] = []

    def factory() -> _Broken:
        opened.append(_Broken())
        return opened[-1]

    ship = SupervisedShip(factory, "plate", "ship", clock=clock, rest=clock.rest)
    for _ in range(20):
        assert ship.read(0.2) == []
    assert len(opened) > 3
    assert ship.health().code == "port-error"


def test_silence_is_noticed_and_forgiven() -> None:
    """A plate that sends nothing for a second is silent; with the first sample it is well again."""
    clock, port = _Clock(), VirtualShipPort(SHAPE)
    ship = _supervised(port, clock)
    port.advance_to(0.5)
    ship.read(0.0)
    clock.now_s += 1.5
    ship.read(0.0)
    assert (ship.health().state, ship.health().code) == ("silent", "ship-silent")
    port.advance_to(1.0)
    ship.read(0.0)
    assert ship.health().state == "ok"


def test_closed_for_good() -> None:
    """After closing nothing is opened any more."""
    clock, port = _Clock(), VirtualShipPort(SHAPE)
    ship = _supervised(port, clock)
    ship.close()
    ship.close()
    port.advance_to(1.0)
    assert ship.read(0.1) == []
    assert ship.port is None


def test_buttons_and_die_are_supervised_alike() -> None:
    """An input is quiet most of the time without being silent, and light goes through."""
    clock, die, buttons = _Clock(), VirtualDie(), VirtualButtons()
    watched = SupervisedInput(lambda: die, "die", "die", clock=clock, rest=clock.rest)
    pressed = SupervisedInput(lambda: buttons, "box", "buttons", clock=clock, rest=clock.rest)
    watched.light("d3", awaited=True)
    watched.read(0.0)
    clock.now_s += 60.0
    watched.read(0.0)
    assert watched.health().state == "ok"
    watched.light("d3", awaited=True)
    assert (die.faces, die.awaited) == ("d3", True)
    buttons.press("six")
    assert [p.button for p in pressed.read(0.0) if isinstance(p, Press)] == ["six"]
