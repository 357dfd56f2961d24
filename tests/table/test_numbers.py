"""The three arcade buttons: the number said aloud before a roll, in the order in which things happened."""

from __future__ import annotations

from pathlib import Path

from companion.devices.virtual_inputs import VirtualButtons, VirtualDie
from companion.events import Press, Rolled
from companion.table.journal import Journal
from companion.table.table import Table


def test_a_number_button_says_the_number_and_the_die_moves_et(tmp_path: Path) -> None:
    """The call is what the button port hears; another number mends it; after the roll a button means nothing."""
    table = Table(Journal(tmp_path / "numbers.sqlite"))
    table.submit({"type": "new-game", "game": "et-board", "names": ["Ada", "Ben"], "mode": "manual"})
    table.submit({"type": "act", "await_id": "start.first", "action": {"type": "first", "seat": 1}})
    buttons, die = VirtualButtons(clock=lambda: 1.0), VirtualDie(clock=lambda: 2.0)
    for number in (1, 3):
        buttons.press(f"number-{number}")
    for press in buttons.read(0.0):
        assert isinstance(press, Press)
        table.pressed(press)
    assert table.view()["state"]["call"] == 3
    die.roll(4)
    for roll in die.read(0.0):
        assert isinstance(roll, Rolled)
        table.rolled(roll)
    state = table.view()["state"]
    assert (state["call"], state["rolled"], table.view()["awaits"][0]["kind"]) == (3, 2, "space")
    table.pressed(Press("number-1", 3.0))
    assert table.view()["state"]["call"] == 3
    assert table.view()["questions"] == []
