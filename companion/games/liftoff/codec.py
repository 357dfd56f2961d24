"""A state as plain JSON and back. What may be left out of an injected state is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from companion.games.contract import Json, SetUpError, Switch
from companion.games.liftoff import board as boards
from companion.games.liftoff.agenda import TASKS, run
from companion.games.liftoff.board import FEWEST_PLAYERS, KINDS, MOST_PLAYERS, STARGATE_FACES, MoonBoard
from companion.games.liftoff.launches import settle
from companion.games.liftoff.start import sun_at_start
from companion.games.liftoff.state import PLACES, Ask, HouseRules, Paid, Phase, Player, Point, State
from companion.games.options import only_fields, read_name, settle_options

__all__ = ["from_json", "to_json"]

_ASKS = ("roll", "launch", "tile", "explodes")
_WHYS = ("stargate", "lift-off", "phase", "rockets", "earthquake", "terraform", "day-track")
_REASONS = ("all-saved", "everyone-saved", "explosion")
_COUNTERS = ("step", "spell", "comings")
_KEYS = {
    *("options", "board", "seats", "points", "garglore", "moon", "sun", "order", "phase", "turn", "moves", "forced"),
    *("detail", "ask", "agenda", "denied", "fresh", "gone", "finished", "reason", *_COUNTERS),
}


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
    return {
        "options": state.rules.to_options(),
        "board": state.board.to_json(),
        "seats": [_player_to_json(player) for player in state.players],
        "points": [None if tile is None else _point_to_json(tile) for tile in state.points],
        "garglore": state.garglore,
        "moon": state.moon,
        "sun": state.sun,
        "order": list(state.order),
        "phase": state.phase,
        "turn": state.turn,
        "moves": state.moves,
        "forced": state.forced,
        "detail": state.detail,
        "ask": None if state.ask is None else _ask_to_json(state.ask),
        "agenda": list(state.agenda),
        "denied": list(state.denied),
        "fresh": list(state.fresh),
        "gone": list(state.gone),
        "finished": [list(group) for group in state.finished],
        "reason": state.reason,
        **{name: getattr(state, name) for name in _COUNTERS},
    }


def _player_to_json(player: Player) -> dict[str, Json]:
    return {
        "name": player.name,
        "lying": dict(zip(PLACES, player.lying, strict=True)),
        "saved": player.saved,
        "present": player.present,
        "start_rolls": list(player.start_rolls),
        "cards": player.cards,
        "resources": player.resources,
    }


def _point_to_json(tile: Point) -> dict[str, Json]:
    paid = tile.paid.to_json()
    return {"kind": tile.kind, "standing": list(tile.standing), "paid": paid, "placements": tile.placements}


def _ask_to_json(ask: Ask) -> dict[str, Json]:
    return {"kind": ask.kind, "point": ask.point, "why": ask.why, "number": ask.number}


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    only_fields(data, _KEYS, "state")
    rules = HouseRules.from_options(settle_options(switches, data.get("options", {})))
    board = boards.parse(data.get("board"))
    points = _points(data.get("points", [None] * 4), data)
    players = _players(data.get("seats"), rules, points)
    last = len(players) - 1
    state = State(
        rules=rules,
        board=board,
        players=players,
        points=points,
        garglore=_maybe(data.get("garglore"), "garglore", 0, 3),
        moon=_whole(data.get("moon", 0), "moon", 0, board.spots - 1),
        sun=_sun(data, rules, board, len(players)),
        order=_order(data, len(players)),
        phase=cast("Phase", _one_of(data.get("phase", "play"), "phase", ("start", "play", "tie-break", "over"))),
        turn=_maybe(data.get("turn"), "turn", 0, last),
        moves=_whole(data.get("moves", 0), "moves", 0, 2),
        forced=_one_of(data.get("forced"), "forced", (None, "full", "new")),
        detail=_one_of(data.get("detail", rules.detail), "detail", ("full", "tracker")),
        ask=_ask(data.get("ask")),
        agenda=tuple(_one_of(task, "agenda", tuple(TASKS)) for task in _list(data.get("agenda", []), "agenda")),
        denied=_numbers(data.get("denied", []), "denied", 3),
        fresh=_numbers(data.get("fresh", []), "fresh", 3),
        gone=tuple(_one_of(kind, "gone", KINDS) for kind in _list(data.get("gone", []), "gone")),
        finished=tuple(_numbers(group, "finished", last) for group in _list(data.get("finished", []), "finished")),
        reason=_one_of(data.get("reason"), "reason", (None, *_REASONS)),
        step=_counter(data, "step"),
        spell=_counter(data, "spell"),
        comings=_counter(data, "comings"),
    )
    _refuse_inconsistent(state)
    if state.phase != "play":
        return state
    state = state if "turn" in data else _first_turn(state)
    return state if state.ask is not None else run(settle(state))


def _first_turn(state: State) -> State:
    """Where no turn is told, the first player's begins."""
    first = next((seat for seat in state.order if state.players[seat].present), None)
    return replace(state, turn=first, moves=2)


def _refuse_inconsistent(state: State) -> None:
    """Refuse what no game can come to."""
    done = state.phase in ("tie-break", "over")
    if (state.reason is not None) != done:
        raise SetUpError("state: reason belongs to phase over or tie-break, and they need one")
    if state.phase != "start" and None in state.points:
        raise SetUpError("state: points must list four tiles once the game is played")
    kinds = [tile.kind for tile in state.points if tile is not None]
    if len(set(kinds)) != len(kinds):
        raise SetUpError("state: points must be four different kinds")
    if state.ask is not None and (state.phase != "play" or not _can_be_asked(state, state.ask)):
        raise SetUpError("state: ask does not fit the phase or its point")


def _can_be_asked(state: State, ask: Ask) -> bool:
    if ask.kind == "explodes":
        return ask.point is None
    if ask.point is None:
        return False
    tile = state.points[ask.point]
    return tile is not None and (ask.why not in ("stargate", "earthquake") or tile.kind == "stargate")


def _points(data: Json, state: Mapping[str, Json]) -> tuple[Point | None, ...]:
    rows = _list(data, "points")
    if len(rows) != 4:
        raise SetUpError("state: points must list the tiles at p1 to p4, null where none lies yet")
    seats = len(_list(state.get("seats"), "seats"))
    return tuple(None if row is None else _point(row, seats) for row in rows)


def _point(row: Json, seats: int) -> Point:
    if isinstance(row, str):
        return Point(_one_of(row, "points", KINDS))
    if not isinstance(row, Mapping):
        raise SetUpError("state: each of points must be a kind, an object or null")
    only_fields(row, {"kind", "standing", "paid", "placements"}, "state: points")
    standing = _numbers(row.get("standing", []), "standing", seats - 1)
    paid = row.get("paid", {})
    if not isinstance(paid, Mapping):
        raise SetUpError("state: paid must be an object")
    only_fields(paid, {"fuel", "screw", "action"}, "state: paid")
    cards = Paid(*(_whole(paid.get(name, 0), name, 0, 10**6) for name in ("fuel", "screw", "action")))
    placements = _whole(row.get("placements", len(standing)), "placements", 0, 10**6)
    return Point(_one_of(row.get("kind"), "points", KINDS), standing, cards, placements)


def _players(data: Json, rules: HouseRules, points: Sequence[Point | None]) -> tuple[Player, ...]:
    rows = _list(data, "seats")
    if not FEWEST_PLAYERS <= len(rows) <= MOST_PLAYERS:
        raise SetUpError(f"state: seats must list {FEWEST_PLAYERS} to {MOST_PLAYERS} players (or the names of the set-up do)")
    if rules.preset.teams and len(rows) != 4:
        raise SetUpError("state: seats must list 4 players, two teams of two")
    return tuple(_player(row, seat, rules, points) for seat, row in enumerate(rows))


def _player(row: Json, seat: int, rules: HouseRules, points: Sequence[Point | None]) -> Player:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise SetUpError("state: each of seats must be an object with a name")
    only_fields(row, {"name", "lying", "saved", "present", "start_rolls", "cards", "resources"}, "state: seats")
    total, present = rules.preset.aliens, row.get("present", True)
    saved = _whole(row.get("saved", 0), "saved", 0, total)
    if not isinstance(present, bool):
        raise SetUpError("state: present must be true or false")
    standing = sum(tile.standing.count(seat) for tile in points if tile is not None)
    return Player(
        read_name(row["name"]),
        _lying(row.get("lying", {}), total - saved - standing),
        saved,
        present,
        _numbers(row.get("start_rolls", []), "start_rolls", 99),
        _maybe(row.get("cards", rules.preset.hand if rules.count_cards else None), "cards", 0, 10**6),
        _maybe(row.get("resources"), "resources", 0, 99),
    )


def _lying(data: Json, left: int) -> tuple[int, ...]:
    """What is not told lies on the core; altogether all aliens of the colour are there."""
    if not isinstance(data, Mapping) or not set(data) <= set(PLACES):
        raise SetUpError(f"state: lying must tell numbers at {', '.join(PLACES)}")
    surface = [_whole(data.get(place, 0), place, 0, 10) for place in PLACES[1:]]
    core = left - sum(surface)
    if core < 0 or data.get("core", core) != core:
        raise SetUpError(f"state: lying must add up to the {left} aliens that neither stand nor are saved")
    return (core, *surface)


def _sun(data: Mapping[str, Json], rules: HouseRules, board: MoonBoard, players: int) -> int | None:
    if "sun" not in data:
        return sun_at_start(rules, board, players)
    return _maybe(data["sun"], "sun", 0, board.day_spots)


def _order(data: Mapping[str, Json], players: int) -> tuple[int, ...]:
    order = _numbers(data.get("order", []), "order", players - 1)
    if not order and data.get("phase", "play") != "start":
        return tuple(-seat % players for seat in range(players))
    if order and sorted(order) != list(range(players)):
        raise SetUpError("state: order must list every seat once")
    return order


def _ask(row: Json) -> Ask | None:
    if row is None:
        return None
    if not isinstance(row, Mapping):
        raise SetUpError("state: ask must be null or an object")
    only_fields(row, {"kind", "point", "why", "number"}, "state: ask")
    most = len(STARGATE_FACES)
    kind: Any = _one_of(row.get("kind"), "ask", _ASKS)
    why = _one_of(row.get("why", ""), "ask why", ("", *_WHYS))
    return Ask(kind, _maybe(row.get("point"), "ask point", 0, 3), why, _maybe(row.get("number"), "ask number", 0, most))


def _counter(data: Mapping[str, Json], name: str) -> int:
    return _whole(data.get(name, 1), name, 1, 10**9)


def _list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list | tuple):
        raise SetUpError(f"state: {name} must be a list")
    return value


def _numbers(value: Json, name: str, high: int) -> tuple[int, ...]:
    return tuple(_whole(item, name, 0, high) for item in _list(value, name))


def _maybe(value: Json, name: str, low: int, high: int) -> int | None:
    return None if value is None else _whole(value, name, low, high)


def _whole(value: Json, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"state: {name} must be a whole number from {low} to {high}")
    return value


def _one_of(value: Json, name: str, allowed: Sequence[Any]) -> Any:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise SetUpError(f"state: {name} must be one of {', '.join('null' if v is None else str(v) for v in allowed)}")
    return value
