"""Random legal games of the E.T. card game: how fast, and how often each action, guess, card and ending occurred.

    python tests/bench/random_et_cards.py [GAMES] [SEED]

Every action offered by an await may occur. Each game is checked on the way: 35 cards, one of each kind before a player, VLIEG
and GEVAAR never together, no offered action refused. Exit code 1 if anything never occurred or went wrong.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from _random_play import run, unreached

from companion.games import find
from companion.games.contract import Illegal
from companion.games.etcards.state import DECK, FLIGHT, KINDS, PERIL

GAME = find("et-cards")
RARE = {"leave": 0.01, "back": 0.1, "peek": 0.03}
KEEPS = 0.5
MOST_ACTIONS = 5000


@dataclass(slots=True)
class Tally:
    """What occurred."""

    actions: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def play(rng: random.Random, tally: Tally) -> Any:
    """One random game to its end."""
    options = {switch.id: rng.choice(switch.values) for switch in GAME.switches}
    tally.options.update(f"{id_}={value}" for id_, value in options.items())
    players = rng.randint(2, 6)
    tally.players[str(players)] += 1
    state = GAME.start([f"P{seat}" for seat in range(players)], options, {})
    for _ in range(MOST_ACTIONS):
        if GAME.outcome(state) is not None:
            break
        state = _take(state, choose(state, rng), tally)
    ended = GAME.outcome(state)
    tally.endings[ended.reason if ended else "unfinished"] += 1
    return state


def choose(state: Any, rng: random.Random) -> Mapping[str, Any]:
    """An answer to something that is awaited; often a right guess that keeps all."""
    awaits = GAME.awaits(state)
    offers = [awaited for awaited in awaits if rng.random() < RARE.get(awaited.kind, 1.0)] or awaits
    answers = list(GAME.choices(state, rng.choice(offers)))
    return rng.choice(answers[:1] if answers[0]["type"] == "guess" and rng.random() < KEEPS else answers)


def _take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    tally.actions[action["type"]] += 1
    tally.cards.update(action.get("cards", ()))
    tally.turns.update(_turned(state, after, action["type"]))
    tally.problems += [f"{problem} after {dict(action)}" for problem in wrong(after)]
    return after


def _turned(before: Any, after: Any, kind: str) -> list[str]:
    """What can happen in a turn."""
    found = ["shuffled"] if after.shuffled > before.shuffled else []
    last = after.last
    if kind not in ("guess", "announce") or last is None or last is before.last:
        return found
    found.append("right" if last.right else "wrong")
    found += ["cancelled"] if last.cancelled else []
    found += ["alike"] if len(set(last.cards)) == 1 else []
    found += ["forced GEVAAR"] if not last.right and last.kept else []
    return [*found, f"kept {len(last.kept)}"]


def wrong(state: Any) -> list[str]:
    """What must hold in every state."""
    found = []
    lying = Counter(card for player in state.players for card in player.laid)
    draw = state.draw
    if min(draw.values()) < 0:
        found.append("more cards of a kind than there are")
    if draw.total() + lying.total() + sum(state.discard) + len(state.held) != sum(DECK.values()):
        found.append("cards are not conserved")
    if any(len(set(p.laid)) != len(p.laid) or {FLIGHT, PERIL} <= set(p.laid) for p in state.players):
        found.append("what cannot lie together does")
    return found


EXPECTED: dict[str, tuple[str, ...]] = {
    "actions": ("first", "announce", "guess", "peek", "leave", "back"),
    "cards": KINDS,
    "turns": ("right", "wrong", "alike", "cancelled", "forced GEVAAR", "shuffled", "kept 0", "kept 1", "kept 2"),
    "players": ("2", "3", "4", "5", "6"),
    "endings": ("four-adventures",),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
