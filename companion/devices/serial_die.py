"""The real electronic die: a die node on a serial port."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.devices.ports import PortLostError
from companion.devices.serial_line import NodeFinder, NodeLine
from companion.events import Health, Press, Rolled
from companion.link import messages as m
from companion.link.session import Outcome, Received

__all__ = ["DICE", "Face", "SerialDie", "open_serial_die"]

_SAY_AGAIN_S = 2.0  # the die takes a host that says nothing for five seconds for gone
_SILENT_S = 2.5
_STALE_MS = 10_000
_ONE_QUESTION_S = 5.0  # after a roll the die glows again when it is told so, or when nobody has said anything for so long


@dataclass(frozen=True, slots=True)
class Face:
    """One of a die's equally likely faces: what it counts for and which lights show it (bits as in PROTOCOL.md)."""

    value: int
    lights: int


_PIPS = (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77)
_CROSS = 0x5D  # X: four corners and the centre
_GATE = (0x01, 0x03, 0x07, 0x17, 0x37, 0x77)  # a ring that closes, clockwise from the top left


def _pips(sides: int) -> tuple[Face, ...]:
    return tuple(Face(value, _PIPS[value - 1]) for value in range(1, sides + 1))


_ROCKETS = (Face(0, _CROSS), Face(1, 0x08), Face(2, 0x14), Face(3, 0x1C))
_STARGATE = tuple(Face(at, lights) for at, lights in enumerate(_GATE, start=1))

# Name, as a game's await says it -> number on the wire, faces, how many dice.
DICE: dict[str, tuple[int, tuple[Face, ...], int]] = {
    "d6": (1, _pips(6), 1),
    "2d6": (2, _pips(6), 2),
    "d3": (3, _pips(3), 1),
    "rockets": (4, _ROCKETS, 1),
    "stargate": (5, _STARGATE, 1),
    "d4": (6, _pips(4), 1),
}
_BY_NUMBER = {0: DICE["d6"], **{row[0]: row for row in DICE.values()}}


class SerialDie:
    """Fills InputPort over an open line to a die node. Two dice come as one `Rolled` with their sum: no game asks for more.

    A roll is acknowledged when it has been handed over, that is, at the next `read`: one that was not is told again.
    """

    def __init__(self, line: NodeLine, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._line, self._clock = line, clock
        self._name = line.name
        self._lost: str | None = None
        self._wish = m.DieIs(1, _PIPS)
        self._said_s = float("-inf")
        self._answered_s: float | None = None
        self._seen: dict[tuple[int, int], None] = {}
        self._to_acknowledge: list[int] = []

    @property
    def name(self) -> str:
        """The node's own name, kept in the node."""
        return self._name

    def read(self, timeout_s: float) -> Sequence[Press | Rolled]:
        """Rolls since the last call, waiting up to `timeout_s`; PortLostError when the node is gone."""
        for number in self._to_acknowledge:
            self._line.ask(m.RollSeen(number))
        self._to_acknowledge.clear()
        end_s = self._clock() + timeout_s
        rolls: list[Press | Rolled] = []
        while not rolls:
            rolls += self._turn()
            if self._clock() >= end_s:
                break
        return rolls

    def light(self, faces: str, *, awaited: bool) -> None:
        """Be that die from now on, and glow when a roll is awaited; ValueError for a die nobody knows."""
        if faces not in DICE:
            raise ValueError(f"unknown die {faces!r}: one of {', '.join(DICE)}")
        number, sides, dice = DICE[faces]
        wish = m.DieIs(number, tuple(face.lights for face in sides), dice, awaited)
        if wish != self._wish or self._answered_s is not None:
            self._wish, self._said_s, self._answered_s = wish, float("-inf"), None

    def health(self) -> Health:
        """How the node is: gone, silent, with a fault it has told itself, or well."""
        if self._lost is not None:
            return Health(self._name, "die", "lost", self._lost)
        if self._line.silent_s > _SILENT_S:
            return Health(self._name, "die", "silent", "die-silent")
        if ("die-no-randomness", 0) in self._line.faults:
            return Health(self._name, "die", "fault", "die-no-randomness")
        return Health(self._name, "die", "ok")

    def counters(self) -> dict[str, int]:
        """Everything that was counted as lost or wrong."""
        return self._line.counters()

    def burst(self, sides: int, count: int, timeout_s: float = 600.0) -> list[int]:
        """Many rolls without lights, for the fairness test; PortLostError when they do not all come."""
        answer = self._line.do(m.Burst(sides, count))
        if answer is None or answer.outcome is not Outcome.DONE:
            raise PortLostError("node-no-answer", f"{self._name} does not give a burst")
        faces: dict[int, int] = {}
        end_s = self._clock() + timeout_s
        while len(faces) < count and self._clock() < end_s:
            for one in self._line.turn():
                if isinstance(one.message, m.RollBurst):
                    faces |= dict(enumerate(one.message.faces, start=one.message.start))
        if len(faces) < count:
            raise PortLostError("node-no-answer", f"{self._name} gave {len(faces)} of {count} rolls")
        return [faces[at] for at in sorted(faces)]

    @property
    def simulated(self) -> bool:
        """The node runs in a simulator: its rolls are no evidence of fairness."""
        return self._line.hello.identity.startswith("sim")

    def close(self) -> None:
        """Let go of the port; a second call does nothing."""
        self._lost = self._lost or "port-closed"
        self._line.close()

    def _turn(self) -> list[Press | Rolled]:
        if self._lost is not None:
            raise PortLostError(self._lost, f"{self._name} is not open")
        self._say_again()
        try:
            received = self._line.turn()
        except PortLostError as lost:
            self._lost = lost.code
            raise
        self._line.session.answers()
        return [roll for one in received for roll in self._take(one)]

    def _say_again(self) -> None:
        """Tell the die which die it is, now and then also to show that somebody is here."""
        now_s = self._clock()
        if now_s - self._said_s <= _SAY_AGAIN_S:
            return
        self._said_s = now_s
        answered = self._answered_s is not None and now_s - self._answered_s < _ONE_QUESTION_S
        self._line.ask(replace(self._wish, awaited=False) if answered else self._wish)

    def _take(self, received: Received) -> list[Rolled]:
        message = received.message
        if isinstance(message, m.Hello):
            self._said_s = float("-inf")  # it has restarted and forgotten which die it was
        if not isinstance(message, m.Rolled):
            return []
        self._to_acknowledge.append(message.number)
        key = (self._line.session.counts.restarts, message.number)
        if key in self._seen:
            return []
        self._seen[key] = None
        self._answered_s = self._clock()
        return self._rolled(message)

    def _rolled(self, message: m.Rolled) -> list[Rolled]:
        known = _BY_NUMBER.get(message.die)
        stale = message.age_ms > _STALE_MS and not message.awaited  # somebody played with it while we were away
        if known is None or stale or any(not 1 <= face <= len(known[1]) for face in message.faces):
            return []
        t_s = self._clock() - message.age_ms / 1000.0
        value = sum(known[1][face - 1].value for face in message.faces)
        return [Rolled(value, t_s, self._name, message.number)]


def open_serial_die(finder: NodeFinder, *, identity: str | None = None) -> SerialDie:
    """Find a die node and open it: the factory for a supervisor. PortLostError says why there is none."""
    return SerialDie(finder.open(m.Kind.DIE, identity))
