"""The second book: the state, played from the live entries. An entry that no longer fits is kept as a marked ruling."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Action, Game, Illegal
from companion.table.books import Entry

__all__ = ["Step", "play", "replay", "state_hash"]


@dataclass(frozen=True, slots=True)
class Step:
    """An entry as it was played. `ruling`: it counted although the rules refuse it; `void`: not even that was possible.

    `seat` is whom it concerned, `points` what it changed for them.
    """

    entry: Entry
    before: Any
    after: Any
    ruling: bool = False
    void: bool = False
    seat: int | None = None
    points: int = 0


def play(game: Game, entry: Entry, state: Any) -> Step:
    """Play one entry; where the rules refuse it, as a ruling; where pieces would not be conserved, it changes nothing."""
    after = game.act(state, entry.action)
    ruling = bool(entry.action.get("ruling"))
    if isinstance(after, Illegal) and not ruling:
        after, ruling = game.act(state, as_ruling(entry.action)), True
    if isinstance(after, Illegal):
        return Step(entry, state, state, ruling=True, void=True)
    return Step(entry, state, after, ruling, False, *_change(game, entry.action, state, after))


def _change(game: Game, action: Action, before: Any, after: Any) -> tuple[int | None, int]:
    """Whom an action concerned and what it changed for them."""
    was, now = game.view(before, None), game.view(after, None)
    old = {seat["seat"]: seat["score"] for seat in was["seats"]}
    change = {seat["seat"]: seat["score"] - old.get(seat["seat"], 0) for seat in now["seats"]}
    seat = action.get("blamed") if action["type"] == "fell" else action.get("seat", was.get("turn"))
    if action["type"] == "roll" and was.get("roll") is not None:
        seat = now.get("blame", seat)  # a roll that also ends the turn before it is the next player's
    changed = [s for s, points in change.items() if points]
    if len(changed) == 1 and not change.get(seat, 0):
        seat = changed[0]
    return seat, change.get(seat, 0) if isinstance(seat, int) else 0


def as_ruling(action: Action) -> dict[str, Any]:
    """The same action as "it happened anyway"."""
    return {**action, "ruling": True}


def replay(game: Game, start: Any, entries: Sequence[Entry], known: Sequence[Step] = ()) -> tuple[Step, ...]:
    """Play all entries from `start`; steps in `known` with the same beginning are used again."""
    steps: list[Step] = []
    state = start
    for n, entry in enumerate(entries):
        if n < len(known) and known[n].entry is entry and (known[n].before is state or known[n].before == state):
            step = known[n]
        else:
            step = play(game, entry, state)
        steps.append(step)
        state = step.after
    return tuple(steps)


def state_hash(data: Mapping[str, Any]) -> str:
    """A short fingerprint of a state's JSON form."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
