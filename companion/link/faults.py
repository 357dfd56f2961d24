"""The dictionary of what can go wrong on a wired node and its line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["FaultEntry", "code_of", "link_faults"]


@dataclass(frozen=True, slots=True)
class FaultEntry:
    """What a fault means and what to do about it, in English; `number` is how a node says it on the wire."""

    code: str
    meaning: str
    do: str
    number: int | None = None


@cache
def link_faults() -> Mapping[str, FaultEntry]:
    """Every fault of this room by its code."""
    table = tomllib.loads((files("companion.link") / "faults.toml").read_text(encoding="utf-8"))
    return MappingProxyType({code: FaultEntry(code, **entry) for code, entry in table.items()})


@cache
def code_of(number: int) -> str:
    """The stable code of a node's fault number; an unknown one gets a code that says so."""
    for entry in link_faults().values():
        if entry.number == number:
            return entry.code
    return f"node-fault-{number}"
