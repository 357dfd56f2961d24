"""Whether a Raspberry Pi's supply is too weak, as its firmware says. Elsewhere nothing is known, and nothing said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Supply"]


@dataclass(frozen=True, slots=True)
class Supply:
    """The kernel's `rpi_volt` sensor under `root`; tests give their own root."""

    root: Path = Path("/")

    def is_known(self) -> bool:
        """Whether this machine has that sensor."""
        return bool(self._alarms())

    def is_weak(self) -> bool:
        """Whether the supply was below 4.63 V since the kernel looked last (it looks every two seconds)."""
        return any(_text(alarm) == "1" for alarm in self._alarms())

    def _alarms(self) -> list[Path]:
        found = self.root.glob("sys/class/hwmon/hwmon*/in0_lcrit_alarm")
        return [alarm for alarm in found if _text(alarm.with_name("name")) == "rpi_volt"]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
