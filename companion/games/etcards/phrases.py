"""What happens in the E.T. card game, as people say it in scenario files; cards by their ids ("ssst", "gevaar")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.games.contract import Json
from companion.games.etcards.state import KINDS
from companion.games.phrases import COMMON, NAME, Phrase, seat_of

__all__ = ["PHRASES"]

_CARD = rf"(?:{'|'.join(KINDS)})"
Fields = dict[str, Json]


def _by(match: re.Match[str], names: Sequence[str], what: str, **fields: Json) -> Fields:
    return {"type": what, "seat": seat_of(match["name"], names), **fields}


def _right(match: re.Match[str], names: Sequence[str]) -> Fields:
    """Without "keeps ...": everything that may be kept."""
    told = match["kept"]
    kept: dict[str, Json] = {} if told is None else {"keep": re.findall(_CARD, told)}
    return _by(match, names, "guess", right=True, **kept)


PHRASES: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} goes first", lambda m, n: _by(m, n, "first"), "Ada goes first"),
    Phrase(
        rf"{NAME} holds (?P<one>{_CARD}) and (?P<other>{_CARD})",
        lambda m, n: _by(m, n, "announce", cards=[m["one"], m["other"]]),
        "Ada holds ssst and gevaar",
    ),
    Phrase(
        rf"{NAME} guesses right(?: and keeps (?P<kept>nothing|{_CARD}(?: and {_CARD})?))?",
        _right,
        "Ada guesses right and keeps ssst",
    ),
    Phrase(rf"{NAME} guesses wrong", lambda m, n: _by(m, n, "guess", right=False), "Ada guesses wrong"),
    Phrase(rf"{NAME} has seen a card", lambda m, n: _by(m, n, "peek"), "Ada has seen a card"),
    *COMMON,
)
