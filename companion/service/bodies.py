"""Reading request bodies: strict JSON, then the model; each failure is one problem."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn, TypeVar

from fastapi import Request
from pydantic import TypeAdapter, ValidationError

from companion.service.problems import ProblemError, invalid

__all__ = ["documented", "read_as", "read_json"]

T = TypeVar("T")
_REF = "#/components/schemas/"
_BAD = "The body is not valid JSON: {}. Send one JSON object."


def documented(schema: str) -> dict[str, Any]:
    """How OpenAPI describes a body that is read here."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": _REF + schema}}}}}


async def read_json(request: Request) -> Any:
    """The body as JSON of finite numbers and well-formed text; ProblemError "bad-json" otherwise."""
    body = await request.body()
    try:
        value = json.loads(body, parse_constant=_refuse, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:120]
        raise ProblemError(400, "bad-json", _BAD.format(why), {"why": why}) from None
    return value


async def read_as(request: Request, model: TypeAdapter[T], code: str = "bad-command") -> T:
    """The body as `model`; ProblemError naming the first field that does not fit."""
    await read_json(request)
    try:
        return model.validate_json(await request.body(), strict=True)
    except ValidationError as error:
        raise invalid(error, code) from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value
