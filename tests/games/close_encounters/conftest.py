"""A small language for games of Close Encounters: start one in a given position, play actions, expect no refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("close-encounters")
ROWS = [". M M .", "1 2 3 4", "5 6 o 7", "8 9 10 11", "12 13 14 15", "o 16 17 18", ". T T ."]


@pytest.fixture(scope="session")
def small_board() -> dict[str, Any]:
    """A board small enough to think about."""
    return boards.sample_json(GAME, {"rows": ROWS})


@pytest.fixture(scope="session")
def position(small_board: dict[str, Any]) -> Callable[..., Any]:
    """A game in its first turn, changed by the given fields of its seats and of the state."""

    def _position(*seats: dict[str, Any], **fields: Any) -> Any:
        named = [{"name": f"P{number}", **seat} for number, seat in enumerate(seats)]
        return GAME.from_json({"board": small_board, "seats": named, "turn": 0, **fields})

    return _position


@pytest.fixture(scope="session")
def play() -> Callable[..., Any]:
    """Play actions one after the other; each must be accepted."""

    def _play(state: Any, *actions: dict[str, Any]) -> Any:
        for action in actions:
            after = GAME.act(state, action)
            assert not isinstance(after, Illegal), f"{action}: {after}"
            state = after
        return state

    return _play
