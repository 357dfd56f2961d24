"""Table views to look at: one scene per situation, each valid against the service's messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import close_encounters_scenes
import et_scenes
import lift_off_scenes
import seat_scenes

from companion.service.schema import TableView

BOARD = {
    "kind": "ship",
    "name": "sample",
    "verified": False,
    "ring_edges_mm": [30, 50, 70, 90, 110, 130, 150],
    "points": [1, 2, 3, 4, 5, 6],
    "sectors": 4,
    "foot_radius_mm": 6.0,
    "aliens": 10,
}
NAMES = ["Noor", "Bram", "Saskia", "Teun", "Fatima", "Joris", "Willemijn", "Kasper"]
SCORES = [14, 9, 21, 3, 17, 8, 11, 106]
ABOARD = [(3, 1, (48, 62)), (5, 2, (-88, 80)), (4, 3, (-70, -66)), (6, 4, (96, -98)), (2, 4, (40, -38)), (6, 1, (134, 30))]


def _seats(count: int, turn: int | None) -> list[dict[str, Any]]:
    return [
        {"seat": i, "name": NAMES[i], "mark": i, "score": SCORES[i], "present": True, "turn": i == turn} for i in range(count)
    ]


def _event(seq: int, code: str, seat: int | None, points: int = 0, **more: Any) -> dict[str, Any]:
    base = {"seq": seq, "code": code, "params": more.pop("params", {}), "seat": seat, "points": points}
    return {**base, "source": more.pop("source", {"kind": "ship", "odds": 0.97}), "undoable": True, **more}


def _events() -> list[dict[str, Any]]:
    return [
        _event(11, "placed", 1, 5, params={"ring": 5, "sector": 2}, disputable=True),
        _event(12, "fell", 1, -2, params={"count": 1, "gone": [[5, 2]]}, source={"kind": "ship", "odds": 0.91}),
        _event(13, "rolled", 0, params={"value": 3}, source={"kind": "tablet", "name": None}),
    ]


def _inventory(*, unscored: int = -1) -> list[dict[str, Any]]:
    return [
        {"id": i, "ring": ring, "sector": sector, "xy_mm": xy, "scored": i != unscored}
        for i, (ring, sector, xy) in enumerate(ABOARD)
    ]


def _state(turn: int | None, **more: Any) -> dict[str, Any]:
    aboard = [[ring, sector] for ring, sector, _ in ABOARD]
    return {"phase": "sending", "turn": turn, "roll": None, "aboard": aboard, "pouch": 3, "out": 1, "blame": turn, **more}


def _game(mode: str = "ship") -> dict[str, Any]:
    return {
        "number": 7,
        "id": "balancing-aliens",
        "mode": mode,
        "options": {},
        "board": BOARD,
        "started_at": "2026-11-28T19:30:00Z",
    }


def _await(kind: str, seat: int | None, **domain: Any) -> dict[str, Any]:
    return {"id": f"9.{kind}", "kind": kind, "seat": seat, "domain": domain}


def _devices(ship: str = "ok", code: str | None = None) -> list[dict[str, Any]]:
    return [{"device": "plate", "kind": "ship", "state": ship, "code": code}]


def lobby() -> dict[str, Any]:
    """Nobody plays; two games can be gone on with."""
    return {"phase": "lobby", "resumable": [5, 6], "devices": _devices()}


def roll(seats: int = 2, mode: str = "ship") -> dict[str, Any]:
    """Bram is to roll; no die is there."""
    return {
        "phase": "playing",
        "game": _game(mode),
        "seats": _seats(seats, 1),
        "state": _state(1),
        "awaits": [_await("roll", 1, die="d6", purpose="turn"), _await("fell", None, max=6)],
        "inventory": _inventory() if mode != "manual" else [],
        "events": _events(),
        "undo": {"seq": 13, "code": "rolled", "params": {"value": 3}},
        "devices": _devices(),
    }


def place(seats: int = 2, mode: str = "ship") -> dict[str, Any]:
    """Noor is to put an alien in sector 3."""
    base = roll(seats, mode)
    return {
        **base,
        "seats": _seats(seats, 0),
        "state": _state(0, roll=3),
        "awaits": [_await("place", 0, sectors=[3], rings=[1, 2, 3, 4, 5, 6], why="roll"), _await("fell", None, max=6)],
    }


def manual() -> dict[str, Any]:
    """Without a sensor, with a free choice of sector."""
    base = place(3, "manual")
    return {
        **base,
        "state": _state(0, roll=6),
        "awaits": [_await("place", 0, sectors=[1, 2, 3, 4], rings=[1, 2, 3, 4, 5, 6], why="six"), _await("fell", None, max=6)],
        "devices": [],
    }


def remove() -> dict[str, Any]:
    """Phase two, by tapping: an alien of sector 4 comes home."""
    base = place(2, "manual")
    return {
        **base,
        "state": _state(0, roll=4, phase="returning", pouch=0),
        "awaits": [_await("remove", 0, spots=[[6, 4], [2, 4]]), _await("fell", None, max=6)],
    }


def question() -> dict[str, Any]:
    """The ship is unsure where the alien stands; one more event waits."""
    options = [
        {"id": "a", "code": "spot", "ring": 4, "sector": 3, "xy_mm": (-60, -88), "odds": 0.61},
        {"id": "b", "code": "spot", "ring": 3, "sector": 3, "xy_mm": (-50, -72), "odds": 0.34},
        {"id": "c", "code": "nothing"},
    ]
    asked = {"id": "q1", "code": "which-spot", "felt_seq": 14, "options": options}
    return {**place(2), "questions": [asked], "queued": 1, "held_roll": 2}


def not_fitting() -> dict[str, Any]:
    """An alien was put where the roll does not send it."""
    options = [{"id": "m", "code": "move-it"}, {"id": "c", "code": "count-anyway"}]
    asked = {
        "id": "q2",
        "code": "does-not-fit",
        "params": {"type": "place", "ring": 4, "sector": 2},
        "felt_seq": 15,
        "options": options,
    }
    return {**place(2), "questions": [asked]}


def notice() -> dict[str, Any]:
    """An undone entry's alien still stands."""
    note = {
        "id": "n1",
        "code": "not-scored",
        "params": {"ring": 4, "sector": 3, "count": 1},
        "actions": ["score-it", "take-it-off"],
    }
    return {
        **roll(2),
        "notices": [note],
        "inventory": _inventory(unscored=2),
        "redo": {"seq": 13, "code": "placed", "params": {"ring": 4, "sector": 3}},
    }


def remarks() -> dict[str, Any]:
    """The sense of weight has much to say at once."""
    said = [
        ("plate-blind", {"cells": "1, 2, 3, 4", "count": 4}, []),
        ("needs-dot", {"ring": 5}, ["leave-it"]),
        ("ring-moved", {"percent": 3.1}, ["seen"]),
        ("accelerometer-uncalibrated", {}, ["seen"]),
    ]
    notes = [{"id": f"sense-{code}", "code": code, "params": params, "actions": actions} for code, params, actions in said]
    return {**place(2), "notices": notes}


def unseen() -> dict[str, Any]:
    """An alien was put down while the plate was silent."""
    scene = question()
    return {**scene, "questions": [{**scene["questions"][0], "params": {"why": "unseen"}}]}


def lost() -> dict[str, Any]:
    """The ship is unplugged."""
    return {**place(2), "devices": _devices("lost", "ship-unplugged")}


def over() -> dict[str, Any]:
    """Noor has won."""
    base = roll(4)
    return {
        **base,
        "phase": "over",
        "awaits": [],
        "seats": _seats(4, None),
        "outcome": {"ranking": [[2], [0], [1], [3]], "reason": "all-returned"},
    }


def dance(seats: int = 2, mode: str = "ship") -> dict[str, Any]:
    """The Alien's Dance: Noor has brought two, three are not aboard yet; Bram may roll as soon as he likes."""
    base = place(seats, mode)
    brought = [[4, 3], [4, 3]]
    turn = {"phase": "dancing", "roll": 4, "ring": 4, "area": [4, 3], "hand": [], "tried": 2, "brought": brought}
    return {
        **base,
        "game": {**_game(mode), "id": "aliens-dance", "board": {**BOARD, "verified": False}},
        "state": _state(0, **turn, turn_points=2, target=100),
        "awaits": [
            _await("place", 0, sectors=[3], rings=[4], why="reserve"),
            _await("end-turn", 0),
            _await("roll", 1, die="d6", purpose="turn"),
            _await("fell", None, max=7, hand="placing"),
        ],
    }


def dance_taken() -> dict[str, Any]:
    """All aliens are aboard; one has been taken and is to be placed, by tapping."""
    base = dance(4, "manual")
    state = {**base["state"], "area": None, "hand": [[6, 4]], "tried": 0, "brought": [], "pouch": 0, "turn_points": 0}
    awaits = [
        _await("place", 0, sectors=[1, 2, 3], rings=[4], why="hand"),
        _await("remove", 0, spots=[[3, 1], [5, 2]], why="dance"),
    ]
    return {**base, "state": state, "awaits": awaits, "devices": []}


def dance_asked() -> dict[str, Any]:
    """An alien was put into another ring than the lit one."""
    options = [{"id": "m", "code": "move-it"}, {"id": "c", "code": "count-anyway"}, {"id": "n", "code": "not-scored"}]
    params = {"type": "place", "ring": 5, "sector": 3, "why": "wrong-ring"}
    asked = {"id": "q2", "code": "does-not-fit", "params": params, "felt_seq": 15, "options": options}
    return {**dance(3), "questions": [asked]}


SCENES: dict[str, Callable[[], dict[str, Any]]] = {
    "lobby": lobby,
    "roll": roll,
    "roll4": lambda: roll(4),
    "roll8": lambda: roll(8),
    "follow": lambda: roll(3, "follow"),
    "place": place,
    "remarks": remarks,
    "unseen": unseen,
    "manual": manual,
    "remove": remove,
    "question": question,
    "not-fitting": not_fitting,
    "notice": notice,
    "lost": lost,
    "over": over,
    "dance": dance,
    "dance8": lambda: dance(8),
    "dance-taken": dance_taken,
    "dance-asked": dance_asked,
    **close_encounters_scenes.SCENES,
    **et_scenes.SCENES,
}


def scene(name: str) -> dict[str, Any]:
    """A scene as the service would publish it."""
    played = next((scenes for scenes in (lift_off_scenes, seat_scenes) if name in scenes.SCENES), None)
    view = SCENES[name]() if played is None else played.scene(name)
    return TableView.model_validate(view).model_dump(mode="json")


GUIDE: dict[str, Any] = {
    "running": False,
    "step": 0,
    "of": 16,
    "code": "mass",
    "params": {"grams": 200, "at": [45, 45]},
    "phase": "prepare",
    "left_s": 1.8,
    "problem": None,
    "missing": None,
    "kind": "calibration",
    "found": {},
    "calibrated": False,
    "difficulty": None,
}

NUMBERS: dict[str, Any] = {
    "node": "ship-k7f2q9ab",
    "others": ["ship-new"],
    "age_ms": 12.0,
    "sps": 80.3,
    "noise": [21.0, 25.2],
    "drift_per_min": [1.5, -2.0],
    "counts": {"opened": 2, "lost": 0},
}
