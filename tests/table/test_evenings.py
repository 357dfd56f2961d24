"""Recorded evenings by their truth: perfect calls, in the order a sense would make them, end with the evening's scores."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.events import Fell, Lifted, Live, Moved, Placed, Press, Removed, Rolled, ShipShape, Spot
from companion.ship.capture import Header, parse_header
from companion.table.playback import board_of

Evening = Any
FAMILIES = (
    "clean", "dance-clean", "dance-everyday",
    "everyday", "heavy", "lifted", "rough", "ten-sps", "three", "tilt", "tilt-only", "turning", "wobbly",
)  # fmt: skip
CARRIED = "lifted-2003"
"""Aliens fell here while the ship was carried. At this table they go where the house sends the fallen, and an empty ship ends
phase 2; the truth of these evenings leaves them out of the game, so this one differs, and others of its family in their end."""
CALL_S = 1.1
ORDER = {"place": 0, "nothing": 1, "remove": 2}


def _marks(path: Path) -> tuple[Header, list[dict[str, Any]]]:
    """The header and the marks of a game, without the samples."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        header = parse_header(next(lines))
        marks = [json.loads(line) for line in lines if '"mark"' in line]
    return header, [mark for mark in marks if mark["mark"] in ("play", "roll", "turn")]


class Sense:
    """Calls what the truth says, with the positions a tracker would know."""

    def __init__(self, truth: list[dict[str, Any]], shape: ShipShape, *, own_unseen: bool) -> None:
        self._truth = truth
        self._shape = shape
        self._own_unseen = own_unseen
        self._standing: dict[int, Spot] = {}
        self._own: int | None = None
        self._at = 0

    def calls(self) -> Iterator[Any]:
        """Events in the order they happen."""
        for at, row in enumerate(self._truth):
            self._at = at
            yield from getattr(self, "_" + row["kind"].replace("-", "_"), lambda _row: ())(row)

    def _next(self, n: int) -> tuple[Any, ...]:
        """What happens next to this alien: one that is placed again must have fallen, one that is taken off cannot have."""
        later = (row for row in self._truth[self._at + 1 :] if row.get("n") == n)
        return next(((row["kind"], row["ring"], row["sector"]) for row in later), ("nothing",))

    def _place(self, row: dict[str, Any]) -> Iterator[Any]:
        spot = Spot(row["ring"], row["sector"], (row["x"], row["y"]))
        fell = row.get("fell", False)
        self._own = row["n"] if fell else None
        self._standing[row["n"]] = spot
        if not (fell and self._own_unseen):
            yield Placed(row["t"] + CALL_S, row["t"], spot, 0.97)

    def _remove(self, row: dict[str, Any]) -> Iterator[Any]:
        self._own = None
        yield Removed(row["t"] + CALL_S, row["t"], self._standing.pop(row["n"]), 0.97)

    def _fall(self, row: dict[str, Any]) -> Iterator[Any]:
        own, newest = self._own, next(reversed(self._standing), None)
        gone = []
        for ring, sector in row["gone"]:
            here = [n for n, s in self._standing.items() if (s.ring, s.sector) == (ring, sector)]
            n = own if own in here else min(here, key=lambda n: (ORDER[self._next(n)[0]], n == newest))
            gone.append((n, self._standing.pop(n)))
        unseen = self._own_unseen and own is not None
        spots = tuple(spot for n, spot in gone if not (unseen and n == own))
        self._own = None
        yield Fell(row["t"] + CALL_S, row["t"], row["count"], spots, 0.95, own_placement=unseen)

    def _moved(self, row: dict[str, Any]) -> Iterator[Any]:
        (ring, to_ring), (sector, to_sector) = row["ring"], row["sector"]
        here = [n for n, s in self._standing.items() if (s.ring, s.sector) == (ring, sector)]
        n = max(here, key=lambda n: self._next(n) == ("remove", to_ring, to_sector), default=None)
        if n is not None and (ring, sector) != (to_ring, to_sector):
            was, self._standing[n] = self._standing[n], Spot(to_ring, to_sector)
            yield Moved(row["t"] + CALL_S, row["t"], was, self._standing[n], 0.95)

    def _lifted(self, row: dict[str, Any]) -> Iterator[Any]:
        yield Lifted(row["t"] - 2.0, row["t"] - 2.0, down=False)
        yield Lifted(row["t"] + 0.1, row["t"], down=True)


def _play(evening: Evening, path: Path, truth: list[dict[str, Any]], *, own_unseen: bool) -> None:
    header, marks = _marks(path)
    happenings: list[tuple[float, int, Any]] = []
    for mark in marks[1:]:
        t_s = mark["t"]
        button = mark["mark"] == "turn"
        happenings.append((t_s, 0, Press(f"turn-{mark['player']}", t_s) if button else Rolled(mark["value"], t_s)))
    happenings += [(call.t_s, 1, call) for call in Sense(truth, header.shape, own_unseen=own_unseen).calls()]
    play = marks[0]
    names = [f"Player {n + 1}" for n in range(play["players"])]
    command = {"type": "new-game", "game": play["game"], "names": names, "options": play["rules"]}
    evening.table.live(Live(play["t"], "absent", 0.0, (0.0, 0.0), (0.0, 0.0)))
    evening.table.start(command, board_of(header.shape, header.name, play["game"]))
    evening.table.skip_start_rolls()
    for t_s, _, what in sorted(happenings, key=lambda happening: happening[:2]):
        evening.clock.t_s += 0.001
        evening.table.live(Live(t_s, "absent", 0.0, (0.0, 0.0), (0.0, 0.0)))
        hand_in = {Rolled: evening.table.rolled, Press: evening.table.pressed}.get(type(what), evening.table.felt)
        hand_in(what)
    evening.table.live(Live(max(happening[0] for happening in happenings) + 20.0, "absent", 0.0, (0.0, 0.0), (0.0, 0.0)))


@pytest.mark.slow
@pytest.mark.parametrize("own_unseen", [False, True])
@pytest.mark.parametrize("family", FAMILIES)
def test_perfect_calls_end_with_the_evenings_scores(evening: Evening, shared: Path, family: str, own_unseen: bool) -> None:  # noqa: FBT001 a parameter
    """Where every call is right, the table ends with the truth's scores, and nothing is left open."""
    for path in sorted((shared / "captures").glob(f"{family}-[0-9]*.capture.jsonl.gz")):
        if path.name.startswith(CARRIED):
            continue
        truth_path = path.with_name(path.name.replace("capture.jsonl.gz", "truth.jsonl"))
        truth = [json.loads(line) for line in truth_path.read_text(encoding="utf-8").splitlines()]
        _play(evening, path, truth, own_unseen=own_unseen)
        view = evening.view
        assert (path.name, view["questions"], evening.scores) == (path.name, [], truth[-1]["scores"])
        assert (view["phase"] == "over") == truth[-1]["over"] or family == "lifted"
        evening.do("end-game")
