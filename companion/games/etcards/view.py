"""What a seat may see: everything that lies open. Which card is in which hand never enters the companion."""

from __future__ import annotations

from companion.games.contract import Json
from companion.games.etcards.state import State, as_counts

__all__ = ["view"]


def view(state: State, _seat: int | None) -> dict[str, Json]:
    """The game, the same for every seat: the two kinds are said aloud, the holder hears them too."""
    return {
        "phase": state.phase,
        "turn": state.turn if state.phase == "play" else None,
        "held": list(state.held),
        "draw": state.draw.total(),
        "discard": sum(state.discard),
        "discarded": as_counts(state.discard),
        "shuffled": state.shuffled,
        "last": None if state.last is None else state.last.to_json(),
        "seats": [
            {
                "seat": seat,
                "name": player.name,
                "score": player.adventures,
                "laid": list(player.laid),
                "danger": not player.safe,
                "present": player.present,
            }
            for seat, player in enumerate(state.players)
        ],
    }
