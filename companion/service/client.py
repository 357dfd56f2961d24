"""One tablet's socket: what waits for it is bounded, and newer snapshots and sensor frames replace older ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Literal

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.service.schema import ByeFrame

__all__ = ["Client", "Role"]

Role = Literal["watch", "control"]

_STUCK_S = 5.0  # a socket that takes nothing for so long is given up
_LAST_WORD_S = 15.0  # how long a slow reader may take to fetch its bye
_REPLIES = 8
_CLOSE_CODES = {"restarting": 1012, "resync": 1013, "full": 1013, "key-revoked": 4401, "seat-reissued": 4403, "bad-frame": 1008}


class Client:
    """Slots for one socket: replies in order, then the newest snapshot, then the newest sensor frame."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._wake = asyncio.Event()
        self._replies: deque[str] = deque(maxlen=_REPLIES)
        self._snapshot: str | None = None
        self._sensor: str | None = None
        self._bye: str | None = None
        self.key: str | None = None
        self.seat_key: str | None = None
        self.ping_at_s: float | None = None
        self.introduced = asyncio.Event()
        self.gone = asyncio.Event()
        self._lost = False

    def reply(self, text: str) -> None:
        """Queue a hello or pong; the oldest is dropped where a client asks faster than it reads."""
        self._replies.append(text)
        self._wake.set()

    def show(self, snapshot: str) -> None:
        """Replace the waiting snapshot."""
        self._snapshot = snapshot
        self._wake.set()

    def feel(self, sensor: str) -> None:
        """Replace the waiting sensor frame."""
        self._sensor = sensor
        self._wake.set()

    def dismiss(self, reason: str) -> None:
        """Say bye after what waits, and close."""
        self._bye = self._bye or reason
        self._wake.set()

    def lost(self) -> None:
        """The other side closed: nothing more can be sent."""
        self._lost = True
        self._wake.set()

    async def write(self) -> None:
        """Send what waits until dismissed or gone; returns with the socket closed."""
        try:
            while not (self._bye or self._lost):
                await self._wake.wait()
                self._wake.clear()
                await self._flush()
        except TimeoutError:
            self._bye = "resync"
        except (WebSocketDisconnect, RuntimeError):
            return
        if not self._lost:
            await self._close(self._bye or "resync")

    async def _flush(self) -> None:
        while not self._lost and (text := self._next()) is not None:
            async with asyncio.timeout(_STUCK_S):
                await self._socket.send_text(text)

    def _next(self) -> str | None:
        if self._replies:
            return self._replies.popleft()
        if self._snapshot is not None:
            snapshot, self._snapshot = self._snapshot, None
            return snapshot
        sensor, self._sensor = self._sensor, None
        return sensor

    async def _close(self, reason: str) -> None:
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(_LAST_WORD_S):
                await self._socket.send_text(ByeFrame(reason=reason).model_dump_json())
                await self._socket.close(_CLOSE_CODES.get(reason, 1000), reason)
