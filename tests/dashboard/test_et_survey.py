"""The E.T. board is surveyed on the page: kinds tapped around each ring."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards
from companion.games.etboard.board import RingBoard

pytestmark = pytest.mark.browser

RINGS = [
    ["playground", "hide", "beacon", "arrow-bottom", "costume"],
    ["arrow-top", "hide-roll", "arrow-bottom", "men"],
    ["arrow-top", "van", "gertie", "arrow-bottom"],
    ["arrow-top", "spacesuit", "arrow-bottom", "men"],
]


def test_a_board_is_surveyed_ring_by_ring(tablet: Any, service: Any) -> None:
    """A tap for each space; letters join the halves by themselves; contradictions are named; the rules read what is posted."""
    page = tablet.open("#/survey-et", scene="lobby")
    page.locator("[data-survey=name]").fill("Ours")
    named = page.locator("[data-contradictions]")
    for number, ring in enumerate(RINGS, start=1):
        page.locator(f"[data-ring='{number}']").click()
        for kind in ring:
            page.locator(f"[data-add={kind}]").click()
            if kind == "hide":
                page.locator("[data-value='chips 3']").click()
        if number == 2:
            assert named.count() == 0
    assert page.locator("[data-unset]").get_attribute("data-unset") == "7"
    page.locator("[data-space='3']").focus()
    page.evaluate("window.scrollTo(0, 0)")
    page.keyboard.press("Space")
    assert page.locator("[data-picked]").get_attribute("data-picked") == "3"
    page.wait_for_timeout(100)
    assert page.evaluate("window.scrollY") == 0
    page.locator("[data-remove]").click()
    assert named.get_attribute("data-contradictions") == "too-few no-way-home"
    assert page.locator("[data-save-survey]").is_disabled()
    page.locator("[data-add=hide-roll]").click()
    page.locator("[data-value='landing 2']").click()
    page.locator("[data-ring='1']").click()
    page.locator("[data-space='2']").click()
    page.locator("[data-start-here]").click()
    page.locator("[data-die]").click()
    assert named.count() == 0
    page.locator("[data-save-survey]").click()
    page.wait_for_function("() => location.hash === '#/setup'")
    kind, posted = service.fake.posts[0]
    board = boards.read({"kind": kind, "name": posted["name"], **posted["values"]})
    assert isinstance(board, RingBoard)
    assert (board.start, board.landing_path, board.die, board.complete) == (2, (3, 2), (1, 1, 2, 2, 3, 3), True)
    assert [str(space) for space in board.rings[0]] == ["playground", "hide 3", "beacon", "arrow-bottom A ?", "costume"]
    assert [str(space) for space in board.rings[1]] == ["arrow-top A ?", "hide roll", "arrow-bottom B ?", "men"]
