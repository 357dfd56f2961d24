"""A whole game of Close Encounters: the tablet, two phones, a card on paper; all that each screen got is looked through."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Response, WebSocket, expect
from virtual_table import Demo, until

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]

NAMES = ["Ada", "Ben", "Cy"]
ADA, BEN, CY = range(3)
BOARD = {
    "name": "Odd numbers",
    "values": {
        "rows": [". M M .", "901 902 903 904", "905 906 907 908", "909 910 911 912", "913 914 915 916", ". T T ."],
    },
}
PHONE = {"width": 390, "height": 844}
NUMBER = re.compile(r"\b9[01]\d\b")


class Screen:
    """A browser context of its own that keeps every socket message and every answer its page gets."""

    def __init__(self, browser: Browser, url: str, **size: int) -> None:
        self._context = browser.new_context(viewport=size or {"width": 1280, "height": 800}, has_touch=True, locale="en")  # type: ignore[arg-type]
        self.page: Page = self._context.new_page()
        self.got: list[str] = []
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.on("response", self._answered)
        self.page.goto(url)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.got.append(str(frame)))

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            with contextlib.suppress(Error):  # a page that leaves drops the body of what it asked last
                self.got.append(response.text())

    def close(self) -> None:
        """Put it away; no script may have failed on it."""
        self._context.close()
        assert not self.errors

    def tables(self) -> list[dict[str, Any]]:
        """The tables this screen was shown, oldest first."""
        parsed = [json.loads(text) for text in self.got if text.startswith("{")]
        return [one["table"] for one in parsed if one.get("table", {}).get("game")]

    def circle(self, square: int) -> None:
        """Tap a square of the card, then the large button."""
        self.page.locator(f'[data-card-square="{square}"]').click()
        self.page.locator(f'[data-circle="{square}"]').click()
        expect(self.page.locator(f'[data-circled="{square}"]')).to_be_visible()


def public(table: dict[str, Any]) -> set[int]:
    """The squares of which the table itself tells that something lies, stands or went there."""
    state, events = table["state"], table["events"]
    places = [*state["path"], *(chip for chip, _ in state["chips"]), *(seat["at"] for seat in state["seats"])]
    places += [event["params"].get("to") for event in events if event["code"] == "step"]
    return {place for place in [*places, state["entered"]] if isinstance(place, int)}


def bare(value: Any) -> Any:
    """A message without the board, which has every number, and without what each can do next, which has all that are free."""
    if isinstance(value, dict):
        return {name: bare(inner) for name, inner in value.items() if name not in ("board", "squares", "to")}
    return [bare(inner) for inner in value] if isinstance(value, list) else value


def told(screen: Screen, own: set[int]) -> set[int]:
    """The numbers a screen was told of before the end, that were neither its own circles nor open to all."""
    found: set[int] = set()
    open_to_all: set[int] = set()
    for text in screen.got:
        message = json.loads(text) if text.startswith("{") else text
        table = message.get("table") if isinstance(message, dict) else None
        if table and table.get("game"):
            if table["phase"] == "over":
                break
            open_to_all |= public(table)
        found |= {int(number) for number in NUMBER.findall(json.dumps(bare(message)))}
    return found - open_to_all - own


@pytest.fixture
def tablet(browser: Browser, demo: Demo) -> Iterator[Screen]:
    """The tablet on the table, with a game on a board whose numbers are nothing else's."""
    stored = demo.http.post("/api/boards/grid", json=BOARD).raise_for_status().json()
    demo.command("new-game", game="close-encounters", names=NAMES, board=stored["name"])
    screen = Screen(browser, demo.url)
    yield screen
    screen.close()


class Evening:
    """Three players: Ada and Ben with phones, Cy with paper."""

    def __init__(self, browser: Browser, demo: Demo, tablet: Screen) -> None:
        self.browser, self.demo, self.tablet = browser, demo, tablet
        self.base = demo.url.split("#", maxsplit=1)[0]

    def code(self, seat: int, button: str = "[data-join-phone]") -> str:
        """Have the tablet show a seat's code; the address in it."""
        self.tablet.page.locator('[data-open="cards"]').click()
        row = self.tablet.page.locator(f'[data-card-of="{seat}"]')
        row.locator(button).click()
        if button == "[data-lost]":
            row.locator("[data-reissue]").click()
        expect(row.locator("figure.qr img")).to_be_visible()
        shown = self.demo.http.post(f"/api/seats/{seat}/claim").raise_for_status().json()
        self.tablet.page.locator(".sheet-head button").click()
        return self.base + "#" + str(shown["url"]).partition("#")[2]

    def phone(self, seat: int, button: str = "[data-join-phone]") -> Screen:
        """Somebody scans the code of a seat."""
        screen = Screen(self.browser, self.code(seat, button), **PHONE)
        expect(screen.page.locator(".seat-head h1")).to_have_text(NAMES[seat])
        return screen

    def roll(self, seat: int, one: int, other: int) -> None:
        """Throw the electronic die twice."""
        waiting = lambda: [a for a in self.demo.table()["awaits"] if a["kind"] == "roll" and a["seat"] == seat]  # noqa: E731
        until(f"{NAMES[seat]} to roll", waiting)
        self.demo.hands("die", value=one)
        until("the first die", lambda: self.demo.table()["held_roll"] == one)
        self.demo.hands("die", value=other)
        until("both dice", lambda: self.demo.table()["held_roll"] is None)

    def step(self, *squares: int) -> None:
        """Tap the path on the tablet, square by square."""
        for square in squares:
            self.tablet.page.locator(f'[data-step-to="{square}"]').click()
            entered = lambda square=square: square in public(self.demo.table())  # noqa: E731
            until(f"square {square}", entered)

    def chips(self) -> list[int]:
        """Chips on the board, by seat."""
        return [seat["score"] for seat in self.demo.table()["seats"]]


def test_a_whole_game_with_two_phones_and_paper(browser: Browser, demo: Demo, tablet: Screen) -> None:
    """Ada's fifth trap wins; on the way Cy calls one from paper, Ben's phone is lost; nobody ever gets the others' circles."""
    evening = Evening(browser, demo, tablet)
    ada, ben = evening.phone(ADA), evening.phone(BEN)
    for square in (913, 914):
        ada.circle(square)
    for square in (904, 908):
        ben.circle(square)
    for seat, dice in ((ADA, (3, 4)), (BEN, (6, 6)), (CY, (2, 3))):
        evening.roll(seat, *dice)
    expect(ben.page.locator(".seat-prompt")).to_have_text("Your turn")
    evening.roll(BEN, 2, 3)
    evening.step(913)
    expect(ada.page.locator("[data-sprung]")).to_contain_text("913")
    expect(ben.page.locator("[data-sprung]")).to_contain_text("You are trapped on 913")
    ada.circle(915)
    evening.roll(CY, 1, 4)
    evening.step(914)
    ada.circle(916)
    assert evening.chips() == [2, 0, 0]

    evening.roll(ADA, 1, 1)
    evening.step(915, 911)
    tablet.page.locator('[data-asked="trapped"] [data-spring]').click()
    until("the call from paper", lambda: evening.chips() == [2, 0, 1])
    evening.roll(BEN, 2, 3)
    evening.step(915)
    ada.circle(910)

    new = _lost(evening, ada, ben)
    evening.roll(CY, 1, 4)
    evening.step(916)
    evening.roll(ADA, 1, 1)
    evening.step(912, 908)
    expect(new.page.locator("[data-sprung]")).to_contain_text("Your trap on 908 has sprung")
    new.circle(903)
    evening.roll(BEN, 2, 3)
    evening.step(910)
    until("the end", lambda: demo.table()["phase"] == "over")
    assert evening.chips() == [5, 1, 1]
    expect(ada.page.locator(".seat-prompt")).to_have_text("You have completed the tune!")
    expect(tablet.page.locator(".prompt-words")).to_contain_text("Ada")
    _nobody_was_told(tablet, ada, ben, new)


def _lost(evening: Evening, ada: Screen, ben: Screen) -> Screen:
    """Ben's phone is lost: the table gives the seat out anew. The old phone says why it is out, everybody is told."""
    ben.page.reload()
    expect(ben.page.locator('[data-circled="904"]')).to_be_visible()
    new = evening.phone(BEN, "[data-lost]")
    expect(ben.page.locator('[data-seat="out"]')).to_be_visible()
    for screen in (evening.tablet, ada, new):
        expect(screen.page.locator('[data-notice="seat-reissued"]')).to_contain_text("Ben")
    evening.tablet.page.locator('[data-notice="seat-reissued"] button').click()
    expect(ada.page.locator('[data-notice="seat-reissued"]')).to_have_count(0)
    for square in (904, 908):
        expect(new.page.locator(f'[data-circled="{square}"]')).to_be_visible()
    return new


def _nobody_was_told(tablet: Screen, ada: Screen, ben: Screen, new: Screen) -> None:
    """Of every socket message and answer before the end: no number but one's own circles and what lay open on the board."""
    adas, bens = {913, 914, 915, 916, 910}, {904, 908, 903}
    assert 910 in told(ada, set())  # each was told its own, so the search does find what was told
    assert told(new, set()) >= {903, 904}
    for screen, own in ((tablet, set()), (ada, adas), (ben, bens), (new, bens)):
        assert len(screen.tables()) > 10
        assert told(screen, own) == set()
        before = [table["state"] for table in screen.tables() if table["phase"] != "over"]
        assert all(state["shown"] is None for state in before)
        assert any(state["mine"] for state in before) == (screen is not tablet)
    last = tablet.tables()[-1]["state"]["shown"]
    assert 904 in last[BEN]
    for screen in (ada, ben, new):
        screen.close()
