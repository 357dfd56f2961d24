"""What the table may do now, and every way to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.games.contract import Action, Await, Json
from companion.games.etcards.state import State
from companion.games.etcards.turns import drawable, keeps

__all__ = ["awaits", "choices"]


def awaits(state: State) -> tuple[Await, ...]:
    """What is asked for comes first, then what may always be done."""
    if state.phase == "over":
        return ()
    if state.phase == "start":
        seats = list(state.present)
        asked: tuple[Await, ...] = (Await("start.first", "first", None, {"seats": seats}),) if seats else ()
    else:
        asked = () if state.turn is None else _turn(state, state.turn)
    return (*asked, *_always(state))


def _turn(state: State, seat: int) -> tuple[Await, ...]:
    if not state.held:
        return (Await(f"{state.spell}.announce", "announce", seat, {"pairs": [list(pair) for pair in drawable(state)]}),)
    return (
        Await(f"{state.spell}.guess", "guess", seat, _guess(state, seat)),
        Await(f"{state.spell}.peek", "peek", seat, {}),
    )


def _guess(state: State, seat: int) -> dict[str, Json]:
    """The two kinds, whether the guess can be wrong at all, and every set of cards that may be kept when it is right."""
    return {
        "cards": list(state.held),
        "wrong": len(set(state.held)) > 1,
        "keeps": [list(kept) for kept in keeps(state, seat)],
    }


def _always(state: State) -> tuple[Await, ...]:
    away = [seat for seat in range(len(state.players)) if seat not in state.present]
    found = [("leave", list(state.present)), ("back", away)]
    return tuple(Await(f"{state.comings}.{kind}", kind, None, {"seats": seats}) for kind, seats in found if seats)


# --- every way to answer


def choices(_state: State, awaited: Await) -> Iterator[Action]:
    """Every action that answers an await, all of them legal."""
    yield from _CHOICES[awaited.kind](awaited)


def _by_seat(awaited: Await) -> Iterator[Action]:
    yield from ({"type": awaited.kind, "seat": seat} for seat in awaited.domain["seats"])


def _pairs(awaited: Await) -> Iterator[Action]:
    yield from ({"type": "announce", "cards": pair} for pair in awaited.domain["pairs"])


def _guesses(awaited: Await) -> Iterator[Action]:
    yield from ({"type": "guess", "right": True, "keep": kept} for kept in awaited.domain["keeps"])
    if awaited.domain["wrong"]:
        yield {"type": "guess", "right": False}


def _plain(awaited: Await) -> Iterator[Action]:
    yield {"type": awaited.kind}


_CHOICES: Mapping[str, Callable[[Await], Iterator[Action]]] = {
    "first": _by_seat,
    "announce": _pairs,
    "guess": _guesses,
    "peek": _plain,
    "leave": _by_seat,
    "back": _by_seat,
}
