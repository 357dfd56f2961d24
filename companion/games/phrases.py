"""Scenario sentences: what happened at the table, as people say it, turned into actions. Each game adds its own phrases."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Json

__all__ = ["COMMON", "Phrase", "SentenceError", "as_values", "read_sentence", "read_spots", "seat_of"]

Names = Sequence[str]
Build = Callable[[re.Match[str], Names], dict[str, Json]]

NAME = r"(?P<name>[^:]+?)"
_MOST_DIGITS = 3
SPOT = r"ring (\d+) sector (\d+)"
SPOTS = rf"(?:\d+ x )?{SPOT}(?:,? (?:and )?(?:\d+ x )?{SPOT})*"


class SentenceError(ValueError):
    """A sentence nobody understands; the message quotes it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence pattern (the whole sentence must match) and the action it means. `example` shows it on the games' page."""

    pattern: str
    build: Build
    example: str


def read_sentence(sentence: str, phrases: Sequence[Phrase], names: Names) -> dict[str, Json]:
    """The action a sentence means; "ruling: ..." marks one that counts whatever the rules say."""
    text, ruling = _plain(sentence), {}
    if text.startswith("ruling: "):
        text, ruling = text.removeprefix("ruling: "), {"ruling": True}
    for phrase in phrases:
        match = re.fullmatch(phrase.pattern, text)
        if match is not None:
            return {**phrase.build(match, names), **ruling}
    raise SentenceError(f"nobody understands {sentence!r}; {_nearest(text, phrases, names)}")


def _plain(sentence: str) -> str:
    """The sentence without what people write as they like: blanks, a full stop, a comma inside a spot."""
    text = " ".join(sentence.split()).removesuffix(".")
    return re.sub(r"(ring \d+), (sector \d+)", r"\1 \2", text)


def _nearest(text: str, phrases: Sequence[Phrase], names: Names) -> str:
    """The known sentence most like this one, whoever it is about."""
    asked = re.sub("|".join(map(re.escape, names)), "Ada", text)
    near = max((phrase.example for phrase in phrases), key=lambda known: _likeness(asked, known))
    return f"the nearest is {near!r}; games/README.md lists the sentences"


def _likeness(asked: str, known: str) -> float:
    """By letters and by whole words, since a single wrong verb is what people write most."""
    letters = difflib.SequenceMatcher(None, asked.lower(), known.lower())
    words = difflib.SequenceMatcher(None, asked.lower().split(), known.lower().split())
    return letters.ratio() + words.ratio()


def read_spots(text: str) -> list[list[int]]:
    """Every "ring 3 sector 2" of a text, "4 x ring 3 sector 2" four times; SentenceError for more than any box has."""
    found = re.findall(rf"(?:(\d+) x )?{SPOT}", _plain(text))
    for times, _, _ in found:
        if len(times) > _MOST_DIGITS:
            raise SentenceError(f"{times[:12]} aliens are more than there can be")
    return [[int(ring), int(sector)] for times, ring, sector in found for _ in range(int(times or 1))]


def seat_of(name: str, names: Names) -> int:
    """The seat of a player; capitals matter only where two names differ in nothing else."""
    alike = [seat for seat, known in enumerate(names) if known.casefold() == name.casefold()]
    if name in names:
        return list(names).index(name)
    if len(alike) != 1:
        raise SentenceError(f"there is no player {name!r}; there are {', '.join(names)}")
    return alike[0]


def _by(kind: str) -> Build:
    return lambda match, names: {"type": kind, "seat": seat_of(match["name"], names)}


def _roll(match: re.Match[str], names: Names) -> dict[str, Json]:
    return {"type": "roll", "seat": seat_of(match["name"], names), "value": int(match["value"])}


def _join(match: re.Match[str], _names: Names) -> dict[str, Json]:
    return {"type": "join", "name": match["name"]}


def _skip(_match: re.Match[str], _names: Names) -> dict[str, Json]:
    return {"type": "skip"}


COMMON: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} rolls (?:an? )?(?P<value>\d+)", _roll, "Ada rolls 3"),
    Phrase(rf"{NAME} passes", _by("pass"), "Ada passes"),
    Phrase(rf"{NAME} joins", _join, "Cy joins"),
    Phrase(rf"{NAME} leaves", _by("leave"), "Ada leaves"),
    Phrase(rf"{NAME} comes back", _by("back"), "Ada comes back"),
    Phrase(r"(?:whoever has the turn|[^:]+) is away", _skip, "Ada is away"),
)


def as_values(raw: Any, names: Names) -> list[Json]:
    """The values a scenario means by `raw`: spots and players as people write them; a table of players is one value each."""
    if isinstance(raw, Mapping):
        return [[seat_of(str(name), names), value] for name, value in raw.items()]
    if isinstance(raw, list):
        return [[spot for text in raw for spot in _spots_or_self(text)]]
    if isinstance(raw, str) and raw in names:
        return [seat_of(raw, names)]
    return [raw]


def _spots_or_self(item: Any) -> list[Json]:
    return read_spots(item) or [item] if isinstance(item, str) else [item]
