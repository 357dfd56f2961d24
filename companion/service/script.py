"""The scripted game of the demo: a player that answers whatever the table awaits, with the virtual hands and die."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.events import ShipShape

__all__ = ["Hands", "Script", "choose"]

View = Mapping[str, Any]
_NAMES = ("Ada", "Grace")
_PACE_S = 0.8  # people watch it
_PATIENCE_S = 25.0
_LOOK_S = 0.1


class Hands(Protocol):
    """What a scripted player can do. Every call returns at once; the table tells later what came of it."""

    def view(self) -> tuple[int, View]:
        """The table's sequence and view."""

    def submit(self, command: Mapping[str, Any]) -> None:
        """Tap something."""

    def throw(self, value: int) -> None:
        """Throw the die."""

    def do(self, command: Mapping[str, Any]) -> None:
        """Use the hands on the virtual ship."""

    def aliens(self) -> Sequence[Mapping[str, Any]]:
        """The virtual aliens that are out of the bag."""


@dataclass(frozen=True, slots=True)
class Move:
    """What to do next: a tap, a throw or something for the hands."""

    kind: str
    what: Any


def choose(view: View, aliens: Sequence[Mapping[str, Any]], shape: ShipShape, rng: random.Random) -> Move | None:
    """The next move of a sensible player; None when there is nothing to do but wait."""
    if view["questions"]:
        question = view["questions"][0]
        best = max(question["options"], key=lambda option: option["odds"] or 0.0)
        return Move("submit", {"type": "answer", "question": question["id"], "option": best["id"]})
    awaited = {a["kind"]: a for a in reversed(view["awaits"])}
    if "roll" in awaited:
        return Move("throw", rng.randint(1, 6))
    if "remove" in awaited:
        return _remove(awaited["remove"], aliens, shape)
    if "place" in awaited:
        return Move("do", {"do": "place", "xy_mm": _spot(awaited["place"]["domain"], aliens, shape, rng)})
    if "pass" in awaited:
        return Move("submit", {"type": "act", "await_id": awaited["pass"]["id"], "action": {"type": "pass"}})
    return None


def _remove(awaited: Mapping[str, Any], aliens: Sequence[Mapping[str, Any]], shape: ShipShape) -> Move | None:
    """Take the one off whose leaving keeps the ship most level."""
    wanted = {tuple(spot[:2]) for spot in awaited["domain"]["spots"]}
    aboard = [a for a in aliens if a["aboard"]]
    fitting = [a for a in aboard if _area(a, shape) in wanted]
    if not fitting:
        return None
    taken = min(fitting, key=lambda one: _unbalance(a["xy_mm"] for a in aboard if a is not one))
    return Move("do", {"do": "remove", "id": taken["id"]})


def _spot(
    domain: Mapping[str, Any], aliens: Sequence[Mapping[str, Any]], shape: ShipShape, rng: random.Random
) -> tuple[float, float]:
    """Somewhere allowed, clear of the others, rather level than far out."""
    standing = [a["xy_mm"] for a in aliens if a["aboard"]]
    places = [_inside(ring, sector, shape, rng) for ring in domain["rings"] for sector in domain["sectors"] for _ in range(4)]
    clear = [p for p in places if all(math.dist(p, s) > 3 * shape.foot_radius_mm for s in standing)]
    return min(clear or places, key=lambda p: _unbalance([*standing, p]) - 0.4 * math.hypot(*p))


def _inside(ring: int, sector: int, shape: ShipShape, rng: random.Random) -> tuple[float, float]:
    inner_mm, outer_mm = shape.ring_edges_mm[ring - 1], shape.ring_edges_mm[ring]
    slack_mm = max(0.0, (outer_mm - inner_mm) / 2 - shape.foot_radius_mm - 1.0)
    radius_mm = (inner_mm + outer_mm) / 2 + rng.uniform(-slack_mm, slack_mm)
    width = 2 * math.pi / shape.sectors
    angle = width * (sector - 1 + rng.uniform(0.2, 0.8))
    return round(radius_mm * math.cos(angle), 1), round(radius_mm * math.sin(angle), 1)


def _area(alien: Mapping[str, Any], shape: ShipShape) -> tuple[int, int]:
    spot = shape.spot_at(*alien["xy_mm"])
    return spot.ring, spot.sector


def _unbalance(spots: Any) -> float:
    total = [sum(axis) for axis in zip(*spots, strict=True)]
    return math.hypot(*total) if total else 0.0


class Script:
    """Plays one game on a thread of its own; `progress` says how far it is."""

    def __init__(self, hands: Hands, shape: ShipShape, game: str, seed: int = 7) -> None:
        self._hands = hands
        self._shape = shape
        self._game = game
        self._rng = random.Random(seed)  # noqa: S311 -- a play, not a secret
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._moves = 0

    @property
    def progress(self) -> tuple[int, int] | None:
        """Hands' moves made and about how many there will be; None when no script is running."""
        if self._thread is None or not self._thread.is_alive():
            return None
        return min(self._moves, 2 * self._shape.aliens), 2 * self._shape.aliens

    def start(self) -> bool:
        """Play; False when it is playing already."""
        if self.progress is not None:
            return False
        self._stop.clear()
        self._moves = 0
        self._thread = threading.Thread(target=self._play, name="script", daemon=True)
        self._thread.start()
        return True

    def stop(self) -> None:
        """Leave the table as it is."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(2.0)

    def _play(self) -> None:
        _, view = self._hands.view()
        if view["phase"] != "playing":
            self._hands.submit({"type": "new-game", "game": self._game, "names": list(_NAMES)})
        seq, view = self._hands.view()
        while view["phase"] == "playing" and not self._stop.is_set():
            move = choose(view, self._hands.aliens(), self._shape, self._rng)
            if move is not None:
                self._make(move)
            if not self._changed(seq):
                return
            self._stop.wait(_PACE_S)
            seq, view = self._hands.view()

    def _make(self, move: Move) -> None:
        act: dict[str, Callable[[Any], None]] = {
            "submit": self._hands.submit,
            "throw": self._hands.throw,
            "do": self._hands.do,
        }
        self._moves += move.kind == "do"
        act[move.kind](move.what)

    def _changed(self, seq: int) -> bool:
        """Whether the table moved on in time; a script that is not understood leaves the table to people."""
        for _ in range(int(_PATIENCE_S / _LOOK_S)):
            if self._stop.wait(_LOOK_S):
                return False
            if self._hands.view()[0] != seq:
                return True
        return False
