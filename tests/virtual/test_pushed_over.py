"""A hand pushes an alien over the rim."""

from __future__ import annotations

from companion.games import GAMES, boards
from companion.virtual.ship import VirtualShip


def test_an_alien_pushed_over_the_rim_falls() -> None:
    """Beyond the disc nothing carries it: it lies on the table soon after the hand has let go."""
    ship = VirtualShip(boards.sample(GAMES[0]).shape)
    number = ship.place((100.0, 0.0))
    ship.samples_until(4.0)
    ship.nudge(number, (70.0, 0.0))
    ship.samples_until(8.0)
    assert ship.alien(number).where == "table"
