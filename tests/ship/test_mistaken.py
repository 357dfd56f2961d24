"""An account that had one alien too many or too few is found out by the next weight, and set right."""

from __future__ import annotations

import numpy as np
import pytest

from companion.events import ShipShape
from companion.ship.account import Account
from companion.ship.candidate import Candidate, Outlook, certain
from companion.ship.clues import Clues
from companion.ship.hypotheses import expand
from companion.ship.inventory import Newcomer, Observation, start_belief
from companion.ship.mechanics import Rocker
from companion.ship.touch import HandLoad

ROCKER = Rocker(380.0, 190.0, 60.0, 5.7, 0.05, 0.03, 0.05)
SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
OUTLOOK = Outlook(ROCKER, SHAPE, 8.0, 0.5)
TAKEN = Clues(load=HandLoad(raised=False, dipped=True))


def _aboard(*places_mm: tuple[float, float]) -> Candidate:
    belief = start_belief((0.0, 0.0), 0.0)
    for tag, at_mm in enumerate(places_mm):
        belief = belief.with_alien(tag, Newcomer(8.0, 0.02, at_mm, 0.4))
    return certain(belief)


def _standing(*places_mm: tuple[float, float]) -> Observation:
    load_g = 8.0 * len(places_mm)
    centre = ROCKER.shift_mm(8.0 * np.sum(np.array(places_mm), axis=0), load_g)
    return Observation(ROCKER.ship_g + load_g, centre, np.diag([0.02**2, 0.02**2, 0.02**2]))


@pytest.mark.parametrize(
    ("standing", "left"),
    [(((100.0, 0.0), (-60.0, 50.0), (0.0, -90.0)), 3), (((100.0, 0.0),), 1)],
    ids=["one too few", "one too many"],
)
def test_a_wrong_inventory_is_found_out(standing: tuple[tuple[float, float], ...], left: int) -> None:
    """Two are believed aboard; a hand takes nothing it was felt to take, and the ship weighs an alien more or less."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0))
    best = expand((parent,), _standing(*standing), Clues(handled=False), OUTLOOK, 9)[0]
    assert len(best.belief.tags) == left
    assert abs(best.belief.mean[0]) < 0.2, "the zero of the weight does not swallow an alien"


def test_an_alien_that_stood_elsewhere_is_taken_from_where_it_stood() -> None:
    """One is believed forty millimetres from where a hand takes it: still that one is taken, and the mistake is known."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0))
    after = Observation(ROCKER.ship_g + 16.0, _standing((100.0, 0.0), (-40.0, 16.0)).centre_mm, np.diag([0.02**2] * 3))
    best = expand((parent,), after, TAKEN, OUTLOOK, 9)[0]
    assert (best.happening.signature, best.happening.mistaken) == ((0, 1, 0), True)


def test_a_removal_from_a_steep_ship_is_not_two_unseen_falls_and_a_newcomer() -> None:
    """One of four is taken, another stood 25 mm elsewhere than believed: nothing was seen to fall, so nothing did."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0), (20.0, -80.0), (40.0, 60.0))
    after = _standing((80.0, 15.0), (20.0, -80.0), (40.0, 60.0))
    steep = Clues(load=HandLoad(raised=False, dipped=True), slope_mm=(14.0, 0.0))
    best = expand((parent,), after, steep, OUTLOOK, 9)[0]
    assert (best.happening.signature, best.happening.mistaken) == ((0, 1, 0), True)


def test_what_fits_is_no_mistake() -> None:
    """A plain removal is read as one."""
    parent = _aboard((100.0, 0.0), (-60.0, 50.0))
    best = expand((parent,), _standing((-60.0, 50.0)), TAKEN, OUTLOOK, 9)[0]
    assert (best.happening.taken, best.happening.mistaken) == (frozenset({0}), False)


def test_a_disagreement_says_by_how_much() -> None:
    """One alien more than believed weighs eight grams more."""
    account = Account((_aboard((100.0, 0.0)),), {})
    noted = account.disagreement(7.0, _standing((100.0, 0.0), (-60.0, 50.0)), ROCKER)
    assert (noted.code, noted.params) == ("ship-disagrees", {"grams": 8.0})
