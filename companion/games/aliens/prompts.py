"""What the table may do now, what a seat may see, and every way to answer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.aliens import crash, turns
from companion.games.aliens.state import State
from companion.games.contract import Action, Await, Json
from companion.games.ship_play import prompts as common

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
    pending = turns.task(state)
    if pending is None:
        return (Await(f"{state.step}.roll", "roll", state.turn, {"die": "d6", "purpose": "turn"}),)
    if pending.kind == "remove":
        spots = [list(spot) for spot in pending.spots]
        return (Await(f"{state.step}.remove", "remove", state.turn, {"spots": spots, "why": pending.why}),)
    domain = {"sectors": list(pending.sectors), "rings": list(range(1, state.rings + 1)), "why": pending.why}
    placing = Await(f"{state.step}.place", "place", state.turn, domain)
    return (placing, Await(f"{state.step}.pass", "pass", state.turn)) if pending.why == "roll" else (placing,)


def _incidents(state: State) -> tuple[Await, ...]:
    hand = crash.hand_of(state)
    most = len(state.aboard) + (1 if hand in {"placing", "removed"} else 0)
    if not most:
        return ()
    fell = Await(f"{state.incidents}.fell", "fell", None, {"max": most, "blamed": state.blame, "hand": hand})
    return (fell, *common.moved(state))


def choices(state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await: of falls first that of the alien in hand."""
    if awaited.kind == "fell":
        yield from _own_falls(state)
        yield from common.falls(state)
    yield from common.common_choices(awaited)


def _own_falls(state: State) -> Iterator[Action]:
    own = {"type": "fell", "count": 1, "blamed": state.blame, "own": True}
    pending = turns.task(state)
    hand = crash.hand_of(state)
    if hand == "placing":
        yield {**own, "gone": []}
    elif hand == "removing" and pending is not None:
        yield from ({**own, "gone": [list(spot)]} for spot in pending.spots)
    elif state.handled is not None:
        yield {**own, "gone": [list(state.handled.spot)]}


def view(state: State, _seat: int | None) -> dict[str, Json]:
    """What any seat sees; nothing is secret in this game."""
    playing = state.phase in {"sending", "returning"}
    return {
        "phase": state.phase,
        "turn": state.turn if playing else None,
        "order": list(state.order),
        "roll": state.roll if playing else None,
        "aboard": [list(spot) for spot in state.aboard],
        "pouch": state.pouch,
        "out": state.out,
        "seats": common.seats_view(state),
        "blame": state.blame,
    }
