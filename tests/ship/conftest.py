"""A small ship of our own on a small plate: just enough physics to make captures whose truth is known."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

_G = 9810.0
_STEP_S = 0.0025


@dataclass
class Plate:
    """The set-up of a simulated capture."""

    cells_mm: Sequence[tuple[float, float]] = ((60, 60), (-60, 60), (-60, -60), (60, -60))
    gains: Sequence[float] = (850.0, 840.0, 860.0, 845.0)
    sps: float = 80.0
    ship_g: float = 380.0
    stiffness_g: float = 190.0
    radius_mm: float = 64.0
    rate: float = 5.7
    damping: float = 0.05
    foot_mm: tuple[float, float] = (1.0, -0.7)
    yaw_deg: float = 3.0
    noise_g: float = 0.01
    seed: int = 1
    acc_zero_g: tuple[float, float] | None = None


@dataclass
class Script:
    """What happens on the ship: aliens come and go, the hand's force ramps for half a second around it."""

    plate: Plate = field(default_factory=Plate)
    lines: list[str] = field(default_factory=list)
    aboard: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    now_s: float = 0.0

    def __post_init__(self) -> None:
        """Start with an empty plate."""
        p = self.plate
        self._rng = np.random.default_rng(p.seed)
        self._c = np.array(p.foot_mm, dtype=float)
        self._v = np.zeros(2)
        self._next_s = 0.0
        ship = {"hub_mm": 30.0, "ring_width_mm": 20.0, "rings": 6, "points": [1, 2, 3, 4, 5, 6], "sectors": 4}
        ship |= {"alien_foot_radius_mm": 6.0, "aliens": 10}
        header = {"format": "companion-capture/1", "name": "small", "sps": p.sps, "ship": ship}
        header |= {} if p.acc_zero_g is None else {"imu": {"place": "under the disc", "unit": "g"}}
        self._write({**header, "cells_mm": [list(c) for c in p.cells_mm]})

    def _write(self, row: dict[str, object]) -> None:
        self.lines.append(json.dumps(row) + "\n")

    def mark(self, kind: str, **fields: object) -> None:
        """Write a mark."""
        self._write({"t": round(self.now_s, 4), "mark": kind, **fields})

    def still(self, grams: float, at: tuple[float, float], seconds: float) -> None:
        """A dead load on the plate."""
        for _ in range(round(seconds / _STEP_S)):
            self.now_s += _STEP_S
            self._sample(grams, np.array(at, dtype=float))

    def swing(self, seconds: float, hand: Callable[[float], float] = lambda _t: 0.0, at: tuple[float, float] = (0, 0)) -> None:
        """The ship moves by itself, under a hand's force (grams, of the time since the start) at a point of the ship."""
        for step in range(round(seconds / _STEP_S)):
            self.now_s += _STEP_S
            self._move(hand(step * _STEP_S), at)

    def _move(self, force_g: float, at: tuple[float, float]) -> None:
        p = self.plate
        turn = math.radians(p.yaw_deg)
        loads = [*self.aboard.values(), (force_g, *at)]
        moment = sum((m * np.array([x, y]) for m, x, y in loads), np.zeros(2))
        moment = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) @ moment
        inertia = (
            _G * p.stiffness_g / p.rate**2 + sum(m * (x * x + y * y) for m, x, y in self.aboard.values()) / 2 / p.radius_mm
        )
        shift = self._c - np.array(p.foot_mm)
        size = math.hypot(*shift) + 1e-12
        pull = p.stiffness_g * p.radius_mm * math.sin(size / p.radius_mm) * shift / size
        bend = _G * (moment * math.cos(size / p.radius_mm) - pull) / inertia - 2 * p.damping * p.rate * self._v
        self._v = self._v + bend * _STEP_S
        self._c = self._c + self._v * _STEP_S
        load = p.ship_g + sum(m for m, _, _ in self.aboard.values()) + force_g
        ripple = load / p.ship_g * p.stiffness_g / _G / p.radius_mm * float(self._v @ self._v + shift @ bend)
        self._sample(load + ripple, self._c)

    def _sample(self, grams: float, at: np.ndarray) -> None:
        p = self.plate
        if self.now_s < self._next_s:
            return
        self._next_s += 1.0 / p.sps
        cells = np.array(p.cells_mm, dtype=float)
        spread = np.column_stack([np.ones(len(cells)), cells])
        shares = np.linalg.pinv(spread.T) @ np.array([grams, grams * at[0], grams * at[1]])
        noisy = shares + self._rng.normal(0.0, p.noise_g, len(cells))
        counts = [round(g * k + 1000 * (i + 1)) for i, (g, k) in enumerate(zip(noisy, p.gains, strict=True))]
        acc = {} if p.acc_zero_g is None else {"acc": self._felt(p.acc_zero_g)}
        self._write({"t": round(self.now_s, 4), "counts": counts, "dt_us": [0] * len(counts), **acc})

    def _felt(self, zero_g: tuple[float, float]) -> list[float]:
        """What an accelerometer in the rocker's axis reads: the pull along the leaning deck, in the ship's axes."""
        turn = math.radians(-self.plate.yaw_deg)
        x, y = (self._c - np.array(self.plate.foot_mm)) / self.plate.radius_mm
        along = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        noisy = self._rng.normal((zero_g[0] - along[0], zero_g[1] - along[1], 1.0), 0.002)
        return [round(float(v), 5) for v in noisy]

    def calibrate(self) -> None:
        """The marked minutes: empty, reference masses, the ship, aliens on dots."""
        self.mark("empty")
        self.still(0.0, (0, 0), 1.5)
        for at in ((0, 0), (45, 45), (-45, 45), (-45, -45), (45, -45)):
            self.mark("mass", grams=200.0, at=list(at))
            self.still(200.0, at, 1.2)
        self.mark("ship")
        self.swing(1.5)
        for angle in (45.0, 135.0, 225.0, 315.0):
            spot = (120 * math.cos(math.radians(angle)), 120 * math.sin(math.radians(angle)))
            self.mark("alien", ring=5, sector=1, at=[120.0, angle])
            self.aboard[99] = (8.0, *spot)
            self.swing(3.0)
            self.mark("ship")
            del self.aboard[99]
            self.swing(3.0)
        self.mark("play", game="balancing-aliens", players=2, rules={})
        self.swing(2.5)

    def place(self, tag: int, grams: float, at: tuple[float, float], then_s: float = 3.0) -> float:
        """A hand puts an alien down over 0.6 s; the moment of release."""
        self.swing(0.6, lambda t: grams * min(t / 0.4, 1.0) + 2.0 * math.sin(math.pi * min(t / 0.6, 1.0)), at)
        self.aboard[tag] = (grams, *at)
        released_s = self.now_s
        self.swing(then_s)
        return released_s

    def take(self, tag: int, then_s: float = 3.0) -> float:
        """A hand lifts an alien off over half a second; the moment it is gone."""
        grams, x, y = self.aboard[tag]
        self.swing(0.5, lambda t: -grams * min(t / 0.45, 1.0), (x, y))
        del self.aboard[tag]
        gone_s = self.now_s
        self.swing(then_s)
        return gone_s

    def press(self, grams: float, at: tuple[float, float], then_s: float = 3.0) -> None:
        """A finger rests on the ship for a second and leaves."""
        self.swing(1.0, lambda t: grams * math.sin(math.pi * t), at)
        self.swing(then_s)


EVENING = ((0, 8.1, (92.0, 60.0)), (1, 7.8, (-30.0, 95.0)), (2, 8.3, (-50.0, -40.0)))


def play_evening(plate: Plate, place: Callable[[tuple[float, float]], tuple[float, float]] = lambda at: at) -> Script:
    """Calibration, three aliens placed, a finger, one alien taken; positions mapped by `place`."""
    script = Script(plate)
    script.calibrate()
    for tag, grams, at in EVENING:
        script.place(tag, grams, place(at))
    script.press(12.0, place((70.0, 0.0)))
    script.take(1)
    return script


@pytest.fixture(scope="session")
def evening() -> list[str]:
    """The lines of the plain small evening."""
    return play_evening(Plate()).lines


@pytest.fixture(scope="session")
def make_evening() -> Callable[..., list[str]]:
    """Build the small evening on another plate, with other positions."""

    def build(place: Callable[[tuple[float, float]], tuple[float, float]] = lambda at: at, **plate: object) -> list[str]:
        return play_evening(Plate(**plate), place).lines  # type: ignore[arg-type]

    return build


@pytest.fixture(scope="session")
def make_script() -> Callable[..., Script]:
    """A calibrated small ship to write one's own evening on."""

    def build(**plate: object) -> Script:
        script = Script(Plate(**plate))  # type: ignore[arg-type]
        script.calibrate()
        return script

    return build


@pytest.fixture(scope="session")
def play() -> Callable[[Sequence[str]], list[dict[str, object]]]:
    """Play lines and give the printed rows."""
    from companion.ship.replay import row_of  # noqa: PLC0415 - the fixture file must import without the room
    from companion.ship.session import CaptureSession  # noqa: PLC0415 - same

    def run(lines: Sequence[str]) -> list[dict[str, object]]:
        session = CaptureSession()
        rows = [row_of(event) for line in lines for event in session.feed_line(line)]
        return [row for row in rows if row is not None]

    return run
