"""The guided calibration."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter

from companion.service.access import control
from companion.service.bodies import documented, read_as
from companion.service.problems import ProblemError
from companion.service.resources import CalibrationPress, CalibrationView
from companion.service.runtime import Runtime
from companion.service.teaching import Teaching

__all__ = ["routes"]

_PRESS: TypeAdapter[CalibrationPress] = TypeAdapter(CalibrationPress)


def routes(runtime: Runtime) -> APIRouter:
    """GET and POST /api/setup/calibration."""
    router = APIRouter()

    def teaching() -> Teaching:
        if runtime.teaching is None:
            raise ProblemError(409, "no-plate", "No weighing plate is connected. A recorded evening takes its place.")
        return runtime.teaching

    @router.get("/api/setup/calibration")
    def calibration() -> CalibrationView:
        """Where the calibration stands."""
        return teaching().view()

    @router.post(
        "/api/setup/calibration", dependencies=[Depends(control(runtime.keys))], openapi_extra=documented("CalibrationPress")
    )
    async def calibrate(request: Request) -> CalibrationView:
        """Press one of the guide's buttons."""
        asked = await read_as(request, _PRESS, "bad-command")
        return await asyncio.to_thread(teaching().press, asked)

    return router
