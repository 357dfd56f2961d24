"""Game Cards as numbers only: hands stay secret, and even their sizes are kept only where the house counts them."""

from __future__ import annotations

from dataclasses import replace

from companion.games.liftoff.state import State, set_player
from companion.games.refusal import refuse

__all__ = ["discard_hands", "draw", "in_piles", "spend", "take_back"]


def in_piles(state: State) -> int:
    """Cards in the draw and discard piles together; the discard pile is reshuffled when the other is empty."""
    hands = sum(player.cards or 0 for player in state.players)
    paid = sum(tile.paid.total for tile in state.points if tile is not None)
    return max(0, state.rules.deck() - hands - paid)


def draw(state: State, seat: int, count: int) -> State:
    """Draw what exists (L13); there is no limit to a hand (L14)."""
    player = state.players[seat]
    if player.cards is None or state.detail == "tracker":
        return state
    return set_player(state, seat, replace(player, cards=player.cards + min(count, in_piles(state))))


def spend(state: State, seat: int, count: int, *, ruling: bool) -> State:
    """Pay or play cards from a hand. The tracker does not follow hands."""
    player = state.players[seat]
    if player.cards is None or state.detail == "tracker":
        return state
    if count > player.cards and not ruling:
        refuse("not-enough-cards", "the game's page, counting cards", cards=player.cards, needed=count)
    return set_player(state, seat, replace(player, cards=max(0, player.cards - count)))


def take_back(state: State, seat: int, count: int) -> State:
    """Cards that were paid return to the hand."""
    player = state.players[seat]
    return state if player.cards is None else set_player(state, seat, replace(player, cards=player.cards + count))


def discard_hands(state: State) -> State:
    """Everybody's, the player's own as well (L43)."""
    for seat, player in enumerate(state.players):
        if player.cards is not None:
            state = set_player(state, seat, replace(player, cards=0))
    return state
