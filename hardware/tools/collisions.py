"""Whether what is weighed touches anything that stands still, at rest and pressed down to the overload stops."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

from hardware.tools.parameters import Plan, Sizes, plan

__all__ = ["PARTS_NEEDED", "found"]

PARTS_NEEDED = ("plate_carrier", "cell_mount", "foot", "node_tray")

_TOUCH_MM3 = 0.01
_HAIR_MM = 0.02  # what lies on another is lifted by this, or it would count as a collision
_HEAD_MM = 4.0
_STOP_SCREW_MM = 25.0

Mesh = trimesh.Trimesh
Array = np.ndarray[Any, np.dtype[np.float64]]


def found(folder: Path, p: Sizes) -> list[str]:
    """What touches that must not, in words; `folder` holds the rendered parts."""
    return list(_found({name: trimesh.load_mesh(folder / f"{name}.stl") for name in PARTS_NEEDED}, p))


def _found(parts: Mapping[str, Mesh], p: Sizes) -> Iterator[str]:
    q = plan(p)
    standing = _standing(parts, p, q)
    for sunk_mm, when in ((0.0, "at rest"), (p["stop_gap_mm"], "pressed down to the stops")):
        for name, mesh in _weighed(parts, p, q).items():
            mesh.apply_translation((0, 0, -sunk_mm))
            yield from (f"{name} touches {other} {when}" for other in _touched(mesh, standing))
    for n, cell in enumerate(_on_cells(_cell(p, q), p), start=1):
        yield from (f"cell {n} touches {other}" for other in _touched(cell, standing) if other != "the stop screws")
        sunk = cell.copy()
        sunk.apply_translation((0, 0, -p["stop_gap_mm"] - 2 * _HAIR_MM))
        if "the stop screws" not in _touched(sunk, standing):
            yield f"cell {n} passes its overload stop"


def _touched(mesh: Mesh, others: Mapping[str, Mesh]) -> Iterator[str]:
    for name, other in others.items():
        with np.errstate(invalid="ignore", divide="ignore"):  # of a meeting without volume no middle can be told
            if trimesh.boolean.intersection([mesh, other], engine="manifold").volume > _TOUCH_MM3:
                yield name


def _weighed(parts: Mapping[str, Mesh], p: Sizes, q: Plan) -> dict[str, Mesh]:
    carrier = parts["plate_carrier"].copy()
    carrier.apply_transform(_shift((0, 0, q.plate_bottom_z)) @ np.diag([1.0, -1.0, -1.0, 1.0]))
    return {"the carrier": carrier, "the plate": _pillar(p["plate_diameter_mm"], q.plate_bottom_z, q.plate_top_z)}


def _standing(parts: Mapping[str, Mesh], p: Sizes, q: Plan) -> dict[str, Mesh]:
    corners = [(x, y, q.foot_bottom_z) for x in (-q.post_at, q.post_at) for y in (-q.post_at, q.post_at)]
    feet = [_moved(parts["foot"], corner) for corner in corners]
    whole_deck = _board(p, q.deck_bottom_z, q.plate_top_z)
    return {
        "the deck": trimesh.boolean.difference([whole_deck, _pillar(q.deck_hole, -99, 99)], engine="manifold"),
        "the base": _board(p, -p["base_thickness_mm"], 0.0),
        "a mount": trimesh.util.concatenate(_on_cells(parts["cell_mount"], p)),
        "the tray": _moved(parts["node_tray"], (0, p["tray_from_middle_mm"], 0)),
        "the stop screws": trimesh.util.concatenate(_on_cells(_stop_screw(p, q), p)),
        "a foot": trimesh.util.concatenate(feet),
    }


def _cell(p: Sizes, q: Plan) -> Mesh:
    """The bar with the glue over its gauges, along x, the free end's bolt at x = 0."""
    length, edge, bulge = p["cell_length_mm"], p["cell_hole_edge_mm"], p["cell_bulge_mm"]
    bar = trimesh.creation.box((length, p["cell_width_mm"], p["cell_height_mm"]))
    glue = trimesh.creation.box((28, p["cell_width_mm"] - 2, p["cell_height_mm"] + 2 * bulge))
    cell = trimesh.boolean.union([bar, glue], engine="manifold")
    return _moved(cell, (length / 2 - edge, 0, (q.cell_bottom_z + q.cell_top_z) / 2 + _HAIR_MM))


def _stop_screw(p: Sizes, q: Plan) -> Mesh:
    tip = q.cell_bottom_z - p["stop_gap_mm"]
    return _moved(_pillar(p["stop_thread_mm"], tip - _STOP_SCREW_MM - _HEAD_MM, tip), (q.stop_at, 0, 0))


def _on_cells(mesh: Mesh, p: Sizes) -> list[Mesh]:
    count = int(p["cells"])
    placed = []
    for turn in (math.radians(45 + 360 * n / count) for n in range(count)):
        matrix = _shift((p["load_radius_mm"] * math.cos(turn), p["load_radius_mm"] * math.sin(turn), 0))
        matrix[:2, :2] = [[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]
        placed.append(mesh.copy())
        placed[-1].apply_transform(matrix)
    return placed


def _board(p: Sizes, bottom: float, top: float) -> Mesh:
    side = plan(p).deck_size
    return _moved(trimesh.creation.box((side, side, top - bottom)), (0, 0, (bottom + top) / 2))


def _pillar(diameter: float, bottom: float, top: float) -> Mesh:
    pillar = trimesh.creation.cylinder(radius=diameter / 2, height=top - bottom, sections=96)
    return _moved(pillar, (0, 0, (bottom + top) / 2))


def _moved(mesh: Mesh, by: tuple[float, float, float]) -> Mesh:
    moved: Mesh = mesh.copy()
    moved.apply_translation(by)
    return moved


def _shift(by: tuple[float, float, float]) -> Array:
    matrix = np.eye(4)
    matrix[:3, 3] = by
    return matrix
