"""Falls: who pays, own placements, and calls in the wrong order."""

from __future__ import annotations

from typing import Any

from companion.events import Alternative, Noted

Evening = Any


def _standing(evening: Evening, **options: Any) -> None:
    """Two aliens stand, Ann has 5 points and Bob 4; it is Ann's turn to roll."""
    evening.new_game(**options)
    evening.roll(3)
    evening.put(5, 3)
    evening.roll(2)
    evening.put(4, 2)
    evening.later(10)


def test_a_fall_costs_whoever_rolled_last(evening: Evening, at: Any) -> None:
    """Until the next player rolls, a fall is on the account of the one who did."""
    _standing(evening)
    evening.drop(at(5, 3))
    assert evening.scores == [5, 2]
    assert evening.standing == evening.aboard == [[4, 2]]
    evening.roll(1)
    evening.drop(at(4, 2))
    assert evening.scores == [3, 2]


def test_a_fall_after_the_turns_grace_costs_nobody(evening: Evening, at: Any) -> None:
    """With a grace of some seconds, a finished turn ends for blame that long after its last action."""
    _standing(evening, **{"aliens.turn_grace_s": 4})
    evening.drop(at(5, 3))
    assert evening.scores == [5, 4]
    assert evening.view["events"][-1]["params"]["blamed"] is None


def test_a_fall_within_the_turns_grace_costs_the_player(evening: Evening, at: Any) -> None:
    """Before the grace is over the player pays."""
    evening.new_game(**{"aliens.turn_grace_s": 6})
    evening.roll(3)
    evening.put(5, 3)
    evening.later(3)
    evening.drop(at(5, 3))
    assert evening.scores == [3, 0]


def test_the_placed_alien_that_falls_at_once_fell_in_its_own_placement(evening: Evening, at: Any) -> None:
    """The call of the placement came first: its points go again, and the fall costs two."""
    _standing(evening)
    evening.roll(1)
    evening.put(6, 1)
    assert evening.scores == [11, 4]
    evening.drop(at(6, 1), at_s=evening.now_s - 0.2)
    assert evening.scores == [3, 4]
    assert evening.view["events"][-1]["params"]["own"]
    assert evening.view["state"]["turn"] == 1


def test_a_neighbour_that_falls_is_no_own_placement(evening: Evening, at: Any) -> None:
    """Another alien of the same ring and sector fell: the placement keeps its points."""
    evening.new_game()
    evening.roll(6)
    evening.put(5, 3, 0)
    evening.later(10)
    evening.roll(3)
    evening.put(5, 3, 3)
    evening.drop(at(5, 3, 0), at_s=evening.now_s - 0.2)
    assert evening.scores == [8, 0]
    assert not evening.view["events"][-1]["params"]["own"]


def test_an_own_placement_that_never_stood_takes_the_placements_place(evening: Evening, at: Any) -> None:
    """The sense says that one fell before it stood: the roll is used up, and the next player is awaited."""
    _standing(evening)
    evening.roll(1)
    evening.drop(at(5, 3), count=2, own_placement=True)
    assert evening.scores == [1, 4]
    assert evening.view["state"]["turn"] == 1
    assert evening.view["state"]["out"] == 2


def test_the_fall_may_be_called_before_the_placement(evening: Evening, at: Any) -> None:
    """A fall from a spot where nobody stood yet is the placed alien's; its placement, called after, counts no more."""
    _standing(evening)
    evening.roll(1)
    fell_s = evening.now_s + 1.0
    evening.drop(at(6, 1), at_s=fell_s)
    assert evening.scores == [3, 4]
    evening.put(6, 1, at_s=fell_s - 0.4)
    assert evening.scores == [3, 4]
    assert evening.standing == evening.aboard == [[4, 2], [5, 3]]
    assert evening.notices() == []
    assert evening.view["questions"] == []


def test_a_fall_before_the_release_that_caused_it_comes_after_the_placement(evening: Evening, at: Any) -> None:
    """Others fell while the hand was still at the ship: the placement's points come first, then the fall's."""
    _standing(evening)
    evening.roll(1)
    fell_s = evening.now_s + 1.0
    evening.drop(at(5, 3), at_s=fell_s)
    evening.put(6, 1, at_s=fell_s + 0.5)
    assert evening.log()[-2:] == [("placed", 0, 6), ("fell", 0, -2)]
    assert evening.scores == [9, 4]


def test_an_unsure_fall_is_asked(evening: Evening, at: Any) -> None:
    """Which ones fell is asked with the sets as answers, and scored as answered."""
    _standing(evening)
    evening.drop(at(5, 3), odds=0.5, ask=True, alternatives=(Alternative((at(5, 3), at(4, 2)), 0.45),))
    assert evening.question["code"] == "how-many-fell"
    assert [o["params"].get("count") for o in evening.question["options"]] == [1, 2, None]
    evening.answer("fell-1")
    assert evening.scores == [5, 0]
    assert evening.standing == []


def test_a_fall_of_an_unscored_alien_costs_nothing(evening: Evening, at: Any) -> None:
    """The score never knew it: its fall only closes the difference."""
    _standing(evening)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    evening.drop(at(4, 2))
    assert evening.scores == [5, 0]
    assert evening.notices() == []


def test_a_fall_after_a_bump_costs_nobody_where_the_house_says_so(evening: Evening, at: Any) -> None:
    """aliens.bump = nobody: a fall right after a knock on the table is nobody's."""
    _standing(evening, **{"aliens.bump": "nobody"})
    evening.table.noted(Noted(evening.now_s + 0.5, "bump"))
    evening.later(0.5)
    evening.drop(at(5, 3))
    assert evening.scores == [5, 4]


def test_a_fall_after_a_bump_asks_who_bumped_where_the_house_says_so(evening: Evening, at: Any) -> None:
    """aliens.bump = bumper: the table is asked, and whoever bumped pays."""
    _standing(evening, **{"aliens.bump": "bumper"})
    evening.table.noted(Noted(evening.now_s + 0.5, "bump"))
    evening.later(0.5)
    evening.drop(at(5, 3))
    assert evening.question["code"] == "who-bumped"
    evening.answer("seat-0")
    assert evening.scores == [3, 4]


def test_a_fall_after_a_bump_is_the_players_by_default(evening: Evening, at: Any) -> None:
    """aliens.bump = active: "on your turn" is taken literally."""
    _standing(evening)
    evening.table.noted(Noted(evening.now_s + 0.5, "bump"))
    evening.later(0.5)
    evening.drop(at(5, 3))
    assert evening.scores == [5, 2]


def test_a_rim_on_the_table_costs_where_the_house_calls_it_a_crash(evening: Evening) -> None:
    """aliens.rim_touch_is_crash: the sense's remark costs as one alien; by default it costs nothing."""
    _standing(evening, **{"aliens.rim_touch_is_crash": True})
    evening.table.noted(Noted(evening.now_s, "rim-rests"))
    assert evening.scores == [5, 2]


def test_a_rim_on_the_table_is_no_crash_by_default(evening: Evening) -> None:
    """The remark changes nothing, and asks nothing."""
    _standing(evening)
    evening.table.noted(Noted(evening.now_s, "rim-rests"))
    assert evening.scores == [5, 4]
    assert evening.view["questions"] == []


def test_a_fall_while_the_ship_is_carried_costs_nobody(evening: Evening, at: Any) -> None:
    """Nobody plays while the ship is carried about; what falls then leaves the ship, and nobody pays."""
    _standing(evening)
    evening.lift(down=False)
    evening.lift(down=True)
    evening.drop(at(5, 3))
    assert evening.scores == [5, 4]
    assert evening.aboard == [[4, 2]]


def test_what_drops_while_the_ship_is_carried_is_out_of_play(evening: Evening, at: Any) -> None:
    """A fall while the ship is up is told to the rules as that: nobody pays, and even where the fallen go back they are out."""
    evening.new_game(**{"aliens.fallen": "back-to-pouch"})
    evening.roll(3)
    evening.put(5, 3)
    evening.lift(down=False)
    evening.drop(at(5, 3))
    assert evening.view["events"][-1]["params"]["cause"] == "lifted"
    assert (evening.view["state"]["out"], evening.scores[0]) == (1, 5)


def test_taken_and_fallen_are_exchanged_where_only_that_fits_the_roll(evening: Evening, at: Any) -> None:
    """One left by hand and one fell at once; the sense has them the wrong way round, and the roll says which is which."""
    evening.new_game()
    for n in range(10):
        evening.roll(n % 4 + 1)
        evening.put(n // 2 + 1, n % 4 + 1, n)
    scores = evening.scores
    evening.later(10)
    evening.roll(4)
    fell_s = evening.now_s + 1.0
    evening.drop(at(1, 1, 0), at(2, 4, 3), at_s=fell_s)
    evening.take(1, 2, 1, at_s=fell_s)
    assert evening.view["questions"] == []
    assert evening.log()[-2:] == [("removed", 0, 2), ("fell", 0, -4)]
    assert evening.scores == [scores[0] - 2, scores[1]]
    assert evening.standing == evening.aboard
    assert evening.notices() == []
    evening.restart()
    assert evening.standing == evening.aboard


def test_a_queued_fall_is_not_excused_by_a_lift_that_came_after_it(evening: Evening, at: Any) -> None:
    """What waits behind a question is judged by what was so when it happened: the ship was carried only later."""
    _standing(evening)
    evening.roll(1)
    evening.put(6, 1, odds=0.5, ask=True, alternatives=(Alternative((at(5, 1),), 0.45),))
    evening.later(5)
    evening.drop(at(4, 2))
    evening.later(10)
    evening.lift(down=False)
    evening.answer("spot-0")
    assert evening.log()[-2:] == [("placed", 0, 6), ("fell", 0, -2)]


def test_a_fall_is_asked_when_it_is_not_known_who_fell(evening: Evening, at: Any) -> None:
    """That one fell is sure; from which area is not: the likeliest areas are the answers."""
    _standing(evening)
    guesses = (Alternative((at(5, 3),), 0.5), Alternative((at(4, 2),), 0.49))
    evening.drop(at(5, 3), odds=0.99, alternatives=guesses)
    assert [o["params"]["gone"][0][:2] for o in evening.question["options"][:2]] == [[5, 3], [4, 2]]
    evening.answer("fell-1")
    assert evening.standing == [[5, 3]]


def test_two_of_one_area_are_one_answer(evening: Evening, at: Any) -> None:
    """Which of two in the same area fell makes no difference, so nothing is asked."""
    evening.new_game()
    for n in (0, 1):
        evening.roll(3)
        evening.put(5, 3, n)
    evening.drop(at(5, 3), odds=0.99, alternatives=(Alternative((at(5, 3),), 0.5), Alternative((at(5, 3, 1),), 0.49)))
    assert evening.view["questions"] == []
    assert evening.standing == [[5, 3]]


def test_an_alien_that_falls_after_the_next_roll_leaves_the_score(evening: Evening, at: Any) -> None:
    """However soon after its release: with the next roll made it counts as one that stood, and the books agree."""
    evening.new_game()
    evening.roll(3)
    evening.put(3, 3)
    evening.roll(2)
    evening.drop(at(3, 3))
    assert evening.aboard == evening.standing == []
    assert evening.view["notices"] == []
    fell = evening.view["events"][-1]
    assert (fell["code"], fell["params"]["own"], fell["seat"]) == ("fell", False, 1)
