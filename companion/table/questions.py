"""What each answer does. An answer about the wood is a reading of the felt row; an answer about the score is an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from companion.events import Felt, Placed, Press, Removed, Rolled, felt_to_json
from companion.table import flow
from companion.table.books import Entry, Origin, QuestionRow
from companion.table.referee import passing, spots_read
from companion.table.refusal import Refused
from companion.table.replay import as_ruling
from companion.table.run import Draft
from companion.table.wood import read_spots, write_spots

__all__ = ["question_id", "read_as", "take"]

Option = Mapping[str, Any]
TABLET = Origin("tablet")


def question_id(question: QuestionRow) -> str:
    """The id that tablets cite."""
    return f"q{question.seq}"


def take(draft: Draft, question_id_: str, option_id: str, now_s: float) -> None:
    """Answer a question; it must still be open and have that answer."""
    question = next((q for q in draft.ledger.questions.values() if question_id(q) == question_id_), None)
    if question is None:
        raise Refused("question-gone", {"question": question_id_}, 409, "that question has been answered")
    option = next((o for o in question.options if o["id"] == option_id), None)
    if option is None:
        raise Refused("no-such-option", {"option": option_id}, 422, "that is none of the answers")
    flow.answer(draft, question, option_id)
    _EFFECTS[option["code"]](draft, question, option, now_s)


def _plain(option: Option) -> list[Any]:
    return [option["ring"], option["sector"], *([option["xy_mm"]] if option.get("xy_mm") else [])]


def _spot(draft: Draft, question: QuestionRow, option: Option, now_s: float) -> None:
    if question.item is None:
        _felt_after_all(draft, option, now_s)
    else:
        felt = _felt_of(draft, question.item)
        known = [list(felt.spot.xy_mm)] if isinstance(felt, Placed) and felt.spot.xy_mm else []
        draft.add(
            "reading", {"felt": question.item, "spots": [_plain(option) if option.get("xy_mm") else [*_plain(option), *known]]}
        )


def _felt_after_all(draft: Draft, option: Option, now_s: float) -> None:
    """The table says what happened while nobody felt it: from here it is a felt event like any other."""
    spot = read_spots([_plain(option)])[0]
    felt = Removed(now_s, now_s, spot, 1.0) if option["params"]["what"] == "removed" else Placed(now_s, now_s, spot, 1.0)
    draft.add("felt", {"felt": felt_to_json(felt), "session": draft.session, "by": "table"})


def _fell(draft: Draft, question: QuestionRow, option: Option, _now_s: float) -> None:
    draft.add("reading", {"felt": question.item, "spots": option["params"]["gone"], "count": option["params"]["count"]})


def _seat(draft: Draft, question: QuestionRow, option: Option, _now_s: float) -> None:
    assert question.item is not None
    spots = spots_read(draft.scene, draft.ledger.items[question.item], _felt_of(draft, question.item))
    draft.add("reading", {"felt": question.item, "spots": write_spots(spots), "blamed": option["params"]["seat"]})


def _felt_of(draft: Draft, seq: int) -> Felt:
    what = draft.ledger.items[seq].what
    assert not isinstance(what, Press | Rolled)
    return what


def _nothing(draft: Draft, question: QuestionRow, _option: Option, _now_s: float) -> None:
    if question.item is not None:
        draft.add("reading", {"felt": question.item, "spots": [], "void": True})
        draft.settle(question.item, "nothing")


def _settle(how: str) -> Callable[[Draft, QuestionRow, Option, float], None]:
    def effect(draft: Draft, question: QuestionRow, _option: Option, _now_s: float) -> None:
        if question.item is not None:
            draft.settle(question.item, how)

    return effect


def _count_anyway(draft: Draft, question: QuestionRow, _option: Option, now_s: float) -> None:
    assert question.item is not None
    origin = flow.origin_of(draft.ledger.items[question.item])
    action = {name: value for name, value in question.params.items() if name != "why"}
    draft.enter(as_ruling(action), origin, now_s, item=question.item)


def _passed(draft: Draft, question: QuestionRow, _option: Option, now_s: float) -> None:
    """Whoever had to act passed instead; the item itself is judged again after that."""
    assert question.item is not None
    item = draft.ledger.items[question.item]
    moment_s = item.at_s if item.session == draft.session else now_s
    draft.enter(passing(draft.scene), TABLET, moment_s)


def _instead(draft: Draft, question: QuestionRow, option: Option, _now_s: float) -> None:
    """The roll stands for the one before it."""
    seq = option["params"]["seq"]
    old = draft.ledger.entries[seq]
    if all(entry.seq != seq for entry in draft.ledger.live()):
        raise Refused("already-undone", {"seq": seq}, 409, "the roll before it was taken out meanwhile")
    action = {**old.action, "value": question.params["value"]}
    draft.enter(action, flow.origin_of(draft.ledger.items[question.item or 0]), old.at_s, item=question.item, replaces=seq)


_EFFECTS: Mapping[str, Callable[[Draft, QuestionRow, Option, float], None]] = {
    "spot": _spot,
    "fell": _fell,
    "seat": _seat,
    "nothing": _nothing,
    "move-it": _settle("move-it"),
    "not-scored": _settle("not-scored"),
    "count-anyway": _count_anyway,
    "instead": _instead,
    "passed": _passed,
}


def read_as(draft: Draft, old: Entry, new: int) -> None:
    """Entry `new` replaced one that the ship felt: while it counts, the felt row is read as it says."""
    item = draft.ledger.items.get(old.item or 0)
    action = draft.ledger.entries[new].action
    if item is None or isinstance(item.what, Press | Rolled) or action["type"] != old.action["type"]:
        return
    spots = _areas(action)
    if spots and spots != _areas(old.action):
        placed = isinstance(item.what, Placed)  # of an alien that left, the felt position belongs to another one
        felt = spots_read(draft.scene, item, item.what) if placed else ()
        rows = [
            [*area, list(at.xy_mm)] if at and at.xy_mm else list(area) for area, at in zip_longest(spots, felt[: len(spots)])
        ]
        draft.add("reading", {"felt": item.seq, "spots": rows, "entry": new})


def _areas(action: Mapping[str, Any]) -> list[list[int]]:
    if "ring" in action:
        return [[action["ring"], action["sector"]]]
    return [list(area) for area in action.get("gone", [action["now"]] if "now" in action else [])]
