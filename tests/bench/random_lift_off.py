"""Random legal games of Lift Off!: how fast, and how often each action, card, point, variant and ending occurred.

    python tests/bench/random_lift_off.py [GAMES] [SEED]

Every action offered by an await may occur, those that bring aliens home more often. Each game is checked on the way: aliens
conserved, the Sun on its track, no platform over capacity, nothing left that would launch, no offered action refused. Exit
code 1 if anything never occurred or went wrong.
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
from companion.games.liftoff.board import KINDS, POINTS
from companion.games.liftoff.points import kind_at
from companion.games.liftoff.variants import CARDS, VARIANTS

GAME = find("lift-off")
SAMPLE = boards.sample_json(GAME)
FULL = {
    **SAMPLE,
    "jetpack": {"full": 2, "half": 3, "new": 4},
    "slingshot": {phase: ["fuel", "screw"] for phase in ("full", "half", "new")},
}
BLANK = {**SAMPLE, "phases": {p: ["?"] * 8 for p in SAMPLE["phases"]}, "day_start": {}, "bonfire": {}, "trampoline": {}}
LONG = {**FULL, "day_spots": 24, "day_start": {str(players): 0 for players in range(2, 6)}}
BOARDS = (SAMPLE, FULL, BLANK, LONG)
"""The sample, one with every value, one with hardly any, and one on which there is time to save everybody."""
WEIGHTS = {"stand": 40, "move": 24, "attempt": 12, "pay": 8, "end-turn": 6, "card": 4, "saved": 3, "trade": 1}
RARE = {"detail": 0.004, "leave": 0.002, "back": 0.05}
MOST_ACTIONS = 4000


@dataclass(slots=True)
class Tally:
    """What occurred."""

    actions: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    launches: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def random_options(rng: random.Random) -> dict[str, Any]:
    """A value for every house rule; the tracker in one game of eight."""
    options = {switch.id: rng.choice(switch.values) for switch in GAME.switches}
    return {**options, "liftoff.detail": "tracker" if rng.random() < 0.12 else "full"}


def play(rng: random.Random, tally: Tally) -> Any:
    """One random game to its end."""
    options = random_options(rng)
    tally.options.update(f"{id_}={value}" for id_, value in options.items())
    tally.variants[options["liftoff.variant"]] += 1
    players = 4 if options["liftoff.variant"] == "teams" else rng.randint(2, 5)
    state = GAME.start([f"P{seat}" for seat in range(players)], options, rng.choice(BOARDS))
    for _ in range(MOST_ACTIONS):
        if GAME.outcome(state) is not None:
            break
        state = _take(state, choose(state, rng), tally)
    ended = GAME.outcome(state)
    tally.endings[ended.reason if ended else "unfinished"] += 1
    return state


def choose(state: Any, rng: random.Random) -> Mapping[str, Any]:
    """An answer to what is asked; else a move, the likelier the more it helps."""
    offers = []
    for awaited in GAME.awaits(state):
        if rng.random() < RARE.get(awaited.kind, 1.0):
            weight = WEIGHTS.get(awaited.kind, 5)
            offers.append((weight, awaited))
    while offers:
        weights = [weight for weight, _ in offers]
        index = rng.choices(range(len(offers)), weights)[0]
        answers = _answers(state, offers[index][1], rng)
        if answers:
            return rng.choice(answers)
        del offers[index]
    return next(action for awaited in GAME.awaits(state) for action in GAME.choices(state, awaited))


def _answers(state: Any, awaited: Await, rng: random.Random) -> list[Mapping[str, Any]]:
    """What may be chosen; of walks those towards a point, of cards one kind, of saved aliens few."""
    answers = list(GAME.choices(state, awaited))
    if awaited.kind == "move" and rng.random() < 0.9:
        return [a for a in answers if a["now"] != "core" and not a["was"].startswith(("pad", "p"))] or answers
    if awaited.kind == "card" and answers:
        card = rng.choice(sorted({a["card"] for a in answers}))
        return [a for a in answers if a["card"] == card]
    if awaited.kind == "saved":
        return [a for a in answers if a["aliens"][0][1] < 4]
    return answers


def _take(state: Any, action: Mapping[str, Any], tally: Tally) -> Any:
    after = GAME.act(state, action)
    if isinstance(after, Illegal):
        tally.problems.append(f"refused {dict(action)}: {after}")
        return state
    kind = action["type"]
    tally.actions[f"roll ({state.ask.why if state.ask else 'start'})" if kind == "roll" else kind] += 1
    if kind == "card":
        tally.cards[action["card"]] += 1
    tally.launches.update(launched(state, after, action))
    tally.problems += [f"{problem} after {dict(action)}" for problem in wrong(after)]
    return after


def launched(before: Any, after: Any, action: Mapping[str, Any]) -> list[str]:
    """The kinds of points that took off: where a platform emptied, or where who stepped on was thrown off at once."""
    if sum(p.saved for p in after.players) == sum(p.saved for p in before.players) or before.detail == "tracker":
        return []
    stepped = POINTS.index(action["point"]) if action["type"] == "stand" else None
    pairs = zip(before.points, after.points, strict=True)
    return [
        old.kind
        for point, (old, new) in enumerate(pairs)
        if old is not None and old.kind == new.kind and len(new.standing) < len(old.standing) + (point == stepped)
    ]


def wrong(state: Any) -> list[str]:
    """What must hold in every state of a game without rulings and corrections."""
    found = []
    total = state.rules.preset.aliens
    if any(sum(p.lying) + state.standing_of(n) + p.saved != total for n, p in enumerate(state.players)):
        found.append("aliens are not conserved")
    if state.sun is not None and not 0 <= state.sun <= state.board.day_spots:
        found.append("the Sun left its track")
    for point, tile in enumerate(state.points):
        if tile is not None:
            found += _wrong_at(state, point)
    return found


def _wrong_at(state: Any, point: int) -> list[str]:
    tile, kind = state.tile(point), kind_at(state, point)
    room = ROOM.get(tile.kind, len(state.players) if tile.kind == "miracle" else None)
    found = [] if room is None or len(tile.standing) <= room else [f"{tile.kind} over capacity"]
    settled = state.phase == "play" and state.ask is None and state.detail == "full" and state.garglore != point
    if settled and kind.launches(state, point) == "yes":
        found.append(f"{tile.kind} should have launched")
    return found


ROOM = {"bonfire": 4, "satellite": 3, "rocket-ship": 6, "jetpack": 1, "trampoline": 2, "ufo": 3, "teleport": 3, "slingshot": 1}

EXPECTED: dict[str, tuple[str, ...]] = {
    "actions": (
        *("roll (start)", "roll (lift-off)", "roll (stargate)", "first", "tile", "launch", "explodes", "count", "move"),
        *("stand", "pay", "attempt", "trade", "card", "end-turn", "saved", "detail", "leave", "back"),
    ),
    "cards": tuple(CARDS),
    "launches": KINDS,
    "variants": tuple(VARIANTS),
    "endings": ("all-saved", "everyone-saved", "explosion"),
    "options": tuple(f"{s.id}={value}" for s in GAME.switches for value in s.values),
}


def never_occurred(tally: Tally) -> list[str]:
    """What random play has not reached."""
    return unreached(tally, EXPECTED)


if __name__ == "__main__":
    sys.exit(run(play, Tally(), EXPECTED))
