"""Board files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli_w

from companion.games import boards, find
from companion.games.contract import SetUpError

GAME = find("balancing-aliens")


def test_the_sample_board_says_that_nobody_has_verified_it() -> None:
    """No guessed number is presented as a fact."""
    board = boards.sample(GAME)
    assert not board.verified
    assert boards.parse(board.to_json()) == board


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("points", [1, 2]),
        ("points", []),
        ("points", [1, 2, 3, 4, 5, "6"]),
        ("ring_edges_mm", [30, 20]),
        ("ring_edges_mm", "wide"),
        ("ring_edges_mm", [30.0, float("nan")]),
        ("sectors", 0),
        ("foot_radius_mm", True),
        ("foot_radius_mm", 10**400),
        ("ring_edges_mm", [30, 10**400]),
        ("name", "a\x00b"),
        ("aliens", 10.5),
        ("name", ""),
        ("verified", 1),
        ("side", "under"),
    ],
)
def test_a_damaged_board_names_the_key(key: str, value: Any) -> None:
    """One clear error, beginning with the key."""
    with pytest.raises(SetUpError, match=rf"^{key}: "):
        boards.parse({**boards.sample(GAME).to_json(), key: value})


@pytest.mark.parametrize("key", ["name", "ring_edges_mm", "points", "sectors", "foot_radius_mm", "aliens"])
def test_a_missing_key_is_named(key: str) -> None:
    """A file without one of them says which."""
    data = boards.sample(GAME).to_json()
    del data[key]
    with pytest.raises(SetUpError, match=rf"^{key}: missing"):
        boards.parse(data)


def test_an_unknown_key_is_named() -> None:
    """A typo never passes."""
    with pytest.raises(SetUpError, match="colour: no such key"):
        boards.parse({**boards.sample(GAME).to_json(), "colour": "black"})


def test_text_that_is_no_toml_is_refused_by_file_name() -> None:
    """The error names the file."""
    with pytest.raises(SetUpError, match=r"board file mine\.toml: not TOML"):
        boards.parse_toml("points = [", "mine.toml")


def test_a_byte_order_mark_in_front_of_a_board_is_no_damage(tmp_path: Path) -> None:
    """Some editors put one there."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + tomli_w.dumps(boards.sample(GAME).to_json()).encode())
    assert boards.load(path).to_json() == boards.sample(GAME).to_json()
