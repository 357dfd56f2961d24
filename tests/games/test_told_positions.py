"""Balancing Aliens from positions somebody told: injected, corrected, and falls told with little."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal, SetUpError

GAME = find("balancing-aliens")


def fell(**more: Any) -> dict[str, Any]:
    """The own alien fell."""
    return {"type": "fell", "own": True, **more}


def correct(fact: str, value: Any) -> dict[str, Any]:
    """On the table it is so."""
    return {"type": "correct", "fact": fact, "value": value}


def refused(state: Any, action: Any) -> str:
    """The code of a refusal."""
    answer = GAME.act(state, action)
    assert isinstance(answer, Illegal), action
    return answer.code


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ({"aboard": [[3, 2]] * 10}, "one-sector"),
        ({"aboard": [], "phase": "returning"}, "all-returned"),
        ({"aboard": [], "phase": "returning", "out": 10}, "all-fallen"),
        ({"aboard": [], "pouch": 0}, "all-fallen"),
    ],
)
def test_an_injected_position_that_is_an_end_is_over(position: Any, pieces: Any, reason: str) -> None:
    """It would otherwise go round for ever: nobody could do anything with a roll."""
    assert (position(**pieces).phase, position(**pieces).reason) == ("over", reason)


@pytest.mark.parametrize(
    "field",
    [
        {"seats": [{"name": "A", "points": 3}]},
        {"seats": [{"name": " "}]},
        {"seats": [{"name": "A" * 25}]},
        {"seats": [{"name": "A", "score": 4}], "ledger": {"seat": 0, "base": 1}},
        {"ledger": {"seat": 0, "base": 0, "total": 3}},
        {"handled": {"seat": 0, "verb": "place", "spot": [1, 1], "points": 1, "phase": "sending", "ring": 1}},
    ],
)
def test_typos_and_contradictions_in_a_seat_or_ledger_are_refused(position: Any, field: Any) -> None:
    """A field that is silently left out would be a wrong position."""
    with pytest.raises(SetUpError, match=r"^state: [^\n]+$"):
        position(**field)


def test_an_injected_start_of_one_player_begins(position: Any) -> None:
    """One player alone rolls nothing."""
    state = position(names="A", phase="start", order=[])
    assert (state.phase, state.turn) == ("sending", 0)


@pytest.mark.parametrize("options", [{}, {"aliens.slip_is_fall": False}])
def test_a_slip_needs_no_spot_where_only_one_alien_can_be_meant(position: Any, play: Any, options: Any) -> None:
    """One spot in the rolled sector: no doubt; two: the spot is asked for."""
    fields = {"phase": "returning", "roll": 2, "options": options}
    state = play(position(aboard=[[3, 2], [5, 1]], **fields), fell())
    assert (state.aboard, state.out, state.players[0].score) == (((5, 1),), *((1, 0) if not options else (0, 3)))
    assert refused(position(aboard=[[3, 2], [5, 2]], **fields), fell()) == "gone-does-not-add-up"


def test_a_slip_told_after_the_removal_counts_its_own_spot_once(position: Any, play: Any) -> None:
    """`gone` names the spot the alien was taken from: the other alien there has not fallen."""
    start = position(aboard=[[3, 2], [3, 2], [5, 1]], phase="returning", roll=2)
    taken = play(start, {"type": "remove", "ring": 3, "sector": 2})
    for told in (fell(gone=[[3, 2]]), fell(), fell(gone=[], count=1)):
        state = play(taken, told)
        assert (state.aboard, state.out, state.pouch, state.players[0].score) == (((3, 2), (5, 1)), 1, 7, 0)


def test_an_own_alien_falls_after_its_placement_with_nothing_more_said(position: Any, play: Any) -> None:
    """The own alien alone; an alien from elsewhere beside it costs two more, and cannot stand in for it."""
    placed = play(position(aboard=[[1, 1]], roll=3), {"type": "place", "ring": 6, "sector": 3})
    assert play(placed, fell()).aboard == ((1, 1),)
    assert play(placed, fell(gone=[[1, 1]])).out == 2
    assert refused(placed, fell(gone=[[1, 1]], count=1)) == "gone-does-not-add-up"


def test_an_own_alien_may_fall_beside_another_on_its_spot(position: Any, play: Any) -> None:
    """It never stood: the one that stands there stays."""
    state = play(position(aboard=[[1, 1]], roll=1), fell(gone=[[1, 1]], count=1))
    assert (state.aboard, state.pouch, state.out) == (((1, 1),), 8, 1)


def test_across_a_line_the_ring_with_fewer_points_counts(position: Any, play: Any) -> None:
    """The rulebook's smaller ring is the smaller number, wherever the board has it."""
    board = {"points": [5, 3, 1], "sectors": 4, "aliens": 10}
    state = play(position(board=board, roll=1), {"type": "place", "ring": 2, "sector": 1, "across": 3})
    assert (state.aboard, state.players[0].score) == (((3, 1),), 1)


def test_an_alien_that_slid_across_a_line_is_returned_for_the_smaller_ring(position: Any, play: Any) -> None:
    """It is noted in the outer ring and stands on both: it scores where it stands now."""
    state = position(aboard=[[4, 2], [1, 1]], phase="returning", roll=2)
    state = play(state, {"type": "remove", "ring": 4, "sector": 2, "across": 3})
    assert (state.aboard, state.players[0].score) == (((1, 1),), 3)


@pytest.mark.parametrize(("order", "expected"), [("by-roll", [1, 0, 2]), ("clockwise", [1, 2, 0])])
def test_begun_before_all_have_rolled_the_rolls_so_far_count(
    sample_board: Any, play: Any, order: str, expected: list[int]
) -> None:
    """Who has not rolled comes last, not first."""
    start = GAME.start(["A", "B", "C"], {"aliens.order": order}, sample_board)
    state = play(start, {"type": "roll", "seat": 1, "value": 2}, correct("phase", "sending"))
    assert (list(state.order), state.turn) == (expected, 1)


def test_who_left_in_the_start_roll_comes_back_where_they_rolled(sample_board: Any, play: Any) -> None:
    """A six rolled before leaving is still the highest."""
    start = GAME.start(["A", "B", "C"], {}, sample_board)
    rolled = [{"type": "roll", "seat": 0, "value": 6}, {"type": "leave", "seat": 0}]
    others = [{"type": "roll", "seat": 1, "value": 2}, {"type": "roll", "seat": 2, "value": 4}]
    assert play(start, *rolled, *others, {"type": "back", "seat": 0}).order == (0, 2, 1)


def test_a_finished_game_goes_on_after_the_move_that_ended_it(position: Any, play: Any) -> None:
    """The removal has used its roll; the phase cannot be corrected while the ship stands as at an end."""
    over = play(position(aboard=[[2, 1]], phase="returning", roll=1), {"type": "remove", "ring": 2, "sector": 1})
    assert refused(over, correct("phase", "returning")) == "ship-is-done"
    state = play(over, correct("aboard", [[5, 3]]), correct("phase", "returning"))
    assert (state.phase, state.turn, state.roll) == ("returning", 1, None)


def test_a_slip_that_empties_the_pouch_in_phase_1_opens_phase_2(position: Any, play: Any) -> None:
    """The alien a ruling took off has fallen after all: nothing is left to send."""
    start = position(aboard=[[2, 1], [3, 3]], pouch=0, out=8, phase="returning", roll=1)
    state = play(start, {"type": "remove", "ring": 2, "sector": 1}, correct("phase", "sending"), fell())
    assert (state.phase, state.pouch, state.out) == ("returning", 0, 9)


def test_the_sample_board_has_points_that_grow_outwards() -> None:
    """The farther out, the more points: what the smaller of two rings is must not depend on the reading."""
    points = boards.sample(GAME).to_json()["points"]
    assert points == sorted(set(points))
