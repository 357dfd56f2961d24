"""OpenSCAD as a command: parts to STL, views of the assembly to PNG."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.tools.parameters import PARTS, Sizes

__all__ = ["PRINTED", "VIEWS", "RenderError", "echoed", "missing", "part", "view"]

PRINTED: Mapping[str, int] = {
    "plate_carrier": 1,
    "cell_mount": 4,
    "foot": 4,
    "node_tray": 1,
    "die_box": 1,
    "die_lid": 1,
    "button_bar": 1,
    "button_lid": 1,
    "tilt_cradle": 1,
    "cable_clip": 1,
    "dot_template": 1,
}
"""Every part to print, and how many of it."""

VIEWS: Mapping[str, str] = {
    "overview": "40,-70,0,56,0,24,1380",
    "apart": "0,0,110,74,0,30,1300",
    "base": "0,10,0,42,0,0,1150",
    "cell": "35,0,0,68,0,32,330",
    "section": "0,0,8,80,0,45,520",
    "corner": "175,175,0,74,0,48,360",
    "tilt": "0,70,62,84,0,90,420",
    "template": "75,70,0,34,0,0,520",
    "die": "0,0,25,48,0,22,300",
    "bar": "0,0,20,44,0,16,520",
}
"""Views of the assembly that are pictures: middle, angles and distance of the eye."""

_SECONDS = 240
_SIZE = "1000,660"


class RenderError(Exception):
    """OpenSCAD did not make what it was asked for; its own words."""


def missing() -> str | None:
    """What keeps OpenSCAD from running here, or None."""
    lacking = [name for name in ("openscad", "xvfb-run") if shutil.which(name) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else None


def part(name: str, to: Path, sizes: Sizes | None = None) -> None:
    """Render one part to STL."""
    _run(["openscad", *_settings(sizes), "-o", str(to), str(PARTS / f"{name}.scad")], to)


def view(name: str, to: Path, sizes: Sizes | None = None) -> None:
    """Take one picture of the assembly."""
    eye = ["--imgsize", _SIZE, "--camera", VIEWS[name], "--projection", "p", "--colorscheme", "Tomorrow"]
    scene = ["-D", f'view="{name}"', *_settings(sizes), "-o", str(to), str(PARTS / "assembly.scad")]
    _run(["xvfb-run", "-a", "openscad", *eye, *scene], to)


def echoed(names: Sequence[str], scratch: Path) -> dict[str, float]:
    """What derived.scad makes of these names."""
    page = scratch / "echo.scad"
    asked = "\n".join(f'echo(str("{name}=", {name}));' for name in names)
    page.write_text(f"include <{PARTS / 'derived.scad'}>\n{asked}\n", encoding="utf-8")
    told = _told(["openscad", "-o", str(scratch / "echo.echo"), str(page)])
    rows = (scratch / "echo.echo").read_text(encoding="utf-8") if (scratch / "echo.echo").exists() else told
    pairs = [row.split('"')[1].split("=") for row in rows.splitlines() if row.startswith("ECHO")]
    return {name: float(value) for name, value in pairs}


def _settings(sizes: Sizes | None) -> list[str]:
    return [word for name, value in (sizes or {}).items() for word in ("-D", f"{name}={value:g}")]


def _told(command: list[str]) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)  # noqa: S603 -- our own words
    return ran.stdout + ran.stderr


def _run(command: list[str], to: Path) -> None:
    to.unlink(missing_ok=True)
    told = _told(command)
    if "WARNING" in told or "ERROR" in told or not to.exists() or not to.stat().st_size:
        raise RenderError(f"{to.name}: {told.strip() or 'nothing was written'}")
