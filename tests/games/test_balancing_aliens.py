"""Balancing Aliens, rule by rule; whole games are played by the scenario files."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import find
from companion.games.contract import Illegal, Outcome

GAME = find("balancing-aliens")


def roll(value: int, **more: Any) -> dict[str, Any]:
    """A roll."""
    return {"type": "roll", "value": value, **more}


def place(ring: int, sector: int, **more: Any) -> dict[str, Any]:
    """An alien is placed."""
    return {"type": "place", "ring": ring, "sector": sector, **more}


def remove(ring: int, sector: int, **more: Any) -> dict[str, Any]:
    """An alien is removed."""
    return {"type": "remove", "ring": ring, "sector": sector, **more}


def fell(*gone: tuple[int, int], count: int | None = None, **more: Any) -> dict[str, Any]:
    """Aliens fell."""
    return {"type": "fell", "count": len(gone) if count is None else count, "gone": [list(s) for s in gone], **more}


def scores(state: Any) -> list[int]:
    """All scores."""
    return [player.score for player in state.players]


def kinds(state: Any) -> list[str]:
    """What is awaited, by kind."""
    return [awaited.kind for awaited in GAME.awaits(state)]


def refused(state: Any, action: Any) -> str:
    """The code of a refusal."""
    answer = GAME.act(state, action)
    assert isinstance(answer, Illegal), action
    return answer.code


def test_start_roll_orders_play_and_only_the_tied_roll_again(sample_board: Any, play: Any) -> None:
    """Highest goes first; two who tie roll again between themselves, whoever rolls first."""
    state = play(GAME.start(["A", "B", "C"], {}, sample_board), roll(3, seat=2), roll(5, seat=0), roll(3, seat=1))
    assert {awaited.seat for awaited in GAME.awaits(state) if awaited.kind == "roll"} == {1, 2}
    state = play(state, roll(1, seat=1), roll(4, seat=2))
    assert GAME.view(state, None)["order"] == [0, 2, 1]


def test_a_placement_scores_its_ring_and_passes_the_dice(position: Any, play: Any) -> None:
    """Phase 1: place in the rolled sector, score the ring, next player."""
    state = play(position(), roll(3), place(5, 3))
    assert scores(state) == [5, 0]
    assert GAME.view(state, None)["turn"] == 1


def test_a_six_places_anywhere_and_rolls_again(position: Any, play: Any) -> None:
    """Sixes chain without limit."""
    state = play(position(), roll(6), place(6, 1), roll(6), place(6, 2), roll(2), place(1, 2))
    assert scores(state) == [13, 0]
    assert state.turn == 1


def test_a_five_passes_at_once(position: Any, play: Any) -> None:
    """A five needs no further action."""
    assert play(position(), roll(5)).turn == 1


def test_last_alien_by_a_six_makes_the_extra_roll_one_of_phase_two(position: Any, play: Any) -> None:
    """The pouch is empty, so the extra roll already brings aliens home."""
    state = play(position(aboard=[[1, 1]] * 5 + [[1, 2]] * 4), roll(6), place(6, 3), roll(2))
    assert kinds(state)[0] == "remove"
    assert state.turn == 0


def test_removing_the_last_alien_on_a_six_ends_the_game(position: Any, play: Any) -> None:
    """The extra roll is void."""
    state = play(position(phase="returning", aboard=[[4, 1]]), roll(6), remove(4, 1))
    assert GAME.outcome(state) == Outcome(((0,), (1,)), "all-returned")
    assert GAME.awaits(state) == ()


def test_overtime_goes_only_where_aliens_still_are(position: Any, play: Any) -> None:
    """An empty sector asks for an alien from headquarters in a sector that still has some."""
    state = play(position(phase="returning", aboard=[[4, 1]]), roll(2))
    assert refused(state, place(3, 2)) == "sector-empty"
    assert refused(state, remove(4, 1)) == "sector-empty"
    assert scores(play(state, place(3, 1))) == [3, 0]


def test_overtime_with_an_empty_bag_passes(position: Any, play: Any) -> None:
    """All aliens at work: just pass."""
    state = play(position(phase="returning", aboard=[[4, 1]] * 9, out=1), roll(2))
    assert (state.turn, state.roll) == (1, None)


def test_a_six_in_phase_two_only_removes(position: Any, play: Any) -> None:
    """A six never adds."""
    state = play(position(phase="returning", aboard=[[4, 1]]), roll(6))
    assert refused(state, place(1, 1)) == "six-only-removes"


@pytest.mark.parametrize(("order", "expected"), [("fall first", 0), ("placement first", 0)])
def test_plus_counts_before_minus_whichever_was_told_first(order: str, expected: int, position: Any, play: Any) -> None:
    """At the floor it would matter; within one roll it must not."""
    told = [place(1, 3), fell((2, 2))] if order == "placement first" else [fell((2, 2)), place(1, 3)]
    assert scores(play(position(aboard=[[2, 2]]), roll(3), *told))[0] == expected


def test_a_fall_in_its_own_placement_takes_the_points_back(position: Any, play: Any) -> None:
    """Scored already or not, the alien that did not stand brings nothing and costs two."""
    start = position(seats=[{"name": "A", "score": 9}, {"name": "B"}])
    scored_before = play(start, roll(3), place(6, 3), fell((6, 3), own=True))
    never_scored = play(start, roll(3), fell(count=1, own=True))
    assert scores(scored_before) == scores(never_scored) == [7, 0]
    assert (scored_before.out, scored_before.turn) == (never_scored.out, never_scored.turn) == (1, 1)


def test_a_pouch_refilled_by_the_turn_that_emptied_it_keeps_phase_one(position: Any, play: Any) -> None:
    """Phase 2 has not begun before the dice are passed."""
    state = position(options={"aliens.fallen": "back-to-pouch"}, aboard=[[1, 1]] * 5 + [[1, 2]] * 4)
    state = play(state, roll(3), place(6, 3), fell((1, 1)))
    assert (state.phase, state.pouch) == ("sending", 1)


def test_ten_in_one_sector_end_the_game_at_the_last_placement(position: Any, play: Any) -> None:
    """All ten, none fallen before."""
    state = play(position(aboard=[[1, 2]] * 9), roll(2), place(1, 2))
    assert state.reason == "one-sector"


def test_a_wiped_out_ship_plays_on_in_phase_one_and_ends_phase_two(position: Any, play: Any) -> None:
    """With aliens in the pouch phase 1 goes on; in phase 2 nothing is left to return."""
    assert play(position(aboard=[[2, 1]]), roll(5), fell((2, 1))).phase == "sending"
    assert play(position(phase="returning", aboard=[[2, 1]]), roll(5), fell((2, 1))).reason == "all-fallen"


@pytest.mark.parametrize(
    "garbage",
    [
        *(None, 7, "roll", [], {}, {"type": []}, {"type": "roll"}, {"type": "roll", "value": True}),
        *({"type": "roll", "value": 2.0}, {"type": "place", "ring": 1}, {"type": "roll", "value": 3, "sektor": 1}),
        *({"type": "fell", "count": 1, "gone": [[1]]}, {"type": "correct", "fact": ["score"], "value": 1}),
        {"type": "roll", "value": 3, "ruling": "yes"},
    ],
)
def test_garbage_is_malformed_and_never_raises(garbage: Any, position: Any) -> None:
    """Whatever comes in, the answer is one code and one reason."""
    answer = GAME.act(position(), garbage)
    assert isinstance(answer, Illegal)
    assert answer.code == "malformed"
    assert answer.params["reason"]


def test_a_ruled_roll_while_a_move_is_awaited_forfeits_the_move(position: Any, play: Any) -> None:
    """The rhythm of the table is kept: the roll is the next player's; after a six it is the same player's."""
    after_three = play(position(), roll(3), roll(2, ruling=True))
    after_six = play(position(), roll(6), roll(2, ruling=True))
    assert (after_three.turn, after_three.roll) == (1, 2)
    assert (after_six.turn, after_six.roll) == (0, 2)


def test_a_ruled_move_without_a_roll_counts_and_passes_the_dice(position: Any, play: Any) -> None:
    """Its roll was never entered; it is scored for the player whose turn it is, or whoever is named."""
    state = play(position("ABC"), place(4, 1, ruling=True))
    assert (scores(state), state.turn, state.blame) == ([4, 0, 0], 1, 0)
    assert scores(play(state, place(2, 2, seat=2, ruling=True))) == [4, 0, 2]


def test_a_ruling_never_makes_or_loses_an_alien(position: Any, play: Any) -> None:
    """Nothing is taken where nothing stands, and no eleventh alien is placed."""
    full = position(aboard=[[1, 1]] * 10)
    assert refused(full, place(1, 1, ruling=True)) == "pouch-empty"
    assert refused(full, remove(2, 2, ruling=True)) == "no-alien-there"
    back = play(position(aboard=[[1, 1]] * 9, out=1, phase="returning"), place(1, 1, ruling=True))
    assert (len(back.aboard), back.out) == (10, 0)


def test_a_ruled_fall_of_unknown_spots_takes_the_outermost(position: Any, play: Any) -> None:
    """Listed aliens that are not there are replaced; more than are aboard cannot fall."""
    start = position(aboard=[[1, 1], [5, 2], [6, 3]], seats=[{"name": "A", "score": 20}, {"name": "B"}], blame=0)
    two = play(start, fell((3, 3), count=2, ruling=True))
    assert (two.aboard, two.out, scores(two)) == (((1, 1),), 2, [16, 0])
    assert play(start, fell(count=9, ruling=True)).out == 3
    assert refused(position(), fell(count=1, ruling=True)) == "too-many-fell"


def test_a_ruled_own_fall_of_aliens_that_all_stood_leaves_the_placement_awaited(position: Any, play: Any) -> None:
    """The alien in the hand is not among them."""
    state = play(position(aboard=[[2, 2]]), roll(3), fell((2, 2), own=True, ruling=True))
    assert kinds(state)[0] == "place"
    assert state.pouch == 9


def test_a_late_fall_is_charged_to_whoever_is_named(position: Any, play: Any) -> None:
    """Without a name the player who rolled last pays; a null names nobody."""
    start = position(aboard=[[2, 2], [2, 3]], seats=[{"name": "A", "score": 5}, {"name": "B", "score": 5}])
    rolled = play(start, roll(5), roll(4))
    assert scores(play(rolled, fell((2, 2)))) == [5, 3]
    assert scores(play(rolled, fell((2, 2), blamed=0))) == [3, 5]
    assert scores(play(rolled, fell((2, 2), blamed=None))) == [5, 5]


def test_a_fall_while_a_move_is_awaited_leaves_it_awaited(position: Any, play: Any) -> None:
    """Unless nothing is left to do with the roll: then overtime, or the dice are passed."""
    start = position(phase="returning", aboard=[[2, 2], [3, 3]])
    assert kinds(play(start, roll(2), fell((3, 3))))[0] == "remove"
    assert kinds(play(start, roll(2), fell((2, 2))))[0] == "place"
    no_bag = position(phase="returning", aboard=[[2, 2], [3, 3]], out=8)
    assert play(no_bag, roll(2), fell((2, 2))).turn == 1


def test_a_fall_while_the_extra_roll_of_a_six_is_awaited(position: Any, play: Any) -> None:
    """It is still the same player's turn, and the extra roll stays theirs."""
    state = play(position(), roll(6), place(5, 1), fell((5, 1), own=True))
    assert (scores(state), state.turn, kinds(state)[0]) == ([0, 0], 0, "roll")


def test_the_last_alien_falling_in_its_own_placement_opens_phase_two_when_out(position: Any, play: Any) -> None:
    """Out of play it is not waited for; back in the pouch it is."""
    nine = [[1, 1]] * 5 + [[1, 2]] * 4
    assert play(position(aboard=nine), roll(3), fell(count=1, own=True)).phase == "returning"
    kept = position(aboard=nine, options={"aliens.fallen": "back-to-pouch"})
    assert play(kept, roll(3), fell(count=1, own=True)).phase == "sending"
    assert play(kept, roll(3), place(6, 3), fell((6, 3), own=True)).phase == "sending"


def test_the_very_last_alien_of_all_falling_ends_the_game(position: Any, play: Any) -> None:
    """Nine are out and the tenth never stood."""
    assert play(position(out=9), roll(3), fell(count=1, own=True)).reason == "all-fallen"


def test_a_slide_out_of_the_rolled_sector_changes_what_the_roll_asks_for(position: Any, play: Any) -> None:
    """What stands where it stands counts."""
    state = play(position(phase="returning", aboard=[[2, 2]]), roll(2), {"type": "moved", "was": [2, 2], "now": [2, 3]})
    assert GAME.awaits(state)[0].domain["why"] == "overtime"


def test_an_ending_that_fell_is_no_ending(position: Any, play: Any) -> None:
    """The tenth alien on one sector fell in its own placement, or the last one home had slipped."""
    ten = play(position(aboard=[[1, 2]] * 9), roll(2), place(1, 2))
    assert play(ten, fell((1, 2), own=True)).phase == "returning"
    home = play(position(phase="returning", aboard=[[4, 1]]), roll(6), remove(4, 1))
    slipped = play(home, fell((4, 1), own=True))
    assert (slipped.reason, slipped.out, scores(slipped)) == ("all-fallen", 1, [0, 0])
    assert refused(ten, fell((1, 2))) == "over"


def test_aliens_that_drop_while_the_ship_is_carried_cost_nobody(position: Any, play: Any) -> None:
    """They are out of play, whatever the house says about crashes."""
    start = position(aboard=[[1, 1], [2, 2]], options={"aliens.fallen": "back-to-pouch"}, blame=0)
    state = play(start, fell((2, 2), cause="lifted"))
    assert (state.out, scores(state)) == (1, [0, 0])


def test_corrections_keep_the_number_of_aliens(position: Any, play: Any) -> None:
    """What is not told moves between pouch and out."""

    def correct(fact: str, value: Any) -> dict[str, Any]:
        return {"type": "correct", "fact": fact, "value": value}

    start = position(aboard=[[1, 1], [2, 2]], out=3)
    assert play(start, correct("aboard", [[1, 1]])).pouch == 6
    assert play(start, correct("aboard", [[1, 1]] * 9)).out == 1
    assert play(start, correct("pouch", 0)).phase == "returning"
    assert play(start, correct("out", 0)).pouch == 8
    assert refused(start, correct("pouch", 9)) == "too-many-aliens"
    over = play(position(phase="returning", aboard=[[1, 1]]), correct("aboard", []))
    assert over.reason == "all-returned"
    assert play(over, correct("aboard", [[1, 1]]), correct("phase", "returning"), roll(1)).turn == 0
    assert play(position(phase="start"), correct("phase", "sending")).turn == 0


def test_pieces_corrected_after_the_end_were_not_just_handled(position: Any, play: Any) -> None:
    """The alien taken last is no longer in the pouch, so that it cannot fall from there; whoever took it has had the turn."""
    over = play(position(phase="returning", aboard=[[4, 1]], out=9), roll(1), remove(4, 1))
    aboard = {"type": "correct", "fact": "aboard", "value": [[1, 1], [2, 2]]}
    again = play(over, aboard, {"type": "correct", "fact": "phase", "value": "returning"})
    assert (again.pouch, again.out, again.handled, again.turn, again.roll) == (0, 8, None, 1, None)
    state = play(again, fell((1, 1), count=1))
    assert (state.pouch, state.out, state.aboard) == (0, 9, ((2, 2),))


def test_a_player_who_leaves_during_the_start_roll_is_not_waited_for(sample_board: Any, play: Any) -> None:
    """The others' order stands; whoever comes back plays last."""
    state = play(GAME.start(["A", "B", "C"], {}, sample_board), roll(2, seat=0), roll(4, seat=2))
    state = play(state, {"type": "leave", "seat": 1})
    assert (state.order, state.turn) == ((2, 0, 1), 2)
    assert play(state, {"type": "back", "seat": 1}, roll(5), roll(5)).turn == 1


def test_with_nobody_left_the_next_to_come_has_the_turn(position: Any, play: Any) -> None:
    """The table stands still, and goes on."""
    state = play(position(), roll(3), {"type": "leave", "seat": 0}, {"type": "leave", "seat": 1})
    assert kinds(state) == ["back", "join"]
    assert play(state, {"type": "back", "seat": 1}).turn == 1
