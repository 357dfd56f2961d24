"""Whether a rendered part can be printed: closed, in one piece, on the bed, no wall too thin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import trimesh

__all__ = ["LEAST_WALL_MM", "problems", "thinnest_mm"]

LEAST_WALL_MM = 1.2
_HEIGHT_MM = 200.0
_LOOKS = 1500
_OPPOSITE = -0.97  # two faces are a wall's when they look away from each other


def problems(path: Path, bed_mm: float) -> list[str]:
    """What speaks against printing this STL; empty when nothing does."""
    mesh = trimesh.load_mesh(path)
    return list(_problems(mesh, bed_mm))


def _problems(mesh: trimesh.Trimesh, bed_mm: float) -> Iterator[str]:
    if not mesh.is_watertight:
        yield "it is not watertight"
        return
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        yield "its faces look inwards"
    pieces = len(trimesh.graph.connected_components(mesh.face_adjacency, nodes=np.arange(len(mesh.faces)), engine="networkx"))
    if pieces != 1:
        yield f"it is in {pieces} pieces"
    width, depth, height = mesh.extents
    if max(width, depth) > bed_mm or height > _HEIGHT_MM:
        yield f"it does not fit the bed: {width:.0f} x {depth:.0f} x {height:.0f} mm"
    if abs(mesh.bounds[0][2]) > 0.05:
        yield "it does not stand on the bed"
    wall_mm = thinnest_mm(mesh)
    if wall_mm < LEAST_WALL_MM:
        yield f"a wall is only {wall_mm:.2f} mm"


def thinnest_mm(mesh: trimesh.Trimesh) -> float:
    """The thinnest place between two faces that look away from each other, among many looked at; deterministic."""
    points, faces = trimesh.sample.sample_surface(mesh, _LOOKS, seed=1)[:2]
    inwards = -mesh.face_normals[faces]
    hits, rays, struck = mesh.ray.intersects_location(points + 1e-3 * inwards, inwards, multiple_hits=False)
    facing = np.einsum("ij,ij->i", mesh.face_normals[struck], -inwards[rays]) < _OPPOSITE
    through_mm = np.linalg.norm(hits - points[rays], axis=1)[facing]
    return float(through_mm.min()) if len(through_mm) else float("inf")
