"""The named sizes of parts/parameters.scad, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.games.boards import load
from companion.setup.calibration import dots

__all__ = ["PARTS", "Plan", "Sizes", "cells_mm", "conflicts", "plan", "read_sizes", "sizes_of_board"]

PARTS = Path(__file__).resolve().parents[1] / "parts"
Sizes = Mapping[str, float]
_ROW = re.compile(r"^(\w+) = ([\d.]+);", re.MULTILINE)
_NUT_MM = {4: 3.2, 6: 5.2}
_RIM_MM = 2.0  # the disc goes on this far beyond its outermost ring
_NUT_GRIP_MM = 3.4  # of a corner bolt's end in the foot's nut, in the middle of the foot's travel


def read_sizes(changed: Sizes | None = None) -> dict[str, float]:
    """Every parameter by name, some changed; KeyError for a name that is none."""
    sizes = {name: float(value) for name, value in _ROW.findall((PARTS / "parameters.scad").read_text(encoding="utf-8"))}
    for name, value in (changed or {}).items():
        sizes[name]  # noqa: B018 -- a misspelt name must not pass for a new parameter
        sizes[name] = value
    return sizes


def sizes_of_board(path: Path) -> dict[str, float]:
    """The parameters that a ship's board file tells: the disc, its sectors and the calibration dots."""
    shape = load(path).shape
    radius_mm, _ = dots(shape)[1][0]
    return {
        "ship_diameter_mm": 2 * (shape.ring_edges_mm[-1] + _RIM_MM),
        "sectors": float(shape.sectors),
        "dot_radius_mm": radius_mm,
        "alien_foot_mm": 2 * shape.foot_radius_mm,
    }


@dataclass(frozen=True, slots=True)
class Plan:
    """Heights above the base board's top and places from the plate's middle, in millimetres; names as in derived.scad."""

    cell_bottom_z: float
    cell_top_z: float
    carrier_bottom_z: float
    plate_bottom_z: float
    plate_top_z: float
    deck_bottom_z: float
    foot_bottom_z: float
    deck_size: float
    deck_hole: float
    carrier_diameter: float
    post_at: float
    stop_at: float
    fixed_hole_near: float
    fixed_hole_far: float


def plan(p: Sizes) -> Plan:
    """What follows from the sizes."""
    carrier_bottom_z = p["mount_height_mm"] + p["cell_height_mm"] + p["pad_height_mm"]
    plate_bottom_z = carrier_bottom_z + p["carrier_thickness_mm"]
    plate_top_z = plate_bottom_z + p["plate_thickness_mm"]
    deck_size = p["ship_diameter_mm"] + 2 * p["deck_margin_mm"]
    far = p["cell_length_mm"] - 2 * p["cell_hole_edge_mm"]
    return Plan(
        cell_bottom_z=p["mount_height_mm"],
        cell_top_z=p["mount_height_mm"] + p["cell_height_mm"],
        carrier_bottom_z=carrier_bottom_z,
        plate_bottom_z=plate_bottom_z,
        plate_top_z=plate_top_z,
        deck_bottom_z=plate_top_z - p["deck_thickness_mm"],
        foot_bottom_z=plate_top_z - p["post_bolt_mm"] - p["foot_floor_mm"] - _NUT_GRIP_MM,
        deck_size=deck_size,
        deck_hole=p["plate_diameter_mm"] + 2 * p["plate_gap_mm"],
        carrier_diameter=p["plate_diameter_mm"] - 2 * p["carrier_inset_mm"],
        post_at=deck_size / 2 - p["post_inset_mm"],
        stop_at=p["cell_hole_pitch_mm"] / 2,
        fixed_hole_near=far - p["cell_hole_pitch_mm"],
        fixed_hole_far=far,
    )


def cells_mm(p: Sizes) -> tuple[tuple[float, float], ...]:
    """Where the load comes into each cell, in the order of the converters: what `cells_mm` in the settings must say."""
    side = p["load_radius_mm"] / 2**0.5
    return ((side, side), (-side, side), (-side, -side), (side, -side))


def conflicts(p: Sizes) -> list[str]:
    """What cannot be built with these sizes, in words; empty when all fits."""
    q = plan(p)
    mount_end = p["load_radius_mm"] + q.fixed_hole_far + p["cell_hole_edge_mm"] + p["mount_tail_mm"]
    bolt_tip = p["base_thickness_mm"] - 25.0 + q.cell_bottom_z - p["stop_gap_mm"]
    wanted = (
        (p["plate_diameter_mm"] >= 130 and p["plate_diameter_mm"] <= 150, "the plate is not 130 to 150 mm across"),
        (q.deck_bottom_z >= q.cell_top_z + p["cell_bulge_mm"] + 1, "the deck's underside touches the cells"),
        (q.cell_bottom_z - p["cell_bulge_mm"] >= p["mount_floor_mm"] + 1, "the cell's glue touches the mount's floor"),
        (p["stop_block_mm"] + 1 <= q.cell_bottom_z - p["stop_gap_mm"], "the stop's block is as high as the cell"),
        (p["stop_block_mm"] >= _NUT_MM[4] + 1.5, "the stop's nut is not held from below"),
        (0 < p["stop_gap_mm"] < p["mount_height_mm"], "the overload stop never stops anything"),
        (p["load_radius_mm"] + p["pad_diameter_mm"] / 2 <= q.carrier_diameter / 2, "the cells' bolts miss the carrier"),
        (p["load_radius_mm"] - p["cell_hole_edge_mm"] > p["cell_width_mm"], "the cells meet in the middle"),
        (p["plate_gap_mm"] >= 1.0, "the plate rubs at the deck"),
        (p["plate_gap_mm"] <= p["alien_foot_mm"] / 4, "small things fall into the gap round the plate"),
        (q.deck_size >= p["ship_diameter_mm"] + 60, "the deck is hardly wider than the ship"),
        (q.post_at * 2**0.5 > p["ship_diameter_mm"] / 2 + 20, "the ship's rim strikes the corner bolts"),
        (q.post_at * 2**0.5 > mount_end + p["foot_diameter_mm"], "the corner bolts meet the cell mounts"),
        (mount_end / 2**0.5 + p["mount_width_mm"] / 2 < p["tray_from_middle_mm"], "the tray meets the cell mounts"),
        (p["tilt_hole_radius_mm"] > q.deck_hole / 2 + 7, "the tilt sensor's wires come up at the plate"),
        (q.foot_bottom_z + 4 < bolt_tip - p["base_thickness_mm"], "the stops' screw heads touch the table"),
    )
    return [problem for fits, problem in wanted if not fits]
