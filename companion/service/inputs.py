"""Dice and buttons at the table: read on a thread, lit by what the table awaits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.devices.ports import InputPort, PortLostError
from companion.events import Health, Press, Rolled
from companion.table import dice
from companion.table.inbox import TableThread
from companion.table.table import Table

__all__ = ["InputReader"]

Take = Callable[[Table, Press | Rolled], None]
_READ_S = 0.25
_RETRY_S = 0.5


class InputReader:
    """Brings what a die or buttons say to the table until stopped; `take` does it, on the table's thread."""

    def __init__(
        self, inbox: TableThread, port: InputPort, take: Callable[[Table, Press | Rolled], None] | None = None
    ) -> None:
        self._inbox = inbox
        self._port = port
        self._take = take or _take
        self._health: Health | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"input {port.name}", daemon=True)

    def start(self) -> None:
        """Begin to listen; the table's thread must run."""
        self._inbox.call(lambda table: table.subscribe(self._light)).result()
        self._thread.start()

    def stop(self) -> None:
        """Let go of the device."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(2.0)
        self._port.close()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                heard = self._port.read(_READ_S)
            except PortLostError:
                heard = ()
                self._stopping.wait(_RETRY_S)
            self._tell_health()
            for event in heard:
                self._inbox.post(partial(self._take_it, event=event))

    def _take_it(self, table: Table, event: Press | Rolled) -> None:
        self._take(table, event)

    def _tell_health(self) -> None:
        health = self._port.health()
        if health != self._health:
            self._health = health
            self._inbox.post(lambda table: table.health(health))

    def _light(self, _seq: int, view: Mapping[str, Any]) -> None:
        rolls = [dice.die_for(a["domain"]) for a in view.get("awaits", ()) if a["kind"] == "roll"]
        self._port.light(rolls[0] if rolls else "d6", awaited=bool(rolls))


def _take(table: Table, event: Press | Rolled) -> None:
    if isinstance(event, Rolled):
        table.rolled(event)
    else:
        table.pressed(event)
