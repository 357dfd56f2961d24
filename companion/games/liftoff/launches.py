"""Launches: looked for after every event until nothing happens; what takes off together is one launch for the win (L54)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.contract import Outcome
from companion.games.liftoff.points import kind_at
from companion.games.liftoff.state import Ask, Paid, State, set_player, set_point

__all__ = ["check_end", "counting", "end", "lift", "outcome", "settle", "sides"]

POINT_NUMBERS = range(4)


def settle(state: State) -> State:
    """Launch whatever can launch, ask where the board does not say, then see whether somebody has won."""
    if state.phase != "play" or state.detail == "tracker":
        return check_end(state)
    while ready := [point for point in POINT_NUMBERS if _verdict(state, point) == "yes"]:
        for point in ready:
            state = lift(state, point)
    doubtful = next((p for p in POINT_NUMBERS if p not in state.denied and _verdict(state, p) == "ask"), None)
    if doubtful is not None:
        return replace(state, ask=Ask("launch", doubtful, "phase"), agenda=("settle", *state.agenda))
    after = check_end(state)
    # who has just finished is no longer waited for on the Miracle
    return after if after.finished == state.finished else settle(after)


def _verdict(state: State, point: int) -> str:
    """With the Garglore there nothing launches (L25)."""
    if state.garglore == point or state.points[point] is None:
        return "no"
    return kind_at(state, point).launches(state, point)


def lift(state: State, point: int) -> State:
    """The aliens standing there are saved, whoever paid; all cards on the point are discarded (L15, L19)."""
    tile = state.tile(point)
    leaving = kind_at(state, point).leaving(tile)
    for seat, count in Counter(tile.standing[:leaving]).items():
        player = state.players[seat]
        state = set_player(state, seat, replace(player, saved=player.saved + count))
    left = tile.standing[leaving:]
    return set_point(state, point, replace(tile, standing=left, paid=Paid(), placements=len(left)))


def sides(state: State) -> tuple[tuple[int, ...], ...]:
    """Who wins together: everybody alone, or the two teams (every second seat, so teammates never sit side by side)."""
    seats = range(len(state.players))
    return ((0, 2), (1, 3)) if state.rules.preset.teams else tuple((seat,) for seat in seats)


def _saved_all(state: State, side: tuple[int, ...]) -> bool:
    return all(state.players[seat].saved == state.rules.preset.aliens for seat in side)


def check_end(state: State) -> State:
    """Whether somebody has saved all their aliens. In Family Fun the others play on."""
    if state.phase != "play":
        return state
    done = tuple(side for side in sides(state) if _saved_all(state, side))
    if not state.rules.preset.plays_on:
        return end(state, "all-saved") if done else state
    before = {seat for group in state.finished for seat in group}
    fresh = tuple(seat for (seat,) in done if seat not in before)
    state = replace(state, finished=(*state.finished, fresh)) if fresh else state
    return end(state, "everyone-saved") if done and not state.playing else state


def end(state: State, reason: str) -> State:
    """The game is over; a tie at the top is decided by Resource cards (L47), which the table has to count."""
    state = replace(state, reason=reason, ask=None, agenda=(), forced=None, moves=0, fresh=(), step=state.step + 1)
    return replace(state, phase="tie-break" if counting(state) else "over")


def counting(state: State) -> tuple[int, ...]:
    """The seats whose Resource cards still have to be counted; none in Family Fun, where everybody rejoices."""
    if state.rules.preset.plays_on:
        return ()
    scores = {side: _score(state, side) for side in sides(state)}
    best = [side for side, score in scores.items() if score == max(scores.values())]
    tied = [seat for side in best for seat in side] if len(best) > 1 else []
    return tuple(seat for seat in tied if state.players[seat].resources is None)


def _score(state: State, side: tuple[int, ...]) -> int:
    return sum(state.players[seat].saved for seat in side)


def outcome(state: State) -> Outcome | None:
    """The ranking: by saved aliens, ties at the top by Resource cards, what is still level shares the place."""
    if state.phase != "over" or state.reason is None:
        return None
    finished = {seat for group in state.finished for seat in group}
    rest = [side for side in sides(state) if not finished.issuperset(side)]
    keys = sorted({_key(state, side) for side in rest}, reverse=True)
    ranked = tuple(tuple(seat for side in rest if _key(state, side) == key for seat in side) for key in keys)
    return Outcome((*state.finished, *ranked), state.reason)


def _key(state: State, side: tuple[int, ...]) -> tuple[int, int]:
    return _score(state, side), sum(state.players[seat].resources or 0 for seat in side)
