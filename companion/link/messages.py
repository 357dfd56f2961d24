"""Every message of the wire as a frozen dataclass, and the two functions that turn them into payloads and back.

`firmware/PROTOCOL.md` is the text of this; `firmware/vectors.json` holds both sides to it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

__all__ = [
    "PROTOCOL",
    "Ack",
    "AckStatus",
    "AskHello",
    "BootReason",
    "Burst",
    "Capability",
    "CellCounts",
    "Command",
    "DieIs",
    "DieStatus",
    "Fault",
    "Hello",
    "Kind",
    "Message",
    "NodeMessage",
    "Reading",
    "Restart",
    "RollBurst",
    "RollSeen",
    "Rolled",
    "SetIdentity",
    "ShipStatus",
    "Status",
    "Tilt",
    "Unknown",
    "decode",
    "encode_payload",
    "type_of",
]

PROTOCOL = 1
IDENTITY_BYTES = 8


class Kind(IntEnum):
    """What a node is."""

    SHIP = 1
    DIE = 2


class Capability(IntFlag):
    """What a node can do beyond its kind."""

    NONE = 0
    CELLS = 1
    TILT = 2
    DIE = 4
    BURST = 8


class BootReason(IntFlag):
    """Why the node started last, as the chip's reset register says."""

    UNKNOWN = 0
    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8
    ASKED = 16


class AckStatus(IntEnum):
    """What became of a command."""

    DONE = 0
    UNKNOWN = 1
    BAD_VALUE = 2
    BUSY = 3
    ALREADY_SET = 4


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there. The first two bytes keep their meaning in every future version of the protocol."""

    protocol: int
    kind: int
    identity: str
    firmware: tuple[int, int, int]
    capabilities: Capability
    boot: BootReason
    uptime_ms: int
    t_us: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The node's answer to the command with this id."""

    id: int
    status: int


@dataclass(frozen=True, slots=True)
class Status:
    """Once a second: how long the node runs, its clock, and what went wrong on its side of the line (counts, modulo 65536)."""

    uptime_ms: int
    t_us: int
    tx_dropped: int
    rx_bad_crc: int
    rx_noise: int
    rx_overrun: int


@dataclass(frozen=True, slots=True)
class CellCounts:
    """One converter's counters, modulo 65536."""

    conversions: int
    late: int
    long_pulses: int
    missed: int
    unready: int


@dataclass(frozen=True, slots=True)
class ShipStatus:
    """Once a second: which cells answer (bit per cell), what the accelerometer does, and the counters of each cell."""

    answering: int
    tilt: int
    tilt_errors: int
    cells: tuple[CellCounts, CellCounts, CellCounts, CellCounts]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault began (`raised`) or ended; `where` is the cell or source concerned, `code` a number of faults.toml."""

    code: int
    where: int
    raised: bool
    t_us: int


@dataclass(frozen=True, slots=True)
class Reading:
    """One conversion of one cell, stamped at its data-ready edge.

    `late`: this conversion took too long, so the reading before it is not to be trusted. `settling`: the converter has
    just been powered up or reset and its filter is not full yet. `number` counts the cell's conversions modulo 16.
    """

    t_us: int
    cell: int
    counts: int
    number: int = 0
    late: bool = False
    settling: bool = False


@dataclass(frozen=True, slots=True)
class Tilt:
    """The accelerometer, in thousandths of g, in its own axes."""

    t_us: int
    x_mg: int
    y_mg: int
    z_mg: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die settled; repeated until `RollSeen(number)`. `faces` are positions 1..n in the list the host gave."""

    number: int
    die: int
    faces: tuple[int, ...]
    awaited: bool
    age_ms: int


@dataclass(frozen=True, slots=True)
class DieStatus:
    """Once a second: which die it is, its last roll, presses refused, and which sources of randomness are healthy."""

    die: int
    awaited: bool
    last_number: int
    refused: int
    healthy_sources: int
    waiting_for_ack: int


@dataclass(frozen=True, slots=True)
class RollBurst:
    """Part of the answer to `Burst`: consecutive faces, the first of them being number `start`."""

    start: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskHello:
    """Say who you are."""


@dataclass(frozen=True, slots=True)
class SetIdentity:
    """Keep this name of 1..8 printable ASCII characters for ever; refused when another is already kept."""

    identity: str


@dataclass(frozen=True, slots=True)
class Restart:
    """Start again as after power-on."""


@dataclass(frozen=True, slots=True)
class DieIs:
    """Which die to be: the lights (bit per LED) of each equally likely face, one or two dice, whether a roll is awaited."""

    die: int
    patterns: tuple[int, ...]
    dice: int = 1
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class RollSeen:
    """The host has that roll safe; stop repeating it."""

    number: int


@dataclass(frozen=True, slots=True)
class Burst:
    """Roll `count` times without lights, for the fairness test."""

    sides: int
    count: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A frame whose type or size this version does not know; counted and left alone."""

    type: int
    payload: bytes = field(repr=False)


NodeMessage = Hello | Ack | Status | ShipStatus | Fault | Reading | Tilt | Rolled | DieStatus | RollBurst
Command = AskHello | SetIdentity | Restart | DieIs | RollSeen | Burst
Message = NodeMessage | Unknown

_HELLO = struct.Struct("<BB8s3BHBII")
_STATUS = struct.Struct("<IIHHHH")
_SHIP_STATUS = struct.Struct("<BBH20H")
_FAULT = struct.Struct("<BBBI")
_READING = struct.Struct("<IB3s")
_TILT = struct.Struct("<Ihhh")
_ROLLED = struct.Struct("<HBBBBH")
_DIE_STATUS = struct.Struct("<BBHHBB")

_CELL_MASK, _LATE, _SETTLING = 0x03, 0x04, 0x08
_AWAITED = 0x01


def identity_to_bytes(identity: str) -> bytes:
    """The name as it is kept in the node; ValueError unless it is 1..8 printable ASCII characters."""
    raw = identity.encode("ascii", errors="replace")
    if not 1 <= len(raw) <= IDENTITY_BYTES or not identity.isascii() or not identity.isprintable() or " " in identity:
        raise ValueError(f"an identity is 1 to {IDENTITY_BYTES} printable ASCII characters, not {identity!r}")
    return raw.ljust(IDENTITY_BYTES, b"\0")


def _identity_from_bytes(raw: bytes) -> str:
    text = raw.rstrip(b"\0").decode("ascii", errors="replace")
    return text if text.isascii() and text.isprintable() else ""


def _hello(payload: bytes) -> Hello:
    protocol, kind, raw, major, minor, patch, capabilities, boot, uptime_ms, t_us = _HELLO.unpack_from(payload)
    name = _identity_from_bytes(raw)
    version = (major, minor, patch)
    return Hello(protocol, kind, name, version, Capability(capabilities), BootReason(boot), uptime_ms, t_us)


def _ship_status(payload: bytes) -> ShipStatus:
    answering, tilt, tilt_errors, *rest = _SHIP_STATUS.unpack(payload)
    one, two, three, four = (CellCounts(*rest[at : at + 5]) for at in range(0, 20, 5))
    return ShipStatus(answering, tilt, tilt_errors, (one, two, three, four))


def _fault(payload: bytes) -> Fault:
    code, where, raised, t_us = _FAULT.unpack(payload)
    return Fault(code, where, bool(raised), t_us)


def _reading(payload: bytes) -> Reading:
    t_us, bits, raw = _READING.unpack(payload)
    counts = int.from_bytes(raw, "little", signed=True)
    return Reading(t_us, bits & _CELL_MASK, counts, bits >> 4, bool(bits & _LATE), bool(bits & _SETTLING))


def _rolled(payload: bytes) -> Rolled:
    number, die, first, second, bits, age_ms = _ROLLED.unpack(payload)
    return Rolled(number, die, (first, second) if second else (first,), bool(bits & _AWAITED), age_ms)


def _die_status(payload: bytes) -> DieStatus:
    die, bits, last, refused, healthy, waiting = _DIE_STATUS.unpack(payload)
    return DieStatus(die, bool(bits & _AWAITED), last, refused, healthy, waiting)


def _roll_burst(payload: bytes) -> RollBurst:
    return RollBurst(int.from_bytes(payload[:2], "little"), tuple(payload[2:]))


_DECODERS: dict[int, Callable[[bytes], NodeMessage]] = {
    0x01: _hello,
    0x02: lambda p: Ack(*struct.unpack("<BB", p)),
    0x03: lambda p: Status(*_STATUS.unpack(p)),
    0x04: _ship_status,
    0x05: _fault,
    0x10: _reading,
    0x11: lambda p: Tilt(*_TILT.unpack(p)),
    0x20: _rolled,
    0x21: _die_status,
    0x22: _roll_burst,
}
_COMMAND_TYPES: dict[type[Command], int] = {
    AskHello: 0x40,
    SetIdentity: 0x41,
    Restart: 0x42,
    DieIs: 0x60,
    RollSeen: 0x61,
    Burst: 0x62,
}


def type_of(command: Command) -> int:
    """The number of a command's type on the wire."""
    return _COMMAND_TYPES[type(command)]


def _foreign_hello(payload: bytes) -> Hello:
    """The two bytes every version's hello begins with; the rest is not ours to guess."""
    return Hello(payload[0], payload[1], "", (0, 0, 0), Capability.NONE, BootReason.UNKNOWN, 0, 0)


def decode(frame_type: int, payload: bytes) -> Message:
    """The message in a node's frame. Never raises: what does not fit is `Unknown`."""
    if frame_type == 0x01 and len(payload) >= 2 and payload[0] != PROTOCOL:
        return _foreign_hello(payload)
    decoder = _DECODERS.get(frame_type)
    if decoder is None or (frame_type == 0x22 and len(payload) < 3):
        return Unknown(frame_type, payload)
    try:
        return decoder(payload)
    except (struct.error, ValueError, IndexError):
        return Unknown(frame_type, payload)


def encode_payload(command: Command, command_id: int) -> bytes:
    """A command's payload; ValueError when a field cannot be sent."""
    return bytes((command_id,)) + _command_body(command)


def _command_body(command: Command) -> bytes:
    match command:
        case SetIdentity(identity):
            return identity_to_bytes(identity)
        case DieIs(die, patterns, dice, awaited):
            if not 1 <= len(patterns) <= 12 or dice not in (1, 2):
                raise ValueError("a die has 1 to 12 faces and there are one or two dice")
            return bytes((die, _AWAITED * awaited, dice, len(patterns), *patterns))
        case RollSeen(number):
            return struct.pack("<H", number)
        case Burst(sides, count):
            return struct.pack("<BH", sides, count)
        case _:
            return b""
