"""Scenario files, played through the real table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.scenario import run_files, shipped
from companion.table.scenario_file import ScenarioError

GOOD = """
title: A placement
game: balancing-aliens
why: It shows the format.
setup:
  players: [Ada, Ben]
steps:
  - Ada rolls 5
  - Ben rolls 3
  - Ada rolls 3
  - Ada places ring 5 sector 3
holds:
  scores: {Ada: 5}
"""


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_every_shipped_scenario_holds(path: Path) -> None:
    """Each file is a statement about the game, and true of the real table."""
    said: list[str] = []
    assert run_files([path], said.append) == 0, said


def write(folder: Path, text: str) -> Path:
    """A scenario file with this text."""
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_expectation_that_does_not_hold_is_printed_and_fails(tmp_path: Path) -> None:
    """The line says where, what was expected and what is."""
    said: list[str] = []
    assert run_files([write(tmp_path, GOOD.replace("Ada: 5}", "Ada: 6}"))], said.append) == 1
    assert said[0] == "mine.yaml: at the end: scores: expected {'Ada': 6}, is {'Ada': 5, 'Ben': 0}"


def test_an_action_that_should_have_been_refused_is_printed(tmp_path: Path) -> None:
    """A negative step fails when the action is taken."""
    said: list[str] = []
    text = GOOD.replace("  - Ada places ring 5 sector 3", "  - do: Ada places ring 5 sector 3\n    refused: not-your-sector")
    assert run_files([write(tmp_path, text)], said.append) == 1
    assert "expected to be refused as not-your-sector, but it was taken" in said[0]


def test_an_unexpected_refusal_is_printed(tmp_path: Path) -> None:
    """The code says why; the scenario goes on."""
    said: list[str] = []
    assert run_files([write(tmp_path, GOOD.replace("sector 3", "sector 4"))], said.append) == 1
    assert "refused: not-your-sector" in said[0]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("title: [", "cannot be read"),
        (GOOD.replace("why: It shows the format.", ""), "why is missing"),
        (GOOD.replace("balancing-aliens", "chess"), "there is no game 'chess'"),
        (GOOD.replace("setup:", "setup:\n  colour: red"), "unknown key 'colour'"),
        (GOOD.replace("Ada rolls 3", "Ada eats 3"), "nobody understands 'Ada eats 3'; the nearest is 'Ada rolls 3'"),
        (GOOD.replace("Ada rolls 3", "Adas own alien falls"), "the nearest is 'the own alien falls'"),
        (GOOD.replace("[Ada, Ben]", "[Ada, Yes]"), "write 'True' in quotes"),
        (GOOD.replace("- Ada rolls 3", "- {die: three}"), "step 3 .die: three.: a value is of the wrong kind"),
        (GOOD.replace("Ada rolls 3", "Zoe rolls 3"), "there is no player 'Zoe'"),
        (GOOD.replace("- Ada rolls 3", "- {do: Ada rolls 3, undo: true}"), "exactly one of"),
        (GOOD.replace("- Ada rolls 3", "- {felt: music}"), "cannot feel 'music'"),
        (GOOD.replace("- Ada rolls 3", "- {answer: nothing}"), "no question to answer"),
        ("just text", "must be a table"),
        (GOOD.replace("Ada places ring 5 sector 3", "3 fall from 99999999 x ring 5 sector 3"), "more than there can be"),
    ],
)
def test_a_file_that_is_no_scenario_is_one_clear_error(damage: str, message: str, tmp_path: Path) -> None:
    """It names the file and what to change."""
    with pytest.raises(ScenarioError, match=message) as caught:
        run_files([write(tmp_path, damage)], print)
    assert str(caught.value).startswith("mine.yaml: ")


def test_a_byte_order_mark_in_front_of_a_scenario_is_no_damage(tmp_path: Path) -> None:
    """Some editors put one there."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert run_files([path], print) == 0


@pytest.mark.parametrize(
    ("was", "becomes", "word"),
    [
        ("  - Ada rolls 5", "  - die: [1]", "step 1"),
        ("  - Ada rolls 5", "  - undo: .inf", "step 1"),
        ("  - Ada rolls 5", "  - correct: 5", "step 1"),
        ("  - Ada rolls 5", "  - do: {}", "step 1"),
        ("  - Ada rolls 5", "  - {do: Ada rolls 5, then: 5}", "step 1"),
        ("  players: [Ada, Ben]", "  players: [Ada, Ben]\n  house rules: {zz: 1}", "setup"),
        ("  players: [Ada, Ben]", "  players: [Ada, Ben]\n  mode: [x]", "setup"),
        ("why: It shows the format.", "why: 2020-13-45", "cannot be read"),
        ("why: It shows the format.", "why: " + "[" * 3000 + "]" * 3000, "nested too deeply"),
    ],
)
def test_a_file_of_the_wrong_shape_is_one_error(tmp_path: Path, was: str, becomes: str, word: str) -> None:
    """Whatever kind of value stands there, the error names the file and the place."""
    with pytest.raises(ScenarioError, match=f"^mine.yaml: .*{word}"):
        run_files([write(tmp_path, GOOD.replace(was, becomes))], lambda _line: None)


def test_people_need_not_write_like_a_machine(tmp_path: Path) -> None:
    """Number words, articles, a comma in a spot, a full stop, small letters, the game's title."""
    text = GOOD.replace("balancing-aliens", "Balancing Aliens").replace("Ada rolls 3", "ada rolls a 3.")
    more = """Ada puts an alien on ring 5, sector 3
  - an alien falls from ring 5, sector 3, charged to Ben
  - Ben rolls 6
  - Ben's own alien falls
holds:
  order: [Ada, Ben]"""
    assert run_files([write(tmp_path, text.replace("Ada places ring 5 sector 3\nholds:", more))], [].append) == 0


def test_a_damaged_file_keeps_no_other_from_being_played(tmp_path: Path) -> None:
    """It is named at the end; a folder and a missing file are told apart."""
    said: list[str] = []
    with pytest.raises(ScenarioError) as found:
        run_files([tmp_path / "none.yaml", tmp_path, write(tmp_path, GOOD)], said.append)
    assert said == ["1 of 1 scenarios hold"]
    assert "there is no such file; " in str(found.value)
    assert "is a folder" in str(found.value)


def test_a_ranking_may_name_single_places_plainly(tmp_path: Path) -> None:
    """One list for a place is needed only where it is shared; an unknown expectation names the nearest."""
    over = GOOD.replace("holds:", "  - correct: {aboard: [10 x ring 1 sector 1]}\nholds:\n  ranking: [Ada, Ben]\n  score: 5")
    said: list[str] = []
    assert run_files([write(tmp_path, over)], said.append) == 1
    assert said[:-1] == ["mine.yaml: at the end: score: expected 5, is no such thing as 'score'; did you mean 'scores'?"]


def test_undoing_past_the_start_says_so(tmp_path: Path) -> None:
    """The step is quoted with its number of undos."""
    said: list[str] = []
    run_files([write(tmp_path, GOOD.replace("holds:", "  - undo: 9\nholds:"))], said.append)
    assert said[0] == "mine.yaml: step 5 (undo: 9): refused: nothing-to-undo (there is nothing left to undo)"
