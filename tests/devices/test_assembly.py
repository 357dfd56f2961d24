"""Single readings put together to samples, without hardware."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.devices.assembly import SampleAssembler
from companion.events import Sample
from companion.link.messages import Reading

PERIOD_S = 0.0125


def _readings(cell: int, count: int, *, period_s: float = PERIOD_S, start_s: float = 0.0) -> Iterator[tuple[float, Reading]]:
    for i in range(count):
        t_s = start_s + i * period_s
        yield t_s, Reading(round(t_s * 1e6), cell, 1000 * cell + i, i % 16)


def _feed(assembler: SampleAssembler, *streams: Sequence[tuple[float, Reading]]) -> list[Sample]:
    merged = sorted((row for stream in streams for row in stream), key=lambda row: row[0])
    return [sample for t_s, reading in merged for sample in assembler.reading(reading, t_s)]


def _four(count: int) -> list[list[tuple[float, Reading]]]:
    return [list(_readings(cell, count, start_s=0.003 * cell)) for cell in range(4)]


def test_four_cells_become_one_sample_a_period_with_every_instant() -> None:
    """Each sample holds one reading per cell, and its offsets give the true instants back."""
    samples = _feed(SampleAssembler(4, PERIOD_S), *_four(50))
    assert len(samples) in range(47, 51)
    for sample in samples:
        assert sample.counts is not None
        assert sample.dt_us is not None
        for cell, (counts, dt_us) in enumerate(zip(sample.counts, sample.dt_us, strict=True)):
            taken_s = 0.003 * cell + (counts - 1000 * cell) * PERIOD_S
            assert abs(sample.t_s + dt_us * 1e-6 - taken_s) < 2e-6


def test_no_reading_of_cells_at_different_paces_is_lost() -> None:
    """Where one cell is a little faster, every reading of all of them still appears, in order of time."""
    streams = [list(_readings(cell, 300, period_s=PERIOD_S * (1 - 0.01 * cell), start_s=0.002 * cell)) for cell in range(4)]
    samples = _feed(SampleAssembler(4, PERIOD_S), *streams)
    times = [sample.t_s for sample in samples]
    assert times == sorted(set(times))
    for cell in range(4):
        got = [sample.counts[cell] - 1000 * cell for sample in samples if sample.counts]
        assert sorted(set(got)) == list(range(got[0], got[-1] + 1))
        assert got[-1] > 280


def test_readings_of_the_same_microsecond_are_all_kept() -> None:
    """Where cells of different paces drift past each other and their edges fall together, no reading is dropped."""
    paces = [PERIOD_S / (1 + 0.004 * cell) for cell in range(4)]
    streams = [list(_readings(cell, 60, period_s=pace, start_s=0.5 - 30 * pace)) for cell, pace in enumerate(paces)]
    assembler, samples = SampleAssembler(4, PERIOD_S), list[Sample]()
    for at in range(60):
        arrive = (0, 1, 2, 3) if at <= 30 else (1, 2, 3, 0) if at == 31 else (3, 0, 1, 2)
        for t_s, reading in (streams[cell][at] for cell in arrive):
            samples += assembler.reading(reading, round(t_s, 6))
    for cell in range(4):
        got = [sample.counts[cell] - 1000 * cell for sample in samples if sample.counts]
        assert sorted(set(got)) == list(range(got[0], got[-1] + 1))
    _instants_are_true(samples, streams)


def _instants_are_true(samples: list[Sample], streams: list[list[tuple[float, Reading]]]) -> None:
    times = [sample.t_s for sample in samples]
    assert times == sorted(set(times))
    for sample in samples:
        for cell, (counts, dt_us) in enumerate(zip(sample.counts or (), sample.dt_us or (), strict=True)):
            assert abs(sample.t_s + dt_us * 1e-6 - streams[cell][counts - 1000 * cell][0]) < 2e-6


def test_samples_that_end_in_the_same_microsecond_are_told_a_tick_apart() -> None:
    """Where two cells fall together and change order, two samples end at once: time rises and their instants stay true."""
    first = list(_readings(0, 20))
    second = [(t_s - (0.00002 if at > 8 else 0.0), reading) for at, (t_s, reading) in enumerate(_readings(1, 20))]
    arrivals = [second[0]]
    for at in range(1, 20):
        arrivals += [first[at], second[at]] if at <= 8 else [second[at], first[at]]
    assembler = SampleAssembler(2, PERIOD_S)
    samples = [sample for t_s, reading in arrivals for sample in assembler.reading(reading, t_s)]
    _instants_are_true(samples, [first, second])
    assert [sample.dt_us for sample in samples if max(sample.dt_us or ()) < 0] == [(-1, -1)]


def test_the_reading_before_a_late_one_is_not_used() -> None:
    """A late flag spoils the reading before it, and only that one."""
    streams = _four(40)
    for i in range(20, 40):
        t_s, on_time = streams[2][i]
        streams[2][i] = (t_s + 0.008, Reading(on_time.t_us + 8000, 2, on_time.counts, on_time.number, late=i == 20))
    assembler = SampleAssembler(4, PERIOD_S)
    used = {sample.counts[2] for sample in _feed(assembler, *streams) if sample.counts}
    assert 2019 not in used
    assert {2018, 2020, 2021} <= used
    assert assembler.distrusted == 1


def test_settling_readings_are_not_used() -> None:
    """What a converter says while its filter fills is left out."""
    streams = _four(40)
    streams[1] = [(t, Reading(r.t_us, 1, r.counts, r.number, settling=i < 4)) for i, (t, r) in enumerate(streams[1])]
    used = {sample.counts[1] for sample in _feed(SampleAssembler(4, PERIOD_S), *streams) if sample.counts}
    assert min(used) == 1004


def test_a_reading_lost_on_the_line_does_not_spoil_its_neighbours() -> None:
    """When a frame is missing but the times fit, the reading before the gap is used."""
    streams = _four(40)
    del streams[0][20]
    assembler = SampleAssembler(4, PERIOD_S)
    used = {sample.counts[0] for sample in _feed(assembler, *streams) if sample.counts}
    assert {19, 21} <= used
    assert assembler.distrusted == 0


def test_a_restart_hidden_in_a_lost_frame_is_seen_by_the_times() -> None:
    """When the late reading itself was lost, the time that does not fit the numbers gives it away."""
    streams = _four(40)
    streams[3] = [(t + (0.05 if i > 20 else 0.0), r) for i, (t, r) in enumerate(streams[3]) if i != 21]
    assembler = SampleAssembler(4, PERIOD_S)
    used = {sample.counts[3] for sample in _feed(assembler, *streams) if sample.counts}
    assert 3020 not in used
    assert assembler.distrusted == 1


def test_a_silent_cell_does_not_stop_the_others() -> None:
    """A cell that falls silent keeps its last counts with fresh stamps; one that never spoke is 0."""
    streams = _four(200)
    streams[1] = streams[1][:50]
    streams[3] = []
    samples = _feed(SampleAssembler(4, PERIOD_S), *streams)
    assert samples[-1].t_s > 2.4
    assert samples[-1].counts is not None
    assert samples[-1].dt_us is not None
    assert samples[-1].counts[1:4:2] == (1048, 0)
    assert min(samples[-1].dt_us) > -30_000


def test_tilt_comes_in_order_of_time() -> None:
    """The accelerometer's samples are put between those of the cells, and come alone where there are none."""
    assembler = SampleAssembler(1, PERIOD_S)
    out = []
    for i, (t_s, reading) in enumerate(_readings(0, 60)):
        out += assembler.reading(reading, t_s)
        if i % 3 == 0:
            out += assembler.tilt(t_s + 0.001, (0.0, 0.0, 1.0))
    times = [sample.t_s for sample in out]
    assert times == sorted(times)
    assert sum(sample.acc_g is not None for sample in out) >= 18
    alone = SampleAssembler(0, PERIOD_S)
    lonely = [sample for i in range(40) for sample in alone.tilt(i * 0.02, (0.0, 0.1, 1.0))]
    assert [sample.acc_g for sample in lonely] == [(0.0, 0.1, 1.0)] * len(lonely)
    assert len(lonely) > 25


def test_cells_beyond_those_wired_are_ignored() -> None:
    """With three cells on the plate the fourth converter's chatter is left out."""
    samples = _feed(SampleAssembler(3, PERIOD_S), *_four(20))
    assert {len(sample.counts or ()) for sample in samples} == {3}
