"""The capture format: what goes out comes back, and damage ends in one clear error."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.events import Sample, ShipShape, Spot
from companion.ship.capture import CaptureError, Header, Mark, open_lines, read_capture, write_capture
from companion.ship.replay import events
from companion.ship.session import CaptureSession

SHAPE = ShipShape((30.0, 50.0, 70.0), (1, 2), 4, 6.0, 10)
HEADER = Header(80.0, ((60.0, 60.0), (-60.0, 60.0), (0.0, -60.0)), SHAPE, name="x", standing=(Spot(2, 1, (40.0, 41.0)),))
ROWS = [
    Mark(0.0, "empty"),
    Sample(0.0125, (1, -2, 3), (0, -100, -200), (0.0, 0.1, 1.0)),
    Mark(0.02, "mass", {"grams": 200.0, "at": [1, 2]}),
    Sample(0.025, (4, 5, 6)),
]


def test_what_is_written_is_read_back() -> None:
    """Header, marks and samples survive a round trip."""
    header, rows = read_capture(write_capture(HEADER, ROWS))
    assert header == HEADER
    assert list(rows) == ROWS


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "JSON"),
        ("[1]", "JSON"),
        ('{"t": NaN, "counts": [1,2,3]}', "JSON"),
        ('{"counts": [1,2,3]}', "time"),
        ('{"t": 1}', "needs"),
        ('{"t": 1, "counts": [1,2]}', "3 whole numbers"),
        ('{"t": 1, "counts": [1,2,1e99]}', "whole numbers"),
        ('{"t": 1, "counts": [1,2,3], "dt_us": [1]}', "dt_us"),
        ('{"t": 1, "acc": [1,2]}', "acc"),
        ('{"t": 1, "mark": 3}', "name"),
        ('{"t": 1, "mark": "mass"}', "grams"),
        ('{"t": 1, "mark": "mass", "grams": 0, "at": [1, 2]}', "grams"),
        ('{"t": 1, "mark": "aliens", "at": []}', "aliens"),
        ('{"t": 1, "mark": "play", "game": ["a"]}', "game"),
        ('{"t": 1, "mark": "play", "players": "x"}', "players"),
        ('{"t": 1, "mark": "play", "players": 300}', "players"),
        ('{"t": 1, "mark": "play", "rules": []}', "rules"),
        ('{"t": 1, "mark": "turn"}', "player"),
        ('{"t": 1, "mark": "turn", "player": [0]}', "player"),
        ('{"t": 1, "mark": "turn", "player": -1}', "player"),
        ('{"t": 1, "mark": "roll"}', "value"),
        ('{"t": 1, "mark": "roll", "value": "seven"}', "value"),
        ('{"t": 1, "mark": "roll", "value": 7}', "value"),
        ('{"t": 1, "mark": "alien", "at": "x"}', "at"),
        ('{"t": -1, "counts": [1,2,3]}', "backwards"),
    ],
)
def test_a_damaged_line_is_named_after_the_lines_before_it(line: str, word: str) -> None:
    """The reader gives everything before the damage, then one error with the line's number."""
    lines = [*write_capture(HEADER, ROWS), line + "\n"]
    _, rows = read_capture(lines)
    assert [next(rows) for _ in ROWS] == ROWS
    with pytest.raises(CaptureError, match=word) as caught:
        next(rows)
    assert caught.value.line == len(lines)


@pytest.mark.parametrize("change", [{"format": "x"}, {"sps": 0}, {"cells_mm": [[0, 0]]}, {"ship": {}}, {"sps": "a"}])
def test_a_damaged_header_is_line_one(change: dict[str, object]) -> None:
    """Any nonsense in the header is an error on line 1."""
    row = {**json.loads(next(write_capture(HEADER, []))), **change}
    with pytest.raises(CaptureError) as caught:
        read_capture([json.dumps(row)])
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"ship": None}, "wrong kind"),
        ({"ship": "x"}, "wrong kind"),
        ({"sps": None}, "wrong kind"),
        ({"standing": [[9, 1]]}, "standing"),
        ({"standing": [[1, 0]]}, "standing"),
        ({"cells_mm": [[0, 0]] * 4}, "cells_mm"),
        ({"cells_mm": [[1e300, 0], [0, 60], [60, 0]]}, "cells_mm"),
    ],
)
def test_a_header_that_no_plate_has_is_refused_in_words(change: dict[str, object], word: str) -> None:
    """The reason names what is wrong, without the inside of the reader."""
    row = {**json.loads(next(write_capture(HEADER, []))), **change}
    with pytest.raises(CaptureError, match=word) as caught:
        read_capture([json.dumps(row)])
    assert caught.value.line == 1


@pytest.mark.parametrize(
    "change", [{"alien_foot_radius_mm": -6}, {"ring_edges_mm": [1, 2]}, {"ring_edges_mm": [-9, 2, 3]}, {"rings": 3}]
)
def test_a_ship_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    """Rings, points and sizes belong together and are above 0: the same as for a board file."""
    row = json.loads(next(write_capture(HEADER, [])))
    with pytest.raises(CaptureError, match="line 1: damaged header: ring"):
        read_capture([json.dumps({**row, "ship": {**row["ship"], **change}})])


def test_an_empty_file_is_no_capture(tmp_path: Path) -> None:
    """It ends in the one error, not in an evening without events."""
    path = tmp_path / "empty.jsonl"
    path.write_text("")
    with pytest.raises(CaptureError, match="line 1: the file is empty"):
        list(events(path))


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    """Some editors put one in front; the lines are read as without it, and one in mid-file still is damage."""
    path = tmp_path / "marked.jsonl"
    lines = list(write_capture(HEADER, ROWS))
    path.write_bytes(b"\xef\xbb\xbf" + "".join(lines).encode())
    assert list(open_lines(path)) == lines
    path.write_bytes("".join(lines).encode() + b"\xef\xbb\xbf" + lines[-1].encode())
    with pytest.raises(CaptureError, match=f"line {len(lines) + 1}"):
        list(read_capture(open_lines(path))[1])


@pytest.mark.parametrize(
    ("calibration", "said"),
    [
        ({}, "line 1: damaged calibration: 'gain_g' is missing"),
        ({"gain_g": 3}, "line 1: damaged calibration: a value is of the"),
    ],
)
def test_a_damaged_calibration_in_the_header_is_told_in_words(
    tmp_path: Path, calibration: dict[str, object], said: str
) -> None:
    """The missing field is named; no exception's name is shown."""
    path = tmp_path / "damaged.jsonl"
    path.write_text("".join(write_capture(replace(HEADER, calibration=calibration), ROWS)))
    with pytest.raises(CaptureError, match=said):
        list(events(path))


def test_a_calibration_that_makes_no_sense_names_the_line_of_its_end(evening: list[str], tmp_path: Path) -> None:
    """Every alien is said to have stood on the middle of the ship: one error at the mark that starts the game."""
    path = tmp_path / "nonsense.jsonl"
    lines = [re.sub(r'("mark":\s*"alien".*"at":\s*)\[[^]]*\]', r"\1[0,0]", line) for line in evening]
    path.write_text("".join(lines))
    with pytest.raises(CaptureError, match="calibration makes no sense") as caught:
        list(events(path))
    assert '"play"' in lines[caught.value.line - 1]


def test_a_cut_gzip_gives_its_lines_and_then_the_error(tmp_path: Path) -> None:
    """A truncated compressed file ends in a CaptureError naming the line after the last whole one."""
    lines = list(write_capture(HEADER, [Sample(i / 80, (i, random.Random(i).randrange(9999), 3)) for i in range(5000)]))
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress("".join(lines).encode())[:-2000])
    got: list[str] = []
    with pytest.raises(CaptureError, match="cut off") as caught:
        got.extend(_kept(open_lines(path), got))
    assert caught.value.line == len(got) + 1 > 1000
    assert got[:-1] == lines[: len(got) - 1]


def _kept(lines: Iterable[str], into: list[str]) -> Iterator[str]:
    """Pass nothing on, but keep what comes."""
    for line in lines:
        into.append(line)
        yield from ()


def _outcome(path: Path) -> str:
    session = CaptureSession()
    try:
        for line in open_lines(path):
            session.feed_line(line)
    except CaptureError as error:
        return f"damaged at {error.line}"
    return "played"


def test_random_byte_damage_raises_nothing_but_the_one_error(evening: list[str], tmp_path: Path) -> None:
    """Flip bytes anywhere in a capture: it plays, or ends in CaptureError."""
    whole = "".join(evening[:900]).encode()
    path = tmp_path / "damaged.jsonl"
    outcomes = []
    for seed in range(25):
        chance = random.Random(seed)
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(bytes(data))
        outcomes.append(_outcome(path))
    assert any(outcome != "played" for outcome in outcomes)
