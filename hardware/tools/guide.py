"""The pictures that the guide shows, and the note of what they were made from."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hardware.tools import drawings, openscad, wiring
from hardware.tools.parameters import PARTS, read_sizes

__all__ = ["PICTURES", "SOURCES", "names", "now", "render", "written"]

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
SOURCES = PICTURES / "made-from.txt"
_SHEETS = ("deck", "base", "plate-spots", "dot-ring")


def names() -> list[str]:
    """Every picture of the guide."""
    return [f"{name}.png" for name in openscad.VIEWS] + [f"{name}.svg" for name in (*_SHEETS, *wiring.DRAWINGS)]


def render() -> None:
    """Make them all anew, with the sizes as they stand in the tree."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in openscad.VIEWS:
            openscad.view(name, PICTURES / f"{name}.png")
        drawings.write(Path(scratch), read_sizes())
        for name in wiring.DRAWINGS:
            wiring.render(name, Path(scratch))
        for name in (*_SHEETS, *wiring.DRAWINGS):
            shutil.copy(Path(scratch) / f"{name}.svg", PICTURES / f"{name}.svg")
    SOURCES.write_text("".join(f"{digest}  {name}\n" for name, digest in now().items()), encoding="utf-8")


def now() -> dict[str, str]:
    """What the pictures would be made from now: each source with its digest."""
    folder = PARTS.parent
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in _sources(folder)}


def written() -> dict[str, str]:
    """What they were made from."""
    rows = (row.split("  ", 1) for row in SOURCES.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in rows}


def _sources(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("parts/*.scad"))
    yield from sorted(folder.glob("wiring/*.yml"))
    yield folder / "tools" / "openscad.py"  # where the eye stands; the flat drawings are held to their pictures byte for byte
