"""A state as plain JSON and back. What may be left out of an injected state is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError, Switch
from companion.games.etcards.state import (
    DECK,
    FLIGHT,
    KINDS,
    PAIR,
    PERIL,
    SEATS,
    HouseRules,
    Player,
    State,
    Turned,
    as_counts,
    lay_out,
)
from companion.games.options import settle_options
from companion.games.stored import flag, listing, maybe, object_of, one_of, only, whole

__all__ = ["from_json", "to_json"]

_COUNTERS = ("step", "spell", "comings")
_KEYS = {"options", "board", "seats", "discard", "held", "shuffled", "phase", "turn", "last", *_COUNTERS}


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
    return {
        "options": state.rules.to_options(),
        "seats": [{"name": p.name, "laid": list(p.laid), "present": p.present} for p in state.players],
        "discard": as_counts(state.discard),
        "held": list(state.held),
        "shuffled": state.shuffled,
        "phase": state.phase,
        "turn": state.turn,
        "last": None if state.last is None else state.last.to_json(),
        **{name: getattr(state, name) for name in _COUNTERS},
    }


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    only(data, _KEYS, "state: ")
    players = _players(data.get("seats"))
    phase: Any = one_of(data.get("phase", "play"), "state: phase", ("start", "play", "over"))
    first = next((seat for seat, player in enumerate(players) if player.present), None) if phase == "play" else None
    state = State(
        rules=HouseRules.from_options(settle_options(switches, data.get("options", {}))),
        players=players,
        discard=_counts(data.get("discard", {}), "state: discard"),
        held=_cards(data.get("held", []), "state: held"),
        shuffled=whole(data.get("shuffled", 0), "state: shuffled", 0, 10**6),
        phase=phase,
        turn=maybe(data.get("turn", first), "state: turn", 0, len(players) - 1),
        last=_last(data.get("last"), len(players) - 1),
        **{name: whole(data.get(name, 1), f"state: {name}", 1, 10**9) for name in _COUNTERS},
    )
    _refuse_inconsistent(state)
    return state


def _refuse_inconsistent(state: State) -> None:
    """Refuse what no game can come to."""
    short = next((kind for kind in KINDS if state.draw[kind] < 0), None)
    if short is not None:
        raise SetUpError(f"state: there are only {DECK[short]} {short} cards")
    if len(state.held) not in (0, PAIR) or (state.held and (state.phase != "play" or state.turn is None)):
        raise SetUpError("state: held must be two cards in somebody's turn, or none")
    if state.phase != "start" and (state.winner is not None) != (state.phase == "over"):
        raise SetUpError("state: phase must be over when somebody has won, and only then")


def _players(data: Json) -> tuple[Player, ...]:
    rows = listing(data, "state: seats")
    if not SEATS[0] <= len(rows) <= SEATS[1]:
        raise SetUpError(f"state: seats must list {SEATS[0]} to {SEATS[1]} players")
    return tuple(_player(object_of(row, "state: each of seats")) for row in rows)


def _player(row: Mapping[str, Json]) -> Player:
    only(row, {"name", "laid", "present"}, "state: seats: ")
    name = row.get("name")
    if not isinstance(name, str):
        raise SetUpError("state: each of seats must be an object with a name")
    laid = _cards(row.get("laid", []), "state: laid")
    if len(set(laid)) != len(laid) or {FLIGHT, PERIL} <= set(laid):
        raise SetUpError("state: laid must have at most one card of each kind, and not both vlieg and gevaar")
    return Player(name, laid, flag(row.get("present", True), "state: present"))


def _cards(data: Json, key: str) -> tuple[str, ...]:
    return lay_out(str(one_of(card, key, KINDS)) for card in listing(data, key))


def _counts(data: Json, key: str) -> tuple[int, ...]:
    row = object_of(data, key)
    only(row, set(KINDS), f"{key}: ")
    return tuple(whole(row.get(kind, 0), f"{key}: {kind}", 0, DECK[kind]) for kind in KINDS)


def _last(row: Json, seats: int) -> Turned | None:
    if row is None:
        return None
    row = object_of(row, "state: last")
    only(row, {"seat", "cards", "right", "kept", "cancelled"}, "state: last: ")
    right = row.get("right")
    return Turned(
        whole(row.get("seat"), "state: last seat", 0, seats),
        _cards(row.get("cards", []), "state: last cards"),
        None if right is None else flag(right, "state: last right"),
        _cards(row.get("kept", []), "state: last kept"),
        flag(row.get("cancelled", False), "state: last cancelled"),
    )
