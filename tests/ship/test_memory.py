"""What the sense of weight knows survives a restart; what is damaged or foreign in a memory is forgotten alone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.events import Felt, Noted, Placed, Sample, ShipShape, Spot
from companion.ship.account import Account
from companion.ship.calibration import Calibration
from companion.ship.candidate import Candidate, Happening
from companion.ship.capture import Mark, parse_header
from companion.ship.inventory import Newcomer
from companion.ship.memory import reconciled
from companion.ship.replay import row_of
from companion.ship.ring import reringed
from companion.ship.session import CaptureSession
from companion.ship.tracker import Tracker
from companion.ship.truth import grade
from companion.virtual.evening import record

Said = Felt | Noted
Row = dict[str, Any]


@dataclass(frozen=True)
class Evening:
    """One evening played uncut: its calibration, and what was remembered and done at every sample that was asked about."""

    shape: ShipShape
    cells_mm: tuple[tuple[float, float], ...]
    sps: float
    calibration: Calibration
    samples: tuple[Sample, ...]
    said: tuple[tuple[float, Said], ...]
    memories: dict[int, tuple[str, str]]

    def tracker(self, memory: object, standing: Sequence[Spot] | None = None) -> Tracker:
        """A tracker that goes on from a memory."""
        known: Any = memory
        return Tracker(self.shape, self.cells_mm, self.calibration, sps=self.sps, memory=known, standing=standing)

    def after(self, cut: int, for_s: float = math.inf) -> list[Row]:
        """What a tracker that goes on from the memory at that sample prints."""
        return _played(self.tracker(json.loads(self.memories[cut][0])), self.samples[cut + 1 :], for_s)

    def uncut(self, cut: int, for_s: float = math.inf) -> list[Row]:
        """What was printed after that sample without a restart."""
        from_s = self.samples[cut].t_s
        return [row for t_s, event in self.said if from_s < t_s <= from_s + for_s if (row := row_of(event))]


def _played(tracker: Tracker, samples: Sequence[Sample], for_s: float = math.inf) -> list[Row]:
    rows = []
    for sample in samples:
        if sample.t_s > samples[0].t_s + for_s:
            break
        rows += [row for event in tracker.feed(sample) if (row := row_of(event))]
    return rows


def _evening(lines: Sequence[str], wanted: Callable[[float, str], bool]) -> Evening:
    """Play the lines; a memory is written at every sample for which `wanted` (its moment, the phase) holds."""
    session, header = CaptureSession(), parse_header(lines[0])
    calibration, samples, said, memories = None, list[Sample](), list[tuple[float, Said]](), {}
    for line in lines:
        events = session.feed_line(line)
        if session.tracker is None or not isinstance(session.row, Sample):
            calibration = session.tracker.calibration if session.tracker else None
            continue
        said += [(session.row.t_s, event) for event in events if not isinstance(event, Mark)]
        if wanted(session.row.t_s, session.tracker.phase.value):
            memories[len(samples)] = json.dumps(session.tracker.memory(), allow_nan=False), session.tracker.phase.value
        samples.append(session.row)
    assert calibration is not None
    return Evening(header.shape, header.cells_mm, header.sps, calibration, tuple(samples), tuple(said), memories)


def _calls(rows: Sequence[Row]) -> list[tuple[str, int, int]]:
    return [(row["kind"], row["ring"], row["sector"]) for row in rows if "kind" in row]


@pytest.fixture(scope="module")
def small(evening: list[str]) -> Evening:
    """The small evening, with a memory at rest, in the swing and under the hand."""
    return _evening(evening, _each(list(np.arange(34.3, 60.0, 2.3))))


def _each(due_s: list[float]) -> Callable[[float, str], bool]:
    """True at the first sample from each of those moments on."""

    def wanted(t_s: float, _phase: str) -> bool:
        is_due = bool(due_s) and t_s >= due_s[0]
        if is_due:
            due_s.pop(0)
        return is_due

    return wanted


def _spread_over(cuts: Sequence[int], count: int) -> list[int]:
    return [cuts[i * len(cuts) // count] for i in range(count)]


def test_an_evening_cut_anywhere_goes_on_as_if_it_had_not_been(small: Evening) -> None:
    """At rest, in the swing, under the hand: the same calls; the one that was being made when it was cut is asked."""
    for cut in small.memories:
        rows, uncut = small.after(cut), small.uncut(cut)
        assert _calls(rows) == _calls(uncut), small.samples[cut].t_s
        asked = [row.get("ask", False) for row in rows if "kind" in row]
        assert not any(asked[1:]), "only the first call may be asked"


def test_what_is_remembered_is_remembered_again(small: Evening) -> None:
    """Memory, tracker, memory: the same, to the last digit, but for odds that add up to one again."""
    for row in (json.loads(memory) for memory, _ in small.memories.values()):
        again = json.loads(json.dumps(small.tracker(row).memory()))
        for account, known in zip(again["bank"], row["bank"], strict=True):
            assert account.pop("log_weight") == pytest.approx(known.pop("log_weight"), abs=0.01)
        assert again == row


@pytest.fixture(scope="module")
def last(small: Evening) -> Row:
    """The memory at the end of the small evening."""
    row: Row = json.loads(small.memories[max(small.memories)][0])
    return row


def test_a_moved_ring_is_remembered(small: Evening, last: Row) -> None:
    """The rocker that the evening has taught, and the swings that make it suspect: both are there again."""
    moved = reringed(small.calibration.rocker, 0.03)
    last = json.loads(json.dumps(last))
    last["rocker"] = {name: getattr(moved, name) for name in ("stiffness_g", "rate_rad_s", "height_ratio")}
    last["learned"]["ring"] = {"last": [0.03, 0.031], "off": [0.03, 0.031]}
    tracker = small.tracker(last)
    assert tracker.calibration.rocker == moved
    assert tracker.memory()["learned"]["ring"] == last["learned"]["ring"]


def test_the_rim_is_remembered(small: Evening, last: Row) -> None:
    """Where the ship was seen to lie on its rim."""
    assert small.tracker({**last, "rim_mm": 14.2}).calibration.rocker.rim_mm == 14.2
    assert small.tracker({"bank": last["bank"], "labels": {}, "next_tag": 9, "rim_mm": 14.2}).calibration.rocker.rim_mm == 14.2


def test_a_memory_of_an_older_program_still_tells_what_stands_aboard(small: Evening, last: Row) -> None:
    """Accounts, labels, tag and rim were all there was."""
    old = {name: last[name] for name in ("bank", "labels", "next_tag", "rim_mm")}
    assert small.tracker(old).spots == small.tracker(last).spots
    assert len(small.tracker(old).inventory) == 2


def test_another_calibration_keeps_the_aliens_and_forgets_how_the_ship_stood(small: Evening, last: Row) -> None:
    """The ship was calibrated anew where it now stands: foot, turn, ring and rim are as that calibration says."""
    other = json.loads(json.dumps(last))
    other["of"][0] += 7.0
    other["rim_mm"], other["rocker"]["stiffness_g"] = 14.2, small.calibration.rocker.stiffness_g * 1.1
    for account in other["bank"]:
        account["mean"][1] += 7.0
    tracker = small.tracker(other)
    assert tracker.belief.mean[1:3] == pytest.approx(small.calibration.foot_mm)
    assert tracker.calibration.rocker == small.calibration.rocker
    assert {(s.ring, s.sector) for s in tracker.spots} == {(4, 1), (2, 3)}


def test_a_ship_that_was_off_the_plate_may_stand_elsewhere(small: Evening, last: Row) -> None:
    """Restarted while the ship was carried about: the turns that a lift leaves open are open after it as well."""
    gone = small.tracker(last)
    rng = Random(3)
    for i in range(80):
        nothing = tuple(round(zero + rng.gauss(0.0, 8.0)) for zero in small.calibration.zero)
        gone.feed(Sample(small.samples[-1].t_s + (i + 1) / 80.0, nothing, (0,) * len(nothing)))
    memory = gone.memory()
    assert (memory["lifted"], last["lifted"]) == (True, False)
    for row, least, most in ((memory, 3, 99), (last, 1, 1)):
        tracker = small.tracker(json.loads(json.dumps(row)))
        assert _calls(_played(tracker, small.samples[-240:])) == []
        assert least <= len({round(c["mean"][3] / math.radians(9.0)) for c in tracker.memory()["bank"]}) <= most


JUNK: tuple[object, ...] = (None, True, -1, 1e308, math.nan, math.inf, "x", [], {}, [[]], [None], {"a": 1}, [1e9, "y"])


def _damaged(row: Row, rng: Random) -> Row:
    """The row with one to three of its values, anywhere, exchanged for junk or gone."""
    damaged: Row = json.loads(json.dumps(row))
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(list(_places(damaged)))
        if rng.random() < 0.2:
            del holder[key]
        else:
            holder[key] = rng.choice(JUNK)
    return damaged


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


@pytest.mark.parametrize("junk", JUNK)
def test_junk_for_a_memory_is_no_memory(small: Evening, junk: object) -> None:
    """Whatever it is, the tracker starts, on an empty ship, as its calibration says."""
    tracker = small.tracker(junk if junk is not None else {})
    assert tracker.inventory == ()
    assert tracker.calibration.rocker == small.calibration.rocker


def test_damage_anywhere_never_stops_the_tracker(small: Evening, last: Row) -> None:
    """A hundred memories with junk at random places: each is read, goes on, and can be written down again."""
    rng = Random(7)
    for _ in range(100):
        tracker = small.tracker(_damaged(last, rng), rng.choice([None, (), (Spot(4, 1), Spot(2, 3))]))
        for sample in small.samples[-8:]:
            tracker.feed(sample)
        again = json.loads(json.dumps(tracker.memory(), allow_nan=False))
        assert again["bank"], "some account of what stands aboard is always believed"
        assert sum(math.exp(account["log_weight"]) for account in again["bank"]) <= 1.0 + 1e-9


@pytest.mark.parametrize("name", ["bank", "labels", "next_tag", "rim_mm", "rocker", "learned", "of", "lifted", "version"])
def test_one_damaged_field_is_forgotten_alone(small: Evening, last: Row, name: str) -> None:
    """The rest is as it was written; with the accounts gone the table's aliens stand aboard."""
    known = json.loads(json.dumps(last)) | {"rim_mm": 14.2}
    tracker = small.tracker(known | {name: "junk"}, [Spot(4, 1), Spot(2, 3)])
    assert {(s.ring, s.sector) for s in tracker.spots} == {(4, 1), (2, 3)}
    again = tracker.memory()
    kept = [other for other in ("rim_mm", "rocker", "learned") if name not in (other, "of")]
    assert {other: again[other] for other in kept} == {other: known[other] for other in kept}


def test_one_damaged_account_leaves_the_others(small: Evening, last: Row) -> None:
    """The likeliest account that is whole is believed."""
    whole = json.loads(json.dumps(last))
    whole["bank"] = [{**whole["bank"][0], "mean": [1.0]}, whole["bank"][0]]
    assert len(small.tracker(whole).inventory) == 2


def test_an_evening_begun_while_a_hand_is_on_the_ship_asks(small: Evening) -> None:
    """No memory, no table, and the first alien is just being set down: what is told of it is a question, and right."""
    first = next(event for _, event in small.said if isinstance(event, Placed))
    begun = [i for i, sample in enumerate(small.samples) if first.at_s - 0.6 < sample.t_s < first.at_s + 0.6]
    for cut in _spread_over(begun, 8):
        rows = [row for row in _played(small.tracker(None), small.samples[cut:], 2.5) if "kind" in row]
        assert all(row["ask"] for row in rows)
        assert _calls(rows) in ([], [("place", first.spot.ring, first.spot.sector)])


def test_a_silent_plate_is_said_and_what_was_placed_meanwhile_is_asked_for(small: Evening) -> None:
    """All cells tell the same for a while, and an alien comes: said, its end said, and the question says why."""
    tracker, said, held = small.tracker(None), list[Said](), small.samples[0].counts
    third = [event for _, event in small.said if isinstance(event, Placed)][2]
    for sample in small.samples:
        if sample.t_s > third.at_s + 6.8:
            break
        silent = third.at_s - 1.0 < sample.t_s < third.at_s + 0.5
        said += tracker.feed(replace(sample, counts=held if silent else sample.counts))
        held = held if silent else sample.counts
    codes = [event.code for event in said if isinstance(event, Noted)]
    assert (codes.count("plate-blind"), codes[-1]) == (1, "cells-well")
    placed = [event for event in said if isinstance(event, Placed)]
    assert [(p.ask, p.why, p.spot.ring, p.spot.sector) for p in placed[:2]] == [(False, "", 4, 1), (False, "", 4, 2)]
    assert [(p.ask, p.why, p.spot.ring, p.spot.sector) for p in placed[2:]] == [(True, "unseen", 2, 3)]


def test_an_answer_about_a_sector_tells_how_the_ship_stands_turned(small: Evening) -> None:
    """Two accounts with the ship turned: the table's answer for the alien on the line leaves the one it fits."""
    tracker = small.tracker(None)
    belief = tracker.belief
    bank = []
    for turn_deg in (-12.0, 12.0):
        angle = math.radians(90.0 - turn_deg)
        turned = replace(belief, mean=belief.mean + math.radians(turn_deg) * np.eye(len(belief.mean))[3])
        place = (105.0 * math.cos(angle), 105.0 * math.sin(angle))
        bank.append(Candidate(math.log(0.5), Happening(), turned.with_alien(3, Newcomer(8.0, 0.1, place, 2.0))))
    account = Account(tuple(bank), {3: Spot(4, 1)}, 4)
    answered = reconciled(account, [Spot(4, 2)], small.shape, 8.0)
    assert math.exp(answered.bank[0].log_weight) > 0.99
    assert math.degrees(answered.bank[0].belief.yaw_rad - belief.yaw_rad) == pytest.approx(-12.0)
    assert answered.labels == {3: Spot(4, 2)}
    other = reconciled(account, [Spot(2, 4)], small.shape, 8.0)
    assert len(other.bank) == 1
    assert other.bank[0].belief.where(other.bank[0].belief.tags[0]).xy_mm[1] < 0.0


AFTER_S = 12.0
FAMILIES = ("everyday", "lifted", "rough", "ten-sps")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_cut_at_any_moment_the_calls_are_no_worse(family: str) -> None:
    """Virtual evenings cut where things happen: in a crash, on the rim, in a lift, in mid-swing; asked at worst."""
    lines, told = record(family, 4, at_most_s=30.0)
    truth = [json.loads(line) for line in told]
    rng = Random(family)
    moments = [row["t"] for row in truth if row["kind"] in ("place", "remove", "fall", "lifted", "moved")]
    due_s = sorted(rng.choice(moments) + rng.uniform(-0.8, 1.6) for _ in range(4))

    played = _evening(lines, _each(due_s))
    assert played.memories
    for cut in played.memories:
        cut_s = played.samples[cut].t_s
        before = [row for t_s, event in played.said if t_s <= cut_s if (row := row_of(event))]
        plain = _harm(truth, before + played.uncut(cut, AFTER_S), played.shape, cut_s)
        again = _harm(truth, before + played.after(cut, AFTER_S), played.shape, cut_s)
        assert again[0] <= plain[0], (family, cut_s, played.memories[cut][1], "said what was not so")
        assert again[1] <= plain[1], (family, cut_s, played.memories[cut][1], "kept silent")


def _harm(truth: Sequence[Row], rows: Sequence[Row], shape: ShipShape, cut_s: float) -> tuple[int, int]:
    """How much was said after the cut that is not so, unasked; and how much was neither called nor asked about."""
    calls = [row for row in rows if "kind" in row]
    until_s = cut_s + AFTER_S - 2.0
    graded = [g for g in grade([row for row in truth if row["t"] < until_s], calls, shape) if g.t_s < until_s]
    said = sum(g.verdict == "wrong" or (g.verdict == "invented" and not (g.call or {}).get("ask")) for g in graded)
    asked = sum(g.verdict == "invented" and bool((g.call or {}).get("ask")) for g in graded)
    return said, max(sum(g.verdict == "missed" for g in graded) - asked, 0)


def test_the_aim_of_the_company_is_remembered(small: Evening, last: Row) -> None:
    """The odds of its aims are taken over as they are; odds of another program's aims are not."""
    taught = json.loads(json.dumps(last))
    taught["learned"]["habit"] = [[0.9], [0.09], [0.01]]
    assert np.array(small.tracker(taught).memory()["learned"]["habit"]) == pytest.approx(np.array([[0.9], [0.09], [0.01]]))
    taught["learned"]["habit"] = [[0.5], [0.5]]
    assert small.tracker(taught).memory()["learned"]["habit"] == small.tracker(None).memory()["learned"]["habit"]
