"""Damage of any kind to a capture in play: it plays, or ends in the one clear error that names the line."""

from __future__ import annotations

import functools
import gzip
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.ship.capture import CaptureError, open_lines
from companion.ship.plot import pictures, tell
from companion.ship.session import CaptureSession
from companion.virtual.evening import record

Lines = list[str]
PLAYED_S = 15.0
VALUES = ["null", "1e308", "-1e308", "NaN", "1e999", "[]", "{}", '"x"', "true", "-1", "8388607", "-8388608", "0", "9" * 400, ""]
VALUES += ["[" * 5000, '{"t":' * 3000, "2147483647", "-0.0", "1e-320", "\\u0000"]


@functools.cache
def _slice(family: str) -> Lines:
    """The end of an evening with calibration and aliens in its header, so that every line is played."""
    lines, _ = record(family, 3, at_most_s=20.0)
    session = CaptureSession()
    played = round(PLAYED_S * json.loads(lines[0])["sps"])
    for line in lines[:-played]:
        session.feed_line(line)
    assert session.tracker is not None
    head = json.loads(lines[0]) | {"calibration": session.tracker.calibration.to_json()}
    head["standing"] = [[s.ring, s.sector, list(s.xy_mm or ())] for s in session.tracker.spots]
    return [f"{line}\n" for line in (json.dumps(head), *lines[-played:])]


def _bytes(lines: Lines, chance: random.Random) -> bytes:
    """Some bytes are others."""
    data = bytearray("".join(lines).encode())
    for _ in range(chance.randrange(1, 40)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _numbers(lines: Lines, chance: random.Random) -> bytes:
    """Some values are what no sensor says."""
    lines = list(lines)
    for _ in range(chance.randrange(1, 6)):
        number = chance.choice((0, chance.randrange(len(lines))))
        found = list(re.finditer(r"-?\d+(\.\d+)?", lines[number]))
        if found:
            spot = chance.choice(found)
            lines[number] = lines[number][: spot.start()] + chance.choice(VALUES) + lines[number][spot.end() :]
    return "".join(lines).encode()


def _order(lines: Lines, chance: random.Random) -> bytes:
    """Lines are lost, doubled, cut short, or elsewhere."""
    lines = list(lines)
    for _ in range(chance.randrange(1, 30)):
        number = chance.randrange(1, len(lines))
        what = chance.randrange(4)
        if what == 0:
            del lines[number : number + chance.randrange(1, 4)]
        elif what == 1:
            lines.insert(number, lines[number])
        elif what == 2:
            lines[number] = lines[number][: chance.randrange(len(lines[number]) + 1)]
        else:
            lines.insert(chance.randrange(1, len(lines)), lines.pop(number))
    return "".join(lines).encode()


def _squeezed(lines: Lines, chance: random.Random) -> bytes:
    """The compressed file is cut or has other bytes."""
    data = bytearray(gzip.compress("".join(lines).encode()))
    data[chance.randrange(10, len(data))] ^= chance.randrange(1, 256)
    return bytes(data[: chance.randrange(len(data) // 2, len(data) + 1)])


def _outcome(path: Path) -> str:
    """How it ended; anything but a CaptureError goes through."""
    session = CaptureSession()
    lines, error = 0, None
    try:
        for line in open_lines(path):
            session.feed_line(line)
            lines += 1
        session.close()
    except CaptureError as caught:
        error = caught
    assert error is None or error.line in (lines, lines + 1)
    assert "\n" not in str(error)
    return "damaged" if error else "played"


DAMAGES = [_bytes, _numbers, _order, _squeezed]


def _try(family: str, damage: Callable[[Lines, random.Random], bytes], seeds: range, path: Path) -> set[str]:
    outcomes = set()
    for seed in seeds:
        path.write_bytes(damage(_slice(family), random.Random(f"{damage.__name__} {seed}")))
        outcomes.add(_outcome(path))
    return outcomes


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_capture_plays_or_names_its_line(damage: Callable[..., bytes], tmp_path: Path) -> None:
    """Every kind of damage, a few times: nothing but the one error, and it occurs."""
    assert "damaged" in _try("clean", damage, range(5), tmp_path / "damaged.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("family", ["rough", "three", "tilt", "tilt-only", "ten-sps"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_of_any_family_is_told(family: str, damage: Callable[..., bytes], tmp_path: Path) -> None:
    """The same on plates of every kind, many times."""
    assert "damaged" in _try(family, damage, range(100, 112), tmp_path / "damaged.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_capture_can_be_drawn(damage: Callable[..., bytes], tmp_path: Path) -> None:
    """Whatever was read before the damage is drawn without a fault, every coordinate a number."""
    path = tmp_path / "damaged.capture.jsonl"
    for seed in range(200, 208):
        path.write_bytes(damage(_slice("everyday"), random.Random(seed)))
        for _, picture in pictures(tell(path), [{"t": 100.0, "kind": "bump"}]):
            assert not re.search(r'="[^"]*\b(nan|inf)\b', picture)
