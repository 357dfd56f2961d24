"""The dance turn by turn, where a scenario would say too little: dice on the rings, awaits, rulings, falls told in detail."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal, SetUpError
from companion.games.line_protocol import Conversation

DANCE = find("aliens-dance")
Dancing = Callable[..., Any]
ALL_ABOARD = [[1, 1]] * 5 + [[2, 2]] * 5


def roll(value: int) -> dict[str, Any]:
    """A roll."""
    return {"type": "roll", "value": value}


def place(ring: int, sector: int, **more: Any) -> dict[str, Any]:
    """An alien placed."""
    return {"type": "place", "ring": ring, "sector": sector, **more}


def remove(ring: int, sector: int, **more: Any) -> dict[str, Any]:
    """An alien taken."""
    return {"type": "remove", "ring": ring, "sector": sector, **more}


def kinds(state: Any) -> list[tuple[str, int | None]]:
    """The moves that are awaited, and of whom."""
    return [(a.kind, a.seat) for a in DANCE.awaits(state) if a.kind in {"roll", "place", "remove", "pass", "end-turn"}]


def refused(state: Any, action: dict[str, Any]) -> str:
    """Why the rules refuse it."""
    answer = DANCE.act(state, action)
    assert isinstance(answer, Illegal)
    return answer.code


def test_the_sample_board_is_the_dance_side_and_unverified() -> None:
    """No guessed number is presented as a fact."""
    board = boards.sample(DANCE)
    assert (board.side, board.verified, board.shape.rings, board.shape.sectors) == ("dance", False, 6, 4)


@pytest.mark.parametrize(
    ("over", "says"), [({"points": [1, 2], "ring_edges_mm": [30, 70, 110]}, "6 rings"), ({"sectors": 3}, "sectors")]
)
def test_a_board_of_another_shape_cannot_be_danced_on(over: dict[str, Any], says: str) -> None:
    """Each roll needs its ring."""
    with pytest.raises(SetUpError, match=says):
        DANCE.start(["A", "B"], {}, boards.sample_json(DANCE, over))


@pytest.mark.parametrize(
    ("points", "ring"), [([1, 2, 3, 4, 5, 6], 2), ([6, 5, 4, 3, 2, 1], 5), ([1, 1, 1, 1, 1, 1], 2), ([2, 1, 4, 3, 6, 5], 1)]
)
def test_a_two_is_the_ring_that_bears_the_two(dancing: Dancing, dance: Dancing, points: list[int], ring: int) -> None:
    """As the board prints it; a board without dice is counted from the inside."""
    board = {"points": points, "sectors": 4, "aliens": 10}
    state = dance(dancing(board=board), roll(2))
    assert state.ring == ring
    assert DANCE.awaits(state)[0].domain["rings"] == [ring]
    assert refused(state, place(3, 1)) == "wrong-ring"


def test_what_is_awaited_through_a_turn(dancing: Dancing, dance: Dancing) -> None:
    """The reserve first, then from other sectors; the turn may end as soon as one has come and no hand is full."""
    state = dance(dancing(aboard=ALL_ABOARD[1:]), roll(4))
    assert kinds(state) == [("place", 0), ("pass", 0)]
    state = dance(state, place(4, 1))
    assert kinds(state) == [("remove", 0), ("end-turn", 0), ("roll", 1)]
    assert [a.domain["spots"] for a in DANCE.awaits(state) if a.kind == "remove"] == [[[2, 2]]]
    state = dance(state, remove(2, 2))
    assert kinds(state) == [("place", 0), ("remove", 0)]
    state = dance(state, place(4, 1), roll(6))
    assert (state.turn, state.blame, state.area, state.brought) == (1, 1, None, ())


def test_a_turn_begun_by_taking_chooses_among_the_other_sectors(dancing: Dancing, dance: Dancing) -> None:
    """None of those in the hand may come from the sector chosen."""
    state = dance(dancing(aboard=ALL_ABOARD), roll(4), remove(1, 1), remove(2, 2))
    assert DANCE.awaits(state)[0].domain["sectors"] == [3, 4]


def test_a_fall_says_how_many_of_an_area_had_been_brought(dancing: Dancing, dance: Dancing) -> None:
    """Two danced there, one was brought: told otherwise, the older one fell and the point stays."""
    state = dance(dancing(aboard=[[4, 1], [4, 1]], seats=[{"name": "A", "score": 9}]), roll(4), place(4, 1))
    fell = {"type": "fell", "gone": [[4, 1]]}
    assert dance(state, fell).players[0].score == 7
    assert dance(state, {**fell, "brought": 0}).players[0].score == 8
    assert refused(state, {**fell, "brought": 2}) == "not-brought"
    assert refused(state, {"type": "fell", "gone": [[4, 1]] * 3, "brought": 0}) == "not-brought"


def test_a_fall_after_the_turn_still_takes_the_point(dancing: Dancing, dance: Dancing) -> None:
    """Only survivors score, until the next player rolls (D2)."""
    state = dance(dancing(seats=[{"name": "A", "score": 9}, {"name": "B"}]), roll(4), place(4, 1), {"type": "end-turn"})
    fell = {"type": "fell", "gone": [[4, 1]]}
    assert [p.score for p in dance(state, fell).players] == [7, 0]
    assert [p.score for p in dance(state, roll(2), fell).players] == [10, 0]


def test_a_slid_alien_is_still_this_turns(dancing: Dancing, dance: Dancing) -> None:
    """It slid to the next ring and fell from there: its point goes."""
    slid = {"type": "moved", "was": [4, 1], "now": [5, 1]}
    state = dance(dancing(seats=[{"name": "A", "score": 9}]), roll(4), place(4, 1), slid, {"type": "fell", "gone": [[5, 1]]})
    assert (state.players[0].score, state.brought, state.out) == (7, (), 1)


def test_an_alien_that_never_stood_comes_from_the_hand_first(dancing: Dancing, dance: Dancing) -> None:
    """It counts as brought, so the turn may end; nothing stands for it."""
    state = dance(dancing(aboard=ALL_ABOARD, seats=[{"name": "A", "score": 9}]), roll(4), remove(1, 1))
    state = dance(state, {"type": "fell", "own": True, "count": 1, "gone": []})
    assert (state.hand, state.out, state.tried, state.players[0].score) == ((), 1, 1, 7)
    assert ("end-turn", 0) in kinds(state)
    assert refused(state, {"type": "fell", "own": True, "count": 1, "gone": []}) == "nothing-in-hand"


def test_rulings_keep_the_rhythm_of_the_table(dancing: Dancing, dance: Dancing) -> None:
    """A second area scores and leaves the area; a placement without a roll tells the roll; a roll ends an unfinished turn."""
    state = dance(dancing(), roll(3), place(3, 1), place(5, 2, ruling=True))
    assert (state.area, state.players[0].score) == ((3, 1), 2)
    state = dance(dancing(), place(5, 2, ruling=True))
    assert (state.turn, state.roll, state.area, state.players[0].score) == (0, 5, (5, 2), 1)
    state = dance(dancing(aboard=ALL_ABOARD), roll(3), remove(1, 1), {**roll(2), "ruling": True})
    assert (state.turn, state.roll, state.hand, state.pouch) == (1, 2, (), 1)


def test_a_roll_that_ends_the_last_turn_of_the_round_ends_the_game(dancing: Dancing, dance: Dancing) -> None:
    """House rule: the round is finished. The next player's roll only says that the turn is over."""
    seats = [{"name": "A", "score": 100}, {"name": "B", "score": 99}]
    state = dancing(seats=seats, turn=1, options={"dance.100_ends": "end-of-round"})
    state = dance(state, roll(2), place(2, 1), place(2, 1), roll(5))
    outcome = DANCE.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("hundred", ((1,), (0,)))


def test_the_line_protocol_speaks_the_dance() -> None:
    """A position, a move, a refusal in one line of English, the choices, and back again."""
    conversation = Conversation(DANCE)
    lines = (
        {"names": ["Ada", "Ben"], "state": {"aboard": ALL_ABOARD, "roll": 4}},
        remove(1, 1),
        place(4, 1),
        place(4, 3),
        {"choices": "3.remove"},
        {"undo": 2},
    )
    answers = [conversation.answer(json.dumps(line), n) for n, line in enumerate(lines, start=1)]
    assert answers[1]["view"]["hand"] == [[1, 1]]
    assert (answers[2]["illegal"], answers[2]["reason"]) == ("same-sector", "aliens come from other sectors; sector 1 is both")
    assert answers[4]["choices"] == [remove(1, 1), remove(2, 2)]
    assert answers[5]["state"] == answers[0]["state"]


def test_what_was_corrected_before_the_dance_may_end_it_at_once(dancing: Dancing, dance: Dancing) -> None:
    """A hundred points, or no alien left to dance: with the last start roll it is over."""
    start = dancing(phase="start")
    rolls = ({**roll(4), "seat": 0}, {**roll(3), "seat": 1})
    for fact, value, reason in (("score", [1, 100], "hundred"), ("out", 10, "all-fallen")):
        told = dance(start, {"type": "correct", "fact": fact, "value": value})
        over = dance(told, *rolls)
        assert DANCE.outcome(over).reason == reason
        assert DANCE.from_json(DANCE.to_json(over)) == over
