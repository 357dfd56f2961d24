"""What the routes need of the running table and of the demo's bench: narrow, asynchronous, and easy to stand in for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.service.resources import BenchView, DisputeView, PastGame, PastGameView, TakenSeat
from companion.service.schema import CommandReply

__all__ = ["BenchDoor", "SeatDoor", "Snapshot", "TableDoor"]

Snapshot = tuple[int, Mapping[str, Any]]


class TableDoor(Protocol):
    """The running table. Every refusal is a ProblemError."""

    async def submit(self, command: Mapping[str, Any], key: str) -> CommandReply:
        """Hand in a command; the same `key` again gives the same reply and does nothing twice."""

    async def snapshot(self) -> Snapshot:
        """The sequence and the whole view."""

    async def games(self, before: int, count: int) -> list[PastGame]:
        """The history, latest first: at most `count` games with a smaller number than `before`."""

    async def game(self, number: int) -> PastGameView:
        """One game with its log."""

    async def export(self, number: int) -> list[Mapping[str, Any]]:
        """One game's journal, without what it still hides."""

    async def players(self) -> list[str]:
        """Names that have played, latest first."""

    async def forget_player(self, name: str) -> None:
        """Remember this name no more; one that is not remembered is none either."""

    async def dispute(self, seq: int) -> DisputeView:
        """Save the raw samples around entry `seq`."""


class SeatDoor(Protocol):
    """The seats of the running game and their phones. Every refusal is a ProblemError."""

    async def claim(self, seat: int) -> str:
        """A claim for a seat without a phone; the same one until it is used."""

    async def reissue(self, seat: int) -> str:
        """Put the seat's phone out, and open a new claim."""

    async def take(self, claim: str, key: str) -> TakenSeat:
        """Use a claim for the phone that keeps `key`."""

    async def holder(self, seat_key: str) -> TakenSeat:
        """The seat that the phone with that key has."""

    async def submit(self, command: Mapping[str, Any], key: str, seat_key: str) -> CommandReply:
        """Hand in a command of the phone with that key; `key` is the command's own, as for the table."""


class BenchDoor(Protocol):
    """The virtual table of the demo."""

    async def do(self, command: Mapping[str, Any]) -> None:
        """Carry out one hands command."""

    async def view(self) -> BenchView:
        """The virtual table as it stands."""
