"""A state as plain JSON and back; the fields that both games on the ship have are read in `ship_play/codec.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.games.aliens.state import Handled, HouseRules, Phase, State
from companion.games.aliens.turns import settle
from companion.games.contract import Json, SetUpError, Switch
from companion.games.options import only_fields, settle_options
from companion.games.ship_play.codec import (
    SHARED_KEYS,
    read_one_of,
    read_shared,
    read_spot,
    read_whole,
    shared_to_json,
    turn_for,
)
from companion.games.ship_play.start_roll import begin_if_settled

__all__ = ["from_json", "to_json"]

_PHASES = ("start", "sending", "returning", "over")
_REASONS = ("all-returned", "all-fallen", "one-sector")
_KEYS = SHARED_KEYS | {"handled"}


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
    return {**shared_to_json(state), "handled": _handled_to_json(state.handled)}


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
    only_fields(data, _KEYS, "state")
    shared = read_shared(data, _REASONS)
    rings, sectors, players = len(shared["points"]), shared["sectors"], len(shared["players"])
    state = State(
        rules=HouseRules.from_options(settle_options(switches, data.get("options", {}))),
        phase=_phase(data),
        handled=_handled(data.get("handled"), players, rings, sectors),
        **shared,
    )
    state = begin_if_settled(replace(state, **turn_for(state)))
    return settle(state) if state.phase in {"sending", "returning"} else state


def _phase(data: Mapping[str, Json]) -> Phase:
    told = data.get("phase")
    return cast("Phase", read_one_of("sending" if told is None else told, "phase", _PHASES))


def _handled(row: Json, players: int, rings: int, sectors: int) -> Handled | None:
    if row is None:
        return None
    if not isinstance(row, Mapping):
        raise SetUpError("state: handled must be null or an object")
    only_fields(row, {"seat", "verb", "spot", "points", "phase"}, "state: handled")
    return Handled(
        read_whole(row.get("seat"), "handled seat", 0, players - 1),
        read_one_of(row.get("verb"), "handled verb", ("place", "remove")),
        read_spot(row.get("spot"), rings, sectors),
        read_whole(row.get("points"), "handled points", 0, 99),
        cast("Phase", read_one_of(row.get("phase"), "handled phase", _PHASES)),
    )
