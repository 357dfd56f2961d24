"""The whole path on simulated evenings: right calls, nothing from nothing, causality and symmetry."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.events import Placed, Sample, Spot
from companion.ship.calibration import Calibration, Calibrator, NotCalibratedError
from companion.ship.capture import CaptureError, Mark, parse_header, parse_line
from companion.ship.session import CaptureSession
from companion.ship.tracker import Tracker

Rows = list[dict[str, Any]]
Play = Callable[[Sequence[str]], Rows]
EXPECTED = [("place", 4, 1), ("place", 4, 2), ("place", 2, 3), ("remove", 4, 2)]


def _calls(rows: Rows) -> list[tuple[str, int, int]]:
    return [(r["kind"], r["ring"], r["sector"]) for r in rows if "kind" in r]


@pytest.fixture(scope="session")
def played(evening: list[str], play: Play) -> Rows:
    """The rows of the small evening."""
    return play(evening)


def _mapped(lines: Sequence[str], change: Callable[[dict[str, Any]], dict[str, Any]]) -> list[str]:
    return [json.dumps(change(json.loads(line))) + "\n" for line in lines]


def test_three_placements_a_finger_and_a_removal(played: Rows) -> None:
    """Every alien is called where it stands, the finger calls nothing, and nothing is asked."""
    assert _calls(played) == EXPECTED
    assert not any(r["ask"] for r in played if "kind" in r)


def test_calls_come_before_the_ship_rests(played: Rows) -> None:
    """A call comes within 1.3 s of the release it names."""
    assert all(0.2 < r["t"] - r["at"] < 1.3 for r in played if "kind" in r)


def test_positions_are_good_to_two_millimetres(played: Rows) -> None:
    """The estimated places of the three aliens."""
    truth = [(92.0, 60.0), (-30.0, 95.0), (-50.0, -40.0)]
    placed = [r["xy_mm"] for r in played if r.get("kind") == "place"]
    assert all(math.dist(a, b) < 2.0 for a, b in zip(placed, truth, strict=True))


def test_any_prefix_gives_the_calls_up_to_its_end(evening: list[str], played: Rows, play: Play) -> None:
    """Cutting the file anywhere changes nothing before the cut."""
    for cut in (len(evening) * 3 // 4, len(evening) * 9 // 10 + 1):
        end_s = json.loads(evening[cut - 1])["t"]
        assert play(evening[:cut]) == [r for r in played if r["t"] <= end_s]


def test_turns_and_rolls_change_nothing(evening: list[str], played: Rows, play: Play) -> None:
    """Marks of the table are invisible to the ship."""
    mixed: list[str] = []
    for number, line in enumerate(evening):
        mixed.append(line)
        if number > len(evening) // 2 and number % 200 == 0:
            t = json.loads(line)["t"]
            mixed += [json.dumps({"t": t, "mark": "turn", "player": 1}) + "\n"]
            mixed += [json.dumps({"t": t, "mark": "roll", "value": 6}) + "\n"]
    assert json.dumps(play(mixed)) == json.dumps(played)


def test_a_reversed_cell_is_learned(evening: list[str], play: Play) -> None:
    """A cell wired the wrong way round and gains twice as large give the same calls."""

    def change(row: dict[str, Any]) -> dict[str, Any]:
        if "counts" in row:
            first, *rest = row["counts"]
            row["counts"] = [-2 * first, *(2 * c for c in rest)]
        return row

    assert _calls(play(_mapped(evening, change))) == EXPECTED


def test_the_order_of_the_cells_does_not_matter(evening: list[str], play: Play) -> None:
    """Shuffled cells, in header and counts, give the same calls."""
    order = [2, 0, 3, 1]

    def change(row: dict[str, Any]) -> dict[str, Any]:
        for name in ("cells_mm", "counts", "dt_us"):
            if name in row:
                row[name] = [row[name][i] for i in order]
        return row

    assert _calls(play(_mapped(evening, change))) == EXPECTED


def test_a_mirrored_table_gives_mirrored_calls(evening: list[str], play: Play) -> None:
    """Mirror plate and ship left to right: sectors 1 and 2, 3 and 4 change places."""

    def change(row: dict[str, Any]) -> dict[str, Any]:
        if "cells_mm" in row:
            row["cells_mm"] = [[-x, y] for x, y in row["cells_mm"]]
        if row.get("mark") == "mass":
            row["at"] = [-row["at"][0], row["at"][1]]
        if row.get("mark") == "alien":
            row["at"] = [row["at"][0], 180.0 - row["at"][1]]
        return row

    mirror = {1: 2, 2: 1, 3: 4, 4: 3}
    assert _calls(play(_mapped(evening, change))) == [(k, r, mirror[s]) for k, r, s in EXPECTED]


def test_a_turned_ship_gives_turned_calls(evening: list[str], play: Play) -> None:
    """Call the dots a quarter turn on, and every sector is the next one."""

    def change(row: dict[str, Any]) -> dict[str, Any]:
        if row.get("mark") == "alien":
            row["at"] = [row["at"][0], row["at"][1] + 90.0]
        return row

    assert _calls(play(_mapped(evening, change))) == [(k, r, s % 4 + 1) for k, r, s in EXPECTED]


def test_three_cells_at_odd_places_do_as_well(make_evening: Callable[..., list[str]], play: Play) -> None:
    """Any three cells that span the plate carry the game."""
    lines = make_evening(cells_mm=((0, 85), (-73.6, -42.5), (70, -30)), gains=(850.0, -840.0, 600.0))
    assert _calls(play(lines)) == EXPECTED


def test_a_lift_is_said_and_the_game_goes_on(make_script: Callable[..., Any], play: Play) -> None:
    """The ship is carried away with its alien and put back: no alien is called for that."""
    script = make_script()
    script.place(0, 8.0, (80.0, 50.0))
    script.still(0.0, (0.0, 0.0), 2.0)
    script.swing(4.0)
    rows = play(script.lines)
    assert _calls(rows) == [("place", 3, 1)]
    assert [r["note"] for r in rows if "note" in r] == ["lifted", "put-back"]


def test_calibration_survives_json_and_names_what_is_missing(evening: list[str]) -> None:
    """A calibration read back from its JSON is equal; without marks it says what is needed."""
    session = CaptureSession()
    for line in evening:
        session.feed_line(line)
    assert session.tracker is not None
    calibration = session.tracker.calibration
    assert Calibration.from_json(json.loads(json.dumps(calibration.to_json()))) == calibration
    assert calibration.rocker.stiffness_g == pytest.approx(190.0, rel=0.01)
    assert calibration.rocker.rate_rad_s == pytest.approx(5.7, rel=0.002)
    with pytest.raises(NotCalibratedError, match="nothing on the plate"):
        Calibrator(parse_header(evening[0])).finish()


def test_a_capture_without_calibration_says_so(evening: list[str]) -> None:
    """Play that starts before the masses were shown is an error on the play mark's line."""
    session = CaptureSession()
    session.feed_line(evening[0])
    with pytest.raises(CaptureError, match="calibration lacks") as caught:
        session.feed_line('{"t": 0.0, "mark": "play"}\n')
    assert caught.value.line == 2


def test_memory_takes_the_inventory_over_a_restart(evening: list[str]) -> None:
    """A tracker started from another's memory believes the same aliens aboard and calls nothing at first."""
    session = CaptureSession()
    header = parse_header(evening[0])
    for line in evening:
        session.feed_line(line)
    old = session.tracker
    assert old is not None
    memory = json.loads(json.dumps(old.memory()))
    new = Tracker(header.shape, header.cells_mm, old.calibration, memory=memory)
    assert [s.tag for s in new.inventory] == [s.tag for s in old.inventory]
    assert all(math.dist(a.xy_mm, b.xy_mm) < 0.5 for a, b in zip(new.inventory, old.inventory, strict=True))
    said = []
    for number, line in enumerate(evening[-200:], start=2):
        row = parse_line(line, number, header)
        if isinstance(row, Sample):
            said += new.feed(row)
    assert said == []


def test_standing_aliens_are_known_from_the_start(evening: list[str]) -> None:
    """A slice cut out of an evening with its calibration and its standing aliens plays without inventing them."""
    session = CaptureSession()
    for line in evening:
        session.feed_line(line)
    assert session.tracker is not None
    spots = [[3, 1, [92.0, 60.0]], [1, 3, [-50.0, -40.0]]]
    head = json.loads(evening[0]) | {"calibration": session.tracker.calibration.to_json(), "standing": spots}
    slice_session = CaptureSession()
    said = slice_session.feed_line(json.dumps(head))
    for line in evening[-200:]:
        said += slice_session.feed_line(line)
    assert not [s for s in said if not isinstance(s, Mark)]
    assert slice_session.tracker is not None
    assert len(slice_session.tracker.inventory) == 2


def test_the_table_can_say_what_stands_aboard(evening: list[str]) -> None:
    """After a correction that agrees with the wood the tracker calls nothing and knows the corrected spots."""
    session = CaptureSession()
    for line in evening[:-200]:
        session.feed_line(line)
    tracker = session.tracker
    assert tracker is not None
    tracker.stand([Spot(4, 1, (92.0, 60.0)), Spot(2, 3, (-50.0, -40.0))])
    said = [event for line in evening[-200:] for event in session.feed_line(line)]
    assert said == []
    assert {(s.ring, s.sector) for s in tracker.spots} == {(4, 1), (2, 3)}


def test_live_shows_the_load_and_the_lean(evening: list[str]) -> None:
    """At the end of the evening two aliens are aboard and the ship leans their way."""
    session = CaptureSession()
    felt: list[Any] = []
    for line in evening:
        felt += session.feed_line(line)
    assert session.tracker is not None
    live = session.tracker.live
    assert live.load_g == pytest.approx(16.4, abs=0.3)
    assert live.state in ("resting", "rocking")
    first = next(f.spot for f in felt if isinstance(f, Placed))
    assert first == Spot(4, 1, first.xy_mm)


def test_the_table_knows_better_than_memory_what_stands(evening: list[str]) -> None:
    """Where the table has set another inventory, its aliens stand, on a ship that stands where it was remembered."""
    session = CaptureSession()
    header = parse_header(evening[0])
    for line in evening:
        session.feed_line(line)
    old = session.tracker
    assert old is not None
    first = old.inventory[0]
    kept = header.shape.spot_at(*first.xy_mm)
    new = Tracker(
        header.shape, header.cells_mm, old.calibration, standing=(kept, Spot(2, 4)), memory=json.loads(json.dumps(old.memory()))
    )
    assert [header.shape.spot_at(*s.xy_mm).sector for s in new.inventory] == [kept.sector, 4]
    assert math.dist(new.inventory[0].xy_mm, first.xy_mm) < 0.5
    assert new.belief.mean[:4] == pytest.approx(old.belief.mean[:4], abs=0.01)


def test_an_alien_placed_as_the_game_begins_is_called(evening: list[str]) -> None:
    """The ship was watched until the game began, and was empty: an alien put down at once is no question."""
    session = CaptureSession()
    events = [event for line in evening for event in session.feed_line(line)]
    placed = next(event for event in events if isinstance(event, Placed))
    rows = [json.loads(line) for line in evening]
    begins_s = next(row["t"] for row in rows if row.get("mark") == "play")
    at_once = [r for r in rows if not ("counts" in r and begins_s < r["t"] < placed.at_s - 0.4)]
    again = CaptureSession()
    said = [event for row in at_once for event in again.feed_line(json.dumps(row))]
    first = next(event for event in said if isinstance(event, Placed))
    assert first.spot == Spot(placed.spot.ring, placed.spot.sector, first.spot.xy_mm)
    assert not first.ask
