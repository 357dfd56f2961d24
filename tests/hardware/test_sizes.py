"""The sizes of the set-up: that they fit together, and that page, drawings and calibration agree on them."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import ezdxf
import pytest

from companion.devices.serial_ship import CORNERS_MM
from companion.games.boards import load
from companion.setup.calibration import MASS_AT_MM
from companion.setup.calibration import plan as steps
from hardware.tools import drawings, guide
from hardware.tools.__main__ import main as render
from hardware.tools.parameters import PARTS, cells_mm, conflicts, plan, read_sizes, sizes_of_board
from hardware.tools.shapes import Arc, Circle, Line, Shape

GUIDE = (PARTS.parent / "BUILD.md").read_text()


def test_every_line_of_the_parameters_is_read() -> None:
    """No parameter is written in a way that the drawings would miss."""
    rows = [row for row in (PARTS / "parameters.scad").read_text().splitlines() if row and not row.startswith("/")]
    assert len(rows) == len(read_sizes())


def test_the_sizes_fit_together() -> None:
    """As drawn the set-up can be built, and the plate is flush with the deck."""
    p = read_sizes()
    assert conflicts(p) == []
    assert plan(p).deck_bottom_z + p["deck_thickness_mm"] == pytest.approx(plan(p).plate_top_z)
    assert plan(p).deck_size == 420


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "bed_mm=wide"], "bed_mm needs a number after ="),
        (["--set", "bed_mm=inf"], "bed_mm needs a number after ="),
        (["--set", "bed=1"], "no such size: bed"),
        (["--guide", "--set", "bed_mm=200"], "takes neither --board nor --set"),
        (["--guide", "--board", "ours.toml"], "takes neither --board nor --set"),
        (["--board", "nowhere.toml"], "board file nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_asked_for_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong word ends with one line and exit code 2, and nothing is rendered."""
    with pytest.raises(SystemExit) as ended:
        render(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"plate_diameter_mm": 160}, "130 to 150"),
        ({"deck_thickness_mm": 18}, "touches the cells"),
        ({"pad_height_mm": 2}, "touches the cells"),
        ({"mount_height_mm": 5}, "mount's floor"),
        ({"stop_gap_mm": 0}, "never stops"),
        ({"stop_block_mm": 8}, "as high as the cell"),
        ({"plate_gap_mm": 0.2}, "rubs"),
        ({"plate_gap_mm": 6}, "fall into the gap"),
        ({"load_radius_mm": 65}, "miss the carrier"),
        ({"load_radius_mm": 15}, "meet in the middle"),
        ({"deck_margin_mm": 10}, "hardly wider"),
        ({"tray_from_middle_mm": 100}, "meets the cell mounts"),
        ({"tilt_hole_radius_mm": 72}, "come up at the plate"),
        ({"post_bolt_mm": 50}, "touch the table"),
    ],
)
def test_what_cannot_be_built_is_told(changed: dict[str, float], told: str) -> None:
    """Each size that spoils the build is named as what it spoils."""
    assert any(told in problem for problem in conflicts(read_sizes(changed)))


def test_a_misspelt_size_is_refused() -> None:
    """A name that is none must not pass for a change."""
    with pytest.raises(KeyError):
        read_sizes({"plate_diametre_mm": 150})


def test_the_sample_ship_is_what_is_drawn() -> None:
    """Without a board file everything is drawn for the sample ship's board file."""
    p = read_sizes()
    assert sizes_of_board(drawings.BOARD) == {name: p[name] for name in sizes_of_board(drawings.BOARD)}


def test_the_companion_knows_where_the_cells_are() -> None:
    """`cells_mm` in the guide, and without it the companion's default, is where the bolts in the cells' free ends are."""
    block = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert block
    for told in (tomllib.loads(block[1])["cells_mm"], CORNERS_MM):
        assert all(math.dist(one, other) < 0.1 for one, other in zip(told, cells_mm(read_sizes()), strict=True))


def test_the_reference_mass_stands_wholly_on_the_plate() -> None:
    """At none of its five spots does the mass rest on the deck."""
    reach = max(math.hypot(*spot) for spot in MASS_AT_MM) + drawings.MASS_FOOT_MM / 2
    assert reach < read_sizes()["plate_diameter_mm"] / 2


def test_the_calibration_dots_are_where_the_calibration_asks_for_them() -> None:
    """The template's hole is on the radius that the guide of the calibration names."""
    aliens = [step for step in steps(load(drawings.BOARD).shape) if step.code == "alien"]
    assert {step.params["at"][0] for step in aliens} == {read_sizes()["dot_radius_mm"]}


def test_drawings_are_at_true_size(tmp_path: Path) -> None:
    """An SVG's millimetres are millimetres, and the DXF says the same in its layers."""
    drawings.write(tmp_path, read_sizes())
    page = ET.parse(tmp_path / "deck.svg").getroot()
    assert (page.get("width"), page.get("viewBox")) == ("440mm", "0 0 440 440")
    deck = ezdxf.readfile(tmp_path / "deck.dxf")
    assert not deck.audit().errors
    assert deck.units == ezdxf.units.MM
    diameters = sorted(2 * circle.dxf.radius for circle in deck.modelspace().query('CIRCLE[layer=="CUT"]'))
    assert diameters == [4.0, 6.5, 6.5, 6.5, 6.5, 143.0]


def test_the_base_has_a_hole_for_every_screw() -> None:
    """Two M5 and one stop a cell, four corners, four small ones for the tray."""
    holes = sorted(s.diameter for s in drawings.base(read_sizes()) if isinstance(s, Circle) and s.layer == "cut")
    assert holes == [3.0] * 4 + [4.5] * 4 + [5.5] * 8 + [6.5] * 4


def _reached(shapes: Iterable[Shape]) -> Iterator[tuple[float, float]]:
    """Points that a drawing reaches."""
    for shape in shapes:
        match shape:
            case Circle(_, (x, y), diameter):
                yield from ((x + dx * diameter / 2, y + dy * diameter / 2) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
            case Line(_, start, end):
                yield from (start, end)
            case Arc(_, (x, y), radius, first, last):
                turns = (math.radians(first + (last - first) * n / 20) for n in range(21))
                yield from ((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def test_paper_fits_its_page() -> None:
    """Nothing of a template lies off its page, whatever the ship."""
    for changed in ({}, {"ship_diameter_mm": 420.0}, {"sectors": 3}, {"sectors": 2, "ship_diameter_mm": 900.0}):
        for sheet in drawings.sheets(read_sizes(changed)):
            for x, y in _reached(sheet.shapes):
                assert sheet.corner[0] <= x <= sheet.corner[0] + sheet.size[0]
                assert sheet.corner[1] <= y <= sheet.corner[1] + sheet.size[1]


def test_the_drawings_in_the_guide_are_these(tmp_path: Path) -> None:
    """The committed drawings are what the tools draw now."""
    drawings.write(tmp_path, read_sizes())
    stale = [f.name for f in tmp_path.glob("*.svg") if f.read_text() != (guide.PICTURES / f.name).read_text()]
    assert stale == []
