"""Running the app: our own socket, a bye to every tablet before it closes, and exit 0 when asked to stop."""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Generator
from types import FrameType

import uvicorn
from fastapi import FastAPI

from companion.service.app import create_app
from companion.service.hub import Hub
from companion.service.plain_refusal import Protocol
from companion.service.runtime import Runtime
from companion.service.watchdog import SignsOfLife

__all__ = ["BindError", "Server", "bind", "serve"]

_SEND_BUFFER = 64 * 1024  # small, so a reader that stopped is noticed while it is a few snapshots behind
_UNREAD_MS = 25_000  # the kernel gives up a connection that takes nothing for so long
_GRACE_S = 2
_FRAME_LIMIT = 8 * 1024
_QUIET = "info"  # at its most talkative the web server writes whole socket messages, keys and secrets among them, into the log
_STOPS = (signal.SIGTERM, signal.SIGINT)


class BindError(OSError):
    """The address cannot be listened on; the message says what to do."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(AttributeError, OSError):  # Linux only
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BindError(f"cannot listen on {host} port {port}: {error.strerror}. Choose another with --port.") from None
    return listener


class Server(uvicorn.Server):
    """Uvicorn, with a bye on the way out and an exit code of 0 for a stop that was asked for."""

    def __init__(
        self,
        app: FastAPI,
        hub: Hub,
        ready: Callable[[], None],
        log_level: str = "warning",
        life: SignsOfLife | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Protocol,
                log_level=_QUIET if log_level == "debug" else log_level,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_GRACE_S,
                timeout_keep_alive=30,
                ws_max_size=_FRAME_LIMIT,
                ws_ping_interval=10.0,
                ws_ping_timeout=20.0,
                ws_per_message_deflate=False,  # a LAN has the bandwidth; a Pi has better use for its time
            )
        )
        self._hub = hub
        self._life = life or SignsOfLife(_nobody_asked, lambda: None)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn; then say that it answers."""
        await super().startup(sockets)
        if self.started:
            self._ready()
            self._life.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the tablets first: uvicorn alone would just cut them off."""
        self._life.end()
        for server in self.servers:
            server.close()
        await self._hub.close("restarting")
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on SIGTERM and SIGINT; unlike uvicorn's own, do not raise the signal again afterwards."""

        def stop(number: int, _: FrameType | None) -> None:
            logging.getLogger("companion.service").info("stopping on %s", signal.Signals(number).name)
            self.should_exit = True

        before = {number: signal.signal(number, stop) for number in _STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def _nobody_asked() -> None:
    """The answer of a server without a table."""


def serve(
    runtime: Runtime, listener: socket.socket, ready: Callable[[], None], lasted: Callable[[], None] = lambda: None
) -> None:
    """Serve until SIGTERM or SIGINT; afterwards everything is stopped and on disk. `lasted` is called after a good minute."""
    app = create_app(runtime.settings, runtime)
    life = SignsOfLife(runtime.table.snapshot, lasted)
    Server(app, runtime.hub, ready, runtime.settings.log_level, life).run(sockets=[listener])
