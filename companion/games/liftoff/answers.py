"""What the table tells when the game cannot go on without it: dice, tiles, and its word where a board value is unset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.liftoff import start
from companion.games.liftoff.board import STARGATE_FACES
from companion.games.liftoff.deck import discard_hands, draw
from companion.games.liftoff.launches import counting, end, lift
from companion.games.liftoff.points import kind_at, send_to_core
from companion.games.liftoff.reading import read_point, read_seat, refuse_unawaited
from companion.games.liftoff.state import PLACES, Ask, Point, State, set_player, set_point
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["all_lying_home", "count", "explodes", "launch", "put_tile", "roll", "tile", "tiles_for", "unask"]

Fields = Mapping[str, Json]
MOST_ROCKETS = 3


def _asked(state: State, kind: str) -> Ask:
    if state.ask is None or state.ask.kind != kind:
        refuse_unawaited(kind)
    return state.ask


def roll(state: State, action: Fields, *, ruling: bool) -> State:
    """The number die before play; then the Lift Off die, 0 to 3 rockets, or the Stargate die, 1 to 6 in the text's order."""
    if state.phase == "start":
        return start.start_roll(state, action, ruling=ruling)
    asked = _asked(state, "roll")
    state = replace(state, ask=None, spell=state.spell + 1)
    assert asked.point is not None
    if asked.why == "stargate":
        value = read_int(action.get("value"), "value", 1, len(STARGATE_FACES))
        return STARGATE[STARGATE_FACES[value - 1]](state, asked.point)
    return _rockets(state, asked.point, read_int(action.get("value"), "value", 0, MOST_ROCKETS))


def _rockets(state: State, point: int, rockets: int) -> State:
    """So many rockets or more launch; an X never does. Where the threshold is unset, the table says."""
    kind = kind_at(state, point)
    needed = kind.rockets(state, point)
    if rockets and needed is None:
        return replace(state, ask=Ask("launch", point, "rockets", rockets))
    success = needed is not None and rockets >= needed
    return lift(state, point) if success else kind.failed(state, point)


def launch(state: State, action: Fields, *, ruling: bool) -> State:  # noqa: ARG001 - the table's word needs no ruling
    """Launch or no launch: the table looks at the real tile."""
    asked, lifts = _asked(state, "launch"), action.get("lifts")
    if not isinstance(lifts, bool):
        malformed("lifts must be true or false")
    assert asked.point is not None
    state = replace(state, ask=None, spell=state.spell + 1)
    if lifts:
        return lift(state, asked.point)
    if asked.why == "rockets":
        return kind_at(state, asked.point).failed(state, asked.point)
    state = kind_at(state, asked.point).refused(state, asked.point)
    waits = bool(state.tile(asked.point).standing)
    return replace(state, denied=(*state.denied, asked.point)) if waits else state


def explodes(state: State, action: Fields, *, ruling: bool) -> State:  # noqa: ARG001 - the table's word needs no ruling
    """Whether the Sun has come to the explosion, where the Day Track is not known."""
    _asked(state, "explodes")
    answer = action.get("explodes")
    if not isinstance(answer, bool):
        malformed("explodes must be true or false")
    state = replace(state, ask=None, spell=state.spell + 1)
    return end(state, "explosion") if answer else state


def count(state: State, action: Fields, *, ruling: bool) -> State:
    """How many Resource cards a tied player holds, a Wild counting one (L47)."""
    seat = read_seat(state, action)
    if seat not in counting(state) and not ruling:
        refuse_unawaited("count", "L47")
    value = read_int(action.get("value"), "value", 0, 99)
    return set_player(state, seat, replace(state.players[seat], resources=value))


# --- tiles


def tiles_for(state: State, point: int, why: str) -> tuple[str, ...]:
    """The kinds that may come to a point; a Stargate that an earthquake broke comes back only by house rule (L35)."""
    back = why == "earthquake" and state.rules.earthquake == "may-return"
    kinds = start.box(state, point, may_return=back)
    return kinds if why != "earthquake" or back else tuple(kind for kind in kinds if kind != "stargate")


def tile(state: State, action: Fields, *, ruling: bool) -> State:
    """Which tile was put down: in the set-up, after an earthquake, or drawn blindly for a Terraform."""
    if state.phase == "start":
        return _set_up(state, action, ruling=ruling)
    asked, kind = _asked(state, "tile"), action.get("kind")
    assert asked.point is not None
    if read_point(state, action) != asked.point:
        refuse("not-awaited", "L35, L36", kind="tile")
    _check_kind(kind, tiles_for(state, asked.point, asked.why))
    state = put_tile(replace(state, ask=None, spell=state.spell + 1), asked.point, str(kind))
    broken = asked.why == "earthquake" and state.rules.earthquake != "may-return"
    return replace(state, gone=(*state.gone, "stargate")) if broken else state


def _set_up(state: State, action: Fields, *, ruling: bool) -> State:
    point = read_point(state, action)
    if state.points[point] is not None and not ruling:
        refuse("not-awaited", "X3", kind="tile")
    _check_kind(action.get("kind"), start.box(state, point, may_return=True))
    return start.begin_if_settled(set_point(state, point, Point(str(action["kind"]))))


def _check_kind(kind: Json, kinds: tuple[str, ...]) -> None:
    if kind not in kinds:
        refuse("not-in-the-box", "rulebook: Terraform!", kind=str(kind)[:40], kinds=list(kinds))


def put_tile(state: State, point: int, kind: str) -> State:
    """A new tile: cards on the old one are discarded (L37), aliens lying there stay, and so does the Garglore (L27)."""
    denied = tuple(number for number in state.denied if number != point)
    return set_point(replace(state, denied=denied), point, Point(kind))


# --- the Stargate's die


def all_lying_home(state: State) -> State:
    """A tornado: everybody not on a Launch Platform goes back to the core, of all colours (L42)."""
    for seat, player in enumerate(state.players):
        home = (sum(player.lying), *(0 for _ in PLACES[1:]))
        state = set_player(state, seat, replace(player, lying=home))
    return state


def _draw(cards: int) -> Callable[[State, int], State]:
    def everybody(state: State, _point: int) -> State:
        for seat in range(len(state.players)):
            state = draw(state, seat, cards)
        return state

    return everybody


def _earthquake(state: State, point: int) -> State:
    """All aliens of the Stargate to the core, its cards to the discard pile; another tile takes its place (L35)."""
    state = set_point(send_to_core(state, point, lying=True, standing=True), point, Point("stargate"))
    return replace(state, ask=Ask("tile", point, "earthquake"))


def _gate_opens(state: State, point: int) -> State:
    return lift(state, point)


STARGATE: Mapping[str, Callable[[State, int], State]] = {
    "draw-1": _draw(1),
    "draw-2": _draw(2),
    "earthquake": _earthquake,
    "tornado": lambda state, _point: all_lying_home(state),
    "electric-storm": lambda state, _point: discard_hands(state),
    "lift-off": _gate_opens,
}


def unask(state: State) -> State:
    """Drop what is awaited: the table goes on without it. A launch that nobody answered for did not happen."""
    if state.ask is None:
        return state
    asked, state = state.ask, replace(state, ask=None, spell=state.spell + 1)
    if asked.kind != "launch" or asked.point is None:
        return state
    return replace(state, denied=(*state.denied, asked.point))
