"""What the five buttons mean at the table, and what their lamps say."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.fake_gpio import FakePanel
from companion.events import Placed, Press, Spot
from companion.service.panel import Panel, meaning
from companion.table.journal import Journal
from companion.table.table import Table


class Desk:
    """A table with a panel of buttons at it."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.table = Table(Journal(folder / "journal.sqlite"))
        self.fake = FakePanel()
        self.off = folder / "off"
        self.panel = Panel(lambda: self.fake.port, ("touch", str(self.off)), clock=lambda: self.now_s)
        self.panel.watch(self.table)
        self.panel.port.read(0.0)

    def press(self, *buttons: str) -> None:
        """Press one after the other."""
        for button in buttons:
            self.panel.take(self.table, Press(button, 0.0))

    def start(self) -> None:
        """A game for two; the first player is found by rolls."""
        self.table.submit({"type": "new-game", "game": "balancing-aliens", "names": ["Ada", "Bo"]})

    @property
    def newest(self) -> dict[str, Any]:
        """The newest event."""
        event: dict[str, Any] = self.table.view()["events"][-1]
        return event


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """No game yet."""
    desk = Desk(tmp_path)
    yield desk
    desk.panel.port.close()
    desk.table.journal.close()


def test_numbers_are_the_awaited_roll_and_undo_takes_it_back(desk: Desk) -> None:
    """Without a game nothing is lit; then 1, 2 and 3 roll and UNDO takes back, each with its lamp."""
    assert desk.fake.lit() == set()
    desk.start()
    assert desk.fake.lit() == {"1", "2", "3", "next"}
    desk.press("3")
    assert (desk.newest["code"], desk.newest["params"]["value"]) == ("rolled", 3)
    assert "undo" in desk.fake.lit()
    desk.press("undo")
    assert desk.newest["undone"] or desk.table.view()["undo"] is None


def test_numbers_answer_the_open_question(desk: Desk) -> None:
    """As many lamps as the question has answers; the button takes the answer of its number."""
    desk.start()
    desk.table.felt(Placed(10.0, 9.5, Spot(1, 1), 0.99))
    question = desk.table.view()["questions"][0]
    assert desk.fake.lit() - {"undo"} == {"1", "2", "3"}
    assert meaning(desk.table.view(), "3") == {
        "type": "answer",
        "question": question["id"],
        "option": question["options"][2]["id"],
    }
    desk.press("3")
    assert desk.table.view()["questions"] == []


def test_next_passes_where_that_may_be(desk: Desk) -> None:
    """After a roll that leaves the choice, NEXT passes the turn on."""
    desk.start()
    desk.press("3", "1")  # Ada starts
    desk.press("2")
    assert any(awaited["kind"] == "pass" for awaited in desk.table.view()["awaits"])
    desk.press("next")
    assert desk.table.view()["state"]["turn"] == 1


def test_a_button_that_comes_too_late_is_no_fault(desk: Desk) -> None:
    """Whatever is pressed, whenever: nothing is raised."""
    desk.press("1", "2", "3", "next", "undo", "undo-held")
    desk.start()
    for button in ("next", "undo", "3", "3", "3", "next", "2", "2", "undo", "undo"):
        desk.press(button)
    assert desk.table.view()["phase"] == "playing"


def _until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end_s, "waited half a minute in vain"
        time.sleep(0.02)


def test_switching_off_is_offered_on_an_idle_table_only(desk: Desk) -> None:
    """UNDO held and then NEXT runs the owner's command; not in a game, not after ten seconds, not after another button."""
    desk.press("undo-held", "1", "next")
    desk.press("undo-held")
    desk.now_s += 11.0
    desk.press("next")
    desk.start()
    desk.press("undo-held", "next")
    desk.table.submit({"type": "end-game"})
    assert not desk.off.exists()
    desk.press("undo-held", "next")
    _until(desk.off.exists)
    assert desk.off.exists()
