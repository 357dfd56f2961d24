"""What leaves the house in a bug report, without players' names and without what could be a key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["Nameless", "names_in"]

_SECRET_NAME = re.compile(r"token|secret|sha256|claim|^key$", re.IGNORECASE)
_KEY_IN_TEXT = re.compile(r"\b(k|c|key|token|claim)=[\w-]{8,}", re.IGNORECASE)
_OF_NAMES = ("name", "names")


def names_in(value: Any) -> Iterable[str]:
    """Every text under `name` and `names`, however deep."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner) if key in _OF_NAMES else names_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from names_in(inner)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return (value,)
    return [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else names_in(value)


class Nameless:
    """Puts a number for each player's name; in data only under `name` and `names`: a player may be called like a code."""

    def __init__(self, names: Iterable[str]) -> None:
        self._numbered = {name: f"player {number}" for number, name in enumerate(dict.fromkeys(filter(None, names)), start=1)}
        longest_first = sorted(self._numbered, key=len, reverse=True)
        self._words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if longest_first else None

    def text(self, text: str) -> str:
        """Free text: names where they stand as whole words."""
        text = _KEY_IN_TEXT.sub(r"\1=(left out)", text)
        return text if self._words is None else self._words.sub(lambda found: self._numbered[found[0]], text)

    def data(self, value: Any) -> Any:
        """What is written as JSON."""
        if isinstance(value, Mapping):
            return {key: self._under(str(key), inner) for key, inner in value.items() if not _SECRET_NAME.search(str(key))}
        if isinstance(value, list | tuple):
            return [self.data(inner) for inner in value]
        return value

    def _under(self, key: str, value: Any) -> Any:
        if key not in _OF_NAMES:
            return self.data(value)
        if isinstance(value, list | tuple):
            return [self._under(key, inner) for inner in value]
        return self._numbered.get(value, value) if isinstance(value, str) else self.data(value)
