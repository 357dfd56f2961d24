"""The Alien's Dance at the table: what the ship feels meets what a turn allows. Real journal, no screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.events import Alternative, Press, Spot
from companion.games import boards, find
from companion.table.refusal import Refused

Evening = Any


@pytest.fixture
def dance(evening: Evening) -> Callable[..., Evening]:
    """A dance of Ann and Bob, Ann to roll."""

    def _dance(mode: str = "ship", **options: Any) -> Evening:
        evening.new_game(mode=mode, game="aliens-dance", **options)
        return evening

    return _dance


def _two_aboard(evening: Evening) -> None:
    """Ann brings two to ring 1 of sector 2; the others are out of play, and Bob has rolled a 4."""
    evening.roll(1)
    evening.put(1, 2, 0)
    evening.put(1, 2, 2)
    evening.do("correct", seq=evening.table.run.ledger.last_entry, fact="out", value=8)
    evening.roll(4)


def test_a_roll_ends_the_turn_and_is_the_next_players(dance: Any) -> None:
    """Two aliens, two points, then the other player's ring; the log has the roll under that player's name."""
    evening = dance()
    evening.roll(3)
    evening.put(3, 1, 0)
    evening.put(3, 1, 2)
    evening.roll(5)
    assert evening.scores == [2, 0]
    assert (evening.view["state"]["turn"], evening.view["state"]["ring"], evening.view["state"]["area"]) == (1, 5, None)
    assert evening.log()[-1] == ("rolled", 1, 0)


def test_the_button_ends_a_turn_and_passes_one_without_an_alien(dance: Any) -> None:
    """Once as the rules allow it; where nothing was brought it is a pass."""
    evening = dance()
    evening.roll(3)
    evening.put(3, 1)
    evening.do("press", button="end-turn")
    evening.later(6.0)
    evening.table.tick()
    assert (evening.view["state"]["turn"], evening.log()[-1][0]) == (1, "end-turn")
    evening.roll(2)
    evening.table.pressed(Press("turn-0", evening.now_s))
    evening.later(6.0)
    evening.table.tick()
    assert (evening.view["state"]["turn"], evening.log()[-1][0]) == (0, "passed")


@pytest.mark.parametrize(
    ("first", "second", "why"), [((3, 1), (4, 1), "wrong-ring"), ((3, 1), (3, 2), "second-area"), (None, (2, 1), "wrong-ring")]
)
def test_what_does_not_fit_is_asked_about_with_the_reason(dance: Any, first: Any, second: Any, why: str) -> None:
    """Another ring than rolled, a second area: nothing is scored before the table has answered."""
    evening = dance()
    evening.roll(3)
    if first:
        evening.put(*first)
    evening.put(*second, 2)
    assert (evening.question["code"], evening.question["params"]["why"]) == ("does-not-fit", why)
    assert evening.scores == [1 if first else 0, 0]
    evening.answer("count-anyway")
    assert evening.scores == [2 if first else 1, 0]
    assert evening.view["questions"] == []


def test_an_alien_put_right_scores_once(dance: Any) -> None:
    """Moved out of the wrong ring, though another alien of the score stands where it was put."""
    evening = dance()
    evening.roll(4)
    evening.put(4, 1, 0)
    evening.roll(3)
    evening.put(4, 1, 2)
    evening.answer("move-it")
    evening.take(4, 1, 2)
    evening.put(3, 1)
    assert evening.scores == [1, 1]
    assert evening.standing == evening.aboard == [[3, 1], [4, 1]]
    assert evening.notices() == []


def test_an_alien_is_taken_and_brought(dance: Any) -> None:
    """One move: off another sector, into the area; it is in the hand between the two."""
    evening = dance()
    _two_aboard(evening)
    evening.take(1, 2, 0)
    assert (evening.view["state"]["hand"], evening.scores) == ([[1, 2]], [2, 0])
    evening.put(4, 3)
    assert (evening.view["state"]["hand"], evening.scores) == ([], [2, 1])
    evening.take(4, 3)
    assert evening.question["params"]["why"] == "same-sector"
    evening.answer("move-it")
    evening.put(4, 3)
    assert (evening.view["questions"], evening.scores, evening.notices()) == ([], [2, 1], [])


def test_a_placement_called_late_belongs_to_the_turn_it_was_made_in(dance: Any) -> None:
    """The next player's die was quicker than the call."""
    evening = dance()
    evening.roll(3)
    evening.put(3, 1, 0)
    evening.put(3, 1, 1)
    released_s = evening.now_s
    evening.roll(5)
    evening.put(3, 1, 3, at_s=released_s + 0.2)
    assert evening.scores == [3, 0]
    assert evening.view["state"]["turn"] == 1


def test_falls_cost_whoever_rolled_last_and_only_survivors_score(dance: Any, at: Any) -> None:
    """An alien of this turn loses its point as well; one that never stood is no point at all."""
    evening = dance(**{"dance.floor_zero": False})
    evening.roll(3)
    evening.put(3, 1, 0)
    evening.put(3, 1, 3)
    evening.later(5.0)
    evening.drop(at(3, 1, 3))
    assert evening.scores == [-1, 0]
    evening.drop(count=1, own_placement=True)
    assert (evening.scores, evening.view["state"]["out"]) == ([-3, 0], 2)
    evening.roll(2)
    evening.drop(at(3, 1, 0))
    assert evening.scores == [-3, -2]


def test_the_own_alien_that_fell_before_its_call_is_not_placed_again(dance: Any) -> None:
    """The fall was called first, the placement after it: one event."""
    evening = dance()
    evening.roll(3)
    evening.put(3, 1, 0)
    evening.drop(count=1, own_placement=True)
    evening.put(3, 1, 3, at_s=evening.now_s - 0.5)
    assert (evening.scores, evening.view["state"]["pouch"], evening.view["state"]["out"]) == ([0, 0], 8, 1)
    assert evening.standing == [[3, 1]]


def test_a_turn_that_goes_on_has_no_grace(dance: Any, at: Any) -> None:
    """Seconds count from the end of a turn, not from its last alien."""
    evening = dance(**{"aliens.turn_grace_s": 3})
    evening.roll(3)
    evening.put(3, 1, 0)
    evening.put(3, 1, 3)
    evening.put(3, 1, 2)
    evening.later(20.0)
    evening.drop(at(3, 1, 3))
    assert evening.scores == [0, 0]
    evening.act("end-turn")
    evening.later(20.0)
    evening.drop(at(3, 1, 0))
    assert evening.view["events"][-1]["params"]["blamed"] is None


def test_an_unsure_placement_offers_what_the_roll_asks_for_first(dance: Any, at: Any) -> None:
    """The sense holds ring 4 for likelier; ring 3 was rolled."""
    evening = dance()
    evening.roll(3)
    evening.put(4, 1, odds=0.5, ask=True, alternatives=(Alternative((at(3, 1),), 0.4),))
    assert [(o["ring"], o["sector"]) for o in evening.question["options"] if o["code"] == "spot"] == [(3, 1), (4, 1)]
    evening.answer("spot-0")
    assert evening.scores == [1, 0]


def test_a_dance_survives_a_restart_in_the_middle_of_a_move(dance: Any) -> None:
    """An alien in a hand, the area, the points of the turn: all of it is there again."""
    evening = dance()
    _two_aboard(evening)
    evening.take(1, 2, 0)
    before = evening.view["state"]
    evening.restart()
    assert evening.view["state"] == before
    evening.put(4, 3)
    assert evening.scores == [2, 1]


def test_a_dance_is_felt_or_told_but_not_followed(evening: Evening) -> None:
    """Where an alien is taken before its ring is known, it cannot tell the roll."""
    with pytest.raises(Refused, match="mode must be one of ship, manual"):
        evening.do("new-game", game="aliens-dance", names=["Ann", "Bob"], mode="follow")


def test_a_recorded_evening_begins_with_an_empty_ship(evening: Evening) -> None:
    """Its first alien may be on its way as the game begins, before the ship was seen at rest: it scores."""
    command = {"type": "new-game", "game": "aliens-dance", "names": ["Ann", "Bob"]}
    evening.table.start(command, boards.sample_json(find("aliens-dance")))
    evening.table.skip_start_rolls()
    evening.ship("touched")
    evening.roll(3)
    evening.put(3, 1)
    assert (evening.scores, evening.standing) == ([1, 0], [[3, 1]])


def test_the_inventory_is_what_the_ship_feels(dance: Any) -> None:
    """An alien put down before the roll waits for it, and is then scored by itself."""
    evening = dance()
    evening.put(3, 1)
    assert evening.question["params"]["why"] == "not-awaited"
    evening.roll(3)
    assert (evening.scores, evening.view["questions"]) == ([1, 0], [])
    assert [Spot(*spot) for spot in evening.standing] == [Spot(3, 1)]
