"""The phone of one seat, 390 by 844: what it shows, what it sends, and how it gets, keeps and loses its seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import seat_scenes

pytestmark = pytest.mark.browser

SCENES = list(seat_scenes.SCENES)
PROBES = (Path(__file__).resolve().parent / "probes.js").read_text()
KEY = "0123456789abcdef0123456789abcdef"
HELD = json.dumps({**seat_scenes.TAKEN, "key": KEY})


def phone(tablet: Any, scene: str, **more: Any) -> Any:
    """A phone that has a seat."""
    page = tablet.open("#/seat", scene=scene, size="phone", **more)
    page.evaluate("(held) => localStorage.setItem('companion.seat', held)", HELD)
    page.reload()
    page.wait_for_selector(".seat-head")
    return page


@pytest.mark.parametrize("scenes", [["seat-turn"], pytest.param(SCENES, marks=pytest.mark.slow)], ids=["turn", "all"])
def test_axe_finds_nothing_on_a_phone(tablet: Any, scenes: list[str]) -> None:
    """Every state of the phone's page in both themes."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only the marked tests need it

    phone(tablet, SCENES[0], reduced_motion="reduce")
    reports = {}
    for scene in scenes:
        page = tablet.show("#/seat", scene)
        for theme in ("dark", "light"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            found = Axe().run(page)
            if found.violations_count:
                reports[f"{scene} {theme}"] = found.generate_report()
    assert not reports, "\n".join(f"{scene}: {report}" for scene, report in reports.items())


@pytest.mark.parametrize("lang", ["xx", pytest.param("nl", marks=pytest.mark.slow)])
def test_everything_is_worded_large_and_on_the_screen(tablet: Any, lang: str) -> None:
    """No text of its own, targets of 48 px, nothing beside the screen, and the whole card on it without scrolling."""
    phone(tablet, SCENES[0], lang=lang)
    found = {}
    for scene in SCENES:
        page = tablet.show("#/seat", scene)
        bare = page.evaluate(f"{PROBES}.unworded()") if lang == "xx" else []
        beside = page.evaluate(f"{PROBES}.beside()")
        found[scene] = [*bare, *page.evaluate(f"{PROBES}.small(48)"), *([f"{beside} px beside"] if beside > 0 else [])]
        low = page.evaluate(
            "Math.max(0, ...[...document.querySelectorAll('.card-grid')].map((e) => e.getBoundingClientRect().bottom))"
        )
        found[scene] += [f"the card ends at {low}"] if low > 844 else []
    assert {scene: bad for scene, bad in found.items() if bad} == {}


def test_a_square_is_picked_and_then_circled(tablet: Any, service: Any) -> None:
    """A tap picks, a second one on the large button circles; before play a circle is rubbed out the same way."""
    page = phone(tablet, "seat-circled")
    assert page.locator(".seat-prompt").inner_text() == "Circle one more square"
    page.locator('[data-card-square="7"]').click()
    assert service.fake.posts == []
    page.locator('[data-circle="7"]').click()
    page.locator('[data-card-square="42"]').click()
    page.locator('[data-erase="42"]').click()
    page.locator("[data-choose]").select_option("12")
    page.locator('[data-circle="12"]').click()
    page.wait_for_timeout(200)
    sent = [body["action"] for kind, body in service.fake.posts if kind == "seat"]
    assert sent == [
        {"type": "circle", "seat": 0, "square": 7},
        {"type": "erase", "seat": 0, "square": 42},
        {"type": "circle", "seat": 0, "square": 12},
    ]
    assert service.fake.hellos[-1]["seat_key"] == KEY


WORDS = {
    "seat-turn": "Your turn",
    "seat-trapped": "Bram\N{RIGHT SINGLE QUOTATION MARK}s turn",
    "seat-sprung": "Circle a new square",
    "seat-paper": "Your card is on paper",
    "seat-over": "The tune is complete.",
}


@pytest.mark.slow
def test_the_large_words(tablet: Any) -> None:
    """Whose turn it is, what is owed, and how it ended."""
    phone(tablet, SCENES[0])
    assert {scene: tablet.show("#/seat", scene).locator(".seat-prompt").inner_text() for scene in WORDS} == WORDS


@pytest.mark.slow
def test_the_card_can_be_covered(tablet: Any) -> None:
    """Covered, no circle is on the page."""
    page = phone(tablet, "seat-turn")
    assert page.locator("[data-circled]").count() == 2
    page.locator("[data-cover]").click()
    assert page.locator("[data-circled], .card-grid").count() == 0


@pytest.mark.slow
def test_a_claim_is_used_once_and_kept_over_a_reload(tablet: Any, service: Any) -> None:
    """The claim leaves the address, the key is made here; after a reload the phone says the same key and claims nothing."""
    page = tablet.open("#/table", scene="seat-start", size="phone")
    page.goto(f"{service.url}/#c=fresh")
    page.reload()
    page.wait_for_selector(".seat-head")
    [(_, asked)] = [post for post in service.fake.posts if post[0] == "claims"]
    assert asked["claim"] == "fresh"
    assert len(asked["key"]) == 32
    assert page.evaluate("location.hash") == "#/seat"
    page.reload()
    page.wait_for_selector(".seat-head")
    assert service.fake.hellos[-1]["seat_key"] == asked["key"]
    assert len([post for post in service.fake.posts if post[0] == "claims"]) == 1


def test_a_used_claim_is_told(tablet: Any, service: Any) -> None:
    """A second phone learns that the code was used and what to do; one that has a seat learns it above its card."""
    page = tablet.open("#/table", scene="seat-start", size="phone")
    page.goto(f"{service.url}/#c=used")
    assert "used or replaced" in page.locator('[data-seat="refused"]').inner_text()
    page.evaluate("(held) => localStorage.setItem('companion.seat', held)", HELD)
    page.reload()
    page.wait_for_selector(".seat-head")
    page.evaluate("location.hash = '#c=used'")
    assert "used or replaced" in page.locator("[data-seat-problem]").inner_text()
    service.fake.show("seat-turn")
    page.wait_for_selector("[data-circled]")
    page.locator("[data-seat-problem] button").click()
    assert page.locator("[data-seat-problem]").count() == 0


@pytest.mark.slow
def test_a_phone_that_is_out_says_so(tablet: Any, service: Any) -> None:
    """Its own view does not come any more and the service does not know its key: the seat is another phone's."""
    page = phone(tablet, "seat-turn")
    service.fake.publish(service.fake.table)
    page.wait_for_selector('[data-seat="out"]')
    assert page.evaluate("localStorage.getItem('companion.seat')") == "null"


@pytest.mark.slow
def test_a_broken_connection_is_told_and_mended(tablet: Any, service: Any) -> None:
    """While the service is silent the phone says since when it is; back again, it has its seat without a tap."""
    page = phone(tablet, "seat-turn")
    service.fake.silent = True
    page.wait_for_selector(".page.seat .lost-banner", timeout=15000)
    service.fake.silent = False
    service.fake.drop()
    page.wait_for_selector(".connection[data-state=live]", timeout=15000)
    assert page.locator('[data-circled="42"]').count() == 1
