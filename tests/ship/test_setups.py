"""Any set-up: plates, rates, wiring, clocks and calibrations of all kinds give the same small evening."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

Row = dict[str, Any]
Lines = list[str]
Play = Callable[[Sequence[str]], list[Row]]
EXPECTED = [("place", 4, 1), ("place", 4, 2), ("place", 2, 3), ("remove", 4, 2)]
ODD_THREE_MM = ((70.0, 10.0), (-40.0, 75.0), (-35.0, -80.0))
FIVE_MM = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0), (5.0, 80.0))
WRAP_S = 4294.967296
PLATES = {
    "three at odd places": {"cells_mm": ODD_THREE_MM, "gains": (850.0, 840.0, 860.0)},
    "five": {"cells_mm": FIVE_MM, "gains": (850.0, 840.0, 860.0, 845.0, 830.0)},
    "one reversed, gains ten times apart": {"gains": (850.0, -84.0, 2600.0, 300.0)},
    "20 samples a second": {"sps": 20.0},
    "40 samples a second": {"sps": 40.0},
    "160 samples a second": {"sps": 160.0},
    "10 samples a second": {"sps": 10.0},
}


def _mapped(lines: Sequence[str], change: Callable[[Row], Row | None]) -> Lines:
    return [json.dumps(row) + "\n" for line in lines if (row := change(json.loads(line))) is not None]


def _calls(rows: Sequence[Row]) -> list[tuple[str, int, int]]:
    return [(row["kind"], row["ring"], row["sector"]) for row in rows if "kind" in row]


def _without_stamps(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "dt_us"}


@pytest.mark.slow
@pytest.mark.parametrize("plate", PLATES)
def test_any_plate_feels_the_evening(plate: str, make_evening: Callable[..., Lines], play: Play) -> None:
    """All four calls, at the right places, and no cell under suspicion."""
    rows = play(make_evening(**PLATES[plate]))
    assert _calls(rows) == EXPECTED
    assert not [row for row in rows if row.get("note", "").startswith(("cell", "plate", "ring"))]


@pytest.mark.slow
@pytest.mark.parametrize("stamps", ["told", "untold"])
def test_a_counter_that_wraps_in_mid_game_changes_nothing(stamps: str, evening: Lines, play: Play) -> None:
    """A 32-bit microsecond counter starts again at zero between the first two placements."""
    plain = evening if stamps == "told" else _mapped(evening, _without_stamps)
    begun_s = next(row["t"] for row in map(json.loads, plain) if row.get("mark") == "play")
    start_s = WRAP_S - begun_s - 5.0

    def late(row: Row) -> Row:
        return row | {"t": round((row["t"] + start_s) % WRAP_S, 6)} if "t" in row else row

    assert _calls(play(_mapped(plain, late))) == EXPECTED


@pytest.mark.parametrize("stamps", ["told", "untold"])
def test_one_sample_in_twenty_may_be_lost(stamps: str, evening: Lines, play: Play) -> None:
    """At random, in the calibration and in the game."""
    rng = random.Random(4)
    plain = evening if stamps == "told" else _mapped(evening, _without_stamps)
    lossy = _mapped(plain, lambda row: None if "counts" in row and rng.random() < 0.05 else row)
    assert _calls(play(lossy)) == EXPECTED


def _stretches(lines: Lines) -> tuple[Lines, list[Lines], Lines]:
    """The header, the calibration's marked stretches, and the game."""
    begins = [i for i, line in enumerate(lines) if "mark" in json.loads(line)]
    play = next(i for i in begins if json.loads(lines[i])["mark"] == "play")
    marks = [*(i for i in begins if i < play), play]
    return lines[: marks[0]], [lines[a:b] for a, b in pairwise(marks)], lines[play:]


def _in_time(lines: Lines) -> Lines:
    """The same with times that go on growing, whatever order the stretches came in."""
    out, shift, last = [], 0.0, -1.0
    for line in lines:
        row = json.loads(line)
        if "t" in row:
            if row["t"] + shift <= last or row["t"] + shift > last + 0.5:
                shift = last + 0.0125 - row["t"]
            row["t"] = last = round(row["t"] + shift, 6)
        out.append(json.dumps(row) + "\n")
    return out


@pytest.mark.slow
@pytest.mark.parametrize("order", ["ship before masses", "dots backwards", "three masses"])
def test_marks_may_come_in_another_order(order: str, evening: Lines, play: Play) -> None:
    """The calibration asks for kinds of marks, not for their order, and for no more masses than tell the cells apart."""
    header, stretches, game = _stretches(evening)
    empty, masses, ships = stretches[:1], stretches[1:6], stretches[6:]
    arranged = {
        "ship before masses": [*empty, *ships, *masses],
        "dots backwards": [*empty, *masses, *reversed(ships)],
        "three masses": [*empty, *masses[1:4], *ships],
    }[order]
    assert _calls(play(_in_time([*header, *(line for part in arranged for line in part), *game]))) == EXPECTED


@pytest.mark.slow
def test_a_slice_of_an_evening_goes_on_from_what_stood(evening: Lines, play: Play) -> None:
    """With the calibration in the header and what stands aboard: the removal at the end is called."""
    from companion.ship.session import CaptureSession  # noqa: PLC0415 - the test file must import without the room

    session, cut = CaptureSession(), None
    for number, line in enumerate(evening):
        felt = session.feed_line(line)
        tracker = session.tracker
        if tracker is not None and len(tracker.inventory) == 3 and felt:
            cut = number
    assert cut is not None
    assert session.tracker is not None
    begins = next(i for i, line in enumerate(evening) if json.loads(line).get("t", 0.0) > json.loads(evening[cut])["t"] - 4.0)
    standing = [[4, 1], [4, 2], [2, 3]]
    header = json.loads(evening[0]) | {"calibration": session.tracker.calibration.to_json(), "standing": standing}
    header["calibration"]["rocker"]["rim_mm"] = None
    rows = play([json.dumps(header) + "\n", *evening[begins:]])
    assert _calls(rows)[-1:] == EXPECTED[-1:]
