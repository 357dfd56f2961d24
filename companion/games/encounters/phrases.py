"""What happens in Close Encounters, as people say it in scenario files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.games.contract import Json
from companion.games.encounters.board import SHIP, TOWER
from companion.games.phrases import COMMON, NAME, Phrase, seat_of

__all__ = ["PHRASES", "read_place"]

PLACE = r"(?P<to>\d+|the Mother Ship|Devil's Tower|row \d+ column \d+)"
_ENDS = {"the Mother Ship": SHIP, "Devil's Tower": TOWER}
Fields = dict[str, Json]


def read_place(text: str) -> Json:
    """A place as people call it: its number, a destination, or "row 3 column 5" for a safe square."""
    if text in _ENDS:
        return _ENDS[text]
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return numbers if len(numbers) == 2 else numbers[0]


def _step(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {"type": "step", "seat": seat_of(match["name"], names), "to": read_place(match["to"])}


def _card(kind: str) -> Callable[[re.Match[str], Sequence[str]], Fields]:
    def build(match: re.Match[str], names: Sequence[str]) -> Fields:
        return {"type": kind, "seat": seat_of(match["name"], names), "square": int(match["square"])}

    return build


def _trapped(match: re.Match[str], names: Sequence[str]) -> Fields:
    callers = re.split(r", (?:and )?| and ", match["callers"])
    where = {} if match["square"] is None else {"square": int(match["square"])}
    return {"type": "trapped", "by": [seat_of(name, names) for name in callers], **where}


def _marks(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {"type": "marks", "seat": seat_of(match["name"], names), "on": match["on"]}


def _stop(match: re.Match[str], names: Sequence[str]) -> Fields:
    return {"type": "stop", "seat": seat_of(match["name"], names)}


PHRASES: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} (?:steps|jumps) to {PLACE}", _step, "Ada steps to 42"),
    Phrase(rf"{NAME} stops", _stop, "Ada stops"),
    Phrase(r"(?P<callers>[^:]+?) calls? the trap(?: on (?P<square>\d+))?", _trapped, "Ben and Cy call the trap"),
    Phrase(rf"{NAME} circles (?P<square>\d+)", _card("circle"), "Ada circles 12"),
    Phrase(rf"{NAME} rubs out (?P<square>\d+)", _card("erase"), "Ada rubs out 12"),
    Phrase(rf"{NAME} marks on (?:a )?(?P<on>paper|phone)", _marks, "Ada marks on a phone"),
    *COMMON,
)
