"""One thing the doctor has looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `advice` says what to do about it, as one command where there is one."""

    level: Literal["ok", "note", "bad"]
    what: str
    advice: str = ""
