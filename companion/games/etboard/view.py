"""What a seat may see: everything. What is secret here never enters the companion: the side of a card at a forehead."""

from __future__ import annotations

from companion.games.contract import Json
from companion.games.etboard.board import LONGEST_STEP
from companion.games.etboard.flight import holder
from companion.games.etboard.state import BANK, State

__all__ = ["view"]


def view(state: State, _seat: int | None) -> dict[str, Json]:
    """The game, the same for every seat."""
    return {
        "phase": state.phase,
        "turn": state.turn if state.phase == "play" else None,
        "ring": state.ring,
        "space": state.space,
        "followed": state.space is not None,
        "at": None if state.here is None else state.here.to_json(),
        "ahead": _ahead(state),
        "transmitter": state.pieces,
        "worn": state.worn,
        "call": state.call,
        "rolled": state.rolled,
        "flight": _flight(state),
        "pile": state.pile,
        "bank": BANK - sum(player.chips for player in state.players),
        "news": [news.to_json() for news in state.news],
        "seats": [
            {"seat": seat, "name": p.name, "score": p.chips, "costumes": p.costumes, "present": p.present}
            for seat, p in enumerate(state.players)
        ],
    }


def _ahead(state: State) -> list[Json]:
    """The three spaces that lie ahead, where the companion knows them."""
    if state.space is None or state.phase != "play":
        return []
    spaces = [state.board.ahead(state.ring, state.space, steps) for steps in range(1, LONGEST_STEP + 1)]
    return [{"space": space, **state.board.at(state.ring, space).to_json()} for space in spaces]


def _flight(state: State) -> Json:
    ask = state.ask
    if ask is None or ask.kind not in ("guess", "fly"):
        return None
    guessing = ask.kind == "guess"
    return {"seat": ask.seat, "guessing": guessing, "holder": holder(state, ask.seat) if guessing else None, "danger": ask.why}
