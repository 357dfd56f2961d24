"""Finished and open games with their logs, and the players' names."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from companion.service.access import control
from companion.service.resources import GAME_MAX, DisputeView, GamesView, PastGameView, PlayersView
from companion.service.runtime import Runtime

__all__ = ["routes"]

Number = Annotated[int, Path(ge=1, le=GAME_MAX)]


def routes(runtime: Runtime) -> APIRouter:
    """/api/games, /api/players, /api/disputes."""
    router = APIRouter()

    @router.get("/api/games")
    async def games() -> GamesView:
        """The history, the latest first."""
        return GamesView(games=await runtime.table.games())

    @router.get("/api/games/{number}")
    async def game(number: Number) -> PastGameView:
        """One game with its log."""
        return await runtime.table.game(number)

    @router.get("/api/players")
    async def players() -> PlayersView:
        """Names that have played."""
        return PlayersView(names=await runtime.table.players())

    @router.post("/api/disputes/{seq}", dependencies=[Depends(control(runtime.keys))])
    async def dispute(seq: Number) -> DisputeView:
        """Keep the raw samples around a score somebody doubts."""
        return await runtime.table.dispute(seq)

    return router
