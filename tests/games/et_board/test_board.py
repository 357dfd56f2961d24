"""The survey of E.T.'s board: what it can say, and every contradiction by name."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import SetUpError
from companion.games.etboard.board import Space, contradictions, parse, read_rings

GAME = find("et-board")
SAMPLE = boards.sample_json(GAME)


def changed(ring: int, space: int, text: str) -> list[list[str]]:
    """The sample's rings with one space printed otherwise."""
    rings = [list(row) for row in SAMPLE["rings"]]
    rings[ring - 1][space - 1] = text
    return rings


def codes(rings: Any, path: tuple[int, int] | None = None) -> list[str]:
    """The contradictions of these rings."""
    return [problem.code for problem in contradictions(read_rings(rings), path)]


def test_the_sample_is_unverified_and_contradicts_nothing() -> None:
    """It round-trips, and it never claims to be somebody's board."""
    board = parse(SAMPLE)
    assert not board.verified
    assert "not surveyed" in board.name
    assert parse(board.to_json()) == board
    assert codes(SAMPLE["rings"]) == []


def test_a_space_is_read_as_it_is_written() -> None:
    """Kinds, numbers, unknown numbers, arrows."""
    rings = read_rings([["hide ?", "hide 3", "hide roll", "arrow-bottom B", "arrow-bottom A 2", "men"]])
    assert rings[0] == (
        Space("hide"),
        Space("hide", 3),
        Space("hide-roll"),
        Space("arrow-bottom", None, "B"),
        Space("arrow-bottom", 2, "A"),
        Space("men"),
    )
    assert [str(space) for space in rings[0]][:4] == ["hide ?", "hide 3", "hide roll", "arrow-bottom B ?"]


@pytest.mark.parametrize(
    ("rings", "code"),
    [
        (changed(4, 7, "costume"), "costume-in-ring-4"),
        (changed(1, 1, "arrow-top Z 1"), "top-in-ring-1"),
        (changed(2, 5, "arrow-bottom D 2"), "letter-twice"),
        (changed(2, 1, "men"), "half-missing"),
        (changed(4, 5, "men"), "no-way-home"),
        ([[s.replace("beacon", "men") for s in ring] for ring in SAMPLE["rings"]], "no-beacon"),
        ([["men"] * 4, [], [], []], "no-way-up"),
        ([[], ["arrow-bottom A 1", "men", "men", "men"], [], []], "no-way-in"),
    ],
)
def test_what_cannot_be_on_a_real_board_is_named(rings: Any, code: str) -> None:
    """By a stable code, and in one line of English where the file is read."""
    assert code in codes(rings)
    with pytest.raises(SetUpError, match="rings: "):
        parse({**SAMPLE, "rings": rings})


def test_arrows_that_would_cross_are_noticed() -> None:
    """Three arrows come in the same order on both sides, wherever one begins to count."""
    outer = ["arrow-bottom A", "arrow-bottom B", "arrow-bottom C", "beacon"]
    same = ["arrow-top C", "arrow-top A", "men", "arrow-top B", "arrow-bottom D"]
    crossed = ["arrow-top B", "arrow-top A", "men", "arrow-top C", "arrow-bottom D"]
    assert codes([outer, same]) == []
    assert codes([outer, crossed]) == ["arrows-crossed"]


def test_all_contradictions_come_in_one_message() -> None:
    """An owner corrects them in one go."""
    with pytest.raises(SetUpError) as refused:
        parse({**SAMPLE, "rings": changed(4, 5, "costume")})
    assert "costume space" in str(refused.value)
    assert "never land" in str(refused.value)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rings", [["men", "hide two", "men", "men"]], "ring 1 space 2: the number of chips"),
        ("rings", [["men", "arrow-bottom 2", "men", "men"]], "ring 1 space 2: arrow"),
        ("rings", [["men", "arrow-bottom", "men", "men"]], "needs its letter"),
        ("rings", [["men", "men 2", "men", "men"]], "nobody understands"),
        ("rings", [["moon"] * 4], "ring 1 space 1: must be one of"),
        ("rings", [["men"] * 3], "ring 1: must list 4 to 60"),
        ("rings", [[]] * 5, "rings: must list 4 rings"),
        ("start", 99, "start:"),
        ("die", [1, 2], "die:"),
        ("landing_path", [1, 9], "landing_path:"),
        ("landing_path", [1], "landing_path:"),
        ("verified", 1, "verified:"),
        ("name", "", "name:"),
        ("colour", "red", "colour: no such key"),
    ],
)
def test_a_damaged_file_gives_one_error_that_names_the_key(key: str, value: Any, says: str) -> None:
    """A typo is found where it is."""
    with pytest.raises(SetUpError, match=says):
        parse({**SAMPLE, key: value})


def test_an_unfinished_survey_is_read_and_not_followed() -> None:
    """Rings nobody has surveyed are empty; such a board cannot be followed even by order."""
    half = {**SAMPLE, "rings": SAMPLE["rings"][:2], "verified": True}
    assert not parse(half).complete
    assert GAME.view(GAME.start(["A", "B"], {}, half), None)["followed"] is False
    with pytest.raises(SetUpError, match="no survey has ring 3, 4"):
        GAME.start(["A", "B"], {"et.follow_board": "always"}, half)


def test_a_verified_board_is_followed_without_asking() -> None:
    """Somebody has looked at every value."""
    view = GAME.view(GAME.start(["A", "B"], {}, {**SAMPLE, "verified": True}), None)
    assert (view["followed"], view["space"]) == (True, 1)
