"""The real ship firmware in simavr, read by the real pyserial over a pseudo terminal."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.link import messages as m
from companion.link.faults import code_of
from companion.link.session import Outcome

Start = Callable[..., tuple[Any, Any]]
CELLS = range(4)
EXTREMES = [0, 1, -1, 8_388_607, -8_388_608, 4_194_304, -4_194_305, 0x555555, -0x555556]


def _sent(seed: int, count: int) -> list[int]:
    rng = random.Random(seed)
    return EXTREMES + [rng.randrange(-8_388_608, 8_388_608) for _ in range(count - len(EXTREMES))]


def _push(node: Any, values: list[list[int]]) -> None:
    node.tell(*(f"push {cell} {' '.join(map(str, row))}" for cell, row in enumerate(values)))


def _is_fault(code: str, where: int, *, raised: bool) -> Callable[[m.NodeMessage], bool]:
    return lambda x: isinstance(x, m.Fault) and (code_of(x.code), x.where, x.raised) == (code, where, raised)


def test_raw_counts_in_are_counts_out(start: Start) -> None:
    """Every 24-bit value the converters held arrives, signed, in order and once, with exactly 25 pulses a reading."""
    node, host = start(free=True)
    values = [_sent(cell, 300) for cell in CELLS]
    _push(node, values)
    host.until(lambda: all(len(host.readings(cell)) > 300 for cell in CELLS))
    for cell in CELLS:
        assert [r.counts for r in host.readings(cell)][:300] == values[cell]
    seen = node.report()["cells"]
    assert {pulses for cell in seen for pulses in cell["pulses"]} == {"25"}
    assert all((cell["power_downs"], cell["torn"], cell["unread"]) == (0, 0, 0) for cell in seen)
    counts = host.session.counts
    assert (counts.gaps, counts.line.bad_crc, counts.unknown) == (0, 0, 0)


def test_readings_are_stamped_at_their_edges(start: Start) -> None:
    """The stamps of a cell are one period of its own oscillator apart, to 40 microseconds, and no reading is late."""
    node, host = start(free=True)
    node.tell("sps 93.4")
    host.until(lambda: len(host.readings(3)) > 200)
    for cell in CELLS:
        times = host.times_s(cell)[2:]
        period_s = 1 / (93.4 * (1 + 0.004 * cell))
        assert all(abs(b - a - period_s) < 40e-6 for a, b in itertools.pairwise(times))
        assert not any(r.late for r in host.readings(cell)[2:])


def test_the_wrap_of_the_clock_goes_unnoticed(start: Start) -> None:
    """Started ten seconds before its clock wraps, a node streams on: evenly spaced, nothing late, missed or lost."""
    _, host = start(free=True, clock_us=2**32 - 10_000_000)
    host.until(lambda: len(host.readings(0)) > 960)
    raw = [r.t_us for r in host.readings(0)]
    assert raw[5] > 2**32 - 11_000_000
    assert raw[-1] < 10_000_000
    times = host.times_s(0)[5:]
    assert all(abs(b - a - 0.0125) < 40e-6 for a, b in itertools.pairwise(times))
    assert not any(r.late or r.settling for r in host.readings(0)[5:])
    host.wait_for(lambda x: isinstance(x, m.ShipStatus))
    assert all((c.late, c.missed, c.unready) == (0, 0, 0) for c in host.all(m.ShipStatus)[-1].cells)


def test_a_long_pulse_discards_that_reading_only(start: Start) -> None:
    """A clock pulse over the limit: the reading is not sent but counted, the restart shows as late, other cells go on."""
    node, host = start(free=True)
    values = [[cell * 1000 + i for i in range(3000)] for cell in CELLS]
    _push(node, values)
    host.until(lambda: len(host.readings(1)) > 20)
    node.tell("stretch 1 1")
    host.wait_for(lambda x: isinstance(x, m.ShipStatus) and x.cells[1].long_pulses == 1)
    host.until(lambda: any(r.late for r in host.readings(1)))
    first_late = next(i for i, r in enumerate(host.readings(1)) if r.late)
    before, after = host.readings(1)[first_late - 1 : first_late + 1]
    assert after.counts - before.counts == 2
    assert (after.number - before.number) % 16 == 2
    assert after.settling
    assert node.report()["cells"][1]["power_downs"] == 1
    assert not any(r.late for cell in (0, 2, 3) for r in host.readings(cell))


def test_a_late_conversion_is_flagged(start: Start) -> None:
    """A converter that took twice its time is flagged in the next reading, once, and counted by the node."""
    node, host = start(free=True)
    host.until(lambda: len(host.readings(2)) > 20)
    node.tell("late 2 1")
    host.wait_for(lambda x: isinstance(x, m.ShipStatus) and x.cells[2].late == 1)
    assert sum(r.late for r in host.readings(2)) == 1
    assert not any(r.settling for r in host.readings(2)[4:])


def test_a_silent_cell_is_reported_and_the_others_go_on(start: Start) -> None:
    """A cell that stops is named; the rest stream on; when it answers again that is said too."""
    node, host = start(free=True)
    host.until(lambda: len(host.readings(2)) > 20)
    node.tell("silent 2 1")
    host.wait_for(_is_fault("cell-silent", 2, raised=True))
    before = len(host.readings(1))
    host.until(lambda: len(host.readings(1)) > before + 90)
    assert host.all(m.ShipStatus)[-1].answering == 0b1011
    node.tell("silent 2 0")
    host.wait_for(_is_fault("cell-silent", 2, raised=False))


@pytest.mark.slow
def test_a_cell_that_was_never_there_is_reported(start: Start) -> None:
    """With three converters wired, the fourth is reported as silent and three are read."""
    node, host = start()
    node.tell("silent 3 1", "reset")
    host.wait_for(_is_fault("cell-silent", 3, raised=True))
    host.until(lambda: len(host.readings(0)) > 5)
    assert host.readings(3) == [] or host.readings(3)[-1].t_us < host.readings(0)[-1].t_us


def test_a_data_line_stuck_low_is_no_reading(start: Start) -> None:
    """A data wire shorted to ground gives a fault and never a reading of zero."""
    node, host = start(free=True)
    node.tell("raw 5000 5000 5000 5000")
    host.until(lambda: len(host.readings(0)) > 20)
    node.tell("stuck 0 1")
    host.wait_for(_is_fault("cell-shorted", 0, raised=True))
    assert {r.counts for r in host.readings(0)[2:]} == {5000}


@pytest.mark.slow
def test_noise_on_the_line_costs_readings_but_never_falsifies_one(start: Start) -> None:
    """With bits flipped and bytes lost on the way, what arrives is exactly what was sent, and every loss is counted."""
    node, host = start(free=True)
    values = [_sent(cell, 2000) for cell in CELLS]
    host.until(lambda: bool(host.all(m.Status)))
    node.tell("flip 0.003", "lose 0.001")
    _push(node, values)
    start_at = len(host.received)
    host.until(lambda: node.report()["cells"][0]["queued"] == 0, timeout_s=60)
    node.tell("flip 0", "lose 0")
    host.wait_for(lambda x: isinstance(x, m.Status))
    counts = host.session.counts
    got = [r.message for r in host.received[start_at:] if isinstance(r.message, m.Reading)]
    for cell in CELLS:
        mine = [r.counts for r in got if r.cell == cell]
        # A free-running node repeats zero until the values come and the last of them afterwards, however long the host took.
        told = itertools.chain([0] * 100_000, values[cell], [values[cell][-1]] * 100_000)
        assert all(value in told for value in mine)
    report = node.report()["line"]
    assert report["flipped"] + report["lost"] > 100
    assert counts.line.bad_crc > 50
    assert 8000 - len(got) < counts.gaps + 20


def test_a_reset_is_noticed_and_the_stream_goes_on(start: Start) -> None:
    """After a press on reset the node says why it started; the host counts it and time goes on without a step back."""
    node, host = start()
    host.command(m.AskHello())
    host.until(lambda: len(host.readings(0)) > 30)
    began_s = time.monotonic()
    node.tell("reset")
    hello = host.wait_for(lambda x: isinstance(x, m.Hello) and m.BootReason.EXTERNAL in x.boot)
    assert isinstance(hello, m.Hello)
    assert (hello.identity, hello.uptime_ms < 100) == ("sim-0001", True)
    before = len(host.readings(0))
    host.until(lambda: len(host.readings(0)) > before + 20)
    assert host.session.counts.restarts == 1
    times = host.times_s(0)
    assert all(0 < b - a < time.monotonic() - began_s + 0.5 for a, b in itertools.pairwise(times))


def test_a_hung_program_is_restarted_by_the_watchdog(start: Start) -> None:
    """When the main loop stops, the chip starts again by itself and says so."""
    node, host = start()
    host.command(m.AskHello())
    node.tell("hang")
    hello = host.wait_for(lambda x: isinstance(x, m.Hello))
    assert isinstance(hello, m.Hello)
    assert hello.boot == m.BootReason.WATCHDOG


def test_the_host_can_restart_a_node(start: Start) -> None:
    """A restart is acknowledged first, and the reason given afterwards is that it was asked for."""
    _, host = start()
    assert host.command(m.Restart()).outcome is Outcome.DONE
    hello = host.wait_for(lambda x: isinstance(x, m.Hello))
    assert isinstance(hello, m.Hello)
    assert hello.boot == m.BootReason.ASKED


def test_modem_probes_are_noise(start: Start) -> None:
    """Lines a node does not know are counted and not answered, and the next command is obeyed."""
    _, host = start()
    host.serial.write(b"AT\r\nAT+GCAP\r\n~\x00\x78\xf0~\xa5\xa5\x05")
    assert host.command(m.AskHello()).outcome is Outcome.DONE
    greetings = len(host.all(m.Hello))
    host.wait_for(lambda x: isinstance(x, m.Status) and x.rx_noise > 20)
    assert len(host.all(m.Hello)) == greetings


def test_an_identity_is_set_once_and_survives_a_reset(start: Start) -> None:
    """A new node takes a name, refuses another, and still has it after a reset."""
    node, host = start(identity=None)
    host.command(m.AskHello())
    assert host.session.hello.identity == ""
    assert host.command(m.SetIdentity("k7f2q9")).outcome is Outcome.DONE
    refused = host.command(m.SetIdentity("other"))
    assert (refused.outcome, refused.status) == (Outcome.REFUSED, m.AckStatus.ALREADY_SET)
    node.tell("reset")
    hello = host.wait_for(lambda x: isinstance(x, m.Hello))
    assert isinstance(hello, m.Hello)
    assert hello.identity == "k7f2q9"


def test_an_unknown_command_is_refused_by_name(start: Start) -> None:
    """A ship asked to roll a die says that it does not know the command."""
    _, host = start()
    answer = host.command(m.RollSeen(1))
    assert (answer.outcome, answer.status) == (Outcome.REFUSED, m.AckStatus.UNKNOWN)


def test_a_tilt_sensor_is_found_lost_and_found_again(start: Start) -> None:
    """An accelerometer plugged in later is found by itself; its loss is a fault and its return the end of it."""
    node, host = start(free=True)
    host.until(lambda: bool(host.all(m.ShipStatus)))
    assert host.all(m.Tilt) == []
    node.tell("tilt 12 -345 940")
    tilt = host.wait_for(lambda x: isinstance(x, m.Tilt))
    assert isinstance(tilt, m.Tilt)
    assert (tilt.x_mg, tilt.y_mg, tilt.z_mg) == (12, -345, 940)
    node.tell("tilt off")
    host.wait_for(_is_fault("tilt-lost", 0, raised=True))
    node.tell("tilt on")
    host.wait_for(_is_fault("tilt-lost", 0, raised=False))
    assert not any(r.late for r in host.readings(0))


@pytest.mark.slow
def test_a_host_that_stops_reading_does_not_stop_the_node(start: Start) -> None:
    """With nobody reading for a second the node runs on; afterwards the stream is whole again and the loss is counted."""
    node, host = start()
    host.until(lambda: len(host.readings(0)) > 20)
    time.sleep(1.5)
    before = len(host.readings(0))
    host.until(lambda: len(host.readings(0)) > before + 100)
    conversions = node.report()["cells"][0]
    assert conversions["unread"] == 0
    assert host.readings(0)[-1].late is False


def _conversions(node: Any) -> int:
    return sum(cell["conversions"] for cell in node.report()["cells"])


@pytest.mark.slow
@pytest.mark.timeout(800)
def test_ten_minutes_at_full_rate_lose_no_frame(start: Start) -> None:
    """Ten minutes of four cells at 94 conversions a second, in real time: every conversion is heard or counted as missing."""
    node, host = start()
    node.tell("sps 94", "tilt 0 0 1000")
    host.command(m.AskHello())
    host.until(lambda: len(host.readings(0)) > 50)
    host.received.clear()
    before = host.session.counts
    began_s = time.monotonic()
    heard = missing = 0
    last: dict[int, int] = {}
    conversions = -_conversions(node)
    while time.monotonic() - began_s < 600:
        host.turn()
        for reading in host.all(m.Reading):
            missing += (reading.number - last.get(reading.cell, reading.number - 1) - 1) % 16
            last[reading.cell] = reading.number
            heard += 1
        host.received.clear()
    conversions += _conversions(node)
    counts, seen = host.session.counts, node.report()
    gaps = counts.gaps - before.gaps
    print(
        f"{heard} readings of {conversions} conversions in 600 s, {missing} missing, {gaps} gaps, {counts.line.bad_crc} damaged"
    )
    print(f"the simulator ran at {seen['simulated_s'] / seen['wall_s']:.3f} of real time")
    assert abs(heard + missing - conversions) <= 16
    assert missing <= gaps
