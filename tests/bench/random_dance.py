"""Random legal games of The Alien's Dance: how fast, and how often each action, roll and ending occurred.

    python tests/bench/random_dance.py [GAMES] [SEED]

Every action offered by an await may occur, falls included. Each game is checked on the way: aliens conserved, no offered
action refused. Exit code 1 if anything never occurred or was refused.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from _random_play import run, unreached

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("aliens-dance")
BOARD = boards.sample(GAME).to_json()
CRASH, SLIDE, PEOPLE, STEADY = 0.14, 0.02, 0.01, 0.12
"""How probable these are after each action; STEADY: games in which hardly anything falls, so that somebody scores 100."""
STEADY_CRASH, DARING, EVERYTHING = 0.002, 0.7, 0.6
"""DARING: how probable it is to bring one more alien instead of ending the turn; EVERYTHING: that all aliens fall at once."""
MOST_ACTIONS = 3000


@dataclass(slots=True)
class Tally:
    """What occurred."""

    actions: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def random_options(rng: random.Random) -> dict[str, Any]:
    """A value for every house rule."""
    return {switch.id: rng.choice(switch.values or (0, 3)) for switch in GAME.switches}


def play(rng: random.Random, tally: Tally) -> Any:
    """One random game to its end."""
    options = random_options(rng)
    tally.options.update(f"{id_}={value}" for id_, value in options.items())
    steady = rng.random() < STEADY
    state = GAME.start([f"P{seat}" for seat in range(rng.randint(1, 2 if steady else 6))], options, BOARD)
    if steady:
        late = [{"type": "correct", "fact": "phase", "value": "dancing"}]
        late += [
            {"type": "correct", "fact": "score", "value": [seat, rng.randint(60, 90)]} for seat in range(len(state.players))
        ]
        for action in late:
            state = _take(state, action, tally)
    for _ in range(MOST_ACTIONS):
        if GAME.outcome(state) is not None:
            break
        state = _take(state, _choose(state, rng, STEADY_CRASH if steady else CRASH), tally)
    ended = GAME.outcome(state)
    tally.endings[ended.reason if ended else "unfinished"] += 1
    return state


def _take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    _count(state, action, tally)
    if len(after.aboard) + len(after.hand) + after.pouch + after.out != after.aliens or min(after.pouch, after.out) < 0:
        tally.problems.append(f"aliens not conserved by {dict(action)}")
    return after


def _count(state: Any, action: Mapping[str, Any], tally: Tally) -> None:
    kind = action["type"]
    name = f"{kind} (own)" if action.get("own") else kind
    if kind == "place":
        name = "place (hand)" if state.hand else "place (reserve)"
    if kind == "roll":
        tally.rolls[f"{state.phase} {action['value']}"] += 1
        name = "roll (ends the turn)" if state.roll is not None else kind
    tally.actions[name] += 1


def _choose(state: Any, rng: random.Random, crash: float) -> Mapping[str, Any]:
    """A move as a rule; now and then something happens to the ship or the people."""
    awaited: dict[str, Any] = {}
    for await_ in GAME.awaits(state):
        awaited.setdefault(await_.kind, await_)
    chance = rng.random()
    if "fell" in awaited and chance < crash:
        return _fall(state, rng, awaited["fell"].domain)
    if "moved" in awaited and crash <= chance < crash + SLIDE:
        return _slide(rng, awaited["moved"].domain)
    moves = [awaited[kind] for kind in ("place", "remove") if kind in awaited]
    endings = [awaited[kind] for kind in ("roll", "end-turn") if kind in awaited]
    if chance > 1 - PEOPLE or not moves + endings:
        return _people(state, rng, awaited)
    if "pass" in awaited and rng.random() < 0.01:
        return {"type": "pass"}
    which = moves if moves and (not endings or rng.random() < DARING) else endings
    return rng.choice(list(GAME.choices(state, rng.choice(which))))


def _fall(state: Any, rng: random.Random, domain: Mapping[str, Any]) -> Mapping[str, Any]:
    aboard = list(state.aboard)
    number = len(aboard) if rng.random() < EVERYTHING else rng.randint(0, min(4, len(aboard)))
    gone = rng.sample(aboard, number)
    own = domain["hand"] == "placing" and (not gone or rng.random() < 0.3)
    if not own and not gone:
        gone = aboard[:1]
    blamed = state.blame if rng.random() < 0.9 else None
    return {"type": "fell", "count": len(gone) + own, "gone": [list(s) for s in gone], "blamed": blamed, "own": own}


def _slide(rng: random.Random, domain: Mapping[str, Any]) -> Mapping[str, Any]:
    now = [rng.choice(domain["rings"]), rng.choice(domain["sectors"])]
    return {"type": "moved", "was": rng.choice(domain["spots"]), "now": now}


def _people(state: Any, rng: random.Random, awaited: Mapping[str, Any]) -> Mapping[str, Any]:
    if state.phase != "start" and rng.random() < 0.2:
        return {"type": "correct", "fact": "score", "value": [0, rng.randint(0, 40)]}
    kind = rng.choice([kind for kind in ("join", "leave", "back", "skip") if kind in awaited])
    if kind == "join":
        return {"type": "join", "name": f"P{len(state.players)}"}
    return rng.choice(list(GAME.choices(state, awaited[kind])))


EXPECTED = {
    "actions": (
        *("roll", "roll (ends the turn)", "place (reserve)", "place (hand)", "remove", "pass", "end-turn"),
        *("fell", "fell (own)", "moved", "join", "leave", "back", "skip", "correct"),
    ),
    "rolls": tuple(f"{phase} {value}" for phase in ("start", "dancing") for value in range(1, 7)),
    "endings": ("hundred", "all-fallen"),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values or (0, 3)),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
