"""Every part rendered and looked at, every picture and drawing made: what CI renders; and what the looking notices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
import trimesh
from PIL import Image

from hardware.tools import collisions, meshes, openscad, wiring
from hardware.tools.parameters import Plan, plan, read_sizes

needs_openscad = pytest.mark.skipif(openscad.missing() is not None, reason=f"openscad cannot run here: {openscad.missing()}")
needs_wireviz = pytest.mark.skipif(wiring.missing() is not None, reason=f"wireviz cannot draw here: {wiring.missing()}")


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Renders parts on demand, each once, into one folder."""
    folder = tmp_path_factory.mktemp("parts")

    def render(*names: str) -> Path:
        for name in names:
            if not (folder / f"{name}.stl").exists():
                openscad.part(name, folder / f"{name}.stl")
        return folder

    return render


@needs_openscad
@pytest.mark.slow
@pytest.mark.parametrize("name", openscad.PRINTED)
def test_every_part_can_be_printed(name: str, rendered: Callable[..., Path]) -> None:
    """Closed, one piece, on the bed, no wall under 1.2 mm."""
    assert meshes.problems(rendered(name) / f"{name}.stl", read_sizes()["bed_mm"]) == []


@needs_openscad
@pytest.mark.slow
def test_nothing_touches_what_is_weighed(rendered: Callable[..., Path]) -> None:
    """The plate is free at rest and at its stops, each cell meets its stop; too wide a plate, too thick a deck are told."""
    folder = rendered(*collisions.PARTS_NEEDED)
    assert collisions.found(folder, read_sizes()) == []
    assert any("plate touches the deck" in told for told in collisions.found(folder, read_sizes({"plate_gap_mm": -0.5})))
    assert any("touches the deck" in told for told in collisions.found(folder, read_sizes({"deck_thickness_mm": 20})))


@needs_openscad
@pytest.mark.slow
def test_parts_and_drawings_follow_from_the_same_sizes(tmp_path: Path) -> None:
    """What Python makes of the parameters is what OpenSCAD makes of them."""
    names = [field.name for field in fields(Plan)]
    found = plan(read_sizes())
    assert openscad.echoed(names, tmp_path) == pytest.approx({name: getattr(found, name) for name in names}, rel=1e-4)


@needs_openscad
@pytest.mark.slow
@pytest.mark.parametrize("name", openscad.VIEWS)
def test_every_picture_shows_something(name: str, tmp_path: Path) -> None:
    """Each view of the guide is rendered, and more than background is on it."""
    openscad.view(name, tmp_path / f"{name}.png")
    with Image.open(tmp_path / f"{name}.png") as picture:
        colours = picture.convert("RGB").getcolors(maxcolors=10**6) or []
    assert len(colours) > 50
    assert max(count for count, _ in colours) < 0.9 * 1000 * 660


@needs_openscad
@pytest.mark.slow
def test_a_part_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """OpenSCAD's silence about an empty file is an error here."""
    with pytest.raises(openscad.RenderError):
        openscad.part("no_such_part", tmp_path / "no.stl")


@needs_wireviz
@pytest.mark.slow
def test_every_wiring_drawing_is_drawn(tmp_path: Path) -> None:
    """Picture, HTML, parts list and list of cables come out of each drawing."""
    for name in wiring.DRAWINGS:
        for path in wiring.render(name, tmp_path):
            assert path.stat().st_size > 100


def _box(size: tuple[float, float, float], at: float = 0.0) -> trimesh.Trimesh:
    box = trimesh.creation.box(size)
    box.apply_translation((at, 0, size[2] / 2))
    return box


def _tube(wall_mm: float) -> trimesh.Trimesh:
    return trimesh.creation.annulus(10.0, 10.0 + wall_mm, 20.0).apply_translation((0, 0, 10.0))


@pytest.mark.parametrize(
    ("mesh", "told"),
    [
        (_box((40, 40, 2)), None),
        (_tube(2.0), None),
        (_box((40, 40, 1.0)), "a wall is only 1.00 mm"),
        (_tube(0.8), "a wall is only 0.8"),
        (_box((230, 40, 5)), "does not fit the bed"),
        (_box((40, 40, 250)), "does not fit the bed"),
        (_box((5, 5, 5)) + _box((5, 5, 5), at=20), "in 2 pieces"),
        (_box((5, 5, 5)).apply_translation((0, 0, 1)), "does not stand on the bed"),
        (trimesh.Trimesh(_box((5, 5, 5)).vertices, _box((5, 5, 5)).faces[:-1]), "not watertight"),
    ],
)
def test_what_cannot_be_printed_is_told(mesh: trimesh.Trimesh, told: str | None, tmp_path: Path) -> None:
    """Thin walls, holes, loose pieces and what is too large are each told as what they are."""
    mesh.export(tmp_path / "part.stl")
    problems = meshes.problems(tmp_path / "part.stl", 220)
    assert (problems == []) if told is None else any(told in problem for problem in problems)
