"""A state as plain JSON and back; the fields that both games on the ship have are read in `ship_play/codec.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.games.contract import Json, SetUpError, Switch
from companion.games.dance.state import HouseRules, Phase, State
from companion.games.dance.turns import end_if_all_fell, end_if_won
from companion.games.options import only_fields, settle_options
from companion.games.ship_play.codec import (
    HIGHEST,
    SHARED_KEYS,
    read_listed,
    read_one_of,
    read_shared,
    read_spot,
    read_spots,
    read_whole,
    shared_to_json,
    turn_for,
)
from companion.games.ship_play.seats import Spot
from companion.games.ship_play.start_roll import begin_if_settled

__all__ = ["RINGS", "from_json", "to_json"]

RINGS = 6
"""One for each roll of the die (rulebook: The Game Board)."""

_PHASES = ("start", "dancing", "over")
_REASONS = ("hundred", "all-fallen")
_KEYS = SHARED_KEYS | {"area", "hand", "tried", "brought"}


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
    return {
        **shared_to_json(state),
        "area": None if state.area is None else list(state.area),
        "hand": [list(spot) for spot in state.hand],
        "tried": state.tried,
        "brought": [list(spot) for spot in state.brought],
    }


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    only_fields(data, _KEYS, "state")
    rules = HouseRules.from_options(settle_options(switches, data.get("options", {})))
    in_hand = len(read_listed(data.get("hand", []), "hand"))
    shared = read_shared(data, _REASONS, lowest=0 if rules.floor_zero else -HIGHEST, in_hand=in_hand)
    rings, sectors = len(shared["points"]), shared["sectors"]
    if rings != RINGS:
        raise SetUpError(f"state: board points must be {RINGS}, one for each ring")
    state = State(
        rules=rules,
        phase=_phase(data),
        area=_area(data.get("area"), rings, sectors),
        hand=read_spots(data.get("hand", []), "hand", rings, sectors),
        tried=read_whole(data.get("tried", 0), "tried", 0, HIGHEST),
        brought=read_spots(data.get("brought", []), "brought", rings, sectors),
        **shared,
    )
    return _consistent(replace(state, **turn_for(state)))


def _consistent(state: State) -> State:
    """Refuse a turn that no game can come to; a position that is the end of a game is over."""
    if state.roll is None and state.phase == "dancing" and (state.hand or state.tried):
        raise SetUpError("state: hand and tried belong to a roll")
    if Counter(state.brought) - Counter(state.aboard):
        raise SetUpError("state: brought aliens stand aboard")
    return end_if_won(end_if_all_fell(begin_if_settled(state)))


def _phase(data: Mapping[str, Json]) -> Phase:
    told = data.get("phase")
    return cast("Phase", read_one_of("dancing" if told is None else told, "phase", _PHASES))


def _area(value: Json, rings: int, sectors: int) -> Spot | None:
    return None if value is None else read_spot(value, rings, sectors)
