"""Seeded evenings: the calibration holds what its marks say, and the truth agrees with itself."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from companion.virtual.chance import chance
from companion.virtual.evening import record
from companion.virtual.families import FAMILIES, draw
from companion.virtual.play import Reckoning
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import VirtualShip

Row = dict[str, Any]


@cache
def _calibration(family: str, seed: int) -> tuple[VirtualShip, tuple[Row, ...]]:
    rng = chance(seed, f"evening {family} 0")
    setting = draw(family, rng)
    ship = VirtualShip(setting.shape, setting.params, seed)
    recorder = Recorder(ship, family)
    calibrate(recorder, rng)
    return ship, tuple(json.loads(line) for line in recorder.lines)


@cache
def _evening(family: str, seed: int) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    lines, truth = record(family, seed, at_most_s=90.0)
    return tuple(map(json.loads, lines)), tuple(map(json.loads, truth))


def _phases(rows: tuple[Row, ...]) -> list[tuple[Row, np.ndarray]]:
    """Every mark with the counts of its phase, the first 0.6 s left to settling."""
    phases: list[tuple[Row, list[list[int]]]] = []
    for row in rows[1:]:
        if "mark" in row:
            phases.append((row, []))
        elif row["t"] > phases[-1][0]["t"] + 0.6:
            phases[-1][1].append(row["counts"])
    return [(mark, np.array(counts, float)) for mark, counts in phases]


def _plate(phases: list[tuple[Row, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Zero and the matrix from counts to weight and moments, from the marked masses alone."""
    zero = next(counts.mean(axis=0) for mark, counts in phases if mark["mark"] == "empty")
    masses = [(mark, counts.mean(axis=0) - zero) for mark, counts in phases if mark["mark"] == "mass"]
    wanted = [[m["grams"], m["grams"] * m["at"][0], m["grams"] * m["at"][1]] for m, _ in masses]
    matrix, *_ = np.linalg.lstsq(np.array([c for _, c in masses]), np.array(wanted), rcond=None)
    return zero, matrix


@pytest.mark.parametrize("family", ["clean", "three"])
def test_calibration_contains_what_its_marks_say(family: str) -> None:
    """Solved from its reference masses, the plate weighs the ship, and every marked alien, to a few hundredths of a gram."""
    ship, rows = _calibration(family, 11)
    phases = _phases(rows)
    zero, matrix = _plate(phases)
    mass = ship.params.body.mass_g
    for mark, counts in phases:
        if mark["mark"] not in ("ship", "alien"):
            continue
        weight = ((counts[-160:] - zero) @ matrix)[:, 0].mean()
        expected = mass if mark["mark"] == "ship" else mass + ship.aliens[0].mass_g
        assert weight == pytest.approx(expected, abs=0.4)


def test_marked_alien_moves_the_pressure_towards_its_dot() -> None:
    """Between "ship" and "alien" the centre of pressure moves towards the dot by the formula's amount."""
    ship, rows = _calibration("clean", 12)
    phases = _phases(rows)
    zero, matrix = _plate(phases)
    body = ship.params.body
    bare = np.mean([_pressure(c, zero, matrix) for m, c in phases if m["mark"] == "ship"], axis=0)
    for mark, counts in phases:
        if mark["mark"] != "alien":
            continue
        radius, angle = mark["at"][0], np.radians(mark["at"][1]) + ship.plate.stand.yaw_rad
        moment = ship.aliens[0].mass_g * radius
        shift = body.rocker_mm * np.arctan(moment / (body.mass_g * body.depth_mm))
        moved = _pressure(counts, zero, matrix) - bare
        assert moved == pytest.approx([shift * np.cos(angle), shift * np.sin(angle)], abs=0.45)


def _pressure(counts: np.ndarray, zero: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Centre of pressure over whole swings of about 1.1 s, at the phase's end."""
    loads = (counts[-264:] - zero) @ matrix
    pressure: np.ndarray = (loads[:, 1:] / loads[:, :1]).mean(axis=0)
    return pressure


def test_marks_are_in_order_and_manner() -> None:
    """The calibration's marks come in the order of the recorded evenings, and the lines in order of time."""
    _, rows = _calibration("clean", 11)
    marks = [row["mark"] for row in rows[1:] if "mark" in row]
    masses = ["empty", *(["hands", "mass"] * 5), "hands", "ship"]
    assert marks[: len(masses)] == masses
    assert marks.count("alien") == 4
    assert marks[-1] == "ship"
    times = [row["t"] for row in rows[1:]]
    assert all(a <= b for a, b in pairwise(times))
    assert rows[0]["format"] == "companion-capture/1"


@pytest.mark.parametrize("family", ["rough", "dance-clean", "tilt-only"])
def test_truth_agrees_with_itself(family: str) -> None:
    """Aliens are placed before they go, rings are those of the places, falls count what is gone, and all adds up."""
    rows, truth = _evening(family, 21)
    shape = draw(family, chance(21, f"evening {family} 0")).shape
    aboard = 0
    for row in truth:
        if row["kind"] in ("place", "remove"):
            assert (shape.ring_at(row["x"], row["y"]), shape.sector_at(row["x"], row["y"])) == (row["ring"], row["sector"])
            aboard += 1 if row["kind"] == "place" else -1
        elif row["kind"] == "fall":
            assert row["count"] == len(row["gone"])
            aboard -= row["count"]
        assert 0 <= aboard <= shape.aliens + 1
    assert truth[-1]["kind"] == "score"
    assert all(a["t"] <= b["t"] for a, b in pairwise(truth))
    assert all("dt_us" not in row for row in rows[1:]) == (family == "tilt-only")


def test_an_evening_is_its_seed() -> None:
    """The same family and seed give the same evening; the next seed another ship."""
    first, second = (record("ten-sps", 31, at_most_s=10.0) for _ in range(2))
    assert first == second
    assert draw("ten-sps", chance(31, "x")).params != draw("ten-sps", chance(32, "x")).params


def test_every_family_can_be_drawn() -> None:
    """All thirteen names are there, and each ship fits its shape."""
    assert len(FAMILIES) == 13
    for family in FAMILIES:
        setting = draw(family, chance(1, family))
        assert len(setting.params.alien_g) == setting.shape.aliens
        assert setting.params.body.disc_radius_mm > setting.shape.ring_edges_mm[-1]
    with pytest.raises(KeyError, match="no family"):
        draw("gentle", chance(1, "x"))


def test_reckoning_stops_at_nothing() -> None:
    """A fall costs two, and nobody goes below zero."""
    score = Reckoning((1, 3, 6), [0, 0])
    score.ring(0, 2)
    score.fell(0, 1)
    score.fell(0, 3)
    score.brought(1)
    assert score.scores == [0, 1]
