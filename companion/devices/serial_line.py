"""A serial port with one of our nodes behind it: found by what it says, never by its name; opened for us alone."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Self

import serial
from serial.tools import list_ports

from companion.devices.ports import PortLostError
from companion.link.clock import NodeClock
from companion.link.faults import code_of
from companion.link.messages import AskHello, Command, Fault, Hello, Kind, SetIdentity
from companion.link.session import Answer, Outcome, Received, Session

__all__ = ["BAUD", "NodeFinder", "NodeLine", "ports_like", "serial_ports"]

BAUD = 250_000
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else
_READ_BYTES = 4096
_TURN_S = 0.02
_HELLO_S = 3.0
_FOREIGN_FOR_S = 30.0


def serial_ports() -> Sequence[str]:
    """The USB serial ports there are now."""
    return [port.device for port in list_ports.comports() if port.vid is not None]


def ports_like(patterns: Sequence[str]) -> Callable[[], Sequence[str]]:
    """The ports that match now, for a machine whose ports are given by hand; with no pattern, every USB serial port."""
    if not patterns:
        return serial_ports
    return lambda: [path for pattern in patterns for path in sorted(glob.glob(pattern)) if os.path.exists(path)]  # noqa: PTH110, PTH207 -- patterns may be absolute


def _open(path: str) -> serial.Serial:
    try:
        return serial.Serial(path, BAUD, timeout=_TURN_S, write_timeout=0.5, exclusive=True)
    except (serial.SerialException, OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in str(error):
            raise PortLostError("port-busy", f"{path} is in use by another program") from error
        if number in (errno.EACCES, errno.EPERM):
            raise PortLostError("port-denied", f"{path}: {error}") from error
        raise PortLostError("port-error", f"{path}: {error}") from error


class NodeLine:
    """An open port and its session. Every method may raise PortLostError once the device is gone."""

    def __init__(self, path: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self.session = Session()
        self.faults: dict[tuple[str, int], float] = {}
        self._clock = clock
        self._unplugged = "port-error"
        self._port = _open(path)
        self._heard_s = clock()

    @property
    def hello(self) -> Hello:
        """Who is there; only after `meet`."""
        assert self.session.hello is not None
        return self.session.hello

    @property
    def name(self) -> str:
        """The node's own name, such as ship-k7f2q9ab."""
        return f"{Kind(self.hello.kind).name.lower()}-{self.hello.identity or 'nameless'}"

    @property
    def is_open(self) -> bool:
        """Whether the port is still ours."""
        return bool(self._port.is_open)

    @property
    def silent_s(self) -> float:
        """How long no intact message has come."""
        return self._clock() - self._heard_s

    def turn(self) -> list[Received]:
        """Write what is due and take what came, waiting up to 20 ms for the first byte."""
        try:
            due = self.session.outgoing(self._clock())
            if due:
                self._port.write(due)
            data = self._port.read(max(1, min(self._port.in_waiting, _READ_BYTES)))
        except (serial.SerialException, OSError, TypeError) as error:
            self.close()
            raise PortLostError(self._unplugged, f"{self.path}: {error}") from error
        received = self.session.receive(data, self._clock())
        if received:
            self._heard_s = self._clock()
        for one in received:
            self._note(one)
        return received

    def _note(self, received: Received) -> None:
        if isinstance(received.message, Hello):
            self.faults.clear()
        elif isinstance(received.message, Fault):
            fault = received.message
            key = (code_of(fault.code), fault.where)
            if fault.raised:
                self.faults[key] = received.t_s or 0.0
            else:
                self.faults.pop(key, None)

    def counters(self) -> dict[str, int]:
        """Everything the host counted on this line."""
        counts = self.session.counts
        return {
            "frames": counts.line.frames,
            "frames_damaged": counts.line.bad_crc,
            "noise_bytes": counts.line.noise_bytes,
            "frames_missing": counts.gaps,
            "stamps_impossible": counts.unplaced,
            "restarts": counts.restarts,
            "commands_unanswered": counts.timeouts,
        }

    def ask(self, command: Command) -> int:
        """Give a command; its answer comes with `answers` by this id."""
        return self.session.ask(command, self._clock())

    def do(self, command: Command, timeout_s: float = 3.0) -> Answer | None:
        """Give a command and wait for its end; what else comes meanwhile is dropped."""
        command_id = self.ask(command)
        end_s = self._clock() + timeout_s
        while self._clock() < end_s:
            self.turn()
            for answer in self.session.answers():
                if answer.id == command_id:
                    return answer
        return None

    def meet(self, patience_s: float) -> Self:
        """Listen for a frame of ours, and only then speak: ask for the hello, and give a name to a node that has none.

        PortLostError with what is wrong: foreign (nothing of ours was heard; nothing was written), too old, too new.
        """
        if not self._hear(patience_s):
            raise PortLostError("port-foreign", f"{self.path} says nothing that a node would say")
        self.do(AskHello(), _HELLO_S)
        if self.session.hello is None:
            raise PortLostError("node-silent", f"{self.path} streams but does not answer")
        if self.session.problem:
            raise PortLostError(self.session.problem, f"{self.path} speaks version {self.hello.protocol} of the protocol")
        self._unplugged = f"{Kind(self.hello.kind).name.lower()}-unplugged"
        if not self.hello.identity:
            self._baptise()
        return self

    def _hear(self, patience_s: float) -> bool:
        end_s = self._clock() + patience_s
        while self._clock() < end_s:
            self.turn()
            if self.session.counts.line.frames >= 1:
                return True
        return False

    def _baptise(self) -> None:
        name = "".join(secrets.choice(_ALPHABET) for _ in range(8))
        answer = self.do(SetIdentity(name))
        if answer is None or answer.outcome is not Outcome.DONE:
            raise PortLostError("node-no-answer", f"{self.path} does not take a name")
        self.do(AskHello())

    def close(self) -> None:
        """Let go of the port; a second call does nothing."""
        self._port.close()


class NodeFinder:
    """Looks through the serial ports for a node. Shared by the drivers, so that none tries what another holds or looks at.

    A port where nothing of ours is heard is left alone for half a minute, and for as long as it stays the same device.
    """

    def __init__(
        self,
        paths: Callable[[], Sequence[str]] = serial_ports,
        *,
        patience_s: float = 3.5,  # a board that restarts on opening is in its boot loader for up to two
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._paths, self._patience_s, self._clock = paths, patience_s, clock
        self._passed_over: dict[str, tuple[str, float]] = {}
        self._kinds: dict[str, Kind] = {}
        self._names: dict[str, str] = {}
        self._clocks: dict[str, NodeClock] = {}
        self._ours: dict[str, NodeLine | None] = {}
        self._lock = threading.Lock()

    def open(self, kind: Kind, identity: str | None = None, *, rather: Collection[str] = ()) -> NodeLine:
        """A node of that kind (and identity, when one is asked for); PortLostError tells the most telling reason.

        Of several, one whose name is in `rather`; where that is empty or none of them is there, the first.
        """
        reasons: list[PortLostError] = []
        second: NodeLine | None = None
        with self._lock:
            paths = self._worth_trying(kind)
        for path in paths:
            try:
                line = self._claimed(path, kind, identity)
            except PortLostError as lost:
                reasons.append(lost)
                continue
            if line is None:
                continue
            if not rather or line.name in rather:
                _let_go(second)
                return line
            if second is None:
                second = line
            else:
                line.close()
        if second is not None:
            return second
        raise _most_telling(reasons, kind)

    def look_for(self, kind: Kind, names: Collection[str]) -> NodeLine | None:
        """One of the nodes so named, opened, where it is at a port not looked at before; what else is there is let go again."""
        with self._lock:
            known = {path for path, name in self._names.items() if name not in names}
            paths = [path for path in self._worth_trying(kind) if path not in known]
        for path in paths:
            with contextlib.suppress(PortLostError):
                line = self._claimed(path, kind, None)
                if line is not None and line.name in names:
                    return line
                _let_go(line)
        return None

    def names(self, kind: Kind) -> Sequence[str]:
        """The nodes of that kind that are connected, as far as they were looked at."""
        with self._lock:
            there = list(self._paths())
            return sorted({name for path, name in self._names.items() if path in there and self._kinds.get(path) is kind})

    def why(self) -> dict[str, str]:
        """Each port passed over, with the fault code that says why."""
        with self._lock:
            return {path: code for path, (code, _) in self._passed_over.items()}

    def _worth_trying(self, kind: Kind) -> list[str]:
        there = list(self._paths())
        self._kinds = {path: known for path, known in self._kinds.items() if path in there}
        self._names = {path: name for path, name in self._names.items() if path in there}
        now_s = self._clock()
        self._passed_over = {path: row for path, row in self._passed_over.items() if path in there and now_s < row[1]}
        return [path for path in there if path not in self._passed_over and self._kinds.get(path, kind) is kind]

    def _claimed(self, path: str, kind: Kind, identity: str | None) -> NodeLine | None:
        """The node there; None where another of our drivers holds the port or is looking at it."""
        with self._lock:
            held = self._ours.get(path)
            if path in self._ours and (held is None or held.is_open):
                return None
            self._ours[path] = None
        line = None
        try:
            line = self._try(path, kind, identity)
        finally:
            with self._lock:
                self._ours.pop(path)
                if line is not None:
                    self._ours[path] = line
        return line

    def _try(self, path: str, kind: Kind, identity: str | None) -> NodeLine:
        line = NodeLine(path, clock=self._clock)
        try:
            line.meet(self._patience_s)
            self._check(line, kind, identity)
            self._keep_time(line)
        except PortLostError as lost:
            line.close()
            with self._lock:
                if lost.code in ("port-foreign", "node-too-old", "node-too-new"):
                    self._passed_over[path] = (lost.code, self._clock() + _FOREIGN_FOR_S)
            raise
        return line

    def _check(self, line: NodeLine, kind: Kind, identity: str | None) -> None:
        with self._lock:
            self._kinds[line.path] = Kind(line.hello.kind)
            self._names[line.path] = line.name
        if line.hello.kind != kind:
            raise PortLostError("node-other-kind", f"{line.path} is {line.name}")
        if identity is not None and line.hello.identity != identity:
            raise PortLostError("node-other-identity", f"{line.path} is {line.name}")

    def _keep_time(self, line: NodeLine) -> None:
        """The time of a node's samples goes on where it was when its line is opened again."""
        with self._lock:
            known = self._clocks.setdefault(line.name, line.session.clock)
        if known is not line.session.clock:
            line.session.go_on_with(known, self._clock())


def _let_go(line: NodeLine | None) -> None:
    if line is not None:
        line.close()


_TELLING = ("node-too-old", "node-too-new", "port-denied", "port-busy", "node-silent", "node-no-answer", "node-other-identity")


def _most_telling(reasons: Sequence[PortLostError], kind: Kind) -> PortLostError:
    for code in _TELLING:
        for reason in reasons:
            if reason.code == code:
                return reason
    return PortLostError(f"{kind.name.lower()}-absent", "; ".join(str(reason) for reason in reasons) or "no serial port")
