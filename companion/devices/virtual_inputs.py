"""A virtual die and virtual buttons behind the port that real ones fill."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from companion.devices.ports import PortLostError
from companion.events import BUTTONS, Health, Press, Rolled
from companion.virtual.chance import chance

__all__ = ["BUTTONS", "VirtualButtons", "VirtualDie"]

_FACES = {
    **{f"d{sides}": range(1, sides + 1) for sides in (3, 4, 6, 8)},
    "rockets": range(4),
    "stargate": range(1, 7),
}


class _Wire:
    """Events waiting to be read, and the wire they come over."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._news = threading.Condition()
        self._events: list[Press | Rolled] = []
        self._lost: str | None = None

    def put(self, event: Press | Rolled) -> None:
        with self._news:
            if self._lost is None:
                self._events.append(event)
                self._news.notify_all()

    def take(self, timeout_s: float) -> list[Press | Rolled]:
        with self._news:
            self._news.wait_for(lambda: bool(self._events) or self._lost is not None, timeout_s)
            if self._lost is not None:
                raise PortLostError(self._lost, f"{self._device} cannot be read")
            events, self._events = self._events, []
            return events

    def lose(self, code: str | None) -> None:
        with self._news:
            self._lost = self._lost if self._lost == "port-closed" else code
            self._events = []
            self._news.notify_all()

    @property
    def lost(self) -> str | None:
        return self._lost


class _VirtualInput:
    """What die and buttons share."""

    kind: str

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._name, self._clock = name, clock
        self._wire = _Wire(name)

    @property
    def name(self) -> str:
        """Stable identity of the device."""
        return self._name

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """Events since the last call, waiting up to `timeout_s`; PortLostError when unplugged or closed."""
        return self._wire.take(timeout_s)

    def unplug(self) -> None:
        """Cut the wire; what is on its way is lost."""
        self._wire.lose(f"{self.kind}-unplugged")

    def replug(self) -> None:
        """Mend the wire."""
        self._wire.lose(None)

    def close(self) -> None:
        """Let go of the device; a second call does nothing."""
        self._wire.lose("port-closed")


class VirtualDie(_VirtualInput):
    """A die that rolls what it is told, or what chance gives."""

    kind = "die"

    def __init__(self, *, seed: int = 1, name: str = "virtual-die", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name, clock)
        self._rng = chance(seed, "die")
        self._number = 0
        self.faces = "d6"
        self.awaited = False

    def roll(self, value: int | None = None) -> int:
        """Roll; ValueError for a face that the die does not have now."""
        faces = _FACES[self.faces]
        if value is not None and (isinstance(value, bool) or value not in faces):
            raise ValueError(f"a {self.faces} shows {faces[0]} to {faces[-1]}, not {value}")
        rolled = self._rng.randint(faces[0], faces[-1]) if value is None else value
        self._number += 1
        self._wire.put(Rolled(rolled, self._clock(), self.name, self._number))
        return rolled

    def light(self, faces: str, *, awaited: bool) -> None:
        """Be that die from now on."""
        if faces not in _FACES:
            raise ValueError(f"unknown die {faces!r}: one of {', '.join(_FACES)}")
        self.faces, self.awaited = faces, awaited

    def health(self) -> Health:
        """How the device is now."""
        return Health(self.name, "die", "lost" if self._wire.lost else "ok", self._wire.lost)


class VirtualButtons(_VirtualInput):
    """Buttons that somebody presses."""

    kind = "buttons"

    def __init__(self, *, name: str = "virtual-buttons", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name, clock)

    def press(self, button: str) -> None:
        """Press a button; ValueError when there is none of that role."""
        if button not in BUTTONS:
            raise ValueError(f"no button {button!r}: one of {', '.join(BUTTONS)}")
        self._wire.put(Press(button, self._clock(), self.name))

    def light(self, faces: str, *, awaited: bool) -> None:
        """Buttons have no faces."""

    def health(self) -> Health:
        """How the device is now."""
        return Health(self.name, "buttons", "lost" if self._wire.lost else "ok", self._wire.lost)
