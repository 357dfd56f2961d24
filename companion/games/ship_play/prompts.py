"""What both games on the ship wait for besides their own moves: start rolls, slides, people coming and going."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from companion.games.contract import Action, Await, Json
from companion.games.ship_play import start_roll
from companion.games.ship_play.seats import MOST_PLAYERS, ShipState

__all__ = ["common_choices", "falls", "moved", "people", "seats_view", "start_rolls"]


def start_rolls(state: ShipState) -> tuple[Await, ...]:
    """Who still owes a roll for the order of play."""
    domain = {"die": "d6", "purpose": "start"}
    return tuple(
        Await(f"start.{seat}.{len(state.players[seat].start_rolls)}.roll", "roll", seat, domain)
        for seat in start_roll.waiting(state)
    )


def moved(state: ShipState) -> tuple[Await, ...]:
    """A standing alien may slide anywhere."""
    spots = [list(spot) for spot in sorted(set(state.aboard))]
    domain = {"spots": spots, "rings": list(range(1, state.rings + 1)), "sectors": list(range(1, state.sectors + 1))}
    return (Await(f"{state.incidents}.moved", "moved", None, domain),) if spots else ()


def people(state: ShipState) -> tuple[Await, ...]:
    """Who may be skipped, leave, come back or join."""
    here = [seat for seat, player in enumerate(state.players) if player.present]
    away = [seat for seat, player in enumerate(state.players) if not player.present]
    may = []
    if state.phase != "start" and state.turn is not None:
        may.append(Await(f"{state.step}.skip", "skip", state.turn))
    if here:
        may.append(Await(f"{state.comings}.leave", "leave", None, {"seats": here}))
    if away:
        may.append(Await(f"{state.comings}.back", "back", None, {"seats": away}))
    if len(state.players) < MOST_PLAYERS:
        may.append(Await(f"{state.comings}.join", "join", None))
    return tuple(may)


def common_choices(awaited: Await) -> Iterator[Action]:
    """Every action that answers an await both games have, falls aside. A name cannot be guessed, so `join` has none."""
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
        case "leave" | "back":
            yield from ({"type": awaited.kind, "seat": seat} for seat in domain["seats"])
        case "pass" | "end-turn" | "skip":
            yield {"type": awaited.kind}


def falls(state: ShipState) -> Iterator[Action]:
    """Every set of standing aliens that can fall, smallest counts of the first spots first."""
    standing = sorted(Counter(state.aboard).items())
    for counts in product(*(range(count + 1) for _, count in standing)):
        gone = [list(spot) for (spot, _), count in zip(standing, counts, strict=True) for _ in range(count)]
        if gone:
            yield {"type": "fell", "count": len(gone), "gone": gone, "blamed": state.blame, "own": False}


def seats_view(state: ShipState) -> list[dict[str, Json]]:
    """The players as everybody sees them."""
    return [
        {
            "seat": seat,
            "name": player.name,
            "score": player.score,
            "present": player.present,
            "start_roll": player.start_rolls[0] if player.start_rolls else None,
            "start_rolls": list(player.start_rolls),
        }
        for seat, player in enumerate(state.players)
    ]
