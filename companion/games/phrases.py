"""Scenario sentences: what happened at the table, as people say it, turned into actions. Each game adds its own phrases."""

from __future__ import annotations

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
    text, ruling = sentence.strip(), {}
    if text.startswith("ruling: "):
        text, ruling = text.removeprefix("ruling: "), {"ruling": True}
    for phrase in phrases:
        match = re.fullmatch(phrase.pattern, text)
        if match is not None:
            return {**phrase.build(match, names), **ruling}
    raise SentenceError(f"nobody understands {sentence!r}; the games' page lists the sentences")


def read_spots(text: str) -> list[list[int]]:
    """Every "ring 3 sector 2" of a text, "4 x ring 3 sector 2" four times; SentenceError for more than any box has."""
    found = re.findall(rf"(?:(\d+) x )?{SPOT}", text)
    for times, _, _ in found:
        if len(times) > _MOST_DIGITS:
            raise SentenceError(f"{times[:12]} aliens are more than there can be")
    return [[int(ring), int(sector)] for times, ring, sector in found for _ in range(int(times or 1))]


def seat_of(name: str, names: Names) -> int:
    """The seat of a player."""
    if name not in names:
        raise SentenceError(f"there is no player {name!r}; there are {', '.join(names)}")
    return list(names).index(name)


def _by(kind: str) -> Build:
    return lambda match, names: {"type": kind, "seat": seat_of(match["name"], names)}


def _roll(match: re.Match[str], names: Names) -> dict[str, Json]:
    return {"type": "roll", "seat": seat_of(match["name"], names), "value": int(match["value"])}


def _join(match: re.Match[str], _names: Names) -> dict[str, Json]:
    return {"type": "join", "name": match["name"]}


def _skip(_match: re.Match[str], _names: Names) -> dict[str, Json]:
    return {"type": "skip"}


COMMON: tuple[Phrase, ...] = (
    Phrase(rf"{NAME} rolls (?P<value>\d+)", _roll, "Ada rolls 3"),
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
