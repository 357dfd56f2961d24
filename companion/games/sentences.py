"""Which sentences each game understands in scenario files."""

from __future__ import annotations

from companion.games.aliens import phrases as balancing_aliens
from companion.games.encounters import phrases as close_encounters
from companion.games.liftoff import phrases as lift_off
from companion.games.phrases import COMMON, Phrase

__all__ = ["phrases_of"]

_PHRASES = {
    "balancing-aliens": balancing_aliens.PHRASES,
    "lift-off": lift_off.PHRASES,
    "close-encounters": close_encounters.PHRASES,
}


def phrases_of(game_id: str) -> tuple[Phrase, ...]:
    """The game's own phrases and those all games share."""
    return _PHRASES.get(game_id, COMMON)
