"""The live socket's fan-out. Table and sensor threads put in; every client gets the newest, and none waits for another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.events import Live
from companion.service.client import Client, Role
from companion.service.clocks import SampleClock
from companion.service.keys import digest
from companion.service.schema import ClientFrame, ClientHello, HelloFrame, PongFrame, SensorFrame, SnapshotFrame, TableView

__all__ = ["Hub"]

HEARTBEAT_MS = 4000
_SENSOR_PERIOD_S = 1 / 20
_SENSOR_SLACK_S = 0.015  # samples arrive unevenly: one that is a little early is taken, and the next is due later
_HELLO_WAIT_S = 0.3
_CLIENTS = 64
_SILENT_S = 3 * HEARTBEAT_MS / 1000
_CLOSING_S = 1.0
_UP: TypeAdapter[ClientFrame] = TypeAdapter(ClientFrame)


_NONE: Mapping[str, tuple[int, Mapping[str, Any]]] = {}


@dataclass(frozen=True, slots=True)
class Shown:
    """One snapshot, encoded: for everybody, and by the digest of its key for each phone that has a seat in this game."""

    game: int | None
    everybody: str
    own: Mapping[str, str]

    def has(self, key: str | None) -> bool:
        """Whether a phone with that key has a seat."""
        return key is not None and key in self.own

    def to(self, key: str | None) -> str:
        """What a client with that key may see."""
        return self.everybody if key is None else self.own.get(key, self.everybody)


class Hub:
    """All open sockets. `publish` and `feel` may be called from any thread; the rest belongs to the event loop."""

    def __init__(self, hello: HelloFrame, holds_key: Callable[[str | None], bool], clock: SampleClock) -> None:
        self._hello = hello
        self._holds_key = holds_key
        self._clock = clock
        self._clients: set[Client] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: Shown | None = None
        self._sensor_due_s = 0.0
        self._felt_state = ""
        self._closing: str | None = None
        self.dropped = 0

    @property
    def clients(self) -> int:
        """How many sockets are open."""
        return len(self._clients)

    def open(self) -> None:
        """Belong to the running loop from now on."""
        self._loop = asyncio.get_running_loop()

    def publish(self, seq: int, table: Mapping[str, Any], phones: Mapping[str, tuple[int, Mapping[str, Any]]] = _NONE) -> None:
        """A new whole snapshot, after its commit; filled up to every field and encoded once, here, off the event loop.

        `phones`: by the digest of each phone's key, its seat and what that seat alone may see.
        """
        own = {key: self._frame(seq, view, seat) for key, (seat, view) in phones.items()}
        number = (table.get("game") or {}).get("number")
        self._post(self._show, Shown(number, self._frame(seq, table), own))

    def _frame(self, seq: int, table: Mapping[str, Any], seat: int | None = None) -> str:
        return SnapshotFrame(boot=self._hello.boot, seq=seq, seat=seat, table=TableView.model_validate(table)).model_dump_json()

    def feel(self, live: Live) -> None:
        """The ship at this instant; sent at 20 Hz, and at once when its state changes."""
        now_s = time.monotonic()
        if now_s < self._sensor_due_s - _SENSOR_SLACK_S and live.state == self._felt_state:
            return
        self._sensor_due_s = max(self._sensor_due_s, now_s - _SENSOR_PERIOD_S) + _SENSOR_PERIOD_S
        self._felt_state = live.state
        self._post(self._feel, live)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one accepted socket until it ends."""
        client = Client(socket)
        reason = self._closing or ("full" if len(self._clients) >= _CLIENTS else None)
        if reason:
            client.dismiss(reason)
            await client.write()
            return
        reader = asyncio.create_task(self._read(client, socket))
        try:
            await self._greet(client)
            await client.write()
        finally:
            self._clients.discard(client)
            reader.cancel()
            client.gone.set()

    async def watch_over(self) -> None:
        """Every heartbeat: drop clients whose heartbeat stopped and those whose key was revoked. Runs until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_MS / 1000)
            now_s = time.monotonic()
            for client in tuple(self._clients):
                if client.ping_at_s is not None and now_s - client.ping_at_s > _SILENT_S:
                    self._drop(client, "resync")
                elif client.key is not None and not self._holds_key(client.key):
                    self._drop(client, "key-revoked")

    async def close(self, reason: str) -> None:
        """Say bye to everybody; returns when they are gone or after a second."""
        self._closing = reason
        leaving = tuple(self._clients)
        for client in leaving:
            client.dismiss(reason)
        if leaving:
            await asyncio.wait([asyncio.ensure_future(c.gone.wait()) for c in leaving], timeout=_CLOSING_S)

    def _post(self, call: Callable[[Any], None], value: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, value)
        elif call == self._show:
            self._shown = value  # before the loop runs there is nobody to tell

    def _show(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        for client in self._clients:
            client.show(shown.to(client.seat_key))
            if (
                before is not None
                and before.game == shown.game
                and before.has(client.seat_key)
                and not shown.has(client.seat_key)
            ):
                self._drop(client, "seat-reissued")

    def _feel(self, live: Live) -> None:
        if not self._clients:
            return
        frame = SensorFrame(
            t_s=live.t_s,
            age_ms=round(self._clock.age_ms(live.t_s), 1),
            state=live.state,
            load_g=round(live.load_g, 2),
            cop_mm=(round(live.cop_mm[0], 2), round(live.cop_mm[1], 2)),
            lean_deg=(round(live.lean_deg[0], 3), round(live.lean_deg[1], 3)),
        ).model_dump_json()
        for client in self._clients:
            client.feel(frame)

    def _drop(self, client: Client, reason: str) -> None:
        self.dropped += 1
        client.dismiss(reason)

    async def _greet(self, client: Client) -> None:
        """Hello, then the snapshot; a client that sends its key at once finds its role in the first hello."""
        try:
            async with asyncio.timeout(_HELLO_WAIT_S):
                await client.introduced.wait()
        except TimeoutError:
            self._say_hello(client)
        if self._shown is not None:
            client.show(self._shown.to(client.seat_key))
        self._clients.add(client)

    def _say_hello(self, client: Client) -> None:
        role: Role = "control" if client.key is not None else "watch"
        client.reply(self._hello.model_copy(update={"role": role}).model_dump_json())

    async def _read(self, client: Client, socket: WebSocket) -> None:
        try:
            while True:
                self._heard(client, await socket.receive_text())
        except WebSocketDisconnect:
            client.lost()
        except (ValidationError, KeyError, RuntimeError):
            client.dismiss("bad-frame")

    def _heard(self, client: Client, text: str) -> None:
        frame = _UP.validate_json(text)
        if isinstance(frame, ClientHello):
            client.key = frame.key if self._holds_key(frame.key) else None
            client.seat_key = digest(frame.seat_key) if frame.seat_key else None
            self._say_hello(client)
            client.introduced.set()
            if client in self._clients and self._shown is not None:
                client.show(self._shown.to(client.seat_key))
        else:
            client.ping_at_s = time.monotonic()
            client.reply(PongFrame(n=frame.n).model_dump_json())
