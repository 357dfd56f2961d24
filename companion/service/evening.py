"""A recorded evening played as if it came from the plate: calibration first, then its game, felt and scored live."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.events import Felt, Health, Live, Noted, Rolled, ShipShape
from companion.ship.capture import CaptureError, Header, Mark
from companion.ship.session import CaptureSession

__all__ = ["Evening", "Stage"]

_log = logging.getLogger("companion.service")
_ANSWER_AFTER_S = 6.0  # how long a question stays for people before the evening answers with the likeliest
_DEVICE = "capture"
_MOST_QUESTIONS = 50


class Stage(Protocol):
    """The running table as the evening needs it. Calls are taken in order; each returns when it is done."""

    def view(self) -> Mapping[str, Any]:
        """The table now."""

    def submit(self, command: Mapping[str, Any]) -> None:
        """Tap something; refusals are logged, not raised."""

    def felt(self, felt: Felt, memory: Mapping[str, Any]) -> None:
        """The ship felt something."""

    def noted(self, noted: Noted) -> None:
        """The ship has something to say."""

    def rolled(self, rolled: Rolled) -> None:
        """The die fell."""

    def live(self, live: Live) -> None:
        """The ship now."""

    def health(self, health: Health) -> None:
        """How the plate is."""

    def keep_board(self, name: str, shape: ShipShape) -> str:
        """Store the evening's ship as a board file; its name."""


@dataclass(slots=True)
class _Question:
    """The open question and when it was first seen."""

    id: str
    since_s: float
    answers: list[Mapping[str, Any]] = field(default_factory=list)


class Evening:
    """Plays the lines of a capture on a thread of its own; `speed` times as fast as it was."""

    def __init__(self, lines: Iterable[str], stage: Stage, speed: float, arrived: Callable[[float], None]) -> None:
        self._lines = iter(lines)
        self._stage = stage
        self._speed = speed
        self._arrived = arrived
        self._session = CaptureSession()
        self._open: _Question | None = None
        self._player = 0
        self._rolls = 0
        self._began: tuple[float, float] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="evening", daemon=True)
        self._session.feed_line(next(self._lines, ""))

    @property
    def header(self) -> Header:
        """The capture's first line."""
        header = self._session.header
        assert header is not None
        return header

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Leave it where it is."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(5.0)

    def _run(self) -> None:
        self._stage.health(Health(_DEVICE, "ship", "ok"))
        try:
            for line in self._lines:
                if self._stop.is_set():
                    return
                self._play(line)
        except CaptureError as error:
            _log.error("the capture cannot be played on: %s", error)  # noqa: TRY400 -- one clear line, not a traceback
            self._stage.health(Health(_DEVICE, "ship", "fault", "capture-damaged", {"line": error.line, "reason": error.reason}))
        else:
            self._stage.health(Health(_DEVICE, "ship", "lost", "capture-ended"))
        self._settle_all()

    def _play(self, line: str) -> None:
        happened = self._session.feed_line(line)
        t_s = _moment(line)
        self._wait_for(t_s)
        self._arrived(t_s)
        for event in happened:
            if isinstance(event, Mark):
                self._marked(event)
            elif isinstance(event, Noted):
                self._stage.noted(event)
            else:
                self._feel(event)
        if self._session.tracker is not None:
            self._stage.live(self._session.tracker.live)
            self._answer_when_due(t_s)

    def _feel(self, felt: Felt) -> None:
        assert self._session.tracker is not None
        self._stage.felt(felt, self._session.tracker.memory())

    def _wait_for(self, t_s: float) -> None:
        now_s = time.monotonic()
        if self._began is None:
            self._began = (now_s, t_s)
        due_s = self._began[0] + (t_s - self._began[1]) / self._speed
        if due_s > now_s:
            self._stop.wait(due_s - now_s)

    # --- what the marks tell the table

    def _marked(self, mark: Mark) -> None:
        if mark.kind == "play":
            self._begin_game(mark)
        elif mark.kind == "turn":
            self._player = int(mark.fields.get("player", 0))
        elif mark.kind == "roll":
            self._roll(int(mark.fields.get("value", 0)), mark.t_s)

    def _begin_game(self, mark: Mark) -> None:
        """The evening's own game, ship and house rules; players in the order of their marks."""
        count = int(mark.fields.get("players", 2))
        board = self._stage.keep_board(f"capture {self.header.name}"[:40], self.header.shape)
        self._stage.submit(
            {
                "type": "new-game",
                "game": str(mark.fields.get("game", "balancing-aliens")),
                "names": [f"Player {n + 1}" for n in range(count)],
                "options": {"aliens.order": "clockwise", **mark.fields.get("rules", {})},
                "mode": "ship",
                "board": board,
            }
        )
        self._start_rolls()

    def _start_rolls(self) -> None:
        """The recording knows no start rolls: give them so that the first player begins."""
        value = 6
        while starts := [a for a in self._stage.view()["awaits"] if a["domain"].get("purpose") == "start"]:
            first = starts[0]
            action = {"type": "roll", "seat": first["seat"], "value": value if first["seat"] == 0 else 1 + first["seat"] % 5}
            self._stage.submit({"type": "act", "await_id": first["id"], "action": action})
            if self._stop.is_set() or self._stage.view()["awaits"][:1] == [first]:
                return

    def _roll(self, value: int, t_s: float) -> None:
        self._settle_all()
        self._follow()
        self._rolls += 1
        self._stage.rolled(Rolled(value, t_s, "die", self._rolls))

    def _follow(self) -> None:
        """The evening went on: where the table still waits for something that was not felt, whose turn it is now is set."""
        view = self._stage.view()
        rolls = [a for a in view["awaits"] if a["kind"] == "roll" and a["seat"] == self._player]
        if view["phase"] == "playing" and not rolls:
            newest = max((e["seq"] for e in view["events"]), default=0)
            self._stage.submit({"type": "correct", "seq": newest, "fact": "turn", "value": self._player})

    # --- questions

    def _answer_when_due(self, t_s: float) -> None:
        question = self._question(t_s)
        if question is not None and t_s - question.since_s >= _ANSWER_AFTER_S:
            self._answer(question)

    def _question(self, t_s: float) -> _Question | None:
        asked = self._stage.view()["questions"]
        if not asked:
            self._open = None
        elif self._open is None or self._open.id != asked[0]["id"]:
            self._open = _Question(asked[0]["id"], t_s, asked[0]["options"])
        return self._open

    def _settle_all(self) -> None:
        """Answer what is open: the evening does not wait."""
        for _ in range(_MOST_QUESTIONS):
            question = self._question(0.0)
            if question is None:
                return
            self._answer(question)

    def _answer(self, question: _Question) -> None:
        best = max(question.answers, key=lambda option: option.get("odds") or 0.0)
        self._open = None
        self._stage.submit({"type": "answer", "question": question.id, "option": best["id"]})


def _moment(line: str) -> float:
    return float(json.loads(line)["t"]) if line.strip() else 0.0
