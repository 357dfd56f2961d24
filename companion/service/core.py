"""What every kind of service has: keys, boards, the hub and the table on its own thread."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.events import Live
from companion.games import boards
from companion.games.contract import Game
from companion.service.boards import BoardShelf
from companion.service.clocks import PacedClock, SampleClock
from companion.service.desk import Desk
from companion.service.door import BenchDoor
from companion.service.hub import Hub
from companion.service.keys import KeyRing
from companion.service.places import Places
from companion.service.resources import DeviceReport
from companion.service.runtime import OwnKey, Runtime, make_hello
from companion.service.seating import Seating
from companion.service.settings import Settings
from companion.service.teaching import Teaching
from companion.table.inbox import TableThread
from companion.table.journal import Journal
from companion.table.refusal import Refused
from companion.table.table import Table

__all__ = ["Core"]

_log = logging.getLogger("companion.service")


class Core:
    """Builds the common parts. `rate` is how much faster than the wall the sensor's time runs."""

    def __init__(self, settings: Settings, *, demo: bool = False, rate: float = 1.0) -> None:
        self.settings = settings
        self.places = Places(settings.data)
        self.clock = SampleClock(rate)
        self.hello = make_hello(demo=demo)
        self.keys = KeyRing(self.places.keys)
        self.hub = Hub(self.hello, self.keys.holds, self.clock)
        self.boards = BoardShelf(self.places.boards)
        self.thread = TableThread(lambda: self._table(PacedClock(rate)))

    def on_live(self, live: Live) -> None:
        """The ship moved, as a source without a port tells: its arrival is now."""
        self.clock.arrived(live.t_s)
        self.hub.feel(live)

    def view(self) -> Mapping[str, Any]:
        """The table now, for a thread that may wait for it."""
        return self.thread.call(lambda table: table.view()).result()

    def say(self, command: Mapping[str, Any]) -> None:
        """Tell the table something for somebody who cannot read a refusal; the table may have moved on meanwhile."""
        try:
            self.thread.call(lambda table: table.submit(command)).result()
        except Refused as refused:
            _log.info("the table refused %s: %s", command["type"], refused.detail)

    def runtime(
        self,
        start: Callable[[], None],
        stop: Callable[[], None],
        dispute: Callable[[int, Path], int],
        bench: BenchDoor | None = None,
        teaching: Teaching | None = None,
        devices: Callable[[], list[DeviceReport]] = list,
    ) -> Runtime:
        """The runtime around this core; `dispute` writes the samples around an entry to a file."""
        return Runtime(
            settings=self.settings,
            hello=self.hello,
            hub=self.hub,
            keys=self.keys,
            own_key=OwnKey(self.keys, self.places.own_key),
            table=Desk(self.thread, dispute, self.places.disputes),
            seats=Seating(self.thread),
            boards=self.boards,
            bench=bench,
            teaching=teaching,
            devices=devices,
            start=start,
            stop=stop,
        )

    def _table(self, clock: PacedClock) -> Table:
        table = Table(Journal(self.places.journal), clock, boards=self._board)
        table.subscribe(lambda seq, view: self.hub.publish(seq, view, table.phone_views()))
        self.hub.publish(table.seq, table.view(), table.phone_views())
        return table

    def _board(self, game: Game, name: str | None) -> Mapping[str, Any]:
        return boards.sample_json(game) if name is None else self.boards.load(name).to_json()
