"""Frames on the wire: sync, length, sequence, type, payload, CRC-16. Bytes in, frames out; noise never raises."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MAX_PAYLOAD", "OVERHEAD", "SYNC", "Decoder", "Frame", "LineCounts", "crc16", "encode"]

SYNC = 0xA5
MAX_PAYLOAD = 64
_HEADER = 4  # sync, length, sequence, type
OVERHEAD = _HEADER + 2


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 (polynomial 0x1021, start 0xFFFF); `b"123456789"` gives 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        x = (crc >> 8) ^ byte
        x ^= x >> 4
        crc = ((crc << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return crc


@dataclass(frozen=True, slots=True)
class Frame:
    """One intact frame: the sender's sequence number (0..255), the message type and its payload."""

    sequence: int
    type: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class LineCounts:
    """What the line did so far: intact frames, frames whose check failed, and bytes that belonged to no frame."""

    frames: int = 0
    bad_crc: int = 0
    noise_bytes: int = 0


def encode(frame: Frame) -> bytes:
    """The frame as it goes over the wire; ValueError when the payload is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(frame.payload)} bytes is longer than {MAX_PAYLOAD}")
    body = bytes((len(frame.payload), frame.sequence & 0xFF, frame.type)) + frame.payload
    return bytes((SYNC,)) + body + crc16(body).to_bytes(2, "little")


class Decoder:
    """Finds frames in a stream of bytes.

    A candidate that fails its check gives back all but its first byte, so a true frame that began inside a false one is
    still found. Never holds more than one frame's bytes between calls.
    """

    def __init__(self, max_payload: int = MAX_PAYLOAD) -> None:
        self._max_payload = max_payload
        self._held = bytearray()
        self._frames = 0
        self._bad_crc = 0
        self._noise_bytes = 0

    @property
    def counts(self) -> LineCounts:
        """Totals since the decoder was made."""
        return LineCounts(self._frames, self._bad_crc, self._noise_bytes)

    @property
    def held(self) -> int:
        """Bytes waiting for the rest of their frame."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames completed by `data`, in order."""
        found: list[Frame] = []
        for start in range(0, len(data), 256):
            self._held += data[start : start + 256]
            self._scan(found)
        return found

    def give_up(self) -> list[Frame]:
        """The line has been silent: stop waiting for the rest of a half frame; a frame found behind its sync is returned."""
        found: list[Frame] = []
        while self._held:
            self._drop(1)
            self._scan(found)
        return found

    def _scan(self, found: list[Frame]) -> None:
        while self._align():
            size = OVERHEAD + self._held[1]
            if len(self._held) < size:
                return
            self._take(size, found)

    def _align(self) -> bool:
        """Bring a plausible sync and length to the front; False when more bytes are needed."""
        while self._held:
            at = self._held.find(SYNC)
            self._drop(len(self._held) if at < 0 else at)
            if len(self._held) < 2:
                return False
            if self._held[1] <= self._max_payload:
                return True
            self._drop(1)
        return False

    def _take(self, size: int, found: list[Frame]) -> None:
        wire = bytes(self._held[:size])
        if crc16(wire[1:-2]) != int.from_bytes(wire[-2:], "little"):
            self._bad_crc += 1
            self._drop(1)
            return
        self._frames += 1
        del self._held[:size]
        found.append(Frame(wire[2], wire[3], wire[_HEADER:-2]))

    def _drop(self, count: int) -> None:
        self._noise_bytes += count
        del self._held[:count]
