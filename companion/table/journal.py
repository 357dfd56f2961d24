"""The journal: one SQLite file, one writer, append-only rows in one sequence; commit first, publish after.

A row is `(seq, game, kind, data)`. What the kinds mean is the books' business (`books.py`); the journal only keeps them whole:
a command's rows, the sense's memory, the reply to an idempotent command and a game's result are written in one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

__all__ = ["Batch", "GameRow", "Journal", "JournalError", "Row", "integrity_check"]

SCHEMA_VERSION = 1
BUSY_TIMEOUT_S = 20.0
KEPT_REPLIES = 5000

_SCHEMA = """
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    names TEXT NOT NULL,
    options TEXT NOT NULL,
    board TEXT NOT NULL,
    mode TEXT NOT NULL,
    started_at TEXT NOT NULL,
    clock_set INTEGER NOT NULL
);
CREATE TABLE row (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (number),
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    at TEXT NOT NULL,
    clock_set INTEGER NOT NULL
);
CREATE INDEX row_of_game ON row (game, seq);
CREATE TABLE memory (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    seq INTEGER NOT NULL,
    data TEXT NOT NULL
);
CREATE TABLE result (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    seq INTEGER NOT NULL,
    data TEXT NOT NULL
);
CREATE TABLE state (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE TABLE command (
    n INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    reply TEXT NOT NULL
);
CREATE TABLE player (name TEXT PRIMARY KEY, last_game INTEGER NOT NULL);
"""


_JSON = (
    *(("game", column) for column in ("names", "options", "board")),
    *((table, "data") for table in ("row", "memory", "result", "state")),
    ("command", "reply"),
)
"""Which columns hold JSON."""
_DO = "bring a backup back with companion restore, or move the file away"


class JournalError(ValueError):
    """The file is no journal of ours, a newer one, or damaged; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One fact, written once. `at` is for people, and put right when an unset clock gave it; only `seq` orders."""

    seq: int
    game: int
    kind: str
    data: Mapping[str, Any]
    at: str = ""
    clock_set: bool = True


@dataclass(frozen=True, slots=True)
class GameRow:
    """How a game began: rules version, options, seats and the whole board, so that a replay needs nothing else."""

    number: int
    id: str
    rules_version: int
    names: tuple[str, ...]
    options: Mapping[str, Any]
    board: Any
    mode: str
    started_at: str
    clock_set: bool = True


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game's state after row `seq`, with its hash: what an update of the rules is compared with."""

    seq: int
    hash: str
    data: Mapping[str, Any]


@dataclass(slots=True)
class Batch:
    """Everything one step of the table writes; all of it or nothing."""

    rows: list[Row] = field(default_factory=list)
    new_game: GameRow | None = None
    memory: Mapping[str, Any] | None = None
    snapshot: Snapshot | None = None
    result: Mapping[str, Any] | None = None
    command: tuple[str, str, Mapping[str, Any]] | None = None
    players: tuple[str, ...] = ()


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def integrity_check(path: Path) -> str:
    """SQLite's own verdict on the file: "ok", or its first complaint."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        verdict = str(db.execute("PRAGMA integrity_check").fetchone()[0])
    db.close()
    return verdict


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of what is done within, or after any error nothing of it, and the connection free for the next one."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


class Journal:
    """The one writer of the journal file."""

    def __init__(self, path: Path) -> None:
        self._path = Path(path)
        self._db = _open(self._path)
        self._last_seq = int(self._db.execute("SELECT coalesce(max(seq), 0) FROM row").fetchone()[0])

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def last_seq(self) -> int:
        """Sequence of the newest row."""
        return self._last_seq

    def commit(self, batch: Batch) -> None:
        """Write the batch in one transaction; on any error nothing of it is there."""
        with _transaction(self._db):
            self._write(batch)
        self._last_seq = batch.rows[-1].seq if batch.rows else self._last_seq

    def _write(self, batch: Batch) -> None:
        if batch.new_game:
            self._write_game(batch.new_game)
        self._db.executemany(
            "INSERT INTO row VALUES (?, ?, ?, ?, ?, ?)",
            [(r.seq, r.game, r.kind, _dump(r.data), r.at, r.clock_set) for r in batch.rows],
        )
        if batch.rows:
            self._write_digest(batch, batch.rows[-1])
        if batch.command:
            self._write_reply(*batch.command)

    def _write_game(self, game: GameRow) -> None:
        values = (game.number, game.id, game.rules_version, _dump(game.names), _dump(game.options), _dump(game.board))
        self._db.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, game.mode, game.started_at, game.clock_set)
        )

    def _write_digest(self, batch: Batch, last: Row) -> None:
        """Replace what is kept once per game: the sense's memory, the state, the result and who played."""
        if batch.memory is not None:
            self._db.execute("REPLACE INTO memory VALUES (?, ?, ?)", (last.game, last.seq, _dump(batch.memory)))
        if batch.snapshot is not None:
            shot = batch.snapshot
            self._db.execute("REPLACE INTO state VALUES (?, ?, ?, ?)", (last.game, shot.seq, shot.hash, _dump(shot.data)))
            self._db.execute("DELETE FROM result WHERE game = ?", (last.game,))
        if batch.result is not None:
            self._db.execute("REPLACE INTO result VALUES (?, ?, ?)", (last.game, last.seq, _dump(batch.result)))
        self._db.executemany("REPLACE INTO player VALUES (?, ?)", [(name, last.game) for name in batch.players])

    def _write_reply(self, key: str, fingerprint: str, reply: Mapping[str, Any]) -> None:
        row = self._db.execute(
            "INSERT INTO command (key, fingerprint, reply) VALUES (?, ?, ?)", (key, fingerprint, _dump(reply))
        )
        self._db.execute("DELETE FROM command WHERE n <= ?", ((row.lastrowid or 0) - KEPT_REPLIES,))

    def reply(self, key: str) -> tuple[str, dict[str, Any]] | None:
        """Fingerprint and reply of a command taken before, if it was."""
        row = self._db.execute("SELECT fingerprint, reply FROM command WHERE key = ?", (key,)).fetchone()
        return (row[0], json.loads(row[1])) if row else None

    def rows(self, game: int) -> list[Row]:
        """All rows of a game in sequence."""
        found = self._db.execute("SELECT * FROM row WHERE game = ? ORDER BY seq", (game,))
        return [Row(seq, number, kind, json.loads(data), at, bool(ok)) for seq, number, kind, data, at, ok in found]

    def games(self) -> list[GameRow]:
        """All games, oldest first."""
        return [_game(row) for row in self._db.execute("SELECT * FROM game ORDER BY number")]

    def games_before(self, number: int, count: int) -> list[GameRow]:
        """The newest games with a smaller number, at most so many, newest first."""
        found = self._db.execute("SELECT * FROM game WHERE number < ? ORDER BY number DESC LIMIT ?", (number, count))
        return [_game(row) for row in found]

    def game(self, number: int) -> GameRow | None:
        """One game, if there is one of that number."""
        row = self._db.execute("SELECT * FROM game WHERE number = ?", (number,)).fetchone()
        return _game(row) if row else None

    def next_number(self) -> int:
        """The number the next game gets."""
        return int(self._db.execute("SELECT coalesce(max(number), 0) + 1 FROM game").fetchone()[0])

    def last_of(self, game: int, kinds: Sequence[str]) -> Row | None:
        """The newest row of one of these kinds."""
        marks = ", ".join("?" * len(kinds))
        query = f"SELECT * FROM row WHERE game = ? AND kind IN ({marks}) ORDER BY seq DESC LIMIT 1"  # noqa: S608 only marks
        row = self._db.execute(query, (game, *kinds)).fetchone()
        return Row(row[0], row[1], row[2], json.loads(row[3]), row[4], bool(row[5])) if row else None

    def memory(self, game: int) -> dict[str, Any] | None:
        """The sense's memory as of the last felt row of a game."""
        return self._digest("memory", game)

    def result(self, game: int) -> dict[str, Any] | None:
        """How a game ended, if it did."""
        return self._digest("result", game)

    def finished(self) -> set[int]:
        """The games that have a result."""
        return {row[0] for row in self._db.execute("SELECT game FROM result")}

    def _digest(self, table: str, game: int) -> dict[str, Any] | None:
        row = self._db.execute(f"SELECT data FROM {table} WHERE game = ?", (game,)).fetchone()  # noqa: S608 two fixed names
        found: dict[str, Any] | None = json.loads(row[0]) if row else None
        return found

    def snapshot(self, game: int) -> Snapshot | None:
        """The state a game was left in."""
        row = self._db.execute("SELECT seq, hash, data FROM state WHERE game = ?", (game,)).fetchone()
        return Snapshot(row[0], row[1], json.loads(row[2])) if row else None

    def players(self) -> list[str]:
        """Remembered names, those who played last first."""
        return [row[0] for row in self._db.execute("SELECT name FROM player ORDER BY last_game DESC, name")]

    def forget_player(self, name: str) -> None:
        """Remember this name no more; the games it played keep it."""
        with _transaction(self._db):
            self._db.execute("DELETE FROM player WHERE name = ?", (name,))

    def mend_dates(self, after: int, right: Callable[[str], str]) -> None:
        """Put right the dates that an unset clock gave to rows after `after`, and to the games that began there."""
        starts = "SELECT game FROM row GROUP BY game HAVING min(seq) > ?"
        games = f"SELECT number, started_at FROM game WHERE NOT clock_set AND number IN ({starts})"  # noqa: S608 fixed text
        rows = "SELECT seq, at FROM row WHERE NOT clock_set AND seq > ?"
        found = ((query, self._db.execute(query, (after,)).fetchall()) for query in (rows, games))
        changes = {query: [(right(at), number) for number, at in dated] for query, dated in found}
        with _transaction(self._db):
            self._db.executemany("UPDATE row SET at = ?, clock_set = 1 WHERE seq = ?", changes[rows])
            self._db.executemany("UPDATE game SET started_at = ?, clock_set = 1 WHERE number = ?", changes[games])

    def backup(self, target: Path) -> None:
        """Copy the journal as it is now with SQLite's backup call (a file copy would miss the write-ahead log)."""
        copy = sqlite3.connect(target)
        try:
            self._db.backup(copy)
        finally:
            copy.close()

    def close(self) -> None:
        """Fold the write-ahead log back into the file and close it."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()


def _game(row: Iterable[Any]) -> GameRow:
    number, game_id, version, names, options, board, mode, started_at, clock_set = row
    return GameRow(
        number,
        game_id,
        version,
        tuple(json.loads(names)),
        json.loads(options),
        json.loads(board),
        mode,
        started_at,
        bool(clock_set),
    )


def _open(path: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
    except sqlite3.DatabaseError as error:
        raise JournalError(f"{path}: {error}; {_DO}") from error
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    _migrate(db, path)
    _refuse_damaged(db)


def _refuse_damaged(db: sqlite3.Connection) -> None:
    """Raise before anything is read from, or written on top of, a file of which a part is gone."""
    verdict = " ".join(str(db.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
    for table, column in _JSON if verdict == "ok" else ():
        bad = db.execute(f"SELECT count(*) FROM {table} WHERE NOT json_valid({column})").fetchone()[0]  # noqa: S608 fixed names
        verdict = f"{bad} damaged in table {table}" if bad else verdict
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    with _transaction(db):
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise JournalError(f"{path}: written by a newer companion (schema {version}); update this one")
        if version == 0:
            if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise JournalError(f"{path}: is a database, but no journal of a companion; {_DO}")
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def stamp(at: datetime) -> str:
    """A row's date for people, to the second."""
    return at.isoformat(timespec="seconds")
