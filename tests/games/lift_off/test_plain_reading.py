"""A second, plain reading of the rulebook, written apart from the rules: Moon, Day Track, four points that launch alone.

It plays random turns on the sample board next to the real rules, and both must tell the same story.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("lift-off")
BOARD = boards.sample_json(GAME)
PLACES = {"p1": "rocket-ship", "p2": "satellite", "p3": "ufo", "p4": "miracle"}
NEEDED = {"rocket-ship": (6, 6, "full"), "satellite": (0, 6, None), "ufo": (4, 2, "new")}
UFO = ((1, 0), (0, 2), (3, 0))


@dataclass
class PlainGame:
    """The game as one would keep it on paper."""

    players: int
    sun: int
    moon: int = 0
    turn: int = 0
    saved: Counter[int] = field(default_factory=Counter)
    on: dict[str, list[int]] = field(default_factory=lambda: {p: [] for p in PLACES})
    fuel: Counter[str] = field(default_factory=Counter)
    screws: Counter[str] = field(default_factory=Counter)
    sky: str | None = None
    garglore: str | None = None
    over: str | None = None

    def phase(self, place: str) -> str:
        """White, grey or dark."""
        return self.sky or BOARD["phases"][place][self.moon]

    def price(self, place: str) -> tuple[int, int]:
        """Fuel and screws for the next alien."""
        kind = PLACES[place]
        return UFO[len(self.on[place])] if kind == "ufo" else {"rocket-ship": (1, 1), "satellite": (0, 2)}[kind]

    def full(self, place: str) -> bool:
        """No room left."""
        return len(self.on[place]) == {"rocket-ship": 6, "satellite": 3, "ufo": 3, "miracle": self.players}[PLACES[place]]

    def look(self) -> None:
        """Let take off what can."""
        for place, kind in PLACES.items():
            there = self.on[place]
            if place != self.garglore and there and self.ready(place, kind):
                self.saved.update(there)
                self.on[place] = []
                self.fuel[place] = self.screws[place] = 0
        if any(count == 10 for count in self.saved.values()):
            self.over = "all-saved"

    def ready(self, place: str, kind: str) -> bool:
        """Whether the requirement is met."""
        if kind == "miracle":
            return set(self.on[place]) == set(range(self.players))
        fuel, screws, phase = NEEDED[kind]
        return self.fuel[place] >= fuel and self.screws[place] >= screws and phase in (None, self.phase(place))

    def step(self) -> None:
        """The Moon step at the end of a turn."""
        self.moon = (self.moon + 1) % 8
        if self.moon == 0:
            self.sun += 1
            if self.sun == 7:
                self.over = "explosion"
                return
            self.garglore = None
        self.look()
        self.sky = None
        if self.over is None:
            self.look()
        if self.over is None:
            self.turn = (self.turn - 1) % self.players


def both(rng: random.Random) -> tuple[PlainGame, Any]:
    """One random game, played by both readings."""
    players = rng.randint(2, 5)
    plain = PlainGame(players, BOARD["day_start"][str(players)])
    seats = [{"name": f"P{n}"} for n in range(players)]
    state = GAME.from_json({"board": BOARD, "seats": seats, "points": list(PLACES.values()), "turn": 0, "moves": 2})
    while plain.over is None:
        for _ in range(rng.randint(1, 4)):
            if plain.over is None:
                state = something(plain, state, rng)
                compare(plain, state)
        if plain.over is None:
            plain.step()
            state = done(state, {"type": "end-turn"})
            compare(plain, state)
    return plain, state


def done(state: Any, action: dict[str, Any]) -> Any:
    """The state after an action that must be legal."""
    after = GAME.act(state, action)
    assert not isinstance(after, Illegal), (action, after)
    return after


def something(plain: PlainGame, state: Any, rng: random.Random) -> Any:
    """One thing a player may do, in both."""
    place, what = rng.choice(list(PLACES)), rng.choice(("stand", "stand", "pay", "sky", "garglore"))
    if what == "sky":
        plain.sky = rng.choice(("full", "new"))
        plain.look()
        return done(state, {"type": "card", "card": {"full": "supernova", "new": "asteroids"}[plain.sky]})
    if what == "garglore" and place != plain.garglore:
        plain.garglore = place
        plain.look()
        return done(state, {"type": "card", "card": "garglore", "to": place})
    if what == "pay" and PLACES[place] != "miracle":
        fuel = 0 if PLACES[place] == "satellite" else rng.randint(0, 2)
        plain.fuel[place] += fuel
        plain.screws[place] += 1
        plain.look()
        return done(state, {"type": "pay", "point": place, "fuel": fuel, "screw": 1})
    return stand(plain, state, place) if what == "stand" else state


def stand(plain: PlainGame, state: Any, place: str) -> Any:
    """The player on turn puts an alien on a platform, carried there by hand."""
    me = plain.turn
    left = 10 - plain.saved[me] - sum(there.count(me) for there in plain.on.values())
    if not left or plain.full(place) or (PLACES[place] == "miracle" and me in plain.on[place]):
        return state
    state = done(state, {"type": "correct", "fact": "lying", "value": [me, {place: 1}]})
    if PLACES[place] != "miracle":
        fuel, screws = plain.price(place)
        plain.fuel[place] += fuel
        plain.screws[place] += screws
    plain.on[place].append(me)
    plain.look()
    return done(state, {"type": "stand", "point": place})


def compare(plain: PlainGame, state: Any) -> None:
    """Everything the table can see."""
    view = GAME.view(state, None)
    assert [seat["score"] for seat in view["seats"]] == [plain.saved[n] for n in range(plain.players)]
    assert (view["moon"], view["sun"], state.reason) == (plain.moon, plain.sun, plain.over)
    for place, tile in view["points"].items():
        assert tile["standing"] == plain.on[place]
        assert (tile["paid"]["fuel"], tile["paid"]["screw"]) == (plain.fuel[place], plain.screws[place])
        assert plain.over is not None or tile["moon"] == plain.phase(place)
    if plain.over is None:
        assert (view["turn"], view["garglore"]) == (plain.turn, plain.garglore or "pool")


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_agree_in_a_random_game(seed: int) -> None:
    """Saved aliens, platforms, payments, Moon, Sun, turn and ending after every action."""
    plain, state = both(random.Random(seed))
    assert state.reason == plain.over
    if GAME.outcome(state) is not None:
        best = max(plain.saved[n] for n in range(plain.players))
        assert set(GAME.outcome(state).ranking[0]) <= {n for n in range(plain.players) if plain.saved[n] == best}
