"""A table and a bench on paper: they hold a view and take every command. For the OpenAPI document and for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.service.boards import BoardShelf
from companion.service.clocks import SampleClock
from companion.service.door import Snapshot
from companion.service.hub import Hub
from companion.service.keys import KeyRing
from companion.service.problems import ProblemError
from companion.service.resources import BenchView, DisputeView, PastGame, PastGameView, TakenSeat
from companion.service.runtime import OwnKey, Runtime, make_hello
from companion.service.schema import CommandReply, TableView
from companion.service.settings import Settings

__all__ = ["PaperBench", "PaperSeats", "PaperTable", "paper_runtime"]


class PaperTable:
    """Every new command makes one more snapshot; an act citing an await other than the newest is refused."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seq = 0
        self._replies: dict[str, CommandReply] = {}

    def _view(self) -> dict[str, Any]:
        awaited = {"id": f"{self._seq}.roll", "kind": "roll", "seat": 0, "domain": {}}
        return TableView.model_validate({"phase": "playing", "awaits": [awaited]}).model_dump(mode="json")

    async def submit(self, command: Mapping[str, Any], key: str) -> CommandReply:
        """Take it once."""
        if key not in self._replies:
            if command["type"] == "act" and command["await_id"] != f"{self._seq}.roll":
                raise ProblemError(409, "await-gone", "This is not awaited any more. Look at the table and choose again.")
            self._seq += 1
            self._replies[key] = CommandReply(seq=self._seq, entries=[self._seq])
            self._hub.publish(self._seq, self._view())
        return self._replies[key]

    async def snapshot(self) -> Snapshot:
        """As it stands."""
        return self._seq, self._view()

    async def games(self, before: int, count: int) -> list[PastGame]:  # noqa: ARG002 - the door's own signature
        """None was played on paper."""
        return []

    async def game(self, number: int) -> PastGameView:
        """There is none."""
        raise ProblemError(404, "unknown-game", f"There is no game {number}. See the history for those there are.")

    async def export(self, number: int) -> list[Mapping[str, Any]]:
        """There is none."""
        return [{"game": await self.game(number)}]

    async def players(self) -> list[str]:
        """Nobody yet."""
        return []

    async def forget_player(self, name: str) -> None:
        """Nobody is remembered."""

    async def dispute(self, seq: int) -> DisputeView:
        """Nothing was felt."""
        raise ProblemError(404, "nothing-felt", f"No samples are kept for entry {seq}; only the last minutes are.")

    def start(self) -> None:
        """Publish the first snapshot."""
        self._hub.publish(self._seq, self._view())


class PaperSeats:
    """No game is on paper, so nobody has a seat."""

    async def claim(self, seat: int) -> str:
        """None to claim."""
        raise _no_game(seat)

    async def reissue(self, seat: int) -> str:
        """None to give out anew."""
        raise _no_game(seat)

    async def take(self, claim: str, key: str) -> TakenSeat:
        """None to take."""
        del claim, key
        raise ProblemError(404, "unknown-claim", "This code belongs to no seat. Scan the one on the table.")

    async def holder(self, seat_key: str) -> TakenSeat:
        """No phone is known."""
        del seat_key
        raise _no_seat()

    async def submit(self, command: Mapping[str, Any], key: str, seat_key: str) -> CommandReply:
        """No phone is known."""
        del command, key, seat_key
        raise _no_seat()


def _no_game(seat: int) -> ProblemError:
    return ProblemError(409, "no-game", f"There is no game with a seat {seat}. Start one first.")


def _no_seat() -> ProblemError:
    return ProblemError(403, "wrong-seat-key", "This phone has no seat. Scan the code of your seat.")


class PaperBench:
    """A bench without a ship."""

    async def do(self, command: Mapping[str, Any]) -> None:
        """Nothing happens on paper."""

    async def view(self) -> BenchView:
        """An empty table."""
        return BenchView(aliens=[], bag=10, plugged=True, lifted=False, yaw_deg=0.0, lean_deg=(0.0, 0.0))


def paper_runtime(data: Path, settings: Settings | None = None, *, demo: bool = True) -> Runtime:
    """A whole runtime without table, ship or journal; only keys and boards touch `data`."""
    settings = settings or Settings(data, host="127.0.0.1", port=0)
    keys = KeyRing(data / "keys.json")
    hello = make_hello(demo=demo)
    hub = Hub(hello, keys.holds, SampleClock())
    table = PaperTable(hub)
    return Runtime(
        settings=settings,
        hello=hello,
        hub=hub,
        keys=keys,
        own_key=OwnKey(keys),
        table=table,
        seats=PaperSeats(),
        boards=BoardShelf(data / "boards"),
        bench=PaperBench() if demo else None,
        start=table.start,
    )
