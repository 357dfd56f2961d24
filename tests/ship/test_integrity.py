"""Readings that must not be believed, and falls that must."""

from __future__ import annotations

import numpy as np
import pytest

from companion.events import Sample
from companion.ship.drops import sharp_drops
from companion.ship.grid import Gridder
from companion.ship.integrity import Guard, Unwrapper
from companion.ship.stillness import moving_rows


@pytest.mark.parametrize("wild", [8388607, -8388608, -1, 200000, 50000])
def test_a_single_wild_reading_is_dropped(wild: int) -> None:
    """Saturation codes, minus one, doubled and halved readings are refused once, and the next good one accepted."""
    counts = np.full((8, 2), 100000.0)
    counts[4, 1] = wild
    good = Guard(2, 80.0).check(counts)
    assert not good[4, 1]
    assert good.sum() == 15


def test_a_real_jump_is_believed_at_its_second_reading() -> None:
    """A lifted ship is a jump that stays."""
    counts = np.vstack([np.full((4, 1), 100000.0), np.full((4, 1), 1000.0)])
    assert Guard(1, 80.0).check(counts)[:, 0].tolist() == [True] * 4 + [False] + [True] * 3


def test_what_counts_as_a_jump_follows_gain_and_rate() -> None:
    """The same ten grams are a jump for a dull and for a keen cell, and none where readings come eight times as rarely."""
    grams = np.array([[100.0, 100.0], [112.0, 112.0], [100.0, 100.0]])
    counts = grams * np.array([100.0, 5000.0])
    limit = np.array([1000.0, 50000.0])
    assert Guard(2, 80.0, limit).check(counts).tolist() == [[True, True], [False, False], [True, True]]
    assert Guard(2, 10.0, limit).check(counts).all()


def test_a_cell_that_stands_still_is_said() -> None:
    """Two seconds of one and the same code is a stuck cell."""
    guard = Guard(2, 80.0)
    noise = np.random.default_rng(0).normal(0, 30, 200).round()
    for start in range(0, 200, 4):
        guard.check(np.column_stack([noise[start : start + 4], np.full(4, 777.0)]))
    assert guard.stuck.tolist() == [False, True]


def test_a_wrapped_counter_goes_on() -> None:
    """After 71 minutes a 32-bit microsecond counter starts again at zero; time does not."""
    unwrap = Unwrapper()
    assert [unwrap.time_s(t) for t in (4294.9, 0.05)] == pytest.approx([4294.9, 4294.967296 + 0.05])


def test_cells_read_at_different_instants_are_brought_together() -> None:
    """With stamps, a ramp read at staggered instants comes out equal in all cells."""
    grid = Gridder(3, 80.0)
    blocks = []
    for i in range(80):
        t = i / 80
        dts = (0, -4000, -9000)
        counts = tuple(round(1e5 * (t + d * 1e-6)) for d in dts)
        block = grid.feed(Sample(t, counts, dts))
        if block is not None:
            blocks.append(block.counts)
    rows = np.concatenate(blocks)[8:]
    assert np.ptp(rows, axis=1).max() <= 2.0


def test_a_fallen_alien_is_a_sharp_drop_and_a_hand_is_not() -> None:
    """Eight grams within a sample count as a fall, eight grams over 0.4 s do not; a knock counts nothing."""
    t = np.arange(0.0, 4.0, 0.0125)
    weight = 400.0 - 8.0 * (t > 1.0) - 8.0 * np.clip((t - 2.0) / 0.4, 0.0, 1.0)
    weight += 20.0 * np.exp(-(((t - 3.3) / 0.05) ** 2)) * np.cos(50 * t)
    drops = sharp_drops(t, weight, 8.0, 80.0)
    assert [d.count for d in drops] == [1]
    assert drops[0].t_s == pytest.approx(1.0, abs=0.05)


def test_a_swing_ends_where_the_ship_parks() -> None:
    """Rows after the ship has stopped are not part of the swing."""
    t = np.arange(0.0, 3.0, 0.0125)
    path = np.where(t < 1.5, 3.0 * np.cos(5.0 * t), 3.0 * np.cos(7.5))
    rows = moving_rows(t, np.column_stack([path, path]), 0.005)
    assert 1.4 < t[rows - 1] < 1.9
