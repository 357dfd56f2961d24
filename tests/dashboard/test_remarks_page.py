"""What the sense remarks, why it asks, and the names that are remembered: on the page, in every size and language."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_a_remembered_name_is_forgotten(tablet: Any, service: Any) -> None:
    """Asked for first, then a tap on the name: it is offered no more, and was not taken for a player."""
    page = tablet.open("#/setup", scene="lobby")
    page.click("[data-forgetting]")
    with page.expect_request("**/api/players/forget") as asked:
        page.get_by_role("button", name="Forget Bram").click()
    assert asked.value.post_data_json == {"name": "Bram"}
    page.get_by_role("button", name="Forget Bram").wait_for(state="detached")
    page.click("[data-forgetting]")
    assert page.locator("[data-forget]").count() == 0
    assert page.get_by_role("button", name="Noor", exact=True).count() == 1
    assert page.get_by_role("button", name="Bram", exact=True).count() == 0
    assert page.locator("[data-player='0']").input_value() == ""
    assert service.fake.commands == []


@pytest.mark.parametrize("size", ["wide", "small", "tall", "phone"])
@pytest.mark.parametrize("lang", ["en", "nl"])
def test_remarks_leave_the_scores_in_sight(tablet: Any, size: str, lang: str) -> None:
    """However much the sense has to say, every score is whole on the first screen, and no remark lies over it."""
    page = tablet.open(scene="remarks", size=size, lang=lang)
    room = page.viewport_size["height"]
    notices = page.locator(".at-notices").bounding_box()
    for score in page.locator(".score-number").all():
        box = score.bounding_box()
        assert box["y"] >= notices["y"] + notices["height"] - 1
        assert box["y"] + box["height"] <= room
        assert box["height"] > 30
    assert page.locator("[data-notice=plate-blind]").bounding_box()["y"] < notices["y"] + 4, "the gravest is the first"


def test_a_remark_is_put_away_by_its_button(tablet: Any, service: Any) -> None:
    """The sense's own remarks have the notice command as all others."""
    page = tablet.open(scene="remarks")
    with page.expect_response("**/api/commands"):
        page.locator("[data-notice=ring-moved] button").click()
    sent = service.fake.commands[0]
    assert (sent["type"], sent["notice"], sent["action"]) == ("notice", "sense-ring-moved", "seen")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "For a while the ship could not be felt"), ("nl", "Het schip was even niet te voelen")]
)
def test_a_question_says_why_it_is_asked(tablet: Any, lang: str, words: str) -> None:
    """What was put down while the plate was silent."""
    page = tablet.open(scene="unseen", lang=lang)
    assert words in page.locator("main h1").inner_text()
