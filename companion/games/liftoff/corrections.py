"""Corrections: "on the table it is so". Each sets one fact; the number of aliens of a colour never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Fact, Json
from companion.games.liftoff import start, tracker
from companion.games.liftoff.agenda import MOVES, begin_turn
from companion.games.liftoff.board import KINDS, POINTS
from companion.games.liftoff.cards import POOL
from companion.games.liftoff.reading import PAYMENT, read_paid, read_point, read_seat
from companion.games.liftoff.state import PLACES, Point, State, set_player, set_point, shift
from companion.games.refusal import malformed, read_int, read_pair, refuse

__all__ = ["FACTS", "correct"]

FACTS = (
    Fact("score", "[seat, saved aliens]"),
    Fact("turn", "seat"),
    Fact("moon", "number of the spot, the Star is 0"),
    Fact("sun", "number of the Day Track spot, or null while unknown"),
    Fact("garglore", "p1 to p4, or pool"),
    Fact("points", "the kinds of tiles at p1 to p4"),
    Fact("standing", "[p1 to p4, [seat, ...] in the order of their coming]"),
    Fact("lying", "[seat, {place: aliens, ...}], what is left out lies on the core"),
    Fact("paid", "[p1 to p4, {fuel, screw, action}]"),
    Fact("moves", "0 to 2"),
    Fact("forced", "full, new or null"),
    Fact("cards", "[seat, size of the hand, or null where nobody counts]"),
    Fact("resources", "[seat, Resource cards in hand]"),
    Fact("phase", "play: begins, or goes on after the end"),
)

_RULE = "the game's page, corrections"


def correct(state: State, action: Mapping[str, Json], *, ruling: bool) -> State:  # noqa: ARG001 - a correction needs no ruling
    """Set one fact. What it means for launches and the end follows at once, as if it had been played."""
    fact = action.get("fact")
    if not isinstance(fact, str) or fact not in _SETTERS:
        malformed(f"fact must be one of {', '.join(_SETTERS)}")
    if "value" not in action:
        malformed("value is missing")
    if state.phase == "start" and fact not in _BEFORE_PLAY:
        refuse("not-awaited", _RULE, kind=fact)
    return _SETTERS[fact](state, action["value"])


def _score(state: State, value: Json) -> State:
    """Saved aliens: more come from the planet, fewer go back to the core."""
    told, number = read_pair(value, "value")
    seat, total = read_seat(state, {"seat": told}), state.rules.preset.aliens
    saved = read_int(number, "saved", 0, total)
    player = state.players[seat]
    if saved >= player.saved:
        return tracker.to_space(state, seat, saved - player.saved)
    state = set_player(state, seat, replace(player, saved=saved))
    finished = tuple(tuple(s for s in group if s != seat) for group in state.finished)
    return shift(replace(state, finished=tuple(g for g in finished if g)), seat, "core", player.saved - saved)


def _turn(state: State, value: Json) -> State:
    seat = read_int(value, "turn", 0, len(state.players) - 1)
    if not state.players[seat].present:
        refuse("not-present", _RULE, seat=seat)
    return replace(state, turn=seat, moves=MOVES, forced=None, ask=None, agenda=(), spell=state.spell + 1)


def _moon(state: State, value: Json) -> State:
    """Only the token: no day passes, nothing is rolled."""
    moon = read_int(value, "moon", 0, state.board.spots - 1)
    return replace(_nothing_asked(state), moon=moon, denied=())


def _sun(state: State, value: Json) -> State:
    sun = None if value is None else read_int(value, "sun", 0, state.board.day_spots - 1)
    return replace(_nothing_asked(state), sun=sun)


def _garglore(state: State, value: Json) -> State:
    return replace(
        _nothing_asked(state), garglore=None if value == POOL else read_point(state, {"garglore": value}, "garglore")
    )


def _points(state: State, value: Json) -> State:
    """Tiles that change lose their cards; who stood there lies there."""
    if not isinstance(value, list | tuple) or len(value) != len(POINTS) or len(set(map(str, value))) != len(POINTS):
        malformed(f"points must be {len(POINTS)} different kinds")
    if not all(kind in KINDS for kind in value):
        malformed(f"points must be of {', '.join(KINDS)}")
    for point, kind in enumerate(value):
        tile = state.points[point]
        if tile is None or tile.kind != kind:
            state = set_point(_lie_down(state, point), point, Point(str(kind)))
            state = _unasked(state) if state.ask is not None and state.ask.point == point else state
    return start.begin_if_settled(_nothing_asked(state))


def _lie_down(state: State, point: int) -> State:
    tile = state.points[point]
    for seat in () if tile is None else tile.standing:
        state = shift(state, seat, POINTS[point], 1)
    return state if tile is None else set_point(state, point, replace(tile, standing=()))


def _standing(state: State, value: Json) -> State:
    """Who stands there now: they come from the tile itself, else from the core or wherever they lie."""
    where, seats = read_pair(value, "value")
    point = read_point(state, {"point": where})
    if not isinstance(seats, list | tuple):
        malformed("standing must be [point, [seat, ...]]")
    told = tuple(read_seat(state, {"seat": seat}) for seat in seats)
    state = _lie_down(_nothing_asked(state), point)
    for seat in told:
        state = shift(state, seat, _nearest(state, seat, point), -1)
    return set_point(state, point, replace(state.tile(point), standing=told, placements=len(told)))


def _nearest(state: State, seat: int, point: int) -> str:
    found = next((place for place in (POINTS[point], *PLACES) if seat in state.lying_at(place)), None)
    if found is None:
        refuse("too-many-aliens", _RULE, aliens=state.rules.preset.aliens)
    return found


def _lying(state: State, value: Json) -> State:
    told, places = read_pair(value, "value")
    seat = read_seat(state, {"seat": told})
    if not isinstance(places, Mapping) or not set(places) <= set(PLACES):
        malformed(f"lying must tell numbers of aliens at {', '.join(PLACES)}")
    left = state.rules.preset.aliens - state.players[seat].saved - state.standing_of(seat)
    counts = [read_int(places.get(place, 0), place, 0, left) for place in PLACES]
    rest = left - sum(counts)
    if rest < 0 or ("core" in places and rest):
        refuse("too-many-aliens", _RULE, aliens=left)
    return set_player(_nothing_asked(state), seat, replace(state.players[seat], lying=(counts[0] + rest, *counts[1:])))


def _paid(state: State, value: Json) -> State:
    where, cards = read_pair(value, "value")
    point = read_point(state, {"point": where})
    if not isinstance(cards, Mapping) or not set(cards) <= set(PAYMENT):
        malformed(f"paid must tell numbers of {', '.join(PAYMENT)}")
    return set_point(_nothing_asked(state), point, replace(state.tile(point), paid=read_paid(cards)))


def _moves(state: State, value: Json) -> State:
    return replace(state, moves=read_int(value, "moves", 0, MOVES))


def _forced(state: State, value: Json) -> State:
    if value not in (None, "full", "new"):
        malformed("forced must be full, new or null")
    return replace(_nothing_asked(state), forced=value, denied=())


def _cards(state: State, value: Json) -> State:
    told, number = read_pair(value, "value")
    seat = read_seat(state, {"seat": told})
    cards = None if number is None else read_int(number, "cards", 0, state.rules.deck())
    return set_player(state, seat, replace(state.players[seat], cards=cards))


def _resources(state: State, value: Json) -> State:
    told, number = read_pair(value, "value")
    seat = read_seat(state, {"seat": told})
    return set_player(state, seat, replace(state.players[seat], resources=read_int(number, "resources", 0, 99)))


def _phase(state: State, value: Json) -> State:
    """Also begins a game without a start roll, and reopens one that is over."""
    if value != "play":
        malformed("phase must be play")
    if state.phase == "start":
        if None in state.points:
            refuse("tiles-missing", "X3")
        return start.begin(state)
    if state.phase == "play":
        return state
    turn = state.turn if state.turn is not None else state.order[0]
    sun = None if state.sun is None else min(state.sun, state.board.day_spots - 1)
    reopened = replace(state, phase="play", reason=None, sun=sun, finished=())
    return begin_turn(reopened, turn)


def _nothing_asked(state: State) -> State:
    """A launch that was asked about is looked at afresh; dice and tiles stay awaited."""
    return _unasked(state) if state.ask is not None and state.ask.why == "phase" else state


def _unasked(state: State) -> State:
    return replace(state, ask=None, spell=state.spell + 1)


_BEFORE_PLAY = frozenset({"points", "phase", "cards", "moon", "sun", "garglore", "lying", "score"})
_SETTERS: Mapping[str, Callable[[State, Json], State]] = {
    "score": _score,
    "turn": _turn,
    "moon": _moon,
    "sun": _sun,
    "garglore": _garglore,
    "points": _points,
    "standing": _standing,
    "lying": _lying,
    "paid": _paid,
    "moves": _moves,
    "forced": _forced,
    "cards": _cards,
    "resources": _resources,
    "phase": _phase,
}
