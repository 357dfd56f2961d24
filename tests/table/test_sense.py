"""The inbox's thread, the sense of weight behind it, and disputes that can be replayed."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.devices.ports import PortLostError
from companion.events import Felt, Health, Live, Noted, Placed, Rolled, Sample, ShipShape, Spot
from companion.games.balancing_aliens import GAME
from companion.games.boards import sample
from companion.ship.capture import open_lines, read_capture
from companion.ship.session import CaptureSession
from companion.table.inbox import TableThread
from companion.table.journal import Journal
from companion.table.playback import Playback
from companion.table.recorder import Plate, Recorder, TooOldError
from companion.table.sense import Sense, dispute
from companion.table.table import Refused, Table

SHAPE = sample(GAME).shape
CELLS_MM = ((45.0, 45.0), (-45.0, 45.0), (-45.0, -45.0), (45.0, -45.0))


@dataclass
class Stands:
    """An alien as the fake tracker believes it."""

    xy_mm: tuple[float, float]


class CountingFeeler:
    """A fake tracker: counts above 1000 on the first cell are an alien at a spot that the second and third cell name."""

    def __init__(self, standing: tuple[Spot, ...], memory: Any) -> None:
        self.inventory = [Stands(spot.xy_mm or (0.0, 0.0)) for spot in standing]
        self.learned = (memory or {}).get("calls", 0)
        self.live = Live(0.0, "resting", 0.0, (0.0, 0.0), (0.0, 0.0))

    def feed(self, sample: Sample) -> Sequence[Felt | Noted]:
        """What this sample lets be said."""
        counts = sample.counts or (0, 0, 0, 0)
        self.live = Live(sample.t_s, "resting", 8.0 * len(self.inventory), (0.0, 0.0), (0.0, 0.0))
        if counts[0] <= 1000:
            return []
        self.learned += 1
        xy_mm = (float(counts[1]), float(counts[2]))
        self.inventory.append(Stands(xy_mm))
        return [Placed(sample.t_s, sample.t_s - 1.0, SHAPE.spot_at(*xy_mm), 0.99, mass_g=8.0)]

    def memory(self) -> dict[str, Any]:
        """How many calls it has made."""
        return {"calls": self.learned}


class HandFedPort:
    """A ship port whose samples a test hands in."""

    name, cells_mm, sps = "hand-fed", CELLS_MM, 80.0

    def __init__(self) -> None:
        self.lost = False
        self._samples: list[Sample] = []
        self._news = threading.Condition()
        self.t_s = 100.0

    def give(self, *counts: int, times: int = 1) -> None:
        """One sample, or the same again and again."""
        with self._news:
            for _ in range(times):
                self.t_s += 1 / self.sps
                self._samples.append(Sample(self.t_s, counts or (0, 0, 0, 0)))
            self._news.notify_all()

    def read(self, timeout_s: float) -> Sequence[Sample]:
        """What was handed in since the last call."""
        with self._news:
            self._news.wait_for(lambda: self._samples or self.lost, timeout_s)
            if self.lost:
                raise PortLostError("ship-unplugged")
            samples, self._samples = self._samples, []
            return samples

    def health(self) -> Health:
        """Lost or not."""
        return Health(self.name, "ship", "lost", "ship-unplugged") if self.lost else Health(self.name, "ship", "ok")

    def close(self) -> None:
        """Gone for good."""
        self.lost = True


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[TableThread]:
    """A table on its thread."""
    thread = TableThread(lambda: Table(Journal(tmp_path / "journal.sqlite")))
    thread.start()
    yield thread
    thread.stop()


def _until(what: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def _view(inbox: TableThread) -> dict[str, Any]:
    return inbox.call(lambda table: table.view()).result()


def _new_game(inbox: TableThread) -> None:
    command = {"type": "new-game", "game": "balancing-aliens", "names": ["Ann", "Bob"]}
    inbox.call(lambda table: (table.submit(command, ""), table.skip_start_rolls())).result()


def _count_anyway(inbox: TableThread) -> Any:
    def answer(table: Table) -> Any:
        return table.submit({"type": "answer", "question": table.view()["questions"][0]["id"], "option": "count-anyway"}, "")

    return inbox.call(answer).result()


def _sense(inbox: TableThread, port: HandFedPort) -> Sense:
    return Sense(inbox, port, CountingFeeler, Plate(80.0, CELLS_MM, SHAPE, {"zero": [0.0]}))


def test_calls_from_many_threads_are_done_one_at_a_time(inbox: TableThread) -> None:
    """The inbox is the only door: commands from eight threads all get their reply, and none is lost."""
    _new_game(inbox)
    first = inbox.call(lambda table: table.journal.last_seq).result()
    mode = {"type": "mode", "mode": "ship"}

    def work(n: int) -> None:
        for i in range(5):
            inbox.call(lambda table, key=f"{n}-{i}": table.submit(mode, key)).result()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert inbox.call(lambda table: table.journal.last_seq).result() == first + 40


def test_a_refusal_comes_back_to_the_caller(inbox: TableThread) -> None:
    """The future carries the refusal, and the thread goes on."""
    with pytest.raises(Refused):
        inbox.call(lambda table: table.submit({"type": "end-game"}, "")).result()
    assert _view(inbox)["phase"] == "lobby"


def test_a_table_that_cannot_open_says_so_at_the_start(tmp_path: Path) -> None:
    """Starting the thread raises what opening the journal raised."""
    thread = TableThread(lambda: Table(Journal(tmp_path / "no-such-folder" / "journal.sqlite")))
    with pytest.raises(Exception, match=r"journal\.sqlite|unable to open"):
        thread.start()


def test_the_sense_takes_samples_to_the_table(inbox: TableThread) -> None:
    """Samples from the port become a scored placement, with the tracker's memory in the journal."""
    _new_game(inbox)
    port = HandFedPort()
    sense = _sense(inbox, port)
    sense.start()
    inbox.call(lambda table: table.rolled(Rolled(3, 0.0))).result()
    port.give(times=100)
    port.give(2000, -80, -90, 0)
    _until(lambda: [s["score"] for s in _view(inbox)["seats"]] == [5, 0])
    assert inbox.call(lambda table: table.memory()).result() == {"calls": 1}
    assert _view(inbox)["devices"][0]["state"] == "ok"
    sense.stop()


def test_a_lost_port_is_shown_and_the_tracker_starts_with_what_stands(inbox: TableThread) -> None:
    """Unplugged: the page says so. Plugged in again: the tracker knows what stood and what was learned."""
    _new_game(inbox)
    port, made = HandFedPort(), []

    def make(standing: tuple[Spot, ...], memory: Any) -> CountingFeeler:
        made.append((standing, memory))
        return CountingFeeler(standing, memory)

    sense = Sense(inbox, port, make, Plate(80.0, CELLS_MM, SHAPE))
    sense.start()
    port.give(2000, -80, -90, 0)
    _until(lambda: len(_view(inbox)["inventory"]) == 1)
    port.lost = True
    port.give()
    _until(lambda: [d["code"] for d in _view(inbox)["devices"]] == ["ship-unplugged"])
    port.lost = False
    _until(lambda: [d["state"] for d in _view(inbox)["devices"]] == ["ok"])
    assert made[-1] == ((Spot(5, 3, (-80.0, -90.0)),), {"calls": 1})
    sense.stop()


def test_a_disputed_score_is_saved_as_a_capture_that_can_be_replayed(inbox: TableThread, tmp_path: Path) -> None:
    """The saved file has calibration and standing aliens in its header, and feeding it to a tracker gives the same call."""
    _new_game(inbox)
    port = HandFedPort()
    sense = _sense(inbox, port)
    sense.start()
    port.give(times=400)
    port.give(2000, 80, 90, 0)
    port.give(times=800)
    _until(lambda: len(_view(inbox)["inventory"]) == 1)
    _count_anyway(inbox)
    port.give(2000, -80, -90, 0)
    port.give(times=400)
    _until(lambda: len(_view(inbox)["inventory"]) == 2)
    answer = _count_anyway(inbox)
    path = tmp_path / "disputes" / "dispute.jsonl"
    count = sense.dispute(answer.entries[0], path)
    header, rows = read_capture(open_lines(path))
    samples = [row for row in rows if isinstance(row, Sample)]
    assert count == len(samples) > 500
    assert header.calibration == {"zero": [0.0]}
    assert header.standing == (SHAPE.spot_at(80.0, 90.0),)
    feeler = CountingFeeler(header.standing, None)
    said = [event for row in samples for event in feeler.feed(row)]
    assert [event.spot for event in said] == [SHAPE.spot_at(-80.0, -90.0)]
    _unplug_and_replug(inbox, port)
    assert sense.dispute(answer.entries[0], tmp_path / "again.jsonl") == count
    sense.stop()


def _unplug_and_replug(inbox: TableThread, port: HandFedPort) -> None:
    port.lost = True
    _until(lambda: [d["code"] for d in _view(inbox)["devices"]] == ["ship-unplugged"])
    port.lost = False
    port.give(times=400)
    _until(lambda: [d["state"] for d in _view(inbox)["devices"]] == ["ok"])


def test_a_slice_never_reaches_across_plates(tmp_path: Path) -> None:
    """What an earlier plate told is kept under its own name, and ends where the next one begins."""
    recorder, path = Recorder(Plate(80.0, CELLS_MM, SHAPE, name="ship-a")), tmp_path / "d.jsonl"
    for began_s, name in ((100.0, "ship-a"), (110.0, "ship-b")):
        recorder.begin_anew()
        recorder.describe(Plate(80.0, CELLS_MM, SHAPE, name=name))
        for n in range(800):
            recorder.keep(Sample(began_s + n / 80, (0, 0, 0, 0)))
            recorder.calm(began_s + n / 80, ())
    for at_s, name, rows in ((109.0, "ship-a", 480), (115.0, "ship-b", 800)):
        assert recorder.save(path, at_s) == rows
        assert read_capture(open_lines(path))[0].name == name
    for _ in range(6):
        recorder.begin_anew()
        recorder.keep(Sample(500.0, (0, 0, 0, 0)))
    with pytest.raises(TooOldError):
        recorder.save(path, 109.0)


def test_a_dispute_that_is_too_old_says_so(tmp_path: Path) -> None:
    """Only the last minutes are in memory."""
    recorder = Recorder(Plate(80.0, CELLS_MM, SHAPE))
    for n in range(40_000):
        recorder.keep(Sample(n / 80, (0, 0, 0, 0)))
        recorder.calm(n / 80, ())
    with pytest.raises(TooOldError):
        recorder.save(tmp_path / "d.jsonl", 100.0)
    assert recorder.save(tmp_path / "d.jsonl", 450.0) > 0


def test_what_no_ship_felt_cannot_be_disputed(inbox: TableThread, tmp_path: Path) -> None:
    """A dispute about a roll or an unknown entry is refused."""
    _new_game(inbox)
    recorder = Recorder(Plate(80.0, CELLS_MM, SHAPE))
    with pytest.raises(Refused, match="felt"):
        dispute(inbox, recorder, 1, tmp_path / "d.jsonl")


@pytest.mark.slow
def test_a_recorded_evening_plays_into_the_table(inbox: TableThread, shared: Path) -> None:
    """A capture becomes a game with its own board, players, house rules and rolls, and calls of the ship in the log."""
    lines = open_lines(shared / "captures" / "clean-1001.capture.jsonl.gz")
    playback = Playback(inbox, lines, speed=math.inf)
    playback.start()
    playback.done.result(timeout=250)
    view = _view(inbox)
    assert len(view["seats"]) == 3
    assert view["game"]["options"]["aliens.fallen"] == "out"
    assert sum(e["source"]["kind"] == "ship" for e in inbox.call(lambda t: t.game(1)).result()["events"]) > 5
    assert ShipShape(tuple(view["game"]["board"]["ring_edges_mm"]), tuple(view["game"]["board"]["points"])).rings == 6


@pytest.mark.slow
def test_a_disputed_score_of_a_recorded_evening_is_felt_again(inbox: TableThread, shared: Path, tmp_path: Path) -> None:
    """The slice saved around a placement is a capture of its own: played again from its header, it gives the same call."""
    lines = open_lines(shared / "captures" / "clean-1001.capture.jsonl.gz")
    playback = Playback(inbox, (line for line in lines if _before(line, 112.0)), speed=math.inf)
    playback.start()
    playback.done.result(timeout=250)
    event = next(e for e in reversed(_view(inbox)["events"]) if e["code"] == "placed" and e["params"]["sector"] == 1)
    path = tmp_path / "dispute.capture.jsonl"
    playback.dispute(event["seq"], path)
    session = CaptureSession()
    said = [felt for line in open_lines(path) for felt in session.feed_line(line) if isinstance(felt, Placed)]
    assert session.header is not None
    assert [(spot.ring, spot.sector) for spot in session.header.standing] == [(6, 3)]
    assert (event["params"]["ring"], 1) in [(felt.spot.ring, felt.spot.sector) for felt in said]


def _before(line: str, t_s: float) -> bool:
    return not line.startswith('{"t":') or float(line[5:].split(",", 1)[0]) <= t_s
