"""The inbox: one queue, one thread. Whatever happens to the table happens here, one thing at a time."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from companion.table.table import Table

__all__ = ["TableThread"]

T = TypeVar("T")
TICK_S = 0.25
logger = logging.getLogger(__name__)


class TableThread:
    """Runs a table on its own thread. `make` is called there first, so the journal is opened by the thread that writes it."""

    def __init__(self, make: Callable[[], Table]) -> None:
        self._make = make
        self._inbox: queue.SimpleQueue[tuple[Callable[[Table], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._ready: Future[Table] = Future()
        self._thread = threading.Thread(target=self._work, name="table", daemon=True)

    def start(self) -> None:
        """Open the table; raises what opening it raised."""
        self._thread.start()
        self._ready.result()

    def call(self, work: Callable[[Table], T]) -> Future[T]:
        """Do `work(table)` when its turn comes; the future has its result, or its Refused."""
        future: Future[T] = Future()
        self._inbox.put((work, future))
        return future

    def post(self, work: Callable[[Table], object]) -> None:
        """Do `work(table)` when its turn comes; nobody waits for it, so what goes wrong is logged."""
        self.call(work).add_done_callback(_log_failure)

    def stop(self, timeout_s: float = 5.0) -> None:
        """Finish what is queued, fold the journal's log back and end the thread."""
        if self._thread.is_alive():
            self._inbox.put(None)
            self._thread.join(timeout_s)

    def _work(self) -> None:
        try:
            table = self._make()
        except Exception as error:  # noqa: BLE001 whoever starts the thread gets it
            self._ready.set_exception(error)
            return
        self._ready.set_result(table)
        while self._serve(table):
            pass
        table.journal.close()

    def _serve(self, table: Table) -> bool:
        """Take one thing from the inbox, or let time pass; False at the end."""
        try:
            job = self._inbox.get(timeout=TICK_S)
        except queue.Empty:
            _guard(table)
            return True
        if job is None:
            return False
        work, future = job
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work(table))
            except Exception as error:  # noqa: BLE001 the caller gets it
                future.set_exception(error)
        return True


def _guard(table: Table) -> None:
    """Let time pass; a failure here must not end the thread."""
    try:
        table.tick()
    except Exception:
        logger.exception("the table could not take up what was held")


def _log_failure(future: Future[Any]) -> None:
    error = None if future.cancelled() else future.exception()
    if error is not None:
        logger.error("posted work failed", exc_info=error)
