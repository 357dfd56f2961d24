"""The ship survey: what a ruler and the printed numbers tell becomes the owner's own board file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

__all__ = ["board_toml"]

_HEAD = "# Written by the ship survey. The owner measured this ship, so it counts as verified.\n"
_KEYS = ("name", "side", "ring_edges_mm", "points", "sectors", "foot_radius_mm", "aliens")


def board_toml(survey: Mapping[str, Any]) -> str:
    """The board file of a survey; whether it is a possible board is for the reader of board files to say."""
    return _HEAD + tomli_w.dumps({"verified": True} | {key: survey[key] for key in _KEYS})
