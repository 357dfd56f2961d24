"""The rules as a conversation in JSON lines, for people who script; `companion rules GAME` feeds it from standard input.

The lines are described in README.md beside this file, a game's actions and state on the game's own page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NoReturn

from companion.games import boards
from companion.games.contract import Game, Illegal, Json, SetUpError
from companion.games.reasons import in_words

__all__ = ["Conversation"]

Answer = dict[str, Json]

_SET_UP = {"names", "state"}
_MOST_DIGITS = 4000
"""More than Python turns into a number; shorter ones are refused by name, by whatever they were meant for."""


class _BadLineError(ValueError):
    """The line is none of the protocol's; the message says what is wrong."""


@dataclass(slots=True)
class _Running:
    """The game being played: its states, newest last, and the seat whose view is shown."""

    states: list[Any]
    seat: int | None = None


@dataclass(slots=True)
class Conversation:
    """Answers one line at a time. A line that cannot be taken is answered with its reason and changes nothing."""

    game: Game
    _running: _Running | None = field(default=None)

    def answer(self, line: str | bytes, number: int) -> Answer:
        """One answer for one line; `number` is how errors name it."""
        try:
            return {"line": number, **self._take(_read(line))}
        except (_BadLineError, SetUpError) as error:
            return {"line": number, "error": str(error)}

    def _take(self, message: Mapping[str, Json]) -> Answer:
        if "setup" in message:
            _only(message, {"setup"})
            return self._set_up(message["setup"])
        if not _SET_UP.isdisjoint(message):
            return self._set_up(message)
        running = self._game()
        if "type" in message:
            return self._act(running, message)
        for key, handle in _HANDLERS.items():
            if key in message:
                _only(message, {key})
                return handle(self, running, message[key])
        raise _BadLineError(f"a line is a set-up (names), an action (type) or one of {', '.join(_HANDLERS)}")

    def _game(self) -> _Running:
        if self._running is None:
            raise _BadLineError('no game yet: the first line sets one up, such as {"names": ["Ada", "Ben"]}')
        return self._running

    def _set_up(self, message: Json) -> Answer:
        if not isinstance(message, Mapping):
            raise _BadLineError("setup must be an object")
        _only(message, {"names", "options", "board", "state", "seat"})
        state = _first_state(self.game, message)
        seats = len(self.game.view(state, None)["seats"])
        self._running = _Running([state], _seat(message.get("seat"), seats))
        return self._show(self._running)

    def _act(self, running: _Running, action: Mapping[str, Json]) -> Answer:
        after = self.game.act(running.states[-1], action)
        if isinstance(after, Illegal):
            return _refusal(after)
        running.states.append(after)
        return self._show(running)

    def _correct(self, running: _Running, value: Json) -> Answer:
        if not isinstance(value, Mapping):
            raise _BadLineError("correct must be an object with fact and value")
        _only(value, {"fact", "value", "ruling"})
        return self._act(running, {**value, "type": "correct"})

    def _undo(self, running: _Running, value: Json) -> Answer:
        steps = 1 if value is True else value
        if not isinstance(steps, int) or steps < 1:
            raise _BadLineError("undo must be true or a number of actions")
        if steps >= len(running.states):
            return _refusal(Illegal("nothing-to-undo"))
        del running.states[-steps:]
        return self._show(running)

    def _view(self, running: _Running, value: Json) -> Answer:
        running.seat = _seat(value, len(self.game.view(running.states[-1], None)["seats"]))
        return self._show(running)

    def _choices(self, running: _Running, value: Json) -> Answer:
        state = running.states[-1]
        for awaited in self.game.awaits(state):
            if awaited.id == value:
                return {"choices": list(self.game.choices(state, awaited))}
        raise _BadLineError("choices must be the id of something awaited now")

    def _show(self, running: _Running) -> Answer:
        state, game = running.states[-1], self.game
        outcome = game.outcome(state)
        return {
            "state": game.to_json(state),
            "view": game.view(state, running.seat),
            "awaits": [asdict(awaited) for awaited in game.awaits(state)],
            "outcome": None if outcome is None else asdict(outcome),
        }


_HANDLERS: dict[str, Callable[[Conversation, _Running, Json], Answer]] = {
    "correct": Conversation._correct,  # noqa: SLF001 - the table of its own methods
    "undo": Conversation._undo,  # noqa: SLF001 - same
    "view": Conversation._view,  # noqa: SLF001 - same
    "choices": Conversation._choices,  # noqa: SLF001 - same
}


def _read(line: str | bytes) -> Mapping[str, Json]:
    try:
        message = json.loads(line, parse_constant=_no_constant, parse_int=_whole, object_pairs_hook=_once)
    except RecursionError as error:
        raise _BadLineError("not JSON: nested too deeply") from error
    except ValueError as error:
        raise _BadLineError(f"not JSON: {error}") from error
    if not isinstance(message, Mapping):
        raise _BadLineError("a line must be a JSON object")
    return message


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object that says the same key twice says nothing certain."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice[:40]!r} is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _only(message: Mapping[str, Json], known: set[str]) -> None:
    for key in message:
        if key not in known:
            raise _BadLineError(f"unknown key {key[:40]!r}; known are {', '.join(sorted(known))}")


def _refusal(illegal: Illegal) -> Answer:
    words = in_words(illegal)
    return {"illegal": illegal.code, "params": dict(illegal.params), "rule": illegal.rule, "reason": words}


def _seat(value: Json, seats: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise _BadLineError(f"seat must be null or from 0 to {seats - 1}")
    return value


def _first_state(game: Game, message: Mapping[str, Json]) -> Any:
    """A new game, or the injected state with names, options and board of the set-up where it has none."""
    board = _board(game, message.get("board"))
    options = message.get("options", {})
    injected = message.get("state")
    if injected is None:
        return game.start(message.get("names", []), options, board)
    if not isinstance(injected, Mapping):
        raise _BadLineError("state must be an object")
    names = message.get("names", [])
    given = {"options": options, "board": board, **injected}
    return game.from_json({**given, "seats": _seats(names, injected.get("seats"))})


def _seats(names: Json, seats: Json) -> Json:
    """Seats with their names: what the injected state says of a seat, over its name from the set-up."""
    named = [{"name": name} for name in names] if isinstance(names, list) else []
    if seats is None:
        return named
    if not isinstance(seats, list) or not all(isinstance(seat, Mapping) for seat in seats):
        raise _BadLineError("seats must be a list of objects")
    named += [{} for _ in seats[len(named) :]]
    return [{**name, **seat} for name, seat in zip(named, seats + [{}] * (len(named) - len(seats)), strict=True)]


def _board(game: Game, inline: Json) -> Json:
    """The sample board with the inline values over it; points alone are enough, ring sizes mean nothing to the rules."""
    if not game.sample_board:
        return inline
    if inline is None:
        return boards.sample_json(game)
    if not isinstance(inline, Mapping):
        raise SetUpError("board: must be an object of board values")
    return boards.sample_json(game, {**_even_rings(inline.get("points")), **inline})


def _even_rings(points: Json) -> dict[str, Json]:
    """Ring sizes for as many points as are told."""
    if not isinstance(points, list) or not points:
        return {}
    return {"ring_edges_mm": [30.0 + 20.0 * ring for ring in range(len(points) + 1)]}
