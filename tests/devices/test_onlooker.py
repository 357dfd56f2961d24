"""Somebody who looks at the virtual table and tells the truth."""

from __future__ import annotations

from typing import Any

import pytest

from companion.devices.onlooker import Onlooker
from companion.events import ShipShape

SHAPE = ShipShape((30.0, 50.0, 70.0), (1, 2))
INNER, OUTER = [40.0, 20.0], [62.0, 25.0]
ON_INNER, ON_OUTER = [1, 1], [2, 1]


def _bench(*places: list[float]) -> dict[str, Any]:
    return {"aliens": [{"id": n, "xy_mm": xy, "aboard": True, "on_deck": False} for n, xy in enumerate(places)]}


def _view(aboard: list[list[int]], **more: Any) -> dict[str, Any]:
    return {"state": {"aboard": aboard}, "questions": [], "notices": [], "events": [], **more}


def _event(code: str, **params: Any) -> dict[str, Any]:
    return {"seq": 7, "code": code, "params": params, "undone": False, "undoable": True}


def _spot(n: int, area: list[int], odds: float) -> dict[str, Any]:
    return {"id": f"spot-{n}", "code": "spot", "ring": area[0], "sector": area[1], "odds": odds}


NOTHING = {"id": "nothing", "code": "nothing"}


@pytest.mark.parametrize(
    ("really", "hand", "true"),
    [
        ([OUTER], (2, 1), "spot-1"),
        ([OUTER], None, "spot-1"),
        ([], None, "nothing"),
    ],
)
def test_where_an_alien_was_put(really: list[list[float]], hand: tuple[int, int] | None, true: str) -> None:
    """The place where the hand was, or that explains what stands; nothing, when nothing came."""
    question = {"id": "q", "code": "which-spot", "options": [_spot(0, ON_INNER, 0.5), _spot(1, ON_OUTER, 0.4), NOTHING]}
    said = Onlooker(SHAPE).answer(_view([], questions=[question]), _bench(*really), hand)
    assert said == {"type": "answer", "question": "q", "option": true}


def test_who_fell() -> None:
    """The set that is missing."""
    options = [
        {"id": f"fell-{n}", "code": "fell", "params": {"count": 1, "gone": [g]}} for n, g in enumerate((ON_INNER, ON_OUTER))
    ]
    question = {"id": "q", "code": "how-many-fell", "options": options}
    said = Onlooker(SHAPE).answer(_view([ON_INNER, ON_OUTER], questions=[question]), _bench(INNER), None)
    assert said["option"] == "fell-1"


@pytest.mark.parametrize(("really", "true"), [([INNER], "count-anyway"), ([], "not-scored")])
def test_what_does_not_fit_counts_if_it_is_so(really: list[list[float]], true: str) -> None:
    """The rules may not like it, but wood is wood."""
    options = [{"id": code, "code": code} for code in ("move-it", "count-anyway", "not-scored")]
    params = {"type": "place", "ring": 1, "sector": 1}
    question = {"id": "q", "code": "does-not-fit", "params": params, "options": options}
    assert Onlooker(SHAPE).answer(_view([], questions=[question]), _bench(*really), None)["option"] == true


@pytest.mark.parametrize(
    ("event", "scored", "really", "action"),
    [
        (_event("placed", ring=1, sector=1), [ON_INNER], [OUTER], {"type": "place", "ring": 2, "sector": 1}),
        (_event("removed", ring=1, sector=1), [ON_OUTER], [INNER], {"type": "remove", "ring": 2, "sector": 1}),
        (_event("fell", count=1, gone=[ON_INNER]), [ON_OUTER], [INNER], {"type": "fell", "count": 1, "gone": [ON_OUTER]}),
    ],
)
def test_a_wrong_reading_is_replaced(
    event: dict[str, Any], scored: list[list[int]], really: list[list[float]], action: dict[str, Any]
) -> None:
    """The newest event is read as it was."""
    view, bench = _view(scored, events=[event]), _bench(*really)
    assert Onlooker(SHAPE).differs(view, bench)
    assert Onlooker(SHAPE).mend(view, bench) == {"type": "replace", "seq": 7, "action": action}


def test_what_no_event_explains_is_corrected() -> None:
    """Then what stands is simply said."""
    said = Onlooker(SHAPE).mend(_view([ON_INNER], events=[_event("rolled", value=3)]), _bench(INNER, OUTER))
    assert said == {"type": "correct", "seq": 7, "fact": "aboard", "value": [ON_INNER, ON_OUTER]}


def test_a_remark_that_is_not_true_is_put_right() -> None:
    """Once the score is right, the wood's book follows."""
    remark = {"id": "missing-1-1-0", "code": "ship-disagrees", "params": {"ring": 1, "sector": 1}}
    said = Onlooker(SHAPE).mend(_view([ON_INNER], notices=[remark]), _bench(INNER))
    assert said == {"type": "notice", "notice": "missing-1-1-0", "action": "it-stands-there"}


def test_what_nobody_felt_is_tapped() -> None:
    """Or scored from the remark that it stands there unscored."""
    await_ = {"id": "3.place", "kind": "place"}
    remark = {"id": "not-scored-9", "code": "not-scored", "params": {"alien": 9, "ring": 1, "sector": 1}}
    tapped = Onlooker(SHAPE).tap(_view([]), await_, (1, 1))
    assert tapped == {"type": "act", "await_id": "3.place", "action": {"type": "place", "ring": 1, "sector": 1}}
    assert Onlooker(SHAPE).tap(_view([], notices=[remark]), await_, (1, 1))["action"] == "score-it"
