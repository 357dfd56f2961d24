"""The published variants as data: what each changes in the set-up and in the rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.liftoff.board import KINDS

__all__ = ["CARDS", "FIRST_GAME", "RESOURCE_CARDS", "VARIANTS", "Variant"]

CARDS = {
    "move-the-moon": 8,
    "supernova": 2,
    "tornado": 2,
    "move-your-alien": 8,
    "asteroids": 2,
    "electric-storm": 2,
    "terraform": 4,
    "garglore": 8,
}
"""Action cards, and how many of each are in the box."""
RESOURCE_CARDS = {"fuel": 24, "screw": 24, "wild": 16}
FIRST_GAME = ("jetpack", "bonfire", "satellite", "rocket-ship")
assert set(FIRST_GAME) < set(KINDS)


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant changes; the defaults are the game as printed."""

    aliens: int = 10
    hand: int = 2
    days_later: int = 0
    terraform_random: bool = False
    without: frozenset[str] = frozenset()
    plays_on: bool = False
    teams: bool = False
    any_alien: bool = False


VARIANTS = {
    "standard": Variant(),
    "family": Variant(terraform_random=True, without=frozenset({"tornado", "electric-storm"}), plays_on=True),
    "teams": Variant(teams=True),
    "no-time": Variant(aliens=8, hand=3, days_later=2, terraform_random=True),
    "cutthroat": Variant(days_later=1, any_alien=True),
}
