"""Somebody who looks at the virtual table and tells the companion the truth: answers questions, mends what was felt wrongly.

Pure: from the table's view and the bench's state to a command of the table, or None where there is nothing to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.events import ShipShape

__all__ = ["Area", "Onlooker"]

Area = tuple[int, int]
View = Mapping[str, Any]
Command = Mapping[str, Any]


def _area(row: Mapping[str, Any]) -> Area:
    return int(row["ring"]), int(row["sector"])


def _areas(rows: Sequence[Sequence[Any]]) -> Counter[Area]:
    return Counter((int(row[0]), int(row[1])) for row in rows)


class Onlooker:
    """Sees where the aliens of a ship of this shape really stand."""

    def __init__(self, shape: ShipShape) -> None:
        self._shape = shape

    def area_at(self, xy_mm: Sequence[float]) -> Area:
        """The ring and sector of an alien there."""
        spot = self._shape.spot_at(*xy_mm)
        return spot.ring, spot.sector

    def aboard(self, bench: View) -> Counter[Area]:
        """What really stands on the ship."""
        return Counter(self.area_at(alien["xy_mm"]) for alien in bench.get("aliens", ()) if alien["aboard"])

    def answer(self, view: View, bench: View, hand: Area | None) -> Command:
        """The true answer to the first open question; `hand` is where hands put or took an alien last."""
        question = view["questions"][0]
        really, scored = self.aboard(bench), _areas(view.get("state", {}).get("aboard", ()))
        chosen = _ANSWERS.get(question["code"], _first)(question, hand, really - scored, scored - really)
        return {"type": "answer", "question": question["id"], "option": chosen["id"]}

    def differs(self, view: View, bench: View) -> bool:
        """Whether the table shows anything that is not so."""
        return _areas(view.get("state", {}).get("aboard", ())) != self.aboard(bench) or bool(_remarks(view))

    def mend(self, view: View, bench: View) -> Command | None:
        """The next thing to put right: a reading of the newest event, the aliens aboard, a remark that is not true."""
        really, scored = self.aboard(bench), _areas(view.get("state", {}).get("aboard", ()))
        if really != scored:
            return _read_otherwise(view, really - scored, scored - really) or self.correct(view, bench)
        for remark in _remarks(view):
            if action := _TRUE[remark["code"]]:
                return {"type": "notice", "notice": remark["id"], "action": action}
        return None

    def correct(self, view: View, bench: View) -> Command:
        """What stands aboard, whatever was read into it."""
        newest = max((event["seq"] for event in view["events"]), default=0)
        spots = [list(area) for area in sorted(self.aboard(bench).elements())]
        return {"type": "correct", "seq": newest, "fact": "aboard", "value": spots}

    def tap(self, view: View, await_: View, hand: Area) -> Command:
        """Hands did what was awaited and nobody noticed: tell it by a tap."""
        remark = next((r for r in _remarks(view) if r["code"] == "not-scored" and _area(r["params"]) == hand), None)
        if remark is not None:
            return {"type": "notice", "notice": remark["id"], "action": "score-it"}
        action = {"type": await_["kind"], "ring": hand[0], "sector": hand[1]}
        return {"type": "act", "await_id": await_["id"], "action": action}


_TRUE = {"ship-disagrees": "it-stands-there", "not-scored": "take-it-off", "put-back": "done"}
"""What to say to a remark once the score is right."""


def _remarks(view: View) -> list[View]:
    return [notice for notice in view.get("notices", ()) if notice["code"] in _TRUE]


def _first(question: View, _hand: Area | None, _more: Counter[Area], _less: Counter[Area]) -> View:
    return max(question["options"], key=lambda option: option.get("odds") or 0.0)


def _where(question: View, hand: Area | None, more: Counter[Area], less: Counter[Area]) -> View:
    """The spot where the hand was, else one that explains what stands; else nothing happened, else the likeliest."""
    spots = [option for option in question["options"] if option["code"] == "spot"]
    true = [option for option in spots if _area(option) == hand] or [
        option for option in spots if (more if question["code"] == "which-spot" else less)[_area(option)]
    ]
    nothing = [option for option in question["options"] if option["code"] == "nothing"]
    return next(iter([*true, *nothing]), None) or _first(question, hand, more, less)


def _fallen(question: View, hand: Area | None, more: Counter[Area], less: Counter[Area]) -> View:
    """The set that is missing, else one as large, else the likeliest."""
    sets = [option for option in question["options"] if option["code"] == "fell"]
    true = [o for o in sets if _areas(o["params"]["gone"]) == less] or [o for o in sets if o["params"]["count"] == less.total()]
    return true[0] if true else _first(question, hand, more, less)


def _misfit(question: View, _hand: Area | None, more: Counter[Area], less: Counter[Area]) -> View:
    """It counts if it is so."""
    action = question["params"]
    kind = action.get("type")
    changed = more if kind == "place" else less
    so = bool(changed[_area(action)]) if "ring" in action else kind == "fell" and bool(less)
    by_code: dict[str, View] = {option["code"]: option for option in question["options"]}
    return by_code["count-anyway"] if so and "count-anyway" in by_code else by_code["not-scored"]


_ANSWERS = {
    "which-spot": _where,
    "which-left": _where,
    "what-changed": _where,
    "how-many-fell": _fallen,
    "does-not-fit": _misfit,
}


def _read_otherwise(view: View, more: Counter[Area], less: Counter[Area]) -> Command | None:
    """Replace the newest placement, removal or fall, where that alone makes it right."""
    event = next((e for e in reversed(view["events"]) if e["code"] in ("placed", "removed", "fell") and not e["undone"]), None)
    if event is None or not event["undoable"] or more.total() != less.total():
        return None
    params = dict(event["params"])
    if event["code"] == "fell":
        gone = _areas(params["gone"])
        if more - gone:
            return None
        action = {**params, "type": "fell", "gone": [list(area) for area in sorted((gone - more + less).elements())]}
        return {"type": "replace", "seq": event["seq"], "action": action}
    wrong, right = (less, more) if event["code"] == "placed" else (more, less)
    if more.total() != 1 or not wrong[_area(params)]:
        return None
    ring, sector = next(iter(right))
    kind = "place" if event["code"] == "placed" else "remove"
    return {"type": "replace", "seq": event["seq"], "action": {"type": kind, "ring": ring, "sector": sector}}
