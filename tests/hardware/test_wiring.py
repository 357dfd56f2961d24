"""The wiring as data: the pins are those of the table, and no wire breaks a rule; each rule notices its fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.devices.gpio_buttons import pins
from companion.service.settings import load_settings
from hardware.tools import electrics, rules, wiring
from hardware.tools.wiring import Pin

Drawing = dict[str, Any]
HEADER_OF_GPIO = {2: 3, 3: 5, 5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 19: 35, 20: 38, 21: 40, 25: 22, 26: 37}
"""The 40-pin header, as printed on every Raspberry Pi since 2014."""


def _yaml(name: str) -> Drawing:
    drawing: Drawing = yaml.safe_load((wiring.WIRING / f"{name}.yml").read_text())
    return drawing


def _faults(name: str, drawing: Drawing) -> list[str]:
    found = rules.circuit(wiring.from_yaml(name, drawing), rules.directions(name))
    return [*rules.faults(found), *electrics.overloads(found)]


@pytest.mark.parametrize("name", wiring.DRAWINGS)
def test_the_wiring_keeps_the_rules(name: str) -> None:
    """No pin floats or is driven twice, none meets a voltage it cannot bear, and no current is too high."""
    assert _faults(name, _yaml(name)) == []


@pytest.mark.parametrize("name", wiring.DRAWINGS)
def test_the_drawn_pins_are_those_of_the_table(name: str) -> None:
    """Every pin of the one table is drawn where the table has it."""
    assert rules.strays(wiring.harness(name), rules.pin_table()) == []


@pytest.mark.parametrize(("name", "section"), [(n, s) for n, (_, sections) in rules.BOARD_OF.items() for s in sections])
def test_a_changed_table_is_noticed(name: str, section: str) -> None:
    """Whichever pin moves in the table alone, its drawing no longer fits."""
    drawing = wiring.harness(name)
    for pin, row in rules.pin_table()[section].items():
        moved = {**row, "board" if "board" in row else "header": "X"}
        table = {**rules.pin_table(), section: {**rules.pin_table()[section], pin: moved}}
        assert len(rules.strays(drawing, table)) == (row["is"] != "open")


def test_every_pin_of_the_table_is_drawn_somewhere() -> None:
    """No section of the table is left out of the drawings."""
    assert {s for _, sections in rules.BOARD_OF.values() for s in sections} == set(rules.pin_table())


def test_the_driver_reads_the_same_pins() -> None:
    """GPIO numbers of the driver and header pins of the drawings belong together."""
    table = rules.pin_table()
    assert {what: {n: row["gpio"] for n, row in table[what].items()} for what in ("buttons", "lamps")} == pins()
    rows = [row for section in ("buttons", "lamps", "tilt") for row in table[section].values()]
    assert all(HEADER_OF_GPIO[row["gpio"]] == row["header"] for row in rows)


@pytest.mark.parametrize(
    ("name", "label", "far"),
    [
        *[("ship-node", f"hx711_{n}_data", Pin(f"HX{n}", "DT")) for n in (1, 2, 3, 4)],
        *[("ship-node", f"hx711_{n}_clock", Pin(f"HX{n}", "SCK")) for n in (1, 2, 3, 4)],
        ("ship-node", "lis3dh_data", Pin("SHIFT", "HV1")),
        ("ship-node", "lis3dh_clock", Pin("SHIFT", "HV2")),
        ("die-node", "button", Pin("BUTTON", "a")),
        ("die-node", "light_top_left", Pin("LIGHT_TOP_LEFT", "long")),
        ("die-node", "light_centre", Pin("LIGHT_CENTRE", "long")),
        ("die-node", "light_bottom_right", Pin("LIGHT_BOTTOM_RIGHT", "long")),
        *[("button-bar", f"button_{n}", Pin(f"BUTTON_{n.upper()}", "a")) for n in ("1", "2", "3", "next", "undo")],
        *[("button-bar", f"lamp_{n}", Pin(f"LAMP_{n.upper()}", "long")) for n in ("1", "2", "3", "next", "undo")],
        ("tilt-on-pi", "tilt_data", Pin("TILT", "SDA")),
        ("tilt-on-pi", "tilt_clock", Pin("TILT", "SCL")),
    ],
)
def test_each_signal_reaches_what_it_is_for(name: str, label: str, far: Pin) -> None:
    """A wire called by a name of the table ends at the part of that name."""
    assert [wire.end for wire in wiring.harness(name).wires if wire.label == label] == [far]


def test_each_cell_hangs_on_its_own_converter() -> None:
    """Cell n is wired to converter n, four wires each, in the same colours."""
    wires = [w for w in wiring.harness("ship-node").wires if w.end.part.startswith("CELL")]
    assert all(w.start.part == f"HX{w.end.part[4:]}" for w in wires)
    assert {(w.start.name, w.end.name) for w in wires} == {("E+", "red"), ("E-", "black"), ("A+", "green"), ("A-", "white")}


def _without(cable: str, core: int) -> Callable[[Drawing], None]:
    def change(drawing: Drawing) -> None:
        for row in drawing["connections"]:
            (cores,) = [step[cable] for step in row if cable in step] or [[]]
            if core in cores:
                at = cores.index(core)
                for step in row:
                    for pins_of in step.values():
                        del pins_of[at]

    return change


def _bridge(one: tuple[str, Any], other: tuple[str, Any]) -> Callable[[Drawing], None]:
    def change(drawing: Drawing) -> None:
        drawing["cables"]["BRIDGE"] = {"colors": ["BK"], "gauge": "0.1 mm2", "length": 0.1}
        drawing["connections"].append([{one[0]: [one[1]]}, {"BRIDGE": [1]}, {other[0]: [other[1]]}])

    return change


def _other_kind(part: str, kind: str) -> Callable[[Drawing], None]:
    def change(drawing: Drawing) -> None:
        drawing["connectors"][part]["type"] = kind

    return change


def _long_cable(cable: str, metres: float) -> Callable[[Drawing], None]:
    def change(drawing: Drawing) -> None:
        drawing["cables"][cable]["length"] = metres

    return change


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("ship-node", _without("W_HX2", 3), "floating: HX2:DT"),
        ("ship-node", _without("W_HX2", 4), "floating: HX2:SCK"),
        ("ship-node", _without("W_HX3", 1), "floating: HX3:VCC"),
        ("ship-node", _without("W_HX3", 2), "floating: HX3:GND"),
        ("ship-node", _without("W_POWER", 1), "not supplied"),
        ("die-node", _without("W_BUTTON", 2), "floating: BUTTON:b"),
        ("die-node", _without("W_RAIL", 4), "floating: LIGHT_CENTRE:short"),
        ("button-bar", _without("W_BAR", 7), "floating: LAMP_2:long"),
        ("ship-node", _bridge(("HX1", "DT"), ("HX2", "DT")), "driven twice"),
        ("ship-node", _bridge(("NANO", "D8"), ("NANO", "D9")), "driven twice"),
        ("button-bar", _bridge(("PI", 32), ("PI", 36)), "driven twice"),
        ("ship-node", _bridge(("FIVE", 7), ("GROUND", 8)), "shorted to ground"),
        ("ship-node", _bridge(("SHIFT", "HV1"), ("SHIFT", "LV1")), "TILT:SDA bears 3.6 V and meets 5 V"),
        ("ship-node", _bridge(("NANO", "5V"), ("NANO", "3V3")), "driven twice"),
        ("die-node", _bridge(("NANO", "A0"), ("RAIL", 9)), "must stay open"),
        ("tilt-on-pi", _long_cable("W_TILT", 20.0), "rises in"),
        ("button-bar", _other_kind("LAMP_1", "bare wire"), "shorted to ground"),
    ],
)
def test_each_rule_notices_its_fault(name: str, change: Callable[[Drawing], None], told: str) -> None:
    """A wire forgotten, two outputs joined, 5 V where 3.3 V belong: each is told as what it is."""
    drawing = _yaml(name)
    change(drawing)
    assert any(told in fault for fault in _faults(name, drawing)), _faults(name, drawing)


def test_five_volts_never_reach_the_pi() -> None:
    """A 5 V pin of the header on a GPIO pin would be noticed."""
    drawing = _yaml("button-bar")
    drawing["connectors"]["PI"]["pins"].append(2)
    _bridge(("PI", 2), ("BUTTON_1", "a"))(drawing)
    assert any("PI:29 bears 3.3 V and meets 5 V" in fault for fault in _faults("button-bar", drawing))


def test_converters_at_3_3_volts_would_meet_5_volts() -> None:
    """A converter fed from 3.3 V gets 5 V from the node's clock pin: the drawing feeds it with 5 V, and the rule knows why."""
    drawing = _yaml("ship-node")
    _without("W_HX1", 1)(drawing)
    _bridge(("NANO", "3V3"), ("HX1", "VCC"))(drawing)
    assert any("HX1:SCK bears 3.3 V and meets 5 V" in fault for fault in _faults("ship-node", drawing))


def test_currents_are_those_of_the_pages() -> None:
    """What each board takes and what flows through each lamp, as the pages have it."""
    found = {n: rules.circuit(wiring.harness(n), rules.directions(n)) for n in wiring.DRAWINGS}
    assert [round(electrics.usb_ma(found[n])) for n in ("ship-node", "die-node")] == [51, 70]
    assert {round(lamp.ma, 1) for lamp in electrics.lamps(found["die-node"])} == {6.4}
    assert {round(lamp.ma, 1) for lamp in electrics.lamps(found["button-bar"])} == {3.9}
    assert len(electrics.lamps(found["button-bar"])) == 5
    assert len(electrics.buses(found["ship-node"])) == 4  # data and clock, each side of the shifter


def test_wrong_resistors_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resistor that lets through too much, or a lamp that stays dark, is told."""
    known = wiring.kinds()
    for ohm, drop_volts in ((33, 2.0), (330, 3.2)):
        known["LED 330 ohm"].update(ohm=ohm, drop_volts=drop_volts)
        monkeypatch.setattr(rules, "kinds", lambda: known)
        assert sum("mA on PI:" in fault for fault in _faults("button-bar", _yaml("button-bar"))) == 5


def test_the_bus_has_one_chip_an_address_and_the_firmware_looks_there(tmp_path: Path) -> None:
    """The tilt sensor's addresses are those that firmware and settings know, and nothing else is on the bus."""
    addresses = wiring.kinds()["LIS3DH board"]["addresses"]
    source = (wiring.WIRING.parents[1] / "firmware" / "ship" / "lis3dh.c").read_text()
    looked = re.search(r"address = (0x\w+); address <= (0x\w+)", source)
    assert looked
    assert addresses == list(range(int(looked[1], 16), int(looked[2], 16) + 1))
    for address in addresses:
        (tmp_path / "settings.toml").write_text(f"tilt_bus = 1\ntilt_address = {address}\n")
        assert load_settings(tmp_path).tilt_address == address
    for name in wiring.DRAWINGS:
        chips = [kind for kind in wiring.harness(name).kind_of.values() if "addresses" in wiring.kinds()[kind]]
        assert len(chips) <= 1


def test_a_connection_to_nowhere_is_refused() -> None:
    """A pin that its part does not have is an error, not a new pin."""
    drawing = _yaml("ship-node")
    _bridge(("HX1", "DOUT"), ("NANO", "D2"))(drawing)
    with pytest.raises(ValueError, match="HX1:DOUT"):
        wiring.from_yaml("ship-node", drawing)


def test_the_list_of_cables_has_every_core(tmp_path: Path) -> None:
    """One row for each wire, with its ends."""
    wiring.write_cables(wiring.harness("ship-node"), tmp_path / "cables.csv")
    rows = (tmp_path / "cables.csv").read_text().splitlines()
    assert len(rows) == 1 + len(wiring.harness("ship-node").wires)
    assert "W_HX1,3,YE,0.14,0.15,NANO:D2,HX1:DT,hx711_1_data" in rows
