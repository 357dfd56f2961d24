"""What a seat may see. Circles are in nobody's view but their owner's, until the game has been played to its end."""

from __future__ import annotations

from companion.games.contract import Json
from companion.games.encounters.state import Player, State

__all__ = ["covered", "view"]


def covered(state: State) -> bool:
    """Whether the cards stay covered: until an end that was played, and for good where chips were told or ruled."""
    return state.phase != "over" or state.told


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The table as that seat sees it; None is what everybody may see."""
    playing = state.phase == "play"
    name_of = state.board.name_of
    return {
        "phase": state.phase,
        "turn": state.turn if playing else None,
        "left": state.left if playing else None,
        "path": [name_of(place) for place in state.path],
        "chips": [[name_of(cell), owner] for cell, owner in state.chips],
        "entered": None if state.entered is None else name_of(state.entered.cell),
        "trapped": _trapped(state),
        "landed": state.landed,
        "seats": [_public(state, number, player) for number, player in enumerate(state.players)],
        "mine": None if seat is None or not 0 <= seat < len(state.players) else _mine(state, state.players[seat]),
        "shown": [list(player.circles) for player in state.players] if not covered(state) else None,
    }


def _trapped(state: State) -> Json:
    """The trap that has sprung last, until the next step or roll: whose piece, where, and who put a chip there."""
    trap = state.entered
    if trap is None or not trap.sprung:
        return None
    return {"seat": trap.seat, "square": state.board.name_of(trap.cell), "by": list(trap.sprung)}


def _public(state: State, seat: int, player: Player) -> dict[str, Json]:
    return {
        "seat": seat,
        "name": player.name,
        "score": player.score,
        "present": player.present,
        "at": state.board.name_of(player.at),
        "departure": player.departure,
        "destination": player.destination,
        "chips": player.chips,
        "marks": player.marks,
        "circled": len(player.circles),
        "owed": player.owed,
        "free": player.free,
        "start_rolls": list(player.start_rolls),
    }


def _mine(state: State, player: Player) -> dict[str, Json]:
    """A card: its circles, and those that a chip has covered, which can spring no more (K22)."""
    dead = [number for number in player.circles if state.board.numbers[number] in state.covered]
    return {"circles": list(player.circles), "dead": dead, "owed": player.owed, "free": player.free}
