"""One conversation with a node: hello and version check, commands with acknowledgements, gaps counted, stamps unwrapped.

Pure: bytes and the host's monotonic seconds go in, messages and bytes come out. The caller owns the port and the clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from companion.link.clock import NodeClock
from companion.link.framing import Decoder, Frame, LineCounts, encode
from companion.link.messages import (
    PROTOCOL,
    Ack,
    AckStatus,
    AskHello,
    Command,
    Fault,
    Hello,
    NodeMessage,
    Reading,
    Status,
    Tilt,
    Unknown,
    decode,
    encode_payload,
    type_of,
)

__all__ = ["Answer", "Outcome", "Received", "Session", "SessionCounts", "version_problem"]

REPEAT_S = 0.25
TRIES = 8
GIVE_UP_HALF_FRAME_S = 0.5
ASTRAY_S = 2.0  # a restarted node says its uptime within one
_WAITING_MAX = 32


class Outcome(Enum):
    """How a command ended."""

    DONE = "done"
    REFUSED = "refused"
    TIMED_OUT = "timed-out"


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of the command with this id. `status` is the node's word when it was refused."""

    id: int
    command: Command
    outcome: Outcome
    status: int = AckStatus.DONE


@dataclass(frozen=True, slots=True)
class Received:
    """A message and, for stamped ones, its instant in seconds on the node's endless clock."""

    message: NodeMessage
    t_s: float | None = None


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """What the host saw: `gaps` frames never arrived (by sequence number), `unplaced` ones had an impossible stamp."""

    line: LineCounts
    gaps: int = 0
    unknown: int = 0
    unplaced: int = 0
    restarts: int = 0
    timeouts: int = 0


@dataclass(slots=True)
class _Pending:
    id: int
    command: Command
    due_s: float
    tries: int = 0


def version_problem(hello: Hello) -> str | None:
    """None when we speak the node's protocol, else the fault code that says which side is too old."""
    if hello.protocol == PROTOCOL:
        return None
    return "node-too-old" if hello.protocol < PROTOCOL else "node-too-new"


@dataclass(slots=True)
class Session:
    """The host's side of one line, from opening the port until it is closed."""

    _decoder: Decoder = field(default_factory=Decoder)
    _clock: NodeClock = field(default_factory=NodeClock)
    _hello: Hello | None = None
    _pending: dict[int, _Pending] = field(default_factory=dict)
    _answers: list[Answer] = field(default_factory=list)
    _next_id: int = 1
    _sequence: int = 0
    _expected: int | None = None
    _heard_s: float = 0.0
    _gaps: int = 0
    _unknown: int = 0
    _unplaced: int = 0
    _restarts: int = 0
    _uptime_ms: int = 0
    _timeouts: int = 0
    _astray_s: float | None = None

    @property
    def hello(self) -> Hello | None:
        """Who is there, once it has said so (also when its version is not ours)."""
        return self._hello

    @property
    def problem(self) -> str | None:
        """A fault code when the node speaks another version of the protocol."""
        return version_problem(self._hello) if self._hello else None

    @property
    def counts(self) -> SessionCounts:
        """Totals since the session began."""
        return SessionCounts(self._decoder.counts, self._gaps, self._unknown, self._unplaced, self._restarts, self._timeouts)

    def ask(self, command: Command, now_s: float) -> int:
        """Queue a command for `outgoing`; its `Answer` will carry the returned id."""
        if len(self._pending) >= _WAITING_MAX:
            raise RuntimeError("too many commands wait for their answer")
        command_id = self._free_id()
        encode_payload(command, command_id)  # refuse a bad field now, in the caller's hands
        self._pending[command_id] = _Pending(command_id, command, now_s)
        return command_id

    def outgoing(self, now_s: float) -> bytes:
        """The bytes to write now: commands not yet sent, and those whose answer is overdue."""
        wire = bytearray()
        for pending in list(self._pending.values()):
            if now_s < pending.due_s:
                continue
            if pending.tries >= TRIES:
                self._timeouts += 1
                self._end(pending.id, Outcome.TIMED_OUT)
                continue
            pending.tries += 1
            pending.due_s = now_s + REPEAT_S
            wire += self._wire(pending)
        return bytes(wire)

    @property
    def clock(self) -> NodeClock:
        """The node's endless clock: keep it to give it to the next session with the same node."""
        return self._clock

    def go_on_with(self, clock: NodeClock, now_s: float) -> None:
        """Continue an earlier session's time, once the hello has told that it is the same node."""
        assert self._hello is not None
        clock.resumed(self._hello.t_us, now_s)
        self._clock = clock

    def answers(self) -> list[Answer]:
        """The commands that ended since the last call."""
        ended, self._answers = self._answers, []
        return ended

    def receive(self, data: bytes, now_s: float) -> list[Received]:
        """The messages completed by `data`; call it with b"" when the line is silent.

        While the node speaks another version, only its hello is passed on.
        """
        frames = self._decoder.feed(data)
        if data:
            self._heard_s = now_s
        elif self._decoder.held and now_s - self._heard_s > GIVE_UP_HALF_FRAME_S:
            frames = self._decoder.give_up()
        return [received for frame in frames for received in self._understand(frame, now_s)]

    def _understand(self, frame: Frame, now_s: float) -> Iterator[Received]:
        message = decode(frame.type, frame.payload)
        if isinstance(message, Hello):
            self._hello = message
            self._expected = None
        if isinstance(message, Hello | Status):
            self._note_uptime(message, now_s)
        self._count_gap(frame.sequence)
        if isinstance(message, Hello):
            yield Received(message)
        elif isinstance(message, Unknown):
            self._unknown += 1
        elif self.problem is None:
            yield from self._placed(message, now_s)

    def _note_uptime(self, message: Hello | Status, now_s: float) -> None:
        if message.uptime_ms < self._uptime_ms:
            self._restarts += 1
            self._clock.restarted(message.t_us, now_s)
        self._uptime_ms = message.uptime_ms

    def _placed(self, message: NodeMessage, now_s: float) -> Iterator[Received]:
        if isinstance(message, Ack):
            self._acknowledge(message)
        if not isinstance(message, Reading | Tilt | Fault | Status):
            yield Received(message)
            return
        t_s = self._clock.seconds(message.t_us, now_s)
        if t_s is None:
            t_s = self._replaced(message.t_us, now_s)
        else:
            self._astray_s = None
        if t_s is not None:
            yield Received(message, t_s)

    def _replaced(self, stamp_us: int, now_s: float) -> float | None:
        """Stamps that fit nothing for so long are the node's clock as it is now: one of the two clocks has stood still."""
        self._unplaced += 1
        self._astray_s = now_s if self._astray_s is None else self._astray_s
        if now_s - self._astray_s < ASTRAY_S:
            return None
        self._astray_s = None
        self._clock.restarted(stamp_us, now_s)
        return self._clock.seconds(stamp_us, now_s)

    def _acknowledge(self, ack: Ack) -> None:
        done = ack.status == AckStatus.DONE
        self._end(ack.id, Outcome.DONE if done else Outcome.REFUSED, ack.status)

    def _count_gap(self, sequence: int) -> None:
        if self._expected is not None:
            self._gaps += (sequence - self._expected) & 0xFF
        self._expected = (sequence + 1) & 0xFF

    def _end(self, command_id: int, outcome: Outcome, status: int = AckStatus.DONE) -> None:
        pending = self._pending.pop(command_id, None)
        if pending is not None:
            self._answers.append(Answer(command_id, pending.command, outcome, status))
            del self._answers[:-_WAITING_MAX]

    def _wire(self, pending: _Pending) -> bytes:
        self._sequence = (self._sequence + 1) & 0xFF
        return encode(Frame(self._sequence, type_of(pending.command), encode_payload(pending.command, pending.id)))

    def _free_id(self) -> int:
        while self._next_id in self._pending or self._next_id == 0:
            self._next_id = (self._next_id + 1) & 0xFF
        command_id, self._next_id = self._next_id, (self._next_id + 1) & 0xFF
        return command_id

    def greet(self, now_s: float) -> int:
        """Ask who is there."""
        return self.ask(AskHello(), now_s)
