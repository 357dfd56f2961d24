"""The seats behind the routes: claims are minted here and kept in the clear only in memory, to be shown until they are used."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from companion.service.desk import ask
from companion.service.keys import digest
from companion.service.problems import ProblemError
from companion.service.resources import TakenSeat
from companion.service.schema import CommandReply
from companion.table import seats
from companion.table.inbox import TableThread
from companion.table.refusal import Reply
from companion.table.run import Draft
from companion.table.table import Table

__all__ = ["Seating"]

_BYTES = 16
_Give = Callable[[Draft, int, str], None]


class Seating:
    """Fills SeatDoor. The dictionary of claims is touched on the table's thread alone."""

    def __init__(self, thread: TableThread) -> None:
        self._thread = thread
        self._claims: dict[int, str] = {}

    async def claim(self, seat: int) -> str:
        """A claim for a seat without a phone; several tablets show the same one."""
        return await ask(self._thread, lambda table: self._open(table, seat) or self._give(table, seat, seats.offer))

    async def reissue(self, seat: int) -> str:
        """The old phone is out before the new claim can be seen."""
        return await ask(self._thread, lambda table: self._give(table, seat, seats.reissue))

    async def take(self, claim: str, key: str) -> TakenSeat:
        """The seat of whoever brings a claim."""
        return await ask(self._thread, lambda table: _taken(table, digest(claim), digest(key)))

    async def holder(self, seat_key: str) -> TakenSeat:
        """The seat of whoever keeps that key."""
        return await ask(self._thread, lambda table: _told(table, _seat(table, digest(seat_key))))

    async def submit(self, command: Mapping[str, Any], key: str, seat_key: str) -> CommandReply:
        """A command of a seat's phone."""
        reply = await ask(self._thread, lambda table: _submitted(table, command, key, digest(seat_key)))
        return CommandReply.model_validate(reply.to_json())

    def _open(self, table: Table, seat: int) -> str | None:
        """The claim shown before, if it is still good."""
        known = self._claims.get(seat)
        is_open = known is not None and table.run is not None and table.run.ledger.phones.claims.get(seat) == digest(known)
        return known if is_open else None

    def _give(self, table: Table, seat: int, give: _Give) -> str:
        claim = secrets.token_urlsafe(_BYTES)
        table.change(lambda draft: give(draft, seat, digest(claim)))
        self._claims[seat] = claim
        return claim


def _taken(table: Table, claim: str, key: str) -> TakenSeat:
    seat = table.change(lambda draft: seats.take(draft, claim, key, table.now_s()))
    return _told(table, seat)


def _told(table: Table, seat: int) -> TakenSeat:
    view = table.view()
    return TakenSeat(game=view["game"]["number"], seat=seat, name=view["seats"][seat]["name"])


def _submitted(table: Table, command: Mapping[str, Any], key: str, seat_key: str) -> Reply:
    return table.submit(command, key, _seat(table, seat_key))


def _seat(table: Table, seat_key: str) -> int:
    seat = table.run.ledger.phones.seat_of(seat_key) if table.run is not None else None
    if seat is None:
        raise ProblemError(
            403, "wrong-seat-key", "This phone has no seat in this game. Scan the code of your seat on the table."
        )
    return seat
