"""The capture format `companion-capture/1`: one JSON object a line, streamed, damage named by its line."""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.events import Sample, ShipShape, Spot

__all__ = [
    "FORMAT",
    "CaptureError",
    "Header",
    "Mark",
    "open_lines",
    "parse_header",
    "parse_line",
    "read_capture",
    "write_capture",
]

FORMAT = "companion-capture/1"
_MOST_COUNTS = 1 << 31
_LONGEST_LINE = 1 << 20
_WIDEST_MM = 2000.0
_MOST_PLAYERS = 8
_LEAST_GRAMS, _MOST_GRAMS = 0.1, 1e5


class CaptureError(Exception):
    """A capture that cannot be read on: `line` counts from 1, `reason` says what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line says. `standing` are the aliens aboard at the start of a slice, `calibration` its calibration."""

    sps: float
    cells_mm: tuple[tuple[float, float], ...]
    shape: ShipShape
    tilt: bool = False
    name: str = ""
    calibration: Mapping[str, Any] | None = None
    standing: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """From `t_s` on, what `kind` says holds ("empty", "mass", "ship", "alien", "aliens", "hands", "play", "turn", "roll")."""

    t_s: float
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)


def open_lines(path: str | Path) -> Iterator[str]:
    """The lines of a plain or gzipped file, one at a time; CaptureError where the bytes are damaged or end too early."""
    file = Path(path)
    number = 0
    with file.open("rb") as probe:
        zipped = probe.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(file, "rb") if zipped else file.open("rb") as stream:
            while raw := stream.readline(_LONGEST_LINE):
                number += 1
                yield raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except (EOFError, OSError, zlib.error) as error:
        raise CaptureError(number + 1, f"the compressed file is damaged or cut off here ({error})") from error
    except UnicodeDecodeError as error:
        raise CaptureError(number, "not UTF-8 text") from error


def read_capture(lines: Iterable[str]) -> tuple[Header, Iterator[Sample | Mark]]:
    """Header and the stream behind it; CaptureError from the iterator comes after all lines before the damage."""
    source = iter(lines)
    header = parse_header(next(source, ""))
    return header, _rows(source, header)


def _rows(lines: Iterator[str], header: Header) -> Iterator[Sample | Mark]:
    before_s = -math.inf
    for number, line in enumerate(lines, start=2):
        row = parse_line(line, number, header)
        if row is None:
            continue
        if row.t_s < before_s and before_s - row.t_s < 4000.0:
            raise CaptureError(number, "time runs backwards")
        before_s = row.t_s
        yield row


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _load(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise CaptureError(number, f"not a JSON object: {line.strip()[:60]!r}") from error
    if not isinstance(row, dict):
        raise CaptureError(number, "not a JSON object")
    return row


def parse_header(line: str) -> Header:
    """Read line 1; CaptureError when it is no header of this format."""
    row = _load(line, 1)
    if row.get("format") != FORMAT:
        raise CaptureError(1, f"no capture: the first line must say format {FORMAT}")
    try:
        return _header(row)
    except KeyError as error:
        raise CaptureError(1, f"damaged header: {error.args[0]!r} is missing") from error
    except (AttributeError, TypeError, ValueError, IndexError, OverflowError) as error:
        why = error if isinstance(error, ValueError) else "a value is of the wrong kind"
        raise CaptureError(1, f"damaged header: {why}") from error


def _header(row: Mapping[str, Any]) -> Header:
    ship = row["ship"]
    hub_mm, width_mm, rings = float(ship["hub_mm"]), float(ship["ring_width_mm"]), int(ship["rings"])
    shape = ShipShape(
        ring_edges_mm=tuple(float(e) for e in ship.get("ring_edges_mm", [hub_mm + width_mm * i for i in range(rings + 1)])),
        points=tuple(int(p) for p in ship["points"]),
        sectors=int(ship["sectors"]),
        foot_radius_mm=float(ship["alien_foot_radius_mm"]),
        aliens=int(ship["aliens"]),
    )
    cells = tuple((float(x), float(y)) for x, y in row["cells_mm"])
    sps = float(row["sps"])
    _check_header(shape, cells, sps, rings)
    standing = tuple(Spot(int(s[0]), int(s[1]), _pair(s[2]) if len(s) > 2 else None) for s in row.get("standing") or ())
    calibration = row.get("calibration")
    if calibration is not None and not isinstance(calibration, Mapping):
        raise ValueError("calibration must be an object")
    if not all(1 <= s.ring <= rings and 1 <= s.sector <= shape.sectors for s in standing):
        raise ValueError("standing lists a ring or sector that the ship has not")
    if not all(abs(v) <= _WIDEST_MM for s in standing for v in s.xy_mm or ()):
        raise ValueError(f"standing lists a place farther than {_WIDEST_MM:g} mm from the middle")
    return Header(sps, cells, shape, "imu" in row, str(row.get("name", "")), calibration, standing)


def _check_header(shape: ShipShape, cells: tuple[tuple[float, float], ...], sps: float, rings: int) -> None:
    numbers = (*shape.ring_edges_mm, shape.foot_radius_mm, *(v for cell in cells for v in cell), sps)
    if not all(math.isfinite(v) for v in numbers):
        raise ValueError("a number is not finite")
    if not 1 <= rings <= 50 or not 1 <= shape.sectors <= 100 or not 0 <= shape.aliens <= 200:
        raise ValueError("rings, sectors or aliens out of range")
    if (
        any(b <= a for a, b in zip(shape.ring_edges_mm, shape.ring_edges_mm[1:], strict=False))
        or not shape.rings == len(shape.points) == rings
    ):
        raise ValueError("rings must grow outwards, with points for each")
    if not all(0 < v <= _WIDEST_MM for v in (*shape.ring_edges_mm, shape.foot_radius_mm)):
        raise ValueError(f"ring sizes and foot radius must be millimetres above 0, at most {_WIDEST_MM:g}")
    if any(abs(v) > _WIDEST_MM for cell in cells for v in cell) or len(set(cells)) < len(cells):
        raise ValueError("cells_mm must be different places of the plate, in millimetres")
    if not 1 <= sps <= 1000 or 0 < len(cells) < 3 or len(cells) > 16:
        raise ValueError("1 to 1000 samples a second from no cells or 3 to 16")


def _pair(value: Any) -> tuple[float, float]:
    x, y = value
    return float(x), float(y)


def parse_line(line: str, number: int, header: Header) -> Sample | Mark | None:
    """Read a later line: a sample, a mark, or None for a blank line; CaptureError when it is damaged."""
    if not line.strip():
        return None
    row = _load(line, number)
    t_s = row.get("t")
    if not isinstance(t_s, int | float) or isinstance(t_s, bool) or not abs(t_s) < 1e9:
        raise CaptureError(number, "a line needs its time t in seconds")
    if "mark" in row:
        return _mark(row, float(t_s), number)
    return _sample(row, float(t_s), number, header)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _mark(row: dict[str, Any], t_s: float, number: int) -> Mark:
    kind = row["mark"]
    if not isinstance(kind, str):
        raise CaptureError(number, "a mark needs a name")
    fields = {key: value for key, value in row.items() if key not in ("t", "mark")}
    fits, needs = _MARKS.get(kind, (_anything, ""))
    if not fits(fields):
        raise CaptureError(number, f"a mark {kind!r} needs {needs}")
    return Mark(t_s, kind, fields)


def _anything(_fields: Mapping[str, Any]) -> bool:
    return True


def _mass_fits(fields: Mapping[str, Any]) -> bool:
    grams = fields.get("grams")
    return grams is not None and _is_number(grams) and _LEAST_GRAMS <= grams <= _MOST_GRAMS and _is_point(fields.get("at"))


def _aliens_fit(fields: Mapping[str, Any]) -> bool:
    at = fields.get("at")
    return isinstance(at, list) and len(at) > 0 and all(map(_is_point, at))


def _play_fits(fields: Mapping[str, Any]) -> bool:
    players, rules = fields.get("players", 2), fields.get("rules")
    return isinstance(fields.get("game", ""), str) and _whole(players, 1, _MOST_PLAYERS) and isinstance(rules, dict | None)


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


_MARKS: Mapping[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "mass": (_mass_fits, f"grams ({_LEAST_GRAMS:g} to {_MOST_GRAMS:g}) and at [x, y]"),
    "alien": (lambda fields: _is_point(fields.get("at")), "at [radius_mm, angle_deg]"),
    "aliens": (_aliens_fit, "at [[radius_mm, angle_deg], ..]"),
    "play": (_play_fits, f"game (its id), players (1 to {_MOST_PLAYERS}) and rules (house rules by id)"),
    "turn": (lambda fields: _whole(fields.get("player"), 0, _MOST_PLAYERS - 1), f"player, from 0 to {_MOST_PLAYERS - 1}"),
    "roll": (lambda fields: _whole(fields.get("value"), 1, 6), "value, from 1 to 6"),
}
"""What the fields of a mark must be, and how that is said."""


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(v) and abs(v) < 1e6 for v in value)


def _integers(value: Any, size: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == size
        and all(type(v) is int and -_MOST_COUNTS < v < _MOST_COUNTS for v in value)
    )


def _sample(row: Mapping[str, Any], t_s: float, number: int, header: Header) -> Sample:
    counts, dt_us, acc = row.get("counts"), row.get("dt_us"), row.get("acc")
    if counts is None and acc is None:
        raise CaptureError(number, "a line needs a mark, counts or acc")
    if counts is not None and not _integers(counts, len(header.cells_mm)):
        raise CaptureError(number, f"counts must be {len(header.cells_mm)} whole numbers")
    if dt_us is not None and (counts is None or not _integers(dt_us, len(counts))):
        raise CaptureError(number, "dt_us must be one whole number per cell")
    if acc is not None and not (isinstance(acc, list) and len(acc) == 3 and all(_is_number(v) and abs(v) < 1e3 for v in acc)):
        raise CaptureError(number, "acc must be three numbers")
    return Sample(
        t_s,
        None if counts is None else tuple(counts),
        None if dt_us is None else tuple(dt_us),
        None if acc is None else (float(acc[0]), float(acc[1]), float(acc[2])),
    )


def write_capture(header: Header, rows: Iterable[Sample | Mark]) -> Iterator[str]:
    """The lines of a capture (each with its newline); `read_capture` is the inverse."""
    yield _dump(_header_row(header))
    for row in rows:
        yield _dump(_mark_row(row) if isinstance(row, Mark) else _sample_row(row))


def _dump(row: Mapping[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _header_row(header: Header) -> dict[str, Any]:
    shape = header.shape
    edges = shape.ring_edges_mm
    row: dict[str, Any] = {
        "format": FORMAT,
        "name": header.name,
        "sps": header.sps,
        "cells_mm": [list(c) for c in header.cells_mm],
    }
    row["counts_bits"] = 24
    row["ship"] = {
        "hub_mm": edges[0],
        "ring_width_mm": edges[1] - edges[0],
        "ring_edges_mm": list(edges),
        "rings": shape.rings,
        "points": list(shape.points),
        "sectors": shape.sectors,
        "alien_foot_radius_mm": shape.foot_radius_mm,
        "aliens": shape.aliens,
    }
    if header.tilt:
        row["imu"] = {"place": "under the disc", "unit": "g"}
    if header.calibration is not None:
        row["calibration"] = dict(header.calibration)
    if header.standing:
        row["standing"] = [[s.ring, s.sector, *([list(s.xy_mm)] if s.xy_mm else [])] for s in header.standing]
    return row


def _mark_row(mark: Mark) -> dict[str, Any]:
    return {"t": mark.t_s, "mark": mark.kind, **mark.fields}


def _sample_row(sample: Sample) -> dict[str, Any]:
    row: dict[str, Any] = {"t": sample.t_s}
    if sample.dt_us is not None:
        row["dt_us"] = list(sample.dt_us)
    if sample.counts is not None:
        row["counts"] = list(sample.counts)
    if sample.acc_g is not None:
        row["acc"] = list(sample.acc_g)
    return row
