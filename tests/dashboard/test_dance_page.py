"""What hands do on the page of The Alien's Dance: the area of a turn, and the boards it can be played on."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_the_area_is_corrected_from_its_sheet(tablet: Any, service: Any) -> None:
    """The rolled ring in another sector, or none chosen yet: both as the table says."""
    page = tablet.open(scene="dance")
    ring = service.fake.table["state"]["ring"]
    page.locator("[data-open=correct]").click()
    chosen = page.locator("[data-area][aria-pressed=true]")
    assert chosen.get_attribute("data-area") == str((service.fake.table["state"]["area"] or [0, "none"])[1])
    page.locator("[data-area='2']").click()
    page.locator("[data-open=correct]").click()
    page.locator("[data-area=none]").click()
    page.wait_for_timeout(250)
    assert [(said["fact"], said["value"]) for said in service.fake.commands] == [("area", [ring, 2]), ("area", None)]


def test_the_other_game_on_the_ship_has_no_area(tablet: Any) -> None:
    """Balancing Aliens is corrected without it."""
    page = tablet.open(scene="roll")
    page.locator("[data-open=correct]").click()
    assert page.locator("[data-turn]").count() > 0
    assert page.locator("[data-area]").count() == 0
