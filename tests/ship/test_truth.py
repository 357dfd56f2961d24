"""Grading calls against the truth: the terms, and that they are the judge's own."""

from __future__ import annotations

import gzip
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from _beside import load

from companion.events import ShipShape
from companion.ship.capture import parse_header
from companion.ship.truth import beside, grade, read_truth

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0), (1, 2, 3))
TRUTH: list[dict[str, Any]] = [
    {"t": 10.0, "kind": "place", "n": 1, "ring": 1, "sector": 1, "x": 32.0, "y": 30.0},
    {"t": 20.0, "kind": "place", "n": 2, "ring": 2, "sector": 3, "x": -45.0, "y": -45.0},
    {"t": 30.0, "kind": "fall", "count": 1, "gone": [[1, 1]]},
    {"t": 40.0, "kind": "remove", "n": 2, "ring": 2, "sector": 3},
]


def _call(kind: str, at_s: float, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "t": at_s + 0.8, "at": at_s, "ask": False, "alternatives": [], **more}


def test_right_wrong_missed_and_invented() -> None:
    """Each of the four verdicts, in order of time, and calm only until three seconds before the fall."""
    calls = [
        _call("place", 10.1, ring=1, sector=1, xy_mm=[32.0, 31.0]),
        _call("place", 20.3, ring=1, sector=3),
        _call("place", 25.0, ring=1, sector=1),
        _call("remove", 40.2, ring=2, sector=3),
    ]
    graded = grade(TRUTH, calls, SHAPE)
    assert [g.verdict for g in graded] == ["right", "wrong", "invented", "missed", "right"]
    assert [g.calm for g in graded] == [True, True, True, False, False]
    assert graded[0].delay_s == pytest.approx(0.9)
    assert graded[0].off_mm == pytest.approx((math.hypot(32, 31) - math.hypot(32, 30), 0.73), abs=0.02)


def test_a_question_counts_as_asked_with_or_without_the_truth_in_it() -> None:
    """An asked call is not wrong; whether an answer offered was true is kept."""
    offered = [{"ring": 2, "sector": 3}]
    calls = [_call("place", 20.0, ring=1, sector=3, ask=True, alternatives=offered)]
    asked = grade(TRUTH[1:2], calls, SHAPE)[0]
    assert (asked.verdict, asked.asked, asked.offered) == ("asked", True, True)
    lost = grade(TRUTH[1:2], [calls[0] | {"alternatives": []}], SHAPE)[0]
    assert (lost.verdict, lost.offered) == ("asked", False)


def test_the_truth_beside_a_capture_is_found(tmp_path: Path) -> None:
    """NAME.capture.jsonl.gz has NAME.truth.jsonl; without that file there is none."""
    truth = tmp_path / "clean-1.truth.jsonl"
    assert beside(tmp_path / "clean-1.capture.jsonl.gz") is None
    truth.write_text("")
    assert beside(tmp_path / "clean-1.capture.jsonl.gz") == beside(tmp_path / "clean-1.capture.jsonl") == truth
    assert beside(tmp_path / "clean-1.jsonl") is None


@pytest.mark.parametrize("line", ["x", "[]", '{"t": 1}', '{"t": null, "kind": "bump"}', '{"t": 1, "kind": "place"}'])
def test_a_damaged_truth_names_its_line(line: str) -> None:
    """What is no row of a truth file is refused with its line."""
    with pytest.raises(ValueError, match="line 2"):
        read_truth([json.dumps(TRUTH[0]), line])


def _garbled(truth: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """Calls as a bad product would make them: late, lost, wrong, doubled, asked."""
    calls = []
    for row in truth:
        if row["kind"] not in ("place", "remove", "fall") or chance.random() < 0.1:
            continue
        for _ in range(chance.choice((1, 1, 1, 1, 2))):
            call = _call(row["kind"], row["t"] + chance.gauss(0.0, 0.6), ask=chance.random() < 0.3)
            if row["kind"] == "fall":
                call |= {"count": row["count"] + chance.choice((0, 0, 1)), "alternatives": [{"count": row["count"]}]}
            else:
                call |= {"ring": row["ring"] + chance.choice((0, 0, 1)), "sector": row["sector"]}
                call["alternatives"] = [{"ring": row["ring"], "sector": row["sector"]}] * chance.randrange(2)
            calls.append(call)
    return calls


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the judge leaves its files to be closed
@pytest.mark.parametrize("name", ["rough-1001", "tilt-only-1001", "dance-everyday-1001"])
def test_the_verdicts_are_those_of_the_judge(shared: Path, name: str) -> None:
    """On garbled calls of recorded evenings every verdict equals that of the judge beside them."""
    base = shared / "captures" / name
    with gzip.open(f"{base}.capture.jsonl.gz", "rt") as capture:
        shape = parse_header(capture.readline()).shape
    truth = read_truth(Path(f"{base}.truth.jsonl").read_text().splitlines())
    judge = load("judge", shared / "captures" / "judge.py")
    for seed in range(5):
        calls = _garbled(truth, random.Random(seed))
        theirs = [(r["is"], r["calm"], r["kind"], r.get("has")) for r in judge.judge(str(base), sorted(calls, key=judge.at))]
        ours = [(g.verdict, g.calm, g.kind, g.offered if g.asked else None) for g in grade(truth, calls, shape)]
        assert ours == theirs
