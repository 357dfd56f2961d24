"""A recorded evening played into the table as if it came from the plate, with its marks as game, rolls and turns."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from companion.events import Felt, Live, Noted, Press, Rolled, ShipShape
from companion.ship.capture import CaptureError, Mark, parse_line
from companion.ship.session import CaptureSession
from companion.table.inbox import TableThread
from companion.table.recorder import Plate, Recorder
from companion.table.refusal import Refused
from companion.table.sense import Poster, dispute
from companion.table.table import Table

__all__ = ["Playback", "board_of"]

_CLOCK_S = time.monotonic
_SIDES = {"aliens-dance": "dance"}
"""Games played on the ship's other side."""


def board_of(shape: ShipShape, name: str, game: str) -> dict[str, Any]:
    """The ship of a capture as a board of the printed side that the game is played on."""
    return {
        "name": name or "recorded ship",
        "verified": False,
        "side": _SIDES.get(game, "balancing"),
        "ring_edges_mm": list(shape.ring_edges_mm),
        "points": list(shape.points),
        "sectors": shape.sectors,
        "foot_radius_mm": shape.foot_radius_mm,
        "aliens": shape.aliens,
    }


class Playback:
    """Feeds the lines of a capture at `speed` times their own pace (infinite: as fast as the table takes them)."""

    def __init__(
        self,
        inbox: TableThread,
        lines: Iterable[str],
        speed: float = 1.0,
        on_live: Callable[[Live], None] = lambda _live: None,
    ) -> None:
        self._inbox = inbox
        self._lines = lines
        self._speed = speed
        self._on_live = on_live
        self._session = CaptureSession()
        self._recorder: Recorder | None = None
        self._poster: Poster | None = None
        self._stopping = threading.Event()
        self.done: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, name="playback", daemon=True)

    def start(self) -> None:
        """Begin to play; `done` has the end, or the error that ended it (CaptureError names the line)."""
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Stop playing."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def dispute(self, seq: int, path: Path) -> int:
        """Save the raw samples around entry `seq`; how many."""
        assert self._recorder is not None, "nothing has been played yet"
        return dispute(self._inbox, self._recorder, seq, path)

    def _work(self) -> None:
        try:
            self._play()
        except Exception as error:  # noqa: BLE001 whoever waits for the end gets it
            self.done.set_exception(error)
        else:
            self.done.set_result(None)

    def _play(self) -> None:
        began: tuple[float, float] | None = None
        for number, line in enumerate(self._lines, start=1):
            if self._stopping.is_set():
                return
            said = self._session.feed_line(line)
            t_s = self._keep(line, number, said)
            if t_s is None or self._session.tracker is None:
                continue
            began = began or (t_s, _CLOCK_S())
            self._wait(t_s - began[0], began[1])
            self._say(said, number)
        self._session.close()
        self._inbox.call(lambda _table: None).result()

    def _keep(self, line: str, number: int, said: list[Felt | Noted | Mark]) -> float | None:
        """Remember the row for disputes; its time."""
        header = self._session.header
        if header is None or number == 1:
            return None
        row = next((event for event in said if isinstance(event, Mark)), None) or parse_line(line, number, header)
        if row is not None and self._recorder is not None:
            self._recorder.keep(row)
        return row.t_s if row is not None else None

    def _say(self, said: list[Felt | Noted | Mark], line: int) -> None:
        """Tell the table; what it refuses of the evening is damage of that line."""
        try:
            self._tell(said)
        except Refused as refused:
            raise CaptureError(line, f"the table refuses this mark: {refused.detail}") from refused

    def _wait(self, played_s: float, began_s: float) -> None:
        self._stopping.wait(max(0.0, began_s + played_s / self._speed - _CLOCK_S()))

    def _tell(self, said: list[Felt | Noted | Mark]) -> None:
        tracker = self._session.tracker
        assert tracker is not None
        poster = self._poster or self._begin()
        poster.take(tracker, [event for event in said if not isinstance(event, Mark)])
        for mark in said:
            if isinstance(mark, Mark):
                poster.show(tracker, tracker.live)
                self._mark(mark)

    def _begin(self) -> Poster:
        header, tracker = self._session.header, self._session.tracker
        assert header is not None
        assert tracker is not None
        calibration = tracker.calibration.to_json()
        plate = Plate(header.sps, header.cells_mm, header.shape, calibration, header.tilt, header.name)
        self._recorder = Recorder(plate)
        self._poster = Poster(self._inbox, self._recorder, self._on_live)
        return self._poster

    def _mark(self, mark: Mark) -> None:
        """A mark of the game is what button and die would have said; the inbox has room again when it is done."""
        if mark.kind == "play":
            command, board = self._new_game(mark)
            self._inbox.call(lambda table: _begin_game(table, command, board)).result()
        elif mark.kind == "turn":
            press = Press(f"turn-{int(mark.fields['player'])}", mark.t_s, "capture")
            self._inbox.call(lambda table: table.pressed(press)).result()
        elif mark.kind == "roll":
            rolled = Rolled(int(mark.fields["value"]), mark.t_s, "capture")
            self._inbox.call(lambda table: table.rolled(rolled)).result()

    def _new_game(self, mark: Mark) -> tuple[dict[str, Any], dict[str, Any]]:
        header = self._session.header
        assert header is not None
        command = {
            "type": "new-game",
            "game": mark.fields.get("game", "balancing-aliens"),
            "names": [f"Player {n + 1}" for n in range(int(mark.fields.get("players", 2)))],
            "options": dict(mark.fields.get("rules") or {}),
        }
        return command, board_of(header.shape, header.name, command["game"])


def _begin_game(table: Table, command: Mapping[str, Any], board: Mapping[str, Any]) -> None:
    """The order of play of a recorded evening is that of its players' numbers."""
    table.start(command, board)
    table.skip_start_rolls()
