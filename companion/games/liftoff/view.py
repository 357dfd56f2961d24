"""What a seat may see. The planet is open to all; hands are secret, so their sizes are shown to their own seat only."""

from __future__ import annotations

from companion.games.contract import Json
from companion.games.liftoff.board import POINTS
from companion.games.liftoff.points import fee, kind_at
from companion.games.liftoff.state import PLACES, State

__all__ = ["view"]


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The game as `seat` may see it."""
    playing = state.phase == "play"
    days = None if state.sun is None else state.board.day_spots - state.sun
    return {
        "phase": state.phase,
        "detail": state.detail,
        "turn": state.turn if playing else None,
        "order": list(state.order),
        "moves": state.moves,
        "moon": state.moon,
        "moon_spots": state.board.spots,
        "sun": state.sun,
        "day_spots": state.board.day_spots,
        "days_left": days,
        "forced": state.forced,
        "garglore": _garglore(state),
        "points": {name: _point(state, point) for point, name in enumerate(POINTS) if state.points[point] is not None},
        "aliens": {place: [player.lying[n] for player in state.players] for n, place in enumerate(PLACES)},
        "seats": [_seat(state, number, secrets=seat == number) for number in range(len(state.players))],
        "removed": list(state.gone),
    }


def _garglore(state: State) -> str | None:
    """Null where he is not in the game."""
    if state.garglore is not None:
        return POINTS[state.garglore]
    return "pool" if state.rules.with_garglore else None


def _point(state: State, point: int) -> dict[str, Json]:
    """A tile: who stands there, what is paid and missing, and whether it would launch now."""
    tile, kind = state.tile(point), kind_at(state, point)
    price = kind.price(state, point)
    return {
        "kind": tile.kind,
        "moon": state.phase_at(point),
        "standing": list(tile.standing),
        "room": kind.room(state, point),
        "paid": tile.paid.to_json(),
        "launch_phase": kind.phase,
        "goal": kind.goal.to_json() if kind.goal.total else None,
        "missing": (kind.goal - tile.paid).to_json() if kind.goal.total else None,
        "price": {**price.least.to_json(), "cards": price.cards},
        "needed": kind.rockets(state, point),
        "tried": kind.tried,
        "fee": fee(state, point).to_json() if kind.tried else None,
        "blocked": state.garglore == point,
    }


def _seat(state: State, number: int, *, secrets: bool) -> dict[str, Json]:
    player = state.players[number]
    return {
        "seat": number,
        "name": player.name,
        "score": player.saved,
        "left": state.rules.preset.aliens - player.saved,
        "present": player.present,
        "team": number % 2 if state.rules.preset.teams else None,
        "start_rolls": list(player.start_rolls),
        "cards": player.cards if secrets or state.phase == "over" else None,
        "resources": player.resources,
    }
