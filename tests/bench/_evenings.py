"""Evenings of the virtual ship, played through the sense of weight and graded: for the gate and for the benches."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.ship.calibration import Calibration
from companion.ship.capture import open_lines
from companion.ship.replay import row_of
from companion.ship.session import CaptureSession
from companion.ship.truth import Graded, beside, grade, read_truth
from companion.virtual.evening import games
from companion.virtual.ship import ShipParams

__all__ = [
    "COLUMNS",
    "Change",
    "Tally",
    "as_it_is",
    "evenings",
    "headed",
    "learned",
    "percent",
    "played",
    "recorded",
    "rigid",
    "rms",
    "table",
]

GAMES_A_SHIP = 4
Change = Callable[[ShipParams], ShipParams]


def as_it_is(params: ShipParams) -> ShipParams:
    """The ship as its family and seed give it."""
    return params


def rigid(params: ShipParams) -> ShipParams:
    """The ship whose aliens add inertia as a rigid body has it: each at its own place."""
    return replace(params, body=replace(params.body, rigid=1.0))


def evenings(family: str, count: int, *, play_s: float | None, change: Change = as_it_is) -> Iterator[list[Graded]]:
    """`count` graded evenings, four games on each ship; the calibration is played once for each ship."""
    for seed in range(1, math.ceil(count / GAMES_A_SHIP) + 1):
        calibration: Calibration | None = None
        left = min(GAMES_A_SHIP, count - GAMES_A_SHIP * (seed - 1))
        for lines, truth in games(family, seed, left, at_most_s=play_s, change=change):
            if calibration is None:
                calibration = learned(lines)
            yield _graded(headed(lines, calibration), truth)


def recorded(family: str, count: int, *, play_s: float | None, change: Change = as_it_is) -> list[list[Graded]]:
    """The same as a list."""
    return list(evenings(family, count, play_s=play_s, change=change))


def played(capture: str) -> list[Graded]:
    """One recorded evening with the truth beside it; FileNotFoundError where there is none."""
    truth = beside(capture)
    if truth is None:
        raise FileNotFoundError(f"no truth beside {capture}")
    return _graded(open_lines(capture), truth.read_text(encoding="utf-8").splitlines())


def _start(lines: Sequence[str]) -> int:
    return next(i for i, line in enumerate(lines) if '"mark":"play"' in line)


def learned(lines: Sequence[str]) -> Calibration:
    """What the calibration of a capture teaches."""
    session = CaptureSession()
    for line in lines[: _start(lines) + 1]:
        session.feed_line(line)
    assert session.tracker is not None
    return session.tracker.calibration


def headed(lines: Sequence[str], calibration: Calibration) -> Iterator[str]:
    """The game alone, its calibration in the header."""
    yield json.dumps(json.loads(lines[0]) | {"calibration": calibration.to_json()})
    yield from lines[_start(lines) :]


def _graded(lines: Iterable[str], truth: Sequence[str]) -> list[Graded]:
    session = CaptureSession()
    rows = [row for line in lines for event in session.feed_line(line) if (row := row_of(event)) is not None]
    assert session.header is not None
    return grade(read_truth(truth), rows, session.header.shape)


@dataclass(frozen=True, slots=True)
class Tally:
    """What the verdicts of some evenings come to."""

    graded: tuple[Graded, ...]

    @property
    def real(self) -> int:
        """How many things really happened."""
        return sum(g.verdict != "invented" for g in self.graded)

    def share(self, *verdicts: str) -> float:
        """Calls with one of those verdicts, for each thing that really happened."""
        return sum(g.verdict in verdicts for g in self.graded) / max(self.real, 1)

    @property
    def falls(self) -> tuple[int, int]:
        """Crashes whose count is right, and all crashes."""
        crashes = [g for g in self.graded if g.kind == "fall" and g.truth is not None]
        return sum(g.verdict == "right" for g in crashes), len(crashes)

    @property
    def delays_s(self) -> tuple[float, float]:
        """Median and ninetieth percentile of the time from release to call."""
        delays = sorted(g.delay_s for g in self.graded if g.kind != "fall" and g.delay_s is not None)
        return (delays[len(delays) // 2], delays[int(0.9 * len(delays))]) if delays else (math.nan, math.nan)

    @property
    def offs_mm(self) -> tuple[float, float]:
        """Root mean square of radial and tangential error of placements."""
        offs = [g.off_mm for g in self.graded if g.off_mm is not None]
        return rms([o[0] for o in offs]), rms([o[1] for o in offs])

    def row(self) -> list[str]:
        """Its columns in `table`, under `COLUMNS`."""
        counts = Counter(g.verdict for g in self.graded)
        right, crashes = self.falls
        numbers = [str(counts[v]) for v in ("wrong", "asked", "missed", "invented")]  # type: ignore[index]
        (half, most), (radial, around) = self.delays_s, self.offs_mm
        figures = [f"{right}/{crashes}", f"{half:.2f}/{most:.2f}", f"{radial:.2f}", f"{around:.2f}"]
        return [str(self.real), percent(self.share("right")), *numbers, *figures]


COLUMNS = ["n", "right", "wrong", "asked", "missed", "invented", "falls", "delay s", "radial mm", "around mm"]


def rms(values: Sequence[float]) -> float:
    """Root mean square; not a number for none."""
    return math.sqrt(sum(v * v for v in values) / len(values)) if values else math.nan


def percent(share: float) -> str:
    """A share to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], wide: int = 16) -> None:
    """Print rows as they come: the first column to the left and `wide`, the others to the right."""
    for row in itertools.chain([head], rows):
        words = [str(row[0]).ljust(wide), *(str(c).rjust(max(len(h), 9)) for c, h in zip(row[1:], head[1:], strict=True))]
        print("  ".join(words), flush=True)
