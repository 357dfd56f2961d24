"""A state as plain JSON and back. What may be left out of an injected state is filled in where that is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Json, SetUpError, Switch
from companion.games.etboard import board as boards
from companion.games.etboard.board import DANGERS, DIE_FACES, MOST_CHIPS, RINGS, RingBoard
from companion.games.etboard.state import PIECES, SEATS, Ask, HouseRules, News, Player, State, costumes_for
from companion.games.options import settle_options
from companion.games.stored import flag, listing, maybe, object_of, one_of, only, whole

__all__ = ["from_json", "to_json"]

_COUNTERS = ("step", "spell", "comings")
_KEYS = {
    *("options", "board", "seats", "pile", "transmitter", "ring", "space", "worn", "phase", "turn", "call", "rolled", "flown"),
    *("ask", "news", *_COUNTERS),
}
_ASKS = ("space", "chips", "roll", "guess", "fly", "ascend")
_WHYS = {
    "space": ("",),
    "chips": ("hide", "arrow"),
    "roll": ("win", "loss"),
    "guess": tuple(danger for danger in DANGERS if danger != "spacesuit"),
    "fly": ("",),
    "ascend": ("", "path"),
}
_LONGEST_CODE = 20


def to_json(state: State) -> dict[str, Json]:
    """Every field, the same for equal states."""
    ask = state.ask
    return {
        "options": state.rules.to_options(),
        "board": state.board.to_json(),
        "seats": [{"name": p.name, "chips": p.chips, "costumes": p.costumes, "present": p.present} for p in state.players],
        "pile": state.pile,
        "transmitter": state.pieces,
        "ring": state.ring,
        "space": state.space,
        "worn": state.worn,
        "phase": state.phase,
        "turn": state.turn,
        "call": state.call,
        "rolled": state.rolled,
        "flown": state.flown,
        "ask": None if ask is None else {"kind": ask.kind, "seat": ask.seat, "why": ask.why, "chips": ask.chips},
        "news": [news.to_json() for news in state.news],
        **{name: getattr(state, name) for name in _COUNTERS},
    }


def from_json(data: Mapping[str, Json], switches: Sequence[Switch]) -> State:
    """Read a state; SetUpError names the field that cannot be."""
    only(data, _KEYS, "state: ")
    rules = HouseRules.from_options(settle_options(switches, data.get("options", {})))
    board = boards.parse(data.get("board"))
    players = _players(data.get("seats"))
    last = len(players) - 1
    ring = whole(data.get("ring", 1), "state: ring", 1, RINGS)
    phase: Any = one_of(data.get("phase", "play"), "state: phase", ("start", "play", "over"))
    state = State(
        rules=rules,
        board=board,
        players=players,
        pile=_pile(data, players),
        pieces=whole(data.get("transmitter", 0), "state: transmitter", 0, PIECES),
        ring=ring,
        space=_space(data, rules, board, ring, phase),
        worn=flag(data.get("worn", False), "state: worn"),
        phase=phase,
        turn=_turn(data, phase, players),
        call=maybe(data.get("call"), "state: call", DIE_FACES[0], DIE_FACES[-1]),
        rolled=maybe(data.get("rolled"), "state: rolled", DIE_FACES[0], DIE_FACES[-1]),
        flown=maybe(data.get("flown"), "state: flown", 0, last),
        ask=_ask(data.get("ask"), last),
        news=tuple(_news(row, last) for row in listing(data.get("news", []), "state: news")),
        **{name: whole(data.get(name, 1), f"state: {name}", 1, 10**9) for name in _COUNTERS},
    )
    _refuse_inconsistent(state)
    return state


def _refuse_inconsistent(state: State) -> None:
    """Refuse what no game can come to."""
    if state.ask is not None and (state.phase != "play" or state.turn is None):
        raise SetUpError("state: ask belongs to phase play and somebody's turn")


def _players(data: Json) -> tuple[Player, ...]:
    rows = listing(data, "state: seats")
    if not SEATS[0] <= len(rows) <= SEATS[1]:
        raise SetUpError(f"state: seats must list {SEATS[0]} to {SEATS[1]} players")
    return tuple(_player(object_of(row, "state: each of seats"), len(rows)) for row in rows)


def _player(row: Mapping[str, Json], players: int) -> Player:
    only(row, {"name", "chips", "costumes", "present"}, "state: seats: ")
    name = row.get("name")
    if not isinstance(name, str):
        raise SetUpError("state: each of seats must be an object with a name")
    return Player(
        name,
        whole(row.get("chips", 0), "state: chips", 0, 10**6),
        whole(row.get("costumes", 0), "state: costumes", 0, costumes_for(players)),
        flag(row.get("present", True), "state: present"),
    )


def _pile(data: Mapping[str, Json], players: Sequence[Player]) -> int:
    """What nobody holds; altogether the costume cards of so many players."""
    pile = costumes_for(len(players)) - sum(player.costumes for player in players)
    if pile < 0 or whole(data.get("pile", pile), "state: pile", 0, 99) != pile:
        raise SetUpError(f"state: pile and costumes must add up to {costumes_for(len(players))} costume cards")
    return pile


def _space(data: Mapping[str, Json], rules: HouseRules, board: RingBoard, ring: int, phase: str) -> int | None:
    """Where E.T. stands; where nothing is told, at the start, if the companion may follow him."""
    if not rules.follows(board):
        if data.get("space") is not None:
            raise SetUpError("state: space must be null: by its house rules this game does not follow the board")
        return None
    start = board.start if ring == 1 and phase != "over" else None
    return maybe(data.get("space", start), "state: space", 1, board.size(ring))


def _turn(data: Mapping[str, Json], phase: str, players: Sequence[Player]) -> int | None:
    """Where no turn is told, the first player's begins."""
    first = next((seat for seat, player in enumerate(players) if player.present), None) if phase == "play" else None
    return maybe(data.get("turn", first), "state: turn", 0, len(players) - 1)


def _ask(row: Json, last: int) -> Ask | None:
    if row is None:
        return None
    row = object_of(row, "state: ask")
    only(row, {"kind", "seat", "why", "chips"}, "state: ask: ")
    kind: Any = one_of(row.get("kind"), "state: ask kind", _ASKS)
    why = one_of(row.get("why", ""), "state: ask why", _WHYS[kind])
    seat = whole(row.get("seat"), "state: ask seat", 0, last)
    return Ask(kind, seat, why, maybe(row.get("chips"), "state: ask chips", 0, MOST_CHIPS))


def _news(row: Json, last: int) -> News:
    row = object_of(row, "state: news")
    code = row.get("code")
    if not isinstance(code, str) or len(code) > _LONGEST_CODE:
        raise SetUpError("state: news code must be a short text")
    return News(
        code,
        maybe(row.get("seat"), "state: news seat", 0, last),
        whole(row.get("chips", 0), "state: news chips", -(10**6), 10**6),
    )
