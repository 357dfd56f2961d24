"""Random legal games of Close Encounters: how fast, and how often each action, ending and house rule occurred.

    python tests/bench/random_encounters.py [GAMES] [SEED]

Every action offered by an await may occur, steps towards the destination more often. Each game is checked on the way: chips
conserved, no offered action refused, nobody's circles in another's view. Exit code 1 if anything never occurred or went wrong.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from _random_play import run, unreached

from companion.games import boards, find
from companion.games.contract import Await, Illegal

GAME = find("close-encounters")
SAMPLE = boards.sample_json(GAME)
NARROW = {**SAMPLE, "rows": [". M M .", "1 o 2 3", "4 5 6 7", "o 8 9 10", "11 12 o 13", "14 15 16 17", ". T T ."]}
BOARDS = (SAMPLE, NARROW)
"""The sample, and one on which pieces and chips get into each other's way."""
WEIGHTS = {
    "step": 60,
    "roll": 60,
    "circle": 30,
    "trapped": 6,
    "stop": 2,
    "erase": 8,
    "marks": 0.5,
    "skip": 3,
    "leave": 3,
    "back": 20,
}
RARE = {"leave": 0.01, "back": 0.3, "skip": 0.02, "marks": 0.02, "erase": 0.2, "trapped": 0.2}
MOST_ACTIONS = 6000


@dataclass(slots=True)
class Tally:
    """What occurred."""

    actions: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def play(rng: random.Random, tally: Tally) -> Any:
    """One random game to its end."""
    options = {switch.id: rng.choice(switch.values) for switch in GAME.switches}
    tally.options.update(f"{id_}={value}" for id_, value in options.items())
    state = GAME.start([f"P{seat}" for seat in range(rng.randint(2, 4))], options, rng.choice(BOARDS))
    state = _on_phones(state, rng, tally)
    for _ in range(MOST_ACTIONS):
        ended = GAME.outcome(state)
        if ended is not None:
            break
        state = take(state, choose(state, rng), tally)
    ended = GAME.outcome(state)
    tally.endings[_ending(ended)] += 1
    return state


def _ending(ended: Any) -> str:
    if ended is None:
        return "unfinished"
    return f"{ended.reason} ({'shared' if len(ended.ranking[0]) > 1 else 'alone'})"


def _on_phones(state: Any, rng: random.Random, tally: Tally) -> Any:
    """Some play with a phone, some with a card on paper."""
    for seat in range(len(state.players)):
        if rng.random() < 0.7:
            state = take(state, {"type": "marks", "seat": seat, "on": "phone"}, tally)
    return state


def choose(state: Any, rng: random.Random) -> Mapping[str, Any]:
    """An answer to what is asked, the likelier the more it helps."""
    offers = [
        (WEIGHTS.get(awaited.kind, 0.05), awaited)
        for awaited in GAME.awaits(state)
        if rng.random() < RARE.get(awaited.kind, 1.0) and awaited.kind != "join"
    ]
    if not offers:
        offers = [(1, awaited) for awaited in GAME.awaits(state) if awaited.kind != "join"]
    awaited = rng.choices([offer for _, offer in offers], [weight for weight, _ in offers])[0]
    return _answer(state, awaited, rng)


def _answer(state: Any, awaited: Await, rng: random.Random) -> Mapping[str, Any]:
    answers = list(GAME.choices(state, awaited))
    if awaited.kind == "step" and rng.random() < 0.8:
        away = _steps_to(state.board, state.players[state.turn].destination)
        return min(answers, key=lambda action: (away[state.board.place_named(action["to"])], rng.random()))
    if awaited.kind == "circle":
        return min(rng.sample(answers, min(4, len(answers))), key=lambda action: _off_the_way(state, action["square"]))
    return rng.choice(answers)


@lru_cache(maxsize=8)
def _steps_to(board: Any, end: str) -> Mapping[Any, int]:
    return board.steps_to(end)


def _off_the_way(state: Any, number: int) -> int:
    """How far a square lies from the shortest ways: people circle where others pass."""
    cell = state.board.numbers[number]
    return _steps_to(state.board, "tower")[cell] + _steps_to(state.board, "ship")[cell]


def take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    """One action, with everything that must hold afterwards."""
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    tally.actions[action["type"]] += 1
    tally.moments.update(_moments(state, action, after))
    tally.problems += [f"{problem} after {dict(action)}" for problem in wrong(after)]
    return after


def _moments(before: Any, action: Mapping[str, Any], after: Any) -> list[str]:
    found = []
    if action["type"] == "step":
        here, there = before.players[before.turn].at, before.board.place_named(action["to"])
        if there not in set(before.board.around(here)):
            found.append("jump")
        if there in before.covered:
            found.append("entered a chip square")
        if there == before.players[before.turn].destination:
            found.append("arrival")
    if action["type"] == "roll" and before.phase == "play" and after.left is None:
        found.append("roll lost")
    sprung = len(after.chips) - len(before.chips)
    return found + [f"{sprung} traps at once"] * (sprung > 0)


def wrong(state: Any) -> list[str]:
    """What must hold in every state."""
    lying = Counter(owner for _, owner in state.chips)
    found = []
    if any(player.chips + lying[seat] != 5 for seat, player in enumerate(state.players)):
        found.append("chips are not conserved")
    if GAME.outcome(state) is None and not GAME.awaits(state):
        found.append("nothing is awaited")
    return found


EXPECTED: dict[str, tuple[str, ...]] = {
    "actions": ("roll", "step", "stop", "trapped", "circle", "erase", "marks", "skip", "leave", "back"),
    "moments": (*("jump", "entered a chip square", "arrival", "roll lost", "1 traps at once", "2 traps at once"),),
    "endings": ("tune-complete (alone)", "tune-complete (shared)"),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
