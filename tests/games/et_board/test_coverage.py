"""Both E.T. games decide every question that was found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.games

FOLDER = Path(companion.games.__file__).parent


@pytest.mark.parametrize(("page", "letter", "last"), [("et_board", "E", 42), ("et_cards", "C", 23)])
def test_the_page_answers_every_question(page: str, letter: str, last: int) -> None:
    """None is missing, none is invented."""
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    assert re.findall(rf"^\| ({letter}\d+) \|", text, re.MULTILINE) == [f"{letter}{n}" for n in range(1, last + 1)]
