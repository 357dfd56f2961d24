"""What the marked minutes at the start teach: grams per count, where the ship stands, how stiff it is and how it swings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from companion.events import Sample
from companion.ship.capture import Header, Mark
from companion.ship.grid import Block, Gridder
from companion.ship.levelled import Dots, Stance, refined
from companion.ship.levelling import Level, fit_level, leans
from companion.ship.mechanics import Array, Rocker, Rows
from companion.ship.phases import learned_lags
from companion.ship.ringdown import Ringdown, ring_down
from companion.ship.rockerfit import RADIUS_PRIOR_MM, Evidence, fit_rocker
from companion.ship.shares import learned_shares, spring_shares

__all__ = ["Calibration", "Calibrator", "NotCalibratedError"]

_SETTLE_S = 0.4
_TAIL_S = 0.05
_ARM_MM = 60.0
_NOMINAL_SHIP_G = 400.0
_NOMINAL_ALIEN_G = 8.0
_LEAST_NOISE_G = 0.002
_JUMP_G = 10.0
_LEAST_GAIN_G = 1e-7
_LAME_SHARE = 0.05
_SIGMA_OF_STEPS = 1.4826 / 2**0.5  # white noise: the standard deviation, from the median size of the steps
_LEAST, _MOST = 1e-3, 1e5
_TABLE_MARKS = ("turn", "roll")


class NotCalibratedError(Exception):
    """The marks do not suffice; `missing` says what is needed."""

    def __init__(self, missing: str) -> None:
        super().__init__(missing)
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything learned: the plate (gain, zero), the standing ship, its rocker and the noise of the readings.

    `level`: of an accelerometer beside the cells; None where there is none, or where it made no sense.
    """

    gain_g: tuple[float, ...]
    zero: tuple[float, ...]
    cells_mm: tuple[tuple[float, float], ...]
    rocker: Rocker
    foot_mm: tuple[float, float]
    yaw_rad: float
    alien_g: float
    lag_g_s_mm: tuple[float, float]
    noise_g: float
    noise_mm: float
    fit_mm: float
    noise_counts: tuple[float, ...] = ()
    shares: tuple[tuple[float, float, float], ...] = ()
    dots_mm: tuple[tuple[float, float], ...] = ()
    lags_s: tuple[float, ...] = ()
    level: Level | None = None

    def loads(self, counts: Array) -> tuple[Array, Array]:
        """Weight (n,) in g and moment (n, 2) in g mm for rows of counts (of leans, where nothing weighs the ship)."""
        return _loads(counts, np.array(self.zero), np.array(self.gain_g), np.array(self.cells_mm))

    def plate(self, counts: Array) -> tuple[Array, Array]:
        """Weight (n,) in g and centre of pressure (n, 2) in mm for rows of counts of a loaded plate."""
        weight, moment = self.loads(counts)
        return weight, moment / weight[:, None]

    @property
    def jump_counts(self) -> Array:
        """How far a reading of each cell may be off the one before and be believed at once."""
        return _JUMP_G / np.maximum(np.abs(self.gain_g), _LEAST_GAIN_G)

    @property
    def noise_of_cells(self) -> Array | None:
        """Noise of each cell's readings, counts, where it is known."""
        return np.array(self.noise_counts) if self.noise_counts else None

    @property
    def shares_of_load(self) -> Array:
        """(cells, 3): what each bears of weight and moments, as learned, or as equal springs would where it was not."""
        return np.array(self.shares) if self.shares else spring_shares(np.array(self.cells_mm))

    @property
    def weighs(self) -> bool:
        """Whether there are cells; without them an alien is known by its moment alone."""
        return len(self.cells_mm) > 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; `from_json` is the inverse."""
        return asdict(self) | {"rocker": self.rocker.to_json(), "level": self.level and self.level.to_json()}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Calibration:
        """Read it back; KeyError, TypeError or ValueError when it is not one."""
        data = dict(row)
        for name in ("gain_g", "zero", "foot_mm", "lag_g_s_mm"):
            data[name] = tuple(float(v) for v in data[name])
        data["cells_mm"] = tuple((float(x), float(y)) for x, y in data["cells_mm"])
        data["noise_counts"] = tuple(float(v) for v in data.get("noise_counts", ()))
        data["lags_s"] = tuple(float(v) for v in data.get("lags_s", ()))
        data["dots_mm"] = tuple((float(x), float(y)) for x, y in data.get("dots_mm", ()))
        data["shares"] = tuple((float(w), float(x), float(y)) for w, x, y in data.get("shares", ()))
        level = data.get("level")
        data["level"] = None if level is None else Level.from_json(level)
        data["rocker"] = rocker = Rocker.from_json(data["rocker"])
        if not len(data["gain_g"]) == len(data["zero"]) == len(data["cells_mm"]):
            raise ValueError("gain_g, zero and cells_mm must be as long as there are cells")
        if not {len(data[name]) for name in ("noise_counts", "shares", "lags_s")} <= {0, len(data["cells_mm"])}:
            raise ValueError("noise_counts, shares and lags_s must be as long as there are cells, or left out")
        above_0 = (rocker.ship_g, rocker.stiffness_g, rocker.radius_mm, rocker.rate_rad_s, data["alien_g"])
        if not all(_LEAST < v < _MOST for v in above_0):
            raise ValueError("weights, stiffness, radius and rate must be above 0, and of this world")
        calibration = cls(**data)
        if not all(abs(v) < _MOST for v in calibration.numbers()):
            raise ValueError("a number is not of this world")
        return calibration

    def numbers(self) -> Iterator[float]:
        """Every number in it but where the rim is, which may be nowhere."""
        yield from (*self.gain_g, *self.foot_mm, *self.lag_g_s_mm, *(v for cell in self.cells_mm for v in cell))
        yield from (zero * 1e-3 for zero in self.zero)
        yield from (v * 1e-3 for v in self.noise_counts)
        yield from self.lags_s
        yield from (v for row in (*self.shares, *self.dots_mm) for v in row)
        yield from (self.yaw_rad, self.alien_g, self.noise_g, self.noise_mm, self.fit_mm)
        yield from (v for name, v in asdict(self.rocker).items() if name != "rim_mm")
        yield from self.level.numbers() if self.level else ()


def _loads(counts: Array, zero: Array, gain: Array, cells: Array) -> tuple[Array, Array]:
    """Weight and moment; a ship without a plate is given a nominal weight, and a shift that its lean stands for."""
    if not len(cells):
        weight = np.full(len(counts), _NOMINAL_SHIP_G)
        return weight, leans(counts) * (RADIUS_PRIOR_MM[0] * _NOMINAL_SHIP_G)
    grams = (counts - zero) * gain
    return grams.sum(axis=1), grams @ cells


@dataclass(slots=True)
class _Period:
    """One marked stretch: the mark and the rows that fell into it."""

    mark: Mark
    blocks: list[Block] = field(default_factory=list)

    def rows(self, until_s: float, settle_s: float = _SETTLE_S) -> tuple[Array, Array]:
        """Times and counts after settling and before the next hands."""
        if not self.blocks:
            return np.empty(0), np.empty((0, 0))
        t_s = np.concatenate([b.t_s for b in self.blocks])
        counts = np.concatenate([b.counts for b in self.blocks])
        keep = (t_s >= self.mark.t_s + settle_s) & (t_s < until_s - _TAIL_S)
        return t_s[keep], counts[keep]


class Calibrator:
    """Listens to marks and samples until the game starts, then `finish` solves for everything."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._grid = Gridder(len(header.cells_mm), header.sps)
        self._periods: list[_Period] = []
        self._ends: list[float] = []
        self._lame = Counter[int]()
        self._looks = 0

    def mark(self, mark: Mark) -> None:
        """A new stretch begins; what the table knows from buttons and die is none."""
        if mark.kind in _TABLE_MARKS:
            return
        if self._periods and len(self._ends) < len(self._periods):
            self._ends.append(mark.t_s)
        self._periods.append(_Period(mark))

    def feed(self, sample: Sample) -> None:
        """A reading of the present stretch."""
        block = self._grid.feed(sample)
        if block is not None and self._periods:
            self._periods[-1].blocks.append(block)
            self._lame.update(block.lame)
            self._looks += 1

    def finish(self) -> Calibration:
        """Solve; NotCalibratedError when a kind of mark is missing, or a cell was dead."""
        for cell, looks in self._lame.most_common(1):
            if looks > _LAME_SHARE * self._looks:
                raise NotCalibratedError(f"load cell {cell + 1}: it tells nothing, or always the same")
        ends = [*self._ends, math.inf]
        stretches = [(p.mark, *p.rows(end)) for p, end in zip(self._periods, ends, strict=False)]
        zero, gain = self._plate(stretches)
        swings = self._swings(stretches, zero, gain)
        return self._levelled(_ship(self._header, zero, gain, swings, stretches), stretches, swings)

    def _levelled(
        self, draft: Calibration, stretches: list[tuple[Mark, Array, Array]], swings: list[tuple[Mark, Ringdown]]
    ) -> Calibration:
        """With what the accelerometer beside the cells showed of the same swings."""
        pulls = [b.pull for p in self._periods for b in p.blocks if b.pull is not None]
        if not pulls:
            return draft
        t_s, pull_g = np.concatenate([t for t, _ in pulls]), np.concatenate([p for _, p in pulls])
        level = fit_level([r.swing for _, r in swings], t_s, pull_g, np.array(draft.foot_mm), draft.yaw_rad)
        if level is None:
            return draft
        felt = level.felt(t_s, pull_g)
        fitted = [mark for mark, _ in swings]
        dots = [_dots(mark, t, draft.plate(c), felt, draft.rocker.ship_g) for mark, t, c in stretches if mark in fitted]
        stance = Stance(draft.rocker, np.array(draft.foot_mm), draft.yaw_rad, level)
        stance = refined(stance, dots, max(draft.fit_mm, draft.noise_mm))
        foot_mm = (float(stance.foot_mm[0]), float(stance.foot_mm[1]))
        return replace(draft, rocker=stance.rocker, foot_mm=foot_mm, yaw_rad=stance.yaw_rad, level=stance.level)

    def _plate(self, stretches: list[tuple[Mark, Array, Array]]) -> tuple[Array, Array]:
        """Zero and g per count of each cell: least squares of load and both moments over all reference masses."""
        if not self._header.cells_mm:
            return np.empty(0), np.empty(0)
        empties = [c for m, _, c in stretches if m.kind == "empty" and len(c)]
        if not empties:
            raise NotCalibratedError("a moment with nothing on the plate")
        zero = empties[0].mean(axis=0)
        cells = np.array(self._header.cells_mm) / _ARM_MM
        rows: list[Array] = []
        right: list[float] = []
        for mark, _, counts in stretches:
            if mark.kind == "mass" and len(counts):
                step, at = counts.mean(axis=0) - zero, mark.fields["at"]
                rows += [step, step * cells[:, 0], step * cells[:, 1]]
                right += [mark.fields["grams"] * v for v in (1.0, at[0] / _ARM_MM, at[1] / _ARM_MM)]
        if len(rows) < len(cells):
            raise NotCalibratedError("reference masses at more places")
        gain, _, rank, _ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=1e-9)
        if rank < len(cells):
            raise NotCalibratedError("reference masses at more places")
        return zero, gain

    def _swings(self, stretches: list[tuple[Mark, Array, Array]], zero: Array, gain: Array) -> list[tuple[Mark, Ringdown]]:
        cells = np.array(self._header.cells_mm)
        out = []
        for mark, t_s, counts in stretches:
            if mark.kind in ("ship", "alien", "aliens") and len(t_s) >= 12:
                weight, moment = _loads(counts, zero, gain, cells)
                fitted = ring_down(t_s, weight, moment / weight[:, None])
                if fitted is not None:
                    out.append((mark, fitted))
        return out


def _dots(mark: Mark, t_s: Array, plate: tuple[Array, Array], felt: Rows, ship_g: float) -> Dots:
    """A marked stretch as it is refined by."""
    at = [] if mark.kind == "ship" else mark.fields["at"]
    at = [at] if mark.kind == "alien" else at
    meanwhile = (felt[0] >= t_s[0]) & (felt[0] <= t_s[-1])
    spots = tuple((float(r), float(a)) for r, a in at)
    mass_g = (float(plate[0].mean()) - ship_g) / max(len(spots), 1)
    return Dots(spots, mass_g, (t_s, *plate), (felt[0][meanwhile], felt[1][meanwhile], felt[2][meanwhile]))


def _ship(
    header: Header,
    zero: Array,
    gain: Array,
    swings: list[tuple[Mark, Ringdown]],
    stretches: list[tuple[Mark, Array, Array]],
) -> Calibration:
    evidence = Evidence(
        [r for m, r in swings if m.kind == "ship"],
        [(m.fields["at"], r) for m, r in swings if m.kind == "alien"],
        [(m.fields["at"], r) for m, r in swings if m.kind == "aliens"],
        None if header.cells_mm else _NOMINAL_ALIEN_G,
    )
    dots = dict.fromkeys(tuple(at) for at, _ in evidence.single)
    if not evidence.bare or not evidence.single:
        raise NotCalibratedError("the ship alone, and one alien on a dot")
    fitted = fit_rocker(evidence)
    noise_g, noise_counts = _LEAST_NOISE_G, np.empty(0)
    weighed = stretches if header.cells_mm else []
    if header.cells_mm:
        rest = next(c for m, _, c in stretches if m.kind == "empty" and len(c))
        noise_g = max(noise_g, float(np.sqrt(np.sum((rest.std(axis=0) * gain) ** 2))))
        noise_counts = _SIGMA_OF_STEPS * np.median(np.abs(np.diff(rest, axis=0)), axis=0) if len(rest) > 1 else noise_counts
    cells = np.array(header.cells_mm)
    shares = learned_shares([(c - zero) * gain for _, _, c in weighed if len(c)], cells)
    return Calibration(
        gain_g=tuple(map(float, gain)),
        zero=tuple(map(float, zero)),
        cells_mm=header.cells_mm,
        rocker=fitted.rocker,
        foot_mm=fitted.foot_mm,
        yaw_rad=fitted.yaw_rad,
        alien_g=fitted.alien_g,
        lag_g_s_mm=fitted.lag_g_s_mm,
        noise_g=noise_g,
        noise_mm=fitted.noise_mm,
        fit_mm=fitted.fit_mm,
        noise_counts=tuple(map(float, noise_counts)),
        dots_mm=tuple((r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r, a in dots),
        shares=shares,
        lags_s=learned_lags(_readings(swings, weighed, zero, gain), fitted, cells, np.array(shares)) if shares else (),
    )


def _readings(
    swings: list[tuple[Mark, Ringdown]], stretches: list[tuple[Mark, Array, Array]], zero: Array, gain: Array
) -> list[tuple[Array, Array]]:
    """Readings of every ring-down, g of each cell, and the speed of its swing."""
    rows = {id(mark): (t_s, (counts - zero) * gain) for mark, t_s, counts in stretches if len(counts)}
    out = []
    for mark, ring in swings:
        t_s, grams = rows[id(mark)]
        out.append((grams[np.searchsorted(t_s, ring.swing.t_s)], ring.swing.velocity_mm_s))
    return out
