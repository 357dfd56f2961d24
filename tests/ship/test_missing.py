"""A cell that dies, in mid-evening or before: the others go on as far as they can, and nothing wrong is said."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.ship.capture import CaptureError
from companion.ship.shares import learned_shares, spring_shares

Row = dict[str, Any]
Lines = list[str]
THREE_MM = ((0.0, 85.0), (-73.6, -42.5), (73.6, -42.5))
FIVE_MM = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0), (5.0, 80.0))
SPOTS = {(92.0, 60.0): (4, 1), (-30.0, 95.0): (4, 2), (-50.0, -40.0): (2, 3)}


def _stuck(_code: int, before: int, _rng: Random) -> int:
    return before


def _dead(_code: int, _before: int, rng: Random) -> int:
    return rng.randrange(-3, 4)


def _saturated(_code: int, _before: int, _rng: Random) -> int:
    return 8388607


def _wild(_code: int, _before: int, rng: Random) -> int:
    return rng.randrange(-200000, 200000)


def _wandering(code: int, before: int, rng: Random) -> int:
    return code if rng.random() < 0.02 else before + round(rng.gauss(0.0, 1500.0))


def _spoilt(lines: Sequence[str], cell: int, fault: Callable[[int, int, Random], int], since_s: float, until_s: float) -> Lines:
    """The capture with one cell's codes replaced; seconds count from the beginning of the game."""
    rng, out, before = Random(3), [], 0
    begun_s = next(row["t"] for row in map(json.loads, lines) if row.get("mark") == "play")
    for line in lines:
        row = json.loads(line)
        if "counts" in row:
            if since_s <= row["t"] - begun_s < until_s:
                row["counts"][cell] = fault(row["counts"][cell], before, rng)
            before = row["counts"][cell]
        out.append(json.dumps(row) + "\n")
    return out


def _notes(rows: Sequence[Row]) -> list[tuple[str, list[int]]]:
    return [(row["note"], row["cells"]) for row in rows if "cells" in row]


def _calls(rows: Sequence[Row]) -> list[tuple[str, int, int, bool]]:
    return [(row["kind"], row["ring"], row["sector"], row["ask"]) for row in rows if "kind" in row]


@pytest.mark.parametrize(
    "fault", [_stuck, _wandering, *(pytest.param(f, marks=pytest.mark.slow) for f in (_dead, _saturated, _wild))]
)
def test_three_of_four_cells_go_on_alone(fault: Callable[..., int], evening: Lines, play: Callable[..., list[Row]]) -> None:
    """A cell that dies between two turns is named at once, and every call is as it would have been."""
    rows = play(_spoilt(evening, 1, fault, 6.5, 1e9))
    assert _notes(rows) == [("cell-stuck", [2])]
    assert _calls(rows) == _calls(play(evening))


def test_a_cell_that_comes_back_is_used_again(evening: Lines, play: Callable[..., list[Row]]) -> None:
    """It is said both times."""
    rows = play(_spoilt(evening, 2, _stuck, 6.5, 9.0))
    assert _notes(rows) == [("cell-stuck", [3]), ("cells-well", [])]
    assert _calls(rows) == _calls(play(evening))


def test_of_three_cells_none_can_be_missed(make_evening: Callable[..., Lines], play: Callable[..., list[Row]]) -> None:
    """Nothing is called while one is dead; when it is back, what happened meanwhile is asked, and all that follows."""
    lines = make_evening(cells_mm=THREE_MM, gains=(850.0, 840.0, 860.0))
    rows = play(_spoilt(lines, 0, _stuck, 6.5, 9.2))
    assert _notes(rows) == [("plate-blind", [1]), ("cells-well", [])]
    after = [call for call in _calls(rows) if call[0] != "place" or call[1:3] != (4, 1)]
    assert after
    assert all(ask for *_, ask in after)


@pytest.mark.slow
@pytest.mark.parametrize("missed", range(5))
def test_any_of_five_cells_can_be_missed(
    missed: int, make_evening: Callable[..., Lines], play: Callable[..., list[Row]]
) -> None:
    """Five cells in odd places, of which one saturates."""
    lines = make_evening(cells_mm=FIVE_MM, gains=(850.0, 840.0, 860.0, 845.0, -500.0))
    rows = play(_spoilt(lines, missed, _saturated, 6.5, 1e9))
    assert _notes(rows) == [("cell-stuck", [missed + 1])]
    assert _calls(rows) == _calls(play(lines))


@pytest.mark.parametrize("fault", [_stuck, _saturated])
def test_a_calibration_names_the_dead_cell(fault: Callable[..., int], evening: Lines, play: Callable[..., list[Row]]) -> None:
    """A cell that is dead from the beginning is told by its number."""
    with pytest.raises(CaptureError, match="load cell 4"):
        play(_spoilt(evening, 3, fault, -1e9, 1e9))


def test_a_mark_without_readings_does_no_harm(evening: Lines, play: Callable[..., list[Row]]) -> None:
    """Two marks at one time: the first has no rows of its own."""
    doubled = [line for row in evening for line in ([row, row] if '"mark": "ship"' in row else [row])]
    assert _calls(play(doubled)) == _calls(play(evening))


def test_unequal_springs_are_learned() -> None:
    """Shares that differ by a tenth from equal springs come back from the calibration's loads."""
    cells = np.array([[60.0, 60.0], [-60.0, 60.0], [-60.0, -60.0], [60.0, -60.0]])
    sums = np.vstack([np.ones(4), cells.T])
    stiff = np.array([1.1, 0.95, 1.05, 0.9])
    shares = (stiff[:, None] * sums.T) @ np.linalg.inv(sums @ (stiff[:, None] * sums.T))
    loads = np.array([[200.0, 200.0 * x, 200.0 * y] for x, y in ((0, 0), (45, 45), (-45, 45), (-45, -45), (45, -45))])
    learned = np.array(learned_shares([np.tile(load @ shares.T, (3, 1)) for load in loads], cells))
    scale = np.array([1.0, 60.0, 60.0])
    assert np.abs((learned - shares) * scale).max() < 0.003
    assert np.abs((spring_shares(cells) - shares) * scale).max() > 0.01
