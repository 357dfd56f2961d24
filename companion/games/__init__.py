"""The rules: pure functions over frozen state. `GAMES` is the one list of games."""

from __future__ import annotations

from companion.games import aliens_dance, balancing_aliens, close_encounters, et_board, et_cards, lift_off
from companion.games.contract import Game, SetUpError

__all__ = ["GAMES", "find"]

GAMES: tuple[Game, ...] = (
    balancing_aliens.GAME,
    aliens_dance.GAME,
    et_board.GAME,
    et_cards.GAME,
    close_encounters.GAME,
    lift_off.GAME,
)


def find(game_id: str) -> Game:
    """The game with this id; SetUpError lists those there are."""
    for game in GAMES:
        if game.id == game_id:
            return game
    raise SetUpError(f"there is no game {game_id[:40]!r}; known are {', '.join(game.id for game in GAMES)}")
