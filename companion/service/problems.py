"""One clear answer to every bad input: RFC 9457 problem details, made in this one place."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.service.schema import Problem

__all__ = ["ProblemError", "install", "invalid", "problem_response"]

_log = logging.getLogger("companion.service")
_NO_BODY_LIMIT = 200


class ProblemError(Exception):
    """A request that is refused: `code` and `params` are worded by the page, `detail` says in one line what to do."""

    def __init__(self, status: int, code: str, detail: str, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.params = dict(params or {})


def invalid(error: ValidationError | RequestValidationError, code: str = "bad-command") -> ProblemError:
    """The problem that names the first field which does not fit; what was sent is not echoed."""
    return _first(error.errors(), code)


def _first(errors: Sequence[Any], code: str) -> ProblemError:
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"]) or "body"
    why = _tags(first) if first["type"] == "union_tag_invalid" else str(first["msg"])[:_NO_BODY_LIMIT]
    return ProblemError(422, code, f"{where}: {why}. Correct this field and send it again.", {"where": where, "why": why})


def _tags(error: Any) -> str:
    return f"{error['ctx']['discriminator']} must be one of {error['ctx']['expected_tags']}"


def problem_response(error: ProblemError) -> Response:
    """The problem as application/problem+json."""
    problem = Problem(
        title=HTTPStatus(error.status).phrase,
        status=error.status,
        detail=error.detail,
        code=error.code,
        params=error.params,
    )
    return JSONResponse(
        problem.model_dump(mode="json"),
        status_code=error.status,
        media_type="application/problem+json",
        headers={"WWW-Authenticate": "Bearer"} if error.status == HTTPStatus.UNAUTHORIZED else None,
    )


_HTTP_CODES = {
    400: ("bad-request", "The request could not be read. Reload the page and try again."),
    404: ("not-found", "There is nothing at this address. Check it, or reload the page."),
    405: ("wrong-method", "This address does not take that method."),
}


def _of_http(error: HTTPException) -> ProblemError:
    code, detail = _HTTP_CODES.get(error.status_code, ("refused", str(error.detail)))
    return ProblemError(error.status_code, code, detail)


async def _internal(request: Request, error: Exception) -> Response:
    _log.error("unexpected error answering %s %s", request.method, request.url.path, exc_info=error)
    return problem_response(
        ProblemError(500, "internal", "Something went wrong here; nothing was changed. Try again, and see the log if it stays.")
    )


def install(app: FastAPI) -> None:
    """Answer every refusal, invalid request and surprise of `app` with problem details."""

    async def on_problem(_: Request, error: Exception) -> Response:
        return problem_response(_as_problem(error))

    for kind in (ProblemError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, on_problem)
    app.add_exception_handler(Exception, _internal)


def _as_problem(error: Exception) -> ProblemError:
    match error:
        case ProblemError():
            return error
        case RequestValidationError():
            return invalid(error, "bad-request")
        case HTTPException():
            return _of_http(error)
        case _:
            raise error
