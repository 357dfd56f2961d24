"""Which seats have a phone: a claim is good for one use, and whoever uses it brings the phone's key. Only digests are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

__all__ = ["Phones"]


def _without(seats: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: digest for other, digest in seats.items() if other != seat}


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones of one game, folded from its rows.

    `claims` are open, by seat; `keys` are held, by seat; `spent` claims name their seat and the key that used
    them ("": withdrawn). `reissued` are the seats given out anew, and `looked` says that everybody's cards were uncovered and
    the game went on: both until somebody has pressed that it was seen.
    """

    claims: Mapping[int, str] = field(default_factory=dict)
    keys: Mapping[int, str] = field(default_factory=dict)
    spent: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    reissued: tuple[int, ...] = ()
    looked: bool = False

    def seat_of(self, key: str) -> int | None:
        """The seat of a phone's key, by its digest."""
        return next((seat for seat, known in self.keys.items() if known == key), None)

    def seat_taken_with(self, claim: str, key: str) -> int | None:
        """The seat that this key took with this claim, if it still has it."""
        seat, taker = self.spent.get(claim, (None, ""))
        return seat if seat is not None and taker == key == self.keys.get(seat) else None

    def apply(self, data: Mapping[str, Any]) -> Phones:
        """The phones after one more row."""
        seat = data["seat"]
        match data["what"]:
            case "offered":
                return self._offered(seat, data["claim"])
            case "taken":
                return self._taken(seat, data["claim"], data["key"])
            case "reissued":
                told = (*(other for other in self.reissued if other != seat), seat)
                return replace(self._offered(seat, data["claim"]), keys=_without(self.keys, seat), reissued=told)
            case "covered-again":
                return replace(self, looked=True)
            case _ if seat is None:
                return replace(self, looked=False)
            case _:
                return replace(self, reissued=tuple(other for other in self.reissued if other != seat))

    def _offered(self, seat: int, claim: str) -> Phones:
        withdrawn = {self.claims[seat]: (seat, "")} if seat in self.claims else {}
        return replace(self, claims={**self.claims, seat: claim}, spent={**self.spent, **withdrawn})

    def _taken(self, seat: int, claim: str, key: str) -> Phones:
        return replace(
            self,
            claims=_without(self.claims, seat),
            keys={**self.keys, seat: key},
            spent={**self.spent, claim: (seat, key)},
        )
