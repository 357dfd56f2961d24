"""One whole evening: virtual ship -> converters' pins -> real firmware -> real serial host -> table -> score."""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.cli_verbs.score import score
from companion.devices.serial_line import NodeFinder
from companion.devices.serial_ship import open_serial_ship
from companion.devices.simulated_node import SimulatedNode
from companion.devices.supervisor import SupervisedShip
from companion.events import Sample
from companion.virtual.chance import chance
from companion.virtual.families import draw
from companion.virtual.play import Reckoning
from companion.virtual.recorder import Recorder, calibrate
from companion.virtual.ship import VirtualShip

Row = dict[str, Any]
CELLS = range(4)
SEATS = 3
CHUNK = 1000
OUT = ((1, 1), (3, 1), (2, 2), (4, 2), (3, 2), (1, 2), (4, 1), (2, 1), (1, 3), (3, 3))  # sector and ring of each alien
BACK = (9, 8, 0, 1, 2, 3, 4, 5, 6, 7)
QUIET_COUNTS = 25


class Game:
    """A whole game on the virtual ship, to the last alien returned, played carefully: nothing falls."""

    def __init__(self, seed: int, family: str = "clean") -> None:
        rng = chance(seed, "careful evening")
        setting = draw(family, rng)
        self.shape, self.seat = setting.shape, 0
        self.ship = VirtualShip(setting.shape, setting.params, seed)
        self.recorder = Recorder(self.ship, "careful")
        self.score = Reckoning(setting.shape.points, [0] * SEATS)
        calibrate(self.recorder, rng)
        self.recorder.mark("play", game="balancing-aliens", players=SEATS, rules={"aliens.fallen": "out"})

    def send(self, aliens: int = len(OUT)) -> list[int]:
        """So many out, one each turn."""
        return [self._act(sector, lambda at=at: self._place(*OUT[at])) for at, (sector, _) in enumerate(OUT[:aliens])]

    def play(self) -> None:
        """Ten out, ten back."""
        aliens = self.send()
        for at in BACK:
            self._act(OUT[at][0], lambda at=at: self._remove(aliens[at]))
        assert not any(happening.kind == "fell" for happening in self.recorder.happenings)

    def _act(self, value: int, act: Callable[[], tuple[int, int]]) -> int:
        self.recorder.mark("turn", player=self.seat)
        self.recorder.mark("roll", value=value)
        self.recorder.run(2.5)
        alien, ring = act()
        self.recorder.finish_hands()
        self.recorder.run(4.5)
        self.score.ring(self.seat, ring)
        self.seat = (self.seat + 1) % SEATS
        return alien

    def _place(self, sector: int, ring: int) -> tuple[int, int]:
        inner_mm, outer_mm = self.shape.ring_edges_mm[ring - 1 : ring + 1]
        radius_mm, turn = 0.5 * (inner_mm + outer_mm) + 2.0, (sector - 0.3 - 0.1 * ring) / self.shape.sectors
        xy_mm = (radius_mm * math.cos(2.0 * math.pi * turn), radius_mm * math.sin(2.0 * math.pi * turn))
        return self.ship.place(xy_mm, touch_s=0.6), self.shape.ring_at(*xy_mm)

    def _remove(self, alien: int) -> tuple[int, int]:
        found = next(a for a in self.ship.aliens if a.id == alien)
        ring = self.shape.ring_at(found.x_mm, found.y_mm)
        self.ship.remove(alien, touch_s=0.7)
        return alien, ring


@dataclass(frozen=True)
class Piece:
    """Part of an evening."""

    samples: list[Row]
    marks: list[Row]


def _between(rows: list[Row], start_s: float, end_s: float) -> list[Row]:
    return [row for row in rows if start_s <= row["t"] < end_s]


class Evening:
    """The lines of a capture, cut at its start of play."""

    def __init__(self, lines: list[str]) -> None:
        rows = [json.loads(line) for line in lines]
        play = next(at for at, row in enumerate(rows) if row.get("mark") == "play")
        self.header: Row = rows[0]
        self.before = lines[:play]
        self.marks = [row for row in rows[play:] if "mark" in row]
        self.samples = [row for row in rows[play:] if "counts" in row]

    def cut_at(self, *rolls: int) -> list[Piece]:
        """The evening in pieces, each new one beginning half a second after one of these rolls: in the middle of a turn."""
        thrown = [mark["t"] for mark in self.marks if mark["mark"] == "roll"]
        edges = [0.0, *(thrown[roll] + 0.5 for roll in rolls), float("inf")]
        return [Piece(_between(self.samples, a, b), _between(self.marks, a, b)) for a, b in itertools.pairwise(edges)]


class Plate:
    """The simulated converters fed with an evening, and the real host's samples of it in the evening's own time."""

    def __init__(self, node: SimulatedNode, evening: Evening, ship: SupervisedShip) -> None:
        self.node, self.evening, self.ship = node, evening, ship
        self.lines: list[tuple[float, str]] = []

    def play(self, piece: Piece, line_noise: float) -> None:
        """Give the converters a piece, follow it to its end, and note its samples and marks in the host's time."""
        for cell in CELLS:
            values = [row["counts"][cell] for row in piece.samples]
            for at in range(0, len(values), CHUNK):
                self.node.tell(f"push {cell} {' '.join(map(str, values[at : at + CHUNK]))}")
        first = min(CELLS, key=lambda cell: piece.samples[0]["dt_us"][cell])
        self.node.tell(f"go {first}", f"flip {line_noise}")
        got = self._follow()
        self.node.tell("flip 0", "hold")
        self._note(piece, got)

    def rest(self, seconds: float) -> None:
        """The world waits: nothing moves, and what is heard is noted too."""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            self._keep([(s.t_s, s) for s in self.ship.read(0.1)])

    def _follow(self) -> list[Sample]:
        """Until the converters have told all that was pushed: the line's noise may swallow the last sample as any other."""
        end_s, got = time.monotonic() + 300, list(self.ship.read(0.2))
        while any(cell["queued"] for cell in self.node.report()["cells"]):
            assert time.monotonic() < end_s
            got += self.ship.read(0.2)
        return [*got, *self.ship.read(0.2)]

    def _note(self, piece: Piece, got: list[Sample]) -> None:
        whole = {tuple(row["counts"]): row["t"] for row in piece.samples}
        at, found = next((i, whole[s.counts]) for i, s in enumerate(got) if s.counts in whole)
        shift_s = got[at].t_s - found
        self._keep([(s.t_s, s) for s in got])
        for mark in piece.marks:
            t_s = mark["t"] + shift_s
            self.lines.append((t_s, json.dumps(mark)))

    def _keep(self, samples: list[tuple[float, Sample]]) -> None:
        for t_s, sample in samples:
            if sample.counts is not None and sample.dt_us is not None:
                row = {"t": t_s, "counts": list(sample.counts), "dt_us": list(sample.dt_us)}
                self.lines.append((t_s, json.dumps(row)))

    def capture(self) -> list[str]:
        """The evening as the host recorded it, after the calibration it began with."""
        ordered = sorted(self.lines, key=lambda line: line[0])
        start_s = json.loads(self.evening.before[-1])["t"] + 0.0125 - ordered[0][0]
        moved = [json.dumps(json.loads(line) | {"t": round(t_s + start_s, 6)}) for t_s, line in ordered]
        return [*self.evening.before, *moved]


def _phases(evening: Evening) -> str:
    period_us = 1e6 / evening.header["sps"]
    return " ".join(f"{(dt_us % period_us) / period_us:.6f}" for dt_us in evening.samples[0]["dt_us"])


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_whole_evening_scores_as_it_was_played(start: Callable[..., Any], built: str) -> None:
    """With noise on the line, an unplugging in mid-turn, a reset and the clock's wrap on the way, the score is the truth's."""
    assert start
    assert built is not None
    game = Game(seed=2)
    game.play()
    evening = Evening(game.recorder.lines)
    with SimulatedNode("ship", free=True, clock_us=2**32 - 60_000_000) as node:
        node.tell("hold", f"noise {QUIET_COUNTS}", f"in-step {evening.header['sps']} {_phases(evening)}")
        node.tell("raw " + " ".join(map(str, evening.samples[0]["counts"])))
        finder = NodeFinder(lambda: [path for path in [node.report()["line"]["pty"]] if path])
        cells_mm = [tuple(cell) for cell in evening.header["cells_mm"]]
        ship = SupervisedShip(lambda: open_serial_ship(finder, cells_mm), "ship", "ship")
        plate = Plate(node, evening, ship)
        before, middle, after = evening.cut_at(6, 14)
        plate.rest(1.0)
        plate.play(before, 0.0002)
        node.tell("unplug")
        plate.rest(0.5)
        assert ship.health().state == "lost"
        node.tell("replug")
        plate.rest(3.0)
        plate.play(middle, 0.0002)
        node.tell("reset")
        plate.rest(1.0)
        plate.play(after, 0.0002)
        plate.rest(1.0)
        assert ship.port is not None
        print(ship.port.counters(), node.report()["line"])
        ship.close()
    found = score(plate.capture())
    print(found, game.score.scores)
    assert (found["scores"], found["over"]) == (game.score.scores, True)
