"""Each of the two games on the ship is played on its own printed side."""

from __future__ import annotations

import pytest

from companion.games import boards, find
from companion.games.contract import SetUpError

GAMES = ("balancing-aliens", "aliens-dance")


@pytest.mark.parametrize(("game", "other"), [GAMES, GAMES[::-1]])
def test_the_wrong_side_of_the_ship_is_refused(game: str, other: str) -> None:
    """The reason names the side there is and the side there must be."""
    with pytest.raises(SetUpError, match=r"^side: this board is the \w+ side of the ship; this game needs one with side = "):
        find(game).start(["Ada"], {}, boards.sample_json(find(other)))
    assert find(game).start(["Ada"], {}, boards.sample_json(find(game)))
