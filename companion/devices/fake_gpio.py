"""A panel of buttons and lamps without a Raspberry Pi: gpiozero's mock pins, pressed by hands that bounce.

It refuses what hands cannot do: pressing a button that is down, letting go of one that is not, time that runs backwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpiozero.pins.mock import MockFactory

from companion.devices.gpio_buttons import GpioButtons, pins

__all__ = ["FakePanel"]


class FakePanel:
    """The driver under test is `port`; time passes only by `wait`."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self._down: set[str] = set()
        self.factory = MockFactory()
        self.port = GpioButtons(self.factory, clock=lambda: self.now_s)

    def wait(self, seconds: float) -> None:
        """Time passes."""
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self.now_s += seconds

    def down(self, button: str, bounce_s: Sequence[float] = ()) -> None:
        """Press; after each of `bounce_s` the contact opens, or closes again."""
        if button in self._down:
            raise ValueError(f"{button} is down already")
        self._down.add(button)
        self._bounce(button, bounce_s, closed=True)

    def up(self, button: str, bounce_s: Sequence[float] = ()) -> None:
        """Let go, bouncing likewise."""
        if button not in self._down:
            raise ValueError(f"{button} is not down")
        self._down.remove(button)
        self._bounce(button, bounce_s, closed=False)

    def lit(self) -> set[str]:
        """The lamps that are on."""
        return {name for name, pin in pins()["lamps"].items() if self.factory.pin(pin).state}

    def _bounce(self, button: str, bounce_s: Sequence[float], *, closed: bool) -> None:
        pin = self.factory.pin(pins()["buttons"][button])
        for pause_s in (*bounce_s, None):
            pin.drive_low() if closed else pin.drive_high()
            if pause_s is not None:
                self.wait(pause_s)
                closed = not closed
        if closed is not (button in self._down):
            raise ValueError("a bouncing contact ends as it was meant: give an even number of pauses")
