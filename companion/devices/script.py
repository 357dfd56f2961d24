"""A scripted whole game for the bench: one seeded player for all seats, who does what the table awaits.

The script knows the table only by what the caller hands it: the table's view (`awaits`, `questions`, `state`, `outcome` as the
tablet gets them) and the bench's state. It answers each await once, by bench commands, and waits until the table has moved on.
What stays open or wrong for some seconds, so that people could see it, is put right by telling the truth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from companion.devices.onlooker import Area, Onlooker
from companion.events import ShipShape
from companion.virtual.chance import chance

__all__ = ["Script", "Step"]

_SETTLE_S = 1.5
_LOOK_S = 0.25
_PATIENCE_S = 30.0
_TELL_AFTER_S = 4.0
_CRASH_ABOARD = 5
_SAFE_MM = 110.0
_KIND_DIE = 0.7
"""How often the die is kind on the way back, so that the game comes to its end within minutes."""

_APART, _CLOSE = 3.0, 2.1
"""Foot radii between the middles of two aliens: as hands like it, and the least that is possible."""
_DARING = 4
"""In the Dance a player brings at most so many aliens in one turn."""
_DANCE_STEPS = 600
"""A hundred points take longer than sending ten aliens there and back."""

_T = TypeVar("_T")
_Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Step:
    """What hands do now (None: nothing), how long to wait before asking again, and what is told to the table."""

    command: Mapping[str, Any] | None
    wait_s: float
    say: Mapping[str, Any] | None = None


class Script:
    """Ask `next` again and again until `done`. `step` counts the commands given, `of` is how many they may become."""

    def __init__(self, shape: ShipShape, seed: int = 1, *, most_steps: int = 160) -> None:
        self.shape, self.of = shape, most_steps
        self.step = 0
        self.done = False
        self._rng: Random = chance(seed, "script")
        self._answered: str | None = None
        self._waited_s = 0.0
        self._open_s = 0.0
        self._hand: Area | None = None
        self._onlooker = Onlooker(shape)
        self._crashed = False
        self._wished: list[int] = []
        self._daring = 1
        self._said: Mapping[str, Any] | None = None

    def progress(self) -> dict[str, int] | None:
        """For the bench's state; None when it is over."""
        return None if self.done else {"step": self.step, "of": self.of}

    def next(self, view: Mapping[str, Any], bench: Mapping[str, Any]) -> Step:
        """The next step, from what the table shows and where the aliens stand."""
        if self.done or view.get("outcome") or view.get("phase") == "over" or self.step >= self.of:
            self.done = True
            return Step(None, _LOOK_S)
        if bench.get("lifted"):
            return Step(None, _LOOK_S)
        if view.get("questions"):
            return self._later(lambda: self._onlooker.answer(view, bench, self._hand))
        return self._play(view, bench, self._next_await(view, bench))

    def _play(self, view: Mapping[str, Any], bench: Mapping[str, Any], await_: Mapping[str, Any] | None) -> Step:
        """Do what is awaited, once; a roll only when the table shows what is so."""
        if await_ is None or await_["id"] == self._answered:
            return self._be_patient(view, bench, await_)
        if await_["kind"] == "roll" and self._onlooker.differs(view, bench):
            return self._later(lambda: self._mend(view, bench))
        self._open_s, self._wished = 0.0, _wished(view)
        aboard = [a for a in bench.get("aliens", ()) if a["aboard"]]
        if await_["kind"] == "roll" and not self._crashed and len(aboard) >= _CRASH_ABOARD and _sending(view):
            return self._give(self._crash(aboard))
        step = self._answer(await_, bench)
        if step is None:
            return self._be_patient(view, bench, None)
        self._answered, self._waited_s = await_["id"], 0.0
        return self._give(step)

    def _next_await(self, view: Mapping[str, Any], bench: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What hands do next; in the Dance some aliens a turn, then the next player's roll."""
        state, awaits = view.get("state", {}), view.get("awaits", ())
        if state.get("phase") != "dancing":
            return _first(awaits)
        self.of = max(self.of, _DANCE_STEPS)
        if state.get("hand"):
            return _first(awaits, ("place",))
        if state.get("tried", 0) >= self._daring or (state.get("area") and not self._room(state["area"], bench)):
            return _first(awaits, ("roll",)) or _first(awaits)
        return _first(awaits, ("place", "remove")) or _first(awaits)

    def _give(self, step: Step) -> Step:
        self.step += 1
        return step

    def _later(self, say: Callable[[], Mapping[str, Any] | None]) -> Step:
        """Say it once it has been there to see for a while."""
        self._open_s += _LOOK_S
        if self._open_s < _TELL_AFTER_S:
            return Step(None, _LOOK_S)
        self._open_s = 0.0
        return Step(None, 2 * _LOOK_S, say())

    def _mend(self, view: Mapping[str, Any], bench: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Put one thing right; what the table did not take is corrected plainly, and in the end left to people."""
        self._waited_s += _TELL_AFTER_S
        self.done = self._waited_s > _PATIENCE_S
        said = self._onlooker.mend(view, bench)
        self._said = self._onlooker.correct(view, bench) if said == self._said else said
        return self._said

    def _be_patient(self, view: Mapping[str, Any], bench: Mapping[str, Any], await_: Mapping[str, Any] | None) -> Step:
        """Wait; tell what was not felt; after long in vain the game is stuck (a person must help) and the script ends."""
        self._waited_s += _LOOK_S
        if self._waited_s > _PATIENCE_S:
            self.done = True
        told = await_ is not None and await_["kind"] in ("place", "remove") and self._hand is not None
        if told and not view.get("queued") and self._onlooker.differs(view, bench):
            return self._later(lambda: self._onlooker.tap(view, await_ or {}, self._hand or (1, 1)))
        return Step(None, _LOOK_S)

    def _answer(self, await_: Mapping[str, Any], bench: Mapping[str, Any]) -> Step | None:
        answer: Callable[[Mapping[str, Any], Mapping[str, Any]], Step | None] = {
            "roll": self._roll,
            "place": self._place,
            "remove": self._remove,
        }[await_["kind"]]
        return answer(await_.get("domain", {}), bench)

    def _roll(self, domain: Mapping[str, Any], bench: Mapping[str, Any]) -> Step:
        del domain, bench
        self._daring = self._rng.randint(1, _DARING)
        values = self._wished if self._wished and self._rng.random() < _KIND_DIE else range(1, 7)
        return Step({"do": "die", "value": self._rng.choice(list(values))}, 1.0)

    def _place(self, domain: Mapping[str, Any], bench: Mapping[str, Any]) -> Step | None:
        """Set an alien where it is wanted, on the middle of a ring, clear of the others."""
        aboard = [a["xy_mm"] for a in bench.get("aliens", ()) if a["aboard"]]
        sectors = domain.get("sectors") or range(1, self.shape.sectors + 1)
        rings = domain.get("rings") or range(1, self.shape.rings + 1)
        places = [self._spot(self._rng.choice(list(rings)), self._rng.choice(list(sectors))) for _ in range(24)]
        clear = self._clear(places, aboard, _APART) or self._clear(places, aboard, _CLOSE)
        if not clear:
            return None
        best = self._careful(clear, lambda p: _overhang_mm([*aboard, p]))
        self._hand = self._onlooker.area_at(best)
        fallen = [a for a in bench.get("aliens", ()) if a["on_deck"]]
        if bench.get("bag", 0) == 0 and fallen:
            return Step({"do": "move", "id": fallen[0]["id"], "xy_mm": list(best)}, _SETTLE_S)
        return Step({"do": "place", "xy_mm": list(best)}, _SETTLE_S)

    def _room(self, area: Sequence[int], bench: Mapping[str, Any]) -> bool:
        """Whether one more alien fits into an area, and the ship stays upright with it."""
        aboard = [a["xy_mm"] for a in bench.get("aliens", ()) if a["aboard"]]
        clear = self._clear([self._spot(*area) for _ in range(24)], aboard, _APART)
        return any(_overhang_mm([*aboard, place]) < _SAFE_MM for place in clear)

    def _clear(self, places: Sequence[_Place], aboard: Sequence[_Place], feet: float) -> list[_Place]:
        """The places that are so many foot radii away from every alien."""
        apart_mm = feet * self.shape.foot_radius_mm
        return [place for place in places if all(math.dist(place, other) > apart_mm for other in aboard)]

    def _remove(self, domain: Mapping[str, Any], bench: Mapping[str, Any]) -> Step | None:
        """Take an alien that may be taken, as the bench knows them, and that the ship can spare."""
        wanted = {tuple(spot) for spot in domain.get("spots", ())}
        able = []
        for alien in bench.get("aliens", ()):
            spot = self.shape.spot_at(*alien["xy_mm"])
            if alien["aboard"] and (not wanted or (spot.ring, spot.sector) in wanted):
                able.append(alien)
        if not able:
            return None
        aboard = [a for a in bench.get("aliens", ()) if a["aboard"]]
        taken = self._careful(able, lambda gone: _overhang_mm([a["xy_mm"] for a in aboard if a is not gone]))
        self._hand = self._onlooker.area_at(taken["xy_mm"])
        return Step({"do": "remove", "id": taken["id"]}, _SETTLE_S)

    def _careful(self, able: Sequence[_T], overhang_mm: Callable[[_T], float]) -> _T:
        """Any that leaves the ship fairly upright; if none does, the one that leaves it most so."""
        safe = [one for one in able if overhang_mm(one) < _SAFE_MM]
        return self._rng.choice(safe) if safe else min(able, key=overhang_mm)

    def _crash(self, aboard: Sequence[Mapping[str, Any]]) -> Step:
        """A sleeve sweeps the outermost alien over the rim; the ship's answer may take more of them."""
        self._crashed, self._hand = True, None
        far = max(aboard, key=lambda a: math.hypot(*a["xy_mm"]))
        x, y = far["xy_mm"]
        size = max(1.0, math.hypot(x, y))
        way_mm = self.shape.ring_edges_mm[-1] + 10.0 - size
        return Step({"do": "nudge", "id": far["id"], "dxy_mm": [way_mm * x / size, way_mm * y / size]}, 5.0)

    def _spot(self, ring: int, sector: int) -> tuple[float, float]:
        """A place on the middle of a ring, well inside a sector."""
        edges = self.shape.ring_edges_mm
        radius = 0.5 * (edges[ring - 1] + edges[ring])
        radius = min(radius, edges[ring] - self.shape.foot_radius_mm)
        turn = (sector - 1 + self._rng.uniform(0.2, 0.8)) / self.shape.sectors
        return radius * math.cos(2.0 * math.pi * turn), radius * math.sin(2.0 * math.pi * turn)


def _first(awaits: Sequence[Mapping[str, Any]], kinds: Sequence[str] = ("roll", "place", "remove")) -> Mapping[str, Any] | None:
    """What hands can answer; a pass or a fall comes by itself."""
    return next((a for a in awaits if a.get("kind") in kinds), None)


def _overhang_mm(places: Sequence[Sequence[float]]) -> float:
    """How far the aliens pull the ship to one side together."""
    return math.hypot(sum(xy[0] for xy in places), sum(xy[1] for xy in places))


def _sending(view: Mapping[str, Any]) -> bool:
    return view.get("state", {}).get("phase") in ("sending", "dancing")


def _wished(view: Mapping[str, Any]) -> list[int]:
    """On the way back: the sectors from which there is something to take."""
    state = view.get("state", {})
    return sorted({area[1] for area in state.get("aboard", ())}) if state.get("phase") == "returning" else []
