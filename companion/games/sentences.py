"""Which sentences each game understands in scenario files."""

from __future__ import annotations

from companion.games.encounters import phrases as close_encounters
from companion.games.etboard import phrases as et_board
from companion.games.etcards import phrases as et_cards
from companion.games.liftoff import phrases as lift_off
from companion.games.phrases import COMMON, Phrase
from companion.games.ship_play import phrases as on_the_ship

__all__ = ["phrases_of"]

_PHRASES = {
    "balancing-aliens": on_the_ship.PHRASES,
    "aliens-dance": on_the_ship.PHRASES,
    "et-board": et_board.PHRASES,
    "et-cards": et_cards.PHRASES,
    "lift-off": lift_off.PHRASES,
    "close-encounters": close_encounters.PHRASES,
}


def phrases_of(game_id: str) -> tuple[Phrase, ...]:
    """The game's own phrases and those all games share."""
    return _PHRASES.get(game_id, COMMON)
