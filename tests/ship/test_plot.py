"""Pictures of a capture: whole, readable by every reader, and there also when the file is damaged."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.cli_verbs.replay import write_pictures
from companion.ship.plot import pictures, tell
from companion.ship.plot.axes import Frame, span, thinned
from companion.ship.plot.svg import Canvas

SVG = "{http://www.w3.org/2000/svg}"
PLACES = {"d", "points", "x", "y", "cx", "cy", "r", "rx", "ry", "transform"}
TRUTH = [
    {"t": 36.1, "kind": "place", "n": 0, "ring": 4, "sector": 1, "x": 92.0, "y": 60.0, "g": 8.1},
    {"t": 200.0, "kind": "place", "n": 7, "ring": 1, "sector": 1, "x": 30.0, "y": 30.0, "g": 8.1},
]


def _file(folder: Path, lines: Sequence[str]) -> Path:
    path = folder / "small.capture.jsonl"
    path.write_text("".join(lines))
    return path


def _words(picture: str) -> str:
    return " ".join("".join(element.itertext()) for element in ET.fromstring(picture).iter(f"{SVG}text"))


@pytest.fixture(scope="session")
def drawn(evening: list[str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All pictures of the small evening, with a truth of two placements of which one never was called."""
    story = tell(_file(tmp_path_factory.mktemp("plot"), evening))
    return dict(pictures(story, TRUTH))


def test_there_is_one_picture_of_the_evening_and_one_for_everything_felt(drawn: dict[str, str]) -> None:
    """Three placements, a removal, and the placement that was missed, each by its name."""
    kinds = [name.split("-", 1)[-1] for name in drawn]
    assert kinds == ["evening", "place-r4s1", "place-r4s2", "place-r2s3", "remove-r4s2", "missed-place"]


def test_every_picture_is_sound_and_speaks_to_all_readers(drawn: dict[str, str]) -> None:
    """Well-formed, with a title and a description, for light and dark screens, and every coordinate a number."""
    for name, picture in drawn.items():
        root = ET.fromstring(picture)
        assert root.get("role") == "img", name
        assert root.get("aria-labelledby") == "title desc"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")
        assert "prefers-color-scheme:dark" in picture
        shapes = [
            v for e in root.iter() for k, v in e.attrib.items() if k in ("d", "points", "x", "y", "cx", "cy", "transform")
        ]
        assert shapes
        assert not [s for s in shapes if "nan" in s or "inf" in s]


def test_axes_name_their_units_and_lines_their_meaning(drawn: dict[str, str]) -> None:
    """Load in g, centre of pressure in mm, time in s, and a legend."""
    for name in ("evening", "001-place-r4s1"):
        words = _words(drawn[name])
        assert "load, g" in words
        assert "x and y, mm" in words
        assert "clock, s" in words
        assert "balance" in words


def test_the_fitted_swing_lies_on_what_was_read(evening: list[str], tmp_path: Path) -> None:
    """Every kept fit covers its own rows of the evening, although the tracker forgets them."""
    story = tell(_file(tmp_path, evening))
    assert len(story.readings) >= 4
    for reading in story.readings:
        rows = story.between(reading.t_s[0], reading.t_s[-1] + 1e-9)
        assert rows[:, 0] == pytest.approx(reading.t_s)
        assert np.abs(rows[:, 2:] - reading.path_mm).max() < 0.3


def test_a_cut_file_gives_pictures_of_what_came_before_and_one_line(
    evening: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compressed file ends in its middle: pictures up to there, the error in them and on stderr, exit 2."""
    path = tmp_path / "cut.capture.jsonl.gz"
    whole = gzip.compress("".join(evening).encode())
    path.write_bytes(whole[: len(whole) * 3 // 4])
    assert main(["replay", str(path), "--plot", str(tmp_path / "out")]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert "cut off" in err
    assert next(Path(line).name for line in out.splitlines()) == "evening.svg"
    assert "Reading ended: line" in _words((tmp_path / "out" / "evening.svg").read_text())


def test_a_capture_that_ends_before_the_game_shows_its_raw_readings(evening: list[str], tmp_path: Path) -> None:
    """A line damaged during the calibration: one picture of the cells' counts, and the line named."""
    story = tell(_file(tmp_path, [*evening[:300], "{\n", *evening[300:]]))
    written = write_pictures(story, tmp_path / "out")
    assert [path.name for path in written] == ["evening.svg"]
    assert story.error is not None
    assert story.error.startswith("line 301")
    assert "Raw readings of each cell" in _words(written[0].read_text())


def test_what_is_no_capture_gives_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a foreign file nor a missing one; each is one line and exit 2."""
    path = _file(tmp_path, ["hello\n"])
    assert main(["replay", str(path), "--plot", str(tmp_path / "out")]) == 2
    assert main(["replay", str(tmp_path / "none"), "--plot", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert list((tmp_path / "out").iterdir()) == []


def test_calls_can_be_printed_beside_the_pictures(
    evening: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json the calls are those of a replay without pictures; the truth may be named."""
    path, truth = _file(tmp_path, evening), tmp_path / "truth.jsonl"
    truth.write_text("".join(json.dumps(row) + "\n" for row in TRUTH))
    assert main(["replay", str(path), "--json"]) == 0
    plain = capsys.readouterr().out
    assert main(["replay", str(path), "--json", "--plot", str(tmp_path / "out"), "--truth", str(truth)]) == 0
    assert capsys.readouterr().out == plain
    assert "1 missed" in _words((tmp_path / "out" / "evening.svg").read_text())


def test_a_damaged_truth_is_one_line(evening: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The truth file and its line are named, and nothing is drawn; a truth without pictures is refused."""
    path = _file(tmp_path, evening[:200])
    (tmp_path / "small.truth.jsonl").write_text("{}\n")
    assert main(["replay", str(path), "--plot", str(tmp_path / "out")]) == 2
    assert "small.truth.jsonl: line 1" in capsys.readouterr().err
    assert main(["replay", str(path), "--truth", str(tmp_path / "small.truth.jsonl")]) == 2
    assert not (tmp_path / "out").exists()


def test_words_from_a_file_cannot_break_a_picture() -> None:
    """Markup and control characters in a name are shown as text."""
    canvas = Canvas(10, 10, "<a>&\x00\ud800", "b")
    canvas.text(1, 1, '"</text>\x07')
    root = ET.fromstring(canvas.render())
    assert root.findtext(f"{SVG}title") == "<a>&??"
    assert root.findtext(f"{SVG}text") == '"</text>?'


def test_a_long_line_is_thinned_without_losing_its_peaks() -> None:
    """Least and greatest of each column stay; short lines stay whole."""
    x = np.linspace(0.0, 100.0, 20_000)
    y = np.sin(x)
    y[7777] = 9.0
    thin_x, thin_y = thinned(x, y, 500)
    assert len(thin_x) == len(thin_y) <= 1000
    assert thin_y.max() == 9.0
    assert thinned(x[:10], y[:10], 500)[1] is not None
    assert len(thinned(x[:10], y[:10], 500)[0]) == 10


def test_a_range_ignores_the_wildest_values_and_never_is_empty() -> None:
    """One spike among thousands does not flatten the picture; a constant gets a width."""
    values = np.concatenate([np.zeros(5000), [1e9]])
    low, high = span(values, least=4.0)
    assert high - low == pytest.approx(4.0)
    assert span(np.array([]), least=2.0, always=[5.0])[1] > 5.0


def test_a_gap_breaks_the_curve() -> None:
    """Where samples are missing no line is drawn across."""
    canvas = Canvas(100, 100, "t", "d")
    frame = Frame(0, 0, 100, 100, (0.0, 10.0), (0.0, 1.0))
    x = np.array([0.0, 0.5, 5.0, 5.5, 6.0])
    frame.curve(canvas, x, np.array([0.1, 0.2, 0.3, np.nan, 0.5]), "s-x")
    assert len(ET.fromstring(canvas.render()).findall(f"{SVG}path")) == 3
