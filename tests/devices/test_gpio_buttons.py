"""Buttons that bounce, lamps, and pins that are in nobody's way."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from companion.devices.debounce import HELD_S, Debouncer
from companion.devices.fake_gpio import FakePanel
from companion.devices.gpio_buttons import BUTTONS, open_gpio_buttons, pins
from companion.devices.ports import PortLostError

# Milliseconds between the edges of real bad switches, the first edge at 0: pressing, resting, letting go.
TRACES_MS = {
    "clean": ([], []),
    "typical": ([0.2, 0.4, 0.1, 1.3], [0.3, 0.2]),
    "worn": ([1.0, 3.0, 0.5, 6.0, 2.0, 7.4], [4.0, 2.0, 9.0, 4.9]),
    "slow": ([19.9, 0.1], [0.1, 19.8]),
}


def _bounce(name: str, half: int) -> list[float]:
    return [ms / 1000.0 for ms in TRACES_MS[name][half]]


@pytest.mark.parametrize("trace", TRACES_MS)
def test_one_press_is_one_event_however_it_bounces(trace: str) -> None:
    """The press is told once, with the moment of the first touch, and letting go tells nothing."""
    panel = FakePanel()
    touched_s = panel.now_s
    panel.down("2", _bounce(trace, 0))
    panel.wait(0.06)
    (press,) = panel.port.read(0.0)
    assert (press.button, press.t_s) == ("2", pytest.approx(touched_s))  # type: ignore[union-attr]
    panel.up("2", _bounce(trace, 1))
    panel.wait(0.06)
    assert list(panel.port.read(0.0)) == []


def test_two_presses_close_together_are_two() -> None:
    """120 ms apart, each with a bounce of 15 ms."""
    panel = FakePanel()
    got = []
    for _ in range(2):
        panel.down("next", [0.005, 0.01])
        panel.wait(0.045)
        got += panel.port.read(0.0)
        panel.up("next", [0.005, 0.01])
        panel.wait(0.045)
        got += panel.port.read(0.0)
    assert len(got) == 2
    assert [round(b.t_s - a.t_s, 3) for a, b in pairwise(got)] == [0.12]


def test_a_press_that_nobody_read_in_time_is_not_lost() -> None:
    """A reader that was busy for half a second gets both presses, with their own moments."""
    panel = FakePanel()
    for _ in range(2):
        panel.down("3")
        panel.wait(0.1)
        panel.up("3")
        panel.wait(0.15)
    first, second = panel.port.read(0.0)
    assert second.t_s - first.t_s == pytest.approx(0.25)


def test_a_spark_is_no_press() -> None:
    """An edge of a few milliseconds, as from a nearby switch, tells nothing and is counted."""
    panel = FakePanel()
    panel.down("1")
    panel.wait(0.004)
    panel.up("1")
    panel.wait(1.0)
    assert list(panel.port.read(0.0)) == []
    assert panel.port.counters() == {"bounces": 1}


def test_undo_is_told_when_let_go_or_held() -> None:
    """A short press is an undo as it ends; three seconds are another thing, told while it is still down, and only that."""
    panel = FakePanel()
    panel.down("undo")
    panel.wait(0.2)
    assert list(panel.port.read(0.0)) == []
    panel.up("undo")
    panel.wait(0.05)
    assert [press.button for press in panel.port.read(0.0)] == ["undo"]  # type: ignore[union-attr]
    panel.down("undo")
    panel.wait(0.05)
    panel.port.read(0.0)
    panel.wait(HELD_S)
    assert [press.button for press in panel.port.read(0.0)] == ["undo-held"]  # type: ignore[union-attr]
    panel.up("undo")
    panel.wait(0.05)
    assert list(panel.port.read(0.0)) == []


def test_waiting_is_as_long_as_something_may_come() -> None:
    """Nothing on its way: for ever; an edge: until it settles; UNDO down: until it counts as held."""
    debouncer = Debouncer(BUTTONS, ("undo",))
    assert debouncer.wait_s(1.0) is None
    debouncer.edge("undo", down=True, t_s=1.0)
    assert debouncer.wait_s(1.0) == pytest.approx(0.022)
    assert debouncer.presses(1.03) == []
    assert debouncer.wait_s(1.03) == pytest.approx(HELD_S - 0.03)


def test_lamps_are_lit_as_told_and_dark_after_closing() -> None:
    """Exactly the named lamps; an unknown one is refused and nothing changes."""
    panel = FakePanel()
    panel.port.lamps({"1", "undo"})
    assert panel.lit() == {"1", "undo"}
    with pytest.raises(KeyError):
        panel.port.lamps({"2", "four"})
    assert panel.lit() == {"1", "undo"}
    panel.port.close()
    panel.port.lamps({"2"})
    assert panel.lit() == set()


def test_each_pin_has_one_purpose() -> None:
    """Five buttons, five lamps, no pin twice, and the I2C bus is left free."""
    table = pins()
    assert list(table["buttons"]) == list(table["lamps"]) == list(BUTTONS)
    used = [*table["buttons"].values(), *table["lamps"].values()]
    assert len(set(used)) == 10
    assert not {2, 3} & set(used)


def test_without_pins_there_is_one_clear_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the pins' library is told as such, and nothing else is tried."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PortLostError) as lost:
        open_gpio_buttons()
    assert lost.value.code == "gpio-missing"


def test_the_fake_refuses_what_hands_cannot_do() -> None:
    """Pressing twice, letting go of nothing, going back in time, a bounce that ends the other way."""
    panel = FakePanel()
    panel.down("1")
    for wrong in (lambda: panel.down("1"), lambda: panel.up("2"), lambda: panel.wait(-1.0), lambda: panel.down("3", [0.001])):
        with pytest.raises(ValueError, match=r"down|backwards|even"):
            wrong()
