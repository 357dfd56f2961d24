"""What a player does in a turn: move, stand on a platform, pay in, try a launch, trade, end the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Json
from companion.games.liftoff.agenda import END_OF_TURN
from companion.games.liftoff.board import POINTS
from companion.games.liftoff.deck import draw, spend
from companion.games.liftoff.launches import lift
from companion.games.liftoff.points import PointKind, Price, kind_at
from companion.games.liftoff.reading import actor, read_paid, read_place, read_point, read_seat, refuse_unawaited
from companion.games.liftoff.state import Ask, Paid, State, neighbours, set_point, shift
from companion.games.refusal import malformed, read_int, refuse

__all__ = ["attempt", "carry", "end_turn", "may_pay", "move", "pay", "stand", "teleport_payers", "trade"]

Fields = Mapping[str, Json]
_TURN = "rulebook: A Game Turn"


def move(state: State, action: Fields, *, ruling: bool) -> State:
    """One of the two moves of a turn. Stepping off a Launch Platform is one as well: the resources stay (L20)."""
    seat = actor(state, action, ruling=ruling)
    if state.moves == 0 and not ruling:
        refuse("no-moves-left", _TURN, moves=2)
    return replace(carry(state, action, seat, ruling=ruling), moves=max(0, state.moves - 1))


def carry(state: State, action: Fields, seat: int, *, ruling: bool) -> State:
    """Take an alien of a seat from one place to the next; the Garglore blocks nobody's way (L26)."""
    was, now = read_place(action, "was", pads=True), read_place(action, "now", pads=False)
    if now not in neighbours(was) and not ruling:
        refuse("too-far", _TURN, was=was, now=now, near=list(neighbours(was)))
    return shift(_take(state, seat, was), seat, now, 1)


def _take(state: State, seat: int, place: str) -> State:
    if not place.startswith("pad"):
        if seat not in state.lying_at(place):
            refuse("no-such-alien", _TURN, seat=seat, place=place)
        return shift(state, seat, place, -1)
    point = POINTS.index(f"p{place[3:]}")
    tile = state.points[point]
    if tile is None or seat not in tile.standing:
        refuse("no-such-alien", _TURN, seat=seat, place=place)
    index = len(tile.standing) - 1 - tile.standing[::-1].index(seat)
    return set_point(state, point, replace(tile, standing=(*tile.standing[:index], *tile.standing[index + 1 :])))


def stand(state: State, action: Fields, *, ruling: bool) -> State:
    """Pay the Placement Cost and stand an own alien on the Launch Platform; without payment told, exactly the cost is paid."""
    seat, point = actor(state, action, ruling=ruling), read_point(state, action)
    kind, price = kind_at(state, point), kind_at(state, point).price(state, point)
    told = any(name in action for name in ("fuel", "screw", "action"))
    paid = read_paid(action) if told else price.least
    if not ruling:
        _check_room(state, kind, point, seat)
        _check_price(kind, price, paid)
    if seat not in state.lying_at(POINTS[point]):
        refuse("no-such-alien", _TURN, seat=seat, place=POINTS[point])
    state = shift(spend(state, seat, paid.total, ruling=ruling), seat, POINTS[point], -1)
    tile = state.tile(point)
    after = replace(tile, standing=(*tile.standing, seat), paid=tile.paid + paid, placements=tile.placements + 1)
    return set_point(state, point, after)


def _check_room(state: State, kind: PointKind, point: int, seat: int) -> None:
    tile, room = state.tile(point), kind.room(state, point)
    if room is not None and len(tile.standing) >= room:
        if state.garglore == point:
            refuse("garglore-there", "L22, L23", point=POINTS[point])
        refuse("platform-full", "rulebook: Alien Spaces", point=POINTS[point], room=room)
    if kind.one_each and seat in tile.standing:
        refuse("one-each", "L32", point=POINTS[point])


def _check_price(kind: PointKind, price: Price, paid: Paid) -> None:
    if not price.met_by(paid):
        missing = price.short(paid).to_json()
        refuse("too-little-paid", "rulebook: Placement Cost", **missing, cards=price.cards)
    if not kind.prepaid and paid.total:
        refuse("no-prepaying", "rulebook: Teleport")


def pay(state: State, action: Fields, *, ruling: bool) -> State:
    """Pay resources towards a launch, at any time of the turn."""
    seat, point, paid = actor(state, action, ruling=ruling), read_point(state, action), read_paid(action)
    if not paid.total:
        malformed("pay at least one card")
    if not ruling:
        takes = kind_at(state, point).takes
        if paid.action or (paid.fuel and "fuel" not in takes) or (paid.screw and "screw" not in takes):
            refuse("not-taken-here", "X7", point=POINTS[point], takes=sorted(takes))
        _check_payer(state, point, seat)
    state = spend(state, seat, paid.total, ruling=ruling)
    tile = state.tile(point)
    return set_point(state, point, replace(tile, paid=tile.paid + paid))


def _check_payer(state: State, point: int, seat: int) -> None:
    if not may_pay(state, point, seat):
        refuse("not-yours-to-pay", "L16", point=POINTS[point], allowed=state.rules.who_pays)


def may_pay(state: State, point: int, seat: int) -> bool:
    """Whether the player on turn may pay in or roll there (L16)."""
    rule, tile = state.rules.who_pays, state.tile(point)
    return rule == "anyone" or seat in tile.standing or (rule == "at-point" and seat in state.lying_at(POINTS[point]))


def teleport_payers(state: State, point: int) -> set[int]:
    """Who may pay the Teleport now: the player on turn, where the house lets them pay there, and those on it (L16, L29)."""
    on_turn = {state.turn} if state.turn is not None and may_pay(state, point, state.turn) else set()
    return on_turn if state.rules.teleport_window == "turn-only" else on_turn | set(state.tile(point).standing)


def attempt(state: State, action: Fields, *, ruling: bool) -> State:
    """Pay for a try: the die of Bonfire and Trampoline, or the Teleport's Fuel for every alien on it."""
    point = read_point(state, action)
    kind = kind_at(state, point)
    if not kind.tried:
        refuse("nothing-to-try", "rulebook: Lift Off Points", point=POINTS[point])
    if not ruling:
        _check_attempt(state, point)
    return (_try_die if kind.tried == "die" else _try_paying)(state, action, point, ruling=ruling)


def _check_attempt(state: State, point: int) -> None:
    if state.garglore == point:
        refuse("garglore-there", "L24", point=POINTS[point])
    if not state.tile(point).standing:
        refuse("nobody-there", "L18", point=POINTS[point])


def _try_die(state: State, action: Fields, point: int, *, ruling: bool) -> State:
    """The fee is gone, whatever the die shows (L17); the die is awaited."""
    seat, fee = actor(state, action, ruling=ruling), kind_at(state, point).fee
    if not ruling:
        _check_payer(state, point, seat)
    return replace(spend(state, seat, fee.total, ruling=ruling), ask=Ask("roll", point, "lift-off"))


def _try_paying(state: State, action: Fields, point: int, *, ruling: bool) -> State:
    """All or nothing, at New Moon: whoever stands there, and the player on turn, may share the cost as they like (L29, L30)."""
    standing = state.tile(point).standing
    payers = _payers(state, action, len(standing))
    if not ruling:
        _check_teleport(state, point, payers)
    for seat, count in payers.items():
        state = spend(state, seat, count, ruling=ruling)
    if state.phase_at(point) is None and not ruling:
        return replace(state, ask=Ask("launch", point, "phase"))
    return lift(state, point)


def _payers(state: State, action: Fields, needed: int) -> Mapping[int, int]:
    told = action.get("paid", [[action.get("seat", state.turn), needed]])
    if not isinstance(told, list | tuple) or not all(isinstance(row, list | tuple) and len(row) == 2 for row in told):
        malformed("paid must be a list of [seat, number of Fuel]")
    found: Counter[int] = Counter()
    for seat, count in told:
        found[read_seat(state, {"seat": seat})] += read_int(count, "fuel", 0, 99)
    return found


def _check_teleport(state: State, point: int, payers: Mapping[int, int]) -> None:
    standing, window = state.tile(point).standing, state.rules.teleport_window
    if state.phase_at(point) not in (kind_at(state, point).phase, None):
        refuse("wrong-phase", "rulebook: Teleport", point=POINTS[point], phase=state.phase_at(point))
    if window == "on-arrival" and point not in state.fresh:
        refuse("too-late", "L29", point=POINTS[point])
    if not teleport_payers(state, point).issuperset(payers):
        refuse("not-yours-to-pay", "L29", point=POINTS[point], allowed=window)
    if sum(payers.values()) != len(standing):
        refuse("pay-in-full", "rulebook: Teleport", needed=len(standing), paid=sum(payers.values()))


def trade(state: State, action: Fields, *, ruling: bool) -> State:
    """Two cards for one, as often as wanted (L45). Only a house that counts cards sees a difference."""
    seat = actor(state, action, ruling=ruling)
    return draw(spend(state, seat, 2, ruling=ruling), seat, 1)


def end_turn(state: State, action: Fields, *, ruling: bool) -> State:
    """The Moon step, and whatever it brings."""
    if state.turn is None:
        refuse_unawaited("end-turn")
    actor(state, action, ruling=ruling)
    return replace(state, moves=0, agenda=END_OF_TURN[state.rules.forced_phase_until])
