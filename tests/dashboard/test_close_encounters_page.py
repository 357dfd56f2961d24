"""What hands do on the page of Close Encounters: the path, the dice, the trap, and the sounds of the tune."""

from __future__ import annotations

from typing import Any

import pytest
from close_encounters_scenes import middle, trapped

from companion.games import boards
from companion.games.encounters.board import GridBoard

pytestmark = pytest.mark.browser

HEARD = """() => {
  window.heard = [];
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(Math.round(this.frequency.value));
    return begin.call(this, at);
  };
}"""


def _sent(page: Any, service: Any) -> list[dict[str, Any]]:
    """The actions that were sent, once the last one has arrived."""
    page.wait_for_timeout(250)
    return [command.get("action", command) for command in service.fake.commands]


def _shown(page: Any, service: Any, table: dict[str, Any]) -> None:
    service.fake.publish(table)
    page.wait_for_function("(seq) => document.querySelector('companion-app').known.seq >= seq", arg=service.fake.seq)
    page.wait_for_timeout(100)


def test_the_path_is_tapped_square_by_square(tablet: Any, service: Any) -> None:
    """On the grid or on the pad, legal squares only; the steps left and the way back are shown."""
    page = tablet.open(scene="ce-step")
    domain = next(task["domain"] for task in service.fake.table["awaits"] if task["kind"] == "step")
    assert page.locator("[data-left]").get_attribute("data-left") == str(domain["left"]) == "7"
    offered = {",".join(map(str, to)) if isinstance(to, list) else str(to) for to in domain["to"]}
    for taps in ("[data-step-to]", ".ce-square.open"):
        keys = page.locator(taps).evaluate_all("(all) => all.map((e) => e.dataset.stepTo || e.dataset.square)")
        assert set(keys) == offered
    page.locator("[data-square='47']").click()
    page.locator("[data-square='1']").click()
    page.locator("[data-step-to='7,8']").click()
    page.locator("[data-step-back]").click()
    last = service.fake.table["undo"]["seq"]
    back = {"type": "undo", "seq": last}
    assert _sent(page, service) == [{"type": "step", "to": 47}, {"type": "step", "to": [7, 8]}, back]


def test_two_dice_are_tapped_one_after_the_other(tablet: Any, service: Any) -> None:
    """Two faces make one roll; the first can be taken back."""
    page = tablet.open(scene="ce-roll")
    page.locator("[data-roll='6']").click()
    page.locator("[data-let-go]").click()
    page.locator("[data-roll='4']").click()
    assert page.locator("[data-first-die]").get_attribute("data-first-die") == "4"
    page.locator("[data-roll='5']").click()
    assert _sent(page, service) == [{"type": "roll", "value": 9}]


def test_trapped_is_tapped_by_its_owners(tablet: Any, service: Any) -> None:
    """Several can call: a tap for each and one on the button; where one is left that can, a single tap."""
    page = tablet.open(scene="ce-step")
    page.locator("[data-trapped]").click()
    page.locator("[data-caller='3']").click()
    page.locator("[data-caller='0']").click()
    page.locator("[data-spring]").click()
    _shown(page, service, trapped().view)
    assert page.locator("[data-news=trapped]").inner_text().startswith("Bram is trapped on 63!")
    page.locator("[data-spring]").click()
    assert _sent(page, service) == [{"type": "trapped", "by": [0, 3]}, {"type": "trapped", "by": [3]}]


def test_a_phones_code_is_shown_while_it_is_good(tablet: Any, service: Any) -> None:
    """It is closed and asked for anew with a tap, asked for again when the service is back, and gone with its game."""
    page = tablet.open(scene="ce-step")
    shown = page.locator("[data-claim]")
    page.locator("[data-open=cards]").click()
    page.locator("[data-join-phone]").first.click()
    page.locator("[data-new-code]").click()
    page.locator("[data-close-code]").click()
    assert shown.count() == 0
    page.locator("[data-join-phone]").first.click()
    shown.wait_for()
    service.fake.drop()
    page.wait_for_selector(".connection:not([data-state=live])")
    page.wait_for_selector(".connection[data-state=live]")
    page.wait_for_timeout(300)
    assert [kind for kind, _ in service.fake.posts] == ["claim"] * 4
    table = service.fake.table
    _shown(page, service, {**table, "game": {**table["game"], "number": table["game"]["number"] + 1}})
    assert shown.count() == 0
    assert page.locator("[data-join-phone]").count() > 0


@pytest.mark.slow
def test_a_grid_is_surveyed_square_by_square(tablet: Any, service: Any) -> None:
    """Few taps, numbers row by row, contradictions named as they arise; what is posted is a board the rules can play on."""
    page = tablet.open("#/survey-close-encounters", scene="lobby")
    page.locator("[data-survey=name]").fill("Ours")
    for _ in range(7):
        page.get_by_label("Less: Rows").or_(page.get_by_label("Less: Columns")).first.click()
    for brush, cells in {"M": ("1,6", "1,7"), "T": ("5,6",), "o": ("3,6",), ".": ("1,1", "5,1", "1,12")}.items():
        page.locator(f"[data-brush='{brush}']").click()
        for cell in cells:
            page.locator(f"[data-cell='{cell}']").click()
    assert page.locator("[data-contradictions]").get_attribute("data-contradictions") == "unset"
    page.locator("[data-number-rest]").click()
    page.locator("[data-brush=number]").click()
    page.get_by_label("The next number", exact=True).last.fill("9")
    page.get_by_label("The next number", exact=True).last.blur()
    page.locator("[data-cell='5,12']").click()
    assert page.locator("[data-contradictions] li").all_inner_texts() == ["The number 9 is on more than one square."]
    assert page.locator("[data-save-survey]").is_disabled()
    page.locator("[data-cell='5,12']").click()
    page.locator("[data-number-rest]").click()
    assert page.locator("[data-contradictions]").count() == 0
    assert page.locator("[data-squares]").get_attribute("data-squares") == "54"
    page.locator("[data-save-survey]").click()
    page.wait_for_function("() => location.hash === '#/setup'")
    kind, posted = service.fake.posts[0]
    board = boards.read({"kind": kind, "name": posted["name"], **posted["values"]})
    assert isinstance(board, GridBoard)
    assert (kind, board.name, board.ends["ship"], board.is_safe((3, 6))) == ("grid", "Ours", ((1, 6), (1, 7)), True)
    assert sorted(board.numbers) == list(range(1, 54))


@pytest.mark.slow
def test_what_is_so_on_the_table_is_tapped_on_the_grid(tablet: Any, service: Any) -> None:
    """Piece, chips and steps left are corrected with the game's own facts."""
    page = tablet.open(scene="ce-step")
    page.locator("[data-open=correct]").click()
    page.locator("[data-whose='2']").click()
    page.locator("[data-cell='3,2']").click()
    page.locator("[data-whose='0']").click()
    page.locator("[data-what=chips]").click()
    assert page.locator("[data-cell][aria-pressed=true]").all_inner_texts() == ["35", "44"]
    page.locator("[data-cell='6,7']").click()
    page.locator("[data-departure=ship]").click()
    page.locator("[data-roll-again]").click()
    facts = [(command["fact"], command["value"]) for command in _sent(page, service)]
    assert facts == [("at", [2, 12]), ("chips", [0, [35]]), ("departure", [0, "ship"]), ("left", None)]


@pytest.mark.slow
def test_each_chip_sounds_its_note_once(tablet: Any, service: Any) -> None:
    """Silent until a tap; then each owner's next note; what arrives after a gap is no news and sounds nothing."""
    page = tablet.open(scene="ce-roll")
    page.evaluate(HEARD)
    game = middle(4).act("roll", value=7).act("step", to=63)
    _shown(page, service, game.view)
    assert page.evaluate("heard") == []
    page.locator("[data-sound]").click()
    page.wait_for_function("() => heard.length > 0")
    page.evaluate("heard.length = 0")
    _shown(page, service, game.act("trapped", by=[0, 2]).view)
    assert page.evaluate("heard") == [587, 1175, 494, 988]
    page.evaluate("heard.length = 0; document.querySelector('companion-app').store.gap = true")
    _shown(page, service, game.act("trapped", by=[3]).view)
    assert page.evaluate("heard") == []
