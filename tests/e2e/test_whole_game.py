"""A whole game through the tablet page: hands on the virtual ship, taps on the page, nothing in between left out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from virtual_table import Demo, Players, until

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(900)]

QUIET_MS = 4000  # as long as it takes to sit down again: the ship is compared with the inventory after a second of quiet
SENDING = [(1, 3), (3, 3), (2, 3), (4, 3), (1, 2), (3, 2)]  # sector, ring: the ship stays about level


def _start_game(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#/setup")
    page.locator('[data-player="0"]').fill("Ada")
    page.locator('[data-player="1"]').fill("Ben")
    page.locator("[data-start]").click()
    expect(page.locator(".prompt-words")).to_be_visible()


def _start_rolls(page: Page, demo: Demo) -> None:
    """The first player rolls higher, by tapping in what the wooden die shows."""
    page.get_by_role("button", name="Tap the roll in").click()
    for value in (6, 2):
        page.locator(f"[data-roll='{value}']").click()
        until("the roll to count", lambda value=value: value in _rolls(demo))
    until("the game to begin", lambda: demo.table()["state"]["phase"] == "sending")


def _rolls(demo: Demo) -> list[int | None]:
    return [seat["start_roll"] for seat in demo.table()["state"]["seats"]]


def test_two_players_play_a_whole_game(page: Page, demo: Demo) -> None:
    """With an undo, a reload, an unplug, a question and a crash, the page ends with the players' own count."""
    _start_game(page)
    _start_rolls(page, demo)
    players = Players(demo, page)
    for sector, ring in SENDING:
        players.roll(sector)
        players.place(ring, sector)
        players.settled()
    _undo_and_redo(page, players)
    _reload(page, players)
    _unplug(page, demo, players)
    _question(page, demo, players)
    _crash(page, demo, players)
    _send_the_rest(demo, players)
    _bring_home(demo, players)
    expect(page.locator(".prompt-words")).to_contain_text("Ada" if players.due[0] > players.due[1] else "Ben")
    assert demo.table()["phase"] == "over"
    assert [seat["score"] for seat in demo.table()["seats"]] == players.due == players.shown()


def _undo_and_redo(page: Page, players: Players) -> None:
    """The last placement is taken out: its score goes, and the page says which alien is not scored; then it is put back."""
    before = players.shown()
    page.locator('[data-step="undo"]').click()
    until("the score to go back", lambda: players.shown() != before)
    assert sum(players.shown()) < sum(before)
    expect(page.locator('[data-notice="not-scored"]')).to_be_visible()
    page.locator('[data-step="redo"]').click()
    players.settled()


def _reload(page: Page, players: Players) -> None:
    """A reloaded page shows the same scores."""
    page.reload()
    until("the scores after a reload", lambda: players.shown() == players.due, 10)


def _unplug(page: Page, demo: Demo, players: Players) -> None:
    """The sensor's cable is out: the page says so, keeps the score, and goes on by itself once it is back."""
    demo.hands("unplug")
    expect(page.locator("[data-device]")).to_be_visible(timeout=15000)
    assert players.shown() == players.due
    demo.hands("replug")
    expect(page.locator("[data-device]")).to_have_count(0, timeout=30000)
    page.wait_for_timeout(QUIET_MS)


def _question(page: Page, demo: Demo, players: Players) -> None:
    """An alien put down while the cable is out was not felt: once it is back, the table asks, and the answer scores it."""
    ring = 2
    players.roll(2)
    demo.hands("unplug")
    expect(page.locator("[data-device]")).to_be_visible(timeout=15000)
    players.place(ring, 2)
    page.wait_for_timeout(QUIET_MS)
    demo.hands("replug")
    question = players.until("a question", lambda: demo.table()["questions"] or None)[0]
    assert ring in {option["ring"] for option in question["options"]}
    players.settled()


def _crash(page: Page, demo: Demo, players: Players) -> None:
    """An alien is pushed over the rim: the player whose turn it was pays two points for each that fell."""
    seat = demo.table()["state"]["blame"]
    assert players.crash(seat) > 0
    players.settled()
    expect(page.locator(".events")).to_contain_text("fell")


def _send_the_rest(demo: Demo, players: Players) -> None:
    """The bag is emptied, each alien into the sector that has fewest."""
    while demo.table()["state"]["phase"] == "sending":
        standing = players.sectors()
        sector = min(range(1, 5), key=standing.count)
        players.roll(sector)
        players.place(1 + standing.count(sector), sector, turn=0.3 + 0.2 * standing.count(sector))
        players.settled()


def _bring_home(demo: Demo, players: Players) -> None:
    """Alien by alien back into the bag, from the sector that has most."""
    while demo.table()["phase"] == "playing":
        standing = players.sectors()
        sector = max(set(standing), key=standing.count)
        players.roll(sector)
        players.remove(sector)
        players.settled()
