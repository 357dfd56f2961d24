"""What happens in the E.T. board game, as people say it in scenario files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.games.contract import Json
from companion.games.etboard.board import KINDS
from companion.games.phrases import COMMON, NAME, Phrase, seat_of

__all__ = ["PHRASES"]

_KIND = rf"(?P<kind>hide roll|{'|'.join(kind for kind in KINDS if kind != 'hide-roll')})(?: (?P<chips>\d+))?"
Fields = dict[str, Json]


def _by(match: re.Match[str], names: Sequence[str], what: str, **fields: Json) -> Fields:
    return {"type": what, "seat": seat_of(match["name"], names), **fields}


def _space(match: re.Match[str]) -> Fields:
    chips = {} if match["chips"] is None else {"chips": int(match["chips"])}
    return {"kind": match["kind"].replace("hide roll", "hide-roll"), **chips}


PHRASES: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} goes first", lambda m, n: _by(m, n, "first"), "Ada goes first"),
    Phrase(rf"{NAME} puts the costume on", lambda m, n: _by(m, n, "costume"), "Ada puts the costume on"),
    Phrase(rf"{NAME} says (?P<value>\d+)", lambda m, n: _by(m, n, "call", value=int(m["value"])), "Ada says 2"),
    Phrase(rf"E\.T\. lands on {_KIND}", lambda m, _n: {"type": "space", **_space(m)}, "E.T. lands on hide 3"),
    Phrase(rf"{NAME} collects (?P<value>\d+)", lambda m, n: _by(m, n, "chips", value=int(m["value"])), "Ada collects 3"),
    Phrase(
        rf"{NAME} guesses (?P<how>right|wrong)", lambda m, n: _by(m, n, "guess", right=m["how"] == "right"), "Ada guesses right"
    ),
    Phrase(
        rf"{NAME} flies E\.T\. to space (?P<to>\d+)",
        lambda m, n: _by(m, n, "fly", to=int(m["to"])),
        "Ada flies E.T. to space 7",
    ),
    Phrase(rf"{NAME} flies E\.T\. to {_KIND}", lambda m, n: _by(m, n, "fly", **_space(m)), "Ada flies E.T. to beacon"),
    Phrase(
        rf"{NAME} (?P<how>moves E\.T\. up|leaves E\.T\. below)",
        lambda m, n: _by(m, n, "ascend", up=m["how"].startswith("moves")),
        "Ada moves E.T. up",
    ),
    *COMMON,
)
