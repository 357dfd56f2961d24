"""The decoder under noise: it never raises, never hoards, and finds every intact frame again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.link import messages as m
from companion.link.framing import MAX_PAYLOAD, OVERHEAD, SYNC, Decoder, Frame, encode

FRAMES = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
BAUD = 250_000
BITS_PER_BYTE = 10


@given(st.lists(st.binary(max_size=400), max_size=12))
@settings(max_examples=100, deadline=None)
def test_any_bytes_never_raise_and_memory_is_bounded(chunks: list[bytes]) -> None:
    """Whatever arrives, the decoder and the codec go on, and at most one frame is held."""
    decoder = Decoder()
    for chunk in chunks:
        for frame in decoder.feed(chunk):
            m.decode(frame.type, frame.payload)
        assert decoder.held < MAX_PAYLOAD + OVERHEAD
    decoder.give_up()
    assert decoder.held == 0


@given(st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
@settings(max_examples=100, deadline=None)
def test_any_payload_decodes_to_a_message(kind: int, payload: bytes) -> None:
    """Every payload of every type is a message or Unknown, never an exception."""
    assert m.decode(kind, payload) is not None


@given(st.lists(FRAMES, max_size=8), st.integers(1, 7))
@settings(max_examples=100, deadline=None)
def test_a_clean_stream_comes_back_whole(frames: list[Frame], step: int) -> None:
    """Every frame is found, in order, however the stream is cut; nothing counts as noise."""
    wire = b"".join(map(encode, frames))
    decoder = Decoder()
    found = [f for at in range(0, len(wire), step) for f in decoder.feed(wire[at : at + step])]
    assert found == frames
    assert (decoder.counts.bad_crc, decoder.counts.noise_bytes) == (0, 0)


@given(st.binary(max_size=300), FRAMES)
@settings(max_examples=100, deadline=None)
def test_a_frame_after_noise_is_found(noise: bytes, frame: Frame) -> None:
    """After any noise and a silence, the next frame is understood."""
    decoder = Decoder()
    decoder.feed(noise)
    decoder.give_up()
    assert decoder.feed(encode(frame)) == [frame]


@given(FRAMES, st.data())
@settings(max_examples=100, deadline=None)
def test_one_flipped_bit_is_never_taken_for_a_frame(frame: Frame, data: st.DataObject) -> None:
    """A single wrong bit anywhere never passes the check as the same number of bytes."""
    wire = bytearray(encode(frame))
    bit = data.draw(st.integers(0, len(wire) * 8 - 1))
    wire[bit // 8] ^= 1 << bit % 8
    decoder = Decoder()
    found = decoder.feed(bytes(wire)) + decoder.give_up()
    assert frame not in found


def test_every_byte_is_accounted_for() -> None:
    """Frame bytes, noise bytes and held bytes add up to what was fed."""
    good = encode(Frame(1, 2, b"abc"))
    wire = b"login: " + good + bytes((SYNC, 3, 9)) + good + b"\xa5\x20half"
    decoder = Decoder()
    frames = decoder.feed(wire)
    kept = sum(len(f.payload) + OVERHEAD for f in frames)
    assert kept + decoder.counts.noise_bytes + decoder.held == len(wire)


def test_a_payload_too_long_is_refused() -> None:
    """What does not fit a frame is the sender's mistake, said at once."""
    with pytest.raises(ValueError, match="longer than 64"):
        encode(Frame(0, 0, bytes(MAX_PAYLOAD + 1)))


def test_four_cells_use_less_than_half_the_line() -> None:
    """Four cells at 94 conversions a second, tilt at 50 and the status messages stay under half of 250000 baud."""
    size = {"reading": 8, "tilt": 10, "status": 16, "ship_status": 44, "hello": 24}
    per_second = {"reading": 4 * 94, "tilt": 50, "status": 1, "ship_status": 1, "hello": 1}
    bytes_per_second = sum((size[name] + OVERHEAD) * rate for name, rate in per_second.items())
    use = bytes_per_second * BITS_PER_BYTE / BAUD
    print(f"{bytes_per_second} bytes/s, {use:.1%} of the line")
    assert use < 0.5
    assert m._READING.size == size["reading"]
    assert (m._TILT.size, m._STATUS.size, m._SHIP_STATUS.size, m._HELLO.size) == (10, 16, 44, 24)
