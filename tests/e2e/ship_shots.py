"""The pictures in the ship room's page: one placement, one crash and one lift, from evenings of the virtual ship."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from companion.ship.plot import pictures, tell
from companion.ship.truth import read_truth
from companion.virtual.evening import record

__all__ = ["take"]

SHOTS = Path(__file__).resolve().parents[2] / "companion" / "ship" / "shots"
SCENES = {
    "placement": ("clean", 1, 60.0, r"006-place"),
    "crash": ("everyday", 1, 120.0, r"fall-[2-9]"),
    "lift": ("lifted", 1, 90.0, r"put-back"),
}
"""Name: family, seed, how long is played, and which of the pictures it is (the first that matches)."""


def take() -> None:
    """Draw them anew; the same every time for the same sense of weight."""
    SHOTS.mkdir(exist_ok=True)
    for name, (family, seed, at_most_s, wanted) in SCENES.items():
        (SHOTS / f"{name}.svg").write_text(_picture(family, seed, at_most_s, wanted), encoding="utf-8")


def _picture(family: str, seed: int, at_most_s: float, wanted: str) -> str:
    lines, truth = record(family, seed, at_most_s=at_most_s)
    with tempfile.TemporaryDirectory() as folder:
        capture = Path(folder) / f"virtual-{family}-{seed}.capture.jsonl"
        capture.write_text("".join(f"{line}\n" for line in lines))
        drawn = dict(pictures(tell(capture), read_truth(truth)))
    return next(picture for name, picture in drawn.items() if re.search(wanted, name))
