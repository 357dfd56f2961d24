"""Seats and their phones: the table key shows claims, a phone uses one and from then on acts for its own seat."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import TypeAdapter

from companion.service.access import bearer, control
from companion.service.addresses import seat_url
from companion.service.bodies import documented, read_as
from companion.service.problems import ProblemError
from companion.service.qr import svg
from companion.service.resources import SeatClaim, SeatCommand, TakenSeat, TakeSeat
from companion.service.routes.commands import BODY_HEADERS, idempotency_key
from companion.service.runtime import Runtime
from companion.service.schema import CommandReply, Problem

__all__ = ["routes"]

_MOST_SEATS = 8
_TAKE: TypeAdapter[TakeSeat] = TypeAdapter(TakeSeat)
_COMMAND: TypeAdapter[Any] = TypeAdapter(SeatCommand)
_REFUSED: dict[int | str, dict[str, Any]] = {"default": {"model": Problem}}
Seat = Annotated[int, Path(ge=0, lt=_MOST_SEATS)]


def routes(runtime: Runtime) -> APIRouter:
    """/api/seats/{seat}/claim and /reissue, /api/claims, /api/seat and /api/seat/commands."""
    router = APIRouter(responses=_REFUSED)
    with_table_key = [Depends(control(runtime.keys))]

    def shown(seat: int, claim: str) -> SeatClaim:
        url = seat_url(runtime.page_url(None), claim)
        return SeatClaim(seat=seat, url=url, svg=svg(url).decode())

    @router.post("/api/seats/{seat}/claim", dependencies=with_table_key)
    async def claim_seat(seat: Seat) -> SeatClaim:
        """The code that gives a phone this seat; the same one until it is used."""
        return shown(seat, await runtime.seats.claim(seat))

    @router.post("/api/seats/{seat}/reissue", dependencies=with_table_key)
    async def reissue_seat(seat: Seat) -> SeatClaim:
        """The phone is lost: it is out from now on, all screens say so, and a new code is shown."""
        return shown(seat, await runtime.seats.reissue(seat))

    @router.post("/api/claims", openapi_extra=documented("TakeSeat"))
    async def take_seat(request: Request) -> TakenSeat:
        """Use a claim, once; the same phone may repeat it, since its first answer may have got lost."""
        asked = await read_as(request, _TAKE, "bad-claim")
        return await runtime.seats.take(asked.claim, asked.key)

    @router.get("/api/seat")
    async def seat(request: Request) -> TakenSeat:
        """The seat this phone has; refused when it was given out anew, or belongs to another game."""
        return await runtime.seats.holder(_seat_key(request))

    @router.post("/api/seat/commands", openapi_extra={"parameters": BODY_HEADERS, **documented("SeatCommand")})
    async def seat_command(request: Request) -> CommandReply:
        """What a phone asks for its own seat."""
        key, seat_key = idempotency_key(request), _seat_key(request)
        asked = await read_as(request, _COMMAND)
        return await runtime.seats.submit(asked.model_dump(mode="json"), key, seat_key)

    return router


def _seat_key(request: Request) -> str:
    key = bearer(request)
    if key is None:
        raise ProblemError(401, "no-seat-key", "Only the phone that has this seat can do that. Scan the code of your seat.")
    return key
