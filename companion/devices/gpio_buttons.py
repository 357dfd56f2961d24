"""Five arcade buttons with lamps on the pins of a Raspberry Pi."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from companion.devices.debounce import Debouncer
from companion.devices.ports import PortLostError
from companion.events import Health, Press, Rolled

__all__ = ["BUTTONS", "GpioButtons", "open_gpio_buttons", "pins"]

BUTTONS = ("1", "2", "3", "next", "undo")
_HOLDABLE = ("undo",)


@cache
def pins() -> Mapping[str, Mapping[str, int]]:
    """GPIO numbers of buttons and lamps, by what they are and their name."""
    table = tomllib.loads((files("companion.devices") / "pins.toml").read_text(encoding="utf-8"))
    return {what: {name: row["gpio"] for name, row in table[what].items()} for what in ("buttons", "lamps")}


class GpioButtons:
    """Fills InputPort with gpiozero on the given pin factory. Presses carry the button's name: its meaning is the table's."""

    def __init__(self, factory: Any, *, name: str = "buttons", clock: Callable[[], float] = time.monotonic) -> None:
        import gpiozero  # noqa: PLC0415 - only where there are pins

        self.name, self._clock = name, clock
        self._debouncer = Debouncer(BUTTONS, _HOLDABLE, name)
        self._news = threading.Condition()
        self._lost: str | None = None
        self._factory = factory
        self._buttons = {
            button: gpiozero.Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
            for button, pin in pins()["buttons"].items()
        }
        self._lamps = {lamp: gpiozero.LED(pin, pin_factory=factory) for lamp, pin in pins()["lamps"].items()}
        for button, device in self._buttons.items():
            device.when_pressed = self._listener(button, down=True)
            device.when_released = self._listener(button, down=False)
            if device.is_pressed:  # held while it is opened
                self._edge(button, down=True)

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """Presses since the last call, waiting up to `timeout_s`; PortLostError after closing."""
        end_s = self._clock() + timeout_s
        with self._news:
            while True:
                if self._lost is not None:
                    raise PortLostError(self._lost, f"{self.name} is not open")
                now_s = self._clock()
                presses = self._debouncer.presses(now_s)
                if presses or now_s >= end_s:
                    return presses
                soon_s = self._debouncer.wait_s(now_s)
                self._news.wait(min(end_s - now_s, end_s - now_s if soon_s is None else max(soon_s, 0.001)))

    def light(self, faces: str, *, awaited: bool) -> None:
        """Buttons have no faces."""

    def lamps(self, lit: Collection[str]) -> None:
        """Light these lamps and no others; KeyError for one that is none."""
        for name in lit:
            self._lamps[name]  # noqa: B018 -- a lamp that is none is refused before any is switched
        for name, lamp in self._lamps.items():
            if self._lost is None:
                lamp.value = name in lit

    def blink(self, name: str) -> None:
        """Have a lamp blink until `lamps` is called."""
        if self._lost is None:
            self._lamps[name].blink(0.25, 0.25)

    def health(self) -> Health:
        """Open or closed; a pin cannot tell whether a button is behind it."""
        return Health(self.name, "buttons", "ok" if self._lost is None else "lost", self._lost)

    def counters(self) -> dict[str, int]:
        """Edges that were bounces."""
        return {"bounces": self._debouncer.bounces}

    def close(self) -> None:
        """Lamps off, and let go of the pins; a second call does nothing."""
        with self._news:
            if self._lost is not None:
                return
            self._lost = "port-closed"
            self._news.notify_all()
        for lamp in self._lamps.values():
            lamp.off()
        for device in (*self._buttons.values(), *self._lamps.values()):
            device.close()

    def _listener(self, button: str, *, down: bool) -> Callable[[], None]:
        return lambda: self._edge(button, down=down)

    def _edge(self, button: str, *, down: bool) -> None:
        """On the pins' own thread."""
        with self._news:
            self._debouncer.edge(button, down=down, t_s=self._clock())
            self._news.notify_all()


def open_gpio_buttons() -> GpioButtons:
    """The buttons on this machine's pins: a factory for a supervisor. PortLostError where there are none."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - its library is on a Raspberry Pi only

        factory = LGPIOFactory()  # named, since a guessed factory may be one that cannot work here
    except ImportError as error:
        raise PortLostError("gpio-missing", str(error)) from error
    except Exception as error:  # the library's own errors have no common class
        text = str(error).lower()
        denied = isinstance(error, PermissionError) or "permi" in text
        raise PortLostError("gpio-denied" if denied else "gpio-missing", str(error)) from error
    return GpioButtons(factory)
