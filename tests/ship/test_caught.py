"""Aliens that fall and come to rest on the plate: counted though still weighed, and no call when they are picked up."""

from __future__ import annotations

import json
import math
from random import Random

import numpy as np
import pytest

from companion.events import Fell, Felt, Noted, Placed, Removed, Sample, ShipShape
from companion.ship.candidate import Candidate, Happening, Outlook
from companion.ship.capture import Mark, parse_header
from companion.ship.clues import Clues
from companion.ship.hypotheses import expand
from companion.ship.inventory import Newcomer, Observation, start_belief
from companion.ship.leaps import Leap, leaps
from companion.ship.mechanics import Array, Rocker
from companion.ship.session import CaptureSession
from companion.ship.tracker import Tracker
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import ShipParams, VirtualShip

ROCKER = Rocker(380.0, 190.0, 60.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)
SPS = 80.0
PLACES_MM = ((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0))
LIES_MM = (78.0, 4.0)


def _aboard() -> Candidate:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate(PLACES_MM):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return Candidate(0.0, Happening(), belief)


def _centre(aboard: tuple[int, ...], lying_g: float) -> tuple[float, Array]:
    """Weight and centre of pressure of a ship with those aliens and so much at `LIES_MM`, by moments about the middle."""
    moment = 8.0 * np.array([PLACES_MM[tag] for tag in aboard]).sum(axis=0)
    weight_g = ROCKER.ship_g + 8.0 * len(aboard)
    centre = ROCKER.shift_mm(moment, 8.0 * len(aboard))
    return weight_g + lying_g, (weight_g * centre + lying_g * np.array(LIES_MM)) / (weight_g + lying_g)


def _seen(aboard: tuple[int, ...], lying_g: float) -> Observation:
    weight_g, centre = _centre(aboard, lying_g)
    return Observation(weight_g, centre, np.diag([0.02**2, 0.02**2, 0.02**2]))


def _leap(sign: float) -> Leap:
    """What an alien makes at that place when it comes (1), or goes (-1)."""
    _, there = _centre((0, 1, 2), 0.0)
    step = sign * 8.0 / 412.0 * (np.array(LIES_MM) - there)
    return Leap(0.0, (float(step[0]), float(step[1])), 8.0 * min(sign, 0.0))


def _caught() -> Candidate:
    clues = Clues(slope_mm=(12.0, 0.0), handled=False, leaps=(_leap(1.0),))
    return expand((_aboard(),), _seen((1, 2), 8.0), clues, OUTLOOK, 9)[0]


def test_an_alien_that_lies_on_the_plate_fell_though_the_weight_remains() -> None:
    """The plate keeps 8 g, the ship has lost the alien's moment: it fell, and offset and foot take up what lies there."""
    best = _caught()
    assert (best.happening.signature, best.happening.fallen) == ((0, 0, 1), frozenset({0}))
    weight_g, _ = _centre((1, 2), 8.0)
    shift = 8.0 / weight_g * (np.array(LIES_MM) - ROCKER.shift_mm(np.array([-320.0, -240.0]), 16.0))
    assert best.belief.mean[0] == pytest.approx(8.0, abs=0.1)
    assert best.belief.mean[1:3] == pytest.approx(shift, abs=0.3)


def test_an_alien_picked_off_the_plate_is_no_call() -> None:
    """Eight grams fewer and a leap back, the ship unmoved: nothing happened aboard, and the plate reads as at first."""
    clues = Clues(drops=1, handled=False, leaps=(_leap(-1.0),))
    best = expand((_caught(),), _seen((1, 2), 0.0), clues, OUTLOOK, 9)[0]
    assert (best.happening.signature, best.belief.litter) == ((0, 0, 0), ())
    assert best.belief.mean[:3] == pytest.approx([0.0, 0.0, 0.0], abs=0.05)


def test_without_a_leap_nothing_lies_on_the_plate() -> None:
    """On a level ship whose centre of pressure moved smoothly, an alien that left took its weight along."""
    happening = expand((_aboard(),), _seen((1, 2), 0.0), Clues(drops=1, leaps=()), OUTLOOK, 9)[0]
    assert happening.belief.litter == ()


def _swing(step_mm: tuple[float, float], knock_g: float = 0.0) -> tuple[Array, Array, Array]:
    """A second of a swing; half-way the centre of pressure steps, or the rim knocks."""
    t_s = np.arange(80) / SPS
    c_mm = np.column_stack([8.0 * np.cos(5.5 * t_s), 3.0 * np.sin(5.5 * t_s)])
    c_mm[40:] += step_mm
    weight_g = np.full(80, 412.0)
    weight_g[40:44] -= knock_g
    return t_s, weight_g, c_mm


def test_a_leap_is_measured() -> None:
    """A step amid a swing of 8 mm is found where and as large as it is; the swing alone shows none."""
    (leap,) = leaps(_swing((1.2, -0.7)), 8.0, 0.02, SPS)
    assert leap.t_s == pytest.approx(0.5, abs=0.03)
    assert leap.step_mm == pytest.approx((1.2, -0.7), abs=0.15)
    assert leaps(_swing((0.0, 0.0)), 8.0, 0.02, SPS) == ()


def test_a_knock_of_the_rim_is_no_leap() -> None:
    """While the deck carries the ship the cells, read one after another, tell no centre of pressure."""
    assert leaps(_swing((1.2, -0.7), knock_g=30.0), 8.0, 0.02, SPS) == ()


def _evening(seed: int, *, restarted_s: float = math.inf) -> tuple[list[Felt | Noted], list[int]]:
    """Four aliens placed on a plate that catches what falls, one knocked over by a sleeve, picked up again, one more placed.

    The tracker is another one, with the memory of the first, from `restarted_s` after the knock on.
    """
    ship = VirtualShip(SHAPE, ShipParams(caught_odds=1.0, starts="away"), seed)
    recorder = Recorder(ship, "caught")
    calibrate(recorder, Random(seed))
    recorder.mark("play")
    recorder.run(1.0)
    for angle in (0.3, 1.9, 3.6, 5.1):
        ship.place((80.0 * math.cos(angle), 80.0 * math.sin(angle)))
        recorder.finish_hands()
        recorder.run(3.0)
    victim = next(a.id for a in ship.aliens if a.where == "ship")
    restart_s = ship.t_s + restarted_s
    ship.knock_over(victim)
    recorder.run(5.0)
    lying = [a.id for a in ship.aliens if a.where == "plate"]
    for number in lying:
        ship.remove(number)
        recorder.run(3.0)
    ship.place((60.0, 60.0))
    recorder.finish_hands()
    recorder.run(3.0)
    session, events = CaptureSession(), list[Felt | Noted]()
    for line in recorder.lines:
        events += [event for event in session.feed_line(line) if not isinstance(event, Mark)]
        if session.tracker is not None and isinstance(session.row, Sample) and session.row.t_s > restart_s:
            session.tracker, restart_s = _restarted(session.tracker, recorder), math.inf
    return events, lying


def _restarted(tracker: Tracker, recorder: Recorder) -> Tracker:
    header = parse_header(recorder.lines[0])
    memory = json.loads(json.dumps(tracker.memory()))
    return Tracker(header.shape, header.cells_mm, tracker.calibration, sps=header.sps, memory=memory)


def test_a_caught_alien_is_counted_once_from_the_samples() -> None:
    """From raw samples: five placements, one fall of one alien at its spot, and no call when it is taken off the plate."""
    events, lying = _evening(3)
    falls = [event for event in events if isinstance(event, Fell)]
    assert len(lying) == 1
    assert [(fall.count, fall.ask) for fall in falls] == [(1, False)]
    assert sum(isinstance(event, Placed) for event in events) == 5
    assert not any(isinstance(event, Removed) for event in events)


def test_after_a_restart_it_is_still_known_to_lie_there() -> None:
    """Three seconds after the fall the tracker begins anew from its memory: picking the alien up is no call then either."""
    events, lying = _evening(3, restarted_s=3.0)
    assert len(lying) == 1
    assert sum(isinstance(event, Fell) for event in events) == 1
    assert sum(isinstance(event, Placed) for event in events) == 5
    assert not any(isinstance(event, Removed) for event in events)
