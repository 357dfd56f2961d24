"""The application: guard, problems, one router per resource, the page's files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from companion import __version__
from companion.service import problems, static
from companion.service.guard import Guard, own_names
from companion.service.openapi import merged
from companion.service.routes import bench, boards, commands, history, live, power, qr, rules, seats, setup
from companion.service.runtime import Runtime
from companion.service.settings import Settings

__all__ = ["create_app"]


def create_app(settings: Settings, runtime: Runtime) -> FastAPI:
    """The service around `runtime`; its lifespan starts and stops it."""

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        runtime.hub.open()
        watch = asyncio.create_task(runtime.hub.watch_over())
        await asyncio.to_thread(runtime.start)
        try:
            yield
        finally:
            watch.cancel()
            await asyncio.to_thread(runtime.stop)

    app = FastAPI(
        title="Companion",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=_operation_id,
    )
    problems.install(app)
    app.add_middleware(Guard, names=own_names(settings.allowed_hosts))
    for router in _routers(runtime):
        app.include_router(router)
    _openapi(app)
    return app


def _routers(runtime: Runtime) -> list[Any]:
    routers = [
        live.routes(runtime),
        commands.routes(runtime),
        history.routes(runtime),
        boards.routes(runtime),
        rules.routes(),
        power.routes(runtime),
        qr.routes(runtime),
        seats.routes(runtime),
        setup.routes(runtime),
    ]
    if runtime.bench is not None:
        routers.append(bench.routes(runtime.bench, runtime.keys))
    return [*routers, static.routes()]


def _operation_id(route: APIRoute) -> str:
    return route.name


def _openapi(app: FastAPI) -> None:
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = merged(plain())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend its document
