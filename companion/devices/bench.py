"""The virtual table of the demo: hands, die, wire and script behind the commands of /api/bench."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.devices.bench_commands import BenchError
from companion.devices.script import Script
from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.devices.virtual_ship import VirtualShipPort

__all__ = ["Bench"]

View = Callable[[], Mapping[str, Any]]
Say = Callable[[Mapping[str, Any]], object]


class Bench:
    """Takes every bench command.

    `view` gives the table's view to a running script, `say` takes what it tells the table (and raises nothing);
    `calibrate` takes calibration lines.
    """

    def __init__(
        self,
        ship: VirtualShipPort,
        die: VirtualDie,
        *,
        view: View,
        calibrate: Callable[[list[str]], object],
        say: Say = lambda _command: None,
        buttons: VirtualButtons | None = None,
        seed: int = 1,
    ) -> None:
        self.ship, self.die, self.buttons = ship, die, buttons or VirtualButtons()
        self._view, self._say, self._calibrate, self._seed = view, say, calibrate, seed
        self._script: Script | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def do(self, command: Mapping[str, Any]) -> None:
        """Carry out a bench command; BenchError says what is wrong with it."""
        do = command.get("do")
        if do == "script":
            self._start_script()
        elif do == "calibrate-again":
            self._calibrate(self.ship.calibration_lines())
        elif do == "die":
            self._roll(command)
        elif do == "press":
            self._press(command)
        else:
            self.ship.command(command)

    def state(self) -> dict[str, Any]:
        """The answer to GET /api/bench."""
        return {**self.ship.state(), "script": self._script.progress() if self._script else None}

    def close(self) -> None:
        """Stop the script and the ship."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        self.ship.close()
        self.die.close()
        self.buttons.close()

    def _press(self, command: Mapping[str, Any]) -> None:
        if set(command) != {"do", "button"}:
            raise BenchError("bad-command", '"press" takes a "button"')
        try:
            self.buttons.press(str(command["button"]))
        except ValueError as error:
            raise BenchError("bad-command", str(error)) from error

    def _roll(self, command: Mapping[str, Any]) -> None:
        if set(command) - {"do", "value"}:
            raise BenchError("bad-command", '"die" takes a "value" only')
        value = command.get("value")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise BenchError("bad-command", '"value" is a number of pips, or null for chance')
        try:
            self.die.roll(value)
        except ValueError as error:
            raise BenchError("bad-command", str(error)) from error

    def _start_script(self) -> None:
        if self._script is not None and not self._script.done:
            raise BenchError("script-running", "a scripted game is being played; wait for its end")
        self._script = Script(self.ship.shape, self._seed)
        self._thread = threading.Thread(target=self._play, args=(self._script,), name="bench-script", daemon=True)
        self._thread.start()

    def _play(self, script: Script) -> None:
        while not script.done and not self._stop.is_set():
            step = script.next(self._view(), self.state())
            if step.say is not None:
                self._say(step.say)
            if step.command is not None:
                try:
                    self.do(step.command)
                except BenchError as error:
                    if error.code not in ("lifted", "in-hand", "not-aboard", "bag-empty"):
                        raise
            self._stop.wait(step.wait_s)
