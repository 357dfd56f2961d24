"""Every point, card and variant has a scenario, and every decision an answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.games
from companion.games.liftoff.board import KINDS
from companion.games.liftoff.variants import CARDS, VARIANTS

FOLDER = Path(companion.games.__file__).parent
FILES = {path.stem: path.read_text(encoding="utf-8") for path in (FOLDER / "scenarios" / "lift-off").glob("*.yaml")}
WANTED = [f"point-{kind}" for kind in KINDS] + [f"card-{card}" for card in CARDS] + [f"variant-{name}" for name in VARIANTS]


@pytest.mark.parametrize("name", WANTED)
def test_each_point_card_and_variant_has_a_scenario(name: str) -> None:
    """A file of its own, which plays what it is named after."""
    assert name in FILES
    kind, what = name.split("-", 1)
    said = {"point": what, "card": f"plays {what.replace('-', ' ')}", "variant": f"liftoff.variant={what}"}[kind]
    assert said in FILES[name] or (what == "move-the-moon" and "moves the Moon" in FILES[name])


def test_the_rulebooks_examples_are_played() -> None:
    """First turns, the middle of the game, the last turn."""
    assert {"example-first-turns", "example-middle-of-the-game", "example-last-turn"} <= set(FILES)


def test_lift_off_decides_l1_to_l56() -> None:
    """The page answers every question that was found."""
    page = (FOLDER / "lift_off.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (L\d+) \|", page, re.MULTILINE) == [f"L{n}" for n in range(1, 57)]


def test_the_page_lists_every_variant_point_and_card() -> None:
    """A stranger finds each name that actions and views use."""
    page = (FOLDER / "lift_off.md").read_text(encoding="utf-8")
    assert [name for name in (*KINDS, *CARDS, *VARIANTS) if f"`{name}`" not in page] == []
