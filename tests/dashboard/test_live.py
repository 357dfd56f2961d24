"""What hands do on the pages, and what the pages do when the service is silent, gone or says no."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

pytestmark = pytest.mark.browser
UNPLUG = """() => {
  window.RealSocket = window.WebSocket;
  window.WebSocket = class { constructor() { throw new Error('no network'); } };
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def _sent(service: Any, count: int = 1) -> list[dict[str, Any]]:
    """The commands that arrived, as soon as there are `count`."""
    found: list[dict[str, Any]] = service.fake.commands
    end = time.monotonic() + 30
    while len(found) < count and time.monotonic() < end:
        time.sleep(0.02)
    assert len(found) >= count, f"{len(found)} of {count} commands arrived within half a minute: {found}"
    return found


def test_a_roll_is_tapped_in(tablet: Any, service: Any) -> None:
    """A tap on a face of the die answers the await with that roll."""
    tablet.open().click("[data-roll='4']")
    sent = _sent(service)[0]
    assert (sent["type"], sent["await_id"]) == ("act", "9.roll")
    assert sent["action"] == {"type": "roll", "value": 4}


def test_an_alien_is_placed_by_tapping_the_picture(tablet: Any, service: Any) -> None:
    """Without a sensor a tap on an area of the ship places an alien there."""
    page = tablet.open(scene="manual")
    box = page.locator(".at-ship .ship-disc").bounding_box()
    away = 140 * math.cos(math.pi / 4) * box["width"] / (2 * 176)
    page.mouse.click(box["x"] + box["width"] / 2 - away, box["y"] + box["height"] / 2 - away)
    assert _sent(service)[0]["action"] == {"type": "place", "ring": 6, "sector": 2}


def test_an_alien_is_placed_with_the_keyboard_alone(tablet: Any, service: Any) -> None:
    """Every open area of the picture takes the focus and acts on Enter."""
    page = tablet.open(scene="manual")
    page.locator("[data-ring='2'][data-sector='3']").focus()
    page.keyboard.press("Enter")
    assert _sent(service)[0]["action"] == {"type": "place", "ring": 2, "sector": 3}


def test_an_alien_is_placed_with_large_buttons(tablet: Any, service: Any) -> None:
    """Instead of the picture: the sector first, then the ring."""
    page = tablet.open(scene="manual")
    page.click("[data-pick-sector='3']")
    page.click("[data-pick-ring='5']")
    assert _sent(service)[0]["action"] == {"type": "place", "ring": 5, "sector": 3}


def test_a_question_is_answered_on_the_picture_or_beside_it(tablet: Any, service: Any) -> None:
    """The letters on the ship and the large answers mean the same."""
    page = tablet.open(scene="question")
    page.locator(".ship-letter text", has_text="B").click()
    page.click("[data-option='c']")
    assert [command["option"] for command in _sent(service, 2)] == ["b", "c"]


def test_undo_is_always_there_and_for_each_event(tablet: Any, service: Any) -> None:
    """The large Undo takes the newest entry, the one in the list its own."""
    page = tablet.open()
    page.click("[data-step='undo']")
    page.locator("[data-seq='12'] [data-undo-event]").click()
    assert [(c["type"], c["seq"]) for c in _sent(service, 2)] == [("undo", 13), ("undo", 12)]


def test_the_last_three_events_tell_their_source(tablet: Any) -> None:
    """What happened last stays on the page with where it came from."""
    lines = tablet.open().locator(".event-line")
    assert lines.count() == 3
    assert "felt, 97 % sure" in lines.nth(2).inner_text()
    assert "tapped in" in lines.nth(0).inner_text()


def test_a_notice_is_settled_with_its_own_buttons(tablet: Any, service: Any) -> None:
    """An alien that is not scored is shown, with the two ways to settle it."""
    page = tablet.open(scene="notice")
    page.locator("[data-notice='not-scored'] button").first.click()
    assert _sent(service)[0] == {"type": "notice", "notice": "n1", "action": "score-it"}


def test_an_unplugged_ship_is_said_and_the_game_goes_on_by_tapping(tablet: Any, service: Any) -> None:
    """The fault says what to do; one button goes on without the ship."""
    page = tablet.open(scene="lost")
    assert "Plug its cable in again" in page.locator("[data-device='plate']").inner_text()
    page.locator("[data-device='plate'] button").click()
    assert _sent(service)[0] == {"type": "mode", "mode": "manual"}


def test_a_score_is_corrected_in_the_sheet(tablet: Any, service: Any) -> None:
    """On the table it is so: a score is set with two taps, citing the newest entry."""
    page = tablet.open()
    page.click("[data-open='correct']")
    page.get_by_role("button", name="More: Score of Noor").click()
    page.click("[data-save-score='0']")
    assert _sent(service)[0] == {"type": "correct", "seq": 13, "fact": "score", "value": [0, 15]}
    page.wait_for_selector("dialog", state="detached")


def test_a_fall_is_told_by_tapping(tablet: Any, service: Any) -> None:
    """Which aliens fell is tapped, who pays is chosen."""
    page = tablet.open(scene="manual")
    page.click("[data-open='fell']")
    page.locator("fell-sheet .correct-ship .button").first.click()
    page.locator("fell-sheet label", has_text="Nobody").locator("input").check()
    page.click("[data-fell='1']")
    action = _sent(service)[0]["action"]
    assert (action["type"], action["count"], action["blamed"]) == ("fell", 1, None)
    assert len(action["gone"]) == 1


def test_follow_mode_has_its_two_buttons(tablet: Any, service: Any) -> None:
    """Six and pass are pressed on the tablet where there is no button box."""
    page = tablet.open(scene="follow")
    page.click("[data-press='six']")
    page.click("[data-press='pass']")
    assert [command["button"] for command in _sent(service, 2)] == ["six", "pass"]


def test_a_refusal_is_said_in_words_and_changes_nothing(tablet: Any, service: Any) -> None:
    """The service's no is shown for long enough to be read; numbers stay."""
    page = tablet.open()
    service.fake.refuse = {
        "type": "about:blank",
        "title": "no",
        "status": 409,
        "detail": "gone",
        "code": "await-gone",
        "params": {},
    }
    page.click("[data-roll='4']")
    page.wait_for_selector(".toast")
    assert "already settled" in page.locator(".toast").inner_text()
    assert page.locator("[data-seat='0']").inner_text() == "14"


def test_a_score_that_is_news_counts_up(tablet: Any, service: Any) -> None:
    """The new score is reached, and what it gained is shown beside it."""
    page = tablet.open()
    table = {**service.fake.table}
    table["seats"] = [{**seat, "score": seat["score"] + (4 if seat["seat"] == 0 else 0)} for seat in table["seats"]]
    service.fake.publish(table)
    page.wait_for_selector(".score-gain")
    page.wait_for_function("() => document.querySelector('[data-seat=\"0\"]').innerText === '18'")
    assert page.locator(".score-gain").inner_text() == "+4"


def test_the_drawing_leans_with_the_ship_but_not_for_those_who_want_calm(tablet: Any) -> None:
    """The disc is tilted by the sensor's lean; with reduced motion only its value is shown."""
    page = tablet.open()
    page.wait_for_function("() => document.querySelector('.ship-disc').style.transform.includes('rotate3d')")
    assert "1.6° lean" in page.locator(".ship-reading").inner_text()
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => document.querySelector('.ship-disc').style.transform === 'none'")


def test_a_lost_connection_is_said_with_its_moment_and_healed(tablet: Any, service: Any) -> None:
    """Dropped sockets show in the banner, numbers turn grey, and the page is right again by itself."""
    page = tablet.open()
    page.evaluate(UNPLUG)
    service.fake.drop()
    page.wait_for_selector(".lost-banner")
    assert "Not connected since" in page.locator(".lost-banner").inner_text()
    assert page.locator(".table.is-old").count() == 1
    service.fake.show("place")
    page.evaluate("() => { window.WebSocket = window.RealSocket; }")
    page.wait_for_selector(".lost-banner", state="detached", timeout=10000)
    page.wait_for_function("() => document.querySelector('.prompt-words').innerText.includes('sector 3')")


def test_a_silent_service_is_stale_before_it_is_gone(tablet: Any, service: Any) -> None:
    """A socket that says open but hears nothing is not trusted."""
    page = tablet.open()
    service.fake.silent = True
    page.wait_for_selector(".connection[data-state='stale']", timeout=9000)
    assert "may be old" in page.locator(".lost-banner").inner_text()


def test_a_page_that_slept_is_right_within_two_seconds(tablet: Any, service: Any) -> None:
    """On coming back the socket is replaced at once, whatever it claims to be."""
    page = tablet.open()
    service.fake.silent = True
    hellos = len(service.fake.hellos)
    page.evaluate(HIDE, True)
    page.wait_for_timeout(1000)
    service.fake.show("place")
    service.fake.silent = False
    page.evaluate(HIDE, False)
    page.wait_for_function("() => document.querySelector('.prompt-words').innerText.includes('sector 3')", timeout=2000)
    assert len(service.fake.hellos) == hellos + 1


def test_the_table_key_leaves_the_address_and_is_kept(tablet: Any, service: Any) -> None:
    """The key in the fragment is taken once, sent in the hello, and never seen again."""
    page = tablet.open("#k=0123456789abcdef")
    assert page.url.endswith("#/table")
    assert service.fake.hellos[-1]["key"] == "0123456789abcdef"
    page.reload()
    page.wait_for_selector(".connection[data-state=live]")
    assert service.fake.hellos[-1]["key"] == "0123456789abcdef"


def test_sound_is_off_until_a_tap(tablet: Any) -> None:
    """No page makes a noise before somebody asked for it."""
    page = tablet.open()
    assert page.locator("[data-sound]").get_attribute("data-sound") == "off"
    page.click("[data-sound]")
    page.wait_for_selector("[data-sound='on']")


def test_the_wake_lock_badge_tells_the_truth(tablet: Any) -> None:
    """It says active only when the browser granted it."""
    page = tablet.open()
    page.wait_for_function("() => document.querySelector('[data-wake]').dataset.wake !== 'idle'")
    state = page.locator("[data-wake]").get_attribute("data-wake")
    granted = page.evaluate("navigator.wakeLock ? navigator.wakeLock.request('screen').then(() => true, () => false) : false")
    assert (state == "active") == granted


def test_a_game_is_set_up_and_started(tablet: Any, service: Any) -> None:
    """Names (typed or remembered), mode, board and house rules go into one command."""
    page = tablet.open("#/setup", scene="lobby")
    page.fill("[data-player='0']", "Mila")
    page.get_by_role("button", name="Bram", exact=True).click()
    page.locator("summary").click()
    page.locator("[data-rule='aliens.fallen'] label").nth(1).locator("input").check()
    page.click("[data-start]")
    sent = _sent(service)[0]
    assert sent["names"] == ["Mila", "Bram"]
    assert sent["options"] == {"aliens.fallen": "back-to-pouch"}
    assert (sent["mode"], sent["board"]) == ("ship", "attic-ship")
    page.wait_for_selector(".prompt-words")


def test_people_come_late_leave_and_are_skipped(tablet: Any, service: Any) -> None:
    """While a game runs, set-up is the list of who sits at the table."""
    page = tablet.open("#/setup", scene="roll")
    page.fill("[data-join]", "Mila")
    page.get_by_role("button", name="Joins late").click()
    page.click("[data-leave='0']")
    page.click("[data-skip]")
    actions = [command["action"] for command in _sent(service, 3)]
    assert actions == [{"type": "join", "name": "Mila"}, {"type": "leave", "seat": 0}, {"type": "skip"}]


def test_a_ship_is_measured(tablet: Any, service: Any) -> None:
    """The survey posts what was measured, lines moved by a tap included."""
    page = tablet.open("#/survey", scene="lobby")
    page.fill("[data-survey='name']", "Attic ship")
    box = page.locator(".survey-ship .ship-disc").bounding_box()
    per_mm = box["width"] / (2 * 176)
    page.mouse.click(box["x"] + box["width"] / 2 + 74 * per_mm, box["y"] + box["height"] / 2 + 2)
    page.click("[data-save-survey]")
    page.wait_for_selector("[data-start]")
    name, board = service.fake.posts[0]
    assert (name, board["name"], board["side"]) == ("boards", "Attic ship", "balancing")
    assert board["ring_edges_mm"][2] == pytest.approx(74, abs=1)
    assert board["ring_edges_mm"][-1] == 150


def test_an_alien_is_dragged_from_the_bag_on_to_the_virtual_ship(tablet: Any, service: Any) -> None:
    """Letting go on the ship places it there, letting go beside the ship takes it off."""
    page = tablet.open("#/bench")
    page.wait_for_selector("[data-bag]")
    board = page.locator(".bench-board svg").bounding_box()
    middle = (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    bag = page.locator("[data-bag] text").bounding_box()
    _drag(page, (bag["x"] + 4, bag["y"] + 4), (middle[0] + 60, middle[1]))
    alien = page.locator("[data-alien='2'] .body").last.bounding_box()
    _drag(page, (alien["x"] + 6, alien["y"] + 12), (board["x"] + board["width"] - 12, board["y"] + 12))
    posts = [post for kind, post in service.fake.posts if kind == "bench"]
    assert posts[0]["do"] == "place"
    assert posts[0]["xy_mm"][0] == pytest.approx(60 / board["width"] * 450, abs=3)
    assert posts[1] == {"do": "remove", "id": 2}


def _drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)


def test_the_virtual_table_works_with_the_keyboard(tablet: Any, service: Any) -> None:
    """Arrow keys push an alien, Delete takes it off; an area instead of a drag."""
    page = tablet.open("#/bench")
    page.wait_for_selector("[data-alien='1']")
    page.locator("[data-alien='1']").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    page.locator("[data-alien='1']").focus()
    page.keyboard.press("Delete")
    page.locator("bench-page [data-pick-sector='1']").click()
    page.locator("bench-page [data-pick-ring='2']").click()
    page.wait_for_timeout(300)
    posts = [post for kind, post in service.fake.posts if kind == "bench"]
    assert posts[0] == {"do": "nudge", "id": 1, "dxy_mm": [6, 0]}
    assert posts[1] == {"do": "remove", "id": 1}
    assert posts[2] == {"do": "place", "xy_mm": [42.4, 42.4]}


def test_the_machine_is_switched_off_safely(tablet: Any, service: Any) -> None:
    """The menu asks the service to go down and says when to pull the plug."""
    page = tablet.open()
    page.click("[data-open='menu']")
    page.click("[data-power]")
    page.wait_for_selector(".toast")
    assert "Wait for its light" in page.locator(".toast").inner_text()
    assert service.fake.posts == [("power", None)]


def test_theme_and_language_are_remembered(tablet: Any) -> None:
    """A choice in the menu holds after a reload."""
    page = tablet.open()
    page.click("[data-open='menu']")
    page.locator("input[value='nl']").check()
    page.wait_for_function("() => document.documentElement.lang === 'nl'")
    assert page.evaluate("localStorage.getItem('companion.language')") == "nl"
    assert "gooit de dobbelsteen" in page.locator(".prompt-words").inner_text()


def test_an_event_is_changed_after_seeing_what_that_does(tablet: Any, service: Any) -> None:
    """Replacing shows its effects first; only then it is done."""
    page = tablet.open()
    page.locator("[data-seq='13'] [data-change-event]").click()
    page.click("change-sheet [data-roll='5']")
    page.click("[data-change]")
    sent = [command for command in _sent(service, 2) if command["type"] == "replace"]
    assert [command["preview"] for command in sent] == [True, False]
    assert sent[1]["action"] == {"type": "roll", "value": 5}


def test_a_doubted_measurement_is_kept(tablet: Any, service: Any) -> None:
    """What the plate felt around an event is saved on request, and the page says where."""
    page = tablet.open()
    page.locator("[data-seq='11'] [data-change-event]").click()
    page.click("[data-dispute]")
    page.wait_for_selector(".toast")
    assert "game-7-event-11.jsonl" in page.locator(".toast").inner_text()
    assert service.fake.posts == [("dispute", 11)]


def test_the_history_marks_dates_that_nobody_set(tablet: Any) -> None:
    """A game begun before the companion's clock was set shows no date as if it were one."""
    page = tablet.open("#/history", scene="lobby")
    page.wait_for_selector(".game-link")
    assert page.locator(".game-link", has=page.locator("[data-undated]")).count() == 1
    assert "Game 4" in page.locator(".game-link", has=page.locator("[data-undated]")).inner_text()


def test_a_games_journal_is_offered_as_a_file(tablet: Any) -> None:
    """A game's page offers its own journal, kept as a file named after the game."""
    page = tablet.open("#/history/5", scene="lobby")
    offer = page.locator("a[download]")
    offer.wait_for()
    assert (offer.get_attribute("href"), offer.get_attribute("download")) == ("/api/games/5/journal", "game-5.jsonl")


def test_wood_of_unknown_places_is_tapped_in(tablet: Any, service: Any) -> None:
    """Where wood stood before the game and nobody knows where, its remark opens the picture to tap it in."""
    page = tablet.open()
    note = {"id": "wood-aboard", "code": "wood-aboard", "params": {"count": 3}, "actions": ["go-on"]}
    service.fake.publish({**service.fake.table, "notices": [note]})
    page.wait_for_selector("[data-notice='wood-aboard']")
    assert "3 aliens stand on the ship" in page.locator("[data-notice='wood-aboard']").inner_text()
    page.click("[data-open='tap-in']")
    assert page.locator("correct-sheet section").first.locator("ship-picture").count() == 1


def test_older_games_come_when_asked_for(tablet: Any) -> None:
    """The history shows a page of games; a button brings the next, until the first game is there."""
    page = tablet.open("#/history", scene="lobby")
    numbers = ".game-link b:first-child"
    page.wait_for_selector("[data-older]")
    assert page.locator(numbers).all_inner_texts() == [f"Game {n}" for n in (6, 5, 4, 3)]
    page.locator("[data-older]").click()
    page.wait_for_selector(".game-link[href='#/history/1']")
    assert page.locator(numbers).all_inner_texts() == [f"Game {n}" for n in (6, 5, 4, 3, 2, 1)]
    assert page.locator("[data-older]").count() == 0
