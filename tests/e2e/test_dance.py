"""A short game of The Alien's Dance through the tablet page: hands on the virtual ship, taps on the page."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Page, expect
from virtual_table import Demo, Players, until

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(900)]


class Dancers(Players):
    """Hands that dance: every alien brought to the area is one point for whoever rolled."""

    def bring(self, ring: int, sector: int, turn: float = 0.5) -> None:
        """Put an alien that is not aboard into an area."""
        self.due[self.awaited("place")["seat"]] += 1
        self.demo.hands("place", xy_mm=self._middle(ring, sector, turn))
        self.settled()

    def lead(self, was: int, ring: int, sector: int, turn: float = 0.5) -> None:
        """Take an alien from sector `was`, and put it into an area."""
        alien = next(one for one in self.aboard() if self._spot(one).sector == was)
        task = self.awaited("remove")
        self.demo.hands("remove", id=alien["id"])
        self.until("the taken alien to be in the hand", self._taken)
        self.due[task["seat"]] += 1
        self.demo.hands("place", xy_mm=self._middle(ring, sector, turn))
        self.settled()

    def _taken(self) -> bool:
        self.answer()
        return bool(self.demo.table()["state"]["hand"])

    def _middle(self, ring: int, sector: int, turn: float) -> tuple[float, float]:
        edges = self.shape.ring_edges_mm
        radius_mm, angle = 0.5 * (edges[ring - 1] + edges[ring]), 2 * math.pi * (sector - 1 + turn) / self.shape.sectors
        return radius_mm * math.cos(angle), radius_mm * math.sin(angle)


def test_two_players_dance_to_a_hundred(page: Page, demo: Demo) -> None:
    """The lit ring, the reserve, a wrong ring asked about, turns ended by tap and by die, an alien led elsewhere."""
    _start_game(page, demo)
    dancers = Dancers(demo, page)
    _first_turns(page, dancers)
    _wrong_ring(page, demo, dancers)
    _all_aboard(page, demo, dancers)
    _to_the_end(page, demo, dancers)
    assert demo.table()["outcome"] == {"ranking": [[0], [1]], "reason": "hundred"}


def _start_game(page: Page, demo: Demo) -> None:
    page.goto(page.url.split("#")[0] + "#/setup")
    page.locator('input[name="game"][value="aliens-dance"]').check()
    page.locator('[data-player="0"]').fill("Ada")
    page.locator('[data-player="1"]').fill("Ben")
    page.locator("[data-start]").click()
    until("the game to be on the table", lambda: (demo.table()["game"] or {}).get("id") == "aliens-dance")
    page.get_by_role("button", name="Tap the roll in").click()
    for value in (6, 2):
        page.locator(f"[data-roll='{value}']").click()
        until(
            "the roll to count",
            lambda value=value: value in [seat["start_roll"] for seat in demo.table()["state"]["seats"]],
        )
    until("the dance to begin", lambda: demo.table()["state"]["phase"] == "dancing")


def _first_turns(page: Page, dancers: Dancers) -> None:
    """Two for Ada, who passes the die on by tap; one each in turns that the next die ends."""
    dancers.roll(2)
    expect(page.locator("[data-lit='2']")).to_be_visible()
    expect(page.locator("[data-reserve='10']")).to_be_visible()
    dancers.bring(2, 1, 0.3)
    dancers.bring(2, 1, 0.7)
    expect(page.locator("[data-turn-points='2']")).to_be_visible()
    page.locator("[data-end-turn]").click()
    dancers.roll(2)
    dancers.bring(2, 3, 0.3)
    dancers.bring(2, 3, 0.7)
    dancers.roll(1)
    expect(page.locator("[data-lit='1']")).to_be_visible()


def _wrong_ring(page: Page, demo: Demo, dancers: Dancers) -> None:
    """An alien in ring 2 though ring 1 is lit: asked about, moved, and then it scores."""
    demo.hands("place", xy_mm=dancers._middle(2, 2, 0.5))
    question = dancers.until("a question", lambda: demo.table()["questions"] or None)[0]
    assert (question["code"], question["params"]["why"]) == ("does-not-fit", "wrong-ring")
    expect(page.locator(".prompt-words")).to_contain_text("not the lit ring")
    page.locator('[data-option="move-it"]').click()
    alien = next(one for one in dancers.aboard() if dancers._spot(one).sector == 2)
    demo.hands("remove", id=alien["id"])
    dancers.until("the alien to be off", lambda: len(demo.table()["inventory"]) == 4)
    dancers.bring(1, 2)


def _all_aboard(page: Page, demo: Demo, dancers: Dancers) -> None:
    """All others are out of play, by correction: the next turn has to take aliens from other sectors."""
    seq = max(event["seq"] for event in demo.table()["events"])
    demo.command("correct", seq=seq, fact="out", value=5)
    dancers.roll(1)
    expect(page.locator("[data-reserve='0']")).to_be_visible()
    dancers.lead(1, 1, 4)
    expect(page.locator(".events")).to_contain_text("took one from sector 1")


def _to_the_end(page: Page, demo: Demo, dancers: Dancers) -> None:
    """Ada has nearly a hundred points: with her next alien the dance is over."""
    seq = max(event["seq"] for event in demo.table()["events"])
    demo.command("correct", seq=seq, fact="score", value=[0, 99])
    dancers.due[0] = 99
    dancers.settled()
    dancers.roll(2)
    dancers.lead(3, 2, 1, 0.5)
    until("the end of the dance", lambda: demo.table()["phase"] == "over")
    expect(page.locator(".prompt-words")).to_contain_text("Ada")
    expect(page.locator(".prompt-words")).to_contain_text("hundred")
    assert [seat["score"] for seat in demo.table()["seats"]] == dancers.due == dancers.shown()
