"""The games, their house rules and settable facts: data for the set-up and correction pages."""

from __future__ import annotations

from fastapi import APIRouter

from companion.games import GAMES, boards
from companion.games.contract import Game
from companion.service.resources import FactView, GameRules, RulesView, SwitchView
from companion.table.opening import modes_of

__all__ = ["routes"]


def routes() -> APIRouter:
    """GET /api/rules."""
    router = APIRouter()

    @router.get("/api/rules")
    async def rules() -> RulesView:
        """All games."""
        return RulesView(games=[_game(game) for game in GAMES])

    return router


def _game(game: Game) -> GameRules:
    return GameRules(
        id=game.id,
        modes=list(modes_of(game)),
        board_kind=boards.shown(boards.sample_json(game))["kind"],
        rules_version=game.rules_version,
        seats=game.seats,
        senses=list(game.senses),
        switches=[
            SwitchView(id=s.id, default=s.default, decision=s.decision, values=list(s.values), bounds=s.bounds)
            for s in game.switches
        ],
        facts=[FactView(name=f.name, shape=f.shape) for f in game.facts],
        sample_board=game.sample_board,
    )
