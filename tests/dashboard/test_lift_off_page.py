"""What hands do on the pages of Lift Off: the survey along the track, and what a tap sends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find

pytestmark = pytest.mark.browser

MOST_TAPS = 60
"""At five seconds a tap, with a look at the board for each, a survey takes five minutes."""


def test_a_board_is_surveyed_along_the_track(tablet: Any, service: Any) -> None:
    """Few taps make a board; contradictions are named as they arise; what nobody looked at is posted as such and counted."""
    page = tablet.open("#/survey-lift-off", scene="lobby")
    taps = ["[data-usual]"]
    taps += [f'input[name="start-{n}"] >> nth={spot}' for n, spot in ((2, 4), (3, 3), (4, 2), (5, 1))]
    taps += [f'input[name="{tile}-{phase}"] >> nth={n}' for tile in ("bonfire", "trampoline") for n, phase in enumerate(PHASES)]
    taps += ["[data-die=lift_off_die]", *["[data-face='lift_off_die 4']"] * 3]
    page.locator("[data-survey=name]").fill("Ours")
    for tap in taps:
        page.locator(tap).evaluate("(element) => element.click()")
    assert len(taps) < MOST_TAPS
    assert page.locator("[data-contradictions]").count() == 0
    assert page.locator("[data-unset]").get_attribute("data-unset") == "6"
    spot = page.locator("[data-spot='1']")
    spot.click()
    assert page.locator("[data-contradictions] li").all_inner_texts() == ["The Moon is never full for point 1: look again."]
    assert page.locator("[data-save-survey]").is_disabled()
    for _ in range(3):
        spot.click()
    page.locator("[data-save-survey]").click()
    page.wait_for_function("location.hash === '#/setup'")
    kind, posted = service.fake.posts[0]
    assert (kind, posted["name"]) == ("moon-track", "Ours")
    board = boards.read({"kind": kind, "name": "Ours", **_told(posted["values"])}).to_json()
    assert board["phases"] == boards.sample_json(find("lift-off"))["phases"]
    assert board["day_start"] == {"2": 4, "3": 3, "4": 2, "5": 1}
    assert board["lift_off_die"] == [0, 1, 2, 3, 3, 1]


PHASES = ("full", "half", "new")


def _told(value: Any) -> Any:
    return {key: _told(item) for key, item in value.items() if item is not None} if isinstance(value, dict) else value


def test_a_tap_cites_what_the_table_waits_for(tablet: Any, service: Any) -> None:
    """Two taps move an alien; one on a button ends the turn; a card is played from its sheet."""
    page = tablet.open(scene="lift-off")
    awaited = {task["kind"]: task["id"] for task in service.fake.table["awaits"]}
    page.locator("[data-place=core]").click()
    assert page.locator(".lo-place.open").evaluate_all("(all) => all.map((e) => e.dataset.place)") == ["e1", "e2", "e3", "e4"]
    page.locator("[data-place=e2]").click()
    page.locator("[data-card-sheet]").click()
    page.locator("[data-card=garglore]").click()
    page.locator("[data-to=p1]").click()
    page.locator("[data-end-turn]").click()
    page.wait_for_timeout(300)
    sent = [(command["await_id"], command["action"]) for command in service.fake.commands]
    assert sent == [
        (awaited["move"], {"type": "move", "was": "core", "now": "e2"}),
        (awaited["card"], {"type": "card", "card": "garglore", "to": "p1"}),
        (awaited["end-turn"], {"type": "end-turn"}),
    ]
