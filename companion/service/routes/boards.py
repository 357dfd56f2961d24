"""Board files: the sample and the owner's own, written by the ship survey."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter

from companion.service.access import control
from companion.service.bodies import documented, read_as
from companion.service.resources import BoardsView, StoredBoard, SurveyBoard
from companion.service.runtime import Runtime

__all__ = ["routes"]

_SURVEY: TypeAdapter[SurveyBoard] = TypeAdapter(SurveyBoard)


def routes(runtime: Runtime) -> APIRouter:
    """GET and POST /api/boards."""
    router = APIRouter()

    @router.get("/api/boards")
    def boards() -> BoardsView:
        """The sample first; a damaged file is listed with what is wrong with it."""
        return BoardsView(boards=runtime.boards.all())

    @router.post(
        "/api/boards", status_code=201, dependencies=[Depends(control(runtime.keys))], openapi_extra=documented("SurveyBoard")
    )
    async def store(request: Request) -> StoredBoard:
        """Keep a surveyed ship as the owner's own board file; the same name again replaces it."""
        return runtime.boards.store(await read_as(request, _SURVEY, "bad-board"))

    return router
