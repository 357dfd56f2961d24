"""The four services there are: on the real devices, on none, on a recorded evening, and on the virtual ship."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from companion.devices.bench import Bench
from companion.devices.bench_commands import BenchError
from companion.devices.ports import InputPort
from companion.devices.supply import Supply
from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.devices.virtual_ship import VirtualShipPort
from companion.events import Health
from companion.games import boards, find
from companion.service.calibrations import CalibrationShelf
from companion.service.clocks import StampedInput
from companion.service.core import Core
from companion.service.evening import attended
from companion.service.hardware import Hardware, ship_on_the_plate
from companion.service.inputs import InputReader
from companion.service.mender import DateMender, mender_thread
from companion.service.panel import Panel
from companion.service.places import runtime_folder
from companion.service.problems import ProblemError
from companion.service.reports import reported, reported_input
from companion.service.resources import BenchView
from companion.service.runtime import Runtime
from companion.service.settings import Settings
from companion.service.supply_watch import supply_watch
from companion.service.weighing import Weighing, learn
from companion.ship.capture import CaptureError
from companion.table.clock import SystemClock
from companion.table.playback import Playback
from companion.table.recorder import TooOldError
from companion.table.table import Table

__all__ = ["bare_runtime", "demo_runtime", "evening_runtime", "plate_runtime"]


def plate_runtime(settings: Settings, told: Sequence[Health] = ()) -> Runtime:
    """Whatever real devices there are or will be; without a plate games are tapped. SetUpError for a board that cannot be.

    `told` is what the start has to say of this machine; the page shows it.
    """
    core = Core(settings)
    shelf = CalibrationShelf(core.places.calibrations)
    hardware = Hardware.of(settings, shelf)
    weighing = Weighing(core, hardware.ship, shelf, ship_on_the_plate(settings), hardware.choice)
    readers = [InputReader(core.thread, StampedInput(hardware.die, core.clock))]
    inputs = [hardware.die]
    panel = hardware.panel
    if panel is not None:
        readers.append(InputReader(core.thread, StampedInput(panel.port, core.clock), panel.take))
        inputs.append(panel.port)
    return _watched(_weighing_runtime(core, weighing, readers, inputs, panel=panel), core, told)


def bare_runtime(settings: Settings, told: Sequence[Health]) -> Runtime:
    """No device is opened, since one of them may be what ended the starts before; games are tapped, and the page says why."""
    core = Core(settings)
    return _watched(core.runtime(core.thread.start, core.thread.stop, _nothing_felt), core, told)


def _nothing_felt(_seq: int, _path: Path) -> int:
    raise TooOldError


def _watched(runtime: Runtime, core: Core, told: Sequence[Health]) -> Runtime:
    """The same, telling of the machine it runs on."""
    supply = supply_watch(lambda health: _tell(core, health), Supply())
    mender = DateMender(SystemClock(), runtime_folder())
    dates = mender_thread(lambda: core.thread.call(lambda table: mender.look(table.journal)).result())

    def start() -> None:
        runtime.start()
        dates.start()
        for health in told:
            _tell(core, health)
        supply.start()

    def stop() -> None:
        supply.stop()
        dates.stop()
        runtime.stop()

    return dataclasses.replace(runtime, start=start, stop=stop)


def _weighing_runtime(
    core: Core,
    weighing: Weighing,
    readers: Sequence[InputReader],
    inputs: Sequence[InputPort],
    *,
    bench: Bench | None = None,
    panel: Panel | None = None,
) -> Runtime:
    """Everything started in order, and stopped the other way round."""

    def start() -> None:
        core.thread.start()
        if panel is not None:
            core.thread.call(panel.watch).result()
        weighing.start()
        for reader in readers:
            reader.start()

    def stop() -> None:
        if bench is not None:
            bench.close()
        for reader in readers:
            reader.stop()
        weighing.stop()
        core.thread.stop()

    return core.runtime(
        start,
        stop,
        weighing.dispute,
        bench=DemoBench(bench) if bench else None,
        teaching=weighing.teaching,
        devices=lambda: [reported(weighing.port), *map(reported_input, inputs)],
    )


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
    shape = boards.sample(find("balancing-aliens")).shape
    ship = VirtualShipPort.live(shape, seed=seed, clock=clock)
    die = VirtualDie(clock=core.clock.sensor_now_s)
    buttons = VirtualButtons(clock=core.clock.sensor_now_s)
    shelf = CalibrationShelf(core.places.calibrations)
    shelf.store(ship.name, learn(ship.calibration_lines()))
    weighing = Weighing(core, ship, shelf, shape)

    def calibrate(lines: Iterable[str]) -> None:
        weighing.teach(ship.name, learn(lines))

    bench = Bench(ship, die, buttons=buttons, view=core.view, say=core.say, calibrate=calibrate, seed=seed)
    readers = [InputReader(core.thread, die), InputReader(core.thread, buttons)]
    return _weighing_runtime(core, weighing, readers, [die, buttons], bench=bench)


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
