"""What systemd is told: that the service answers, that it still lives, that it stops. Silent where nobody listens."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable

from companion.service.starts import LASTS_S

__all__ = ["SignsOfLife", "interval_s", "keep_telling", "tell"]

_PARTS = 3  # of systemd's patience pass between two signs of life


def tell(*lines: str) -> None:
    """Send `lines` (such as "READY=1") to the service manager that started this process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto("\n".join(lines).encode(), address)


def interval_s() -> float | None:
    """How often this process shall give a sign of life; None when nobody waits for one."""
    patience_us = os.environ.get("WATCHDOG_USEC", "")
    if not patience_us.isdigit() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(patience_us) / 1e6 / _PARTS


async def keep_telling(every_s: float, answers: Callable[[], Awaitable[object]]) -> None:
    """A sign of life every so often, but only after `answers` came back: a table that hangs is started again."""
    while True:
        await answers()
        tell("WATCHDOG=1")
        await asyncio.sleep(every_s)


class SignsOfLife:
    """What the manager hears of one service. `answers` asks the table; `lasted` is called once it has served a while."""

    def __init__(self, answers: Callable[[], Awaitable[object]], lasted: Callable[[], None]) -> None:
        self._answers = answers
        self._lasted = lasted
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """The service answers."""
        tell("READY=1")
        asyncio.get_running_loop().call_later(LASTS_S, self._lasted)
        every_s = interval_s()
        if every_s is not None:
            self._task = asyncio.create_task(keep_telling(every_s, self._answers))

    def end(self) -> None:
        """It was asked to stop."""
        tell("STOPPING=1")
        if self._task is not None:
            self._task.cancel()
