"""The three services there are: on a recorded evening, on the virtual ship, and without a ship (tapped or followed)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from companion.devices.bench import Bench
from companion.devices.bench_commands import BenchError
from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health
from companion.games import GAMES, boards
from companion.service.core import Core
from companion.service.evening import attended
from companion.service.inputs import InputReader
from companion.service.problems import ProblemError
from companion.service.resources import BenchView
from companion.service.runtime import Runtime
from companion.service.settings import Settings
from companion.service.weighing import Weighing, learn
from companion.ship.capture import CaptureError
from companion.table.playback import Playback
from companion.table.recorder import TooOldError
from companion.table.table import Table

__all__ = ["demo_runtime", "evening_runtime", "plate_runtime"]


def plate_runtime(settings: Settings) -> Runtime:
    """No driver for a real plate is in this version yet: games are tapped, or followed by button and die."""
    core = Core(settings)

    def dispute(_seq: int, _path: Path) -> int:
        raise TooOldError("no ship is connected, so there are no samples")

    return core.runtime(core.thread.start, core.thread.stop, dispute)


def evening_runtime(settings: Settings, lines: Iterable[str], speed: float) -> Runtime:
    """A recorded evening instead of a plate, on its own ship and with its own game, rolls and turns."""
    core = Core(settings, rate=speed)
    playback = Playback(core.thread, attended(lines, core.thread), speed, core.on_live)

    def start() -> None:
        core.thread.start()
        core.thread.call(_put_aside).result()
        _tell(core, Health("capture", "ship", "ok"))
        playback.done.add_done_callback(lambda done: _tell(core, _ended(done)))
        playback.start()

    def stop() -> None:
        playback.stop()
        core.thread.stop()

    return core.runtime(start, stop, playback.dispute)


def _put_aside(table: Table) -> None:
    """A game that is open in this folder makes room; it can be gone on with later."""
    if table.run is not None:
        table.submit({"type": "end-game"})


def _tell(core: Core, health: Health) -> None:
    core.thread.post(lambda table: table.health(health))


def _ended(done: Future[None]) -> Health:
    error = done.exception()
    if error is None:
        return Health("capture", "ship", "lost", "capture-ended")
    if isinstance(error, CaptureError):
        return Health("capture", "ship", "fault", "capture-damaged", {"line": error.line, "reason": error.reason})
    return Health("capture", "ship", "fault", "capture-damaged", {"reason": repr(error)})


def demo_runtime(settings: Settings, seed: int = 1, clock: Callable[[], float] = time.monotonic) -> Runtime:
    """The virtual ship on the sample board, living by `clock`, calibrated already, with virtual die, buttons and bench."""
    core = Core(settings, demo=True)
    shape = boards.sample(GAMES[0]).shape
    ship = VirtualShipPort.live(shape, seed=seed, clock=clock)
    die = VirtualDie(clock=core.clock.sensor_now_s)
    weighing = Weighing(core, ship, shape, learn(ship.calibration_lines()))
    buttons = VirtualButtons(clock=core.clock.sensor_now_s)
    readers = (InputReader(core.thread, die), InputReader(core.thread, buttons))
    bench = Bench(
        ship,
        die,
        buttons=buttons,
        view=core.view,
        say=core.say,
        calibrate=lambda lines: weighing.recalibrate(learn(lines)),
        seed=seed,
    )

    def start() -> None:
        core.thread.start()
        weighing.start()
        for reader in readers:
            reader.start()

    def stop() -> None:
        bench.close()
        for reader in readers:
            reader.stop()
        weighing.stop()
        core.thread.stop()

    return core.runtime(start, stop, weighing.dispute, DemoBench(bench), weighing.teaching)


class DemoBench:
    """The devices' bench behind the routes: off the event loop, refusals as problems."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    async def do(self, command: Mapping[str, Any]) -> None:
        """Carry out one hands command."""
        try:
            await asyncio.to_thread(self._bench.do, command)
        except BenchError as error:
            raise ProblemError(409, error.code, error.detail) from None

    async def view(self) -> BenchView:
        """The virtual table as it stands."""
        return BenchView.model_validate(await asyncio.to_thread(self._bench.state))
