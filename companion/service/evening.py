"""Company for a recorded evening: nobody is there to tap, so questions get the likeliest answer.

The lines pass through on their way to the playback.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.table.inbox import TableThread
from companion.table.refusal import Refused

__all__ = ["attended"]

_log = logging.getLogger("companion.service")
_ANSWER_AFTER_S = 6.0  # how long a question stays for people before it is answered for them
_LOOK_EVERY_S = 0.5
_MOST_ANSWERS = 50

View = Mapping[str, Any]


def attended(lines: Iterable[str], inbox: TableThread) -> Iterator[str]:
    """The same lines. Open questions are answered when they have waited long enough, and before each roll."""
    company = _Company(inbox)
    playing = False
    for line in lines:
        row = _row(line) if playing or '"mark"' in line else {}
        if playing:
            company.before(row)
        playing = playing or row.get("mark") == "play"
        yield line
    company.settle()


def _row(line: str) -> Mapping[str, Any]:
    """The line's fields; a damaged one is the playback's to report."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) and type(row.get("t")) in (int, float) else {}


def _likely(option: View) -> tuple[float, bool]:
    """By odds; where there are none, what was felt happened, so it counts."""
    return option.get("odds") or 0.0, option["code"] == "count-anyway"


class _Company:
    """What is remembered between lines: the question that waits."""

    def __init__(self, inbox: TableThread) -> None:
        self._inbox = inbox
        self._looked_s = 0.0
        self._question: tuple[str, float] | None = None

    def before(self, row: Mapping[str, Any]) -> None:
        """Called for each line before it is played."""
        kind, t_s = row.get("mark"), row.get("t", 0.0)
        if kind == "roll":
            self.settle()
        elif kind is None and t_s - self._looked_s >= _LOOK_EVERY_S:
            self._looked_s = t_s
            self._answer_when_due(t_s)

    def settle(self) -> None:
        """Answer whatever is open."""
        for _ in range(_MOST_ANSWERS):
            questions = self._view().get("questions", ())
            if not questions:
                return
            self._answer(questions[0])

    def _answer_when_due(self, t_s: float) -> None:
        questions = self._view().get("questions", ())
        if not questions:
            self._question = None
        elif self._question is None or self._question[0] != questions[0]["id"]:
            self._question = (questions[0]["id"], t_s)
        elif t_s - self._question[1] >= _ANSWER_AFTER_S:
            self._answer(questions[0])

    def _answer(self, question: View) -> None:
        best = max(question["options"], key=_likely)
        self._submit({"type": "answer", "question": question["id"], "option": best["id"]})

    def _view(self) -> View:
        return self._inbox.call(lambda table: table.view()).result()

    def _submit(self, command: Mapping[str, Any]) -> None:
        try:
            self._inbox.call(lambda table: table.submit(command, secrets.token_hex(16))).result()
        except Refused as refused:
            _log.warning("the table refused %s: %s", command["type"], refused.detail)
