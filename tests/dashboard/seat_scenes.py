"""Scenes of a phone: Close Encounters as one seat sees it, played on the real table."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.table import seats
from companion.table.journal import Journal
from companion.table.table import Table

NAMES = ["Noor", "Bram", "Willemijn"]
SEAT = 0
TAKEN = {"game": 1, "seat": SEAT, "name": NAMES[SEAT]}


class Evening:
    """A game with a phone at the first seat and the second; the third has paper."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.table = Table(Journal(Path(folder) / "journal.sqlite"))
        self.table.submit({"type": "new-game", "game": "close-encounters", "names": NAMES})
        for seat in (0, 1):
            claim = secrets.token_hex(4)
            self.table.change(lambda draft, seat=seat, claim=claim: seats.offer(draft, seat, claim))
            self.table.change(lambda draft, claim=claim: seats.take(draft, claim, "key-" + claim, 0.0))

    def act(self, kind: str, seat: int | None = None, **fields: Any) -> Evening:
        """Answer an await: on the seat's own phone where it is secret, else at the table."""
        view = self.table.view(seat)
        awaited = next(a for a in view["awaits"] if a["kind"] == kind and seat in (None, a["seat"]))
        action = {"type": kind, **({} if seat is None else {"seat": seat}), **fields}
        phone = seat if kind in ("circle", "erase") else None
        self.table.submit({"type": "act", "await_id": awaited["id"], "action": action}, "", phone)
        return self

    def correct(self, **facts: Any) -> Evening:
        """On the table it is so."""
        for fact, value in facts.items():
            run = self.table.run
            assert run is not None
            self.table.submit({"type": "correct", "seq": run.ledger.last_entry, "fact": fact, "value": value})
        return self


def _circled() -> Evening:
    return Evening().act("circle", 0, square=42)


def _turn() -> Evening:
    evening = _circled().act("circle", 0, square=85).act("circle", 1, square=7).act("circle", 1, square=93)
    for seat, value in enumerate((11, 5, 4)):
        evening.act("roll", seat, value=value)
    return evening


def _sprung() -> Evening:
    """Willemijn walks from the tower into Noor's trap on 85."""
    evening = _turn().correct(turn=2).act("roll", value=5)
    for square in (88, 87, 86, 85):
        evening.act("step", to=square)
    return evening


def _dead() -> Evening:
    return _turn().correct(chips=[1, [42, 12, 13]], at=[0, 76]).correct(turn=1)


def _over() -> Evening:
    return _turn().correct(chips=[1, [42, 12, 13, 14, 15]])


def _reissued() -> Evening:
    evening = _turn()
    evening.table.change(lambda draft: seats.reissue(draft, 1, "anew"))
    return evening


SCENES: dict[str, Callable[[], Evening]] = {
    "seat-start": Evening,
    "seat-circled": _circled,
    "seat-turn": _turn,
    "seat-trapped": lambda: _turn().act("roll", value=5).act("step", to=93),
    "seat-sprung": _sprung,
    "seat-dead": _dead,
    "seat-over": _over,
    "seat-told": _reissued,
    "seat-paper": lambda: _turn().act("marks", 0, on="paper"),
}


def scene(name: str) -> dict[str, Any]:
    """A scene as the service would publish it to the first seat's phone."""
    return SCENES[name]().table.view(SEAT)
