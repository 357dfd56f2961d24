"""The boards that the stand-in service has on its shelf: samples, two of the owner's own, and a damaged file."""

from __future__ import annotations

from typing import Any

import fake_scenes

from companion.games import find
from companion.games.boards import sample_json, shown


def _surveyed() -> dict[str, Any]:
    """A surveyed Lift Off board on which nobody has looked at a part of the Jetpack and at the Trampoline's New Moon."""
    values = {**sample_json(find("lift-off")), "jetpack": {"full": 2, "half": 3}, "trampoline": {"full": 1, "half": 2}}
    values["slingshot"] = {"full": ["fuel", "fuel"], "half": ["fuel", "screw"], "new": ["screw", "screw"]}
    return {**shown(values), "name": "Ours", "verified": True}


OURS = _surveyed()
_ATTIC = {**fake_scenes.BOARD, "name": "Attic ship", "verified": True}
SHELF: list[dict[str, Any]] = [
    {"name": None, "game": "balancing-aliens", "board": fake_scenes.BOARD, "problem": None},
    {"name": None, "game": "lift-off", "board": shown(sample_json(find("lift-off"))), "problem": None},
    {"name": "attic-ship", "board": _ATTIC, "problem": None},
    {"name": "moon-track-ours", "board": OURS, "problem": None},
    {"name": "broken", "board": None, "problem": "points: there must be one number per ring."},
]
