"""Which die an electronic one is to be for an await, and what its face then counts for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.events import Rolled
from companion.table.books import Ledger

__all__ = ["HALF", "counted", "die_for", "half_before", "is_pair"]

Domain = Mapping[str, Any]
PLAIN = "d6"
PAIR = "2d6"
HALF = "half"
"""How the first throw of a pair is settled: it waits for the second."""
_NAMES = {"number": PLAIN, "lift-off": "rockets", PAIR: PLAIN}
"""Dice that games call by another name than the electronic die does."""


def die_for(domain: Domain) -> str:
    """The name of the die; one whose six faces are known and not all different is a plain one, read by its faces."""
    die = str(domain.get("die", PLAIN))
    return PLAIN if _is_read_by_faces(domain) else _NAMES.get(die, die)


def counted(domain: Domain, value: int) -> int:
    """What the shown value counts for."""
    return int(domain["faces"][value - 1]) if _is_read_by_faces(domain) and 1 <= value <= len(domain["faces"]) else value


def is_pair(domain: Domain) -> bool:
    """Whether two plain dice are asked for: one electronic die is thrown twice."""
    return domain.get("die") == PAIR


def half_before(ledger: Ledger, seq: int) -> int | None:
    """The throw just before `seq` where it still waits for its second: nothing has been rolled or tapped in since."""
    throws = [item for item in ledger.items.values() if isinstance(item.what, Rolled) and item.seq < seq]
    last = max(throws, key=lambda item: item.seq, default=None)
    if last is None or not isinstance(last.what, Rolled) or ledger.settled.get(last.seq) != HALF:
        return None
    overtaken = any(entry.seq > last.seq and entry.action["type"] == "roll" for entry in ledger.entries.values())
    return None if overtaken else last.what.value


def _is_read_by_faces(domain: Domain) -> bool:
    """A die with every number once is as fair read directly; any other must be read face by face to be fair."""
    faces = list(domain.get("faces") or ())
    return bool(faces) and sorted(faces) != list(range(1, len(faces) + 1))
