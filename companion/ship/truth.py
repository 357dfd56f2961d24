"""What really happened, beside what was called: reading a truth file and grading calls against it.

The terms are those of the recorded evenings' judge: place and remove match within 1.2 s of the release, falls from 2.5 s
before to 3 s after, in order, most matches first and then the closest. A question within a millimetre of a ring's line, and a
second one about the same alien, are excused. "Calm" stops 3 s before the evening's first fall, slide or lift.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from companion.events import ShipShape

__all__ = ["Graded", "Verdict", "beside", "grade", "read_truth"]

Row = Mapping[str, Any]
Verdict = Literal["right", "wrong", "asked", "missed", "invented"]

_WINDOWS_S = {"place": (-1.2, 1.2), "remove": (-1.2, 1.2), "fall": (-2.5, 3.0)}
_STORMY = ("fall", "moved", "lifted")
_STORM_S = 3.0
_LINE_MM = 1.0
_ENDING = ".capture.jsonl"


@dataclass(frozen=True, slots=True)
class Graded:
    """One happening and its call; either may be missing. `offered`: an asked call named the true answer."""

    t_s: float
    kind: str
    verdict: Verdict
    calm: bool
    truth: Row | None
    call: Row | None
    asked: bool = False
    offered: bool = False

    @property
    def delay_s(self) -> float | None:
        """From the true release to the call."""
        return None if self.truth is None or self.call is None else float(self.call["t"] - self.truth["t"])

    @property
    def off_mm(self) -> tuple[float, float] | None:
        """How far a called place is off its truth: radially (outwards) and around (counter-clockwise)."""
        if self.kind != "place" or self.truth is None or self.call is None or not self.call.get("xy_mm"):
            return None
        (x, y), (tx, ty) = self.call["xy_mm"], (self.truth["x"], self.truth["y"])
        turn = math.remainder(math.atan2(y, x) - math.atan2(ty, tx), 2 * math.pi)
        return math.hypot(x, y) - math.hypot(tx, ty), turn * math.hypot(tx, ty)


def beside(capture: str | Path) -> Path | None:
    """The truth file that lies beside a capture, if one does: NAME.capture.jsonl[.gz] has NAME.truth.jsonl."""
    path = Path(capture)
    name, found, _ = path.name.partition(_ENDING)
    truth = path.with_name(f"{name}.truth.jsonl")
    return truth if found and truth.is_file() else None


def read_truth(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The rows of a truth file; ValueError names a line that is none."""
    rows = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            rows.append(_row(line, number))
    return rows


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
        good = isinstance(row["kind"], str) and math.isfinite(row["t"])
        good = good and all(name in row for name in _NEEDED.get(row["kind"], ()))
    except (ValueError, LookupError, TypeError):
        good = False
    if not good:
        raise ValueError(f"line {number}: no row of a truth file")
    checked: dict[str, Any] = row
    return checked


_NEEDED = {"place": ("n", "ring", "sector", "x", "y"), "remove": ("n", "ring", "sector"), "fall": ("count", "gone")}


def _at_s(row: Row) -> float:
    return float(row.get("at", row["t"]))


def grade(truth: Sequence[Row], calls: Sequence[Row], shape: ShipShape) -> list[Graded]:
    """Every happening and every call (printed rows) with its verdict, in order of time.

    A placement whose alien fell in its own placement may be called or not and is left out.
    """
    storm_s = min([float(r["t"]) for r in truth if r["kind"] in _STORMY], default=math.inf) - _STORM_S
    pairs: list[tuple[Row | None, Row | None]] = []
    for kind, window_s in _WINDOWS_S.items():
        said = sorted((c for c in calls if c.get("kind") == kind), key=_at_s)
        pairs += _matched([r for r in truth if r["kind"] == kind], said, window_s)
    pairs.sort(key=_pair_s)
    grader = _Grader(shape, storm_s)
    return [grader.graded(*pair) for pair in pairs if not (pair[0] and pair[0].get("fell"))]


def _pair_s(pair: tuple[Row | None, Row | None]) -> float:
    truth, call = pair
    if truth is not None:
        return float(truth["t"])
    assert call is not None
    return _at_s(call)


def _matched(truth: Sequence[Row], calls: Sequence[Row], window_s: tuple[float, float]) -> list[tuple[Row | None, Row | None]]:
    """Matching in order: of all with the most pairs the one with the least distance; then the calls that found nothing."""
    columns = len(calls)
    best: list[list[tuple[int, float, str]]] = [[(0, 0.0, "")] * (columns + 1) for _ in range(len(truth) + 1)]
    for i in range(len(truth) - 1, -1, -1):
        for j in range(columns, -1, -1):
            ways = [(*best[i + 1][j][:2], "truth")]
            if j < columns:
                ways.append((*best[i][j + 1][:2], "call"))
                apart_s = _at_s(calls[j]) - float(truth[i]["t"])
                if window_s[0] <= apart_s <= window_s[1]:
                    count, near, _ = best[i + 1][j + 1]
                    ways.append((count + 1, near - abs(apart_s), "both"))
            best[i][j] = max(ways, key=lambda way: way[:2])
    return _walked(truth, calls, best)


def _walked(
    truth: Sequence[Row], calls: Sequence[Row], best: Sequence[Sequence[tuple[int, float, str]]]
) -> list[tuple[Row | None, Row | None]]:
    pairs: list[tuple[Row | None, Row | None]] = []
    idle: list[Row] = []
    i = j = 0
    while i < len(truth):
        step = best[i][j][2]
        if step == "call":
            idle.append(calls[j])
        else:
            pairs.append((truth[i], calls[j] if step == "both" else None))
            i += 1
        j += step != "truth"
    return [*pairs, *((None, call) for call in (*idle, *calls[j:]))]


class _Grader:
    """Goes through an evening in order and remembers what each alien was called and asked about."""

    def __init__(self, shape: ShipShape, storm_s: float) -> None:
        self._shape, self._storm_s = shape, storm_s
        self._called: dict[Any, tuple[Any, Any]] = {}
        self._asked: set[Any] = set()

    def graded(self, truth: Row | None, call: Row | None) -> Graded:
        """The verdict on one pair."""
        t_s = _pair_s((truth, call))
        calm = t_s < self._storm_s
        if truth is None or call is None:
            lone = truth if call is None else call
            assert lone is not None
            return Graded(t_s, str(lone["kind"]), "missed" if call is None else "invented", calm, truth, call)
        true = self._is_true(truth, call)
        if not call.get("ask"):
            return Graded(t_s, truth["kind"], "right" if true else "wrong", calm, truth, call)
        again = truth["kind"] == "remove" and truth["n"] in self._asked
        self._asked.add(truth.get("n"))
        verdict: Verdict = "right" if again or self._near_line(truth) else "asked"
        offered = true or any(_says(a, truth) for a in call.get("alternatives", ()))
        return Graded(t_s, truth["kind"], verdict, calm, truth, call, asked=True, offered=offered)

    def _is_true(self, truth: Row, call: Row) -> bool:
        true, number = _says(call, truth), truth.get("n")
        mine = (call.get("ring"), call.get("sector"))
        if truth["kind"] == "remove":
            return true or mine == self._called.get(number)
        if truth["kind"] == "place":
            self._called[number] = mine
        return true

    def _near_line(self, truth: Row) -> bool:
        if "x" not in truth:
            return False
        inner_mm = math.hypot(truth["x"], truth["y"]) - self._shape.foot_radius_mm
        return any(abs(inner_mm - edge) < _LINE_MM for edge in self._shape.ring_edges_mm)


def _says(answer: Row, truth: Row) -> bool:
    if truth["kind"] == "fall":
        return bool(answer.get("count") == truth["count"])
    return (answer.get("ring"), answer.get("sector")) == (truth["ring"], truth["sector"])
