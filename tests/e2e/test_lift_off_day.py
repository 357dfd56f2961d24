"""A day of Lift Off! on an iPad-sized page: taps on the planet, the end-turn button and the die through their ports."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from virtual_table import Demo, until

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]

IPAD = {"width": 1024, "height": 768}
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
THREE_ROCKETS = 6
"""The sample's Lift Off die has 0, 1, 1, 2, 2, 3: a plain die's six counts for three rockets."""
APART_S = 1.1


@pytest.fixture
def ipad(browser: Browser, demo: Demo) -> Iterator[Page]:
    """The page of an iPad, opened by the address the demo printed; no script error may happen."""
    context = browser.new_context(viewport=IPAD, has_touch=True, locale="en")
    errors: list[str] = []
    tab = context.new_page()
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(demo.url)
    expect(tab.locator('.top-bar .connection[data-state="live"]')).to_be_visible()
    yield tab
    context.close()
    assert not errors


def _state(demo: Demo) -> dict[str, Any]:
    return demo.table()["state"]


def _start(ipad: Page) -> None:
    ipad.goto(ipad.url.split("#")[0] + "#/setup")
    ipad.locator('input[name="game"][value="lift-off"]').check(force=True)
    ipad.locator("[data-add-player]").click()
    ipad.locator("[data-add-player]").click()
    for seat, name in enumerate(NAMES):
        ipad.locator(f'[data-player="{seat}"]').fill(name)
    ipad.locator('input[name="liftoff.set_up"][value="first-game"]').check(force=True)
    ipad.locator("[data-start]").click()
    ipad.get_by_role("group", name="Or who tells").get_by_role("button", name="Ada").click()
    expect(ipad.locator(".prompt-words")).to_contain_text("has 2 moves")


def _end_turn(demo: Demo, ipad: Page) -> None:
    """The physical button: the Moon goes one spot on, on the page as well."""
    moon = _state(demo)["moon"]
    time.sleep(APART_S)
    demo.hands("press", button="end-turn")
    until("the Moon to move", lambda: _state(demo)["moon"] != moon)
    expect(ipad.locator(".lo-planet")).to_have_attribute("aria-label", re.compile(f"the Moon is on spot {(moon + 1) % 8} of 8"))


def _move(ipad: Page, was: str, now: str) -> None:
    ipad.locator(f'[data-place="{was}"]').click()
    ipad.locator(f'[data-place="{now}"]').click()


def _against_the_rules(ipad: Page, demo: Demo) -> None:
    """Too far: the page names the rule and offers that it happened anyway; then it is undone."""
    _move(ipad, "core", "p3")
    expect(ipad.locator(".toast")).to_contain_text("That is not the next place.")
    expect(ipad.locator(".toast")).to_contain_text("Rule")
    ipad.locator("[data-anyway]").click()
    until("the ruling to count", lambda: _state(demo)["aliens"]["p3"] == [1, 0, 0, 0])
    expect(ipad.locator(".event-line").first).to_contain_text("ruled at the table")
    ipad.locator('[data-step="undo"]').click()
    until("the undo", lambda: _state(demo)["aliens"]["p3"] == [0, 0, 0, 0])


def _launch_from_the_bonfire(ipad: Page, demo: Demo) -> None:
    """Step on the platform, pay for a try, and the electronic die brings the alien home."""
    ipad.locator('[data-point="p2"]').click()
    ipad.locator("dialog [data-stand]").click()
    until("an alien on the platform", lambda: _state(demo)["points"]["p2"]["standing"] == [0])
    expect(ipad.locator('.lo-picture [data-point="p2"]')).to_have_class(re.compile(r"\bready\b"))
    ipad.locator('[data-point="p2"]').click()
    ipad.locator("dialog [data-attempt]").click()
    expect(ipad.locator(".prompt-words")).to_contain_text("rolls for the Bonfire")
    demo.hands("die", value=THREE_ROCKETS)
    expect(ipad.locator('[data-score][data-seat="0"]')).to_have_attribute("data-score", "1")


def test_four_players_play_a_day(ipad: Page, demo: Demo) -> None:
    """Two rounds bring the Moon round to the Star: one alien is saved, and a day has passed."""
    _start(ipad)
    days = _state(demo)["days_left"]
    expect(ipad.locator(".lo-days")).to_have_attribute("data-days", str(days))
    _against_the_rules(ipad, demo)
    _move(ipad, "core", "e2")
    _move(ipad, "e2", "p2")
    until("the alien at the Bonfire", lambda: _state(demo)["aliens"]["p2"] == [1, 0, 0, 0])
    expect(ipad.locator(".prompt-words")).to_contain_text("has no moves left")
    for name in ("Dan", "Cleo", "Ben", "Ada"):
        _end_turn(demo, ipad)
        expect(ipad.locator(".prompt-words")).to_contain_text(name)
    _launch_from_the_bonfire(ipad, demo)
    for _ in range(4):
        _end_turn(demo, ipad)
    expect(ipad.locator(".lo-days")).to_have_attribute("data-days", str(days - 1))
    buttons = [event for event in demo.table()["events"] if event["code"] == "end-turn"]
    assert {event["source"]["kind"] for event in buttons} == {"button"}
    ipad.reload()
    expect(ipad.locator('[data-score][data-seat="0"]')).to_have_attribute("data-score", "1")
