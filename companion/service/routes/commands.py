"""What tablets ask of the table. One address; the command's type says what."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter

from companion.service.access import control
from companion.service.bodies import documented, read_as
from companion.service.problems import ProblemError
from companion.service.runtime import Runtime
from companion.service.schema import Command, CommandReply, Problem

__all__ = ["BODY_HEADERS", "idempotency_key", "routes"]

_COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
_KEY_LENGTH = 64
BODY_HEADERS = [
    {"name": "Idempotency-Key", "in": "header", "required": True, "schema": {"type": "string", "maxLength": _KEY_LENGTH}}
]
_BODY = {"parameters": BODY_HEADERS, **documented("Command")}


def routes(runtime: Runtime) -> APIRouter:
    """POST /api/commands."""
    router = APIRouter(dependencies=[Depends(control(runtime.keys))])

    @router.post("/api/commands", openapi_extra=_BODY, responses={"default": {"model": Problem}})
    async def command(request: Request) -> CommandReply:
        """Take a command once: the same Idempotency-Key again gives the same reply."""
        key = idempotency_key(request)
        asked = await read_as(request, _COMMAND)
        return await runtime.table.submit(asked.model_dump(mode="json"), key)

    return router


def idempotency_key(request: Request) -> str:
    """The key of a command, new with every command."""
    key = request.headers.get("idempotency-key", "")
    if not (0 < len(key) <= _KEY_LENGTH and key.isascii() and key.isprintable()):
        raise ProblemError(
            400,
            "no-idempotency-key",
            f"Send an Idempotency-Key header of 1 to {_KEY_LENGTH} plain characters, a new one for every new command.",
        )
    return key
