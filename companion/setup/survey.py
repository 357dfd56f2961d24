"""The ship survey: what a ruler and the printed numbers tell becomes the owner's own board file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

__all__ = ["board_toml", "other_board_toml"]

_HEAD = "# Written by the ship survey. The owner measured this ship, so it counts as verified.\n"
_OTHER_HEAD = "# Written by the board survey. What is left out, nobody has looked at: it is asked.\n"
_KEYS = ("name", "side", "ring_edges_mm", "points", "sectors", "foot_radius_mm", "aliens")


def board_toml(survey: Mapping[str, Any]) -> str:
    """The board file of a survey; whether it is a possible board is for the reader of board files to say."""
    return _HEAD + tomli_w.dumps({"verified": True} | {key: survey[key] for key in _KEYS})


def other_board_toml(kind: str, name: str, values: Mapping[str, Any]) -> str:
    """The board file of a survey of another kind; what is null is left out, which means that nobody has looked."""
    return _OTHER_HEAD + tomli_w.dumps({**_told(values), "kind": kind, "name": name, "verified": True})


def _told(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _told(item) for key, item in value.items() if item is not None}
    return [_told(item) for item in value] if isinstance(value, list) else value
