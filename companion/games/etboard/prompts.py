"""What the table may do now, and every way to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.games.contract import Action, Await, Json
from companion.games.etboard.board import DANGERS, DIE_FACES, MOST_CHIPS, NUMBERED, RINGS
from companion.games.etboard.flight import holder, targets
from companion.games.etboard.flow import is_blocked
from companion.games.etboard.reading import kinds_in
from companion.games.etboard.state import Ask, State

__all__ = ["awaits", "choices"]

USUAL_CHIPS = (1, 2, 3, 4, 5, 6)
"""The numbers offered as buttons; any up to MOST_CHIPS may be told."""


def awaits(state: State) -> tuple[Await, ...]:
    """What is asked for comes first, then what the player on turn may do, then what may always be done."""
    if state.phase == "over":
        return ()
    if state.phase == "start":
        seats = list(state.present)
        asked: tuple[Await, ...] = (Await("start.first", "first", None, {"seats": seats}),) if seats else ()
    elif state.ask is not None:
        asked = (_question(state, state.ask),)
    else:
        asked = _turn(state)
    return (*asked, *_always(state))


def _question(state: State, ask: Ask) -> Await:
    return Await(f"{state.spell}.{ask.kind}", ask.kind, ask.seat, _DOMAINS[ask.kind](state, ask))


def _turn(state: State) -> tuple[Await, ...]:
    """The number aloud first, then the die; a roll without one moves E.T. all the same (E5)."""
    seat = state.turn
    if seat is None:
        return ()
    call = Await(f"{state.spell}.call", "call", seat, {"values": list(DIE_FACES)})
    roll = Await(f"{state.spell}.roll", "roll", seat, _die(state, "move"))
    cards = state.players[seat].costumes
    costume = Await(f"{state.spell}.costume", "costume", seat, {"cards": cards})
    dress = (costume,) if cards and not state.worn else ()
    return (call, roll, *dress) if state.call is None else (roll, call, *dress)


def _die(state: State, purpose: str) -> dict[str, Json]:
    return {"die": "d3", "purpose": purpose, "values": list(DIE_FACES), "faces": list(state.board.die) or None}


def _spaces(state: State, _ask: Ask) -> dict[str, Json]:
    return {"ring": state.ring, "kinds": list(kinds_in(state.ring)), "numbered": _numbered(state, flying=False)}


def _numbered(state: State, *, flying: bool) -> list[Json]:
    """The kinds whose number of chips counts now."""
    pays = state.rules.blocked_arrow_pays or not is_blocked(state, flying=flying)
    gone: set[str] = set() if pays and (state.ring != RINGS or flying) else {"arrow-bottom"}
    return [kind for kind in NUMBERED if kind in kinds_in(state.ring) and kind not in gone]


def _chips(_state: State, ask: Ask) -> dict[str, Json]:
    return {"why": ask.why, "usual": list(USUAL_CHIPS), "high": MOST_CHIPS}


def _roll(state: State, ask: Ask) -> dict[str, Json]:
    return _die(state, ask.why)


def _guess(state: State, ask: Ask) -> dict[str, Json]:
    """Who holds the card, what the danger is, and whether only this player may help (Tracker Van)."""
    return {"holder": holder(state, ask.seat), "danger": ask.why, "alone": ask.why == "van"}


def _fly(state: State, _ask: Ask) -> dict[str, Json]:
    if state.space is None:
        kinds = list(kinds_in(state.ring))
        return {"ring": state.ring, "kinds": kinds, "numbered": _numbered(state, flying=True), "spaces": None}
    return {"ring": state.ring, "spaces": [_target(state, to) for to in targets(state)]}


def _target(state: State, to: int) -> dict[str, Json]:
    """A space E.T. may fly to; what to think of first is marked (E18, E28, E32)."""
    space = state.board.at(state.ring, to)
    blocked = space.kind == "arrow-bottom" and is_blocked(state, flying=True)
    return {"to": to, **space.to_json(), "danger": space.kind in DANGERS, "blocked": blocked}


def _ascend(state: State, _ask: Ask) -> dict[str, Json]:
    return {"ring": state.ring, "to": "landing" if state.ring == RINGS else state.ring + 1}


_DOMAINS: Mapping[str, Callable[[State, Ask], dict[str, Json]]] = {
    "space": _spaces,
    "chips": _chips,
    "roll": _roll,
    "guess": _guess,
    "fly": _fly,
    "ascend": _ascend,
}


def _always(state: State) -> tuple[Await, ...]:
    away = [seat for seat in range(len(state.players)) if seat not in state.present]
    found = [("leave", list(state.present)), ("back", away)]
    return tuple(Await(f"{state.comings}.{kind}", kind, None, {"seats": seats}) for kind, seats in found if seats)


# --- every way to answer


def choices(_state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await, all of them legal; of printed numbers the usual ones."""
    yield from _CHOICES[awaited.kind](awaited)


def _values(awaited: Await) -> Iterator[Action]:
    yield from ({"type": awaited.kind, "value": value} for value in awaited.domain["values"])


def _plain(awaited: Await) -> Iterator[Action]:
    yield {"type": awaited.kind}


def _numbers(awaited: Await) -> Iterator[Action]:
    yield from ({"type": "chips", "value": value} for value in awaited.domain["usual"])


def _yes_no(name: str) -> Callable[[Await], Iterator[Action]]:
    return lambda awaited: ({"type": awaited.kind, name: answer} for answer in (True, False))


def _kinds(awaited: Await) -> Iterator[Action]:
    for kind in awaited.domain["kinds"]:
        numbers = USUAL_CHIPS if kind in awaited.domain["numbered"] else ()
        yield from ({"type": awaited.kind, "kind": kind, "chips": chips} for chips in numbers)
        if not numbers:
            yield {"type": awaited.kind, "kind": kind}


def _flights(awaited: Await) -> Iterator[Action]:
    if awaited.domain["spaces"] is None:
        yield from _kinds(awaited)
        return
    yield from ({"type": "fly", "to": space["to"]} for space in awaited.domain["spaces"])


def _by_seat(awaited: Await) -> Iterator[Action]:
    yield from ({"type": awaited.kind, "seat": seat} for seat in awaited.domain["seats"])


_CHOICES: Mapping[str, Callable[[Await], Iterator[Action]]] = {
    "first": _by_seat,
    "call": _values,
    "roll": _values,
    "costume": _plain,
    "space": _kinds,
    "chips": _numbers,
    "guess": _yes_no("right"),
    "fly": _flights,
    "ascend": _yes_no("up"),
    "leave": _by_seat,
    "back": _by_seat,
}
