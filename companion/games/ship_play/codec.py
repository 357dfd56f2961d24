"""The fields both games have, as plain JSON and back; what a state leaves out is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError
from companion.games.options import only_fields, read_name
from companion.games.ship_play.seats import Ledger, Player, ShipState, Spot

__all__ = [
    "SHARED_KEYS",
    "read_listed",
    "read_maybe",
    "read_one_of",
    "read_shared",
    "read_spot",
    "read_spots",
    "read_whole",
    "shared_to_json",
    "turn_for",
]

SHARED_KEYS = {
    *("options", "board", "seats", "order", "phase", "turn", "roll", "aboard", "pouch", "out", "blame"),
    *("ledger", "reason", "step", "incidents", "comings"),
}
BOARD_KEYS = {"points", "sectors", "aliens", "name", "verified", "side", "ring_edges_mm", "foot_radius_mm"}
"""A whole board file will do; the rules need only the first three."""
HIGHEST = 9999


def shared_to_json(state: ShipState) -> dict[str, Json]:
    """Every shared field, the same for equal states."""
    return {
        "options": state.rules.to_options(),
        "board": {"points": list(state.points), "sectors": state.sectors, "aliens": state.aliens},
        "seats": [_player_to_json(player) for player in state.players],
        "order": list(state.order),
        "phase": state.phase,
        "turn": state.turn,
        "roll": state.roll,
        "aboard": [list(spot) for spot in state.aboard],
        "pouch": state.pouch,
        "out": state.out,
        "blame": state.blame,
        "ledger": _ledger_to_json(state.ledger),
        "reason": state.reason,
        "step": state.step,
        "incidents": state.incidents,
        "comings": state.comings,
    }


def _player_to_json(player: Player) -> dict[str, Json]:
    rolls = list(player.start_rolls)
    return {"name": player.name, "score": player.score, "present": player.present, "start_rolls": rolls}


def _ledger_to_json(ledger: Ledger | None) -> Json:
    if ledger is None:
        return None
    return {"seat": ledger.seat, "base": ledger.base, "plus": ledger.plus, "minus": ledger.minus}


def read_shared(data: Mapping[str, Json], reasons: Sequence[str], *, lowest: int = 0, in_hand: int = 0) -> dict[str, Any]:
    """The shared fields but `rules` and `phase`; SetUpError names the one that cannot be.

    `lowest` is the lowest score there can be, `in_hand` how many aliens are neither aboard nor in the pouch nor out.
    """
    points, sectors, aliens = _board(data.get("board"))
    players = _players(data.get("seats"), lowest)
    aboard = read_spots(data.get("aboard", []), "aboard", len(points), sectors)
    out, pouch = _pieces(data, aliens, len(aboard), in_hand)
    return {
        "points": points,
        "sectors": sectors,
        "aliens": aliens,
        "players": players,
        "pouch": pouch,
        "aboard": tuple(sorted(aboard)),
        "out": out,
        "order": _order(data, len(players)),
        **{key: read_maybe(data.get(key), key, 0, len(players) - 1) for key in ("turn", "blame")},
        "roll": read_maybe(data.get("roll"), "roll", 1, 6),
        "ledger": _ledger(data.get("ledger"), len(players)),
        "reason": read_one_of(data.get("reason"), "reason", (None, *reasons)),
        **{key: read_whole(data.get(key, 1), key, 1, 10**9) for key in ("step", "incidents", "comings")},
    }


def turn_for(state: ShipState) -> dict[str, Any]:
    """What a state in play needs and was not told: whose turn it is, who pays, the ledger of the roll."""
    fill: dict[str, Any] = {}
    if state.phase not in {"start", "over"} and state.turn is None:
        fill["turn"] = next((seat for seat in state.order if state.players[seat].present), None)
    turn = fill.get("turn", state.turn)
    if state.roll is not None and state.blame is None:
        fill["blame"] = turn
    if (state.reason is not None) != (state.phase == "over"):
        raise SetUpError("state: reason belongs to phase over, and phase over needs one")
    if state.phase == "start" and (state.turn is not None or state.roll is not None):
        raise SetUpError("state: in phase start there is no turn and no roll")
    if state.ledger is not None and state.ledger.score(state.floor) != state.players[state.ledger.seat].score:
        raise SetUpError("state: ledger base + plus - minus must be the score of its seat")
    if state.roll is not None and state.ledger is None and turn is not None:
        fill["ledger"] = Ledger(turn, state.players[turn].score)
    return {**fill, "roll": None if turn is None else state.roll}


def _board(data: Json) -> tuple[tuple[int, ...], int, int]:
    if not isinstance(data, Mapping):
        raise SetUpError("state: board must be an object with points, sectors, aliens")
    only_fields(data, BOARD_KEYS, "state: board")
    points = tuple(read_whole(p, "board points", 0, 99) for p in read_listed(data.get("points"), "board points"))
    if not points:
        raise SetUpError("state: board points must not be empty")
    aliens = read_whole(data.get("aliens", 10), "board aliens", 1, 50)
    return points, read_whole(data.get("sectors", 4), "board sectors", 4, 4), aliens


def _players(data: Json, lowest: int) -> tuple[Player, ...]:
    players = tuple(_player(row, lowest) for row in read_listed(data, "seats"))
    if not 1 <= len(players) <= 8:
        raise SetUpError("state: seats must list 1 to 8 players (or the names of the set-up do)")
    return players


def _player(row: Json, lowest: int) -> Player:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise SetUpError("state: each of seats must be an object with a name")
    only_fields(row, {"name", "score", "present", "start_rolls"}, "state: seats")
    rolls = tuple(read_whole(v, "start_rolls", 1, 6) for v in read_listed(row.get("start_rolls", []), "start_rolls"))
    present = row.get("present", True)
    if not isinstance(present, bool):
        raise SetUpError("state: present must be true or false")
    return Player(read_name(row["name"]), read_whole(row.get("score", 0), "score", lowest, HIGHEST), present, rolls)


def _pieces(data: Mapping[str, Json], aliens: int, aboard: int, in_hand: int) -> tuple[int, int]:
    """How many are out and in the pouch; what is not told is the rest."""
    told_out, told_pouch = data.get("out"), data.get("pouch")
    if told_out is None:
        out = 0 if told_pouch is None else aliens - aboard - in_hand - read_whole(told_pouch, "pouch", 0, aliens)
    else:
        out = read_whole(told_out, "out", 0, aliens)
    pouch = aliens - aboard - in_hand - out if told_pouch is None else read_whole(told_pouch, "pouch", 0, aliens)
    if min(out, pouch) < 0 or aboard + in_hand + pouch + out != aliens:
        hand = f" + hand {in_hand}" if in_hand else ""
        raise SetUpError(f"state: aboard {aboard}{hand} + pouch {pouch} + out {out} must be the {aliens} aliens there are")
    return out, pouch


def _order(data: Mapping[str, Json], players: int) -> tuple[int, ...]:
    listed = read_listed(data.get("order", []), "order")
    order = tuple(read_whole(seat, "order", 0, players - 1) for seat in listed)
    if not order and data.get("phase") != "start":
        return tuple(range(players))
    if order and sorted(order) != list(range(players)):
        raise SetUpError("state: order must list every seat once")
    return order


def _ledger(row: Json, players: int) -> Ledger | None:
    if row is None:
        return None
    if not isinstance(row, Mapping):
        raise SetUpError("state: ledger must be null or an object")
    only_fields(row, {"seat", "base", "plus", "minus"}, "state: ledger")
    seat = read_whole(row.get("seat"), "ledger seat", 0, players - 1)
    base, plus, minus = (read_whole(row.get(key, 0), f"ledger {key}", -HIGHEST, HIGHEST) for key in ("base", "plus", "minus"))
    return Ledger(seat, base, plus, minus)


def read_spots(value: Json, name: str, rings: int, sectors: int) -> tuple[Spot, ...]:
    """A list of spots, in their order."""
    return tuple(read_spot(spot, rings, sectors) for spot in read_listed(value, name))


def read_spot(value: Json, rings: int, sectors: int) -> Spot:
    """One spot."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SetUpError("state: a spot is [ring, sector]")
    return read_whole(value[0], "ring", 1, rings), read_whole(value[1], "sector", 1, sectors)


def read_listed(value: Json, name: str) -> Sequence[Json]:
    """A list."""
    if not isinstance(value, list | tuple):
        raise SetUpError(f"state: {name} must be a list")
    return value


def read_maybe(value: Json, name: str, low: int, high: int) -> int | None:
    """A whole number or null."""
    return None if value is None else read_whole(value, name, low, high)


def read_whole(value: Json, name: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"state: {name} must be a whole number from {low} to {high}")
    return value


def read_one_of(value: Json, name: str, allowed: tuple[Any, ...]) -> Any:
    """One of these texts."""
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise SetUpError(f"state: {name} must be one of {', '.join('null' if v is None else str(v) for v in allowed)}")
    return value
