"""The live socket and the snapshot for those who only look once."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from companion.service.resources import HealthView
from companion.service.runtime import Runtime
from companion.service.schema import SnapshotFrame, TableView

__all__ = ["routes"]


def routes(runtime: Runtime) -> APIRouter:
    """/ws, /api/health and /api/snapshot."""
    router = APIRouter()

    @router.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await runtime.hub.serve(socket)

    @router.get("/api/health")
    async def health() -> HealthView:
        """Cheap: a page asks this before it opens its socket."""
        hello = runtime.hello
        return HealthView(
            boot=hello.boot,
            version=hello.version,
            demo=hello.demo,
            clients=runtime.hub.clients,
            dropped=runtime.hub.dropped,
            devices=runtime.devices(),
        )

    @router.get("/api/snapshot")
    async def snapshot() -> SnapshotFrame:
        """The whole table, as on the socket."""
        seq, view = await runtime.table.snapshot()
        return SnapshotFrame(boot=runtime.hello.boot, seq=seq, table=TableView.model_validate(view))

    return router
