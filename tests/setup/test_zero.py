"""A plate's zero over an evening."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.events import Sample
from companion.setup.zero import ZeroKeeper
from companion.ship.calibration import Calibration
from companion.ship.mechanics import Rocker
from companion.virtual.chance import chance

GAIN_G = (0.001, -0.001, 0.0011, 0.0009)
ZERO = (1000.0, -2000.0, 500.0, 0.0)
CELLS_MM = ((75.0, 75.0), (-75.0, 75.0), (-75.0, -75.0), (75.0, -75.0))


@pytest.fixture
def taught() -> Calibration:
    """A plate whose second cell is reversed."""
    rocker = Rocker(400.0, 600.0, 60.0, 6.0, 0.04, 0.1)
    return Calibration(GAIN_G, ZERO, CELLS_MM, rocker, (0.0, 0.0), 0.0, 8.0, (0.0, 0.0), 0.02, 0.02, 0.05)


def _plate(*grams: tuple[float, ...], seconds: float = 5.0) -> Iterator[Sample]:
    """What a plate tells on which so much lies on each cell, from the first load evenly to the last."""
    noise, loads = chance(1, "zero"), np.array(grams)
    count = round(80 * seconds)
    for at in range(count):
        load = loads[0] + (loads[-1] - loads[0]) * at / count
        counts = [z + g / gain + noise.gauss(0.0, 20.0) for z, g, gain in zip(ZERO, load, GAIN_G, strict=True)]
        yield Sample(at / 80, tuple(map(round, counts)))


def test_a_zero_that_crept_on_the_bare_plate_is_taken(taught: Calibration) -> None:
    """Some tenths of a gram on each cell, still: the zero is those, once, until it has crept further."""
    keeper = ZeroKeeper(taught)
    assert keeper.take(_plate((0.5, -0.3, 0.4, 0.2)))
    crept = np.array(keeper.calibration().zero) - np.array(ZERO)
    assert crept * np.array(GAIN_G) == pytest.approx([0.5, -0.3, 0.4, 0.2], abs=0.01)
    assert not keeper.take(_plate((0.5, -0.3, 0.4, 0.2)))
    assert keeper.follows(taught)


@pytest.mark.parametrize(
    "loads",
    [
        ((2.0, 2.0, 2.0, 2.0),),  # an alien lies on the bare plate
        ((100.0, 100.0, 100.0, 100.0),),  # the ship
        ((6.0, -6.0, 5.0, -5.0),),  # something leans against it
        ((0.0, 0.0, 0.0, 0.0), (1.5, 1.5, 0.0, 0.0)),  # a hand, ever so lightly
    ],
)
def test_zero_is_never_taken_from_anything_else(taught: Calibration, loads: tuple[tuple[float, ...], ...]) -> None:
    """With something on the plate, or while it moves, the zero stays what it was."""
    keeper = ZeroKeeper(taught)
    keeper.take(_plate(*loads))
    assert keeper.calibration() == taught


def test_a_restarted_clock_begins_a_new_window(taught: Calibration) -> None:
    """Samples whose time steps back are not put together with those before."""
    keeper = ZeroKeeper(taught)
    late = [Sample(sample.t_s + 1000.0, sample.counts) for sample in _plate((0.0, 0.0, 0.0, 0.0), seconds=1.5)]
    keeper.take(late)
    assert not keeper.take(_plate((0.5, 0.5, 0.5, 0.5), seconds=1.5))
    assert keeper.calibration() == taught
