"""The pages of the devices, in a real browser: how they are, and what the plate is taught."""

from __future__ import annotations

from typing import Any


def test_the_plate_is_calibrated_step_by_step(tablet: Any, service: Any) -> None:
    """The guide's steps are worded and drawn; its buttons are pressed on the tablet."""
    page = tablet.open("#/calibrate", scene="lobby")
    page.click("[data-press='start']")
    page.wait_for_selector(".plate-spot")
    assert "Put the 200 g on the mark" in page.locator("h2.calibrate-words").inner_text()
    page.click("[data-press='ready']")
    page.wait_for_timeout(300)
    assert service.fake.posts == [("calibration", {"press": "start", "grams": 200}), ("calibration", {"press": "ready"})]
    assert "within 5 mm" in page.locator("[data-good]").inner_text()


def test_a_known_plate_is_checked_and_its_difficulty_noted(tablet: Any, service: Any) -> None:
    """A calibrated plate offers the check with one alien and the note, and the mass typed is asked for; a bad end is worded."""
    known = {"calibrated": True, "difficulty": {"ring": 4, "aliens": 1}}
    service.fake.guide = {**service.fake.guide, **known}
    page = tablet.open("#/calibrate", scene="lobby")
    assert page.locator("[data-difficulty]").inner_text() == "Noted: 1 on ring 4"
    page.get_by_role("button", name="More: Ring").click()
    page.click("[data-press='note']")
    page.fill("input[aria-label='The known mass, in grams']", "137.5")
    page.click("[data-press='start']")
    page.wait_for_selector(".plate-spot")
    assert ("calibration", {"press": "note", "ring": 2, "aliens": 1}) in service.fake.posts
    assert ("calibration", {"press": "start", "grams": 137.5}) in service.fake.posts
    found = {"ship_g": 401.2, "alien_g": 6.4, "off_mm": 2.0}
    service.fake.guide = {**service.fake.guide, "kind": "check", "phase": "failed", "problem": "check-alien", "found": found}
    page.wait_for_selector("[data-problem='check-alien']")
    assert "6.4 g" in page.locator("[data-problem]").inner_text()
    assert page.locator("[data-press='use']").count() == 0


def test_each_devices_numbers_are_shown(tablet: Any) -> None:
    """The diagnostics page tells a device's own name, its pace and noise, and what was counted; zeros are left out."""
    page = tablet.open("#/diagnostics", scene="lost")
    numbers = page.locator("[data-numbers]").first
    numbers.wait_for()
    told = "ship-k7f2q9ab · opened 2 80.3 samples a second · noise 21, 25.2 counts · drift 1.5, -2 counts a minute"
    assert numbers.inner_text() == f"{told} · last sample 12 ms ago · also connected and not used: ship-new"
