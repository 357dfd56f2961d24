"""A game's journal as lines for others to read: everything that was written but keys and what the game still hides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from companion.games.contract import Game, SetUpError
from companion.table.journal import Journal, Row
from companion.table.refusal import Refused

__all__ = ["exported", "hides"]

_TOLD_OF_A_PHONE = ("what", "seat")
_TOLD_OF_A_SECRET = ("type", "seat", "ruling")


def exported(journal: Journal, known: Mapping[str, Game], number: int) -> Iterator[dict[str, Any]]:
    """How the game began, then its rows; Refused when there is none of that number.

    While a game `hides`, secret actions are told without their details and hashes and states, from which these could be found,
    are left out; of a game whose rules are not known here, every action counts as secret.
    """
    game = journal.game(number)
    if game is None:
        raise Refused("no-such-game", {"number": number}, 404, "there is no game of that number")
    rules = known.get(game.id)
    told = partial(_told_hiding, rules=rules) if hides(journal, rules, number) else _told
    yield {"game": asdict(game)}
    for row in journal.rows(number):
        yield {"row": {**asdict(row), "data": told(row)}}


def hides(journal: Journal, rules: Game | None, number: int) -> bool:
    """Whether a game still keeps something from somebody; one whose state nobody can read here does."""
    if rules is None:
        return True
    left = journal.snapshot(number)
    try:
        return bool(rules.secrets) and (left is None or rules.covered(rules.from_json(left.data)))
    except (SetUpError, KeyError, TypeError, ValueError):
        return True


def _told(row: Row) -> Mapping[str, Any]:
    return _only(row.data, _TOLD_OF_A_PHONE) if row.kind == "phone" else row.data


def _told_hiding(row: Row, rules: Game | None) -> Mapping[str, Any]:
    data = {name: value for name, value in _told(row).items() if name not in ("hash", "state")}
    action = data.get("action")
    if action is not None and (rules is None or action.get("type") in rules.secrets):
        data["action"] = _only(action, _TOLD_OF_A_SECRET)
    return data


def _only(data: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}
