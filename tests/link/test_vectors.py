"""Both sides of the wire are held to firmware/vectors.json; this is the host's half."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.link import messages as m
from companion.link.framing import Decoder, crc16, encode

VECTORS: Mapping[str, Any] = json.loads((Path(__file__).parents[2] / "firmware" / "vectors.json").read_text())
COMMANDS = {
    "ask-hello": m.AskHello(),
    "set-identity": m.SetIdentity("k7f2q9"),
    "restart": m.Restart(),
    "die-is-d6": m.DieIs(1, (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77), awaited=True),
    "die-is-two-dice": m.DieIs(2, (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77), dice=2),
    "roll-seen": m.RollSeen(0xFFFE),
    "burst": m.Burst(6, 10_000),
}


def _named(group: str) -> list[Any]:
    return [pytest.param(row, id=row["name"]) for row in VECTORS[group]]


def test_the_vectors_are_of_this_version() -> None:
    """The examples are those of the protocol version spoken here."""
    assert VECTORS["protocol"] == m.PROTOCOL


@pytest.mark.parametrize("row", VECTORS["crc"], ids=lambda row: row["bytes"][:8] or "empty")
def test_crc(row: Mapping[str, Any]) -> None:
    """The checksum agrees with the examples, among them the catalogue's 0x29B1."""
    assert crc16(bytes.fromhex(row["bytes"])) == row["crc"]


@pytest.mark.parametrize("row", _named("from_node"))
def test_messages_from_a_node(row: Mapping[str, Any]) -> None:
    """A node's wire bytes are one frame and mean what the example says."""
    (frame,) = Decoder().feed(bytes.fromhex(row["wire"]))
    assert (frame.type, frame.payload.hex()) == (row["type"], row["payload"])
    assert repr(m.decode(frame.type, frame.payload)) == row["means"]


@pytest.mark.parametrize("row", _named("to_node"))
def test_commands_to_a_node(row: Mapping[str, Any]) -> None:
    """A command is sent as the example's bytes."""
    command = COMMANDS[row["name"]]
    payload = m.encode_payload(command, row["id"])
    (frame,) = Decoder().feed(bytes.fromhex(row["wire"]))
    assert (m.type_of(command), payload.hex()) == (row["type"], row["payload"])
    assert (frame.type, frame.payload) == (row["type"], payload)


@pytest.mark.parametrize("row", _named("streams"))
def test_streams_with_noise(row: Mapping[str, Any]) -> None:
    """The same frames are found in a damaged stream as on the C side, fed at once or byte by byte."""
    wire = bytes.fromhex(row["wire"])
    for step in (len(wire), 1, 3):
        decoder = Decoder()
        frames = [f for at in range(0, len(wire), step) for f in decoder.feed(wire[at : at + step])]
        assert [encode(f).hex() for f in frames] == row["frames"]
        counts = decoder.counts
        assert (counts.bad_crc, counts.noise_bytes, decoder.held) == (row["bad_crc"], row["noise_bytes"], row["held"])
