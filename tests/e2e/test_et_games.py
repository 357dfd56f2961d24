"""A whole game of each E.T. game through the tablet page: number buttons and die through their ports, the rest by taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from virtual_table import Demo, until

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]

NAMES = ["Ada", "Ben"]


def _start(page: Page, demo: Demo, game: str) -> None:
    demo.command("new-game", game=game, names=NAMES, mode="manual")
    page.goto(page.url.split("#")[0] + "#/table")
    page.locator('[data-asked="first"] [data-answer="0"]').click()
    until("the first turn", lambda: demo.table()["state"]["turn"] == 0)


def _scores(demo: Demo) -> list[int]:
    return [seat["score"] for seat in demo.table()["seats"]]


def _awaited(demo: Demo, kind: str) -> int:
    """The seat of the await of this kind, once there is one."""
    found = until(f"{kind} to be awaited", lambda: [a for a in demo.table()["awaits"] if a["kind"] == kind] or None)
    return int(found[0]["seat"])


def _throw(demo: Demo, number: int, face: int) -> int:
    """Say a number by its button, and throw the box's die: faces 1 to 6 show 1, 1, 2, 2, 3, 3."""
    seat = _awaited(demo, "call")
    demo.hands("press", button=f"number-{number}")
    until("the number to be heard", lambda: demo.table()["state"]["call"] == number)
    demo.hands("die", value=face)
    _awaited(demo, "space")
    return seat


def test_et_is_brought_home(page: Page, demo: Demo) -> None:
    """Eight beacons, a flight, a match, three arrows and the Landing Site; the page ends with the players' own count."""
    _start(page, demo, "et-board")
    due = [0, 0]
    for number in range(8):
        seat = _throw(demo, 1, 1 if number == 3 else 6)
        page.locator('[data-answer="beacon"]').click()
        due[seat] += 3
        until("the part", lambda number=number: demo.table()["state"]["transmitter"] == number + 1)
    _fly(page, demo, due)
    for ring in (2, 3, 4):
        seat = _throw(demo, 2, 6)
        page.locator('[data-kind="arrow-bottom"]').click()
        page.locator('[data-answer="arrow-bottom 2"]').click()
        due[seat] += 2
        until("the next ring", lambda ring=ring: demo.table()["state"]["ring"] == ring)
    seat = _throw(demo, 2, 6)
    page.locator('[data-answer="arrow-bottom"]').click()
    due[seat] += 3
    until("the end", lambda: demo.table()["phase"] == "over")
    assert _scores(demo) == due
    expect(page.locator(".prompt-words")).to_contain_text(NAMES[due.index(max(due))])


def _fly(page: Page, demo: Demo, due: list[int]) -> None:
    """Men With Flashlights: the first guess is wrong, the other player's right, and that one flies to the playground."""
    seat = _throw(demo, 3, 1)
    page.locator('[data-answer="men"]').click()
    due[seat] -= 1
    page.locator('[data-answer="false"]').click()
    assert until("the other's guess", lambda: _awaited(demo, "guess") == 1 - seat)
    page.locator('[data-answer="true"]').click()
    page.locator('[data-asked="fly"] [data-answer="playground"]').click()
    due[1 - seat] += 2
    until("the landing", lambda: _scores(demo) == due)


TURNS = [
    ("au", "ssst", "[data-keep='ssst au']", [2, 0]),
    ("gevaar", "ssst", "[data-wrong]", [2, 0]),
    ("opbellen", "gevaar", "[data-wrong]", [2, 0]),
    ("bluf", "au", "[data-keep='nothing']", [2, 0]),
    ("opbellen", "vlieg", "[data-keep='opbellen vlieg']", [3, 0]),
    ("ssst", "bluf", "[data-peek]", [3, 0]),
    ("bluf", "bluf", "[data-keep='bluf']", [4, 0]),
]


def test_the_four_adventures_are_collected(page: Page, demo: Demo) -> None:
    """Three taps a turn: two kinds, and the guess with what is kept; danger comes and goes, and the fourth adventure wins."""
    _start(page, demo, "et-cards")
    for number, (one, other, answer, scores) in enumerate(TURNS):
        until("the turn", lambda number=number: demo.table()["state"]["turn"] == number % 2)
        page.locator(f'[data-card-told="{one}"]').click()
        page.locator(f'[data-card-told="{other}"]').click()
        page.locator(answer).click()
        until("the count", lambda scores=scores: _scores(demo) == scores and not demo.table()["state"]["held"])
        seat = demo.table()["state"]["seats"][0]
        assert seat["danger"] == (number in (2, 3))
    assert demo.table()["phase"] == "over"
    expect(page.locator(".prompt-words")).to_contain_text("Ada")
    expect(page.locator('[data-card="opbellen"]')).to_have_count(1)
