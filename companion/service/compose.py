"""Putting a real service together: journal, table, tracker and ports around one hub."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games import boards
from companion.games.contract import Game
from companion.service.boards import BoardShelf
from companion.service.clocks import PacedClock, SampleClock
from companion.service.desk import Desk
from companion.service.evening import Evening
from companion.service.hub import Hub
from companion.service.keys import KeyRing
from companion.service.places import Places
from companion.service.problems import ProblemError
from companion.service.resources import DisputeView
from companion.service.runtime import OwnKey, Runtime, make_hello
from companion.service.settings import Settings
from companion.service.stage import TableStage
from companion.table.clock import Clock, SystemClock
from companion.table.inbox import TableThread
from companion.table.journal import Journal
from companion.table.table import Table

__all__ = ["Core", "evening_runtime"]


class Core:
    """What every kind of service has: keys, boards, the hub and the table's thread."""

    def __init__(self, settings: Settings, *, demo: bool, rate: float = 1.0) -> None:
        self.settings = settings
        self.places = Places(settings.data)
        self.keys = KeyRing(self.places.keys)
        self.boards = BoardShelf(self.places.boards)
        self.clock = SampleClock(rate)
        self.hello = make_hello(demo=demo)
        self.hub = Hub(self.hello, self.keys.holds, self.clock)
        self._table_clock: Clock = SystemClock() if rate == 1.0 else PacedClock(rate)
        self.thread = TableThread(self._open)
        self.stage = TableStage(self.thread, self.hub, self.boards)

    def _open(self) -> Table:
        table = Table(Journal(self.places.journal), self._table_clock, boards=self._board)
        table.subscribe(self.hub.publish)
        self.hub.publish(table.seq, table.view())
        return table

    def _board(self, game: Game, name: str | None) -> Mapping[str, Any]:
        board = boards.sample(game) if name is None else self.boards.load(name)
        return board.to_json()

    def runtime(self, **more: Any) -> Runtime:
        """The runtime around this core."""
        return Runtime(
            settings=self.settings,
            hello=self.hello,
            hub=self.hub,
            keys=self.keys,
            own_key=OwnKey(self.keys),
            boards=self.boards,
            **more,
        )


def evening_runtime(settings: Settings, lines: Iterable[str], speed: float) -> Runtime:
    """A recorded evening instead of a plate; CaptureError when its first line is no header."""
    core = Core(settings, demo=False, rate=speed)
    evening = Evening(lines, core.stage, speed, arrived=core.clock.arrived)

    def start() -> None:
        core.thread.start()
        evening.start()

    def stop() -> None:
        evening.stop()
        core.thread.stop()

    return core.runtime(table=Desk(core.thread, _nothing_kept), start=start, stop=stop)


def _nothing_kept(seq: int) -> DisputeView:
    raise ProblemError(409, "nothing-kept", f"Entry {seq} comes from a recorded evening; its samples are in that file already.")
