"""Raw edges of switches that bounce, made into presses: one for each time a button has really settled down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.events import Press

__all__ = ["HELD_S", "SETTLE_S", "Debouncer"]

SETTLE_S = 0.022  # a switch bounces for up to 20 ms; two presses are at least 120 ms apart
HELD_S = 3.0


@dataclass(slots=True)
class _Switch:
    """`down` is what counts; `raw` is what the pin says, since `raw_s`; it began to leave `down` at `left_s`."""

    down: bool = False
    raw: bool = False
    raw_s: float = -math.inf
    left_s: float = 0.0
    pressed_s: float = 0.0
    told: bool = False


class Debouncer:
    """Feed edges, then ask for the presses that have become sure. Pure: it knows the time only as it is told.

    A button in `holdable` is told when it is let go, or as "<name>-held" once it was down for three seconds.
    """

    def __init__(self, buttons: Iterable[str], holdable: Iterable[str] = (), source: str = "buttons") -> None:
        self._switches: Mapping[str, _Switch] = {button: _Switch() for button in buttons}
        self._holdable = frozenset(holdable)
        self._source = source
        self._sure: list[Press] = []
        self.bounces = 0

    def edge(self, button: str, *, down: bool, t_s: float) -> None:
        """The pin of a button changed; KeyError for a button that is none."""
        switch = self._switches[button]
        if down == switch.raw:
            return
        self._sure += self._settled(button, switch, t_s)  # nobody may have asked since it settled
        if t_s - switch.raw_s < SETTLE_S:
            self.bounces += 1
        elif switch.raw == switch.down:
            switch.left_s = t_s
        switch.raw, switch.raw_s = down, t_s

    def presses(self, now_s: float) -> list[Press]:
        """What has become sure since the last call, in the order of the first touches."""
        found, self._sure = self._sure, []
        for name, switch in self._switches.items():
            found += self._settled(name, switch, now_s)
        return sorted(found, key=lambda press: press.t_s)

    def wait_s(self, now_s: float) -> float | None:
        """How long until something may become sure; None: nothing is on its way."""
        if self._sure:
            return 0.0
        due = [s.raw_s + SETTLE_S for s in self._switches.values() if s.raw != s.down]
        due += [s.pressed_s + HELD_S for name, s in self._switches.items() if name in self._holdable and s.down and not s.told]
        return max(0.0, min(due) - now_s) if due else None

    def _settled(self, name: str, switch: _Switch, now_s: float) -> list[Press]:
        if switch.raw != switch.down and now_s - switch.raw_s >= SETTLE_S:
            switch.down = switch.raw
            if switch.down:
                switch.pressed_s, switch.told = switch.left_s, name not in self._holdable
                return [Press(name, switch.pressed_s, self._source)] if switch.told else []
            return [] if switch.told else self._tell(name, switch)
        if switch.down and not switch.told and now_s - switch.pressed_s >= HELD_S:
            return self._tell(f"{name}-held", switch)
        return []

    def _tell(self, button: str, switch: _Switch) -> list[Press]:
        switch.told = True
        return [Press(button, switch.pressed_s, self._source)]
