"""A small language for games of The Alien's Dance: a position on the sample board, actions that must be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import find
from companion.games.contract import Illegal

DANCE = find("aliens-dance")


@pytest.fixture(scope="session")
def dancing() -> Callable[..., Any]:
    """A game of two on the sample board, changed by the given fields of the state."""

    def _dancing(names: str = "AB", **fields: Any) -> Any:
        board = {"points": [1, 2, 3, 4, 5, 6], "sectors": 4, "aliens": 10}
        return DANCE.from_json({"board": board, "seats": [{"name": name} for name in names], **fields})

    return _dancing


@pytest.fixture(scope="session")
def dance() -> Callable[..., Any]:
    """Play actions one after the other; each must be accepted."""

    def _dance(state: Any, *actions: dict[str, Any]) -> Any:
        for action in actions:
            after = DANCE.act(state, action)
            assert not isinstance(after, Illegal), f"{action}: {after}"
            state = after
        return state

    return _dance
