"""Told positions settle at once: five chips have won, who cannot move on has moved, a destination is set out from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import find
from companion.games.contract import Illegal, SetUpError

GAME = find("close-encounters")
Position = Callable[..., Any]
Play = Callable[..., Any]


def correct(fact: str, value: Any) -> dict[str, Any]:
    """On the table it is so."""
    return {"type": "correct", "fact": fact, "value": value}


def test_five_chips_told_before_play_end_the_game(small_board: dict[str, Any], play: Play) -> None:
    """And fewer told afterwards let it begin."""
    over = play(GAME.start(["A", "B"], {}, small_board), correct("chips", [1, [1, 2, 3, 4, 5]]))
    assert GAME.outcome(over).ranking == ((1,), (0,))
    assert GAME.from_json(GAME.to_json(over)) == over
    again = play(over, correct("chips", [1, [1, 2]]))
    assert (again.phase, again.turn, GAME.awaits(again)[0].kind) == ("play", 0, "roll")


WALLED = ({"at": 5}, {"at": 2}, {"at": 6}, {"at": 9})
"""Three opponents around the piece on 5; chips close the rest."""


def test_a_told_roll_that_cannot_be_moved_is_over(position: Position, play: Play) -> None:
    """By correction of the chips, the piece or the steps, and where it is injected."""
    chips = [[1, 1], [8, 1], [12, 1]]
    open_yet = position(*WALLED, chips=chips, left=3)
    assert (open_yet.turn, open_yet.left) == (0, 3)
    shut = play(open_yet, correct("chips", [1, [1, 8, 12, [6, 1]]]))
    assert (shut.turn, shut.left) == (1, None)
    again = play(shut, correct("turn", 0), correct("left", 4))
    assert (again.turn, again.left) == (1, None)
    injected = position(*WALLED, chips=[*chips, [[6, 1], 1]], left=3)
    assert (injected.turn, injected.left) == (1, None)
    free = position({"at": 16}, *WALLED[1:], chips=[*chips, [[6, 1], 1]], left=3)
    assert play(free, correct("at", [0, 5])).left is None


def test_a_piece_told_on_a_destination_sets_out_from_there(position: Position, play: Play) -> None:
    """It has arrived, wherever it came from; another departure is refused until it stands elsewhere."""
    state = play(position({"at": 9}, {}), correct("at", [0, "ship"]))
    assert (state.players[0].departure, state.players[0].destination) == ("ship", "tower")
    refused = GAME.act(state, correct("departure", [0, "tower"]))
    assert isinstance(refused, Illegal)
    assert refused.code == "stands-on-destination"
    elsewhere = play(state, correct("at", [0, 9]), correct("departure", [0, "tower"]))
    assert elsewhere.players[0].destination == "ship"
    assert position({"at": "ship"}, {}).players[0].departure == "ship"
    with pytest.raises(SetUpError, match="departure"):
        position({"at": "ship", "departure": "tower"}, {})


def test_an_injected_position_goes_on_where_a_played_one_would(position: Position) -> None:
    """Five chips are the end without saying so; start rolls that are all there begin play."""
    assert GAME.outcome(position({}, {}, chips=[[square, 1] for square in (1, 2, 3, 4, 5)])).ranking[0] == (1,)
    assert position({"start_rolls": [4]}, {"start_rolls": [9]}, phase="start", turn=None).turn == 1
