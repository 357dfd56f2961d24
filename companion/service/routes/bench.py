"""The virtual table of the demo."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter

from companion.service.access import control
from companion.service.bodies import documented, read_as
from companion.service.door import BenchDoor
from companion.service.keys import KeyRing
from companion.service.resources import BenchCommand, BenchView

__all__ = ["routes"]

_COMMAND: TypeAdapter[Any] = TypeAdapter(BenchCommand)


def routes(bench: BenchDoor, keys: KeyRing) -> APIRouter:
    """GET and POST /api/bench; only the demo has them."""
    router = APIRouter()

    @router.get("/api/bench")
    async def bench_view() -> BenchView:
        """The virtual table as it stands."""
        return await bench.view()

    @router.post("/api/bench", dependencies=[Depends(control(keys))], openapi_extra=documented("BenchCommand"))
    async def bench_do(request: Request) -> BenchView:
        """Hands on the virtual ship."""
        asked = await read_as(request, _COMMAND, "bad-bench-command")
        await bench.do(asked.model_dump(mode="json"))
        return await bench.view()

    return router
