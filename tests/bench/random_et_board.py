"""Random legal games of the E.T. board game: how fast, and how often each action, kind of space, event and ending occurred.

    python tests/bench/random_et_board.py [GAMES] [SEED]

Every action offered by an await may occur. Each game is checked on the way: costume cards conserved, no debts, the transmitter
and E.T. where they can be, no offered action refused. Exit code 1 if anything never occurred or went wrong.
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
from companion.games.contract import Await, Illegal
from companion.games.etboard.board import KINDS
from companion.games.etboard.state import PIECES, costumes_for

GAME = find("et-board")
SAMPLE = boards.sample_json(GAME)
UNNUMBERED = {**SAMPLE, "verified": True, "rings": [[s.rstrip("0123456789 ") for s in ring] for ring in SAMPLE["rings"]]}
PATH = {**SAMPLE, "landing_path": [3, 2]}
BOARDS = (SAMPLE, UNNUMBERED, PATH)
"""The sample, one without numbers, and one whose Landing Site has a path of its own."""
RARE = {"leave": 0.004, "back": 0.1, "costume": 0.2}
WANTED = {"beacon": 10, "arrow-bottom": 6, "costume": 4}
"""Where players want to go, so that games come to an end."""
MOST_ACTIONS = 20_000


@dataclass(slots=True)
class Tally:
    """What occurred."""

    actions: Counter[str] = field(default_factory=Counter)
    spaces: Counter[str] = field(default_factory=Counter)
    news: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def play(rng: random.Random, tally: Tally) -> Any:
    """One random game to its end."""
    options = {switch.id: rng.choice(switch.values) for switch in GAME.switches}
    tally.options.update(f"{id_}={value}" for id_, value in options.items())
    state = GAME.start([f"P{seat}" for seat in range(rng.randint(2, 4))], options, rng.choice(BOARDS))
    for _ in range(MOST_ACTIONS):
        if GAME.outcome(state) is not None:
            break
        state = _take(state, choose(state, rng), tally)
    ended = GAME.outcome(state)
    tally.endings[f"{ended.reason}, {'shared' if len(ended.ranking[0]) > 1 else 'one winner'}" if ended else "unfinished"] += 1
    return state


def choose(state: Any, rng: random.Random) -> Mapping[str, Any]:
    """An answer to something that is awaited; of spaces rather those that bring the game on."""
    awaits = GAME.awaits(state)
    offers = [awaited for awaited in awaits if rng.random() < RARE.get(awaited.kind, 1.0)] or awaits
    awaited = rng.choice(offers)
    answers = list(GAME.choices(state, awaited))
    return rng.choices(answers, [_weight(state, awaited, answer) for answer in answers])[0]


def _weight(state: Any, awaited: Await, answer: Mapping[str, Any]) -> float:
    if awaited.kind not in ("space", "fly"):
        return 1
    kind = answer.get("kind") or state.board.at(state.ring, answer["to"]).kind
    return WANTED.get(kind, 1) / (6 if "chips" in answer else 1)


def _take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    kind, why = action["type"], state.ask.why if state.ask else "move"
    tally.actions[f"{kind} ({why})" if kind == "roll" else kind] += 1
    tally.spaces[action.get("kind") or (after.here.kind if after.here and after.here is not state.here else "")] += 1
    tally.news.update(news.code for news in after.news)
    tally.problems += [f"{problem} after {dict(action)}" for problem in wrong(after)]
    return after


def wrong(state: Any) -> list[str]:
    """What must hold in every state."""
    found = []
    if state.pile + sum(p.costumes for p in state.players) != costumes_for(len(state.players)):
        found.append("costume cards are not conserved")
    if min(p.chips for p in state.players) < 0 or not 0 <= state.pieces <= PIECES:
        found.append("debts, or parts of the transmitter that do not exist")
    if state.ring == 4 and not state.complete:
        found.append("the fourth ring is open too early")
    if state.rules.follows(state.board) != (state.space is not None) and state.phase != "over":
        found.append("E.T. got lost")
    return found


EXPECTED: dict[str, tuple[str, ...]] = {
    "actions": (
        *("first", "call", "costume", "roll (move)", "roll (win)", "roll (loss)", "space", "chips", "ascend"),
        *("guess", "fly", "leave", "back"),
    ),
    "spaces": KINDS,
    "news": (
        *(
            "hide",
            "men",
            "gertie",
            "spacesuit",
            "beacon",
            "costume",
            "playground",
            "arrow",
            "dressed",
            "safe",
            "right",
            "wrong",
        ),
        *("helper", "miss", "up", "blocked", "stays", "beacon-complete", "no-costume-left", "match", "landed"),
    ),
    "endings": ("landed, one winner", "landed, shared"),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
