"""The demo's bench: hands on the virtual ship, a virtual die, and the scripted game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.devices.bench_commands import BenchError
from companion.devices.virtual_ship import VirtualShipPort
from companion.service.problems import ProblemError
from companion.service.resources import BenchView
from companion.service.script import Script

__all__ = ["Bench"]

_DIE = random.SystemRandom()


class Throw(Protocol):
    """Lets the virtual die fall."""

    def __call__(self, value: int) -> None:
        """It shows `value`."""


class Bench:
    """Fills BenchDoor for a virtual ship."""

    def __init__(self, port: VirtualShipPort, throw: Throw, script: Script, recalibrate: Callable[[], None]) -> None:
        self._port = port
        self._throw = throw
        self._script = script
        self._recalibrate = recalibrate

    async def do(self, command: Mapping[str, Any]) -> None:
        """Carry out one hands command."""
        match command["do"]:
            case "die":
                value = command.get("value") or _DIE.randint(1, 6)
                await asyncio.to_thread(self._throw, value)
            case "script":
                await asyncio.to_thread(self._start_script)
            case "calibrate-again":
                await asyncio.to_thread(self._recalibrate)
            case _:
                await asyncio.to_thread(self._command, command)

    async def view(self) -> BenchView:
        """The virtual table as it stands."""
        state = await asyncio.to_thread(self._port.state)
        progress = self._script.progress
        script = {"step": progress[0], "of": progress[1]} if progress else None
        return BenchView.model_validate({**state, "script": script})

    def _command(self, command: Mapping[str, Any]) -> None:
        try:
            self._port.command(command)
        except BenchError as error:
            raise ProblemError(409, error.code, error.detail) from None

    def _start_script(self) -> None:
        if not self._script.start():
            raise ProblemError(409, "script-running", "The scripted game is being played already. Watch it to its end.")
