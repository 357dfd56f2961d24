"""How a game comes to the table: a new one, the one that was on it when the service stopped, or one put aside earlier."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from companion.events import Spot
from companion.games.contract import Game, SetUpError
from companion.table import found
from companion.table.books import Origin
from companion.table.clock import Clock
from companion.table.follow import TELLING_GAMES
from companion.table.journal import GameRow, Journal, stamp
from companion.table.names import refuse_confusing
from companion.table.refusal import Refused
from companion.table.replay import state_hash
from companion.table.run import Draft, Run, load

__all__ = ["begin", "freeze_if_changed", "last_open", "modes_of", "new_game", "reopen"]

Games = Mapping[str, Game]
Boards = Callable[[Game, str | None], Mapping[str, Any]]
DIE_FACES = 6
FIRST_PHASES = ("sending", "dancing")
"""How the games on the ship call what comes after the start rolls."""
TABLE = Origin("table")
Mode = Literal["ship", "follow", "manual"]
MODES: tuple[Mode, ...] = ("ship", "follow", "manual")
_UNREADABLE = (SetUpError, KeyError, TypeError, ValueError)
logger = logging.getLogger(__name__)


def new_game(command: Mapping[str, Any], games: Games, boards: Boards, journal: Journal, clock: Clock) -> Run:
    """A game as asked for; Refused names what is wrong with the set-up."""
    game = games.get(str(command.get("game")))
    if game is None:
        raise Refused("unknown-game", {"known": sorted(games)}, 404, f"known games are {', '.join(sorted(games))}")
    modes = modes_of(game)
    mode = modes[0] if command.get("mode") is None else command["mode"]
    if mode not in modes:
        raise Refused("bad-value", {"field": "mode", "values": list(modes)}, 422, f"mode must be one of {', '.join(modes)}")
    try:
        board = boards(game, command.get("board"))
        options = {switch.id: switch.default for switch in game.switches} | dict(command.get("options") or {})
        names = _names(command)
        game.start(names, options, board)
    except SetUpError as error:
        raise Refused("set-up", {"reason": str(error)}, 422, str(error)) from error
    number = journal.next_number()
    started = (stamp(clock.wall()), clock.is_set())
    return load(game, GameRow(number, game.id, game.rules_version, names, options, board, str(mode), *started), ())


def modes_of(game: Game) -> tuple[Mode, ...]:
    """How a game can be fed, the usual way first: without a ship there is nothing to feel, so everything is told."""
    if "ship" not in game.senses:
        return ("manual",)
    return MODES if game.id in TELLING_GAMES else ("ship", "manual")


def _names(command: Mapping[str, Any]) -> tuple[str, ...]:
    names = command.get("names")
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise SetUpError("names: must be a list of texts")
    refuse_confusing(names)
    return tuple(name.strip() for name in names)


def begin(draft: Draft, before: Run | None, left: Sequence[Spot]) -> None:
    """The first rows, with what is `left` on the ship; in follow mode the order is that of the names, since nobody taps."""
    draft.add("opened", {"after": before.row.number if before else None})
    found.carry_over(draft, left)
    if draft.run.row.mode == "follow":
        skip_start_rolls(draft)


def skip_start_rolls(draft: Draft) -> None:
    """Seats in order, the first one to roll: by a correction, or where the game knows none, by start rolls that say so."""
    to_roll = [a.seat for a in draft.scene.awaits("roll") if a.domain.get("purpose") == "start"]
    begins = ({"type": "correct", "fact": "phase", "value": phase} for phase in FIRST_PHASES)
    begin = next((action for action in begins if draft.scene.fits_at(len(draft.scene.steps), (action,))), None)
    if to_roll and begin is not None:
        draft.enter(begin, TABLE, 0.0)
        return
    per_face = -(-len(to_roll) // DIE_FACES)
    for n, seat in enumerate(to_roll):
        draft.enter({"type": "roll", "seat": seat, "value": DIE_FACES - n // per_face}, TABLE, 0.0)
    while tied := [a for a in draft.scene.awaits("roll") if a.domain.get("purpose") == "start"]:
        value = DIE_FACES if len(tied) % per_face == 0 else DIE_FACES - 1
        draft.enter({"type": "roll", "seat": tied[0].seat, "value": value}, TABLE, 0.0)


def last_open(journal: Journal, games: Games) -> Run | None:
    """The newest game, unless it was put aside; None also where its rules can no longer read it (it stays in the journal)."""
    for row in reversed(journal.games()):
        last = journal.last_of(row.number, ("opened", "closed"))
        if last is not None and last.kind == "opened":
            return _load(journal, games, row)
    return None


def _load(journal: Journal, games: Games, row: GameRow) -> Run | None:
    game = games.get(row.id)
    if game is None:
        return None
    try:
        return load(game, row, journal.rows(row.number))
    except _UNREADABLE:
        logger.exception("game %d cannot be read by these rules; it stays in the journal", row.number)
        return None


def reopen(journal: Journal, games: Games, number: int) -> Run:
    """A game that was put aside."""
    row = journal.game(number)
    run = _load(journal, games, row) if row else None
    if run is None:
        raise Refused("unreadable-game", {"number": number}, 409, "this version of the rules cannot read that game")
    return run


def freeze_if_changed(draft: Draft, journal: Journal) -> bool:
    """Where today's rules would make another state of the same entries, keep the state the game was left in, and say so."""
    left = journal.snapshot(draft.run.row.number)
    game, state = draft.scene.game, draft.scene.state
    if left is None or state_hash(game.to_json(state)) == left.hash:
        return False
    was = game.view(game.from_json(left.data), None)
    changed = {
        "scores": [seat["score"] for seat in was["seats"]],
        "recounted": [seat["score"] for seat in game.view(state, None)["seats"]],
        "rules_version": draft.run.row.rules_version,
    }
    draft.freeze(left.data, changed)
    return True
