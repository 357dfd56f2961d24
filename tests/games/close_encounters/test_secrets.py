"""Nobody's circles are ever in what another may see."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from companion.games import boards, find
from companion.games.contract import Illegal

GAME = find("close-encounters")
Position = Callable[..., Any]
SECRET_ROWS = [". M M .", "901 902 903 904", "905 906 o 907", "908 909 910 911", "912 913 914 915", "o 916 917 918", ". T T ."]

_SQUARES = {"chips", "entered", "path", "seats", "trapped"}
"""Parts of the view that name squares which everybody has seen entered."""


def shown_to(state: Any, seat: int | None) -> str:
    """Everything a seat is shown, but the board and what is offered on its own card."""
    awaits = [a for a in GAME.awaits(state) if a.visible_to is None or seat in a.visible_to]
    mine = [{"id": a.id, "kind": a.kind, "seat": a.seat, "domain": dict(a.domain)} for a in awaits if a.kind != "step"]
    public = {key: value for key, value in GAME.view(state, seat).items() if key not in _SQUARES}
    return json.dumps([mine, public])


def test_a_views_circles_are_its_owners_only() -> None:
    """In a random game, after every action, each seat's circles are absent from all other views and awaits."""
    rng = random.Random(3)
    state = GAME.start(["A", "B", "C"], {}, boards.sample_json(GAME, {"rows": SECRET_ROWS}))
    looked = 0
    for seat in range(3):
        state = GAME.act(state, {"type": "marks", "seat": seat, "on": "phone"})
    for _ in range(400):
        offers = [a for a in GAME.awaits(state) if a.kind in {"roll", "step", "circle", "erase"}]
        if not offers or GAME.outcome(state):
            break
        state = GAME.act(state, rng.choice(list(GAME.choices(state, rng.choice(offers)))))
        assert not isinstance(state, Illegal)
        if GAME.outcome(state) is None:
            looked += _look(state)
    assert looked > 300


def _look(state: Any) -> int:
    found = 0
    for owner, player in enumerate(state.players):
        for other in (None, *(seat for seat in range(3) if seat != owner)):
            text = shown_to(state, other)
            own = set() if other is None else set(state.players[other].circles)
            free = {n for a in GAME.awaits(state) if a.visible_to == (other,) for n in a.domain["squares"]}
            for number in set(player.circles) - own - free:
                assert str(number) not in text
                found += 1
    return found


def test_what_may_be_circled_tells_nothing_of_others_cards(position: Position) -> None:
    """The offered numbers are the same whatever the opponents have circled."""
    plain = position({"marks": "phone", "owed": 1}, {"circles": [3, 4]})
    other = position({"marks": "phone", "owed": 1}, {"circles": [9, 12, 18]})
    domains = [[dict(a.domain) for a in GAME.awaits(state) if a.kind == "circle" and a.seat == 0] for state in (plain, other)]
    assert domains[0] == domains[1]


def test_refusals_tell_nothing_of_others_cards(position: Position) -> None:
    """Circling a number that an opponent holds is accepted like any other."""
    state = position({"marks": "phone", "owed": 1}, {"circles": [9]})
    after = GAME.act(state, {"type": "circle", "seat": 0, "square": 9})
    assert after.players[0].circles == (9,)


def test_circles_are_shown_when_the_game_is_over(position: Position) -> None:
    """Then everybody may look at the cards."""
    chips = [[n, 1] for n in (1, 2, 3, 4, 5)]
    state = position({"circles": [7]}, {"circles": [9]}, chips=chips, phase="over", reason="tune-complete", winners=[1])
    assert GAME.view(state, None)["shown"] == [[7], [9]]
