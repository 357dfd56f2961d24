"""A lifted ship may stand turned: one alien on a dot is asked for, and tells how."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.events import Alternative, Placed, ShipShape, Spot
from companion.ship.candidate import Bank, Candidate, Happening
from companion.ship.dots import DotWatch, dot_watch
from companion.ship.episode import Episode
from companion.ship.inventory import Newcomer, start_belief

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
DOTS = tuple((120.0 * math.cos(math.radians(a)), 120.0 * math.sin(math.radians(a))) for a in (45, 135, 225, 315))
TURNS_DEG = (-18.0, -9.0, 0.0, 9.0, 18.0)


def _bank(shares: Sequence[float], felt_deg: float | None = None, radius_mm: float = 120.0) -> Bank:
    """Accounts that differ in the ship's turn; an alien was put down `felt_deg` on the plate, so elsewhere in each."""
    bank = []
    for turn, share in zip(TURNS_DEG, shares, strict=True):
        belief = start_belief((0.0, 0.0), math.radians(turn)).with_alien(0, Newcomer(8.0, 0.2, (40.0, 0.0), 2.0))
        happening = Happening()
        if felt_deg is not None:
            angle = math.radians(felt_deg - turn)
            place = (radius_mm * math.cos(angle), radius_mm * math.sin(angle))
            belief = belief.with_alien(1, Newcomer(8.0, 0.1, place, 1.5, yaw_share=1.0))
            happening = Happening(placed=(1,))
        bank.append(Candidate(math.log(share), happening, belief))
    return tuple(bank)


def _codes(watch: DotWatch, bank: Bank) -> list[str]:
    return [note.code for note in watch.look(bank, 10.0)]


def test_open_turns_ask_for_a_dot_once_and_say_when_they_are_settled() -> None:
    """Asked while turns are open, on the ring where the dots are; over when one is left."""
    watch = dot_watch(DOTS, SHAPE, 0.85)
    assert watch.look(_bank((0.1, 0.2, 0.4, 0.2, 0.1)), 10.0)[0].params == {"ring": 5}
    assert _codes(watch, _bank((0.1, 0.2, 0.4, 0.2, 0.1))) == []
    assert _codes(watch, _bank((0.001, 0.005, 0.99, 0.003, 0.001))) == ["dot-settled"]


def test_nothing_is_asked_where_the_turn_is_known_or_nobody_told_of_dots() -> None:
    """A ship that surely stands as before; a calibration that is older than its dots."""
    assert _codes(dot_watch(DOTS, SHAPE, 0.85), _bank((0.01, 0.02, 0.94, 0.02, 0.01))) == []
    assert _codes(dot_watch((), SHAPE, 0.85), _bank((0.2, 0.2, 0.2, 0.2, 0.2))) == []


def _call(*odds: float) -> Placed:
    """A placement whose likeliest sectors, beginning with the second, have these odds."""
    spots = [Spot(4, 2 + i) for i in range(len(odds))]
    named = tuple(Alternative((spot,), part) for spot, part in zip(spots, odds, strict=True))
    return Placed(1.0, 0.5, spots[0], odds[0], alternatives=named)


@pytest.mark.parametrize(("odds", "asks"), [((0.7, 0.3), True), ((0.97, 0.03), False)])
def test_a_dot_is_asked_for_only_when_a_sector_was_in_doubt(odds: tuple[float, ...], *, asks: bool) -> None:
    """A lift alone asks nothing; a call whose sector it left open does, once, after two seconds of rest."""
    watch, lifted, placed = dot_watch(DOTS, SHAPE, 0.85), Episode(0.0, 0, lifted=True), Episode(10.0, 0, free_from_s=10.0)
    assert not watch.due(lifted, 60.0)
    watch.called([_call(*odds)])
    assert [watch.due(placed, t_s) for t_s in (11.0, 13.0, 17.0)] == [False, asks, False]
    watch.due(lifted, 60.0)
    assert not watch.due(Episode(70.0, 0, free_from_s=70.0), 80.0), "another lift begins anew"
    without = dot_watch((), SHAPE, 0.85)
    without.called([_call(*odds)])
    assert not without.due(placed, 60.0)


def test_turns_that_change_no_sector_ask_for_nothing() -> None:
    """On a ship without sectors the turn matters to no call."""
    even = _bank((0.2, 0.2, 0.2, 0.2, 0.2))
    assert _codes(dot_watch(DOTS, SHAPE, 0.85), even) == ["needs-dot"]
    assert _codes(dot_watch(DOTS, replace(SHAPE, sectors=1), 0.85), even) == []


def _put_and_taken(watch: DotWatch, felt_deg: float, radius_mm: float = 120.0) -> Bank:
    """The accounts after an alien was put there and taken off again."""
    even = (0.2,) * len(TURNS_DEG)
    with_it = _bank(even, felt_deg, radius_mm)
    watch.closed(_bank(even), with_it, 10.0)
    without = tuple(replace(c, happening=Happening(taken=frozenset({1}))) for c in _bank(even))
    return watch.closed(with_it, without, 15.0)[0]


@pytest.mark.parametrize(("index", "turn_deg"), list(enumerate(TURNS_DEG)))
def test_an_alien_on_a_dot_tells_the_turn(index: int, turn_deg: float) -> None:
    """Only with the true turn did it stand on the dot; and then the yaw is known to less than a degree."""
    watch = dot_watch(DOTS, SHAPE, 0.85)
    watch.wanted = True
    best = max(_put_and_taken(watch, 135.0 + turn_deg), key=lambda c: c.log_weight)
    assert math.exp(best.log_weight) > 0.9, index
    assert math.degrees(best.belief.yaw_rad) == pytest.approx(turn_deg, abs=0.5)
    assert math.sqrt(best.belief.covariance[3, 3]) < math.radians(0.5)
    assert not watch.wanted


@pytest.mark.parametrize(("felt_deg", "radius_mm"), [(130.5, 120.0), (135.0, 96.0)])
def test_an_alien_elsewhere_tells_nothing(felt_deg: float, radius_mm: float) -> None:
    """Between dots whatever the turn, or on another ring: the odds stay as they were."""
    watch = dot_watch(DOTS, SHAPE, 0.85)
    watch.wanted = True
    assert max(math.exp(c.log_weight) for c in _put_and_taken(watch, felt_deg, radius_mm)) < 0.35


def test_nothing_is_read_into_what_was_not_asked_for() -> None:
    """Aliens stand near dots by chance: only one that was asked for, and was taken off at once, counts."""
    watch = dot_watch(DOTS, SHAPE, 0.85)
    assert np.ptp([c.log_weight for c in _put_and_taken(watch, 135.0)]) < 1e-9
