"""Which die an electronic one is to be for an await, and what its face then counts for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["counted", "die_for"]

Domain = Mapping[str, Any]
PLAIN = "d6"
_NAMES = {"number": PLAIN, "lift-off": "rockets"}
"""Dice that games call by another name than the electronic die does."""


def die_for(domain: Domain) -> str:
    """The name of the die; one whose six faces are known and not all different is a plain one, read by its faces."""
    die = str(domain.get("die", PLAIN))
    return PLAIN if _is_read_by_faces(domain) else _NAMES.get(die, die)


def counted(domain: Domain, value: int) -> int:
    """What the shown value counts for."""
    return int(domain["faces"][value - 1]) if _is_read_by_faces(domain) and 1 <= value <= len(domain["faces"]) else value


def _is_read_by_faces(domain: Domain) -> bool:
    """A die with every number once is as fair read directly; any other must be read face by face to be fair."""
    faces = list(domain.get("faces") or ())
    return bool(faces) and sorted(faces) != list(range(1, len(faces) + 1))
