"""What the sense remarks stands on the tablet in one line until it is over."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import Noted
from companion.table.refusal import Refused

Evening = Any


def _hear(evening: Evening, code: str, **params: Any) -> None:
    evening.table.noted(Noted(evening.now_s, code, params))


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("cell-stuck", "cells-well"),
        ("plate-blind", "cells-well"),
        ("needs-dot", "dot-settled"),
        ("accelerometer-silent", "accelerometer-well"),
        ("accelerometer-wild", "accelerometer-well"),
    ],
)
def test_a_remark_stands_until_the_sense_ends_it(evening: Evening, begins: str, ends: str) -> None:
    """Said once, shown once, gone with its end."""
    evening.new_game()
    _hear(evening, begins, cells=[2, 3])
    _hear(evening, begins, cells=[2, 3])
    assert evening.notices() == [begins]
    assert evening.notice(begins)["params"] == {"cells": "2, 3", "count": 2}
    _hear(evening, ends)
    assert evening.notices() == []


def test_a_cell_less_takes_the_place_of_the_milder_remark(evening: Evening) -> None:
    """Of a plate that cannot weigh any more it is not said that it goes on."""
    evening.new_game()
    _hear(evening, "cell-stuck", cells=[2])
    _hear(evening, "plate-blind", cells=[2, 4])
    assert evening.notices() == ["plate-blind"]


def test_the_gravest_remark_stands_first(evening: Evening) -> None:
    """Whatever was said last."""
    evening.new_game()
    _hear(evening, "ring-moved", percent=2.0)
    _hear(evening, "needs-dot", ring=5)
    _hear(evening, "plate-blind", cells=[1, 2, 3, 4])
    assert evening.notices() == ["plate-blind", "needs-dot", "ring-moved"]


def test_a_moved_ring_is_remarked_until_the_next_game(evening: Evening) -> None:
    """Whoever begins anew has seen it."""
    _hear(evening, "ring-moved", percent=3.1)
    assert evening.notices() == ["ring-moved"]
    evening.new_game()
    assert evening.notices() == []


def test_what_is_no_standing_remark_is_not_shown(evening: Evening) -> None:
    """A doubt, a turned ship: nothing for the tablet."""
    evening.new_game()
    _hear(evening, "turned", degrees=12.0)
    assert evening.notices() == []


@pytest.mark.parametrize(("code", "action"), [("needs-dot", "leave-it"), ("ring-moved", "seen")])
def test_what_nothing_may_end_can_be_put_away(evening: Evening, code: str, action: str) -> None:
    """By its button, once or twice; said anew, it stands again. Other buttons are refused."""
    evening.new_game()
    _hear(evening, code, ring=5)
    note = evening.notice(code)
    assert note["actions"] == [action]
    with pytest.raises(Refused, match="no button"):
        evening.do("notice", notice=note["id"], action="score-it")
    for _ in range(2):
        evening.do("notice", notice=note["id"], action=action)
        assert evening.notices() == []
    _hear(evening, code, ring=5)
    assert evening.notices() == [code]


def test_a_dead_cell_cannot_be_put_away(evening: Evening) -> None:
    """It is over when the cell is well."""
    evening.new_game()
    _hear(evening, "plate-blind", cells=[1, 2, 3, 4])
    assert evening.notice("plate-blind")["actions"] == []
    with pytest.raises(Refused, match="no button"):
        evening.do("notice", notice="sense-plate-blind", action="seen")
