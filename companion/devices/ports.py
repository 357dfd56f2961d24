"""What a driver offers, whichever hardware is behind it. Fakes in this package fill the same ports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from companion.events import Health, Press, Rolled, Sample

__all__ = ["Counting", "InputPort", "PortLostError", "ShipPort"]


class PortLostError(Exception):
    """The device is gone (unplugged, powered off). `code` is a stable fault code with an entry in the fault dictionary."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


@runtime_checkable
class Counting(Protocol):
    """A driver that counts what goes wrong; most real ones do."""

    def counters(self) -> Mapping[str, int]:
        """Everything counted since the device was opened, by a stable name."""


class ShipPort(Protocol):
    """A weighing plate (or a tilt sensor alone, then `cells_mm` is empty)."""

    @property
    def name(self) -> str:
        """Stable identity of the device, as it calls itself."""

    @property
    def cells_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each load cell is, plate centre = origin, in the order of the counts."""

    @property
    def sps(self) -> float:
        """Nominal samples per second."""

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """All samples since the last call, waiting up to `timeout_s` for the first; PortLostError when the device is gone."""

    def health(self) -> Health:
        """How the device is now."""

    def close(self) -> None:
        """Let go of the device; a second call does nothing."""


class InputPort(Protocol):
    """A die or a set of buttons."""

    @property
    def name(self) -> str:
        """Stable identity of the device."""

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """Events since the last call, waiting up to `timeout_s`; PortLostError when the device is gone."""

    def light(self, faces: str, *, awaited: bool) -> None:
        """Tell a die which die it is now ("d6", "d3", ...) and whether a roll is awaited; buttons ignore it."""

    def health(self) -> Health:
        """How the device is now."""

    def close(self) -> None:
        """Let go of the device; a second call does nothing."""
