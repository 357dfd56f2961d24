"""What the table may do now, what a seat may see, and every way to answer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Action, Await, Json
from companion.games.dance import turns
from companion.games.dance.state import TARGET, State
from companion.games.ship_play import prompts as common
from companion.games.ship_play.seats import next_seat

__all__ = ["awaits", "choices", "view"]


def awaits(state: State) -> tuple[Await, ...]:
    """The roll or move asked for first; then what may always happen: falls, slides, people coming and going."""
    if state.phase == "over":
        return ()
    if state.phase == "start":
        return (*common.start_rolls(state), *common.people(state))
    return (*_moves(state), *_incidents(state), *common.people(state))


def _moves(state: State) -> tuple[Await, ...]:
    if state.turn is None:
        return ()
    if state.roll is None:
        return (_roll(state, state.turn),)
    return (*_dance(state), *_ending(state))


def _roll(state: State, seat: int) -> Await:
    return Await(f"{state.step}.roll", "roll", seat, {"die": "d6", "purpose": "turn"})


def _dance(state: State) -> Iterator[Await]:
    """The moves of the turn that is on; aliens not aboard come first."""
    may = turns.task(state)
    if may.sectors:
        domain = {"rings": [state.ring], "sectors": list(may.sectors), "why": "hand" if state.hand else "reserve"}
        yield Await(f"{state.step}.place", "place", state.turn, domain)
    if may.spots:
        yield Await(f"{state.step}.remove", "remove", state.turn, {"spots": [list(spot) for spot in may.spots], "why": "dance"})


def _ending(state: State) -> Iterator[Await]:
    """The turn may be over by saying so, or by the next player's roll."""
    if turns.may_end(state):
        yield Await(f"{state.step}.end-turn", "end-turn", state.turn)
        due = next_seat(state, state.turn) if state.turn is not None else None
        if due is not None:
            yield _roll(state, due)
    elif not state.tried and not state.hand:
        yield Await(f"{state.step}.pass", "pass", state.turn)


def _incidents(state: State) -> tuple[Await, ...]:
    placing = bool(turns.task(state).sectors)
    most = len(state.aboard) + (1 if placing else 0)
    if not most:
        return ()
    hand = "placing" if placing else "placed" if state.brought else None
    domain = {"max": most, "blamed": state.blame, "hand": hand, "brought": len(state.brought)}
    return (Await(f"{state.incidents}.fell", "fell", None, domain), *common.moved(state))


def choices(state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await: of falls first that of the alien about to be placed."""
    if awaited.kind == "fell":
        own = {"type": "fell", "count": 1, "blamed": state.blame, "own": True}
        if turns.task(state).sectors:
            yield {**own, "gone": []}
        yield from ({**own, "gone": [list(spot)]} for spot in sorted(set(state.brought)))
        yield from common.falls(state)
    yield from common.common_choices(awaited)


def view(state: State, _seat: int | None) -> dict[str, Json]:
    """What any seat sees; nothing is secret in this game."""
    playing = state.phase == "dancing"
    turn_on = playing and state.roll is not None
    ledger = state.ledger
    return {
        "phase": state.phase,
        "turn": state.turn if playing else None,
        "order": list(state.order),
        "roll": state.roll if playing else None,
        "ring": state.ring if playing else None,
        "area": list(state.area) if turn_on and state.area else None,
        "hand": [list(spot) for spot in state.hand],
        "tried": state.tried if turn_on else 0,
        "brought": [list(spot) for spot in state.brought],
        "turn_points": ledger.plus - ledger.minus if turn_on and ledger else 0,
        "target": TARGET,
        "aboard": [list(spot) for spot in state.aboard],
        "pouch": state.pouch,
        "out": state.out,
        "seats": common.seats_view(state),
        "blame": state.blame,
    }
