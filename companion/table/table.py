"""The table: one running game, one writer. Everything comes in here one at a time; commit first, publish after."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.events import Felt, Health, Lifted, Live, Noted, Press, Rolled, Spot, felt_to_json
from companion.games import GAMES, boards
from companion.games.contract import Game, SetUpError
from companion.table import export, flow, found, history, opening, publish, recovery, seats
from companion.table.clock import Clock, SystemClock
from companion.table.commands import HANDLERS, TABLET, Context, press
from companion.table.journal import Batch, Journal
from companion.table.publish import View
from companion.table.refusal import Refused, Reply
from companion.table.run import Draft, Run
from companion.table.surroundings import Surroundings
from companion.table.wood import Alien, areas

__all__ = ["Refused", "Reply", "Table"]

RIM_NOTES = ("rim-rests", "rim")
T = TypeVar("T")
Subscriber = Callable[[int, View], None]
Boards = Callable[[Game, str | None], Mapping[str, Any]]


def sample_boards(game: Game, name: str | None) -> Mapping[str, Any]:
    """Only the game's own sample board."""
    if name is not None:
        raise SetUpError(f"there is no board {name[:40]!r}")
    return boards.sample_json(game)


class Table:
    """The running table. Not thread-safe: one thread calls it (`inbox.TableThread`)."""

    def __init__(
        self, journal: Journal, clock: Clock | None = None, *, games: Iterable[Game] = GAMES, boards: Boards = sample_boards
    ) -> None:
        self._journal = journal
        self._clock = clock or SystemClock()
        self._games = {game.id: game for game in games}
        self._boards = boards
        self._world = Surroundings(self._clock)
        self._subscribers: list[Subscriber] = []
        self._standing_listeners: list[Callable[[tuple[Alien, ...]], None]] = []
        self._seq = 0
        self._left: tuple[Spot, ...] = ()
        self._run = self._open_last()
        self._resumable = history.resumable(journal, self._run)
        self._view: View = {}
        self._publish()

    # --- what it shows

    @property
    def seq(self) -> int:
        """Number of the newest published view."""
        return self._seq

    @property
    def run(self) -> Run | None:
        """The running game."""
        return self._run

    @property
    def journal(self) -> Journal:
        """The journal this table writes."""
        return self._journal

    def view(self, seat: int | None = None) -> View:
        """The table as `seat` may see it now; None: what everybody may see."""
        if self._run is None:
            view = publish.lobby_view(self._world.devices(), self._resumable)
        else:
            view = publish.table_view(self._run, seat, self._world.devices(), self._resumable)
        return view | {"notices": view["notices"] + self._world.notices()}

    def phone_views(self) -> dict[str, tuple[int, View]]:
        """By the digest of each phone's key: its seat, and the table as that seat may see it."""
        if self._run is None or not self._run.game.secrets:
            return {}
        return {key: (seat, self.view(seat)) for seat, key in self._run.ledger.phones.keys.items()}

    def subscribe(self, listener: Subscriber) -> None:
        """Call `listener(seq, view)` after every commit that changes the view."""
        self._subscribers.append(listener)

    def on_standing(self, listener: Callable[[tuple[Alien, ...]], None]) -> None:
        """Call `listener(aliens)` when the table, not the ship, has changed what stands aboard."""
        self._standing_listeners.append(listener)

    def standing(self) -> tuple[Alien, ...]:
        """What stands on the ship, as far as the table knows."""
        return tuple(self._run.ledger.aliens().values()) if self._run else ()

    def memory(self) -> Mapping[str, Any] | None:
        """What the sense of weight had learned when its last call was written."""
        return self._journal.memory(self._run.row.number) if self._run else None

    def moment_of(self, seq: int) -> float:
        """When what entry `seq` rests on was felt, on the sensor's clock; Refused when it was not, or before a restart."""
        ledger = self._draft().ledger
        entry = ledger.entries.get(seq)
        item = ledger.items.get(entry.item or 0) if entry else None
        if item is None or isinstance(item.what, Rolled | Press) or item.session != self._world.time.session:
            raise Refused(
                "not-disputable", {"seq": seq}, 409, "only what the ship has felt since it was started can be disputed"
            )
        return item.at_s

    def now_s(self) -> float:
        """Now, on the sensor's clock."""
        return self._world.time.now_s()

    # --- what comes from tablets

    def submit(self, command: Mapping[str, Any], key: str = "", seat: int | None = None) -> Reply:
        """Take a command; Refused with one clear reason when it cannot be. The same key gets the same reply.

        `seat`: it comes from that seat's phone; None: from whoever holds the table key.
        """
        fingerprint = _fingerprint(command)
        known = self._journal.reply(key) if key else None
        if known is not None:
            return self._again(known, fingerprint)
        kind = command.get("type")
        if kind == "new-game" and seat is None:
            return self._new_game(command, (key, fingerprint))
        if kind == "resume" and seat is None:
            return self._resume(command, (key, fingerprint))
        if kind == "notice" and seat is None and self._world.put_away(command):
            self._publish()
            return Reply(self._seq)
        handler = HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise Refused("unknown-command", {"type": str(kind)[:40]}, 422, f"there is no command {str(kind)[:40]!r}")
        draft = self._draft()
        seats.check(draft.scene, command, seat)
        effects = handler(draft, command, Context(self.now_s(), TABLET if seat is None else seats.PHONE))
        if command.get("preview") is True and kind == "replace":
            return Reply(self._seq, (), effects)
        flow.settle(draft, self._world.now())
        return self._commit(draft, (key, fingerprint), effects)

    def change(self, work: Callable[[Draft], T]) -> T:
        """Do something to the running game that is no command, and commit it if it wrote anything."""
        draft = self._draft()
        result = work(draft)
        if draft.batch.rows:
            self._commit(draft)
        return result

    def _again(self, known: tuple[str, Mapping[str, Any]], fingerprint: str) -> Reply:
        """The reply given before; after a restart its view number is one that exists."""
        stored, reply = known
        if stored != fingerprint:
            raise Refused("key-reused", {}, 422, "this idempotency key belongs to another command; use a new one")
        found = Reply.from_json(reply)
        return found if found.seq <= self._seq else Reply(self._seq, found.entries, found.effects)

    def _draft(self) -> Draft:
        if self._run is None:
            raise Refused("no-game", {}, 409, "no game is running; start one first")
        draft = Draft(self._run, self._journal.last_seq, self._clock, self._world.time.session)
        draft.scene = draft.scene.bumped(self._world.bumped_at_s)
        return draft

    def start(self, command: Mapping[str, Any], board: Mapping[str, Any]) -> Reply:
        """Start a game on a board that is no stored file: a recorded evening brings its own, and begins with an empty ship."""
        reply = self._new_game(command, ("", ""), lambda _game, _name: board, left=())
        self._world.ship_is_empty()
        return reply

    def skip_start_rolls(self) -> None:
        """Play in the order of the names, the first one to roll."""
        draft = self._draft()
        opening.skip_start_rolls(draft)
        if draft.batch.rows:
            self._commit(draft)

    def _new_game(
        self,
        command: Mapping[str, Any],
        command_key: tuple[str, str],
        boards: Boards | None = None,
        left: Sequence[Spot] | None = None,
    ) -> Reply:
        """`left`: the aliens aboard; None: those that stood there last."""
        if self._run is not None and self._run.game.outcome(self._run.scene.state) is None:
            raise Refused("game-running", {"number": self._run.row.number}, 409, "end the running game first")
        batch_run = opening.new_game(command, self._games, boards or self._boards, self._journal, self._clock)
        draft = Draft(batch_run, self._journal.last_seq, self._clock, self._world.time.session)
        draft.batch.new_game = batch_run.row
        draft.batch.players = batch_run.row.names
        opening.begin(draft, self._run, self._left_standing() if left is None else left)
        return self._open(draft, command_key)

    def _left_standing(self) -> tuple[Spot, ...]:
        """The aliens of the game before, as far as the ship felt them."""
        if self._run is None:
            return self._left
        return tuple(alien.spot for alien in self.standing()) if self._run.ledger.mode != "manual" else ()

    def _resume(self, command: Mapping[str, Any], command_key: tuple[str, str]) -> Reply:
        if self._run is not None:
            raise Refused("game-running", {"number": self._run.row.number}, 409, "end the running game first")
        number = command.get("number")
        if number not in self._resumable:
            raise Refused("no-such-game", {"number": number}, 404, "there is no unfinished game of that number")
        run = opening.reopen(self._journal, self._games, int(number))
        draft = Draft(run, self._journal.last_seq, self._clock, self._world.time.session)
        draft.add("opened", {})
        return self._open(draft, command_key)

    def _open(self, draft: Draft, command_key: tuple[str, str]) -> Reply:
        self._world.begin()
        reply = self._commit(draft, command_key)
        self._tell_standing()
        return reply

    def _open_last(self) -> Run | None:
        """Go on with the game that was on the table when the service stopped."""
        run = opening.last_open(self._journal, self._games)
        if run is None:
            return None
        self._world.check_ship()
        draft = Draft(run, self._journal.last_seq, self._clock, self._world.time.session)
        if opening.freeze_if_changed(draft, self._journal):
            self._journal.commit(draft.finish())
        return draft.as_run()

    # --- what comes from the world

    def felt(self, felt: Felt, memory: Mapping[str, Any] | None = None) -> int | None:
        """The ship felt something: into the journal with the sense's memory, then before the referee. Its sequence."""
        self._world.felt(felt)
        if self._run is None:
            self._left = self._left if isinstance(felt, Lifted) else ()
            return None
        draft = self._draft()
        seq = draft.add("felt", {"felt": felt_to_json(felt), "session": draft.session})
        draft.batch.memory = memory
        if draft.ledger.mode == "manual":
            draft.settle(seq, "manual")
        elif found.is_unplayed(draft.scene) and self._world.is_first_look:
            draft.settle(seq, "stood-before")
        self._settle(draft)
        return seq

    def rolled(self, rolled: Rolled) -> None:
        """A die settled; a number heard twice counts once."""
        if self._run is None or self._world.is_repeat(rolled):
            return
        draft = self._draft()
        row = {"value": rolled.value, "source": rolled.source, "number": rolled.number}
        draft.add("input", {**row, "at_s": self._world.time.moment(rolled.t_s), "session": draft.session})
        self._settle(draft)

    def pressed(self, pressed: Press) -> None:
        """A button was pressed."""
        if self._run is None:
            return
        draft = self._draft()
        press(draft, Press(pressed.button, self._world.time.moment(pressed.t_s), pressed.source))
        self._settle(draft)

    def noted(self, noted: Noted) -> None:
        """The sense remarks something; a rim that touches the table is a button pressed by the ship."""
        if self._world.noted(noted):
            self._publish()
        if noted.code in RIM_NOTES:
            self.pressed(Press("rim", noted.t_s, "ship"))

    def live(self, live: Live) -> None:
        """The ship at this instant; what was held may be let go, what stands may be compared with the inventory."""
        self._world.live(live)
        self._go_on()
        self._compare()

    def health(self, health: Health) -> None:
        """A device reports how it is."""
        if self._world.report(health):
            self._publish()

    def know_mass(self, alien_g: float) -> None:
        """What an alien weighs, as the calibration knows it."""
        self._world.alien_g = (alien_g,)

    def check_ship(self) -> None:
        """Compare what stands on the ship with the inventory at the next quiet second."""
        self._world.check_ship()

    def tick(self, _now_s: float | None = None) -> None:
        """Time has passed: let go of what was held long enough."""
        self._go_on()

    def _go_on(self) -> None:
        """Take up what was held, if anything was."""
        if self._run is not None and flow.is_held(self._run.ledger, self._world.time.session):
            self._settle(self._draft())

    def _compare(self) -> None:
        """After a second of quiet: is what stands there what the inventory says?"""
        seen = self._world.quiet()
        if self._run is None or self._run.ledger.mode == "manual" or seen is None or "ship" not in self._run.game.senses:
            return
        draft = self._draft()
        recovery.act_on(draft, seen, self._world.alien_g)
        self._settle(draft)
        if self._run.ledger.empty_first:
            self._world.check_ship()

    def _settle(self, draft: Draft) -> None:
        """Let the referee judge what is pending, and commit if anything came of it."""
        flow.settle(draft, self._world.now())
        if draft.batch.rows:
            self._commit(draft)

    # --- commit first, publish after

    def _commit(self, draft: Draft, command: tuple[str, str] = ("", ""), effects: Iterable[Mapping[str, Any]] = ()) -> Reply:
        reply = Reply(self._seq + 1, tuple(draft.entries), tuple(effects))
        batch = draft.finish()
        if command[0]:
            batch.command = (*command, reply.to_json())
        self._keep(batch)
        stood = areas(self.standing())
        self._left = self._left_standing() if draft.ledger.closed else ()
        self._run = None if draft.ledger.closed else draft.as_run()
        kinds = {row.kind for row in batch.rows}
        if kinds & {"opened", "closed"}:
            self._resumable = history.resumable(self._journal, self._run)
        self._publish()
        by_ship = any(row.kind == "felt" and row.data.get("by") != "table" for row in batch.rows)
        if "aboard" in kinds or (not by_ship and areas(self.standing()) != stood):
            self._tell_standing()
        return reply

    def _keep(self, batch: Batch) -> None:
        """What cannot be written has not happened to the score; what it did to the ship is asked about once there is room."""
        try:
            self._journal.commit(batch)
        except sqlite3.OperationalError as error:
            self._world.check_ship()
            why = str(error)
            raise Refused("not-written", {"why": why}, 507, f"it could not be written down ({why}); make room") from error

    def _publish(self) -> None:
        self._view = self.view()
        self._seq += 1
        for listener in self._subscribers:
            listener(self._seq, self._view)

    def _tell_standing(self) -> None:
        for listener in self._standing_listeners:
            listener(self.standing())

    # --- what was

    def games(self, before: int = history.NEWEST, count: int = history.EVERY) -> list[View]:
        """Games with a smaller number, newest first and at most so many, with their results."""
        return history.games(self._journal, self._games, before, count)

    def game(self, number: int) -> View:
        """One game with its whole log; Refused when there is none of that number."""
        return history.game(self._journal, self._games, number)

    def export(self, number: int) -> list[View]:
        """A game's journal in lines, without what is still secret; Refused when there is none of that number."""
        return list(export.exported(self._journal, self._games, number))

    def players(self) -> list[str]:
        """Remembered names."""
        return self._journal.players()

    def forget_player(self, name: str) -> None:
        """Remember this name no more."""
        self._journal.forget_player(name)

    def backup(self, target: Path) -> None:
        """A copy of the journal as it is now."""
        self._journal.backup(target)


def _fingerprint(command: Mapping[str, Any]) -> str:
    try:
        text = json.dumps(command, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Refused("malformed", {}, 422, f"a command is a JSON object ({error})") from error
    return hashlib.sha256(text.encode()).hexdigest()[:32]
