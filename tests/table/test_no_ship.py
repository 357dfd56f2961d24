"""A game that is not played on a ship: no wood, no plate, dice read by their faces, a turn that ends by the game's own rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import Press, Removed, Rolled, Spot
from companion.games import boards, find
from companion.table import dice
from companion.table.refusal import Refused

LIFT_OFF = find("lift-off")


def begin(evening: Any, **options: Any) -> None:
    """A first game of two, Ann to play."""
    evening.do("new-game", game="lift-off", names=["Ann", "Bob"], options={"liftoff.set_up": "first-game", **options})
    evening.act("first", seat=0)


def press(evening: Any, button: str = "end-turn", after_s: float = 2.0) -> None:
    """A button of the box."""
    evening.later(after_s)
    evening.table.pressed(Press(button, evening.now_s, "box"))


def correct(evening: Any, fact: str, value: Any) -> None:
    """On the table it is so."""
    evening.do("correct", seq=evening.table.run.ledger.last_entry, fact=fact, value=value)


def test_it_is_fed_by_hand_and_its_board_is_of_another_kind(evening: Any) -> None:
    """The mode is manual whether it is said or not; any other is refused; the board comes with its kind and values."""
    with pytest.raises(Refused) as refused:
        evening.do("new-game", game="lift-off", names=["Ann", "Bob"], mode="ship")
    assert refused.value.params["values"] == ["manual"]
    begin(evening)
    game = evening.view["game"]
    assert game["mode"] == "manual"
    assert (game["board"]["kind"], game["board"]["verified"]) == ("moon-track", False)
    assert game["board"]["values"]["day_spots"] == 7
    with pytest.raises(Refused, match="manual"):
        evening.do("mode", mode="follow")


def test_the_end_turn_button_moves_the_moon_at_once(evening: Any) -> None:
    """Nothing is felt late in this game, so the button waits for nothing; a push heard twice ends one turn."""
    begin(evening)
    press(evening)
    assert (evening.view["state"]["moon"], evening.view["state"]["turn"]) == (1, 1)
    press(evening, after_s=0.3)
    assert evening.view["state"]["moon"] == 1
    press(evening)
    assert (evening.view["state"]["moon"], evening.view["state"]["turn"]) == (2, 0)
    assert [line["source"]["kind"] for line in evening.view["events"] if line["code"] == "end-turn"] == ["button", "button"]


def test_a_button_means_nothing_while_the_table_is_asked(evening: Any) -> None:
    """While a die is awaited the turn does not end, and nothing is left pending."""
    begin(evening)
    _await_the_lift_off_die(evening)
    press(evening)
    assert evening.view["state"]["moon"] == 0
    assert evening.view["awaits"][0]["kind"] == "roll"
    assert evening.table.run.ledger.pending == []


def test_a_plain_die_is_read_by_the_faces_of_the_real_one(evening: Any) -> None:
    """The sample's Lift Off die has 0, 1, 1, 2, 2, 3: its fourth face counts for 2 rockets, which is enough at Half Moon."""
    begin(evening)
    _await_the_lift_off_die(evening)
    evening.later(0.5)
    evening.table.rolled(Rolled(4, evening.now_s, "die"))
    assert evening.scores == [1, 0]
    assert evening.view["events"][-1]["params"] == {"value": 2}


def _await_the_lift_off_die(evening: Any) -> None:
    correct(evening, "standing", ["p2", [0]])
    evening.act("attempt", point="p2")


def test_a_roll_nobody_waits_for_is_asked_about_without_impossible_answers(evening: Any) -> None:
    """There is no passing and no roll out of turn in this game: it corrects the last roll, or it is not counted."""
    begin(evening)
    evening.later(0.5)
    evening.table.rolled(Rolled(4, evening.now_s, "die"))
    assert [option["code"] for option in evening.question["options"]] == ["not-scored"]
    evening.answer("not-scored")
    _await_the_lift_off_die(evening)
    evening.roll(1)
    evening.roll(6)
    assert [option["code"] for option in evening.question["options"]] == ["instead", "not-scored"]
    evening.answer("instead")
    assert evening.scores == [1, 0]


@pytest.mark.parametrize(
    ("domain", "die", "shown", "counts"),
    [
        ({"die": "d6"}, "d6", 5, 5),
        ({"die": "lift-off", "faces": [0, 1, 1, 2, 2, 3]}, "d6", 6, 3),
        ({"die": "lift-off", "faces": None}, "rockets", 0, 0),
        ({"die": "stargate", "faces": [2, 1, 3, 4, 5, 6]}, "stargate", 2, 2),
        ({"die": "number", "faces": [1, 2, 3, 4, 5, 6]}, "d6", 4, 4),
    ],
)
def test_which_die_an_electronic_one_is(domain: dict[str, Any], die: str, shown: int, counts: int) -> None:
    """A die with every number once is itself; one with repeated faces is a plain die, read face by face."""
    assert dice.die_for(domain) == die
    assert dice.counted(domain, shown) == counts


def test_what_the_rules_refuse_may_have_happened_anyway(evening: Any) -> None:
    """A refusal names its rule and says whether it can be overruled; a ruling cites anything that is open."""
    begin(evening)
    cited = evening.await_id("end-turn")
    with pytest.raises(Refused) as refused:
        evening.do("act", await_id=cited, action={"type": "move", "was": "core", "now": "p3"})
    assert (refused.value.code, refused.value.params["anyway"]) == ("too-far", True)
    assert refused.value.params["rule"]
    evening.do("act", await_id=cited, action={"type": "move", "was": "core", "now": "p3", "ruling": True})
    assert evening.view["state"]["aliens"]["p3"] == [1, 0]
    assert evening.view["events"][-1]["ruling"]
    with pytest.raises(Refused) as refused:
        evening.do("act", await_id=cited, action={"type": "move", "was": "e1", "now": "p1"})
    assert (refused.value.code, refused.value.params["anyway"]) == ("no-such-alien", False)


def test_a_plate_that_is_there_all_the_same_scores_nothing(evening: Any) -> None:
    """What a ship feels meanwhile is kept in the journal and shown nowhere."""
    begin(evening)
    evening.put(3, 2)
    evening.later(1.0)
    evening.table.felt(Removed(evening.now_s, evening.now_s, Spot(3, 2), 0.9))
    evening.rest(8.0)
    assert (evening.scores, evening.view["questions"], evening.view["notices"]) == ([0, 0], [], [])
    assert evening.view["inventory"] == []


def test_one_can_change_between_tracker_and_full_in_mid_game(evening: Any) -> None:
    """Nothing is lost by the change, and both it and a correction are undone like anything else."""
    begin(evening)
    evening.act("detail", value="tracker")
    evening.act("saved", aliens=[[1, 2]], point="p1")
    evening.act("end-turn")
    evening.act("detail", value="full")
    correct(evening, "lying", [0, {"e1": 3}])
    assert evening.scores == [0, 2]
    assert evening.view["state"]["aliens"]["e1"] == [3, 0]
    evening.do("undo", seq=evening.view["undo"]["seq"])
    assert evening.view["state"]["aliens"]["e1"] == [0, 0]
    before = evening.view
    evening.restart()
    assert evening.view == before


def test_a_board_is_shown_by_its_kind() -> None:
    """A ship has its rings, any other board its values, and a game without a board says so."""
    assert boards.shown(boards.sample_json(find("balancing-aliens")))["kind"] == "ship"
    other = boards.shown(boards.sample_json(LIFT_OFF))
    assert set(other) == {"kind", "name", "verified", "values"}
    assert boards.shown({}) == {"kind": "none", "name": "", "verified": True, "values": {}}
