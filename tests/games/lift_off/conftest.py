"""A small language for games of Lift Off!: start one in a given position, play actions, expect no refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("lift-off")
TILES = ("bonfire", "satellite", "rocket-ship", "jetpack")


@pytest.fixture(scope="session")
def sample() -> dict[str, Any]:
    """The sample board as plain JSON."""
    return boards.sample_json(GAME)


@pytest.fixture(scope="session")
def position(sample: dict[str, Any]) -> Callable[..., Any]:
    """A game in its first turn with the given tiles, changed by the given fields of the state."""

    def _position(*tiles: Any, names: str = "AB", board: dict[str, Any] | None = None, **fields: Any) -> Any:
        rest = [kind for kind in (*TILES, "ufo", "miracle", "teleport") if kind not in [_kind(tile) for tile in tiles]]
        seats = fields.pop("seats", [{} for _ in names])
        given = {
            "board": {**sample, **(board or {})},
            "points": [*tiles, *rest][:4],
            "seats": [{"name": name, **seat} for name, seat in zip(names, seats, strict=True)],
            "turn": 0,
            "moves": 2,
        }
        return GAME.from_json({**given, **fields})

    return _position


def _kind(tile: Any) -> Any:
    return tile["kind"] if isinstance(tile, dict) else tile


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


@pytest.fixture(scope="session")
def refused() -> Callable[..., str]:
    """The code with which an action is refused."""

    def _refused(state: Any, action: Any) -> str:
        answer = GAME.act(state, action)
        assert isinstance(answer, Illegal), action
        return answer.code

    return _refused


@pytest.fixture(scope="session")
def kinds() -> Callable[[Any], Sequence[str]]:
    """What is awaited, by kind."""
    return lambda state: [awaited.kind for awaited in GAME.awaits(state)]
