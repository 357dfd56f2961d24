"""Blocking access to the running table for the threads that bring it things: a recorded evening, the scripted game."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.events import Felt, Health, Live, Noted, Rolled, ShipShape
from companion.service.boards import BoardShelf
from companion.service.hub import Hub
from companion.table.inbox import TableThread
from companion.table.refusal import Refused
from companion.table.table import Table

__all__ = ["TableStage"]

T = TypeVar("T")
_log = logging.getLogger("companion.service")
_PATIENCE_S = 30.0


class TableStage:
    """Fills evening.Stage and the table's half of script.Hands; each call returns when the table has done it."""

    def __init__(self, thread: TableThread, hub: Hub, boards: BoardShelf) -> None:
        self._thread = thread
        self._hub = hub
        self._boards = boards

    def view(self) -> Mapping[str, Any]:
        """The table now."""
        return self._do(lambda table: table.view())

    def snapshot(self) -> tuple[int, Mapping[str, Any]]:
        """The table now, with its sequence."""
        return self._do(lambda table: (table.seq, table.view()))

    def submit(self, command: Mapping[str, Any]) -> None:
        """Tap something; a refusal is logged and changes nothing."""
        try:
            self._do(lambda table: table.submit(command, secrets.token_hex(16)))
        except Refused as refused:
            _log.warning("the table refused %s: %s", command["type"], refused.detail)

    def felt(self, felt: Felt, memory: Mapping[str, Any]) -> None:
        """The ship felt something."""
        self._do(lambda table: table.felt(felt, memory))

    def noted(self, noted: Noted) -> None:
        """The ship has something to say."""
        self._do(lambda table: table.noted(noted))

    def rolled(self, rolled: Rolled) -> None:
        """The die fell."""
        self._do(lambda table: table.rolled(rolled))

    def live(self, live: Live) -> None:
        """The ship now: to the tablets at once, and to the table."""
        self._hub.feel(live)
        self._do(lambda table: table.live(live))

    def health(self, health: Health) -> None:
        """How a device is."""
        self._do(lambda table: table.health(health))

    def keep_board(self, name: str, shape: ShipShape) -> str:
        """Store a ship as a board file; its name."""
        return self._boards.keep(name, shape)

    def _do(self, work: Callable[[Table], T]) -> T:
        return self._thread.call(work).result(_PATIENCE_S)
