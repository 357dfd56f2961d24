"""What the tracker takes the ship to be doing."""

from __future__ import annotations

import enum

__all__ = ["Phase"]


class Phase(enum.Enum):
    """What the ship is doing."""

    FREE = "free"
    TOUCHED = "touched"
    ABSENT = "absent"
    BLIND = "fault"
