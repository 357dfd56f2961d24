"""The tracker in a process of its own, so that fitting a swing never holds up the event loop or the table.

A thread would share the interpreter's lock with them; `tests/bench/service_latency.py` shows what that costs. The proxy fills
the sense's `Feeler`: it blocks on a pipe while the other process computes. If that process dies, the next `feed` raises and
the sense starts a new one with what the table and the journal know.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from companion.events import Felt, Live, Noted, Sample
from companion.table.sense import Feeler

__all__ = ["RemoteTracker", "TrackerHost"]

_CONTEXT = multiprocessing.get_context("spawn")  # a fork would copy threads' locks in whatever state they are
_READY = "ready"
_END_S = 2.0
_REFRESH = 40  # inventory and memory travel with every call and at least every so many samples


@dataclass(frozen=True, slots=True)
class _Stands:
    """An alien as the tracker believes it stands."""

    xy_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Learned:
    """What changes seldom: the inventory, and what is needed to go on after a restart."""

    inventory: tuple[_Stands, ...]
    memory: dict[str, Any]


_Answer = tuple[list[Felt | Noted], Live, _Learned | None]


class TrackerHost:
    """One process for all trackers of a service, one after the other: a new tracker is quick, a new process is not.

    It starts at once; the first tracker waits until it has loaded what it needs.
    """

    def __init__(self) -> None:
        self._pipe, self._process = _launch()
        self._is_ready = False

    def wait(self) -> None:
        """Until the process has loaded what it needs; EOFError when it could not."""
        if not self._is_ready and self._pipe.recv() != _READY:
            raise EOFError("the tracker's process answers nonsense")
        self._is_ready = True

    def tracker(self, make: Callable[[], Feeler]) -> RemoteTracker:
        """A tracker in the process; `make` builds it there, so it must be picklable. A dead process is replaced."""
        if not self._process.is_alive():
            self.close()
            self._pipe, self._process = _launch()
            self._is_ready = False
        self.wait()
        self._pipe.send(make)
        return RemoteTracker(self._pipe)

    def close(self) -> None:
        """End the process; one that is still loading has nothing to finish."""
        self._pipe.close()
        self._process.join(_END_S if self._is_ready else 0.0)
        if self._process.is_alive():
            self._process.kill()


class RemoteTracker:
    """Fills Feeler for the tracker that the process holds now."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._learned = _Learned((), {})
        self._live: Live | None = None

    def feed(self, sample: Sample) -> Sequence[Felt | Noted]:
        """What this sample lets be said; OSError or EOFError when the process is gone."""
        self._pipe.send(sample)
        answer: _Answer = self._pipe.recv()
        said, live, learned = answer
        # A tracker has no time of its own before its first block of samples; the table must not hear of moment 0.
        self._live = live if live.t_s > 0 else replace(live, t_s=sample.t_s)
        self._learned = learned or self._learned
        return said

    @property
    def live(self) -> Live:
        """The ship at this instant."""
        assert self._live is not None, "nothing has been fed yet"
        return self._live

    @property
    def inventory(self) -> Sequence[_Stands]:
        """What it believes aboard."""
        return self._learned.inventory

    def memory(self) -> dict[str, Any]:
        """What is needed to go on after a restart."""
        return self._learned.memory


def _launch() -> tuple[Connection, BaseProcess]:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(theirs,), name="tracker", daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _serve(pipe: Connection) -> None:
    """The other process: answer until the pipe closes, which is the only way it is told to end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    importlib.import_module("companion.ship.tracker")
    tracker, count = None, 0
    with contextlib.suppress(EOFError, OSError):
        pipe.send(_READY)
        while True:
            message = pipe.recv()
            if not isinstance(message, Sample):
                tracker, count = message(), 0
            elif tracker is not None:
                said = list(tracker.feed(message))
                pipe.send((said, tracker.live, _learned(tracker) if said or count % _REFRESH == 0 else None))
                count += 1


def _learned(tracker: Feeler) -> _Learned:
    return _Learned(tuple(_Stands(alien.xy_mm) for alien in tracker.inventory), tracker.memory())
