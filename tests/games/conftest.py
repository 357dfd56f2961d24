"""A small language for games of Balancing Aliens: start one in a given position, play actions, expect no refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal

ALIENS = find("balancing-aliens")
Position = Callable[..., Any]


@pytest.fixture(scope="session")
def sample_board() -> dict[str, Any]:
    """The sample board as plain JSON."""
    return boards.sample(ALIENS).to_json()


@pytest.fixture(scope="session")
def position() -> Position:
    """A game of two in phase 1 on the sample board, changed by the given fields of the state."""

    def _position(names: str = "AB", **fields: Any) -> Any:
        given = {
            "board": {"points": [1, 2, 3, 4, 5, 6], "sectors": 4, "aliens": 10},
            "seats": [{"name": name} for name in names],
        }
        return ALIENS.from_json({**given, **fields})

    return _position


@pytest.fixture(scope="session")
def play() -> Callable[..., Any]:
    """Play actions one after the other; each must be accepted."""

    def _play(state: Any, *actions: dict[str, Any]) -> Any:
        for action in actions:
            after = ALIENS.act(state, action)
            assert not isinstance(after, Illegal), f"{action}: {after}"
            state = after
        return state

    return _play
