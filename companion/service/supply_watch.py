"""Looks at the power supply while the service runs; once seen, a weak one stays on the page until the next start."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.devices.supply import Supply
from companion.events import Health

__all__ = ["SupplyWatch"]

_LOOK_EVERY_S = 2.0  # as the kernel does; a dip between two looks is kept by it


class SupplyWatch:
    """A thread that says once that the supply is weak; on a machine that does not know, there is none."""

    def __init__(self, say: Callable[[Health], None], supply: Supply | None = None, every_s: float = _LOOK_EVERY_S) -> None:
        self._say = say
        self._supply = supply or Supply()
        self._every_s = every_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="supply", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        if self._supply.is_known():
            self._thread.start()

    def stop(self) -> None:
        """End it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._supply.is_weak():
            if self._stopping.wait(self._every_s):
                return
        self._say(Health("supply", "machine", "fault", "supply-weak"))
