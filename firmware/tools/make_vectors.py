# ruff: noqa: INP001 - a script run by hand is no package
"""Writes firmware/vectors.json again from companion.link. Run by hand after a change of the protocol; the file is reviewed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from companion.link import messages as m
from companion.link.framing import Decoder, Frame, crc16, encode

_OUT = Path(__file__).resolve().parent.parent / "vectors.json"

_NODE = {
    "hello-ship": (0x01, "01 01 6b3766327139 0000 000100 0300 01 d2040000 50d61200"),
    "hello-without-identity": (0x01, "01 02 0000000000000000 010203 0c00 08 00000000 00000000"),
    "hello-of-version-9": (0x01, "09 01 6162 63"),
    "ack-done": (0x02, "07 00"),
    "ack-bad-value": (0x02, "ff 02"),
    "status": (0x03, "10270000 ffffffff 0100 0200 0300 ffff"),
    "ship-status": (0x04, "0f 01 0500" + "5e00 0000 0000 0000 0000" * 3 + "ffff 0100 0200 0300 0400"),
    "fault-raised": (0x05, "10 02 01 40420f00"),
    "fault-cleared": (0x05, "10 02 00 40420f00"),
    "reading-positive": (0x10, "15cd5b07 51 ffff7f"),
    "reading-minus-one": (0x10, "00000000 00 ffffff"),
    "reading-most-negative": (0x10, "ffffffff f7 000080"),
    "reading-late-and-settling": (0x10, "f0ffffff 0e 010000"),
    "tilt": (0x11, "a0860100 0000 ffff e803"),
    "rolled": (0x20, "0100 01 06 00 01 0000"),
    "rolled-two-dice": (0x20, "ffff 02 03 05 00 e803"),
    "die-status": (0x21, "01 01 2a00 0300 03 01"),
    "roll-burst": (0x22, "1000 010203040506"),
    "type-of-the-future": (0x3F, "aa"),
    "reading-too-short": (0x10, "00 00"),
}
_COMMANDS = {
    "ask-hello": (m.AskHello(), 1),
    "set-identity": (m.SetIdentity("k7f2q9"), 2),
    "restart": (m.Restart(), 3),
    "die-is-d6": (m.DieIs(1, (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77), awaited=True), 4),
    "die-is-two-dice": (m.DieIs(2, (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77), dice=2), 5),
    "roll-seen": (m.RollSeen(0xFFFE), 6),
    "burst": (m.Burst(6, 10_000), 255),
}


def _wire(name: str, sequence: int) -> bytes:
    kind, text = _NODE[name]
    return encode(Frame(sequence, kind, bytes.fromhex(text.replace(" ", ""))))


def _streams() -> dict[str, bytes]:
    first, second, third = _wire("reading-positive", 0), _wire("tilt", 1), _wire("fault-raised", 2)
    broken = bytearray(second)
    broken[6] ^= 0x10
    return {
        "three-in-a-row": first + second + third,
        "noise-before-between-and-after": b"AT\r\n" + first + b"\x00\xff\x7f" + second + b"\r\n",
        "one-bit-wrong-in-the-middle": first + bytes(broken) + third,
        "a-byte-lost": first + second[:7] + second[8:] + third,
        "a-byte-doubled": first + second[:7] + second[6:] + third,
        "sync-inside-a-false-frame": b"\xa5\x0a\x00\x10" + first + second + third,
        "impossible-length": b"\xa5\xff" + first,
        "syncs-only": b"\xa5" * 9 + first + second,
        "half-a-frame-at-the-end": first + second[:5],
    }


def _stream_vector(name: str, wire: bytes) -> dict[str, object]:
    decoder = Decoder()
    frames = [encode(frame).hex() for frame in decoder.feed(wire)]
    counts = decoder.counts
    found = {"frames": frames, "bad_crc": counts.bad_crc, "noise_bytes": counts.noise_bytes, "held": decoder.held}
    return {"name": name, "wire": wire.hex(), **found}


def _node_vector(name: str, sequence: int) -> dict[str, object]:
    kind, text = _NODE[name]
    payload = bytes.fromhex(text.replace(" ", ""))
    message = repr(m.decode(kind, payload))
    return {"name": name, "type": kind, "payload": payload.hex(), "wire": _wire(name, sequence).hex(), "means": message}


def _command_vector(name: str, sequence: int) -> dict[str, object]:
    command, command_id = _COMMANDS[name]
    payload = m.encode_payload(command, command_id)
    wire = encode(Frame(sequence, m.type_of(command), payload))
    said = {"means": repr(command), "id": command_id}
    return {"name": name, "type": m.type_of(command), "payload": payload.hex(), "wire": wire.hex(), **said}


def _vectors() -> dict[str, object]:
    texts = [b"", b"123456789", b"\x00", b"\xff\xff", bytes(range(64))]
    return {
        "protocol": m.PROTOCOL,
        "crc": [{"bytes": text.hex(), "crc": crc16(text)} for text in texts],
        "from_node": [_node_vector(name, at) for at, name in enumerate(_NODE)],
        "to_node": [_command_vector(name, 0x80 + at) for at, name in enumerate(_COMMANDS)],
        "streams": [_stream_vector(name, wire) for name, wire in _streams().items()],
    }


if __name__ == "__main__":
    _OUT.write_text(json.dumps(_vectors(), indent=1) + "\n")
    sys.stdout.write(f"{_OUT}\n")
