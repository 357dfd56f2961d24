"""Undo, redo and replace: they move entries, never wood; the difference stays visible until wood or score follows."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.table import Refused

Evening = Any


def _three_placed(evening: Evening) -> None:
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    evening.roll(2)
    evening.put(4, 2)
    evening.roll(1)
    evening.put(6, 1)


def test_undo_takes_the_entry_out_and_leaves_the_wood(evening: Evening) -> None:
    """After an undo the score is what it was before, the alien still stands, and the page says that it is not scored."""
    _three_placed(evening)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    assert evening.scores == [5, 4]
    assert evening.standing == [[4, 2], [5, 3], [6, 1]]
    assert evening.notice("not-scored")["params"] | {"alien": 0} == {"alien": 0, "ring": 6, "sector": 1}
    assert [alien["scored"] for alien in evening.view["inventory"]] == [True, True, False]
    assert evening.view["events"][-1]["undone"]


def test_undo_and_redo_are_identity(evening: Evening) -> None:
    """Redo brings back the very view there was before the undo."""
    _three_placed(evening)
    before = evening.view
    seq = before["undo"]["seq"]
    evening.do("undo", seq=seq)
    assert evening.view["redo"]["seq"] == seq
    evening.do("redo", seq=seq)
    assert evening.view == before


def test_taking_the_unscored_alien_off_closes_the_pair(evening: Evening) -> None:
    """The alien of an undone placement is taken off: no question, no score, no remark left."""
    _three_placed(evening)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    evening.take(6, 1)
    assert evening.notices() == []
    assert evening.view["questions"] == []
    assert evening.scores == [5, 4]
    evening.put(2, 1)
    assert evening.scores == [7, 4]


def test_an_unscored_alien_can_be_scored_after_all(evening: Evening) -> None:
    """A tap on "Score it" on the remark enters the placement again."""
    _three_placed(evening)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    evening.do("notice", notice=evening.notice("not-scored")["id"], action="score-it")
    assert evening.scores == [11, 4]
    assert evening.notices() == []


def test_an_unscored_alien_can_be_said_to_be_off(evening: Evening) -> None:
    """A tap on "Take it off" corrects the inventory where the ship missed that it left."""
    _three_placed(evening)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    evening.do("notice", notice=evening.notice("not-scored")["id"], action="take-it-off")
    assert evening.standing == [[4, 2], [5, 3]]
    assert evening.notices() == []


def test_an_undone_removal_is_shown_until_the_alien_stands_again(evening: Evening) -> None:
    """Undoing a removal leaves the score one alien ahead of the ship; putting it back closes the pair without a point."""
    evening.new_game()
    for n in range(10):
        evening.roll(n % 3 + 1)
        evening.put(n % 6 + 1, n % 3 + 1, n)
    scores = evening.scores
    evening.roll(1)
    evening.take(1, 1, 0)
    evening.do("undo", seq=evening.view["undo"]["seq"])
    assert evening.notice("ship-disagrees")["params"] == {"ring": 1, "sector": 1}
    evening.put(1, 1, 0)
    assert evening.notices() == []
    assert evening.view["questions"] == []
    assert evening.scores == scores


def test_the_score_can_follow_the_ship(evening: Evening) -> None:
    """The score can give up a missing alien ("take-out"), or the inventory can have it after all ("it-stands-there")."""
    evening.new_game()
    evening.roll(3)
    evening.act("place", ring=5, sector=3)
    assert evening.notice("ship-disagrees")["actions"] == ["take-out", "it-stands-there"]
    evening.do("notice", notice=evening.notice("ship-disagrees")["id"], action="it-stands-there")
    assert evening.notices() == []
    assert evening.standing == [[5, 3]]
    evening.roll(3)
    evening.act("place", ring=4, sector=3)
    evening.do("notice", notice=evening.notice("ship-disagrees")["id"], action="take-out")
    assert evening.aboard == [[5, 3]]
    assert evening.notices() == []


def test_a_tapped_placement_that_is_felt_later_counts_once(evening: Evening) -> None:
    """The tablet was quicker than the ship: the felt placement closes the difference, it does not score again."""
    evening.new_game()
    evening.roll(3)
    evening.act("place", ring=5, sector=3)
    evening.put(5, 3)
    assert evening.scores == [5, 0]
    assert evening.notices() == []
    assert evening.view["questions"] == []


def test_replace_previews_what_would_change(evening: Evening) -> None:
    """A preview lists the entries that would change and writes nothing."""
    _three_placed(evening)
    before, rows = evening.view, evening.table.journal.last_seq
    seq = next(e["seq"] for e in before["events"] if e["points"] == 4)
    reply = evening.do("replace", seq=seq, action={"type": "place", "ring": 2, "sector": 2}, preview=True)
    assert [(e["params"]["ring"], e["points"]) for e in reply.effects] == [(2, 2)]
    assert evening.view == before
    assert evening.table.journal.last_seq == rows


def test_replace_corrects_score_and_reading(evening: Evening) -> None:
    """Replacing a felt placement's ring changes the points and how the wood is read, and undoing that takes both back."""
    _three_placed(evening)
    before = evening.view
    seq = next(e["seq"] for e in before["events"] if e["points"] == 4)
    reply = evening.do("replace", seq=seq, action={"type": "place", "ring": 2, "sector": 2})
    assert evening.scores == [11, 2]
    assert evening.standing == [[2, 2], [5, 3], [6, 1]]
    assert evening.notices() == []
    evening.do("undo", seq=reply.entries[0])
    assert evening.scores == [11, 4]
    assert evening.standing == [[4, 2], [5, 3], [6, 1]]


def test_later_entries_that_no_longer_fit_are_kept_as_rulings(evening: Evening) -> None:
    """Replacing a roll makes its placement illegal: it is kept, marked as a ruling, with its points."""
    _three_placed(evening)
    roll = [e["seq"] for e in evening.view["events"] if e["code"] == "rolled"][-2]
    reply = evening.do("replace", seq=roll, action={"type": "roll", "value": 4})
    placed = next(e for e in evening.view["events"] if e["points"] == 4)
    assert placed["ruling"]
    assert placed["seq"] in [e["seq"] for e in reply.effects]
    assert evening.scores == [11, 4]


def test_replace_against_wood_that_has_not_moved(evening: Evening) -> None:
    """A replaced placement whose alien really stands elsewhere is read as said; a second alien felt there still matches."""
    _three_placed(evening)
    seq = next(e["seq"] for e in evening.view["events"] if e["points"] == 6)
    evening.do("replace", seq=seq, action={"type": "place", "ring": 5, "sector": 1})
    assert evening.scores == [10, 4]
    evening.take(6, 1)
    assert evening.question["params"] == {"type": "remove", "ring": 5, "sector": 1, "why": "not-awaited"}


def test_a_fall_can_be_taken_off_a_players_account_by_one_replace(evening: Evening, at: Any) -> None:
    """The override for a bump: the same fall with nobody to blame."""
    _three_placed(evening)
    evening.drop(at(5, 3))
    assert evening.scores == [9, 4]
    event = evening.view["events"][-1]
    evening.do("replace", seq=event["seq"], action={"type": "fell", **event["params"], "own": False, "blamed": None})
    assert evening.scores == [11, 4]


@pytest.mark.parametrize(
    ("command", "code", "status"),
    [
        ({"type": "undo", "seq": 9999}, "no-such-entry", 404),
        ({"type": "undo", "seq": "first"}, "no-such-entry", 404),
        ({"type": "redo", "seq": 1}, "no-such-entry", 404),
        ({"type": "correct", "seq": 1, "fact": "roll", "value": 3}, "stale-sequence", 409),
        ({"type": "act", "await_id": "gone", "action": {"type": "roll", "value": 3}}, "await-gone", 409),
        ({"type": "act", "await_id": "gone", "action": 7}, "malformed", 422),
        ({"type": "answer", "question": "q1", "option": "x"}, "question-gone", 409),
        ({"type": "notice", "notice": "n", "action": "x"}, "notice-gone", 409),
        ({"type": "mode", "mode": "dream"}, "bad-value", 422),
        ({"type": "press", "button": "x"}, "bad-value", 422),
        ({"type": "resume", "number": 1}, "game-running", 409),
        ({"type": "new-game", "game": "balancing-aliens", "names": ["A"]}, "game-running", 409),
        ({"type": "nonsense"}, "unknown-command", 422),
        ({}, "unknown-command", 422),
    ],
)
def test_a_command_that_cannot_be_is_refused_and_changes_nothing(
    evening: Evening, command: dict[str, Any], code: str, status: int
) -> None:
    """Every refusal has a stable code and status, and leaves view and journal as they were."""
    _three_placed(evening)
    before, rows = evening.view, evening.table.journal.last_seq
    with pytest.raises(Refused) as refused:
        evening.table.submit(command, "some-key")
    assert (refused.value.code, refused.value.status) == (code, status)
    assert refused.value.detail
    assert evening.view == before
    assert evening.table.journal.last_seq == rows


def test_an_await_that_is_still_there_takes_a_command(evening: Evening) -> None:
    """A command cites its await: one that came back with an undo is answered, one that was answered is refused."""
    evening.new_game()
    await_id = evening.await_id("roll")
    evening.do("act", await_id=await_id, action={"type": "roll", "value": 3})
    with pytest.raises(Refused, match="no longer"):
        evening.do("act", await_id=await_id, action={"type": "roll", "value": 3})
    evening.do("undo", seq=evening.view["undo"]["seq"])
    evening.do("act", await_id=await_id, action={"type": "roll", "value": 2})
    assert evening.view["state"]["roll"] == 2


def test_what_the_rules_refuse_is_refused_with_their_reason(evening: Evening) -> None:
    """An illegal action carries the rules' own code and the rule it rests on."""
    evening.new_game()
    evening.roll(3)
    with pytest.raises(Refused) as refused:
        evening.act("place", ring=1, sector=2)
    assert refused.value.code == "not-your-sector"
    assert refused.value.params["rule"]
    assert refused.value.params["anyway"] is True
    with pytest.raises(Refused) as refused:
        evening.do("act", await_id=evening.await_id("place"), action={"type": "roll", "value": 1})
    assert refused.value.code == "wrong-kind"


def test_a_repeated_command_gets_the_same_reply_and_does_nothing_twice(evening: Evening) -> None:
    """The same idempotency key gives the same reply, also after a restart; another command under it is refused."""
    evening.new_game()
    command = {"type": "act", "await_id": evening.await_id("roll"), "action": {"type": "roll", "value": 3}}
    first = evening.table.submit(command, "once")
    rows = evening.table.journal.last_seq
    assert evening.table.submit(command, "once") == first
    assert evening.table.journal.last_seq == rows
    evening.restart()
    assert evening.table.submit(command, "once").entries == first.entries
    with pytest.raises(Refused) as refused:
        evening.table.submit({"type": "end-game"}, "once")
    assert refused.value.code == "key-reused"


def test_a_correction_sets_a_fact_and_can_be_undone(evening: Evening) -> None:
    """A tap on "On the table it is so" is an entry like any other."""
    _three_placed(evening)
    evening.do("correct", seq=evening.view["undo"]["seq"], fact="score", value=[1, 9])
    assert evening.scores == [11, 9]
    evening.do("undo", seq=evening.view["undo"]["seq"])
    assert evening.scores == [11, 4]


def test_undo_button_takes_the_newest_entry_out(evening: Evening) -> None:
    """The physical Undo button does what the page's does."""
    _three_placed(evening)
    evening.do("press", button="undo")
    assert evening.scores == [5, 4]


def test_a_removal_read_as_another_leaves_the_right_alien(evening: Evening) -> None:
    """The position that was felt belongs to the alien that did not leave; the sense of weight is told who did."""
    _three_placed(evening)
    told: list[Any] = []
    evening.table.on_standing(told.append)
    evening.take(5, 3)
    evening.answer("count-anyway")
    seq = evening.view["undo"]["seq"]
    evening.do("replace", seq=seq, action={"type": "remove", "ring": 6, "sector": 1, "ruling": True})
    assert evening.standing == [[4, 2], [5, 3]]
    assert evening.notices() == []
    assert sorted((alien.spot.ring, alien.spot.sector) for alien in told[-1]) == [(4, 2), (5, 3)]


def test_undoing_a_replacement_tells_the_sense(evening: Evening) -> None:
    """A replacement moves an alien in the inventory, and so do its undo and redo: the sense hears of each."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    told: list[Any] = []
    evening.table.on_standing(lambda aliens: told.append([(a.spot.ring, a.spot.sector) for a in aliens]))
    placed = evening.view["events"][-1]["seq"]
    evening.do("replace", seq=placed, action={"type": "place", "ring": 4, "sector": 3}, preview=False)
    new = evening.view["undo"]["seq"]
    evening.do("undo", seq=new)
    evening.do("redo", seq=new)
    assert told == [[(4, 3)], [(5, 3)], [(4, 3)]]


def test_a_tap_that_the_rules_refuse_hears_the_rules(evening: Evening) -> None:
    """Where what was tapped could not be done anyhow, the reason is the game's; "too late" is for what could have been."""
    evening.new_game(mode="manual")
    evening.act("roll", value=3)
    with pytest.raises(Refused) as wrong:
        evening.do("act", await_id="gone", action={"type": "place", "ring": 2, "sector": 1})
    assert wrong.value.code == "not-your-sector"
    with pytest.raises(Refused) as late:
        evening.do("act", await_id="gone", action={"type": "place", "ring": 2, "sector": 3})
    assert late.value.code == "await-gone"
