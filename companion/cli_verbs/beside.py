"""What a connected die tells beside a recording: each roll becomes a mark."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Self

from companion.devices.ports import InputPort, PortLostError
from companion.events import Rolled
from companion.ship.capture import Mark

__all__ = ["Beside"]

_READ_S = 0.25
_RETRY_S = 0.5


class Beside:
    """Listens to a die on a thread of its own, so that the plate is never kept waiting; `marks` gives what was rolled.

    The die glows all the time: during a recording every roll is wanted.
    """

    def __init__(self, die: InputPort) -> None:
        self._die = die
        self._rolls: deque[Rolled] = deque()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="die", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._thread.join(2.0)
        self._die.close()

    def marks(self) -> Iterator[Mark]:
        """What was rolled since the last call; the recording stamps it."""
        while self._rolls:
            yield Mark(0.0, "roll", {"value": self._rolls.popleft().value})

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._die.light("d6", awaited=True)
                self._rolls.extend(event for event in self._die.read(_READ_S) if isinstance(event, Rolled))
            except PortLostError:
                self._closed.wait(_RETRY_S)
