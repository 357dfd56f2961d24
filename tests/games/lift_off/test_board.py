"""The board file of Lift Off!: a survey that may be unfinished, but not contradictory."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import SetUpError

GAME = find("lift-off")
SAMPLE = boards.sample_json(GAME)


def test_the_sample_says_that_nobody_has_looked_at_a_real_board() -> None:
    """No guessed number is presented as a fact; what no source tells is unset."""
    board = boards.read(SAMPLE)
    assert not board.verified
    assert board.to_json() == SAMPLE
    assert SAMPLE["slingshot"] == {}
    assert SAMPLE["jetpack"] == {"half": 3}


def test_the_sample_agrees_with_what_the_examples_of_the_rulebook_prove() -> None:
    """Five days or more for four players; Half Moon for the Jetpack on the Star; one rocket for the Trampoline at Full."""
    assert SAMPLE["day_spots"] - SAMPLE["day_start"]["4"] >= 5
    assert SAMPLE["trampoline"]["full"] == 1
    assert {row[0] for row in SAMPLE["phases"].values()} == {"half"}


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("kind", "chess", "kind"),
        ("name", " ", "name"),
        ("verified", "yes", "verified"),
        ("phases", {"p1": []}, "phases.p1"),
        ("phases", {**SAMPLE["phases"], "p2": ["half"] * 8}, "phases.p2"),
        ("phases", {**SAMPLE["phases"], "p2": ["full", "new", "half", "half"]}, "phases"),
        ("phases", {**SAMPLE["phases"], "p3": ["dark"] * 8}, "phases.p3"),
        ("phases", {**SAMPLE["phases"], "p9": ["full"] * 8}, "phases.p9"),
        ("day_spots", 0, "day_spots"),
        ("day_start", {"2": 7}, "day_start.2"),
        ("day_start", {"6": 1}, "day_start.6"),
        ("lift_off_die", [0, 1, 2], "lift_off_die"),
        ("lift_off_die", [0, 1, 1, 2, 2, 4], "lift_off_die"),
        ("stargate_die", ["boom"] * 6, "stargate_die"),
        ("bonfire", {"full": 4}, "bonfire.full"),
        ("jetpack", {"waning": 1}, "jetpack.waning"),
        ("slingshot", {"full": ["fuel", "wild"]}, "slingshot.full"),
        ("slingshot", {"full": "fuel"}, "slingshot.full"),
        ("colour", "red", "colour"),
    ],
)
def test_a_damaged_survey_names_the_key(key: str, value: Any, named: str) -> None:
    """One clear error, beginning with the key."""
    with pytest.raises(SetUpError, match=rf"^{named}: "):
        boards.read({**SAMPLE, key: value})


def test_an_unfinished_survey_is_a_board() -> None:
    """The companion asks where a value is missing; only the numbers of spots must be known."""
    board = boards.read(
        {"kind": "moon-track", "name": "mine", "phases": {p: ["?"] * 12 for p in SAMPLE["phases"]}, "day_spots": 9}
    )
    assert board.to_json()["phases"]["p1"] == ["?"] * 12
    assert boards.read(board.to_json()) == board


def test_a_board_file_is_read_by_its_kind() -> None:
    """A ship has no kind; text that is no board names its file."""
    assert boards.read_toml((boards.FOLDER / GAME.sample_board).read_text()).to_json() == SAMPLE
    with pytest.raises(SetUpError, match=r"^board file mine\.toml: kind: must be one of moon-track"):
        boards.read_toml('kind = "planet"', "mine.toml")
    with pytest.raises(SetUpError, match="ring_edges_mm"):
        boards.read({"name": "a ship"})
