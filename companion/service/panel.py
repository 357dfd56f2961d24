"""Five buttons with lamps: what each means follows from what the table awaits, and its lamp says whether it means anything."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.devices.gpio_buttons import GpioButtons
from companion.devices.ports import InputPort
from companion.devices.supervisor import SupervisedInput
from companion.events import Press, Rolled
from companion.table.refusal import Refused
from companion.table.table import Table

__all__ = ["Panel", "meaning"]

_log = logging.getLogger("companion.service")
_NUMBERS = ("1", "2", "3")
_FACES = {"d6": 6, "d3": 3, "d4": 4, "d8": 8, "rockets": 3, "stargate": 6}
_OFFER_S = 10.0


def meaning(view: Mapping[str, Any], button: str) -> Mapping[str, Any] | None:
    """The command that a button stands for at this table; None: nothing now.

    1, 2 and 3 answer the open question, else they are the awaited roll; NEXT passes, else ends the turn; UNDO takes back.
    """
    if view["phase"] == "lobby":
        return None
    if button == "undo":
        return {"type": "press", "button": "undo"} if view.get("undo") else None
    questions = view.get("questions") or ()
    if questions:
        return _answer(questions[0], button)
    return _next(view) if button == "next" else _roll(view, int(button))


def _answer(question: Mapping[str, Any], button: str) -> Mapping[str, Any] | None:
    options = question["options"]
    if button not in _NUMBERS[: len(options)]:
        return None
    return {"type": "answer", "question": question["id"], "option": options[int(button) - 1]["id"]}


def _roll(view: Mapping[str, Any], value: int) -> Mapping[str, Any] | None:
    for awaited in view["awaits"]:
        if awaited["kind"] == "roll" and value <= _FACES.get(awaited["domain"].get("die", "d6"), 0):
            return _act(awaited, {"type": "roll", "seat": awaited["seat"], "value": value})
    return None


def _next(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for awaited in view["awaits"]:
        if awaited["kind"] == "pass":
            return _act(awaited, {"type": "pass", "seat": awaited["seat"]})
    return {"type": "press", "button": "end-turn"} if view["phase"] == "playing" else None


def _act(awaited: Mapping[str, Any], action: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"type": "act", "await_id": awaited["id"], "action": dict(action)}


class Panel:
    """The buttons behind `port`. `take` and `watch` are called on the table's thread.

    UNDO held for three seconds while no game is going on offers to switch off: NEXT blinks, and pressed within ten seconds it
    runs the owner's power-off command.
    """

    def __init__(
        self, open_panel: Callable[[], GpioButtons], power_off: Sequence[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._open = open_panel
        self._power_off = tuple(power_off)
        self._clock = clock
        self._buttons: GpioButtons | None = None
        self._offered_s: float | None = None
        self._lit: tuple[str, ...] = ()
        self.port = SupervisedInput(self._opened, "buttons", "buttons")

    def watch(self, table: Table) -> None:
        """Light what means something, now and after every change."""
        table.subscribe(lambda _seq, view: self._light(view))
        self._light(table.view())

    def take(self, table: Table, event: Press | Rolled) -> None:
        """Do what a press means now."""
        button = event.button if isinstance(event, Press) else ""
        view = table.view()
        if button == "undo-held":
            self._offer(view)
        elif button == "next" and self._is_offered():
            self._switch_off()
        elif (command := meaning(view, button)) is not None:
            try:
                table.submit(command)
            except Refused as refused:
                _log.info("the table refused button %s: %s", button, refused.detail)
        if button != "undo-held":
            self._offered_s = None

    def _opened(self) -> InputPort:
        self._buttons = buttons = self._open()
        buttons.lamps(self._lit)
        return buttons

    def _light(self, view: Mapping[str, Any]) -> None:
        self._lit = tuple(button for button in (*_NUMBERS, "next", "undo") if meaning(view, button) is not None)
        if self._buttons is not None:
            self._buttons.lamps(self._lit)

    def _offer(self, view: Mapping[str, Any]) -> None:
        if view["phase"] != "playing" and self._power_off and self._buttons is not None:
            self._offered_s = self._clock()
            self._buttons.blink("next")

    def _is_offered(self) -> bool:
        return self._offered_s is not None and self._clock() - self._offered_s < _OFFER_S

    def _switch_off(self) -> None:
        _log.warning("switching off, as asked at the buttons")
        threading.Thread(target=subprocess.run, args=(self._power_off,), daemon=True).start()  # the table need not wait
