"""Whatever happens at the table: 35 cards stay 35, all seats see the same, states round-trip."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import find
from companion.games.contract import Illegal, SetUpError
from companion.games.etcards.state import DECK, FLIGHT, KINDS, PERIL

GAME = find("et-cards")
OPTIONS = st.fixed_dictionaries({switch.id: st.sampled_from(switch.values) for switch in GAME.switches})
SEATS, CARDS = st.integers(0, 5), st.lists(st.sampled_from(KINDS), max_size=4)
PAIR = st.lists(st.sampled_from(KINDS), min_size=2, max_size=2)
ACTION = st.one_of(
    st.fixed_dictionaries({"type": st.just("announce"), "cards": PAIR}, optional={"seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("guess"), "right": st.booleans()}, optional={"keep": CARDS, "seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("peek")}),
    st.fixed_dictionaries({"type": st.sampled_from(["first", "leave", "back"]), "seat": SEATS}),
)
CORRECTION = st.one_of(
    st.tuples(st.just("turn"), SEATS),
    st.tuples(st.just("laid"), st.tuples(SEATS, CARDS).map(list)),
    st.tuples(st.just("discard"), st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 6)).map(list), max_size=6)),
    st.tuples(st.just("phase"), st.just("play")),
).map(lambda pair: {"type": "correct", "fact": pair[0], "value": pair[1]})
TOLD = st.tuples(st.one_of(ACTION, CORRECTION), st.booleans()).map(
    lambda pair: {**pair[0], **({"ruling": True} if pair[1] else {})}
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
TYPES = ("first", "announce", "guess", "peek", "leave", "back", "correct")
FIELDS = ("seat", "cards", "right", "keep", "fact", "value", "ruling")
JUNK_ACTION = JUNK | st.tuples(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=4)).map(
    lambda pair: {"type": pair[0], **pair[1]}
)


def game(options: dict[str, Any], players: int) -> Any:
    """A game in its first turn."""
    state = GAME.start([f"P{seat}" for seat in range(players)], options, {})
    return GAME.act(state, {"type": "first", "seat": 0})


def check(state: Any) -> None:
    """What holds in every state."""
    lying = Counter(card for player in state.players for card in player.laid)
    everywhere = state.draw + lying + Counter(state.held) + Counter(dict(zip(KINDS, state.discard, strict=True)))
    assert everywhere == Counter(DECK)
    assert min(state.draw.values()) >= 0
    for player in state.players:
        assert len(set(player.laid)) == len(player.laid)
        assert not {FLIGHT, PERIL} <= set(player.laid)
    assert GAME.from_json(GAME.to_json(state)) == state
    over = GAME.outcome(state) is not None
    assert over == (state.phase == "over") == (GAME.awaits(state) == ())
    seen = [GAME.view(state, seat) for seat in (None, *range(len(state.players)))]
    assert all(view == seen[0] for view in seen)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, st.integers(2, 6), st.lists(TOLD, max_size=30))
def test_whatever_is_told_cards_are_conserved_and_states_round_trip(
    options: dict[str, Any], players: int, told: list[dict[str, Any]]
) -> None:
    """Legal, illegal, ruled and corrected actions in any order; replaying the accepted ones gives the same state."""
    first = state = game(options, players)
    accepted = []
    for action in told:
        after = GAME.act(state, action)
        if not isinstance(after, Illegal):
            state = after
            accepted.append(action)
            check(state)
    again = first
    for action in accepted:
        again = GAME.act(again, action)
    assert again == state


@settings(max_examples=30, deadline=None)
@given(OPTIONS, st.integers(2, 6), st.integers(0, 2**32))
def test_whatever_an_await_offers_is_legal(options: dict[str, Any], players: int, seed: int) -> None:
    """Every enumerated answer to every await is accepted, in a random game."""
    rng = random.Random(seed)
    state = game(options, players)
    for _ in range(25):
        offers = [a for awaited in GAME.awaits(state) for a in GAME.choices(state, awaited)]
        if not offers:
            return
        assert not [a for a in offers if isinstance(GAME.act(state, a), Illegal)]
        state = GAME.act(state, rng.choice(offers))
        check(state)


@settings(max_examples=120, deadline=None)
@given(JUNK_ACTION)
def test_junk_is_answered_and_never_raises(junk: Any) -> None:
    """Any JSON at all, before, during and after a game."""
    holding = GAME.act(game({}, 3), {"type": "announce", "cards": ["au", "gevaar"]})
    four = ["ssst", "au", "opbellen", "bluf"]
    over = GAME.from_json({"seats": [{"name": "A", "laid": four}, {"name": "B"}], "phase": "over"})
    for state in (GAME.start(["A", "B"], {}, None), game({}, 2), holding, over):
        after = GAME.act(state, junk)
        assert isinstance(after, Illegal) or GAME.from_json(GAME.to_json(after)) == after


@pytest.mark.parametrize("key", sorted(GAME.to_json(game({}, 2))))
@given(junk=JUNK)
@settings(max_examples=15, deadline=None)
def test_a_junk_state_is_refused_as_a_set_up_error(key: str, junk: Any) -> None:
    """An injected state is read or refused; it never breaks the game."""
    try:
        state = GAME.from_json({**GAME.to_json(game({}, 2)), key: junk})
    except ValueError:
        return
    assert GAME.from_json(GAME.to_json(state)) == state


def test_the_deck_is_the_rules_cards() -> None:
    """Six of each, five GEVAAR: 35, of which one first pair in seven is of one kind."""
    assert sum(DECK.values()) == 35
    alike = sum(n * (n - 1) // 2 for n in DECK.values())
    assert alike * 7 == 35 * 34 // 2


def test_this_game_has_no_board() -> None:
    """A board file for it is a mistake."""
    with pytest.raises(SetUpError, match="this game has none"):
        GAME.start(["A", "B"], {}, {"kind": "rings"})
