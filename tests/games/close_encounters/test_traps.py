"""Traps: when they spring, for whom, and what is left afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import find
from companion.games.contract import Illegal

GAME = find("close-encounters")
Position = Callable[..., Any]
Play = Callable[..., Any]


def step(to: Any, **more: Any) -> dict[str, Any]:
    """One step."""
    return {"type": "step", "to": to, **more}


def test_a_trap_in_the_middle_of_a_move_ends_it(position: Position, play: Play) -> None:
    """Back to the last point of departure; chip, circle and debt go to the owner."""
    state = play(position({"at": 9, "departure": "ship"}, {"circles": [13]}, left=5), step(13))
    mover, owner = state.players
    assert (mover.at, mover.departure, state.turn, state.left) == ("ship", "ship", 1, None)
    assert (owner.chips, owner.circles, owner.owed) == (4, (), 1)
    assert GAME.view(state, None)["chips"] == [[13, 1]]


def test_everybody_sees_which_trap_has_sprung(position: Position, play: Play) -> None:
    """Whose piece, where, and who put chips there: until the next roll."""
    seats = {"at": 9}, {"circles": [13]}, {"circles": [13]}
    state = play(position(*seats, left=5), step(13))
    assert GAME.view(state, None)["trapped"] == {"seat": 0, "square": 13, "by": [1, 2]}
    assert GAME.from_json(GAME.to_json(state)) == state
    assert GAME.view(play(state, {"type": "roll", "value": 2}), None)["trapped"] is None


def test_everybody_sees_who_has_arrived(position: Position, play: Play) -> None:
    """On the destination, not on the place of departure; until the next roll, as the circle that may be drawn."""
    arrived = play(position({"at": 1, "departure": "tower"}, {}, left=5), step("ship"))
    assert GAME.view(arrived, None)["landed"] == 0
    assert GAME.from_json(GAME.to_json(arrived)) == arrived
    assert GAME.view(play(arrived, {"type": "roll", "value": 2}), None)["landed"] is None
    back = play(position({"at": 16, "departure": "tower"}, {}, left=1), step("tower"))
    assert GAME.view(back, None)["landed"] is None


def test_a_trap_on_the_last_step_springs_too(position: Position, play: Play) -> None:
    """Landing is entering."""
    state = play(position({"at": 9}, {"circles": [13]}, left=1), step(13))
    assert (state.players[0].at, state.players[1].chips) == ("tower", 4)


def test_a_trap_of_somebody_who_left_does_not_spring(position: Position, play: Play) -> None:
    """Nobody is there to place the chip."""
    state = play(position({"at": 9}, {"circles": [13], "present": False}, {}, left=2), step(13))
    assert state.chips == ()


def test_a_called_trap_after_the_move_leaves_the_next_turn_alone(position: Position, play: Play) -> None:
    """The piece goes back; whose turn it is stays."""
    state = play(position({"at": 9}, {}, {}, left=1), step(13))
    assert state.turn == 1
    state = play(state, {"type": "trapped", "by": [2]})
    assert (state.turn, state.players[0].at, state.players[2].chips) == (1, "tower", 4)


@pytest.mark.parametrize("between", [{"type": "roll", "value": 5}])
def test_a_trap_not_called_in_time_is_forfeited(position: Position, play: Play, between: dict[str, Any]) -> None:
    """K23."""
    state = play(position({"at": 9}, {}, left=1), step(13), between)
    refused = GAME.act(state, {"type": "trapped", "by": [1]})
    assert isinstance(refused, Illegal)
    assert (refused.code, refused.rule) == ("not-awaited", "K23")


def test_the_mover_and_a_phone_cannot_call(position: Position, play: Play) -> None:
    """The own piece is no prey; a phone's traps spring by themselves."""
    state = play(position({"at": 9}, {"marks": "phone"}, {}, left=2), step(13))
    codes = [GAME.act(state, {"type": "trapped", "by": [seat]}).code for seat in (0, 1)]
    assert codes == ["cannot-call", "springs-by-itself"]


def test_a_paper_players_fifth_chip_can_still_be_called_when_the_game_has_just_ended(position: Position, play: Play) -> None:
    """Two fifth chips on one trap share the win, whoever is on paper."""
    chips = [[n, seat] for seat, squares in ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))) for n in squares]
    state = play(position({"at": 9}, {"circles": [13]}, {}, chips=chips, left=3), step(13))
    assert GAME.outcome(state).ranking == ((1,), (2,), (0,))
    state = play(state, {"type": "trapped", "by": [2]})
    assert GAME.outcome(state).ranking == ((1, 2), (0,))
    assert GAME.awaits(state) == ()


def test_nobody_places_a_sixth_chip(position: Position) -> None:
    """A ruling skips legality, never the pieces."""
    chips = [[n, 1] for n in (1, 2, 3, 4, 5)]
    state = position({}, {}, chips=chips, phase="over", reason="tune-complete", winners=[1])
    refused = GAME.act(state, {"type": "trapped", "by": [1], "square": 9, "seat": 0, "ruling": True})
    assert isinstance(refused, Illegal)
    assert refused.code == "no-chips-left"


def test_arriving_gives_a_phone_one_circle_until_the_next_roll(position: Position, play: Play) -> None:
    """A card on paper is the player's own business."""
    state = play(position({"at": 2, "marks": "phone"}, {"at": 3}, left=4), step("ship"))
    assert (state.turn, state.players[0].free, state.players[0].departure) == (1, 1, "ship")
    state = play(state, {"type": "roll", "value": 2}, step("ship"))
    assert [player.free for player in state.players] == [0, 0]
