"""How far off called places are, and what the rest is made of: `python tests/bench/ship_errors.py [FAMILY...]`.

The same evenings of the virtual ship are played again with one imperfection taken away at a time (hands, dice and noise stay
those of the seed). What the square of the error loses by it is that imperfection's part. Only calls of placements in the calm
part count; they come about half a second to a second after the release.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from _evenings import Change, Tally, as_it_is, recorded, rms, table

from companion.virtual import recorder
from companion.virtual.ship import ShipParams

FAMILIES = ("clean", "everyday", "turning")
EVENINGS, PLAY_S = 12, 45.0


def _no_noise(p: ShipParams) -> ShipParams:
    hardly_g = (0.002,) * len(p.cells.at_mm)  # a cell that always tells the same would be taken for dead
    return replace(p, cells=replace(p.cells, noise_g=hardly_g, wander_g_rt_s=0.0))


def _no_friction(p: ShipParams) -> ShipParams:
    return replace(p, body=replace(p.body, friction_mm=0.0))


def _no_yaw(p: ShipParams) -> ShipParams:
    return replace(p, yaw_deg=0.0, yaw_wander_deg_rt_s=0.0)


def _no_offset(p: ShipParams) -> ShipParams:
    return replace(p, at_mm=(0.0, 0.0), body=replace(p.body, lopsided_mm=(0.0, 0.0)))


def _equal_masses(p: ShipParams) -> ShipParams:
    return replace(p, alien_g=(sum(p.alien_g) / len(p.alien_g),) * len(p.alien_g))


def _equal_heights(p: ShipParams) -> ShipParams:
    middle_mm = sum(p.alien_centre_mm) / 2
    return replace(p, alien_centre_mm=(middle_mm, middle_mm))


WITHOUT: dict[str, Change] = {
    "noise of the cells": _no_noise,
    "rolling friction": _no_friction,
    "yaw, and its wander": _no_yaw,
    "offset of foot and centre": _no_offset,
    "unequal masses": _equal_masses,
    "unequal heights": _equal_heights,
}


def main(families: Sequence[str]) -> None:
    """For each family: as it is, then without each imperfection."""
    for family in families:
        print(f"{family}: {EVENINGS} evenings of {PLAY_S:g} s")
        table(["", "calls", "radial mm", "around mm", "its part: radial", "around"], _rows(family), 30)


def _rows(family: str) -> Iterator[list[str]]:
    whole = _offs(family, as_it_is)
    yield _row("as it is", whole)
    for name, change in WITHOUT.items():
        yield _row(f"without {name}", _offs(family, change), whole)
    kept = recorder._DOT_MM
    recorder._DOT_MM = 0.0
    try:
        yield _row("with dots hit exactly", _offs(family, as_it_is), whole)
    finally:
        recorder._DOT_MM = kept


Offs = list[tuple[float, float]]


def _offs(family: str, change: Change) -> Offs:
    calm = [g for evening in recorded(family, EVENINGS, play_s=PLAY_S, change=change) for g in evening if g.calm]
    return [g.off_mm for g in Tally(tuple(calm)).graded if g.off_mm is not None]


def _row(name: str, offs: Offs, whole: Offs | None = None) -> list[str]:
    mine = [rms([o[axis] for o in offs]) for axis in (0, 1)]
    parts = ["", ""]
    if whole is not None:
        all_mm = [rms([o[axis] for o in whole]) for axis in (0, 1)]
        parts = [f"{math.copysign(math.sqrt(abs(a * a - m * m)), a - m):.2f}" for a, m in zip(all_mm, mine, strict=True)]
    return [name, str(len(offs)), f"{mine[0]:.2f}", f"{mine[1]:.2f}", *parts]


if __name__ == "__main__":
    main(sys.argv[1:] or FAMILIES)
