"""Board files: the samples and the owner's own, written by the surveys."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter

from companion.service.access import control
from companion.service.bodies import documented, read_as
from companion.service.resources import BoardsView, StoredBoard, SurveyBoard, SurveyOther
from companion.service.runtime import Runtime

__all__ = ["routes"]

_SURVEY: TypeAdapter[SurveyBoard] = TypeAdapter(SurveyBoard)
_OTHER: TypeAdapter[SurveyOther] = TypeAdapter(SurveyOther)


def routes(runtime: Runtime) -> APIRouter:
    """GET and POST /api/boards, POST /api/boards/{kind}."""
    router = APIRouter()

    @router.get("/api/boards")
    def boards() -> BoardsView:
        """The samples first; a damaged file is listed with what is wrong with it."""
        return BoardsView(boards=runtime.boards.all())

    @router.post(
        "/api/boards", status_code=201, dependencies=[Depends(control(runtime.keys))], openapi_extra=documented("SurveyBoard")
    )
    async def store(request: Request) -> StoredBoard:
        """Keep a surveyed ship as the owner's own board file; the same name again replaces it."""
        return runtime.boards.store(await read_as(request, _SURVEY, "bad-board"))

    @router.post(
        "/api/boards/{kind}",
        status_code=201,
        dependencies=[Depends(control(runtime.keys))],
        openapi_extra=documented("SurveyOther"),
    )
    async def store_other(kind: str, request: Request) -> StoredBoard:
        """Keep a surveyed board of another kind than a ship; the same kind and name again replaces it."""
        return runtime.boards.store_other(kind, await read_as(request, _OTHER, "bad-board"))

    return router
