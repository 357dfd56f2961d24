"""The last answer to a question that is asked again and again while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Lately"]

T = TypeVar("T")


@dataclass(slots=True)
class Lately(Generic[T]):
    """Remembers one answer for as long as it rests on the very same things and on equal circumstances.

    The readings of a free ship are asked for by every save of what was learned, by the next contact and by the look at its
    turn. Nothing they rest on is ever changed in place, so that the same object says the same.
    """

    _things: tuple[object, ...] = ()
    _circumstances: object = None
    _answer: T | None = None

    def of(self, things: tuple[object, ...], circumstances: object, answer: Callable[[], T]) -> T:
        """The remembered answer, or a new one where something is other than last time."""
        same = len(things) == len(self._things) and all(a is b for a, b in zip(things, self._things, strict=True))
        if self._answer is None or not same or circumstances != self._circumstances:
            self._things, self._circumstances, self._answer = things, circumstances, answer()
        return self._answer
