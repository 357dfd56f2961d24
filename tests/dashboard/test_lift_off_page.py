"""What hands do on the pages of Lift Off: the survey along the track, and what a tap sends."""

from __future__ import annotations

from typing import Any

import fake_boards
import fake_scenes
import lift_off_scenes
import pytest

from companion.games import boards, find
from companion.games.contract import Illegal

pytestmark = pytest.mark.browser

MOST_TAPS = 60
"""At five seconds a tap, with a look at the board for each, a survey takes five minutes. tests/bench/survey_time.py counts."""


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
    page.wait_for_function("() => location.hash === '#/setup'")
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


def _more(page: Any, label: str, taps: int) -> None:
    """Tap a stepper's plus."""
    for _ in range(taps):
        page.get_by_role("button", name=f"More: {label}", exact=True).click()


def _actions(service: Any) -> list[Any]:
    return [command["action"] for command in service.fake.commands if command["type"] == "act"]


def test_the_teleport_is_paid_together(tablet: Any, service: Any) -> None:
    """Fuel is shared among those on it and the player on turn; the button waits until the shares make the whole."""
    page = tablet.open(scene="lift-off-teleport")
    page.locator('[data-point="p1"]').click()
    shares = page.locator("dialog [data-share]")
    assert shares.evaluate_all("(all) => all.map((e) => e.dataset.share)") == ["0", "1", "2"]
    pay = page.locator("dialog [data-attempt]")
    assert pay.is_enabled()
    page.get_by_role("button", name="Less: Fuel of Bram").click()
    assert pay.is_disabled()
    assert page.locator("[data-shared]").inner_text() == "So far 2 of 3 Fuel."
    _more(page, "Fuel of Noor", 1)
    pay.click()
    page.wait_for_timeout(200)
    action = {"type": "attempt", "point": "p1", "paid": [[0, 1], [1, 2]]}
    assert _actions(service) == [action]
    assert _played(_scene("lift-off-teleport"), action).players[0].saved == 2


def test_a_partner_plays_a_card_from_the_sheet(tablet: Any, service: Any) -> None:
    """In teams the sheet asks whose card it is; a plain card, one with a place, and a walk of the partner's alien."""
    page = tablet.open(scene="lift-off-teams")
    for taps in ([*CARD, "[data-card=tornado]"], [*CARD, "[data-card=garglore]", "[data-to=p1]"]):
        for tap in taps:
            page.locator(tap).click()
    for tap in [*CARD, "[data-card=move-your-alien]", "[data-owner='3']", "[data-place=core]", "[data-place=e2]"]:
        page.locator(tap).click()
    page.wait_for_timeout(200)
    walk = {"type": "card", "seat": 3, "card": "move-your-alien", "owner": 3, "was": "core", "now": "e2"}
    sent = _actions(service)
    assert sent == [
        {"type": "card", "card": "tornado", "seat": 3},
        {"type": "card", "card": "garglore", "seat": 3, "to": "p1"},
        walk,
    ]
    for action in sent:
        _played(_scene("lift-off-teams"), action)


CARD = ["[data-card-sheet]", "[data-card-of='3']"]


def test_move_your_alien_takes_an_alien_off_a_platform(tablet: Any, service: Any) -> None:
    """In Cutthroat Planet anybody's: tap the card, the owner, the point."""
    page = tablet.open(scene="lift-off-cutthroat")
    for tap in ["[data-card-sheet]", "[data-card=move-your-alien]", "[data-owner='2']", ".lo-picture [data-point=p2]"]:
        page.locator(tap).click()
    page.wait_for_timeout(200)
    [action] = _actions(service)
    assert action == {"type": "card", "card": "move-your-alien", "owner": 2, "was": "pad2", "now": "p2"}
    assert _played(_scene("lift-off-cutthroat"), action).points[1].standing == ()


CORRECTIONS = [
    ("turn", 2, ["[data-fact=turn-2]"]),
    ("score", [1, 5], ["Aliens of Bram", "[data-set=score-1]"]),
    ("moon", 4, ["Spot of the Moon (the Star is 0)", "[data-set=moon]"]),
    ("sun", 3, ["Spot of the Sun (the first is 0)", "[data-set=sun]"]),
    ("sun", None, ["[data-fact=sun-null]"]),
    ("garglore", "pool", ["[data-fact=garglore-pool]"]),
    ("forced", "new", ["[data-fact=forced-new]"]),
    ("points", ["stargate", "rocket-ship", "ufo", "miracle"], ["[data-fact=kind-stargate]"]),
    ("standing", ["p1", [1, 0, 2]], ["On the platform: Saskia", "[data-set=standing]"]),
    ("paid", ["p1", {"fuel": 0, "screw": 1, "action": 0}], ["Paid: Screw", "[data-set=paid]"]),
    ("lying", [0, {"e1": 1, "p1": 0, "e2": 0, "p2": 0, "e3": 1, "p3": 0, "e4": 0, "p4": 0}], ["exit A", "[data-set=lying]"]),
    ("cards", [0, 1], ["Cards in the hand of Noor", "[data-set=cards-0]"]),
]


def test_every_fact_is_corrected_from_the_page(tablet: Any, service: Any) -> None:
    """On the table it is so: the page sends the fact, and the rules take it."""
    page = tablet.open(scene="lift-off-teams")
    page.locator("[data-open=correct]").click()
    for taps in (taps for _, _, taps in CORRECTIONS):
        for tap in taps:
            if tap.startswith("["):
                page.locator(tap).click()
            else:
                _more(page, tap, 1)
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)
    told = [(command["fact"], command["value"]) for command in service.fake.commands if command["type"] == "correct"]
    assert told == [(fact, value) for fact, value, _ in CORRECTIONS]
    for fact, value in told:
        _played(_scene("lift-off-teams"), {"type": "correct", "fact": fact, "value": value})


def test_the_end_can_be_corrected_and_the_beginning_too(tablet: Any, service: Any) -> None:
    """Resource cards and going on once it is over; the sky and lying aliens before the first turn."""
    page = tablet.open(scene="lift-off-over")
    page.locator("[data-open=correct]").click()
    _more(page, "Resource cards of Bram", 2)
    page.locator("[data-set=resources-1]").click()
    page.locator("[data-fact=phase-play]").click()
    page.wait_for_timeout(100)
    sent = [(command["fact"], command["value"]) for command in service.fake.commands]
    assert sent == [("resources", [1, 2]), ("phase", "play")]
    page = tablet.show("#/table", "lift-off-tiles")
    page.keyboard.press("Escape")
    page.locator("[data-open=correct]").click()
    assert page.locator("[data-fact^=garglore]").count() == 5
    assert page.locator("[data-set=moon]").count() == 1


def test_one_changes_between_tracker_and_full_both_ways(tablet: Any, service: Any) -> None:
    """One button of the sheet Correct; what it sends, the rules take."""
    for scene, value in (("lift-off", "tracker"), ("lift-off-tracker", "full")):
        page = tablet.open(scene=scene)
        page.locator("[data-open=correct]").click()
        page.locator(f"[data-detail={value}]").click()
        page.wait_for_timeout(100)
        action = service.fake.commands[-1]["action"]
        assert action == {"type": "detail", "value": value}
        assert _played(_scene(scene), action).detail == value


def _scene(name: str) -> Any:
    """The state of a scene, as the rules keep it."""
    run = lift_off_scenes.SCENES[name]().table.run
    assert run is not None
    return run.scene.state


def _played(state: Any, action: dict[str, Any]) -> Any:
    after = find("lift-off").act(state, action)
    assert not isinstance(after, Illegal), after
    return after


def test_a_stored_board_is_surveyed_again(tablet: Any, service: Any) -> None:
    """The set-up leads to the chosen board's survey; it shows what is known, and one tap corrects it."""
    page = tablet.open("#/survey-lift-off/moon-track-ours", scene="lobby")
    page.wait_for_function("() => document.querySelector('[data-survey=name]').value === 'Ours'")
    assert page.locator("[data-unset]").get_attribute("data-unset") == "2"
    page.locator('input[name="jetpack-new"] >> nth=3').evaluate("(element) => element.click()")
    page.locator("[data-save-survey]").click()
    page.wait_for_function("() => location.hash === '#/setup'")
    _, posted = service.fake.posts[0]
    stored = fake_boards.OURS["values"]
    assert (posted["name"], posted["values"]["phases"]) == ("Ours", stored["phases"])
    assert posted["values"]["jetpack"] == {**stored["jetpack"], "new": 4}
    page.locator('input[name="game"][value="lift-off"]').check(force=True)
    assert page.locator("[data-survey-again]").get_attribute("href") == "#/survey-lift-off/moon-track-ours"


def test_a_ship_is_measured_again_and_a_lost_board_is_said(tablet: Any, service: Any) -> None:
    """The stored ring lines are there; a name without a board, or with one of another kind, begins a new survey and says so."""
    page = tablet.open("#/survey/attic-ship", scene="lobby")
    page.wait_for_function("() => document.querySelector('[data-survey=name]').value === 'Attic ship'")
    page.locator("[data-save-survey]").click()
    page.wait_for_function("() => location.hash === '#/setup'")
    _, posted = service.fake.posts[0]
    assert posted["ring_edges_mm"] == fake_scenes.BOARD["ring_edges_mm"]
    for gone in ("survey/gone", "survey-et/attic-ship", "survey-close-encounters/attic-ship", "survey/moon-track-ours"):
        page = tablet.show(f"#/{gone}", "lobby")
        page.wait_for_selector(".toast")
        assert "no board of that name" in page.locator(".toast").inner_text()
        assert page.locator("[data-survey=name]").input_value() == ""
        page.locator(".toast .button.icon").click()
        page.wait_for_selector(".toast", state="detached")
