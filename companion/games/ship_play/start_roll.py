"""The start roll: who goes first. Ties are rolled again among the tied only."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ship_play.seats import S, ShipState, set_player

__all__ = ["begin", "begin_if_settled", "waiting", "with_start_roll"]

Rolls = tuple[int, ...]


def with_start_roll(state: S, seat: int, value: int) -> S:
    """Note a start roll; when the order is settled, play begins."""
    player = state.players[seat]
    rolls = (*player.start_rolls, value)
    state = set_player(state, seat, replace(player, start_rolls=rolls))
    return begin_if_settled(replace(state, step=state.step + 1))


def waiting(state: ShipState) -> tuple[int, ...]:
    """Seats that still owe a start roll, in the order of names."""
    rolls = {seat: p.start_rolls for seat, p in enumerate(state.players) if p.present}
    if len(rolls) < 2:
        return ()
    first_round = tuple(seat for seat, mine in rolls.items() if not mine)
    if first_round:
        return first_round
    contenders = _highest(rolls) if state.rules.order == "clockwise" else rolls
    return tuple(seat for seat, mine in contenders.items() if _tied(mine, seat, rolls))


def _tied(mine: Rolls, seat: int, rolls: dict[int, Rolls]) -> bool:
    """Whether `mine` is level with another's rolls so far; those still behind in the same tie roll first."""
    others = [theirs for other, theirs in rolls.items() if other != seat]
    level = any(theirs[: len(mine)] == mine for theirs in others)
    ahead = any(len(theirs) < len(mine) and mine[: len(theirs)] == theirs for theirs in others)
    return level and not ahead


def _highest(rolls: dict[int, Rolls]) -> dict[int, Rolls]:
    """Only those who can still be the starter: clockwise play asks for nothing else."""
    best = max(rolls.values())
    return {seat: mine for seat, mine in rolls.items() if best[: len(mine)] == mine}


def begin_if_settled(state: S) -> S:
    """Fix the order of play once nobody owes a start roll (B2)."""
    settled = not waiting(state) and any(player.present for player in state.players)
    return begin(state) if state.phase == "start" and settled else state


def begin(state: S) -> S:
    """Start play in the order rolled so far; who is still level keeps the order of names."""
    ranked = sorted(range(len(state.players)), key=lambda seat: _best_first(state, seat))
    turn = next((seat for seat in ranked if state.players[seat].present), None)
    if state.rules.order == "clockwise":
        first = ranked[0] if turn is None else turn
        ranked = [*range(first, len(ranked)), *range(first)]
    return replace(state, order=tuple(ranked), turn=turn).begun()


def _best_first(state: ShipState, seat: int) -> tuple[list[int], bool, int]:
    """By roll, whoever still owes one behind those level with them; players who left keep the place they rolled."""
    player = state.players[seat]
    return [*(-value for value in player.start_rolls), 0], not player.present, seat
