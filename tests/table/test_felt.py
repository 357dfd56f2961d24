"""A felt event before the referee: scored, asked, queued, held, late."""

from __future__ import annotations

from typing import Any

from companion.events import Alternative, Rolled

Evening = Any


def test_a_felt_placement_that_fits_is_scored_with_its_source(evening: Evening) -> None:
    """A sure placement in the rolled sector is an entry of the ship, with its odds, and can be undone."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    assert evening.scores == [5, 0]
    event = evening.view["events"][-1]
    assert event["source"] == {"kind": "ship", "odds": 0.97, "name": None}
    assert event["undoable"]
    assert evening.view["inventory"][0]["scored"]


def test_an_unsure_placement_is_asked_and_the_answer_scores(evening: Evening, at: Any) -> None:
    """Two readings of similar odds become a question with both spots; the chosen one is scored."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3, odds=0.55, ask=True, alternatives=(Alternative((at(4, 3),), 0.42),))
    assert evening.scores == [0, 0]
    question = evening.question
    assert question["code"] == "which-spot"
    assert [(o["ring"], o["sector"]) for o in question["options"][:2]] == [(5, 3), (4, 3)]
    evening.answer("spot-1")
    assert evening.scores == [4, 0]
    assert evening.standing == [[4, 3]]
    assert evening.view["questions"] == []


def test_what_the_roll_asks_for_is_the_likelier_answer(evening: Evening, at: Any) -> None:
    """Of two readings across a sector's edge, the one in the rolled sector comes first; the other can still be chosen."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 2, odds=0.55, ask=True, alternatives=(Alternative((at(5, 3),), 0.44),))
    options = evening.question["options"]
    assert [(o["ring"], o["sector"]) for o in options[:2]] == [(5, 3), (5, 2)]
    assert options[0]["odds"] > options[1]["odds"]
    evening.answer(options[1]["id"])
    assert evening.question["code"] == "does-not-fit"


def test_low_odds_are_asked_even_when_the_sense_would_not(evening: Evening) -> None:
    """Odds below the table's own threshold become a question."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3, odds=0.4)
    assert evening.question["code"] == "which-spot"
    evening.answer("nothing")
    assert evening.standing == []
    assert evening.scores == [0, 0]


def test_a_placement_in_the_wrong_sector_can_be_moved(evening: Evening) -> None:
    """What does not fit is asked; "move it" scores nothing, the alien's way off closes it, and the right placement counts."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 2)
    assert evening.question["code"] == "does-not-fit"
    evening.answer("move-it")
    assert evening.notice("not-scored")["params"]["sector"] == 2
    evening.take(5, 2)
    assert evening.notices() == []
    evening.put(5, 3)
    assert evening.scores == [5, 0]


def test_a_placement_in_the_wrong_sector_can_be_counted_anyway(evening: Evening) -> None:
    """A tap on "Count it anyway" scores it, marked as a ruling."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 2)
    evening.answer("count-anyway")
    assert evening.scores == [5, 0]
    assert evening.view["events"][-1]["ruling"]
    assert evening.notices() == []


def test_events_that_arrive_during_a_question_queue_visibly(evening: Evening, at: Any) -> None:
    """While a question is open, later events wait, are counted, and are judged in order after the answer."""
    evening.new_game()
    evening.roll(6)
    evening.put(5, 3, odds=0.5, ask=True, alternatives=(Alternative((at(4, 3),), 0.45),))
    evening.roll(2)
    evening.put(3, 2)
    assert evening.view["queued"] == 2
    assert evening.view["held_roll"] == 2
    assert evening.scores == [0, 0]
    evening.answer("spot-0")
    assert evening.view["queued"] == 0
    assert evening.log()[-4:] == [("rolled", 0, 0), ("placed", 0, 5), ("rolled", 0, 0), ("placed", 0, 3)]


def test_queued_events_survive_a_restart(evening: Evening, at: Any) -> None:
    """A question and the events behind it are in the journal: after a restart the answer still scores them in order."""
    evening.new_game()
    evening.roll(6)
    evening.put(5, 3, odds=0.5, ask=True, alternatives=(Alternative((at(4, 3),), 0.45),))
    evening.roll(2)
    evening.put(3, 2)
    evening.restart()
    assert evening.view["queued"] == 2
    evening.answer("spot-0")
    assert evening.scores == [8, 0]


def test_a_roll_is_held_while_an_event_is_open(evening: Evening) -> None:
    """A roll that falls while a hand is at the ship is shown, held, and counts after the call."""
    evening.new_game()
    evening.roll(3)
    evening.ship("touched")
    evening.roll(2)
    assert evening.view["held_roll"] == 2
    assert evening.log()[-1] == ("rolled", 0, 0)
    evening.put(5, 3, at_s=evening.now_s - 0.6)
    assert evening.view["held_roll"] is None
    assert evening.log()[-3:] == [("rolled", 0, 0), ("placed", 0, 5), ("rolled", 1, 0)]


def test_a_held_roll_is_let_go_after_three_seconds(evening: Evening) -> None:
    """A hand that stays at the ship holds a roll for three seconds, not longer."""
    evening.new_game()
    evening.ship("touched")
    evening.roll(2)
    evening.later(2.5)
    evening.table.tick()
    assert evening.view["held_roll"] == 2
    evening.later(0.6)
    evening.table.tick()
    assert evening.view["held_roll"] is None
    assert evening.view["state"]["roll"] == 2


def test_a_held_roll_is_let_go_when_the_hand_did_nothing(evening: Evening) -> None:
    """When the ship rests again without a call, a held roll counts at once."""
    evening.new_game()
    evening.ship("touched")
    evening.roll(2)
    evening.ship("resting")
    assert evening.view["state"]["roll"] == 2


def test_a_late_call_is_inserted_before_the_roll_that_came_meanwhile(evening: Evening) -> None:
    """A roll that waits for a placement still to be called comes after it, whichever was heard first."""
    evening.new_game()
    evening.roll(3)
    released_s = evening.now_s + 0.2
    evening.later(4.0)
    evening.roll(2)
    assert evening.question["code"] == "does-not-fit"
    evening.put(5, 3, at_s=released_s)
    assert evening.view["questions"] == []
    assert evening.log()[-3:] == [("rolled", 0, 0), ("placed", 0, 5), ("rolled", 1, 0)]


def test_an_own_fall_called_late_goes_before_the_roll(evening: Evening, at: Any) -> None:
    """The placed alien fell in its own placement and the next roll was heard before: the fall still takes the points back."""
    evening.new_game()
    evening.roll(6)
    released_s = evening.now_s
    evening.put(5, 3)
    evening.roll(6)
    evening.drop(at(5, 3), at_s=released_s + 0.8)
    assert evening.log()[-3:] == [("placed", 0, 5), ("fell", 0, -5), ("rolled", 0, 0)]
    assert evening.scores == [0, 0]


def test_a_late_fall_is_blamed_on_the_player_before_the_roll(evening: Evening, at: Any) -> None:
    """A fall that happened before the next player's roll costs the player before, although its call came after the roll."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    fell_s = evening.now_s + 4.0
    evening.later(5.0)
    evening.roll(2)
    evening.drop(at(5, 3), at_s=fell_s)
    assert evening.scores == [3, 0]
    assert evening.log()[-2:] == [("fell", 0, -2), ("rolled", 1, 0)]
    assert evening.view["state"]["roll"] == 2


def test_a_hand_quicker_than_the_die_is_scored_when_the_roll_comes(evening: Evening) -> None:
    """A placement before its roll was known is asked about; the roll that makes it fit answers the question."""
    evening.new_game()
    evening.put(5, 3)
    assert evening.question["code"] == "does-not-fit"
    evening.roll(3)
    assert evening.view["questions"] == []
    assert evening.scores == [5, 0]


def test_a_roll_nobody_waits_for_is_shown_and_can_stand_for_the_last(evening: Evening) -> None:
    """A second roll before the placement is asked about, never dropped; "instead" puts it in the place of the first."""
    evening.new_game()
    evening.roll(3)
    evening.roll(4)
    assert [o["code"] for o in evening.question["options"]] == ["passed", "instead", "not-scored"]
    evening.answer("instead")
    assert evening.view["state"]["roll"] == 4
    assert evening.view["questions"] == []


def test_a_player_who_passed_instead_of_acting_lets_the_next_roll_count(evening: Evening) -> None:
    """The rules do not know that pass, the table does: "passed" is a ruling, and the waiting roll counts after it."""
    evening.new_game()
    evening.roll(3)
    evening.roll(4)
    evening.answer("passed")
    assert evening.log()[-3:] == [("rolled", 0, 0), ("passed", 0, 0), ("rolled", 1, 0)]
    assert evening.view["questions"] == []


def test_a_die_message_heard_twice_counts_once(evening: Evening) -> None:
    """The die's own roll number tells a repeated message."""
    evening.new_game()
    evening.table.rolled(Rolled(5, evening.now_s, number=7))
    evening.table.rolled(Rolled(5, evening.now_s, number=7))
    assert evening.view["state"]["turn"] == 1


def test_a_moved_alien_is_returned_for_where_it_then_stands(evening: Evening, at: Any) -> None:
    """A push is an entry of its own: the placement's points stay, the area aboard changes."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    evening.slide(at(5, 3), at(4, 3))
    assert evening.aboard == evening.standing == [[4, 3]]
    assert evening.scores == [5, 0]
    assert evening.log()[-1][0] == "moved"
