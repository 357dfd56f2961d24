"""The real table behind the routes: every call goes through the table's own thread, every refusal becomes a problem."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from companion.service.door import Snapshot
from companion.service.problems import ProblemError
from companion.service.resources import DisputeView, PastGame, PastGameView
from companion.service.schema import CommandReply
from companion.table.inbox import TableThread
from companion.table.recorder import TooOldError
from companion.table.refusal import Refused
from companion.table.table import Table

__all__ = ["Desk", "ask"]

T = TypeVar("T")


class Desk:
    """Fills TableDoor. `save` writes the raw samples around an entry to a file and says how many there are."""

    def __init__(self, thread: TableThread, save: Callable[[int, Path], int], folder: Path) -> None:
        self._thread = thread
        self._save = save
        self._folder = folder

    async def submit(self, command: Mapping[str, Any], key: str) -> CommandReply:
        """Hand in a command."""
        reply = await self._ask(lambda table: table.submit(command, key))
        return CommandReply.model_validate(reply.to_json())

    async def snapshot(self) -> Snapshot:
        """The sequence and the whole view."""
        return await self._ask(lambda table: (table.seq, table.view()))

    async def games(self, before: int, count: int) -> list[PastGame]:
        """The history, latest first."""
        return [PastGame.model_validate(row) for row in await self._ask(lambda table: table.games(before, count))]

    async def game(self, number: int) -> PastGameView:
        """One game with its log."""
        return PastGameView.model_validate(await self._ask(lambda table: table.game(number)))

    async def export(self, number: int) -> list[Mapping[str, Any]]:
        """One game's journal, line by line."""
        return list(await self._ask(lambda table: table.export(number)))

    async def players(self) -> list[str]:
        """Names that have played, latest first."""
        return await self._ask(lambda table: table.players())

    async def forget_player(self, name: str) -> None:
        """Remember this name no more."""
        await self._ask(lambda table: table.forget_player(name))

    async def dispute(self, seq: int) -> DisputeView:
        """Save the raw samples around entry `seq`."""
        try:
            return await asyncio.to_thread(self._kept, seq)
        except Refused as error:
            raise _problem(error) from None
        except TooOldError:
            raise ProblemError(
                409, "samples-gone", "The raw samples of that moment are no longer in memory. Dispute a score within minutes."
            ) from None

    def _kept(self, seq: int) -> DisputeView:
        name = f"entry-{seq}-{datetime.now(UTC):%Y%m%d-%H%M%S}.capture.jsonl"
        return DisputeView(file=name, samples=self._save(seq, self._folder / name))

    async def _ask(self, question: Callable[[Table], T]) -> T:
        return await ask(self._thread, question)


async def ask(thread: TableThread, question: Callable[[Table], T]) -> T:
    """Have the table's own thread answer; ProblemError where it refuses."""
    try:
        return await asyncio.wrap_future(thread.call(question))
    except Refused as error:
        raise _problem(error) from None


def _problem(error: Refused) -> ProblemError:
    return ProblemError(error.status, error.code, _sentence(error.detail), error.params)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
