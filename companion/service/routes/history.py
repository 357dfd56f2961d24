"""Finished and open games with their logs, and the players' names."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from starlette.responses import Response

from companion.service.access import control
from companion.service.resources import GAME_MAX, DisputeView, ForgetPlayer, GamesView, PastGameView, PlayersView
from companion.service.runtime import Runtime

__all__ = ["routes"]

_NDJSON = "application/x-ndjson"
_LINES: dict[int | str, dict[str, Any]] = {200: {"content": {_NDJSON: {}}}}
Number = Annotated[int, Path(ge=1, le=GAME_MAX)]
Before = Annotated[int, Query(ge=1, le=GAME_MAX)]
PAGE, LARGEST_PAGE = 20, 100
Count = Annotated[int, Query(ge=1, le=LARGEST_PAGE)]


def routes(runtime: Runtime) -> APIRouter:
    """/api/games, /api/players, /api/disputes."""
    router = APIRouter()

    @router.get("/api/games")
    async def games(before: Before = GAME_MAX, count: Count = PAGE) -> GamesView:
        """The history, the latest first: at most `count` games with a smaller number than `before`."""
        found = await runtime.table.games(before, count + 1)
        return GamesView(games=found[:count], more=len(found) > count)

    @router.get("/api/games/{number}")
    async def game(number: Number) -> PastGameView:
        """One game with its log."""
        return await runtime.table.game(number)

    @router.get("/api/games/{number}/journal", response_class=Response, responses=_LINES)
    async def journal(number: Number) -> Response:
        """The game's journal as JSON lines; what is secret is in it once the game is over."""
        lines = await runtime.table.export(number)
        return Response("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), media_type=_NDJSON)

    @router.get("/api/players")
    async def players() -> PlayersView:
        """Names that have played."""
        return PlayersView(names=await runtime.table.players())

    @router.post("/api/players/forget", dependencies=[Depends(control(runtime.keys))])
    async def forget(forgotten: ForgetPlayer) -> PlayersView:
        """Offer this name no more; those that are left."""
        await runtime.table.forget_player(forgotten.name)
        return PlayersView(names=await runtime.table.players())

    @router.post("/api/disputes/{seq}", dependencies=[Depends(control(runtime.keys))])
    async def dispute(seq: Number) -> DisputeView:
        """Keep the raw samples around a score somebody doubts."""
        return await runtime.table.dispute(seq)

    return router
