"""The course of a turn: the roll, each step, arriving, being trapped, the end of the move; and how the game ends."""

from __future__ import annotations

from dataclasses import replace

from companion.games.encounters.board import Place
from companion.games.encounters.moves import targets
from companion.games.encounters.state import CHIPS, Entered, Player, State, set_player

__all__ = ["begin", "end_turn", "next_seat", "open_roll", "settle", "spring", "step"]


def next_seat(state: State, after: int | None) -> int | None:
    """The next player at the table to the left (rulebook: Setup 5); None when all are away."""
    first = 0 if after is None else after + 1
    seats = [(first + n) % len(state.players) for n in range(len(state.players))]
    return next((seat for seat in seats if state.players[seat].present), None)


def begin(state: State, seat: int | None) -> State:
    """Play begins with that player."""
    return replace(state, phase="play", turn=seat, left=None, path=(), step=state.step + 1)


def open_roll(state: State, value: int) -> State:
    """The dice are thrown: traps not called and circles not drawn by now are forfeited (K14, K23)."""
    players = tuple(replace(player, free=0) for player in state.players)
    state = replace(state, players=players, left=value, path=(), arrived=False, entered=None, landed=None, step=state.step + 1)
    return _go_on(state)


def _go_on(state: State) -> State:
    """The move goes on while something is left of the roll and there is somewhere to go; else the turn is over (K28, K29)."""
    over = state.turn is None or not state.left or not targets(state, state.turn)
    return end_turn(state) if over else state


def settle(state: State) -> State:
    """What a position means that was not played but told: whoever has five chips down has won, who cannot move on has moved."""
    state = _end_if_tune_complete(state) if state.phase != "over" else state
    stuck = state.phase == "play" and state.left is not None and (state.turn is None or not targets(state, state.turn))
    return end_turn(state) if stuck else state


def end_turn(state: State) -> State:
    """The next player's turn."""
    if state.phase != "play":
        return state
    if state.turn is not None:
        player = state.players[state.turn]
        state = set_player(state, state.turn, replace(player, safe_last=state.board.is_safe(player.at)))
    turn = next_seat(state, state.turn)
    return replace(state, turn=turn, left=None, path=(), arrived=False, step=state.step + 1)


def step(state: State, seat: int, place: Place) -> State:
    """The piece enters a place: it arrives, is trapped, goes on, or has moved its number."""
    player = replace(state.players[seat], at=place)
    number = state.board.number_of(place)
    entered = None if isinstance(place, str) or number is None else Entered(seat, place)
    left = max(0, (state.left or 0) - 1)
    state = replace(state, left=left, path=(*state.path, place), entered=entered, step=state.step + 1)
    if place == player.destination:
        return _arrive(state, seat, player)
    state = set_player(state, seat, player)
    owners = _owners(state, seat, number)
    return spring(state, owners) if owners else _go_on(state)


def _arrive(state: State, seat: int, player: Player) -> State:
    """A destination ends the move, exact roll or not, and lets its player circle a square (rulebook: Playing 3, K12, K13)."""
    free = player.free + (1 if player.marks == "phone" else 0)
    state = set_player(state, seat, replace(player, departure=player.destination, free=free))
    state = replace(state, marking=state.marking + 1, arrived=True, landed=seat)
    return _go_on(state) if state.rules.walk_on_after_arrival else end_turn(state)


def _owners(state: State, mover: int, number: int | None) -> tuple[int, ...]:
    """The opponents on phones who circled that number; the own circle does nothing (K20), nor does one under a chip (K22)."""
    if number is None or state.board.numbers[number] in state.covered:
        return ()
    others = ((seat, player) for seat, player in enumerate(state.players) if seat != mover)
    return tuple(seat for seat, player in others if player.present and number in player.circles)


def spring(state: State, owners: tuple[int, ...]) -> State:
    """The trap on the square entered last springs: chips on it, the piece back where it came from, the turn over (K24, K25)."""
    trap = state.entered
    if trap is None:
        return state
    for owner in owners:
        state = _place_chip(state, owner, trap)
    mover = state.players[trap.seat]
    if not trap.sprung:
        state = set_player(state, trap.seat, replace(mover, at=mover.departure, safe_last=False))
    state = replace(state, entered=replace(trap, sprung=(*trap.sprung, *owners)), marking=state.marking + 1)
    state = _end_if_tune_complete(state)
    in_move = state.turn == trap.seat and state.left is not None
    return end_turn(state) if in_move else state


def _place_chip(state: State, owner: int, trap: Entered) -> State:
    """A chip of the owner on the trap; the circle is used up, and one on a phone owes a new one (K21)."""
    player = state.players[owner]
    number = state.board.number_of(trap.cell)
    circles = tuple(circled for circled in player.circles if circled != number)
    owed = player.owed + (1 if player.marks == "phone" else 0)
    player = replace(player, chips=player.chips - 1, circles=circles, owed=owed)
    return set_player(replace(state, chips=tuple(sorted((*state.chips, (trap.cell, owner))))), owner, player)


def _end_if_tune_complete(state: State) -> State:
    """Who has all five chips on the board has won; two on the same trap share it, or the nearest to the left wins (K26)."""
    done = tuple(seat for seat, player in enumerate(state.players) if player.score >= CHIPS)
    if not done:
        return state
    if state.rules.double_fifth_chip == "nearest-left" and state.entered is not None:
        mover, seats = state.entered.seat, len(state.players)
        done = (min(done, key=lambda seat: (seat - mover) % seats),)
    players = tuple(replace(player, owed=0, free=0) for player in state.players)
    return replace(state, players=players, phase="over", reason="tune-complete", winners=done, left=None)
