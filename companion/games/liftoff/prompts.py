"""What the table may do now, and every way to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from companion.games.contract import Action, Await, Json
from companion.games.liftoff import start
from companion.games.liftoff.answers import tiles_for
from companion.games.liftoff.board import POINTS, STARGATE_FACES
from companion.games.liftoff.cards import CARD, POOL, partner
from companion.games.liftoff.launches import counting
from companion.games.liftoff.play import may_pay, teleport_payers
from companion.games.liftoff.points import PointKind, Price, fee, kind_at
from companion.games.liftoff.state import PADS, PLACES, Ask, State, neighbours
from companion.games.liftoff.tracker import DETAILS

__all__ = ["awaits", "choices"]


def awaits(state: State) -> tuple[Await, ...]:
    """What is asked for comes first, then what the player on turn may do, then what may always be done."""
    if state.phase == "over":
        return ()
    if state.phase == "start":
        asked = _before_play(state)
    elif state.phase == "tie-break":
        asked = tuple(Await(f"{state.spell}.{seat}.count", "count", seat, {"max": 99}) for seat in counting(state))
    else:
        asked = (_question(state, state.ask),) if state.ask is not None else _turn(state)
    return (*asked, *_always(state))


def _before_play(state: State) -> tuple[Await, ...]:
    tile = next((point for point, tile in enumerate(state.points) if tile is None), None)
    tiles = () if tile is None else (_tile_await(state, tile, start.box(state), "set-up"),)
    faces = list(start.number_faces(state))
    die = {"die": "number", "purpose": "start", "values": faces, "faces": list(state.board.number_die) or None}
    rolls = tuple(
        Await(f"start.{seat}.{len(state.players[seat].start_rolls)}.roll", "roll", seat, die) for seat in start.waiting(state)
    )
    seats = [seat for seat, player in enumerate(state.players) if player.present]
    story = (Await("start.first", "first", None, {"seats": seats}),) if not state.order and seats else ()
    return (*tiles, *rolls, *story)


def _tile_await(state: State, point: int, kinds: tuple[str, ...], why: str) -> Await:
    blind = state.rules.set_up == "random" if why == "set-up" else _blind(state, why)
    domain = {"point": POINTS[point], "kinds": list(kinds), "why": why, "random": blind}
    name = f"start.{POINTS[point]}.tile" if why == "set-up" else f"{state.spell}.tile"
    return Await(name, "tile", None, domain)


def _blind(state: State, why: str) -> bool:
    return state.rules.earthquake != "chosen" if why == "earthquake" else True


def _question(state: State, ask: Ask) -> Await:
    """A die, a tile, or the table's word."""
    if ask.kind == "explodes":
        return Await(f"{state.spell}.explodes", "explodes", None, {"why": ask.why})
    assert ask.point is not None
    if ask.kind == "tile":
        return _tile_await(state, ask.point, tiles_for(state, ask.point, ask.why), ask.why)
    tile = {"point": POINTS[ask.point], "kind": state.tile(ask.point).kind}
    if ask.kind == "launch":
        phase = state.phase_at(ask.point)
        return Await(f"{state.spell}.launch", "launch", None, {**tile, "why": ask.why, "rockets": ask.number, "phase": phase})
    return Await(f"{state.spell}.roll", "roll", state.turn, {**tile, **_die(state, ask)})


def _die(state: State, ask: Ask) -> dict[str, Json]:
    """Which die; `faces` says what the six faces of the real one mean, so that an electronic die can stand in for it."""
    if ask.why == "stargate":
        faces = [STARGATE_FACES.index(face) + 1 for face in state.board.stargate_die]
        values: list[Json] = list(range(1, len(STARGATE_FACES) + 1))
        return {
            "die": "stargate",
            "purpose": "stargate",
            "values": values,
            "names": list(STARGATE_FACES),
            "faces": faces or None,
        }
    needed = None if ask.point is None else kind_at(state, ask.point).rockets(state, ask.point)
    faces = list(state.board.lift_off_die)
    return {"die": "lift-off", "purpose": "launch", "values": [0, 1, 2, 3], "faces": faces or None, "needed": needed}


# --- a turn


def _turn(state: State) -> tuple[Await, ...]:
    if state.turn is None:
        return ()
    offers = [(kind, domain) for kind, build in _TURN.items() if (domain := build(state, state.turn)) is not None]
    return tuple(Await(f"{state.spell}.{kind}", kind, state.turn, domain) for kind, domain in offers)


Domain = dict[str, Json] | None


def _full(state: State) -> bool:
    return state.detail == "full" and state.turn in state.playing


def _end_turn(_state: State, _seat: int) -> Domain:
    return {}


def _move(state: State, seat: int) -> Domain:
    if not _full(state) or state.moves == 0:
        return None
    steps = _steps(state, seat)
    return {"steps": steps, "moves": state.moves} if steps else None


def _steps(state: State, seat: int) -> list[Json]:
    places = [place for place in PLACES if seat in state.lying_at(place)]
    pads = [PADS[n] for n, tile in enumerate(state.points) if tile is not None and seat in tile.standing]
    return [[was, now] for was in (*places, *pads) for now in neighbours(was)]


def _stand(state: State, seat: int) -> Domain:
    if not _full(state):
        return None
    found = {POINTS[point]: _price_json(kind_at(state, point).price(state, point)) for point in _standable(state, seat)}
    return {"prices": found} if found else None


def _price_json(price: Price) -> dict[str, Json]:
    return {**price.least.to_json(), "cards": price.cards}


def _standable(state: State, seat: int) -> list[int]:
    return [point for point in range(4) if seat in state.lying_at(POINTS[point]) and _has_room(state, point, seat)]


def _has_room(state: State, point: int, seat: int) -> bool:
    tile, kind = state.tile(point), kind_at(state, point)
    room = kind.room(state, point)
    return (room is None or len(tile.standing) < room) and not (kind.one_each and seat in tile.standing)


def _pay(state: State, seat: int) -> Domain:
    takes = {POINTS[p]: sorted(kind_at(state, p).takes) for p in range(4) if may_pay(state, p, seat)}
    found = {point: kinds for point, kinds in takes.items() if kinds}
    return {"takes": found} if _full(state) and found else None


def _attempt(state: State, seat: int) -> Domain:
    points = [p for p in range(4) if _may_try(state, p, seat)]
    if not _full(state) or not points:
        return None
    fees = {POINTS[p]: fee(state, p).to_json() for p in points}
    payers: dict[str, Json] = {POINTS[p]: sorted(_payers(state, p, seat)) for p in points}
    return {"fees": fees, "payers": payers}


def _payers(state: State, point: int, seat: int) -> set[int]:
    return teleport_payers(state, point) if kind_at(state, point).tried == "pay" else {seat}


def _may_try(state: State, point: int, seat: int) -> bool:
    kind: PointKind = kind_at(state, point)
    if not kind.tried or state.garglore == point or not state.tile(point).standing:
        return False
    if kind.tried == "die":
        return may_pay(state, point, seat)
    in_time = state.rules.teleport_window != "on-arrival" or point in state.fresh
    return in_time and state.phase_at(point) in ("new", None) and bool(teleport_payers(state, point))


def _card(state: State, seat: int) -> Domain:
    if seat not in state.playing:
        return None
    mate = partner(state, seat)
    seats = [seat] if mate is None or not state.players[mate].present else [seat, mate]
    return {"cards": list(state.rules.cards()), "seats": seats}


def _trade(state: State, _seat: int) -> Domain:
    return {} if _full(state) else None


def _saved(state: State, _seat: int) -> Domain:
    if state.detail != "tracker":
        return None
    left = [[seat, state.rules.preset.aliens - player.saved] for seat, player in enumerate(state.players)]
    return {"left": left}


_TURN: Mapping[str, Callable[[State, int], Domain]] = {
    "end-turn": _end_turn,
    "move": _move,
    "stand": _stand,
    "pay": _pay,
    "attempt": _attempt,
    "card": _card,
    "trade": _trade,
    "saved": _saved,
}


def _always(state: State) -> tuple[Await, ...]:
    here = [seat for seat, player in enumerate(state.players) if player.present]
    away = [seat for seat, player in enumerate(state.players) if not player.present]
    found = [Await(f"{state.spell}.detail", "detail", None, {"value": [d for d in DETAILS if d != state.detail]})]
    if here:
        found.append(Await(f"{state.comings}.leave", "leave", None, {"seats": here}))
    if away:
        found.append(Await(f"{state.comings}.back", "back", None, {"seats": away}))
    return tuple(found)


# --- every way to answer


def choices(state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await, all of them legal; of payments only the exact ones."""
    yield from _CHOICES[awaited.kind](state, awaited)


def _plain(_state: State, awaited: Await) -> Iterator[Action]:
    yield {"type": awaited.kind}


def _yes_no(name: str) -> Callable[[State, Await], Iterator[Action]]:
    def both(_state: State, awaited: Await) -> Iterator[Action]:
        yield from ({"type": awaited.kind, name: answer} for answer in (True, False))

    return both


def _rolls(_state: State, awaited: Await) -> Iterator[Action]:
    whose = {"seat": awaited.seat} if awaited.domain["purpose"] == "start" else {}
    yield from ({"type": "roll", **whose, "value": value} for value in awaited.domain["values"])


def _tiles(_state: State, awaited: Await) -> Iterator[Action]:
    yield from ({"type": "tile", "point": awaited.domain["point"], "kind": kind} for kind in awaited.domain["kinds"])


def _by_seat(_state: State, awaited: Await) -> Iterator[Action]:
    yield from ({"type": awaited.kind, "seat": seat} for seat in awaited.domain["seats"])


def _counts(_state: State, awaited: Await) -> Iterator[Action]:
    yield from ({"type": "count", "seat": awaited.seat, "value": value} for value in range(awaited.domain["max"] + 1))


def _details(_state: State, awaited: Await) -> Iterator[Action]:
    yield from ({"type": "detail", "value": value} for value in awaited.domain["value"])


def _moves(_state: State, awaited: Await) -> Iterator[Action]:
    yield from ({"type": "move", "was": was, "now": now} for was, now in awaited.domain["steps"])


def _affordable(state: State, cards: int, seat: int | None = None) -> bool:
    """Whether a player, usually the one on turn, has so many cards, as far as anybody counts."""
    whose = state.turn if seat is None else seat
    hand = None if whose is None else state.players[whose].cards
    return hand is None or cards <= hand


def _stands(state: State, awaited: Await) -> Iterator[Action]:
    for point, price in awaited.domain["prices"].items():
        for fuel in range(price["cards"] + 1):
            paid = {"fuel": price["fuel"] + fuel, "screw": price["screw"] + price["cards"] - fuel, "action": price["action"]}
            if _affordable(state, sum(paid.values())):
                yield {"type": "stand", "point": point, **paid}


def _pays(state: State, awaited: Await) -> Iterator[Action]:
    for point, kinds in awaited.domain["takes"].items():
        yield from ({"type": "pay", "point": point, kind: 1} for kind in kinds if _affordable(state, 1))


def _attempts(state: State, awaited: Await) -> Iterator[Action]:
    for point, cost in awaited.domain["fees"].items():
        number = POINTS.index(point)
        if state.turn is not None and may_pay(state, number, state.turn):
            if _affordable(state, sum(cost.values())):
                yield {"type": "attempt", "point": point}
            continue
        for payer in sorted(teleport_payers(state, number)):
            hand = state.players[payer].cards
            if hand is None or hand >= cost["fuel"]:
                yield {"type": "attempt", "point": point, "paid": [[payer, cost["fuel"]]]}


def _trades(state: State, _awaited: Await) -> Iterator[Action]:
    if _affordable(state, 2):
        yield {"type": "trade"}


def _saves(_state: State, awaited: Await) -> Iterator[Action]:
    for seat, left in awaited.domain["left"]:
        yield from ({"type": "saved", "aliens": [[seat, count]]} for count in range(1, left + 1))


def _cards(state: State, awaited: Await) -> Iterator[Action]:
    for seat in awaited.domain["seats"]:
        if not _affordable(state, 1, seat):
            continue
        whose = {} if seat == awaited.seat else {"seat": seat}
        for card in awaited.domain["cards"]:
            yield from ({"type": "card", **whose, "card": card, **fields} for fields in _CARD_FIELDS[card](state, seat))


def _no_fields(_state: State, _seat: int) -> Iterator[Action]:
    yield {}


def _either_way(_state: State, _seat: int) -> Iterator[Action]:
    yield from ({"by": by} for by in (1, -1))


def _alien_steps(state: State, seat: int) -> Iterator[Action]:
    owners = range(len(state.players)) if state.rules.preset.any_alien else (seat,)
    for owner in owners:
        yield from ({"owner": owner, "was": was, "now": now} for was, now in _steps(state, owner))


def _terraforms(state: State, _seat: int) -> Iterator[Action]:
    vicious = state.rules.vicious and state.rules.preset.any_alien
    points = [point for point in range(4) if vicious or not state.tile(point).standing]
    if state.rules.tiles_told:
        yield from ({"point": POINTS[point]} for point in points)
        return
    for point, kind in product(points, start.box(state)):
        yield {"point": POINTS[point], "kind": kind}


def _garglores(state: State, _seat: int) -> Iterator[Action]:
    here = POOL if state.garglore is None else POINTS[state.garglore]
    yield from ({"to": to} for to in (POOL, *POINTS) if to != here)


_CARD_FIELDS: Mapping[str, Callable[[State, int], Iterator[Action]]] = {
    **dict.fromkeys(CARD, _no_fields),
    "move-the-moon": _either_way,
    "move-your-alien": _alien_steps,
    "terraform": _terraforms,
    "garglore": _garglores,
}

_CHOICES: Mapping[str, Callable[[State, Await], Iterator[Action]]] = {
    "roll": _rolls,
    "first": _by_seat,
    "tile": _tiles,
    "launch": _yes_no("lifts"),
    "explodes": _yes_no("explodes"),
    "count": _counts,
    "end-turn": _plain,
    "move": _moves,
    "stand": _stands,
    "pay": _pays,
    "attempt": _attempts,
    "card": _cards,
    "trade": _trades,
    "saved": _saves,
    "detail": _details,
    "leave": _by_seat,
    "back": _by_seat,
}
