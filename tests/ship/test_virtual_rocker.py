"""The calibration of a ship whose body is known: what it learns is what the body is."""

from __future__ import annotations

import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.games import GAMES, boards
from companion.service.weighing import learn


@pytest.mark.parametrize("seed", [1, 2])
def test_calibration_finds_the_rocker_of_the_virtual_ship(seed: int) -> None:
    """Stiffness within 2 %, and a height small enough that ten aliens change the stiffness by under 4 % of the truth."""
    port = VirtualShipPort.live(boards.sample(GAMES[0]).shape, seed=seed)
    lines = port.calibration_lines()
    port.close()
    body = port._ship.params.body
    rocker = learn(lines).rocker
    middle_mm = sum(port._ship.params.alien_centre_mm) / 2 + body.disc_z_mm
    assert rocker.stiffness_g == pytest.approx(body.mass_g * body.depth_mm / body.rocker_mm, rel=0.02)
    assert rocker.height_ratio == pytest.approx(middle_mm / body.rocker_mm, abs=0.1)
