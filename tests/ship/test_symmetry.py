"""What must not matter: which way the plate lies, how cells are wired, where the file ends, what the table marks.

On evenings of the virtual ship; the same properties on a plain small evening are in test_tracker.py, where they cost less.
"""

from __future__ import annotations

import functools
import io
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.ship.replay import row_of, run
from companion.ship.session import CaptureSession
from companion.virtual.evening import record

pytestmark = pytest.mark.slow

Row = dict[str, Any]
Change = Callable[[Row], Row]
PLAYED_S = 35.0
FAMILIES = ["clean", "three", "everyday", "turning", "tilt", "lifted", "ten-sps"]
NO_READING = {8388607, -8388608, -1, 0}


@functools.cache
def _evening(family: str) -> tuple[str, ...]:
    return tuple(record(family, 5, at_most_s=PLAYED_S)[0])


@functools.cache
def _felt(lines: tuple[str, ...]) -> tuple[Row, ...]:
    session = CaptureSession()
    rows = (row_of(event) for line in lines for event in session.feed_line(line))
    return tuple(row for row in rows if row is not None)


def _changed(family: str, change: Change) -> tuple[Row, ...]:
    return _felt(tuple(json.dumps(change(json.loads(line))) for line in _evening(family)))


def _calls(rows: Sequence[Row], sector: Callable[[int], int] = lambda s: s) -> list[tuple[Any, ...]]:
    """What matters of each call, its sectors renamed."""
    return [(r["kind"], r["t"], r["ask"], *_where(r, sector)) for r in rows if "kind" in r]


def _where(row: Row, sector: Callable[[int], int]) -> tuple[Any, ...]:
    if row["kind"] == "fall":
        return row["count"], sorted((ring, sector(s)) for ring, s in row["gone"])
    return row["ring"], sector(row["sector"])


def _turned(xy: Sequence[float], deg: float) -> list[float]:
    turn = math.radians(deg)
    return [xy[0] * math.cos(turn) - xy[1] * math.sin(turn), xy[0] * math.sin(turn) + xy[1] * math.cos(turn)]


def _plate(change: Callable[[Sequence[float]], list[float]]) -> Change:
    """Move the plate's points: cells and reference masses."""

    def apply(row: Row) -> Row:
        if "cells_mm" in row:
            row["cells_mm"] = [change(xy) for xy in row["cells_mm"]]
        if row.get("mark") == "mass":
            row["at"] = change(row["at"])
        return row

    return apply


def _ship(angle: Callable[[float], float], acc: Callable[[float, float], tuple[float, float]]) -> Change:
    """Rename the ship's angles: dots and the accelerometer's axes."""

    def apply(row: Row) -> Row:
        if row.get("mark") == "alien":
            row["at"] = [row["at"][0], angle(row["at"][1])]
        if row.get("mark") == "aliens":
            row["at"] = [[r, angle(a)] for r, a in row["at"]]
        if "acc" in row:
            row["acc"] = [*acc(row["acc"][0], row["acc"][1]), row["acc"][2]]
        return row

    return apply


@pytest.mark.parametrize("family", [*FAMILIES, "tilt-only"])
def test_a_mirrored_evening_gives_mirrored_calls(family: str) -> None:
    """Everything left is right: the same calls at the same moments, with sectors 1 and 2, 3 and 4 exchanged."""
    plate = _plate(lambda xy: [-xy[0], xy[1]])
    ship = _ship(lambda a: 180.0 - a, lambda x, y: (-x, y))
    mirrored = _changed(family, lambda row: ship(plate(row)))
    assert _calls(mirrored) == _calls(_felt(_evening(family)), lambda s: {1: 2, 2: 1, 3: 4, 4: 3}[s])


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("deg", [90.0, 37.0])
def test_a_turned_plate_changes_nothing(family: str, deg: float) -> None:
    """The ship is then turned on the plate from the start, which its dots tell."""
    assert _calls(_changed(family, _plate(lambda xy: _turned(xy, deg)))) == _calls(_felt(_evening(family)))


@pytest.mark.parametrize("family", [*FAMILIES, "tilt-only"])
def test_a_renamed_ship_gives_renamed_calls(family: str) -> None:
    """Dots a quarter on: every sector is the next one."""
    renamed = _changed(family, _ship(lambda a: a + 90.0, lambda x, y: (-y, x)))
    assert _calls(renamed) == _calls(_felt(_evening(family)), lambda s: s % 4 + 1)


@pytest.mark.parametrize("family", FAMILIES)
def test_gains_signs_and_order_of_the_cells_do_not_matter(family: str) -> None:
    """Cells listed backwards, three times as sensitive, the last one reversed: the same calls."""

    def change(row: Row) -> Row:
        for name in ("cells_mm", "counts", "dt_us"):
            if name in row:
                row[name] = row[name][::-1]
        if "counts" in row:
            row["counts"] = [c if c in NO_READING else 3 * c * (-1 if i == 0 else 1) for i, c in enumerate(row["counts"])]
        return row

    assert _calls(_changed(family, change)) == _calls(_felt(_evening(family)))


def _glued_in(change: Callable[[Sequence[float]], list[float]]) -> Change:
    """Change what the accelerometer reads, and nothing else."""

    def apply(row: Row) -> Row:
        return row | ({"acc": change(row["acc"])} if "acc" in row else {})

    return apply


@pytest.mark.parametrize(
    "glued",
    [
        pytest.param(lambda acc: [*_turned(acc, 37.0), acc[2]], id="turned"),
        pytest.param(lambda acc: [acc[0], -acc[1], -acc[2]], id="upside down"),
        pytest.param(lambda acc: [-value for value in acc], id="pull for push"),
        pytest.param(lambda acc: [1.06 * value for value in acc], id="too sensitive"),
    ],
)
def test_how_the_accelerometer_is_glued_in_does_not_matter(glued: Callable[[Sequence[float]], list[float]]) -> None:
    """Turned, upside down, with the other sign, or a few percent too sensitive: the swings of the marked minutes tell it."""
    assert _calls(_changed("tilt", _glued_in(glued))) == _calls(_felt(_evening("tilt")))


def test_an_accelerometer_alone_may_lie_upside_down() -> None:
    """Turned over about its x axis: the pull of the earth tells, and no call is mirrored."""
    over = _glued_in(lambda acc: [acc[0], -acc[1], -acc[2]])
    assert _calls(_changed("tilt-only", over)) == _calls(_felt(_evening("tilt-only")))


def test_cells_wired_in_any_order_read_the_same_beside_an_accelerometer() -> None:
    """Each cell with a gain of its own, one reversed, in an order that is no rotation."""

    def change(row: Row) -> Row:
        for name in ("cells_mm", "counts", "dt_us"):
            if name in row:
                row[name] = [row[name][i] for i in (2, 0, 3, 1)]
        if "counts" in row:
            gains = (2, 3, -1, 5)
            row["counts"] = [c if c in NO_READING else c * gain for c, gain in zip(row["counts"], gains, strict=True)]
        return row

    assert _calls(_changed("tilt", change)) == _calls(_felt(_evening("tilt")))


def test_leans_on_lines_of_their_own_are_the_same_leans() -> None:
    """A capture may tell counts and leans apart: the same calls, hardly later."""
    lines = []
    for line in _evening("tilt"):
        row = json.loads(line)
        leans = {"t": row["t"], "acc": row.pop("acc")} if "acc" in row else None
        lines += [json.dumps(part) for part in (row, leans) if part is not None]
    apart, together = _calls(_felt(tuple(lines))), _calls(_felt(_evening("tilt")))
    assert [(call[0], *call[2:]) for call in apart] == [(call[0], *call[2:]) for call in together]
    assert max(abs(a[1] - b[1]) for a, b in zip(apart, together, strict=True)) < 0.3


def _printed(path: Path, lines: Sequence[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines))
    out = io.StringIO()
    assert run(path, out) == 0
    return out.getvalue()


@pytest.mark.parametrize("family", ["everyday", "lifted", "tilt"])
def test_every_prefix_is_causal(family: str, tmp_path: Path) -> None:
    """A file cut anywhere prints the beginning of what the whole file prints, up to its last line's moment."""
    lines = _evening(family)
    whole = _printed(tmp_path / "whole.jsonl", lines)
    start = next(i for i, line in enumerate(lines) if '"play"' in line)
    for share in (0.1, 0.37, 0.71, 0.999):
        cut = start + round(share * (len(lines) - start))
        said = _printed(tmp_path / "cut.jsonl", lines[:cut])
        assert whole.startswith(said)
        later = whole[len(said) :].splitlines()
        assert not later or json.loads(later[0])["t"] >= json.loads(lines[cut - 1])["t"] - 0.1


@pytest.mark.parametrize("family", ["everyday", "dance-everyday"])
def test_turns_and_rolls_change_no_byte(family: str, tmp_path: Path) -> None:
    """An evening without the table's marks prints the same."""
    lines = _evening(family)
    bare = [line for line in lines if json.loads(line).get("mark") not in ("turn", "roll")]
    assert len(bare) < len(lines)
    assert _printed(tmp_path / "bare.jsonl", bare) == _printed(tmp_path / "whole.jsonl", lines)
