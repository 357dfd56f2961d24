"""Dates of a clock that nobody had set: order is by number, dates are marked, and put right once the clock is."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.service.lookout import Lookout
from companion.service.mender import DateMender, mender_thread
from companion.table.clock import is_kept
from companion.table.journal import Batch, GameRow, Journal, Row, stamp

LAST_WEEK = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
TODAY = datetime(2026, 3, 8, 19, 30, tzinfo=UTC)


@dataclass
class FakeClock:
    """A machine's clock that somebody sets after a while."""

    at: datetime = LAST_WEEK
    steady_s: float = 100.0
    known: bool = field(default=False)

    def now_s(self) -> float:
        """Seconds that only ever grow."""
        return self.steady_s

    def wall(self) -> datetime:
        """What the calendar says."""
        return self.at

    def is_set(self) -> bool:
        """Whether anybody has set it."""
        return self.known

    def pass_s(self, seconds: float) -> None:
        """Time passes."""
        self.steady_s += seconds
        self.at += timedelta(seconds=seconds)

    def set(self, at: datetime) -> None:
        """The network tells the time."""
        self.at, self.known = at, True


def _play(journal: Journal, clock: FakeClock, game: int, *, new: bool = False) -> None:
    dated = (stamp(clock.wall()), clock.is_set())
    row = GameRow(game, "balancing-aliens", 1, ("Ada",), {}, {}, "manual", *dated) if new else None
    journal.commit(Batch(rows=[Row(journal.last_seq + 1, game, "entry", {}, *dated)], new_game=row))


def _dates(journal: Journal, game: int) -> list[tuple[str, bool]]:
    return [(row.at, row.clock_set) for row in journal.rows(game)]


def test_dates_are_right_to_the_second_once_the_clock_is_set(tmp_path: Path) -> None:
    """Over a restart of the service too; rows of an earlier time, whose error nobody knows, stay marked."""
    clock = FakeClock()
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        _play(journal, clock, 1, new=True)
        assert DateMender(clock, tmp_path, clock.now_s).look(journal) is False
        clock.pass_s(60.0)
        _play(journal, clock, 2, new=True)
        again = DateMender(clock, tmp_path, clock.now_s)
        assert again.look(journal) is False
        clock.pass_s(30.0)
        _play(journal, clock, 2)
        clock.pass_s(10.0)
        clock.set(TODAY)
        _play(journal, clock, 2)
        assert again.look(journal) is True
        expected = [(stamp(TODAY - timedelta(seconds=ago)), True) for ago in (40, 10, 0)]
        assert _dates(journal, 2) == expected
        second = journal.game(2)
        assert second is not None
        assert (second.started_at, second.clock_set) == expected[0]
        assert _dates(journal, 1) == [(stamp(LAST_WEEK), False)]
        assert again.look(journal) is True
        assert _dates(journal, 2) == expected


def test_a_row_written_between_the_setting_and_the_word_of_it_keeps_its_date(tmp_path: Path) -> None:
    """Its date is right already; moved, it would lie in the future."""
    clock = FakeClock()
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        mender = DateMender(clock, None, clock.now_s)
        mender.look(journal)
        clock.set(TODAY)
        clock.known = False
        _play(journal, clock, 1, new=True)
        clock.known = True
        assert mender.look(journal) is True
        assert _dates(journal, 1) == [(stamp(TODAY), True)]


def _ends(lookout: Lookout) -> None:
    """Wait for its last look."""
    until_s = time.monotonic() + 30.0
    while lookout.is_looking and time.monotonic() < until_s:
        time.sleep(0.001)
    assert not lookout.is_looking, "it goes on looking"


def test_looking_ends_with_the_setting() -> None:
    """No thread is started for a clock that is set; one that waits ends by itself or when told."""
    answers = iter([False, False, True])
    thread = mender_thread(lambda: next(answers), every_s=0.001)
    thread.start()
    _ends(thread)
    thread.stop()
    waiting = mender_thread(lambda: False, every_s=60.0)
    waiting.start()
    stopping = threading.Thread(target=waiting.stop)
    stopping.start()
    stopping.join(30.0)
    assert not stopping.is_alive(), "stop() waits for the next look, a minute away"
    assert not waiting.is_looking


def test_a_journal_that_cannot_be_written_is_looked_at_again(caplog: pytest.LogCaptureFixture) -> None:
    """At the start, where the service must come up, and later: logged, and done as soon as it can be."""
    answers = iter([sqlite3.OperationalError("disk I/O error"), sqlite3.OperationalError("database is locked"), True])

    def look() -> bool:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    thread = mender_thread(look, every_s=0.001)
    thread.start()
    _ends(thread)
    assert next(answers, "nothing left") == "nothing left"
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [sqlite3.OperationalError] * 2


def test_an_error_while_dates_are_put_right_leaves_the_journal_free(tmp_path: Path) -> None:
    """Nothing of it is written, the next commit is, and a second try mends the dates."""
    clock = FakeClock()
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        mender = DateMender(clock, None, clock.now_s)
        mender.look(journal)
        _play(journal, clock, 1, new=True)
        clock.set(TODAY)
        refuse = "CREATE TEMP TRIGGER refuse BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'no'); END"
        journal._db.execute(refuse)
        with pytest.raises(sqlite3.IntegrityError):
            mender.look(journal)
        assert _dates(journal, 1) == [(stamp(LAST_WEEK), False)]
        _play(journal, clock, 1)
        journal._db.execute("DROP TRIGGER refuse")
        assert mender.look(journal) is True
        assert _dates(journal, 1) == [(stamp(TODAY), True)] * 2


@pytest.mark.parametrize(
    ("model", "keeper", "heard", "kept"),
    [
        (None, True, False, True),
        ("Raspberry Pi 4 Model B\0", True, False, False),
        ("Raspberry Pi 4 Model B\0", True, True, True),
        ("Raspberry Pi 5\0", False, False, True),
    ],
)
def test_a_pi_is_believed_once_it_has_heard_the_time(
    tmp_path: Path, model: str | None, keeper: object, heard: object, kept: object
) -> None:
    """A PC keeps the time by battery; a Pi goes on where it was switched off, unless something else sets it."""
    if model is not None:
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_text(model)
    if keeper:
        (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    if heard:
        (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert is_kept(tmp_path) is kept
