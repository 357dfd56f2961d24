"""Whole games: followed without a tap, tapped without a sensor, and felt with a die."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.balancing_aliens import GAME
from companion.games.boards import sample

Evening = Any
SEEDS = range(4)


def _reference(names: list[str]) -> Any:
    """The same game as people play it, by the rules alone; its order of play is that of the names."""
    state = GAME.start(names, {}, sample(GAME).to_json())
    for seat in range(len(names)):
        state = GAME.act(state, {"type": "roll", "seat": seat, "value": 6 - seat})
    return state


def _awaited(state: Any) -> Any:
    return next(a for a in GAME.awaits(state) if a.kind in ("roll", "place", "remove"))


def _hand(evening: Evening, action: dict[str, Any]) -> None:
    """Wood moves."""
    if action["type"] == "place":
        evening.put(action["ring"], action["sector"])
    else:
        evening.take(action["ring"], action["sector"])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_followed_without_a_tap(evening: Evening, seed: int) -> None:
    """Own die, no taps: placements and removals, "six" and "pass" are enough to end with the right scores."""
    chance = random.Random(seed)
    names = ["Ann", "Bob", "Cem"]
    evening.new_game(names, mode="follow")
    state = _reference(names)
    while GAME.outcome(state) is None:
        roll = chance.randint(1, 6)
        turn = state.turn
        state = GAME.act(state, {"type": "roll", "value": roll})
        awaited = _awaited(state) if GAME.outcome(state) is None else None
        if roll == 6 and (state.turn == turn):
            evening.do("press", button="six")
        elif awaited is None or awaited.kind == "roll":
            evening.do("press", button="pass")
        if awaited is not None and awaited.kind != "roll":
            action = chance.choice(list(GAME.choices(state, awaited)))
            state = GAME.act(state, action)
            _hand(evening, action)
        assert evening.view["questions"] == []
        assert evening.scores == [player.score for player in state.players]
    assert evening.view["phase"] == "over"
    assert evening.view["outcome"]["ranking"] == [list(tied) for tied in GAME.outcome(state).ranking]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_tapped_without_a_sensor(evening: Evening, seed: int) -> None:
    """Manual mode: every await is answered by a tap, and what stands aboard is what the score says."""
    chance = random.Random(seed)
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"], mode="manual")
    while evening.view["phase"] != "over":
        awaited = next(a for a in evening.view["awaits"] if a["kind"] in ("roll", "place", "remove"))
        game_await = next(a for a in GAME.awaits(evening.table.run.scene.state) if a.id == awaited["id"])
        action = chance.choice(list(GAME.choices(evening.table.run.scene.state, game_await)))
        evening.do("act", await_id=awaited["id"], action=action)
        assert evening.standing == evening.aboard
        assert evening.notices() == []
    assert evening.view["outcome"]["reason"] in ("all-returned", "one-sector")
    assert evening.table.games()[0]["state"] == "over"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_felt_with_a_die(evening: Evening, seed: int) -> None:
    """Die and ship alone play a whole game with a restart in the middle; wood and score agree at every step."""
    chance = random.Random(seed)
    evening.new_game(["Ann", "Bob"])
    state = _reference(["Ann", "Bob"])
    for step in range(10_000):
        if GAME.outcome(state) is not None:
            break
        awaited = _awaited(state)
        action = chance.choice(list(GAME.choices(state, awaited)))
        state = GAME.act(state, action)
        if awaited.kind == "roll":
            evening.roll(action["value"])
        else:
            _hand(evening, action)
        if step == 25:
            evening.restart()
            evening.rest()
        assert evening.scores == [player.score for player in state.players]
        assert evening.standing == evening.aboard
    assert evening.view["phase"] == "over"
    assert evening.view["questions"] == []


def test_follow_mode_takes_everything_back(evening: Evening) -> None:
    """A followed placement and the roll it implies are undone together, and redone together."""
    evening.new_game(["Ann", "Bob"], mode="follow")
    before = evening.view
    evening.put(5, 3)
    after = evening.view
    assert [(e["code"], e["params"].get("implied", False)) for e in after["events"][-2:]] == [
        ("rolled", True),
        ("placed", False),
    ]
    evening.do("undo", seq=after["undo"]["seq"])
    assert evening.scores == [0, 0]
    assert evening.view["state"] == before["state"]
    evening.do("redo", seq=evening.view["redo"]["seq"])
    assert evening.view == after


def test_six_lets_the_same_player_go_on_in_follow_mode(evening: Evening) -> None:
    """After "six" the next placement goes anywhere, and the one after it still belongs to the same player."""
    evening.new_game(["Ann", "Bob"], mode="follow")
    evening.do("press", button="six")
    evening.put(5, 3)
    evening.put(4, 1)
    evening.put(2, 2)
    assert evening.scores == [9, 2]


def test_the_mode_can_change_in_the_middle_of_a_game(evening: Evening) -> None:
    """The sensor dies: the game goes on by tapping; when it is back, differences are shown."""
    evening.new_game()
    evening.roll(3)
    evening.put(5, 3)
    evening.do("mode", mode="manual")
    evening.act("roll", value=2)
    evening.act("place", ring=4, sector=2)
    assert evening.standing == [[4, 2], [5, 3]]
    assert evening.notices() == []
    evening.do("mode", mode="ship")
    assert evening.notice("ship-disagrees")["params"] == {"ring": 4, "sector": 2}


def test_a_felt_event_in_manual_mode_is_kept_and_scores_nothing(evening: Evening) -> None:
    """Manual mode believes taps only; what a plugged-in ship feels meanwhile stays in the journal."""
    evening.new_game(mode="manual")
    evening.put(5, 3)
    assert evening.scores == [0, 0]
    assert evening.view["questions"] == []
    assert any(row.kind == "felt" for row in evening.table.journal.rows(1))


def test_players_come_and_go(evening: Evening) -> None:
    """Join, leave, back and skip are taken without an await that could be gone."""
    evening.new_game()
    evening.do("act", await_id="", action={"type": "join", "name": "Cem"})
    evening.do("act", await_id="", action={"type": "skip"})
    assert [(s["name"], s["mark"], s["turn"]) for s in evening.view["seats"]] == [
        ("Ann", 0, False),
        ("Bob", 1, True),
        ("Cem", 2, False),
    ]
    evening.do("act", await_id="", action={"type": "leave", "seat": 1})
    assert [s["present"] for s in evening.view["seats"]] == [True, False, True]


def test_start_rolls_go_round_the_table(evening: Evening) -> None:
    """In ship mode the die rolls for the order of play, one seat after the other, before the first turn."""
    evening.do("new-game", game="balancing-aliens", names=["Ann", "Bob"])
    evening.ship()
    evening.roll(2)
    evening.roll(5)
    assert evening.view["state"]["order"] == [1, 0]
    assert evening.view["state"]["phase"] == "sending"
