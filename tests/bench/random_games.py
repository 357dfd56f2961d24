"""Random legal games of Balancing Aliens: how fast, and how often each action, roll and ending occurred.

    python tests/bench/random_games.py [GAMES] [SEED]

Every action offered by an await may occur, falls included. Each game is checked on the way: pieces conserved, no offered
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

GAME = find("balancing-aliens")
BOARD = boards.sample(GAME).to_json()
MOVES = ("roll", "place", "remove")
CRASH, SLIDE, PEOPLE, CORRECT, BALANCED = 0.06, 0.02, 0.01, 0.003, 0.02
"""How probable these are after each action; BALANCED: games in which everybody prefers one sector."""
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
    state = GAME.start([f"P{seat}" for seat in range(rng.randint(1, 6))], options, BOARD)
    favourite = rng.randint(1, 4) if rng.random() < BALANCED else None
    for _ in range(MOST_ACTIONS):
        if GAME.outcome(state) is not None:
            break
        state = _take(state, _choose(state, rng, favourite), tally)
    ended = GAME.outcome(state)
    tally.endings[ended.reason if ended else "unfinished"] += 1
    return state


def _take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    _count(state, action, tally)
    if len(after.aboard) + after.pouch + after.out != after.aliens or min(after.pouch, after.out) < 0:
        tally.problems.append(f"pieces not conserved by {dict(action)}")
    return after


def _count(state: Any, action: Mapping[str, Any], tally: Tally) -> None:
    kind = action["type"]
    name = f"{kind} (own)" if action.get("own") else kind
    if kind == "place":
        name = f"place ({GAME.awaits(state)[0].domain['why']})"
    tally.actions[name] += 1
    if kind == "roll":
        tally.rolls[f"{state.phase} {action['value']}"] += 1


def _choose(state: Any, rng: random.Random, favourite: int | None) -> Mapping[str, Any]:
    """A move as a rule; now and then something happens to the ship or the people."""
    awaited = {a.kind: a for a in GAME.awaits(state)}
    moves = [a for a in GAME.awaits(state) if a.kind in MOVES]
    chance = rng.random() if favourite is None else 1.0
    if "fell" in awaited and chance < CRASH:
        return _fall(state, rng, awaited["fell"].domain)
    if "moved" in awaited and chance < CRASH + SLIDE:
        return _slide(rng, awaited["moved"].domain)
    if chance < CRASH + SLIDE + PEOPLE or not moves:
        return _people(state, rng, awaited)
    if state.phase != "start" and chance < CRASH + SLIDE + PEOPLE + CORRECT:
        return {"type": "correct", "fact": "score", "value": [0, rng.randint(0, 40)]}
    if "pass" in awaited and rng.random() < 0.02:
        return {"type": "pass"}
    return _move(state, rng, rng.choice(moves), favourite)


def _move(state: Any, rng: random.Random, awaited: Any, favourite: int | None) -> Mapping[str, Any]:
    answers = list(GAME.choices(state, awaited))
    if favourite is not None:
        answers = [a for a in answers if favourite in (a.get("sector", favourite), a.get("value"))] or answers
        answers = [a for a in answers if a.get("value") in (None, favourite, 6)] or answers
    return rng.choice(answers)


def _fall(state: Any, rng: random.Random, domain: Mapping[str, Any]) -> Mapping[str, Any]:
    hand = domain["hand"]
    aboard = list(state.aboard)
    most = len(aboard)
    number = most if rng.random() < 0.15 else rng.randint(0, min(4, most))
    gone = rng.sample(aboard, number)
    own = hand is not None and rng.random() < 0.3
    if hand == "placed" and own:
        gone = [state.handled.spot, *_others(gone, state.handled.spot, aboard)]
    elif hand == "removing" and own:
        grabbed = rng.choice(GAME.awaits(state)[0].domain["spots"])
        gone = [tuple(grabbed), *_others(gone, tuple(grabbed), aboard)]
    elif not gone and not own:
        gone = [aboard[0]] if aboard else []
    own = own or not gone
    count = len(gone) + (1 if own and hand in {"placing", "removed"} else 0)
    blamed = state.blame if rng.random() < 0.9 else None
    return {"type": "fell", "count": count, "gone": [list(s) for s in gone], "blamed": blamed, "own": own}


def _others(gone: list[Any], own: Any, aboard: list[Any]) -> list[Any]:
    """The others that fell, so that together with the own one they all stood there."""
    left = list(aboard)
    left.remove(own)
    kept = []
    for spot in gone:
        if spot in left:
            left.remove(spot)
            kept.append(spot)
    return kept


def _slide(rng: random.Random, domain: Mapping[str, Any]) -> Mapping[str, Any]:
    now = [rng.choice(domain["rings"]), rng.choice(domain["sectors"])]
    return {"type": "moved", "was": rng.choice(domain["spots"]), "now": now}


def _people(state: Any, rng: random.Random, awaited: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = rng.choice([kind for kind in ("join", "leave", "back", "skip") if kind in awaited])
    if kind == "join":
        return {"type": "join", "name": f"P{len(state.players)}"}
    return rng.choice(list(GAME.choices(state, awaited[kind])))


EXPECTED = {
    "actions": (
        *("roll", "place (roll)", "place (six)", "place (overtime)", "remove", "pass", "fell", "fell (own)", "moved"),
        *("join", "leave", "back", "skip", "correct"),
    ),
    "rolls": tuple(f"{phase} {value}" for phase in ("start", "sending", "returning") for value in range(1, 7)),
    "endings": ("all-returned", "all-fallen", "one-sector"),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values or (0, 3)),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
