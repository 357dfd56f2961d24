"""What the table may do now, and every way to answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.contract import Action, Await
from companion.games.encounters import marks, people, start
from companion.games.encounters.actions import may_call
from companion.games.encounters.moves import targets
from companion.games.encounters.state import State

__all__ = ["awaits", "choices"]


def awaits(state: State) -> tuple[Await, ...]:
    """The roll or step asked for first; then traps that can be called, circles that may be drawn, people coming and going."""
    if state.phase == "over":
        return _traps(state)
    moves = _start_rolls(state) if state.phase == "start" else _moves(state)
    return (*moves, *_traps(state), *_circles(state), *_cards(state), *_people(state))


def _start_rolls(state: State) -> tuple[Await, ...]:
    domain = {"die": "2d6", "purpose": "start"}
    return tuple(
        Await(f"start.{seat}.{len(state.players[seat].start_rolls)}.roll", "roll", seat, domain)
        for seat in start.waiting(state)
    )


def _moves(state: State) -> tuple[Await, ...]:
    if state.turn is None:
        return ()
    if state.left is None:
        return (Await(f"{state.step}.roll", "roll", state.turn, {"die": "2d6", "purpose": "turn"}),)
    to = [state.board.name_of(place) for place in targets(state, state.turn)]
    stepping = Await(f"{state.step}.step", "step", state.turn, {"to": to, "left": state.left})
    return (stepping, Await(f"{state.step}.stop", "stop", state.turn)) if state.arrived else (stepping,)


def _traps(state: State) -> tuple[Await, ...]:
    callers = may_call(state)
    if not callers or state.entered is None:
        return ()
    square = state.board.number_of(state.entered.cell)
    return (Await(f"{state.marking}.{state.step}.trapped", "trapped", None, {"seats": list(callers), "square": square}),)


def _circles(state: State) -> tuple[Await, ...]:
    """Each player's own: nobody else is shown which squares can be circled, or were."""
    found = []
    for seat, player in enumerate(state.players):
        squares = marks.circleable(state, seat) if marks.may_circle(state, seat) else ()
        if squares:
            domain = {"squares": list(squares), "owed": player.owed, "free": player.free}
            found.append(Await(f"{state.marking}.{seat}.circle", "circle", seat, domain, visible_to=(seat,)))
        if state.phase == "start" and player.present and player.circles:
            found.append(
                Await(f"{state.marking}.{seat}.erase", "erase", seat, {"squares": list(player.circles)}, visible_to=(seat,))
            )
    return tuple(found)


def _cards(state: State) -> tuple[Await, ...]:
    return tuple(
        Await(f"{state.marking}.{seat}.marks", "marks", seat, {"on": "paper" if player.marks == "phone" else "phone"})
        for seat, player in enumerate(state.players)
        if player.present
    )


def _people(state: State) -> tuple[Await, ...]:
    here = [seat for seat, player in enumerate(state.players) if player.present]
    away = [seat for seat, player in enumerate(state.players) if not player.present]
    may = []
    if state.phase == "play" and state.turn is not None:
        may.append(Await(f"{state.step}.skip", "skip", state.turn))
    if here:
        may.append(Await(f"{state.comings}.leave", "leave", None, {"seats": here}))
    if away:
        may.append(Await(f"{state.comings}.back", "back", None, {"seats": away}))
    if len(state.players) < people.MOST_PLAYERS:
        may.append(Await(f"{state.comings}.join", "join", None))
    return tuple(may)


def choices(_state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await. A name cannot be guessed, so `join` has none."""
    domain = awaited.domain
    match awaited.kind:
        case "roll":
            whose = {"seat": awaited.seat} if domain["purpose"] == "start" else {}
            values = range(start.LOWEST_ROLL, start.HIGHEST_ROLL + 1)
            yield from ({"type": "roll", **whose, "value": value} for value in values)
        case "step":
            yield from ({"type": "step", "to": to} for to in domain["to"])
        case "trapped":
            seats = domain["seats"]
            for count in range(1, len(seats) + 1):
                yield from ({"type": "trapped", "by": list(by)} for by in combinations(seats, count))
        case "circle" | "erase":
            yield from ({"type": awaited.kind, "seat": awaited.seat, "square": square} for square in domain["squares"])
        case "marks":
            yield {"type": "marks", "seat": awaited.seat, "on": domain["on"]}
        case "leave" | "back":
            yield from ({"type": awaited.kind, "seat": seat} for seat in domain["seats"])
        case "stop" | "skip":
            yield {"type": awaited.kind}
