"""The journal file: whole transactions, one writer, backup, damage."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.events import Placed, Spot
from companion.table.journal import Batch, GameRow, Journal, JournalError, Row, Snapshot, integrity_check
from companion.table.refusal import Refused

Evening = Any
GAME = GameRow(1, "balancing-aliens", 1, ("Ann",), {"aliens.fallen": "out"}, {"name": "b"}, "ship", "2026-11-30T20:00:00+00:00")


def _rows(*seqs: int) -> list[Row]:
    return [Row(seq, 1, "entry", {"n": seq}, "2026-11-30T20:00:00+00:00") for seq in seqs]


def test_rows_come_back_in_sequence(tmp_path: Path) -> None:
    """What was committed is there after a restart, in the order of the sequence, with what was written beside it."""
    journal = Journal(tmp_path / "j.sqlite")
    journal.commit(Batch(rows=_rows(1, 2), new_game=GAME, players=("Ann",), command=("k", "f", {"seq": 1})))
    journal.commit(Batch(rows=_rows(3), memory={"yaw": 0.5}, snapshot=Snapshot(3, "h", {"s": 1}), result={"scores": [1]}))
    journal.close()
    again = Journal(tmp_path / "j.sqlite")
    assert [row.seq for row in again.rows(1)] == [1, 2, 3]
    assert again.last_seq == 3
    assert again.games() == [GAME]
    assert again.memory(1) == {"yaw": 0.5}
    assert again.snapshot(1) == Snapshot(3, "h", {"s": 1})
    assert again.result(1) == {"scores": [1]}
    assert again.reply("k") == ("f", {"seq": 1})
    assert again.players() == ["Ann"]
    again.forget_player("Ann")
    again.forget_player("Nobody")
    assert again.players() == []
    again.close()


def test_a_failing_batch_leaves_nothing(tmp_path: Path) -> None:
    """A batch is written whole or not at all, and the journal goes on after it."""
    journal = Journal(tmp_path / "j.sqlite")
    journal.commit(Batch(rows=_rows(1), new_game=GAME))
    with pytest.raises(sqlite3.IntegrityError):
        journal.commit(Batch(rows=_rows(2, 1), players=("Bob",)))
    with pytest.raises(ValueError, match="JSON"):
        journal.commit(Batch(rows=[Row(2, 1, "entry", {"x": float("nan")})]))
    assert [row.seq for row in journal.rows(1)] == [1]
    assert journal.players() == []
    journal.commit(Batch(rows=_rows(2)))
    assert journal.last_seq == 2
    journal.close()


def test_rows_need_their_game(tmp_path: Path) -> None:
    """Foreign keys are on: a row of a game that is not there cannot be written."""
    journal = Journal(tmp_path / "j.sqlite")
    with pytest.raises(sqlite3.IntegrityError):
        journal.commit(Batch(rows=_rows(1)))
    journal.close()


def test_the_file_is_as_safe_as_sqlite_makes_it(tmp_path: Path) -> None:
    """Write-ahead log, full synchronisation, foreign keys, and a schema version."""
    journal = Journal(tmp_path / "j.sqlite")
    values = [journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]
    assert values == ["wal", 2, 1]
    assert journal._db.execute("PRAGMA user_version").fetchone()[0] == 1
    journal.close()
    assert integrity_check(tmp_path / "j.sqlite") == "ok"


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    """A journal of a newer companion is left alone, with a line that says what to do."""
    Journal(tmp_path / "j.sqlite").close()
    with sqlite3.connect(tmp_path / "j.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(JournalError, match="update this one"):
        Journal(tmp_path / "j.sqlite")


def _without_tables(db: sqlite3.Connection) -> None:
    for name in ("row", "game"):
        db.execute(f"DROP TABLE {name}")


def _no_json(db: sqlite3.Connection) -> None:
    db.execute("UPDATE row SET data = '{'")


def _of_others(db: sqlite3.Connection) -> None:
    _without_tables(db)
    db.execute("PRAGMA user_version = 0")


@pytest.mark.parametrize("damage", [_without_tables, _no_json, _of_others])
def test_a_damaged_journal_is_refused_in_one_line(tmp_path: Path, damage: Callable[[sqlite3.Connection], None]) -> None:
    """Whatever is wrong with the file, it is said at once with what to do, and the file stays as it was."""
    path = tmp_path / "j.sqlite"
    journal = Journal(path)
    journal.commit(Batch(rows=_rows(1, 2), new_game=GAME))
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        damage(db)
        db.commit()
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"j\.sqlite: .*companion restore") as refused:
        Journal(path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_a_journal_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    """Half a file is no file: what is left of it must not be played on."""
    path = tmp_path / "j.sqlite"
    journal = Journal(path)
    journal.commit(Batch(rows=[Row(n, 1, "entry", {"n": "x" * 500}) for n in range(1, 100)], new_game=GAME))
    journal.close()
    path.write_bytes(path.read_bytes()[:30_000])
    with pytest.raises(JournalError, match="companion restore"):
        Journal(path)


def test_a_reader_that_holds_the_file_does_not_stop_the_writer(tmp_path: Path) -> None:
    """Somebody else writes for a moment (a backup tool): the commit waits for it instead of failing."""
    journal = Journal(tmp_path / "j.sqlite")
    journal.commit(Batch(rows=_rows(1), new_game=GAME))
    other = sqlite3.connect(tmp_path / "j.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    release.start()
    began = time.monotonic()
    journal.commit(Batch(rows=_rows(2)))
    assert time.monotonic() - began > 0.2
    release.join()
    other.close()
    journal.close()


def test_a_backup_of_a_running_game_is_a_whole_game(evening: Evening, tmp_path: Path) -> None:
    """The backup is taken with the journal open, and shows the same game."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    target = tmp_path / "backup.sqlite"
    evening.table.backup(target)
    assert integrity_check(target) == "ok"
    copy = Journal(target)
    assert [row.seq for row in copy.rows(1)] == [row.seq for row in evening.table.journal.rows(1)]
    copy.close()


def test_a_commit_that_fails_changes_nothing_on_the_page(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: the command fails, and neither view nor game has moved; later it works."""
    evening.new_game()
    evening.roll(3)
    before, published = evening.view, len(evening.seen)

    def full(_batch: Batch) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(evening.table.journal, "commit", full)
        with pytest.raises(Refused, match="make room") as refused:
            evening.act("place", ring=5, sector=3)
    assert (refused.value.code, refused.value.status) == ("not-written", 507)
    assert evening.view == before
    assert len(evening.seen) == published
    evening.act("place", ring=5, sector=3)
    assert evening.scores == [5, 0]


def test_what_was_felt_while_the_disk_was_full_is_not_passed_over(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted that is not written, and that the ship carries more than the books know is said."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    evening.rest()
    evening.roll(2)

    def full(_batch: Batch) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(evening.table.journal, "commit", full)
        with pytest.raises(Refused):
            evening.put(4, 2)
    assert evening.scores == [5, 0]
    evening.rest(load_g=16.0)
    assert evening.notice("put-back")["params"]["spots"]


def test_felt_row_and_memory_are_one_transaction(evening: Evening) -> None:
    """What the sense had learned is there exactly as of the last felt row."""
    evening.new_game()
    evening.roll(3)
    evening.table.felt(Placed(20.0, 19.0, Spot(5, 3, (-80.0, -90.0)), 0.99), {"yaw": 0.1})
    assert evening.table.memory() == {"yaw": 0.1}
    evening.restart()
    assert evening.table.memory() == {"yaw": 0.1}
    assert [alien.spot for alien in evening.table.standing()] == [Spot(5, 3, (-80.0, -90.0))]


def test_the_first_row_holds_all_that_a_replay_needs(evening: Evening) -> None:
    """Rules version, options with their defaults, names and the whole board are in the journal."""
    evening.new_game(names=("Ann", "Bob"), **{"aliens.fallen": "back-to-pouch"})
    game = evening.table.journal.game(1)
    assert game.names == ("Ann", "Bob")
    assert game.options["aliens.fallen"] == "back-to-pouch"
    assert game.options["aliens.turn_grace_s"] == 0
    assert game.board["ring_edges_mm"]
    assert game.rules_version == 1


def test_a_clock_that_was_not_set_is_flagged_and_orders_nothing(evening: Evening) -> None:
    """Rows written with a wrong date say so, and come in their sequence all the same."""
    evening.new_game()
    evening.clock.is_set = lambda: False
    evening.clock.wall = lambda: datetime(1970, 1, 1, tzinfo=UTC)
    evening.roll(3)
    evening.put(5, 3)
    rows = evening.table.journal.rows(1)
    assert rows[-1].at.startswith("1970")
    assert not rows[-1].clock_set
    assert rows[0].clock_set
    assert [row.seq for row in rows] == sorted(row.seq for row in rows)
    evening.restart()
    assert evening.scores == [5, 0]
