"""A running game: how it began, its ledger and its steps; and the draft in which a change is tried before it is committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Action, Game
from companion.table.books import Entry, Ledger, Origin, fold
from companion.table.clock import Clock
from companion.table.journal import Batch, GameRow, Row, Snapshot, stamp
from companion.table.replay import Step, state_hash
from companion.table.scene import Scene

__all__ = ["Draft", "Run", "load"]


@dataclass(frozen=True, slots=True)
class Run:
    """A game as the table holds it: how it began, and where it is."""

    row: GameRow
    scene: Scene

    @property
    def game(self) -> Game:
        """The rules."""
        return self.scene.game

    @property
    def ledger(self) -> Ledger:
        """The books."""
        return self.scene.ledger


def load(game: Game, row: GameRow, rows: Sequence[Row]) -> Run:
    """Open a game from its rows."""
    ledger = fold(rows, row.mode)
    start = game.start(row.names, row.options, row.board)
    scene = Scene(game, start, start, (), ledger, row.options, range(1, _sectors(row) + 1))
    return Run(row, scene.with_ledger(ledger))


def _sectors(row: GameRow) -> int:
    return int(row.board.get("sectors", 0)) if isinstance(row.board, Mapping) else 0


class Draft:
    """Rows being written, with the scene as they make it. Nothing counts before the table commits it."""

    def __init__(self, run: Run, last_seq: int, clock: Clock, session: str) -> None:
        self.run = run
        self.scene = run.scene.with_ledger(run.ledger.copy())
        self.batch = Batch()
        self.entries: list[int] = []
        self.session = session
        self._clock = clock
        self._seq = last_seq

    @property
    def ledger(self) -> Ledger:
        """The books with the rows so far."""
        return self.scene.ledger

    def add(self, kind: str, data: Mapping[str, Any]) -> int:
        """Write one row; its sequence."""
        self._seq += 1
        row = Row(self._seq, self.run.row.number, kind, dict(data), stamp(self._clock.wall()), self._clock.is_set())
        self.batch.rows.append(row)
        self.ledger.apply(row)
        return self._seq

    def enter(self, action: Action, origin: Origin, at_s: float, **links: int | None) -> int:
        """Write an entry (`item`, `before`, `replaces` link it) and play it; its sequence."""
        data = {"action": dict(action), "origin": origin.to_json(), "at_s": at_s, "session": self.session}
        data |= {name: seq for name, seq in links.items() if seq is not None}
        step = self._peek(data)
        data["seat"], data["points"] = step.seat, step.points
        data["hash"] = self._hash(step.after)
        seq = self.add("entry", data)
        self.entries.append(seq)
        self.replay()
        return seq

    def _peek(self, data: Mapping[str, Any]) -> Step:
        """The step this entry will be, with the state it will meet."""
        ledger = self.ledger.copy()
        seq = self._seq + 1
        ledger.apply(Row(seq, self.run.row.number, "entry", data))
        steps = self.scene.with_ledger(ledger).steps
        return next(step for step in steps if step.entry.seq == seq)

    def _hash(self, state: Any) -> str:
        return state_hash(self.scene.game.to_json(state))

    def take_out(self, entries: Sequence[int]) -> None:
        """Undo these entries."""
        self.add("taken-out", {"entries": list(entries)})
        self.replay()

    def put_back(self, entries: Sequence[int]) -> None:
        """Redo these entries."""
        self.add("put-back", {"entries": list(entries)})
        self.replay()

    def settle(self, item: int, how: str) -> None:
        """The item found its place without an entry."""
        self.add("settled", {"item": item, "how": how})

    def freeze(self, state: Mapping[str, Any], changed: Mapping[str, Any]) -> None:
        """From here the game goes on from `state`; entries so far are no longer replayed (the rules have changed)."""
        self.add("base", {"entry": self.ledger.last_entry, "state": dict(state), "changed": dict(changed)})
        self.replay()

    def recount(self) -> None:
        """Play every entry again by the rules as they are now."""
        self.add("base", {"entry": 0, "state": None})
        self.replay()

    def as_run(self) -> Run:
        """The game as it would be if this were committed."""
        return Run(self.run.row, self.scene)

    def replay(self) -> None:
        """Bring the scene up to the ledger."""
        self.scene = self.scene.with_ledger(self.ledger)

    def finish(self) -> Batch:
        """The batch, with the state it leaves and the result if the game is over."""
        game, state = self.scene.game, self.scene.state
        if game.covered(state) and not game.covered(self.run.scene.state):
            self.add("phone", {"what": "covered-again", "seat": None})
        if self.batch.rows:
            data = game.to_json(state)
            self.batch.snapshot = Snapshot(self._seq, state_hash(data), data)
            self.batch.result = _result(game, state)
        return self.batch


def _result(game: Game, state: Any) -> dict[str, Any] | None:
    outcome = game.outcome(state)
    if outcome is None:
        return None
    scores = [seat["score"] for seat in game.view(state, None)["seats"]]
    return {"ranking": [list(tied) for tied in outcome.ranking], "reason": outcome.reason, "scores": scores}


def same_item(ledger: Ledger, entry: Entry) -> list[int]:
    """The live entries that were written together with this one."""
    if entry.item is None:
        return [entry.seq]
    return [e.seq for e in ledger.live() if e.item == entry.item]
