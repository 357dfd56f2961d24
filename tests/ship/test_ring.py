"""A rubber ring that moves: noticed by the ship's pace, said, and followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.events import Felt, Noted, Placed, ShipShape
from companion.ship.inventory import Observation
from companion.ship.mechanics import Rocker
from companion.ship.replay import row_of
from companion.ship.ring import RingWatch, reringed
from companion.ship.session import CaptureSession
from companion.ship.swing import Swing
from companion.ship.window import FreeWindow
from companion.virtual.body import BodyParams
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import ShipParams, VirtualShip

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))


def _rocker(body: BodyParams) -> Rocker:
    return Rocker(
        ship_g=body.mass_g,
        stiffness_g=body.mass_g * body.depth_mm / body.rocker_mm,
        radius_mm=body.rocker_mm,
        rate_rad_s=body.rate_rad_s,
        damping=body.damping,
        dead_band_mm=0.02,
        height_ratio=(body.disc_z_mm + 20.0) / body.rocker_mm,
    )


def _swing(rate_change: float, amplitude_mm: float = 4.0, held: float = 0.004) -> Swing:
    """A swing whose data alone say that the rate is off by this share."""
    spread = 0.1 * held
    nothing = np.zeros((2, 2))
    return Swing(
        t_s=np.zeros(2),
        centre_mm=np.zeros(2),
        covariance=nothing,
        rms_mm=0.005,
        amplitude_mm=amplitude_mm,
        path_mm=nothing,
        velocity_mm_s=nothing,
        acceleration_mm_s2=nothing,
        ahead_mm=nothing,
        rate_change=rate_change * (1.0 - (spread / held) ** 2),
        rate_spread=spread,
        damping=0.05,
        dead_band_mm=0.02,
        rates_rad_s=(5.0, 5.0),
        axes=np.eye(2),
        rate_held=held,
    )


def _window(rate_change: float) -> FreeWindow:
    swing = _swing(rate_change)
    return FreeWindow(0.0, 1.0, swing, Observation(380.0, np.zeros(2), np.eye(3)), 0.02, True, np.zeros(2), False)  # noqa: FBT003 - fields of a measurement


@pytest.mark.parametrize("up_mm", [-1.5, 0.8, 2.0])
def test_stiffness_and_heights_follow_from_the_rate(up_mm: float) -> None:
    """A ring moved on the virtual ship's shaft: from the rate alone, the rocker as its geometry gives it."""
    before, after = _rocker(BodyParams()), _rocker(BodyParams().raised(up_mm))
    found = reringed(before, after.rate_rad_s / before.rate_rad_s - 1.0)
    assert found.stiffness_g == pytest.approx(after.stiffness_g, rel=0.003)
    assert found.height_ratio == pytest.approx(after.height_ratio, abs=0.003)


def test_a_jump_is_beyond_doubt_at_the_third_swing() -> None:
    """Three swings that agree on three per cent; the first two say nothing, but make what is read suspect."""
    watch = RingWatch()
    assert not watch.suspects(_window(0.03), 0)
    assert [watch.moved(_swing(off), 0) for off in (0.03, 0.031)] == [None, None]
    assert watch.suspects(_window(0.03), 0)
    assert not watch.suspects(_window(0.001), 0)
    assert watch.moved(_swing(0.029), 0) == (pytest.approx(0.03), True)


def test_one_odd_swing_is_no_moved_ring() -> None:
    """An alien nobody knew of, a draught: the next swing is as ever. Small swings tell nothing."""
    watch = RingWatch()
    assert [watch.moved(_swing(off), 0) for off in (0.03, 0.031, 0.001, 0.03, -0.03, 0.03)] == [None] * 6
    assert [watch.moved(_swing(0.05, amplitude_mm=0.5), 0) for _ in range(9)] == [None] * 9


def test_a_creep_is_followed_in_silence() -> None:
    """Eight swings some eleven in a thousand faster: learned, not said."""
    watch = RingWatch()
    found = [watch.moved(_swing(0.011 + 0.0005 * (-1) ** i), 0) for i in range(8)]
    assert found[:-1] == [None] * 7
    assert found[-1] == (pytest.approx(0.011, abs=0.001), False)


@pytest.fixture(scope="module")
def moved_ring() -> Sequence[Felt | Noted]:
    """An evening in which the ship is lifted, its ring moved by two millimetres, and three aliens are placed then."""
    ship = VirtualShip(SHAPE, replace(ShipParams(), starts="away"), seed=5)
    recorder = Recorder(ship, "ring")
    calibrate(recorder, Random(5))
    recorder.mark("play", game="balancing-aliens", players=2, rules={})
    recorder.run(2.5)
    ship.lift()
    recorder.run(2.0)
    ship.refit(ship.params.body.raised(2.0))
    ship.put_back((0.0, 0.0), 0.0)
    recorder.run(4.0)
    for xy in ((80.0, 10.0), (-60.0, 50.0), (10.0, -75.0), (-70.0, -20.0)):
        ship.place(xy)
        recorder.finish_hands()
        recorder.run(3.0)
    session = CaptureSession()
    said = [event for line in recorder.lines for event in session.feed_line(line)]
    return [event for event in said if row_of(event) is not None]


@pytest.mark.slow
def test_a_moved_ring_is_said_and_nothing_wrong_meanwhile(moved_ring: Sequence[Felt | Noted]) -> None:
    """The note comes with the new pace; what was called before it was asked or right, and what comes after is right."""
    notes = [event for event in moved_ring if isinstance(event, Noted) and event.code == "ring-moved"]
    assert [note.params["percent"] for note in notes] == [pytest.approx(-4.5, abs=1.5)]
    placed = [event for event in moved_ring if isinstance(event, Placed)]
    right = [SHAPE.spot_at(*xy) for xy in ((80.0, 10.0), (-60.0, 50.0), (10.0, -75.0), (-70.0, -20.0))]
    assert len(placed) == len(right)
    assert all(p.ask or (p.spot.ring, p.spot.sector) == (r.ring, r.sector) for p, r in zip(placed, right, strict=True))


@pytest.mark.slow
def test_nothing_is_said_of_a_ring_that_stays(
    evening: list[str], play: Callable[[Sequence[str]], list[dict[str, object]]]
) -> None:
    """The small evening has no moved ring."""
    assert not [row for row in play(evening) if row.get("note") == "ring-moved"]
