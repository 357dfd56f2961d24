"""Recorded evenings of The Alien's Dance, played into the table as `serve --capture` does; people answer its questions."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.events import Press, Rolled
from companion.ship.capture import open_lines
from companion.table.inbox import TableThread
from companion.table.journal import Journal
from companion.table.playback import Playback
from companion.table.refusal import Refused
from companion.table.table import Table

NEAR_S = 1.0
KINDS = {"which-spot": "place", "which-left": "remove", "how-many-fell": "fall"}


class People:
    """They saw what happened and answer every question of the table with the truth."""

    def __init__(self, truth: Sequence[Mapping[str, Any]]) -> None:
        self._truth = truth
        self.answered: list[str] = []

    def look(self, table: Table) -> None:
        """Answer the open question, if they know."""
        for question in table.view()["questions"]:
            option = self._option(table, question)
            if option is None:
                continue
            try:
                table.submit({"type": "answer", "question": question["id"], "option": option["id"]})
            except Refused:
                continue
            self.answered.append(question["code"])

    def _option(self, table: Table, question: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The true answer; that nothing happened where nothing did."""
        item = table.run.ledger.items.get(question["felt_seq"] or 0) if table.run else None
        if item is None or isinstance(item.what, Press | Rolled):
            return None
        near = [row for row in self._truth if row["kind"] == KINDS.get(question["code"]) and abs(row["t"] - item.at_s) < NEAR_S]
        row = min(near, key=lambda row: abs(row["t"] - item.at_s), default=None)
        options = question["options"]
        nothing = next((option for option in options if option["code"] == "nothing"), None)
        return nothing if row is None else next((option for option in options if _says(option, row)), nothing)


def _says(option: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether an answer is what the truth has."""
    if row["kind"] == "fall":
        gone = [spot[:2] for spot in option["params"].get("gone", [])]
        return sorted(gone) == sorted(row["gone"])
    return (option.get("ring"), option.get("sector")) == (row["ring"], row["sector"])


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[TableThread]:
    """A table in its thread."""
    thread = TableThread(lambda: Table(Journal(tmp_path / "journal.sqlite")))
    thread.start()
    yield thread
    thread.stop()


def _play(inbox: TableThread, shared: Path, name: str) -> tuple[Mapping[str, Any], Mapping[str, Any], People]:
    """The table's last view, the truth's score, and the people who answered."""
    text = (shared / "captures" / f"{name}.truth.jsonl").read_text(encoding="utf-8")
    truth = [json.loads(line) for line in text.splitlines()]
    people = People(truth)
    inbox.call(lambda table: table.subscribe(lambda _seq, _view: inbox.post(people.look))).result()
    playback = Playback(inbox, open_lines(shared / "captures" / f"{name}.capture.jsonl.gz"), speed=math.inf)
    playback.start()
    playback.done.result(timeout=400)
    return inbox.call(lambda table: table.view()).result(), truth[-1], people


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1001, 2001, 2002, 2003])
@pytest.mark.parametrize("family", ["dance-clean", "dance-everyday"])
def test_a_recorded_dance_ends_with_its_true_scores(inbox: TableThread, shared: Path, family: str, seed: int) -> None:
    """Marks are turns and rolls, calls are aliens; where questions are answered as it was, every score is right."""
    view, score, _people = _play(inbox, shared, f"{family}-{seed}")
    assert view["game"]["id"] == "aliens-dance"
    assert view["questions"] == []
    assert [seat["score"] for seat in view["seats"]] == score["scores"]
    assert (view["phase"] == "over") == score["over"]
