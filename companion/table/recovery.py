"""After a restart, a lift or a new game: is what stands on the ship what the inventory says? Compared after a second of quiet.

They agree: go on. One event explains the difference: ask. Anything else: show what to put back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Literal

from companion.events import Lifted, Live, Placed, Spot, felt_to_json
from companion.table import answers, found
from companion.table.flow import ask
from companion.table.referee import Ask
from companion.table.run import Draft
from companion.table.wood import Alien, area, write_spots

__all__ = ["QUIET_S", "Watch", "act_on", "compare", "is_empty"]

QUIET_S = 1.0
PUZZLED_S = 3.0
STEADY_G = 5.0
"""A hand does not press this evenly for as long as `PUZZLED_S`; wood does."""
QUIET = ("resting", "empty", "rocking", "rim")
EMPTY_G = 3.0
"""Below this the ship carries no alien."""
LEVEL_DEG = 0.15

Finding = Literal["agree", "one-left", "one-came", "put-back", "unknown"]


@dataclass(frozen=True, slots=True)
class Watch:
    """Waits for a second in which nothing acts on the ship; `wanted` false: nothing to do.

    The ship may rock meanwhile, and its weight ripples as it rocks: so both weight and lean are averaged over that second.
    """

    wanted: bool = False
    looks: tuple[Live, ...] = ()
    puzzled: bool = False
    watched: bool = False
    met: bool = False

    @property
    def is_first_look(self) -> bool:
        """Whether the ship is being looked at and was not seen at rest yet."""
        return self.wanted and self.watched and not self.met

    def baffled(self) -> Watch:
        """The sense cannot explain what stands there, so it will not call the ship quiet either."""
        return replace(self, puzzled=True) if self.wanted else Watch(wanted=True)

    def seen(self, live: Live) -> Watch:
        """After one more look at the ship."""
        if not self.wanted:
            return self
        quiet = live.state in QUIET or (self.puzzled and live.state == "touched" and self._steady(live))
        met = self.met or live.state in QUIET
        return replace(self, looks=(*self.looks, live) if quiet else (), watched=True, met=met)

    def _steady(self, live: Live) -> bool:
        return not self.looks or abs(live.load_g - self.looks[0].load_g) < STEADY_G

    def average(self) -> Live | None:
        """The ship over a second of quiet, once there was one; what the sense cannot explain must stand there for longer."""
        wanted_s = PUZZLED_S if any(look.state == "touched" for look in self.looks) else QUIET_S
        if not self.looks or self.looks[-1].t_s - self.looks[0].t_s < wanted_s:
            return None
        load_g = fmean(look.load_g for look in self.looks)
        lean = fmean(look.lean_deg[0] for look in self.looks), fmean(look.lean_deg[1] for look in self.looks)
        return replace(self.looks[-1], load_g=load_g, lean_deg=lean)


def is_empty(live: Live) -> bool:
    """Whether the ship is seen at rest without an alien."""
    return live.state in QUIET and live.load_g < EMPTY_G


def masses(draft: Draft) -> list[float]:
    """What the aliens of this evening weigh, as far as they were weighed when placed."""
    items = draft.ledger.items.values()
    return [item.what.mass_g for item in items if isinstance(item.what, Placed) and item.what.mass_g is not None]


def compare(aliens: Mapping[int, Alien], live: Live, weighed_g: Iterable[float]) -> Finding:
    """How the weight on the ship compares with the inventory."""
    known, weighed_g = len(aliens), list(weighed_g)
    if live.load_g < EMPTY_G:
        return "agree" if known == 0 else "put-back"
    if not weighed_g:
        return "unknown"
    mean_g = fmean(weighed_g)
    expected_g = sum(alien.mass_g if alien.mass_g is not None else mean_g for alien in aliens.values())
    off = round((live.load_g - expected_g) / mean_g)
    return {0: "agree", -1: "one-left", 1: "one-came"}.get(off, "put-back")  # type: ignore[return-value]


def act_on(draft: Draft, live: Live, usual_g: Iterable[float] = ()) -> None:
    """Compare, and write what follows from it. A ship that is quiet on the plate has been put back, felt or not.

    `usual_g` is what aliens weigh where none was weighed this evening.
    """
    if draft.ledger.lifted:
        stands = Lifted(live.t_s, live.t_s, down=True)
        draft.add("felt", {"felt": felt_to_json(stands), "session": draft.session, "by": "table"})
    empty, aliens = live.load_g < EMPTY_G, draft.ledger.aliens()
    weighed_g = masses(draft) or list(usual_g)
    if draft.ledger.empty_first and empty:
        _fill(draft, draft.ledger.putting_back, empty_first=False)
    elif found.in_the_way(draft.ledger) or (found.is_unplayed(draft.scene) and not empty and not draft.ledger.pending):
        found.say(draft, live.load_g, weighed_g)
    if draft.ledger.empty_first or found.is_unplayed(draft.scene):
        return
    if any(question.item is None for question in draft.ledger.questions.values()):
        return
    finding = compare(aliens, live, weighed_g)
    if finding == "one-left":
        ask(draft, None, Ask("what-changed", _who_left(aliens, live), {"felt": len(aliens) - 1, "known": len(aliens)}))
    elif finding in ("one-came", "put-back") and not draft.ledger.putting_back:
        _fill(draft, _belonging(draft), empty_first=not empty)


def _fill(draft: Draft, spots: Iterable[Spot], *, empty_first: bool) -> None:
    """What belongs aboard is shown to be put back; with unknown wood on the ship, after everything has been taken off."""
    rows = write_spots(spots)
    draft.add("aboard", {"set": []})
    draft.add("putting-back", {"spots": rows, "empty_first": empty_first})


def _belonging(draft: Draft) -> list[Spot]:
    """The score's aliens, with positions from the inventory where it knows them."""
    left = [alien.spot for alien in draft.ledger.aliens().values()]
    found = []
    for here in draft.scene.aboard():
        known = next((spot for spot in left if area(spot) == here), None)
        if known is not None:
            left.remove(known)
        found.append(known or Spot(*here))
    return found


def _who_left(aliens: Mapping[int, Alien], live: Live) -> tuple[Mapping[str, Any], ...]:
    """Who may have left: those whose absence explains the lean best, and that nothing left."""
    ranked = sorted(aliens.values(), key=lambda alien: (_misfit(aliens, alien, live), alien.id))
    options = [
        answers.option(
            "spot",
            id=f"left-{alien.id}",
            ring=alien.spot.ring,
            sector=alien.spot.sector,
            xy_mm=list(alien.spot.xy_mm) if alien.spot.xy_mm else None,
            params={"what": "removed"},
        )
        for alien in ranked[: answers.MOST_ANSWERS - 1]
    ]
    return (*options, answers.option("nothing"))


def _misfit(aliens: Mapping[int, Alien], gone: Alien, live: Live) -> float:
    """How badly the lean fits the others' common moment: the angle between the two directions, radians."""
    rest = [a for a in aliens.values() if a.id != gone.id and a.spot.xy_mm is not None]
    x = sum((a.mass_g or 1.0) * a.spot.xy_mm[0] for a in rest if a.spot.xy_mm)
    y = sum((a.mass_g or 1.0) * a.spot.xy_mm[1] for a in rest if a.spot.xy_mm)
    lean = live.lean_deg
    if math.hypot(*lean) < LEVEL_DEG or math.hypot(x, y) == 0.0:
        return math.hypot(x, y)
    return abs(math.remainder(math.atan2(y, x) - math.atan2(lean[1], lean[0]), math.tau))
