"""What is known before the ship rests: a short free stretch between two hands, a place felt before the rim knocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.events import ShipShape
from companion.ship.between import tells
from companion.ship.calibration import Calibration
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.clues import Clues
from companion.ship.hypotheses import expand
from companion.ship.inventory import Belief, Newcomer, Observation, start_belief
from companion.ship.mechanics import Rocker
from companion.ship.rimrest import lay_still
from companion.ship.swing import Looseness
from companion.ship.touch import touch_point
from companion.ship.window import Foot, fit_window, modes_of

ROCKER = Rocker(380.0, 190.0, 64.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)
SPS = 80.0


def _calibration(rim_mm: float = math.inf) -> Calibration:
    cells = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))
    rocker = replace(ROCKER, rim_mm=rim_mm)
    return Calibration((0.001,) * 4, (0.0,) * 4, cells, rocker, (0.0, 0.0), 0.0, 8.0, (0.0, 0.0), 0.03, 0.01, 0.02)


def _aboard(*places_mm: tuple[float, float]) -> Belief:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate(places_mm):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return belief


def test_the_next_hand_comes_while_the_last_alien_still_swings(
    make_script: Callable[..., Any], play: Callable[[Sequence[str]], list[dict[str, Any]]]
) -> None:
    """A steep swing's own ripple is no hand: what was free for 0.7 seconds between two hands is called by itself."""
    script = make_script()
    script.place(0, 8.1, (-100.0, 40.0))
    placed_s = script.place(1, 8.2, (120.0, 80.0), then_s=0.7)
    taken_s = script.take(0)
    calls = [row for row in play(script.lines) if "kind" in row]
    assert [(c["kind"], c["ring"], c["sector"]) for c in calls] == [("place", 4, 2), ("place", 6, 1), ("remove", 4, 2)]
    assert calls[1]["at"] == pytest.approx(placed_s, abs=0.3)
    assert calls[2]["at"] == pytest.approx(taken_s, abs=0.3)


def test_two_hands_that_come_upon_each_other_are_two_calls(
    make_script: Callable[..., Any], play: Callable[[Sequence[str]], list[dict[str, Any]]]
) -> None:
    """A third of a second between the hand that takes and the hand that brings is read afterwards, each at its own time."""
    script = make_script()
    script.place(0, 8.1, (-100.0, 40.0))
    script.place(1, 8.2, (70.0, 30.0))
    taken_s = script.take(0, then_s=0.34)
    placed_s = script.place(2, 8.0, (40.0, -90.0))
    calls = [row for row in play(script.lines) if "kind" in row][2:]
    assert [(c["kind"], c["ring"], c["sector"]) for c in calls] == [("remove", 4, 2), ("place", 4, 4)]
    assert [c["at"] for c in calls] == pytest.approx([taken_s, placed_s], abs=0.3)
    assert not any(c["ask"] for c in calls)


def _pressed(at_mm: tuple[float, float], belief: Belief) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two seconds and a half in which a hand slowly lets an alien's weight down at one place, then the rim knocks."""
    force = 8.0 * np.clip(np.arange(200) / 160.0, 0.0, 1.0)
    moments = belief.moment() + force[:, None] * np.array(at_mm)
    centre = np.array([ROCKER.shift_mm(m, belief.load_g + f) for m, f in zip(moments, force, strict=True)])
    weight = ROCKER.ship_g + belief.load_g + force
    weight[180:182] -= 30.0
    centre[180:182] += 0.1
    return np.arange(200) / SPS, weight, centre


def test_the_knock_of_the_rim_says_nothing_about_the_place_of_the_hand() -> None:
    """A hand is felt where it was before the rim knocked, however hard the deck then pushed."""
    belief = _aboard((60.0, 0.0))
    point = touch_point(_pressed((90.0, -40.0), belief), belief, _calibration(), SPS)
    assert point is not None
    assert math.dist(point.xy_mm, (90.0, -40.0)) < 8.0
    assert point.spread_mm < 10.0


@pytest.mark.parametrize(("reach_mm", "turn_rad", "still"), [(13.0, 0.0, True), (9.0, 0.0, False), (13.0, 1.2, False)])
def test_a_ship_that_lay_on_its_rim_all_the_while_shook_nothing(reach_mm: float, turn_rad: float, still: bool) -> None:  # noqa: FBT001 - the answer
    """It lies still when it was on the rim from the beginning and did not roll along it."""
    reach, turn = np.linspace(reach_mm, 13.0, 60), np.linspace(0.0, turn_rad, 60)
    rows = np.arange(60) / SPS, np.full(60, 405.0), reach[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    assert lay_still(rows, np.zeros(2), _calibration(13.0)) is still
    assert not lay_still(rows, np.zeros(2), _calibration())


def test_what_comes_to_a_ship_at_rest_on_its_rim_throws_nobody_off() -> None:
    """That one fell unseen while one was put down is a tenth as likely where the ship lay on its rim before and after."""
    parent = _aboard((120.0, 0.0), (60.0, 40.0), (-20.0, 30.0))
    moment = parent.moment() + 8.0 * (np.array([70.0, 10.0]) - np.array([120.0, 0.0]))
    after = Observation(404.0, ROCKER.shift_mm(moment, 24.0), np.diag([0.02**2, 0.02**2, 0.02**2]))
    odds = {}
    for still in (False, True):
        clues = Clues(drop_log=-8.0, slope_mm=(14.0, 0.0), hidden=True, still=still)
        bank = expand((Candidate(0.0, Happening(), parent),), after, clues, OUTLOOK, 9)
        share = sum(math.exp(c.log_weight) for c in bank if c.happening.fallen)
        odds[still] = share / (1.0 - share)
    assert odds[True] < 0.1 * odds[False]


def test_what_lies_between_two_falls_is_no_end_of_the_crash() -> None:
    """A short free stretch is read for itself between two hands only: where something fell, the rest may follow."""
    belief, t_s = _aboard((60.0, 0.0)), np.arange(24) / SPS
    centre = np.full((24, 2), 3.0) + 0.5 * np.cos(5.7 * t_s)[:, None]
    rows, foot = (t_s, np.full(24, 388.0), centre), Foot(np.zeros(2), 0.01 * np.eye(2))
    window = fit_window(rows, modes_of(belief, _calibration()), _calibration(), Looseness(rate=0.004), foot)
    hand, fall = Happening(taken=frozenset({1})), Happening(placed=(0,), fallen=frozenset({1}))
    assert tells(window, (Candidate(0.0, hand, belief),))
    assert not tells(window, (Candidate(0.0, fall, belief),))
    assert not tells(window, (Candidate(0.0, Happening(), belief),))
