"""A game's journal as lines for others to read: everything that was written but keys and what the game still hides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from companion.games.contract import Game
from companion.table.journal import Journal, Row
from companion.table.refusal import Refused

__all__ = ["exported"]

_TOLD_OF_A_PHONE = ("what", "seat")
_TOLD_OF_A_SECRET = ("type", "seat", "ruling")


def exported(journal: Journal, known: Mapping[str, Game], number: int) -> Iterator[dict[str, Any]]:
    """How the game began, then its rows; Refused when there is none of that number.

    Until a game is over, secret actions are told without their details and hashes and states, from which these could be found,
    are left out; of a game whose rules are not known here, every action counts as secret.
    """
    game = journal.game(number)
    if game is None:
        raise Refused("no-such-game", {"number": number}, 404, "there is no game of that number")
    rules = known.get(game.id)
    hides = journal.result(number) is None and (rules is None or bool(rules.secrets))
    yield {"game": asdict(game)}
    for row in journal.rows(number):
        yield {"row": {**asdict(row), "data": _told(row, rules, hides=hides)}}


def _told(row: Row, rules: Game | None, *, hides: bool) -> Mapping[str, Any]:
    if row.kind == "phone":
        return _only(row.data, _TOLD_OF_A_PHONE)
    if not hides:
        return row.data
    data = {name: value for name, value in row.data.items() if name not in ("hash", "state")}
    action = data.get("action")
    if action is not None and (rules is None or action.get("type") in rules.secrets):
        data["action"] = _only(action, _TOLD_OF_A_SECRET)
    return data


def _only(data: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}
