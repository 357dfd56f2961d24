"""The tracker: only Moon, Sun, Garglore, phases and saved aliens are kept; everything else stays on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.liftoff.reading import read_point, read_seat
from companion.games.liftoff.state import PLACES, Paid, State, set_player, set_point, shift
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["DETAILS", "save", "set_detail", "to_space"]

DETAILS = ("full", "tracker")


def set_detail(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:  # noqa: ARG001 - always allowed
    """From now on everything is entered, or only the turns. What is known of the aliens stays as it is."""
    value = action.get("value")
    if value == "full":
        return replace(state, detail="full", spell=state.spell + 1)
    if value != "tracker":
        malformed(f"value must be one of {', '.join(DETAILS)}")
    return replace(state, detail="tracker", spell=state.spell + 1)


def save(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:
    """So many aliens took off together, from wherever they were; `point` says from which platform, if that matters."""
    if state.detail == "full" and not ruling:
        refuse("launches-by-itself", "the game's page, tracker")
    rows = action.get("aliens")
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(r, list | tuple) and len(r) == 2 for r in rows):
        malformed("aliens must be a list of [seat, number]")
    point = read_point(state, action) if "point" in action else None
    for told, number in rows:
        seat = read_seat(state, {"seat": told})
        state = to_space(state, seat, read_int(number, "number", 1, state.rules.preset.aliens), point)
    if point is not None:
        tile = state.tile(point)
        state = set_point(state, point, replace(tile, paid=Paid(), placements=len(tile.standing)))
    return state


def to_space(state: State, seat: int, count: int, point: int | None = None) -> State:
    """Take aliens of a seat off the planet: from that platform first, then from the core, the surface, other platforms."""
    total = state.rules.preset.aliens
    if state.players[seat].saved + count > total:
        refuse("too-many-saved", "rulebook: Objective", seat=seat, aliens=total)
    for _ in range(count):
        state = _one_less(state, seat, point)
    player = state.players[seat]
    return set_player(state, seat, replace(player, saved=player.saved + count))


def _one_less(state: State, seat: int, point: int | None) -> State:
    if point is not None and seat in state.tile(point).standing:
        return _off_platform(state, seat, point)
    place = next((place for place in PLACES if seat in state.lying_at(place)), None)
    if place is not None:
        return shift(state, seat, place, -1)
    pads = Counter({n: tile.standing.count(seat) for n, tile in enumerate(state.points) if tile is not None})
    return _off_platform(state, seat, max(pads, key=lambda n: pads[n]))


def _off_platform(state: State, seat: int, point: int) -> State:
    tile = state.tile(point)
    index = tile.standing.index(seat)
    return set_point(state, point, replace(tile, standing=(*tile.standing[:index], *tile.standing[index + 1 :])))
