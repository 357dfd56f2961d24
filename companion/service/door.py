"""What the routes need of the running table and of the demo's bench: narrow, asynchronous, and easy to stand in for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.service.resources import BenchView, DisputeView, PastGame, PastGameView
from companion.service.schema import CommandReply

__all__ = ["BenchDoor", "Snapshot", "TableDoor"]

Snapshot = tuple[int, Mapping[str, Any]]


class TableDoor(Protocol):
    """The running table. Every refusal is a ProblemError."""

    async def submit(self, command: Mapping[str, Any], key: str) -> CommandReply:
        """Hand in a command; the same `key` again gives the same reply and does nothing twice."""

    async def snapshot(self) -> Snapshot:
        """The sequence and the whole view."""

    async def games(self) -> list[PastGame]:
        """The history, latest first."""

    async def game(self, number: int) -> PastGameView:
        """One game with its log."""

    async def players(self) -> list[str]:
        """Names that have played, latest first."""

    async def dispute(self, seq: int) -> DisputeView:
        """Save the raw samples around entry `seq`."""


class BenchDoor(Protocol):
    """The virtual table of the demo."""

    async def do(self, command: Mapping[str, Any]) -> None:
        """Carry out one hands command."""

    async def view(self) -> BenchView:
        """The virtual table as it stands."""
