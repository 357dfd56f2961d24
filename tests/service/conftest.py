"""A service on paper, and a real server on loopback, for the tests of this room."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import httpx
import pytest

from companion.devices.virtual_ship import VirtualShipPort
from companion.events import ShipShape
from companion.service.app import create_app
from companion.service.paper import paper_runtime
from companion.service.runtime import Runtime
from companion.service.server import Server, bind
from companion.service.weighing import learn
from companion.ship.calibration import Calibration


class Running:
    """A server in a thread of this process, with its runtime within reach."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._listener = bind("127.0.0.1", 0)
        self.port = int(self._listener.getsockname()[1])
        self._ready = threading.Event()
        self.server = Server(create_app(runtime.settings, runtime), runtime.hub, self._ready.set, runtime.settings.log_level)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self.server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
        asyncio.run(self.server.serve(sockets=[self._listener]))

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        """Its live socket."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(10)
        self._listener.close()
        assert not self._thread.is_alive()


@pytest.fixture(scope="session")
def taught() -> Calibration:
    """What a virtual plate of seed 5 teaches."""
    shape = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
    return learn(VirtualShipPort(shape, seed=5).calibration_lines())


@pytest.fixture
def paper(tmp_path: Path) -> Runtime:
    """A runtime without ship or journal."""
    return paper_runtime(tmp_path)


@pytest.fixture
def serving() -> Callable[[Runtime], Running]:
    """Puts a runtime behind a real server, as a context."""
    return Running


@pytest.fixture
def running(paper: Runtime) -> Iterator[Running]:
    """That runtime behind a real server."""
    with Running(paper) as server:
        yield server


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    """A client that holds a table key."""
    key = running.runtime.keys.mint()
    with httpx.Client(base_url=running.url, headers={"Authorization": f"Bearer {key}"}, trust_env=False) as http:
        yield http
