"""Currents, lamps and buses, computed from the wiring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.tools.rules import Circuit
from hardware.tools.wiring import Pin

__all__ = ["Bus", "Lamp", "buses", "lamps", "overloads", "supply_ma", "usb_ma"]

_BUS_HZ = 100_000
_RISE_NS = 1000.0  # the I2C standard's most, at 100 kHz
_SINK_MA = 3.0  # what every chip on the bus must be able to pull down
_LOW_VOLTS = 0.4
_PF_PER_M, _PF_PER_PIN = 60.0, 10.0
_SEEN_MA, _BRIGHT_MA = 1.0, 20.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light on a pin: its current."""

    part: str
    pin: Pin
    ma: float


@dataclass(frozen=True, slots=True)
class Bus:
    """One line of an I2C bus on one side of a level shifter: what pulls it up, and how fast it rises."""

    pins: tuple[Pin, ...]
    volts: float
    pull_up_ohm: float
    rise_ns: float

    @property
    def sink_ma(self) -> float:
        """What a chip must sink to hold it low."""
        return 1000.0 * (self.volts - _LOW_VOLTS) / self.pull_up_ohm

    def problems(self) -> Iterator[str]:
        """What speaks against it."""
        if self.rise_ns > _RISE_NS:
            yield f"{self.pins[0]}: rises in {self.rise_ns:.0f} ns, at {_BUS_HZ} Hz at most {_RISE_NS:.0f}"
        if self.sink_ma > _SINK_MA:
            yield f"{self.pins[0]}: {self.sink_ma:.1f} mA to hold it low, at most {_SINK_MA:g}"


def lamps(c: Circuit) -> list[Lamp]:
    """Every light on a pin with the current that its resistor lets through."""
    found = []
    for part in c.drawing.kind_of:
        kind = c.kind(part)
        if "ohm" not in kind:
            continue
        for pin in (pin for pin in c.net(Pin(part, "long")) if c.role(pin) == "output"):
            over = (c.volts(pin, "volts") or 0.0) - kind["drop_volts"]
            found.append(Lamp(part, pin, max(0.0, 1000.0 * over / kind["ohm"])))
    return found


def supply_ma(c: Circuit) -> dict[Pin, float]:
    """What each supply pin has to give to what hangs on it."""
    asked = {}
    for pin in c.of:
        if c.role(pin) == "supply-out" and len(c.net(pin)) > 1:
            asked[pin] = sum(float(c.of[other]["ma"]) for other in c.net(pin) if c.role(other) == "supply-in")
    for pin in sorted(asked):  # a part that feeds another takes that current from its own supply
        feeding = [other for other in c.of if other.part == pin.part and c.role(other) == "supply-in"]
        for inlet in feeding:
            for source in (other for other in c.net(inlet) if c.role(other) == "supply-out"):
                asked[source] += asked[pin]
    return asked


def usb_ma(c: Circuit) -> float:
    """What the whole node takes from its USB plug: everything that its board gives, its lamps and itself."""
    boards = [part for part in c.drawing.kind_of if "own_ma" in c.kind(part)]
    given = sum(ma for pin, ma in supply_ma(c).items() if pin.part in boards)
    return given + sum(lamp.ma for lamp in lamps(c)) + sum(float(c.kind(part)["own_ma"]) for part in boards)


def buses(c: Circuit) -> list[Bus]:
    """Every I2C line, each side of a level shifter for itself."""
    found = []
    for net in c.nets:
        pins = tuple(sorted(pin for pin in net if c.role(pin) == "bus"))
        pulls = [float(c.of[pin]["pull_up_ohm"]) for pin in pins if "pull_up_ohm" in c.of[pin]]
        if len(pins) < 2 or not pulls:
            continue
        ohm = 1.0 / sum(1.0 / pull for pull in pulls)
        metres = sum(wire.metres for wire in c.drawing.wires if wire.start in net)
        picofarad = _PF_PER_M * metres + _PF_PER_PIN * len(pins)
        volts = max(v for v in (c.volts(pin, "volts") for pin in pins) if v is not None)
        found.append(Bus(pins, volts, ohm, 0.8473 * ohm * picofarad / 1000.0))
    return found


def overloads(c: Circuit) -> list[str]:
    """What gives more than it may, lamps nobody sees, buses that do not work."""
    found = [bad for bus in buses(c) for bad in bus.problems()]
    for pin, ma in supply_ma(c).items():
        if ma > c.of[pin]["most_ma"]:
            found.append(f"{pin} gives {ma:.0f} mA, at most {c.of[pin]['most_ma']:g}")
    per_board: dict[str, float] = {}
    for lamp in lamps(c):
        per_board[lamp.pin.part] = per_board.get(lamp.pin.part, 0.0) + lamp.ma
        if not _SEEN_MA <= lamp.ma <= min(_BRIGHT_MA, float(c.of[lamp.pin]["most_ma"])):
            found.append(f"{lamp.part}: {lamp.ma:.1f} mA on {lamp.pin}")
    for part, ma in per_board.items():
        if ma > c.kind(part)["logic_sum_ma"]:
            found.append(f"{part}: {ma:.0f} mA for all lamps, at most {c.kind(part)['logic_sum_ma']}")
    return found
