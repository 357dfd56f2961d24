"""The rules that any wiring must keep: no pin left floating, none driven twice, no voltage that a pin cannot bear."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from hardware.tools.wiring import Harness, Pin, kinds, nets

__all__ = ["BOARD_OF", "Circuit", "circuit", "directions", "faults", "pin_table", "strays"]

BOARD_OF = {
    "ship-node": ("NANO", ("ship",)),
    "die-node": ("NANO", ("die",)),
    "button-bar": ("PI", ("buttons", "lamps")),
    "tilt-on-pi": ("PI", ("tilt",)),
}
"""Which part of a drawing is the board of the pin table, and which of its sections it shows."""

_DRIVES = ("output", "supply-out")
_HEARS = ("input", "bus", "supply-in")
_MAY_STAY_OPEN = ("plug", "supply-out")


def pin_table() -> dict[str, dict[str, dict[str, Any]]]:
    """The one table of pins that firmware, drivers and drawings share."""
    return tomllib.loads((files("companion.devices") / "pins.toml").read_text(encoding="utf-8"))


def directions(name: str) -> dict[Pin, str]:
    """Of each of our boards' pins in a drawing, which way its signal goes: `input`, `output`, `bus` or `open`."""
    part, sections = BOARD_OF[name]
    table = pin_table()
    rows = [row for section in sections for row in table[section].values()]
    return {Pin(part, str(row.get("board") or row["header"])): row["is"] for row in rows}


def strays(drawing: Harness, table: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> list[str]:
    """Where a drawing and the table of pins differ, in words. A wire is labelled with its pin's name there."""
    part, sections = BOARD_OF[drawing.name]
    rows = {_label(section, name): row for section in sections for name, row in table[section].items()}
    places = {label: Pin(part, str(row.get("board") or row["header"])) for label, row in rows.items() if row["is"] != "open"}
    drawn: dict[str, list[Pin]] = {label: [] for label in places}
    for wire in drawing.wires:
        for end in (wire.start, wire.end):
            if end.part == part and wire.label in drawn:
                drawn[wire.label].append(end)
    return [
        f"{label}: {place} in the table, {' '.join(map(str, drawn[label])) or 'nowhere'} in {drawing.name}"
        for label, place in places.items()
        if drawn[label] != [place]
    ]


def _label(section: str, name: str) -> str:
    return {"buttons": f"button_{name}", "lamps": f"lamp_{name}", "tilt": f"tilt_{name}"}.get(section, name)


@dataclass(frozen=True, slots=True)
class Circuit:
    """A drawing with what its parts are: `of` is each pin's row in kinds.toml, logic pins with their direction as role."""

    drawing: Harness
    of: Mapping[Pin, Mapping[str, Any]]
    nets: tuple[frozenset[Pin], ...]
    known: Mapping[str, Mapping[str, Any]]

    def net(self, pin: Pin) -> frozenset[Pin]:
        """What the pin is connected to, itself too."""
        return next(net for net in self.nets if pin in net)

    def role(self, pin: Pin) -> str:
        """Its role; pins of parts that only join are `joint`."""
        return str(self.of[pin].get("role", "joint"))

    def kind(self, part: str) -> Mapping[str, Any]:
        """The kind of a part."""
        return self.known[self.drawing.kind_of[part]]

    def supply_volts(self, pin: Pin) -> float | None:
        """What feeds this pin, if anything does."""
        given = [float(self.of[other]["volts"]) for other in self.net(pin) if self.role(other) == "supply-out"]
        return max(given, default=None)

    def volts(self, pin: Pin, key: str) -> float | None:
        """A figure in volts; one that names another pin of its part is what that pin is fed with."""
        value = self.of[pin].get(key)
        return self.supply_volts(Pin(pin.part, value)) if isinstance(value, str) else value


def circuit(drawing: Harness, ways: Mapping[Pin, str]) -> Circuit:
    """Put drawing, kinds and directions together."""
    known = kinds()
    of = {Pin(part, name): _row(known[kind], name) for part, kind in drawing.kind_of.items() for name in drawing.pins_of[part]}
    for pin, row in of.items():
        if row.get("role") == "logic":
            of[pin] = {**row, "role": ways.get(pin, "unused")}
    return Circuit(drawing, of, tuple(nets(drawing, known)), known)


def _row(kind: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if kind.get("joined"):
        return {}
    found = kind.get(name) or kind.get(name.rstrip("0123456789")) or kind.get("any")
    if not isinstance(found, Mapping):
        raise KeyError(f"kinds.toml has no pin {name}")
    return found


def faults(c: Circuit) -> list[str]:
    """What is wrong, in words; empty when the wiring keeps the rules."""
    return [fault for net in c.nets for fault in _of_net(c, net)]


def _of_net(c: Circuit, net: frozenset[Pin]) -> Iterator[str]:
    roles = {pin: c.role(pin) for pin in net}
    lone = [pin for pin in net if roles[pin] != "joint"]
    told = " ".join(map(str, sorted(lone)))
    if len(lone) == 1 and roles[lone[0]] not in ("open", "unused", *_MAY_STAY_OPEN):
        yield f"floating: {told}"
        return
    if len(lone) > 1 and any(role in ("open", "unused") for role in roles.values()):
        yield f"wired, though it must stay open: {told}"
    drivers = [pin for pin in net if roles[pin] in _DRIVES]
    if len(drivers) > 1:
        yield f"driven twice: {told}"
    if drivers and "ground" in roles.values():
        yield f"shorted to ground: {told}"
    if not drivers and "ground" not in roles.values() and any(role == "supply-in" for role in roles.values()):
        yield f"not supplied: {told}"
    if any(role == "input" for role in roles.values()) and not drivers and not _is_closed_by_contact(c, net):
        yield f"heard, but driven by nobody: {told}"
    if any(role in ("anode", "contact") for role in roles.values()) and len(lone) < 2:
        yield f"floating: {told}"
    yield from _voltages(c, net, told)


def _is_closed_by_contact(c: Circuit, net: frozenset[Pin]) -> bool:
    """An input with a pull-up of its own hears a contact whose other end is ground."""
    contacts = [pin for pin in net if c.role(pin) == "contact"]
    others = [Pin(pin.part, "b" if pin.name == "a" else "a") for pin in contacts]
    return bool(others) and all(any(c.role(far) == "ground" for far in c.net(other)) for other in others)


def _voltages(c: Circuit, net: frozenset[Pin], told: str) -> Iterator[str]:
    """The most that anything puts on this net, against the least that a pin on it bears."""
    puts = [c.volts(pin, "volts") for pin in net if c.role(pin) in (*_DRIVES, "bus", "input")]
    most = max((volts for volts in puts if volts is not None), default=0.0)
    for pin in net:
        bears, takes, high = c.volts(pin, "stands"), c.of[pin].get("takes"), c.of[pin].get("high")
        if bears is not None and most > bears + 0.3:
            yield f"{pin} bears {bears:g} V and meets {most:g} V: {told}"
        if takes and most and not takes[0] <= most <= takes[1]:
            yield f"{pin} takes {takes[0]:g} to {takes[1]:g} V and meets {most:g} V: {told}"
        if high is not None and c.role(pin) in _HEARS and any(c.role(o) in ("output", "bus") for o in net) and most < high:
            yield f"{pin} reads high from {high:g} V and gets {most:g} V: {told}"
