"""The QR code that hands control to a tablet; for this machine's own screen and for those who hold a key already."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.service.access import bearer, is_loopback
from companion.service.problems import ProblemError
from companion.service.qr import svg
from companion.service.runtime import Runtime

__all__ = ["routes"]

_SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}


def routes(runtime: Runtime) -> APIRouter:
    """GET /api/qr.svg."""
    router = APIRouter()

    @router.get("/api/qr.svg", response_class=Response, responses=_SVG)
    def qr(request: Request) -> Response:
        """The page's address with the table key, as a picture."""
        key = bearer(request)
        if key is None and is_loopback(request):
            key = runtime.own_key()
        if not runtime.keys.holds(key):
            raise ProblemError(
                401 if key is None else 403,
                "no-key" if key is None else "wrong-key",
                "The QR code is shown to holders of the table key and on the companion's own screen.",
            )
        return Response(svg(runtime.page_url(key)), media_type="image/svg+xml")

    return router
