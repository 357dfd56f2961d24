"""Virtual die and buttons, and the dictionary of faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.devices
from companion.devices.faults import fault_codes, fault_text
from companion.devices.ports import InputPort, PortLostError
from companion.devices.virtual_inputs import BUTTONS, VirtualButtons, VirtualDie
from companion.events import Press, Rolled


def test_die_rolls_what_it_is_told() -> None:
    """A set value is rolled, numbered, and stamped with the clock; chance stays within the faces."""
    die = VirtualDie(seed=3, clock=lambda: 7.5)
    filled: InputPort = die
    die.roll(5)
    values = [die.roll() for _ in range(60)]
    events = filled.read(0.0)
    assert events[0] == Rolled(5, 7.5, "virtual-die", 1)
    assert [e.number for e in events if isinstance(e, Rolled)] == list(range(1, 62))
    assert set(values) == set(range(1, 7))
    assert VirtualDie(seed=3).roll() == values[0]


def test_die_has_only_its_faces() -> None:
    """As a d3 it shows 1 to 3; other values and unknown dice are refused."""
    die = VirtualDie()
    die.light("d3", awaited=True)
    with pytest.raises(ValueError, match="1 to 3"):
        die.roll(4)
    with pytest.raises(ValueError, match="unknown die"):
        die.light("d7", awaited=False)
    assert {die.roll() for _ in range(40)} == {1, 2, 3}


def test_unplugged_inputs_raise_until_mended() -> None:
    """What was on the way is lost; a closed input stays closed."""
    die, buttons = VirtualDie(), VirtualButtons()
    die.roll(3)
    die.unplug()
    with pytest.raises(PortLostError, match="die-unplugged"):
        die.read(0.0)
    assert die.health().code == "die-unplugged"
    die.replug()
    assert die.read(0.0) == []
    buttons.close()
    buttons.replug()
    with pytest.raises(PortLostError, match="port-closed"):
        buttons.read(0.0)


def test_buttons_have_roles() -> None:
    """Each role can be pressed; there are no others."""
    buttons = VirtualButtons(clock=lambda: 1.0)
    for role in BUTTONS:
        buttons.press(role)
    assert buttons.read(0.0) == [Press(role, 1.0, "virtual-buttons") for role in BUTTONS]
    with pytest.raises(ValueError, match="no button"):
        buttons.press("seven")


def test_every_code_that_devices_raise_is_in_the_dictionary() -> None:
    """A lost device always has an entry that says what to do."""
    folder = Path(companion.devices.__file__).parent
    source = "\n".join(path.read_text() for path in folder.glob("*.py"))
    raised = set(re.findall(r'PortLostError\(\s*"([a-z-]+)"', source)) | {"die-unplugged", "buttons-unplugged", "ship-silent"}
    assert {"ship-unplugged", "port-closed"} <= raised <= fault_codes()


def test_entries_say_what_it_is_and_what_to_do() -> None:
    """Every entry has both; an unknown code is told as unknown, not hidden."""
    for code in fault_codes():
        entry = fault_text(code)
        assert entry.meaning[0].isupper()
        assert entry.meaning.endswith(".")
        assert entry.do.endswith((".", "$USER"))
    assert "moon-fell" in fault_text("moon-fell").meaning
