"""The wiring drawings as data: what is connected to what, and how they are rendered."""

from __future__ import annotations

import csv
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

__all__ = ["DRAWINGS", "WIRING", "Harness", "Pin", "Wire", "harness", "kinds", "missing", "nets", "render", "write_cables"]

WIRING = Path(__file__).resolve().parents[1] / "wiring"
PinsOf = Mapping[str, tuple[str, ...]]
DRAWINGS = ("ship-node", "die-node", "button-bar", "tilt-on-pi")
_RANGE = re.compile(r"^(\d+)-(\d+)$")


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One pin of one part, by the names in the drawing."""

    part: str
    name: str

    def __str__(self) -> str:
        return f"{self.part}:{self.name}"


@dataclass(frozen=True, slots=True)
class Wire:
    """One core: where it goes, in which cable, what it is called and looks like."""

    start: Pin
    end: Pin
    cable: str
    core: int
    label: str
    colour: str
    mm2: str
    metres: float


@dataclass(frozen=True, slots=True)
class Harness:
    """One drawing: its parts by name with their kind and pins, and its wires."""

    name: str
    kind_of: Mapping[str, str]
    pins_of: PinsOf
    wires: tuple[Wire, ...]


def kinds() -> dict[str, dict[str, Any]]:
    """What each kind of part is, electrically."""
    return tomllib.loads((WIRING / "kinds.toml").read_text(encoding="utf-8"))


def harness(name: str) -> Harness:
    """Read one drawing."""
    return from_yaml(name, yaml.safe_load((WIRING / f"{name}.yml").read_text(encoding="utf-8")))


def from_yaml(name: str, drawing: Mapping[str, Any]) -> Harness:
    """The same from WireViz's own form; ValueError where a connection names what is not there."""
    parts = drawing["connectors"]
    pins_of = {part: tuple(map(str, _pins(row))) for part, row in parts.items()}
    wires = tuple(wire for row in drawing["connections"] for wire in _wires(row, drawing, pins_of))
    return Harness(name, {part: row["type"] for part, row in parts.items()}, pins_of, wires)


def _pins(row: Mapping[str, Any]) -> Sequence[Any]:
    return row.get("pinlabels") or row.get("pins") or range(1, row.get("pincount", 0) + 1)


def _wires(row: Sequence[Mapping[str, Any]], drawing: Mapping[str, Any], pins_of: PinsOf) -> Iterator[Wire]:
    (start, starts), (cable, cores), (end, ends) = (next(iter(step.items())) for step in row)
    starts, cores, ends = _spread(starts), [int(core) for core in _spread(cores)], _spread(ends)
    if not len(starts) == len(cores) == len(ends):
        raise ValueError(f"{start} to {end}: as many pins as cores are needed")
    bad = [f"{part}:{pin}" for part, pins in ((start, starts), (end, ends)) for pin in pins if pin not in pins_of[part]]
    if bad:
        raise ValueError(f"no such pins: {', '.join(bad)}")
    kind = drawing["cables"][cable]
    for one, core, other in zip(starts, cores, ends, strict=True):
        label = dict(enumerate(kind.get("wirelabels", ()), 1)).get(core, "")
        colour, mm2, metres = kind["colors"][core - 1], str(kind["gauge"]).split()[0], float(kind["length"])
        yield Wire(Pin(start, one), Pin(end, other), cable, core, str(label), colour, mm2, metres)


def _spread(pins: Sequence[Any]) -> list[str]:
    """Pins one by one: `1-4` stands for four."""
    spread: list[str] = []
    for pin in map(str, pins):
        found = _RANGE.match(pin)
        spread += map(str, range(int(found[1]), int(found[2]) + 1)) if found else [pin]
    return spread


def nets(drawing: Harness, known: Mapping[str, Mapping[str, Any]]) -> list[frozenset[Pin]]:
    """Pins that are one conductor: by wires, and inside parts whose pins are joined."""
    bonds = [(wire.start, wire.end) for wire in drawing.wires]
    for part, kind in drawing.kind_of.items():
        if known[kind].get("joined"):
            pins = [Pin(part, name) for name in drawing.pins_of[part]]
            bonds += [(pins[0], pin) for pin in pins[1:]]
    group = {pin: frozenset((pin,)) for part, names in drawing.pins_of.items() for pin in (Pin(part, name) for name in names)}
    for one, other in bonds:
        together = group[one] | group[other]
        group.update(dict.fromkeys(together, together))
    return sorted(set(group.values()), key=min)


def missing() -> str | None:
    """What keeps WireViz from drawing here, or None."""
    return None if shutil.which("dot") else "not installed: dot (package graphviz)"


def render(name: str, folder: Path) -> list[Path]:
    """Draw: picture (SVG and PNG), HTML, parts list, and the list of cables."""
    from wireviz import wireviz  # noqa: PLC0415 -- only where it draws

    folder.mkdir(parents=True, exist_ok=True)
    formats = ("html", "png", "svg", "tsv")
    wireviz.parse(WIRING / f"{name}.yml", output_formats=formats, output_dir=folder, output_name=name)
    write_cables(harness(name), folder / f"{name}.cables.csv")
    endings = ("html", "png", "svg", "bom.tsv", "cables.csv")
    return [folder / f"{name}.{ending}" for ending in endings]


def write_cables(drawing: Harness, path: Path) -> None:
    """One row a core: what to cut, and where its ends go."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("cable", "core", "colour", "mm2", "metres", "from", "to", "signal"))
        for w in drawing.wires:
            rows.writerow((w.cable, w.core, w.colour, w.mm2, f"{w.metres:g}", w.start, w.end, w.label))
