"""What the table may do now, what a seat may see, and every way to answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from companion.games.aliens import crash, people, start_roll, turns
from companion.games.aliens.state import State
from companion.games.contract import Action, Await, Json

__all__ = ["awaits", "choices", "view"]


def awaits(state: State) -> tuple[Await, ...]:
    """The roll or move asked for first; then what may always happen: falls, slides, people coming and going."""
    if state.phase == "over":
        return ()
    if state.phase == "start":
        return (*_start_rolls(state), *_people(state))
    return (*_moves(state), *_incidents(state), *_people(state))


def _start_rolls(state: State) -> tuple[Await, ...]:
    domain = {"die": "d6", "purpose": "start"}
    return tuple(
        Await(f"start.{seat}.{len(state.players[seat].start_rolls)}.roll", "roll", seat, domain)
        for seat in start_roll.waiting(state)
    )


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
    spots = [list(spot) for spot in sorted(set(state.aboard))]
    domain = {"spots": spots, "rings": list(range(1, state.rings + 1)), "sectors": list(range(1, state.sectors + 1))}
    return (fell, Await(f"{state.incidents}.moved", "moved", None, domain)) if spots else (fell,)


def _people(state: State) -> tuple[Await, ...]:
    here = [seat for seat, player in enumerate(state.players) if player.present]
    away = [seat for seat, player in enumerate(state.players) if not player.present]
    may = []
    if state.phase != "start" and state.turn is not None:
        may.append(Await(f"{state.step}.skip", "skip", state.turn))
    if here:
        may.append(Await(f"{state.comings}.leave", "leave", None, {"seats": here}))
    if away:
        may.append(Await(f"{state.comings}.back", "back", None, {"seats": away}))
    if len(state.players) < people.MOST_PLAYERS:
        may.append(Await(f"{state.comings}.join", "join", None))
    return tuple(may)


def choices(state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await. A name cannot be guessed, so `join` has none."""
    domain = awaited.domain
    match awaited.kind:
        case "roll":
            whose = {"seat": awaited.seat} if domain["purpose"] == "start" else {}
            yield from ({"type": "roll", **whose, "value": value} for value in range(1, 7))
        case "place":
            for ring, sector in product(domain["rings"], domain["sectors"]):
                yield {"type": "place", "ring": ring, "sector": sector}
        case "remove":
            yield from ({"type": "remove", "ring": ring, "sector": sector} for ring, sector in domain["spots"])
        case "moved":
            for was, ring, sector in product(domain["spots"], domain["rings"], domain["sectors"]):
                yield {"type": "moved", "was": was, "now": [ring, sector]}
        case "fell":
            yield from _falls(state)
        case "leave" | "back":
            yield from ({"type": awaited.kind, "seat": seat} for seat in domain["seats"])
        case "pass" | "skip":
            yield {"type": awaited.kind}


def _falls(state: State) -> Iterator[Action]:
    """The falls of the alien in hand alone, then every set of standing aliens, smallest counts of the first spots first."""
    yield from _own_falls(state)
    standing = sorted(Counter(state.aboard).items())
    for counts in product(*(range(count + 1) for _, count in standing)):
        gone = [list(spot) for (spot, _), count in zip(standing, counts, strict=True) for _ in range(count)]
        if gone:
            yield {"type": "fell", "count": len(gone), "gone": gone, "blamed": state.blame, "own": False}


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
        "seats": [
            {
                "seat": seat,
                "name": player.name,
                "score": player.score,
                "present": player.present,
                "start_roll": player.start_rolls[0] if player.start_rolls else None,
                "start_rolls": list(player.start_rolls),
            }
            for seat, player in enumerate(state.players)
        ],
        "blame": state.blame if playing else None,
    }
