"""A state as plain JSON and back. What may be left out of an injected state is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.games.contract import Json, SetUpError, Switch
from companion.games.encounters import board as boards
from companion.games.encounters.board import SHIP, TOWER, Cell, GridBoard, Place
from companion.games.encounters.people import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.encounters.start import HIGHEST_ROLL, LOWEST_ROLL, begin_if_settled
from companion.games.encounters.state import CHIPS, Chip, Entered, HouseRules, Marks, Phase, Player, State
from companion.games.encounters.turns import next_seat, settle
from companion.games.options import as_name, settle_options
from companion.games.stored import flag, listing, maybe, one_of, only, whole

__all__ = ["from_json", "to_json"]

_COUNTERS = ("step", "marking", "comings")
_KEYS = {
    *("options", "board", "seats", "chips", "phase", "turn", "left", "path", "arrived", "entered", "landed"),
    *("reason", "winners"),
    *_COUNTERS,
    "told",
}
_SEAT_KEYS = {
    *("name", "at", "departure", "circles", "marks", "owed", "free", "safe_last", "present", "start_rolls"),
}


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states; `told` only where it is true. The circles are in it: it is for the journal."""
    name_of, trap = state.board.name_of, state.entered
    return {
        "options": state.rules.to_options(),
        "board": state.board.to_json(),
        "seats": [_player_to_json(state, player) for player in state.players],
        "chips": [[name_of(cell), owner] for cell, owner in state.chips],
        "phase": state.phase,
        "turn": state.turn,
        "left": state.left,
        "path": [name_of(place) for place in state.path],
        "arrived": state.arrived,
        "entered": None if trap is None else {"seat": trap.seat, "square": name_of(trap.cell), "sprung": list(trap.sprung)},
        "landed": state.landed,
        "reason": state.reason,
        "winners": list(state.winners),
        **{name: getattr(state, name) for name in _COUNTERS},
        **({"told": True} if state.told else {}),
    }


def _player_to_json(state: State, player: Player) -> dict[str, Json]:
    return {
        "name": player.name,
        "at": state.board.name_of(player.at),
        "departure": player.departure,
        "circles": list(player.circles),
        "marks": player.marks,
        "owed": player.owed,
        "free": player.free,
        "safe_last": player.safe_last,
        "present": player.present,
        "start_rolls": list(player.start_rolls),
    }


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    only(data, _KEYS, "state.")
    board = boards.parse(data.get("board"))
    seats = listing(data.get("seats"), "state.seats")
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise SetUpError(f"state: seats must list {FEWEST_PLAYERS} to {MOST_PLAYERS} players")
    chips = _chips(data.get("chips", []), board, len(seats))
    players = tuple(_player(row, board, seat, chips) for seat, row in enumerate(seats))
    last = len(players) - 1
    state = State(
        rules=HouseRules.from_options(settle_options(switches, data.get("options", {}))),
        board=board,
        players=players,
        chips=chips,
        phase=cast("Phase", one_of(data.get("phase", "play"), "state.phase", ("start", "play", "over"))),
        turn=maybe(data.get("turn"), "state.turn", 0, last),
        left=maybe(data.get("left"), "state.left", 0, HIGHEST_ROLL),
        path=tuple(_place(place, board, "path") for place in listing(data.get("path", []), "state.path")),
        arrived=flag(data.get("arrived", False), "state.arrived"),
        entered=_entered(data.get("entered"), board, last),
        landed=maybe(data.get("landed"), "state.landed", 0, last),
        reason=one_of(data.get("reason"), "state.reason", (None, "tune-complete")),
        winners=tuple(whole(seat, "state.winners", 0, last) for seat in listing(data.get("winners", []), "state.winners")),
        **{name: whole(data.get(name, 1), f"state.{name}", 1, 10**9) for name in _COUNTERS},
        told=flag(data.get("told", False), "state.told"),
    )
    return _consistent(state, told_turn="turn" in data)


def _consistent(state: State, *, told_turn: bool) -> State:
    """Where no turn is told the first player's begins; what cannot be at the same time is refused."""
    if state.phase == "play" and not told_turn:
        state = replace(state, turn=next_seat(state, None))
    won = any(player.score >= CHIPS for player in state.players)
    over = state.phase == "over"
    if (over and not won) or over != bool(state.winners and state.reason) or (state.winners and not over):
        raise SetUpError("state: phase over, reason and winners go with a player's fifth chip")
    turn = state.turn
    if state.phase == "play" and turn is not None and not state.players[turn].present:
        raise SetUpError(f"state: turn: seat {turn} is not at the table")
    if state.left is not None and (state.phase != "play" or turn is None or state.left == 0):
        raise SetUpError("state: left: only whose turn it is has steps left, 1 or more")
    settled = settle(begin_if_settled(state))
    return replace(settled, told=state.told or settled.phase != state.phase == "play")


def _player(row: Json, board: GridBoard, seat: int, chips: tuple[Chip, ...]) -> Player:
    if not isinstance(row, Mapping):
        raise SetUpError("state: each of seats must be an object")
    only(row, _SEAT_KEYS, "state.seats.")
    name = as_name(row.get("name"))
    if name is None:
        raise SetUpError("state: each of seats needs a name that can be shown")
    placed = sum(owner == seat for _, owner in chips)
    if placed > CHIPS:
        raise SetUpError(f"state: chips: seat {seat} has only {CHIPS}")
    circles = _circles(row.get("circles", []), board)
    marks = one_of(row.get("marks", "phone" if circles else "paper"), "state.marks", ("paper", "phone"))
    owed, free = (whole(row.get(name, 0), f"state.{name}", 0, 99) for name in ("owed", "free"))
    if marks == "paper" and (circles or owed or free):
        raise SetUpError("state: a card on paper has no circles, owed or free that the companion knows of")
    rolls = listing(row.get("start_rolls", []), "state.start_rolls")
    at = _place(row.get("at", TOWER), board, "at")
    departure: str = one_of(row.get("departure", at if isinstance(at, str) else TOWER), "state.departure", (TOWER, SHIP))
    if isinstance(at, str) and departure != at:
        raise SetUpError("state: departure: a piece on a destination sets out from there")
    return Player(
        name=name,
        at=at,
        departure=departure,
        chips=CHIPS - placed,
        circles=circles,
        marks=cast("Marks", marks),
        owed=owed,
        free=free,
        safe_last=flag(row.get("safe_last", False), "state.safe_last"),
        present=flag(row.get("present", True), "state.present"),
        start_rolls=tuple(whole(roll, "state.start_rolls", LOWEST_ROLL, HIGHEST_ROLL) for roll in rolls),
    )


def _circles(value: Json, board: GridBoard) -> tuple[int, ...]:
    circles = tuple(sorted(whole(number, "state.circles", 1, 999) for number in listing(value, "state.circles")))
    if len(set(circles)) < len(circles) or any(number not in board.numbers for number in circles):
        raise SetUpError("state: circles must be different numbers of the board")
    return circles


def _chips(data: Json, board: GridBoard, players: int) -> tuple[Chip, ...]:
    found = []
    for pair in listing(data, "state.chips"):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise SetUpError("state: each of chips must be [square, seat]")
        found.append((_cell(pair[0], board, "chips"), whole(pair[1], "state.chips", 0, players - 1)))
    return tuple(sorted(found))


def _entered(data: Json, board: GridBoard, last: int) -> Entered | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise SetUpError("state: entered must be an object or null")
    only(data, {"seat", "square", "sprung"}, "state.entered.")
    sprung = tuple(whole(seat, "state.sprung", 0, last) for seat in listing(data.get("sprung", []), "state.sprung"))
    return Entered(whole(data.get("seat"), "state.entered seat", 0, last), _cell(data.get("square"), board, "entered"), sprung)


def _cell(value: Json, board: GridBoard, name: str) -> Cell:
    place = _place(value, board, name)
    if isinstance(place, str):
        raise SetUpError(f"state: {name} must name squares of the grid")
    return place


def _place(value: Json, board: GridBoard, name: str) -> Place:
    place = board.place_named(value)
    if place is None:
        raise SetUpError(f'state: {name} must be a number of the board, "tower", "ship", or [row, column] of a safe square')
    return place
