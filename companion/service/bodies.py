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
_JSON = "application/json"
_BAD = "The body is not valid JSON: {}. Send one JSON object."


def documented(schema: str) -> dict[str, Any]:
    """How OpenAPI describes a body that is read here."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": _REF + schema}}}}}


async def read_json(request: Request) -> Any:
    """The body as JSON of finite numbers and well-formed text; ProblemError "bad-json" otherwise."""
    _refuse_other_types(request)
    body = await request.body()
    try:
        value = json.loads(body.decode(), parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_once)
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


def _refuse_other_types(request: Request) -> None:
    """A sender that names no type means JSON; one that names another means something else."""
    kind, _, _ = request.headers.get("content-type", _JSON).partition(";")
    if kind.strip().lower() != _JSON:
        raise ProblemError(415, "bad-json", f"Send the body as {_JSON}, with that Content-Type.", {"why": "content type"})


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, unless it says one thing twice: which of the two was meant cannot be known."""
    value = dict(pairs)
    if len(value) < len(pairs):
        name = next(name for n, (name, _) in enumerate(pairs) if name in dict(pairs[:n]))
        raise ValueError(f"the key {name[:40]!r} stands there twice")
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value
