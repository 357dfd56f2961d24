"""Reading what was told about the ship: whose action it is, spots, falls and who pays for them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Json
from companion.games.refusal import malformed, read_flag, read_int, read_pair, refuse
from companion.games.ship_play import start_roll
from companion.games.ship_play.seats import S, ShipState, Spot

__all__ = [
    "CAUSES",
    "obvious",
    "read_blamed",
    "read_cause",
    "read_gone",
    "read_listed_spot",
    "read_player",
    "read_spot",
    "take_start_roll",
]

Fields = Mapping[str, Json]

CAUSES = ("fall", "bump", "toppled", "rim", "lifted")
"""Why aliens fell, in both games."""


def take_start_roll(state: S, action: Fields, value: int) -> S:
    """Note a roll for the order of play: the named seat's, else that of the first who still owes one."""
    owing = start_roll.waiting(state)
    seat = read_int(action["seat"], "seat", 0, len(state.players) - 1) if "seat" in action else next(iter(owing), None)
    if seat is None or (seat not in owing and not read_flag(action, "ruling")):
        refuse("not-awaited", "B2", kind="roll", seats=list(owing))
    return start_roll.with_start_roll(state, seat, value)


def read_player(state: ShipState, action: Fields) -> int:
    """Whose action this is: the turn's player, or for a ruling whoever it names."""
    turn = state.turn
    named = read_int(action["seat"], "seat", 0, len(state.players) - 1) if "seat" in action else turn
    if named is None or (state.phase == "start" and not read_flag(action, "ruling")):
        refuse("not-awaited", "rulebook: How to Play", kind=str(action["type"]))
    if named != turn and not read_flag(action, "ruling"):
        refuse("not-your-turn", "rulebook: How to Play", seat=named, turn=turn)
    return named


def read_spot(state: ShipState, action: Fields) -> Spot:
    """Where the alien counts: across a line, in the smaller of its two rings (rulebook, B14)."""
    ring = read_int(action.get("ring"), "ring", 1, state.rings)
    sector = read_int(action.get("sector"), "sector", 1, state.sectors)
    if "across" not in action:
        return ring, sector
    across = read_int(action["across"], "across", 1, state.rings)
    if abs(across - ring) != 1:
        refuse("bad-value", "B14", name="across", low=max(1, ring - 1), high=min(state.rings, ring + 1))
    return min(ring, across, key=lambda of: (state.points[of - 1], of)), sector


def read_listed_spot(state: ShipState, value: Json, name: str) -> Spot:
    """A spot as a list of ring and sector."""
    ring, sector = read_pair(value, name)
    return read_int(ring, f"{name} ring", 1, state.rings), read_int(sector, f"{name} sector", 1, state.sectors)


def read_cause(action: Fields, causes: tuple[str, ...] = CAUSES) -> str:
    """Why they fell; `fall` where nothing is said."""
    cause = action.get("cause", "fall")
    if not isinstance(cause, str) or cause not in causes:
        malformed(f"cause must be one of {', '.join(causes)}")
    return cause


def read_gone(state: ShipState, action: Fields) -> tuple[Spot, ...] | None:
    """The spots a fall lists; None where it leaves them to be worked out (`obvious`)."""
    gone = action.get("gone")
    if gone is None:
        return None
    if not isinstance(gone, list | tuple) or len(gone) > state.aliens:
        malformed(f"gone must be a list of at most {state.aliens} [ring, sector]")
    return tuple(read_listed_spot(state, spot, "gone") for spot in gone)


def obvious(state: ShipState, count: int) -> tuple[Spot, ...]:
    """Which aliens fell, where there is no doubt: all of them, or all stand alike."""
    everyone, alike = count == len(state.aboard), len(set(state.aboard)) == 1
    return state.aboard[:count] if count > 0 and (everyone or alike) else ()


def read_blamed(state: ShipState, action: Fields) -> int | None:
    """Who pays: whom the action names, else by the house rule for a bump (B4), else the player who rolled last (B3)."""
    last_seat = len(state.players) - 1
    bumper = read_int(action["bumper"], "bumper", 0, last_seat) if action.get("bumper") is not None else None
    if "blamed" in action:
        return None if action["blamed"] is None else read_int(action["blamed"], "blamed", 0, last_seat)
    cause = action.get("cause")
    if cause == "lifted":
        return None
    if cause == "bump" and state.rules.bump != "active":
        return bumper if state.rules.bump == "bumper" else None
    return state.blame
