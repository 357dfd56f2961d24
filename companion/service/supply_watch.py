"""Looks at the power supply while the service runs; once seen, a weak one stays on the page until the next start."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.supply import Supply
from companion.events import Health
from companion.service.lookout import Lookout

__all__ = ["supply_watch"]

_LOOK_EVERY_S = 2.0  # as the kernel does; a dip between two looks is kept by it


def supply_watch(say: Callable[[Health], None], supply: Supply, every_s: float = _LOOK_EVERY_S) -> Lookout:
    """Says once that the supply is weak; on a machine that does not know, there is nothing to look at."""

    def look() -> bool:
        if not supply.is_known():
            return True
        if not supply.is_weak():
            return False
        say(Health("supply", "machine", "fault", "supply-weak"))
        return True

    return Lookout("supply", look, every_s)
