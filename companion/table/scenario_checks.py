"""What a scenario may expect of the table's view, and how an expectation that does not hold is worded."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.phrases import as_values

__all__ = ["CHECKS", "failures"]

View = Mapping[str, Any]


def failures(expected: Mapping[str, Any], view: View) -> list[str]:
    """One line for each expectation that does not hold."""
    found = []
    for key, wanted in expected.items():
        check = CHECKS.get(key, _state_field(key))
        seen = check(view)
        wish = _tied(wanted) if key == "ranking" else _plain(wanted)
        if not _same(wish, seen):
            found.append(f"{key}: expected {_show(wish)}, is {_show(seen)}")
    return found


def _same(wish: Any, seen: Any) -> bool:
    if isinstance(wish, Mapping) and isinstance(seen, Mapping):
        return all(name in seen and _same(value, seen[name]) for name, value in wish.items())
    return bool(wish == seen)


def _plain(wanted: Any) -> Any:
    """Spots as people write them become pairs; a list of them is compared in sorted order."""
    if isinstance(wanted, list) and wanted and all(isinstance(item, str) and "sector" in item for item in wanted):
        return sorted(as_values(wanted, ())[0])
    return wanted


def _tied(wanted: Any) -> Any:
    """A name alone in a ranking has its place alone."""
    return [[place] if isinstance(place, str) else place for place in wanted] if isinstance(wanted, list) else wanted


def _show(value: Any) -> str:
    return "nothing" if value is None else str(value)


def _names(view: View) -> list[str]:
    return [seat["name"] for seat in view["seats"]]


def _name(view: View, seat: Any) -> Any:
    return "nobody" if seat is None else _names(view)[seat]


def _scores(view: View) -> dict[str, int]:
    return {seat["name"]: seat["score"] for seat in view["seats"]}


def _awaits(view: View) -> str | None:
    """What the table waits for: the first thing asked for, moves before everything that may always happen."""
    return next((a["kind"] for a in view["awaits"]), None)


def _rolling(view: View) -> list[str]:
    return [_name(view, a["seat"]) for a in view["awaits"] if a["kind"] == "roll"]


def _outcome(view: View) -> str | None:
    return view["outcome"]["reason"] if view.get("outcome") else None


def _ranking(view: View) -> list[list[str]] | None:
    if not view.get("outcome"):
        return None
    return [[_name(view, seat) for seat in tied] for tied in view["outcome"]["ranking"]]


def _question(view: View) -> str | None:
    return view["questions"][0]["code"] if view["questions"] else None


def _last_event(view: View) -> str | None:
    live = [event for event in view["events"] if not event["undone"]]
    return live[-1]["code"] if live else None


def _rulings(view: View) -> int:
    return sum(event["ruling"] and not event["undone"] for event in view["events"])


def _standing(view: View) -> list[list[int]]:
    return sorted([alien["ring"], alien["sector"]] for alien in view["inventory"])


CHECKS: dict[str, Callable[[View], Any]] = {
    "scores": _scores,
    "turn": lambda view: _name(view, view["state"].get("turn")),
    "blame": lambda view: _name(view, view["state"].get("blame")),
    "order": lambda view: [_name(view, seat) for seat in view["state"]["order"]],
    "aboard": lambda view: sorted(view["state"]["aboard"]),
    "standing": _standing,
    "awaits": _awaits,
    "rolling": _rolling,
    "over": _outcome,
    "ranking": _ranking,
    "question": _question,
    "answers": lambda view: [option["code"] for option in view["questions"][0]["options"]] if view["questions"] else [],
    "notices": lambda view: sorted(notice["code"] for notice in view["notices"]),
    "held roll": lambda view: view["held_roll"],
    "last event": _last_event,
    "rulings": _rulings,
    "present": lambda view: [seat["name"] for seat in view["seats"] if seat["present"]],
}


def _nearest(key: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(str(key), known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


_SEAT_HAS_A_WORD = ("seat", "name", "score")
"""These have words of their own: `present`, `scores`."""


def _state_field(key: str) -> Callable[[View], Any]:
    """Any other key is a field of the game's own view, or of its seats: then a table of players."""

    def check(view: View) -> Any:
        state: Mapping[str, Any] = view["state"]
        if key not in state and key not in _SEAT_HAS_A_WORD and all(key in seat for seat in state["seats"]):
            return {seat["name"]: seat[key] for seat in state["seats"]}
        return state[key] if key in state else f"no such thing as {key!r}{_nearest(key, [*CHECKS, *state])}"

    return check
