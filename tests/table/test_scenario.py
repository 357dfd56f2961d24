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
        (GOOD.replace("Ada rolls 3", "Ada eats 3"), "nobody understands 'Ada eats 3'"),
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
