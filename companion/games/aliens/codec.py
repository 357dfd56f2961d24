"""A state as plain JSON and back. What may be left out of an injected state is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from companion.games.aliens.start_roll import begin_if_settled
from companion.games.aliens.state import Handled, HouseRules, Ledger, Phase, Player, Spot, State
from companion.games.aliens.turns import settle
from companion.games.contract import Json, SetUpError, Switch
from companion.games.options import LONGEST_NAME, as_name, settle_options

__all__ = ["from_json", "to_json"]

_PHASES = ("start", "sending", "returning", "over")
_REASONS = ("all-returned", "all-fallen", "one-sector")
_KEYS = {
    *("options", "board", "seats", "order", "phase", "turn", "roll", "aboard", "pouch", "out", "blame"),
    *("ledger", "handled", "reason", "step", "incidents", "comings"),
}
_BOARD_KEYS = {"points", "sectors", "aliens", "name", "verified", "side", "ring_edges_mm", "foot_radius_mm"}
"""A whole board file will do; the rules need only the first three."""


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
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
        "handled": _handled_to_json(state.handled),
        "reason": state.reason,
        "step": state.step,
        "incidents": state.incidents,
        "comings": state.comings,
    }


def _player_to_json(player: Player) -> dict[str, Json]:
    return {
        "name": player.name,
        "score": player.score,
        "present": player.present,
        "start_rolls": list(player.start_rolls),
    }


def _ledger_to_json(ledger: Ledger | None) -> Json:
    if ledger is None:
        return None
    return {"seat": ledger.seat, "base": ledger.base, "plus": ledger.plus, "minus": ledger.minus}


def _handled_to_json(handled: Handled | None) -> Json:
    if handled is None:
        return None
    return {
        "seat": handled.seat,
        "verb": handled.verb,
        "spot": list(handled.spot),
        "points": handled.points,
        "phase": handled.phase,
    }


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    _only(data, _KEYS, "state")
    points, sectors, aliens = _board(data.get("board"))
    players = _players(data.get("seats"))
    spots = tuple(sorted(_spot(spot, len(points), sectors) for spot in _list(data.get("aboard", []), "aboard")))
    out, pouch = _pieces(data, aliens, len(spots))
    state = State(
        rules=HouseRules.from_options(settle_options(switches, data.get("options", {}))),
        points=points,
        sectors=sectors,
        aliens=aliens,
        players=players,
        pouch=pouch,
        aboard=spots,
        out=out,
        order=_order(data, len(players)),
        phase=_phase(data),
        **_running(data, len(players)),
        ledger=_ledger(data.get("ledger"), len(players)),
        handled=_handled(data.get("handled"), len(players), len(points), sectors),
        reason=_one_of(data.get("reason"), "reason", (None, *_REASONS)),
        **{key: _whole(data.get(key, 1), key, 1, 10**9) for key in ("step", "incidents", "comings")},
    )
    return _consistent(state)


def _consistent(state: State) -> State:
    """Fill the turn in, and refuse what no game can come to."""
    fill: dict[str, Any] = {}
    if state.phase in {"sending", "returning"} and state.turn is None:
        fill["turn"] = next((seat for seat in state.order if state.players[seat].present), None)
    turn = fill.get("turn", state.turn)
    if state.roll is not None and state.blame is None:
        fill["blame"] = turn
    if state.roll is not None and state.ledger is None and turn is not None:
        fill["ledger"] = Ledger(turn, state.players[turn].score)
    if (state.reason is not None) != (state.phase == "over"):
        raise SetUpError("state: reason belongs to phase over, and phase over needs one")
    if state.phase == "start" and (state.turn is not None or state.roll is not None):
        raise SetUpError("state: in phase start there is no turn and no roll")
    if state.ledger is not None and state.ledger.score != state.players[state.ledger.seat].score:
        raise SetUpError("state: ledger base + plus - minus must be the score of its seat")
    state = replace(state, **fill, roll=None if turn is None else state.roll)
    return settle(state) if state.phase in {"sending", "returning"} else begin_if_settled(state)


def _board(data: Json) -> tuple[tuple[int, ...], int, int]:
    if not isinstance(data, Mapping):
        raise SetUpError("state: board must be an object with points, sectors, aliens")
    _only(data, _BOARD_KEYS, "state: board")
    points = tuple(_whole(p, "board points", 0, 99) for p in _list(data.get("points"), "board points"))
    if not points:
        raise SetUpError("state: board points must not be empty")
    return points, _whole(data.get("sectors", 4), "board sectors", 4, 4), _whole(data.get("aliens", 10), "board aliens", 1, 50)


def _players(data: Json) -> tuple[Player, ...]:
    players = tuple(_player(row) for row in _list(data, "seats"))
    if not 1 <= len(players) <= 8:
        raise SetUpError("state: seats must list 1 to 8 players (or the names of the set-up do)")
    return players


def _player(row: Json) -> Player:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise SetUpError("state: each of seats must be an object with a name")
    _only(row, {"name", "score", "present", "start_rolls"}, "state: seats")
    name = as_name(row["name"])
    if name is None:
        raise SetUpError(f"state: each name must be a text of 1 to {LONGEST_NAME} characters that can be shown")
    rolls = tuple(_whole(v, "start_rolls", 1, 6) for v in _list(row.get("start_rolls", []), "start_rolls"))
    present = row.get("present", True)
    if not isinstance(present, bool):
        raise SetUpError("state: present must be true or false")
    return Player(name, _whole(row.get("score", 0), "score", 0, 9999), present, rolls)


def _pieces(data: Mapping[str, Json], aliens: int, aboard: int) -> tuple[int, int]:
    """How many are out and in the pouch; what is not told is the rest."""
    told_out = data.get("out")
    if told_out is None:
        told_pouch = data.get("pouch")
        out = 0 if told_pouch is None else aliens - aboard - _whole(told_pouch, "pouch", 0, aliens)
    else:
        out = _whole(told_out, "out", 0, aliens)
    told_pouch = data.get("pouch")
    pouch = aliens - aboard - out if told_pouch is None else _whole(told_pouch, "pouch", 0, aliens)
    if min(out, pouch) < 0 or aboard + pouch + out != aliens:
        raise SetUpError(f"state: aboard {aboard} + pouch {pouch} + out {out} must be the {aliens} aliens there are")
    return out, pouch


def _order(data: Mapping[str, Json], players: int) -> tuple[int, ...]:
    listed = _list(data.get("order", []), "order")
    order = tuple(_whole(seat, "order", 0, players - 1) for seat in listed)
    if not order and data.get("phase", "sending") != "start":
        return tuple(range(players))
    if order and sorted(order) != list(range(players)):
        raise SetUpError("state: order must list every seat once")
    return order


def _phase(data: Mapping[str, Json]) -> Phase:
    told = data.get("phase")
    return cast("Phase", _one_of("sending" if told is None else told, "phase", _PHASES))


def _running(data: Mapping[str, Json], players: int) -> dict[str, Any]:
    seats = {key: _maybe(data.get(key), key, 0, players - 1) for key in ("turn", "blame")}
    return {**seats, "roll": _maybe(data.get("roll"), "roll", 1, 6)}


def _ledger(row: Json, players: int) -> Ledger | None:
    if row is None:
        return None
    if not isinstance(row, Mapping):
        raise SetUpError("state: ledger must be null or an object")
    _only(row, {"seat", "base", "plus", "minus"}, "state: ledger")
    seat = _whole(row.get("seat"), "ledger seat", 0, players - 1)
    base, plus, minus = (_whole(row.get(key, 0), f"ledger {key}", -9999, 9999) for key in ("base", "plus", "minus"))
    return Ledger(seat, base, plus, minus)


def _handled(row: Json, players: int, rings: int, sectors: int) -> Handled | None:
    if row is None:
        return None
    if not isinstance(row, Mapping):
        raise SetUpError("state: handled must be null or an object")
    _only(row, {"seat", "verb", "spot", "points", "phase"}, "state: handled")
    return Handled(
        _whole(row.get("seat"), "handled seat", 0, players - 1),
        _one_of(row.get("verb"), "handled verb", ("place", "remove")),
        _spot(row.get("spot"), rings, sectors),
        _whole(row.get("points"), "handled points", 0, 99),
        cast("Phase", _one_of(row.get("phase"), "handled phase", _PHASES)),
    )


def _only(row: Mapping[str, Json], known: set[str], where: str) -> None:
    """A field nobody knows is a typo, and typos never pass."""
    for key in row:
        if key not in known:
            raise SetUpError(f"{where}: there is no field {str(key)[:40]!r}; there are {', '.join(sorted(known))}")


def _spot(value: Json, rings: int, sectors: int) -> Spot:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SetUpError("state: a spot is [ring, sector]")
    return _whole(value[0], "ring", 1, rings), _whole(value[1], "sector", 1, sectors)


def _list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list | tuple):
        raise SetUpError(f"state: {name} must be a list")
    return value


def _maybe(value: Json, name: str, low: int, high: int) -> int | None:
    return None if value is None else _whole(value, name, low, high)


def _whole(value: Json, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SetUpError(f"state: {name} must be a whole number from {low} to {high}")
    return value


def _one_of(value: Json, name: str, allowed: tuple[Any, ...]) -> Any:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise SetUpError(f"state: {name} must be one of {', '.join('null' if v is None else str(v) for v in allowed)}")
    return value
