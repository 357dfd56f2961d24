"""The rules against a second, plain reading of the rulebook: lists and ifs, no ledger, no tasks, nothing shared."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games import boards, find

GAME = find("balancing-aliens")
BOARD = boards.sample(GAME).to_json()
POINTS = BOARD["points"]


class PlainGame:
    """What people at a table keep in their heads. Falls are told after the move they belong to."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.options = options
        self.scores = [0] * players
        self.turn = 0
        self.returning = False
        self.ship: list[tuple[int, int]] = []
        self.bag = 10
        self.out = 0
        self.over: str | None = None

    def wants(self, die: int) -> str:
        """What the player does with this roll."""
        if die == 5:
            return "pass"
        if not self.returning:
            return "place"
        if die == 6 or any(sector == die for _, sector in self.ship):
            return "remove"
        return "place" if self.bag else "pass"

    def places(self, die: int) -> list[tuple[int, int]]:
        """Where an alien may go."""
        sectors = {1, 2, 3, 4} if die == 6 else {die}
        if self.returning:
            sectors = {sector for _, sector in self.ship}
        return [(ring, sector) for ring in range(1, 7) for sector in sectors]

    def place(self, spot: tuple[int, int]) -> None:
        """An alien out of the bag."""
        self.ship.append(spot)
        self.bag -= 1
        self.scores[self.turn] += POINTS[spot[0] - 1]
        if len(self.ship) == 10 and len({sector for _, sector in self.ship}) == 1:
            self.over = "one-sector"

    def remove(self, spot: tuple[int, int]) -> None:
        """An alien into the bag."""
        self.ship.remove(spot)
        self.bag += 1
        self.scores[self.turn] += POINTS[spot[0] - 1]
        if not self.ship:
            self.over = "all-returned"

    def fall(self, spots: list[tuple[int, int]], own: tuple[int, int] | None) -> None:
        """Aliens fall off in this turn; `own` is the one just placed, if it is among them."""
        cost = 2 * len(spots)
        if own is not None:
            how = self.options["aliens.fall_on_placement"]
            self.scores[self.turn] -= 0 if how == "plus-then-minus" else POINTS[own[0] - 1]
            cost -= 2 if how == "nothing" else 0
        for spot in spots:
            self.ship.remove(spot)
        if self.options["aliens.fallen"] == "out":
            self.out += len(spots)
        else:
            self.bag += len(spots)
        self.scores[self.turn] = max(0, self.scores[self.turn] - cost)
        if not self.ship and (self.returning or not self.bag or self.options["aliens.phase1_wipeout_ends"]):
            self.over = "all-fallen"

    def next(self, die: int) -> None:
        """The dice go on, except after a six; with an empty bag the aliens start coming home."""
        if self.over is None:
            self.turn = self.turn if die == 6 else (self.turn + 1) % self.players
            self.returning = self.returning or self.bag == 0


def start(players: int, options: dict[str, Any]) -> Any:
    """The rules' game, seats in order."""
    state = GAME.start([f"P{n}" for n in range(players)], options, BOARD)
    for seat in range(players if players > 1 else 0):
        state = GAME.act(state, {"type": "roll", "seat": seat, "value": 6 - seat})
    return state


def play_both(rng: random.Random) -> tuple[PlainGame, Any]:
    """One random game, played by both readings."""
    options = {switch.id: rng.choice(switch.values or (0,)) for switch in GAME.switches}
    players = rng.randint(1, 5)
    plain, state = PlainGame(players, options), start(players, options)
    while plain.over is None:
        die = rng.randint(1, 6)
        state = GAME.act(state, {"type": "roll", "value": die})
        state = move(plain, state, die, rng)
        plain.next(die)
        compare(plain, state)
    return plain, state


def move(plain: PlainGame, state: Any, die: int, rng: random.Random) -> Any:
    """Carry a roll out in both, and let aliens fall now and then."""
    wants, own = plain.wants(die), None
    if wants == "pass":
        return state
    spot = rng.choice(plain.places(die) if wants == "place" else [s for s in plain.ship if die in (6, s[1])])
    getattr(plain, wants)(spot)
    state = GAME.act(state, {"type": wants, "ring": spot[0], "sector": spot[1]})
    if plain.over is None and plain.ship and rng.random() < 0.15:
        spots = rng.sample(plain.ship, rng.randint(1, len(plain.ship)) if rng.random() < 0.3 else 1)
        own = spot if wants == "place" and spot in spots else None
        plain.fall(spots, own)
        gone = [list(s) for s in spots]
        state = GAME.act(state, {"type": "fell", "count": len(gone), "gone": gone, "own": own is not None})
    return state


def compare(plain: PlainGame, state: Any) -> None:
    """Everything a player can see."""
    view = GAME.view(state, None)
    assert [seat["score"] for seat in view["seats"]] == plain.scores
    assert sorted(map(tuple, view["aboard"])) == sorted(plain.ship)
    assert (view["pouch"], view["out"], state.reason) == (plain.bag, plain.out, plain.over)
    if plain.over is None:
        assert (view["turn"], view["phase"]) == (plain.turn, "returning" if plain.returning else "sending")


@pytest.mark.parametrize("seed", range(200))
def test_both_readings_agree_in_a_random_game(seed: int) -> None:
    """Scores, pieces, turn, phase and ending after every roll."""
    plain, state = play_both(random.Random(seed))
    outcome = GAME.outcome(state)
    assert outcome is not None
    best = max(plain.scores)
    assert set(outcome.ranking[0]) == {seat for seat, score in enumerate(plain.scores) if score == best}
