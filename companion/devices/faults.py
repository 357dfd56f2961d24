"""The fault dictionary: stable code to what it means and what to do, for the console; with what wired nodes say themselves."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.link.faults import link_faults

__all__ = ["FaultText", "fault_codes", "fault_text"]


@dataclass(frozen=True, slots=True)
class FaultText:
    """One entry."""

    code: str
    meaning: str
    do: str


@cache
def _dictionary() -> dict[str, FaultText]:
    rows = tomllib.loads((files("companion.devices") / "faults.toml").read_text(encoding="utf-8"))
    own = {code: FaultText(code, row["meaning"], row["do"]) for code, row in rows.items()}
    return {code: FaultText(code, entry.meaning, entry.do) for code, entry in link_faults().items()} | own


def fault_codes() -> frozenset[str]:
    """Every code with an entry."""
    return frozenset(_dictionary())


def fault_text(code: str) -> FaultText:
    """The entry of a code; an unknown code says so, instead of hiding the fault behind another."""
    unknown = FaultText(code, f"A fault without an entry in the dictionary ({code}).", "Save a support bundle and report it.")
    return _dictionary().get(code, unknown)
