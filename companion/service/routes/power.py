"""Switch off safely."""

from __future__ import annotations

import asyncio
import logging

from fastapi import APIRouter, Depends

from companion.service.access import control
from companion.service.problems import ProblemError
from companion.service.resources import PowerView
from companion.service.runtime import Runtime

__all__ = ["routes"]

_log = logging.getLogger("companion.service")
_WAIT_S = 10.0


def routes(runtime: Runtime) -> APIRouter:
    """POST /api/power/off."""
    router = APIRouter(dependencies=[Depends(control(runtime.keys))])

    @router.post("/api/power/off", status_code=202)
    async def power_off() -> PowerView:
        """Run the owner's power-off command; every recorded event is on disk already."""
        command = () if runtime.hello.demo else runtime.settings.power_off
        if not command:
            raise ProblemError(
                409,
                "power-not-allowed",
                'I may not switch this machine off. Set power_off in settings.toml, for example ["systemctl", "poweroff"], '
                "or stop me there; nothing recorded is lost.",
            )
        await _run(command)
        return PowerView()

    return router


async def _run(command: tuple[str, ...]) -> None:
    try:
        process = await asyncio.create_subprocess_exec(*command)
        async with asyncio.timeout(_WAIT_S):
            code = await process.wait()
    except OSError as error:
        raise _failed(str(error)) from None
    except TimeoutError:
        return  # still at it: that is what a shutdown looks like
    if code != 0:
        raise _failed(f"exit code {code}")


def _failed(why: str) -> ProblemError:
    _log.error("the power_off command failed: %s", why)
    return ProblemError(502, "power-failed", f"The power_off command failed ({why}). Check it in settings.toml.", {"why": why})
