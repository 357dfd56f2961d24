"""The sense of weight at the table: a thread reads the plate, runs the tracker and posts what it says into the inbox."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from companion.devices.ports import PortLostError, ShipPort
from companion.events import Felt, Health, Live, Noted, Sample, Spot
from companion.table.inbox import TableThread
from companion.table.recorder import Plate, Recorder
from companion.table.recovery import QUIET
from companion.table.table import Table
from companion.table.wood import Alien

__all__ = ["Feeler", "FeelerMaker", "Poster", "Sense", "dispute"]

READ_S = 0.25
RETRY_S = 0.5
LIVE_EVERY_S = 0.045  # a tracker's blocks come every 50 ms or a hair less; with 50 every other one would be skipped
_AWAY = ("searching", "lost", "silent")
logger = logging.getLogger(__name__)


class Stands(Protocol):
    """An alien as the tracker believes it stands."""

    @property
    def xy_mm(self) -> tuple[float, float]:
        """Where, in the ship's axes."""


class Feeler(Protocol):
    """What the sense needs of a tracker."""

    def feed(self, sample: Sample) -> Sequence[Felt | Noted]:
        """What this sample lets be said."""

    @property
    def live(self) -> Live:
        """The ship at this instant."""

    @property
    def inventory(self) -> Sequence[Stands]:
        """What it believes aboard."""

    def memory(self) -> dict[str, Any]:
        """What is needed to go on after a restart."""


FeelerMaker = Callable[[tuple[Spot, ...], Mapping[str, Any] | None], Feeler]
"""A tracker for a ship on which these aliens stand, with what an earlier one had learned."""
LiveListener = Callable[[Live], None]


def _noted(table: Table, noted: Noted) -> None:
    table.noted(noted)


def _felt(table: Table, felt: Felt, memory: Mapping[str, Any]) -> None:
    table.felt(felt, memory)


class Poster:
    """Takes what a tracker says to the table; the ship's motion goes there at 20 Hz, and to `on_live` likewise."""

    def __init__(self, inbox: TableThread, recorder: Recorder, on_live: LiveListener = lambda _live: None) -> None:
        self._inbox = inbox
        self._recorder = recorder
        self._on_live = on_live
        self._last_live_s: float | None = None

    def take(self, feeler: Feeler, said: Sequence[Felt | Noted]) -> None:
        """Post what was said, with what the tracker has learned so far."""
        for event in said:
            if isinstance(event, Noted):
                self._inbox.post(partial(_noted, noted=event))
            else:
                self._inbox.post(partial(_felt, felt=event, memory=feeler.memory()))
        self._show(feeler)

    def _show(self, feeler: Feeler) -> None:
        live = feeler.live
        if self._last_live_s is not None and 0 <= live.t_s - self._last_live_s < LIVE_EVERY_S:
            return
        self.show(feeler, live)

    def show(self, feeler: Feeler, live: Live) -> None:
        """Post the ship's motion now."""
        self._last_live_s = live.t_s
        if live.state in QUIET:
            self._recorder.calm(live.t_s, self._standing(feeler))
        self._on_live(live)
        self._inbox.post(lambda table: table.live(live))

    def _standing(self, feeler: Feeler) -> tuple[Spot, ...]:
        return tuple(self._recorder.spot_at(*alien.xy_mm) for alien in feeler.inventory)


class Sense:
    """Reads a ship port until stopped. A lost port is tried again; what stood aboard is then compared with the weight."""

    def __init__(
        self, inbox: TableThread, port: ShipPort, make: FeelerMaker, plate: Plate, on_live: LiveListener = lambda _live: None
    ) -> None:
        self._inbox = inbox
        self._port = port
        self._make = make
        self.recorder = Recorder(plate)
        self._alien_g = float((plate.calibration or {}).get("alien_g", 0.0))
        self._poster = Poster(inbox, self.recorder, on_live)
        self._orders: list[tuple[Alien, ...]] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="sense", daemon=True)
        self._health: Health | None = None
        self._learned: Mapping[str, Any] | None = None

    def start(self) -> None:
        """Begin to feel."""
        self._inbox.call(lambda table: table.on_standing(self._orders.append)).result()
        if self._alien_g:
            self._inbox.post(lambda table: table.know_mass(self._alien_g))
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Let go of the ship."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def dispute(self, seq: int, path: Path) -> int:
        """Save the raw samples around entry `seq`; how many. TooOldError when they are gone, Refused for no such entry."""
        return dispute(self._inbox, self.recorder, seq, path)

    def _work(self) -> None:
        feeler: Feeler | None = None
        while not self._stopping.is_set():
            try:
                feeler = feeler or self._fresh()
                feeler = self._feel(feeler)
            except PortLostError:
                self._learned, feeler = feeler.memory() if feeler else self._learned, None
                self._tell_health()
                self._stopping.wait(RETRY_S)
            except Exception:
                logger.exception("the sense of weight stumbled; it starts afresh")
                self._learned, feeler = None, None
                self._stopping.wait(RETRY_S)

    def _fresh(self) -> Feeler:
        """A tracker that believes what the table believes, and knows what the one before it had learned."""
        self._orders.clear()
        standing, memory = self._inbox.call(lambda table: (table.standing(), table.memory())).result()
        self.recorder.begin_anew()
        return self._make(tuple(alien.spot for alien in standing), self._learned or memory)

    def _feel(self, feeler: Feeler) -> Feeler | None:
        """Read once; None when the tracker must start afresh."""
        samples = self._port.read(READ_S)
        self._tell_health()
        for sample in samples:
            self.recorder.keep(sample)
            self._poster.take(feeler, feeler.feed(sample))
        if not self._orders:
            return feeler
        self._learned = feeler.memory()
        return None

    def _tell_health(self) -> None:
        health = self._port.health()
        if health == self._health:
            return
        before = None if self._health is None else self._health.state
        came_back = before is not None and (health.state == "ok" or (health.state == "fault" and before in _AWAY))
        self._health = health
        self._inbox.post(lambda table: table.health(health))
        if came_back:
            self._inbox.post(Table.check_ship)


def dispute(inbox: TableThread, recorder: Recorder, seq: int, path: Path) -> int:
    """Save the raw samples around the felt event of entry `seq`; how many."""
    at_s = inbox.call(lambda table: table.moment_of(seq)).result()
    return recorder.save(path, at_s)
