"""What a crash costs, in both games."""

from __future__ import annotations

from companion.games.ship_play.seats import S, book

__all__ = ["CRASH_PENALTY", "pay"]

CRASH_PENALTY = 2
"""Points lost for each alien that falls off the ship on your turn (rulebook: Crashing)."""


def pay(state: S, blamed: int | None, fallen: int) -> S:
    """Book the crash penalty for `fallen` aliens; with nobody to blame nobody pays (B4)."""
    return state if blamed is None else book(state, blamed, minus=CRASH_PENALTY * fallen)
