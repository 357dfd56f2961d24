"""The ten Lift Off Points, each as data: how many stand there, what standing costs, when it launches, what may be tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from companion.games.liftoff.board import POINTS, at
from companion.games.liftoff.deck import take_back
from companion.games.liftoff.state import PLACES, Paid, Point, State, set_point, shift

__all__ = ["KIND", "PointKind", "Price", "Verdict", "fee", "kind_at", "send_to_core"]

Verdict = Literal["no", "yes", "ask"]
"""Whether a point launches now; "ask" where a board value is unset, so that the table must say."""


NOTHING = Paid()


@dataclass(frozen=True, slots=True)
class Price:
    """What must be paid: `least` of each kind, and at least `cards` Resource cards altogether."""

    least: Paid = NOTHING
    cards: int = 0

    def met_by(self, paid: Paid) -> bool:
        """Whether a payment is enough; more is allowed (rulebook: you are allowed to overpay)."""
        return paid.covers(self.least) and paid.fuel + paid.screw >= self.cards

    def short(self, paid: Paid) -> Paid:
        """What is missing of each kind."""
        return self.least - paid


def _never(_state: State, _point: int) -> Verdict:
    return "no"


def _all(tile: Point) -> int:
    return len(tile.standing)


def _stays(state: State, _point: int) -> State:
    return state


def _unknown(_state: State, _point: int) -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class PointKind:
    """One kind of Lift Off Point.

    `room`: how many may stand there, None without limit. `price`: what that costs. `launches`: whether it takes off by
    itself now. `goal`: what must have been paid for that; `phase`: the Moon it needs. `takes`: what may be paid in besides.
    `tried`: it launches only when tried, by the die or by paying `fee` for each. `rockets`: what the die must show.
    `failed`: what a failed try does. `refused`: what the table's "no launch" means. `leaving`: how many of those standing
    take off.
    """

    room: Callable[[State, int], int | None]
    price: Callable[[State, int], Price]
    launches: Callable[[State, int], Verdict] = _never
    goal: Paid = NOTHING
    phase: str | None = None
    takes: frozenset[str] = frozenset()
    tried: Literal["", "die", "pay"] = ""
    fee: Paid = NOTHING
    rockets: Callable[[State, int], int | None] = _unknown
    failed: Callable[[State, int], State] = _stays
    refused: Callable[[State, int], State] = _stays
    leaving: Callable[[Point], int] = _all
    one_each: bool = False
    prepaid: bool = True


def kind_at(state: State, point: int) -> PointKind:
    """The kind of the tile at a point."""
    return KIND[state.tile(point).kind]


def fee(state: State, point: int) -> Paid:
    """What a try costs now."""
    kind = kind_at(state, point)
    times = len(state.tile(point).standing) if kind.tried == "pay" else 1
    return Paid(kind.fee.fuel * times, kind.fee.screw * times)


def send_to_core(state: State, point: int, *, lying: bool, standing: bool) -> State:
    """Aliens of a point go back to the core."""
    if standing:
        tile = state.tile(point)
        state = reduce(lambda s, seat: shift(s, seat, "core", 1), tile.standing, state)
        state = set_point(state, point, replace(tile, standing=(), placements=0))
    if lying:
        place = POINTS[point]
        for seat in state.lying_at(place):
            count = state.players[seat].lying[PLACES.index(place)]
            state = shift(shift(state, seat, place, -count), seat, "core", count)
    return state


def _room(count: int) -> Callable[[State, int], int | None]:
    return lambda _state, _point: count


def _costs(fuel: int = 0, screw: int = 0, action: int = 0) -> Callable[[State, int], Price]:
    price = Price(Paid(fuel, screw, action))
    return lambda _state, _point: price


def _once_paid(state: State, point: int) -> Verdict:
    """It launches once its goal is paid and somebody stands there (L18), at its phase if it has one."""
    tile, kind = state.tile(point), kind_at(state, point)
    if not tile.standing or not tile.paid.covers(kind.goal):
        return "no"
    now = state.phase_at(point)
    if kind.phase is None or now == kind.phase:
        return "yes"
    return "ask" if now is None else "no"


# --- Jetpack: the placement is the launch


def _jetpack_room(state: State, point: int) -> int:
    """Never blocked: with the Garglore on it nobody may step on, unless the house lets an alien wait (L22)."""
    return 0 if state.garglore == point and state.rules.jetpack_garglore == "no-placement" else 1


def _jetpack_price(state: State, point: int) -> Price:
    fuel = at(state.board.jetpack, state.phase_at(point))
    return Price(Paid(fuel=fuel or 1))


def _jetpack_launches(state: State, point: int) -> Verdict:
    if not state.tile(point).standing:
        return "no"
    return "ask" if at(state.board.jetpack, state.phase_at(point)) is None else "yes"


def _back_down(state: State, point: int) -> State:
    """The payment was not enough: the alien lies down again and its cards go back to the hand."""
    tile = state.tile(point)
    for seat in tile.standing:
        state = take_back(shift(state, seat, POINTS[point], 1), seat, tile.paid.total)
    return set_point(state, point, Point(tile.kind))


# --- Trampoline


def _bounced(state: State, point: int) -> State:
    """A failed try sends the aliens on it back to the core: those on the platform, or by house rule all on the tile (L34)."""
    return send_to_core(state, point, standing=True, lying=state.rules.trampoline_fail == "whole-point")


# --- Miracle


def _miracle_room(state: State, point: int) -> int:
    """A place for everybody who is still playing, besides those of players who went and left an alien there."""
    return len({*state.playing, *state.tile(point).standing})


def _miracle_launches(state: State, point: int) -> Verdict:
    """One alien of everybody who is still playing (L31, L53)."""
    standing = set(state.tile(point).standing)
    return "yes" if standing and standing >= set(state.playing) else "no"


# --- UFO


_UFO_PRICES = (Price(Paid(fuel=1)), Price(Paid(screw=2)), Price(Paid(fuel=3)))


def _ufo_price(state: State, point: int) -> Price:
    """First, second, third: by those standing now, or by house rule by placements since the last launch (L21)."""
    tile = state.tile(point)
    before = tile.placements if state.rules.ufo_price == "placements" else len(tile.standing)
    return _UFO_PRICES[min(before, len(_UFO_PRICES) - 1)]


# --- Slingshot


def _slingshot_room(state: State, point: int) -> int:
    """The second placement throws the first off; not while the Garglore sits there (L23)."""
    return 1 if state.garglore == point else 2


def _slingshot_price(state: State, point: int) -> Price:
    """Always two resources; which ones depends on the Moon."""
    pair = at(state.board.slingshot, state.phase_at(point))
    return Price(cards=2) if pair is None else Price(Paid(fuel=pair.count("fuel"), screw=pair.count("screw")))


def _slingshot_launches(state: State, point: int) -> Verdict:
    return "yes" if len(state.tile(point).standing) > 1 else "no"


def _but_the_last(tile: Point) -> int:
    return len(tile.standing) - 1


def _unlimited(_state: State, _point: int) -> None:
    return None


_SIX_SCREWS, _ROCKET, _UFO = Paid(screw=6), Paid(fuel=6, screw=6), Paid(fuel=4, screw=2)
_BOTH = frozenset({"fuel", "screw"})

KIND: Mapping[str, PointKind] = {
    "bonfire": PointKind(
        _room(4),
        _costs(screw=1),
        tried="die",
        fee=Paid(fuel=1),
        rockets=lambda state, point: at(state.board.bonfire, state.phase_at(point)),
    ),
    "satellite": PointKind(_room(3), _costs(screw=2), _once_paid, goal=_SIX_SCREWS, takes=frozenset({"screw"})),
    "rocket-ship": PointKind(_room(6), _costs(fuel=1, screw=1), _once_paid, goal=_ROCKET, phase="full", takes=_BOTH),
    "jetpack": PointKind(_jetpack_room, _jetpack_price, _jetpack_launches, refused=_back_down),
    "trampoline": PointKind(
        _room(2),
        _costs(),
        tried="die",
        fee=Paid(screw=1),
        rockets=lambda state, point: at(state.board.trampoline, state.phase_at(point)),
        failed=_bounced,
    ),
    "miracle": PointKind(_miracle_room, _costs(action=1), _miracle_launches, one_each=True),
    "ufo": PointKind(_room(3), _ufo_price, _once_paid, goal=_UFO, phase="new", takes=_BOTH),
    "teleport": PointKind(_room(3), _costs(), phase="new", tried="pay", fee=Paid(fuel=1), prepaid=False),
    "slingshot": PointKind(_slingshot_room, _slingshot_price, _slingshot_launches, leaving=_but_the_last),
    "stargate": PointKind(_unlimited, _costs(action=1)),
}
