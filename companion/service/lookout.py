"""Looking at something now and then until enough was seen."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

__all__ = ["Lookout"]

_log = logging.getLogger("companion.service")


class Lookout:
    """Looks once where it is started, then every `every_s` on a thread of its own, until `look` says that it is enough.

    An error in `excused` keeps nobody from playing: it is logged, and looked at again.
    """

    def __init__(self, name: str, look: Callable[[], bool], every_s: float, excused: tuple[type[Exception], ...] = ()) -> None:
        self._look = look
        self._every_s = every_s
        self._excused = excused
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    @property
    def is_looking(self) -> bool:
        """Whether there is still something to wait for."""
        return self._thread.is_alive()

    def start(self) -> None:
        """The first look is taken at once."""
        if not self._has_seen_enough():
            self._thread.start()

    def stop(self) -> None:
        """End it, without waiting for the next look."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._stopping.wait(self._every_s):
            if self._has_seen_enough():
                return

    def _has_seen_enough(self) -> bool:
        try:
            return self._look()
        except self._excused:
            _log.exception("%s: it did not work; it is tried again", self._thread.name)
            return False
