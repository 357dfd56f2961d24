"""Faults that converters and wires are known for, injected on order."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Literal, get_args

__all__ = ["Fault", "FaultKind", "FaultPlan"]

FaultKind = Literal["spike", "factor-two", "impossible", "stuck", "dead", "lost"]
_IMPOSSIBLE = (-0x800000, 0x7FFFFF, -1)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: from `since_s` until `until_s`, in one cell (None: any), hitting a row with `odds`.

    `stuck` repeats the cell's last good code; `dead` reads only noise about zero; `lost` drops the row; `spike` and
    `factor-two` spoil single readings; `impossible` gives codes that no healthy converter gives.
    """

    kind: FaultKind
    since_s: float = 0.0
    until_s: float = float("inf")
    cell: int | None = None
    odds: float = 1.0

    def __post_init__(self) -> None:
        """Refuse an unknown kind."""
        if self.kind not in get_args(FaultKind):
            raise ValueError(f"unknown fault {self.kind!r}: one of {', '.join(get_args(FaultKind))}")


@dataclass(slots=True)
class FaultPlan:
    """All faults of a session; more may be added while it runs."""

    faults: list[Fault] = field(default_factory=list)
    _good: dict[int, int] = field(default_factory=dict)

    def spoil(self, t_s: float, codes: list[int], rng: Random) -> list[int] | None:
        """The row as it leaves the node; None when it is lost."""
        told = list(codes)
        for fault in self.faults:
            if not fault.since_s <= t_s < fault.until_s or rng.random() >= fault.odds:
                continue
            if fault.kind == "lost":
                return None
            cell = rng.randrange(len(told)) if fault.cell is None else fault.cell
            told[cell] = self._code(fault.kind, cell, told[cell], rng)
        stuck = {f.cell for f in self.faults if f.kind == "stuck" and f.since_s <= t_s < f.until_s}
        self._good.update({cell: code for cell, code in enumerate(told) if cell not in stuck})
        return told

    def _code(self, kind: FaultKind, cell: int, code: int, rng: Random) -> int:
        if kind == "spike":
            return max(-0x800000, min(0x7FFFFF, code + rng.choice((-1, 1)) * round(10 ** rng.uniform(4.5, 6.7))))
        if kind == "factor-two":
            return max(-0x800000, min(0x7FFFFF, rng.choice((2 * code, code // 2))))
        if kind == "impossible":
            return rng.choice(_IMPOSSIBLE)
        if kind == "stuck":
            return self._good.get(cell, code)
        return rng.randrange(-3, 4)
