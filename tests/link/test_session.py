"""One conversation with a node: hello, versions, commands, gaps and time."""

from __future__ import annotations

import itertools
import struct

import pytest

from companion.link import messages as m
from companion.link.clock import NodeClock
from companion.link.faults import code_of, link_faults
from companion.link.framing import Decoder, Frame, encode
from companion.link.session import REPEAT_S, TRIES, Outcome, Session

WRAP_US = 1 << 32


class Node:
    """A node's side of the wire, by hand: numbered frames."""

    def __init__(self) -> None:
        self.sequence = 0

    def says(self, kind: int, payload: bytes) -> bytes:
        """The wire bytes of the next frame."""
        wire = encode(Frame(self.sequence, kind, payload))
        self.sequence = (self.sequence + 1) & 0xFF
        return wire

    def hello(self, *, protocol: int = 1, uptime_ms: int = 100, t_us: int = 100_000) -> bytes:
        """Its hello."""
        return self.says(0x01, struct.pack("<BB8s3BHBII", protocol, 1, b"k7", 0, 1, 0, 1, 1, uptime_ms, t_us))

    def reading(self, t_us: int, counts: int = 7) -> bytes:
        """A reading of cell 0."""
        raw = counts.to_bytes(3, "little", signed=True)
        return self.says(0x10, struct.pack("<IB", t_us % WRAP_US, 0) + raw)


def test_hello_is_kept() -> None:
    """After its hello the node has a name and no version problem."""
    session = Session()
    session.receive(Node().hello(), 0.0)
    assert session.hello is not None
    assert (session.hello.identity, session.problem) == ("k7", None)


@pytest.mark.parametrize(("protocol", "code"), [(0, "node-too-old"), (2, "node-too-new")])
def test_another_version_gets_a_clear_message_and_nothing_is_guessed(protocol: int, code: str) -> None:
    """A node of another version is named as such, its readings are not passed on, and the code has an entry."""
    session, node = Session(), Node()
    received = session.receive(node.hello(protocol=protocol) + node.reading(5), 0.0)
    assert session.problem == code
    assert [type(r.message) for r in received] == [m.Hello]
    assert link_faults()[code].do


def test_a_command_is_acknowledged_by_its_id() -> None:
    """An acknowledgement ends the command that has its id, once."""
    session, node = Session(), Node()
    first, second = session.ask(m.AskHello(), 0.0), session.ask(m.RollSeen(3), 0.0)
    assert len(Decoder().feed(session.outgoing(0.0))) == 2
    session.receive(node.says(0x02, bytes((second, 0))) * 1, 0.1)
    session.receive(node.says(0x02, bytes((second, 0))), 0.1)
    session.receive(node.says(0x02, bytes((first, 2))), 0.1)
    ended = session.answers()
    assert [(a.id, a.outcome, a.status) for a in ended] == [(second, Outcome.DONE, 0), (first, Outcome.REFUSED, 2)]
    assert session.outgoing(9.0) == b""


def test_a_lost_answer_makes_the_command_repeat_and_end_in_a_timeout() -> None:
    """Without an answer the same command is sent again with the same id, and at last reported as timed out."""
    session = Session()
    command_id = session.ask(m.Restart(), 0.0)
    sent = [session.outgoing(i * REPEAT_S) for i in range(TRIES + 1)]
    frames = [Decoder().feed(wire) for wire in sent]
    assert [len(f) for f in frames] == [1] * TRIES + [0]
    assert {f[0].payload for f in frames[:-1]} == {bytes((command_id,))}
    (ended,) = session.answers()
    assert (ended.outcome, session.counts.timeouts) == (Outcome.TIMED_OUT, 1)


def test_a_bad_field_is_refused_before_it_is_sent() -> None:
    """A command that cannot be encoded is the caller's mistake and never queued."""
    session = Session()
    with pytest.raises(ValueError, match="identity"):
        session.ask(m.SetIdentity("much too long"), 0.0)
    assert session.outgoing(0.0) == b""


def test_ids_are_never_zero_and_never_shared() -> None:
    """Ids run through 1..255 and pass over those that still wait."""
    session, node = Session(), Node()
    kept = session.ask(m.Restart(), 0.0)
    seen = set()
    for _ in range(600):
        command_id = session.ask(m.AskHello(), 0.0)
        seen.add(command_id)
        session.receive(node.says(0x02, bytes((command_id, 0))), 0.0)
    assert seen == set(range(1, 256)) - {kept}


def test_gaps_in_the_sequence_are_counted() -> None:
    """Frames that never arrive are counted by the numbers that are missing, across the wrap of the sequence."""
    session, node = Session(), Node()
    session.receive(node.hello(), 0.0)
    node.sequence = 250
    session.receive(node.reading(1000), 0.0)
    before = session.counts.gaps
    for lost in range(10):
        wire = node.reading(2000 + lost)
        if lost not in {3, 4, 8}:
            session.receive(wire, 0.0)
    assert session.counts.gaps - before == 3


def test_a_damaged_frame_is_dropped_and_shows_as_gap_and_bad_crc() -> None:
    """A wrong bit costs that one reading and is visible in both counters."""
    session, node = Session(), Node()
    session.receive(node.hello(), 0.0)
    broken = bytearray(node.reading(1000))
    broken[8] ^= 4
    received = session.receive(bytes(broken) + node.reading(2000), 0.0)
    assert [r.message.t_us for r in received if isinstance(r.message, m.Reading)] == [2000]
    assert (session.counts.gaps, session.counts.line.bad_crc) == (1, 1)


def test_stamps_go_on_over_the_wrap() -> None:
    """Readings ten seconds around the wrap of the node's clock are evenly spaced on the endless clock."""
    session, node = Session(), Node()
    start_us = WRAP_US - 5_000_000
    session.receive(node.hello(t_us=start_us), 0.0)
    times = []
    for i in range(1000):
        (received,) = session.receive(node.reading(start_us + i * 10_000), i * 0.01)
        assert received.t_s is not None
        times.append(received.t_s)
    steps = {round(b - a, 6) for a, b in itertools.pairwise(times)}
    assert steps == {0.01}


def test_slightly_older_stamps_stay_older() -> None:
    """Two cells' readings may arrive in the wrong order across the wrap and keep their true order in time."""
    clock = NodeClock()
    clock.seconds(WRAP_US - 3000, 0.0)
    after, before = clock.seconds(500, 0.01), clock.seconds(WRAP_US - 1000, 0.01)
    assert after is not None
    assert before is not None
    assert after - before == pytest.approx(0.0015)


def test_time_goes_on_when_the_line_was_silent_for_longer_than_a_wrap() -> None:
    """After two hours of silence the host's clock tells how often the node's clock has wrapped."""
    clock = NodeClock()
    first = clock.seconds(1_000_000, 0.0)
    later = clock.seconds((1_000_000 + 7_200_000_000) % WRAP_US, 7199.0)
    assert first is not None
    assert later is not None
    assert later - first == pytest.approx(7200.0)


def test_time_goes_on_after_a_restart_of_the_node() -> None:
    """A node that starts anew is noticed by its uptime, counted, and its time continues without a step back."""
    session, node = Session(), Node()
    session.receive(node.hello(uptime_ms=60_000, t_us=60_000_000), 0.0)
    (old,) = session.receive(node.reading(60_100_000), 0.1)
    session.receive(Node().hello(uptime_ms=20, t_us=20_000), 1.1)
    (new,) = session.receive(Node().reading(120_000), 1.2)
    assert session.counts.restarts == 1
    assert old.t_s is not None
    assert new.t_s is not None
    assert new.t_s - old.t_s == pytest.approx(1.1, abs=0.02)


def test_time_goes_on_when_the_line_is_opened_again() -> None:
    """A new session with the same node continues the old one's time, whether the node ran on (over a wrap) or began anew."""
    for ran_on in (True, False):
        first, node = Session(), Node()
        first.receive(node.hello(uptime_ms=1000, t_us=WRAP_US - 2_000_000), 0.0)
        (old,) = first.receive(node.reading(WRAP_US - 1_900_000), 0.1)
        again, node = Session(), Node()
        now_us = 3_000_000 if ran_on else 40_000
        again.receive(node.hello(uptime_ms=40, t_us=now_us), 5.0)
        again.go_on_with(first.clock, 5.0)
        (new,) = again.receive(node.reading(now_us + 100_000), 5.1)
        assert old.t_s is not None
        assert new.t_s is not None
        assert new.t_s - old.t_s == pytest.approx(5.0, abs=0.01)


def test_readings_of_an_unannounced_restart_are_not_dated_by_guess() -> None:
    """When the hello after a restart is lost, stamps far off are dropped and counted until the status tells."""
    session, node = Session(), Node()
    session.receive(node.hello(uptime_ms=60_000, t_us=60_000_000), 0.0)
    session.receive(node.reading(60_100_000), 0.1)
    assert session.receive(node.reading(50_000), 0.2) == []
    session.receive(node.says(0x03, struct.pack("<IIHHHH", 1000, 1_000_000, 0, 0, 0, 0)), 1.1)
    (after,) = session.receive(node.reading(1_100_000), 1.2)
    assert after.t_s == pytest.approx(61.2, abs=0.05)
    assert (session.counts.unplaced, session.counts.restarts) == (1, 1)


@pytest.mark.parametrize("off_s", [-40.0, 3600.0])
def test_a_clock_that_stood_still_is_followed_again(off_s: float) -> None:
    """A host that slept, a node that ran slow: within seconds readings have a moment again, and never an earlier one."""
    session, node = Session(), Node()
    session.receive(node.hello(), 0.0)
    before = session.receive(node.reading(1_000_000), 1.0)
    told = list(before)
    for at in range(400):
        now_s = 100.0 + at * 0.0125
        told += session.receive(node.reading(round((now_s + off_s) * 1e6)), now_s)
    assert 200 < len(told) < 300
    times = [received.t_s for received in told]
    assert all(later - earlier > 0.0 for earlier, later in itertools.pairwise(times))
    assert times[-1] == pytest.approx(105.0, abs=0.1)
    assert 0 < session.counts.unplaced < 200


def test_half_a_frame_is_given_up_when_the_line_falls_silent() -> None:
    """A false start that swallowed a frame lets it go after half a second of silence."""
    session, node = Session(), Node()
    hidden = node.reading(5000)
    assert session.receive(b"\xa5\x30" + hidden, 0.0) == []
    assert session.receive(b"", 0.4) == []
    assert len(session.receive(b"", 0.6)) == 1


def test_unknown_messages_are_counted_and_left_alone() -> None:
    """A type of the future is no error and no message."""
    session, node = Session(), Node()
    assert session.receive(node.says(0x3F, b"xyz"), 0.0) == []
    assert session.counts.unknown == 1


def test_every_fault_has_a_meaning_and_something_to_do() -> None:
    """The dictionary is complete and its numbers are unique."""
    entries = link_faults().values()
    numbers = [e.number for e in entries if e.number is not None]
    assert all(e.meaning.endswith(".") and e.do.endswith(".") for e in entries)
    assert len(numbers) == len(set(numbers))
    assert (code_of(0x10), code_of(0xEE)) == ("cell-silent", "node-fault-238")
