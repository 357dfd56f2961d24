"""What happens on the ship, as people say it in scenario files; both games use the same sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.games.contract import Json
from companion.games.phrases import COMMON, NAME, SPOT, SPOTS, Phrase, read_spots, seat_of

__all__ = ["PHRASES"]

_CLAUSE = r"(?:, (?:charged to (?P<blamed>[^,]+)|bumped by (?P<bumper>[^,]+)|(?P<cause>toppled|slipped|while lifted)))*"
_CAUSES = {"toppled": "toppled", "slipped": "slip", "while lifted": "lifted"}


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"\d+|an?|{'|'.join(_NUMBERS[1:])}"


def _number(word: str | None) -> int:
    """A count in digits or words; a and an are one."""
    if word is None:
        return 0
    return int(word) if word.isdigit() else max(1, _NUMBERS.index(word) if word in _NUMBERS else 1)


def _move(kind: str, verbs: str) -> Phrase:
    def build(match: re.Match[str], names: Sequence[str]) -> dict[str, Json]:
        ring, sector = int(match["ring"]), int(match["sector"])
        action: dict[str, Json] = {"type": kind, "seat": seat_of(match["name"], names), "ring": ring, "sector": sector}
        if match["across"]:
            action["across"] = int(match["across"])
        if match["numbers"]:
            action["touches_numbers"] = True
        return action

    where = r"(?:an alien )?(?:on |in |from )?ring (?P<ring>\d+) sector (?P<sector>\d+)"
    more = r"(?:, across ring (?P<across>\d+))?(?P<numbers>, touching the numbers)?"
    return Phrase(rf"{NAME} (?:{verbs}) {where}{more}", build, f"Ada {kind}s ring 3 sector 2")


def _fell(match: re.Match[str], names: Sequence[str]) -> dict[str, Json]:
    gone = read_spots(match["gone"] or "")
    own = "own" in match.groupdict()
    action: dict[str, Json] = {"type": "fell", "count": _count(match, own=own), "gone": gone, "own": own}
    return {**action, **_clauses(match, names)}


def _count(match: re.Match[str], *, own: bool) -> int:
    told = _number(match["more" if own else "count"])
    return told + 1 if own else told


def _clauses(match: re.Match[str], names: Sequence[str]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if match["blamed"]:
        found["blamed"] = None if match["blamed"] == "nobody" else seat_of(match["blamed"], names)
    if match["bumper"]:
        found |= {"cause": "bump", "bumper": seat_of(match["bumper"], names)}
    if match["cause"]:
        found["cause"] = _CAUSES[match["cause"]]
    return found


def _rim(match: re.Match[str], names: Sequence[str]) -> dict[str, Json]:
    blamed = {} if match["blamed"] is None else {"blamed": seat_of(match["blamed"], names)}
    return {"type": "fell", "count": 0, "gone": [], "cause": "rim", **blamed}


def _end_turn(match: re.Match[str], names: Sequence[str]) -> dict[str, Json]:
    return {"type": "end-turn", "seat": seat_of(match["name"], names)}


def _moved(match: re.Match[str], _names: Sequence[str]) -> dict[str, Json]:
    was, now = read_spots(match[0])
    return {"type": "moved", "was": was, "now": now}


_FROM = rf" falls?(?: from (?P<gone>{SPOTS}))?{_CLAUSE}"
_OWN = rf"(?P<own>(?:the|his|her|their|[^,]+'s) own alien)(?: and (?P<more>{_NUMBER}) more)?"

PHRASES: tuple[Phrase, ...] = (
    _move("place", "places|puts"),
    _move("remove", "removes|takes"),
    Phrase(rf"{_OWN}{_FROM}", _fell, "the own alien falls"),
    Phrase(rf"(?P<count>{_NUMBER})(?: aliens?)?{_FROM}", _fell, "2 fall from ring 3 sector 2, ring 1 sector 4, charged to Ben"),
    Phrase(r"the rim touches the table(?:, charged to (?P<blamed>[^,]+))?", _rim, "the rim touches the table"),
    Phrase(rf"{NAME} ends the turn", _end_turn, "Ada ends the turn"),
    Phrase(rf"an alien moves from {SPOT} to {SPOT}", _moved, "an alien moves from ring 3 sector 2 to ring 4 sector 2"),
    *COMMON,
)
