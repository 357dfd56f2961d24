"""What was felt, in words for titles and captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.events import Fell, Felt, Lifted, Moved, Placed, Removed, Spot
from companion.ship.plot.story import Story
from companion.ship.truth import Graded

__all__ = ["name_of", "say", "summary", "verdicts"]


def _at(spot: Spot) -> str:
    return f"ring {spot.ring}, sector {spot.sector}"


def say(felt: Felt) -> str:
    """One happening."""
    if isinstance(felt, Placed):
        return f"Placed at {_at(felt.spot)}"
    if isinstance(felt, Removed):
        return f"Taken from {_at(felt.spot)}"
    if isinstance(felt, Moved):
        return f"Moved from {_at(felt.was)} to {_at(felt.spot)}"
    if isinstance(felt, Lifted):
        return "The ship stands again" if felt.down else "The ship is lifted"
    own = " (one in its own placement)" if felt.own_placement else ""
    return f"{felt.count} fell{own}"


def name_of(felts: Sequence[Felt]) -> str:
    """A file name's part for what was felt at one moment."""
    return "-".join(_name(felt) for felt in felts)


def _name(felt: Felt) -> str:
    if isinstance(felt, Fell):
        return f"fall-{felt.count}"
    if isinstance(felt, Lifted):
        return "put-back" if felt.down else "lifted"
    kind = {Placed: "place", Removed: "remove", Moved: "moved"}[type(felt)]
    return f"{kind}-r{felt.spot.ring}s{felt.spot.sector}"


def summary(story: Story) -> str:
    """What an evening held, in one line."""
    kinds = Counter(row["kind"] for row in story.calls if "kind" in row)
    asked = sum(bool(row.get("ask")) for row in story.calls)
    parts = [f"{kinds[kind]} {word}" for kind, word in (("place", "placed"), ("remove", "taken"), ("fall", "falls"))]
    lifts = sum(isinstance(f, Lifted) and not f.down for said in story.said for f in said.felt)
    return ", ".join([*parts, f"{lifts} lifts", f"{asked} asked"])


def verdicts(graded: Sequence[Graded]) -> str:
    """How the calls compare with the truth, in one line."""
    counts = Counter(str(g.verdict) for g in graded)
    order = ("right", "asked", "wrong", "missed", "invented")
    return "Against the truth: " + ", ".join(f"{counts[v]} {v}" for v in order)
