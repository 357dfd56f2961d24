"""From the ring-downs of the calibration to the rocker's parameters."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.ship.mechanics import GRAVITY_MM_S2, Array, Rocker
from companion.ship.ringdown import Ringdown, refit

__all__ = ["RADIUS_PRIOR_MM", "Evidence", "RockerFit", "fit_rocker"]

_SWUNG_MM = 1.2
RADIUS_PRIOR_MM = (70.0, 35.0)
_HEIGHT_PRIOR = 0.12
_HIGHEST = 0.35  # aliens whose centres lie higher above the rocker's centre (in its radii) would topple the ship


@dataclass(frozen=True, slots=True)
class Evidence:
    """Ring-downs of the bare ship, of one alien on a dot ([radius_mm, angle_deg]) and of several on dots.

    `unit_g` stands for every alien's mass where nothing weighs them.
    """

    bare: list[Ringdown]
    single: list[tuple[list[float], Ringdown]]
    several: list[tuple[list[list[float]], Ringdown]]
    unit_g: float | None = None

    @property
    def everything(self) -> list[Ringdown]:
        """All of them."""
        return [*self.bare, *(r for _, r in self.single), *(r for _, r in self.several)]

    def refitted(self, damping: float, band_mm: float) -> Evidence:
        """The same with damping and dead band shared."""
        return Evidence(
            [refit(r, damping, band_mm) for r in self.bare],
            [(at, refit(r, damping, band_mm)) for at, r in self.single],
            [(at, refit(r, damping, band_mm)) for at, r in self.several],
            self.unit_g,
        )


@dataclass(frozen=True, slots=True)
class RockerFit:
    """The rocker and how the ship stands on the plate, with the noise that the fits left."""

    rocker: Rocker
    foot_mm: tuple[float, float]
    yaw_rad: float
    alien_g: float
    lag_g_s_mm: tuple[float, float]
    noise_mm: float
    fit_mm: float


@dataclass(frozen=True, slots=True)
class _Ripple:
    """Coefficients of the weight on (ripple, lean, velocity x, velocity y)."""

    coefs: Array
    foot_mm: Array


def fit_rocker(evidence: Evidence) -> RockerFit:
    """Statics from the dots, dynamics from the swings, the rolling radius from the ripple of the weight."""
    swung = _swung(evidence.everything)
    damping = _weighted([r.swing.damping for r in swung], swung)
    band = _weighted([r.swing.dead_band_mm for r in swung], swung)
    return _fit_rocker(evidence.refitted(damping, band), damping, band)


def _swung(rings: list[Ringdown]) -> list[Ringdown]:
    return [r for r in rings if r.swing.amplitude_mm > _SWUNG_MM] or rings


def _fit_rocker(evidence: Evidence, damping: float, band: float) -> RockerFit:
    swung, bare = _swung(evidence.everything), _swung(evidence.bare)
    foot = np.average([r.swing.centre_mm for r in bare], axis=0, weights=[_trust(r) for r in bare])
    ripple = _ripple(swung, foot)
    ship_g = float(np.median([_settled_g(r, ripple) for r in evidence.bare]))
    masses = [evidence.unit_g or _settled_g(r, ripple) - ship_g for _, r in evidence.single]
    several_g = [evidence.unit_g or (_settled_g(r, ripple) - ship_g) / len(at) for at, r in evidence.several]
    rate = _weighted([_swung_rate(r) for r in bare], bare)
    stiffness, yaw = _statics(evidence, foot, masses)
    radius = _radius(stiffness, float(ripple.coefs[0]))
    draft = Rocker(ship_g, stiffness, radius, rate, damping, band)
    height, lopsided = _height(draft, evidence, masses)
    stiff = stiffness + height * float(np.mean(masses))
    share = float(np.clip(ripple.coefs[1] / max(ripple.coefs[0], 1e-7), 0.0, 1.5))
    quiet = [r.swing.rms_mm for r in evidence.everything if r.swing.amplitude_mm < 0.8]
    return RockerFit(
        rocker=Rocker(ship_g, stiff, radius, rate, damping, band, height, lopsided, share),
        foot_mm=(float(foot[0]), float(foot[1])),
        yaw_rad=yaw,
        alien_g=float(np.mean(masses + several_g)),
        lag_g_s_mm=(float(ripple.coefs[2]), float(ripple.coefs[3])),
        noise_mm=float(np.median(quiet)) if quiet else float(min(r.swing.rms_mm for r in swung)),
        fit_mm=float(np.median([r.swing.rms_mm for r in swung])),
    )


def _trust(ring: Ringdown) -> float:
    return 1.0 / (ring.swing.rms_mm**2 + 0.01**2)


def _weighted(values: list[float], rings: list[Ringdown]) -> float:
    weights = np.array([r.swing.amplitude_mm * _trust(r) for r in rings])
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[int(order[int(np.searchsorted(total, 0.5 * total[-1]))])])


def _swung_axis(ring: Ringdown) -> int:
    path = (ring.swing.path_mm - ring.swing.centre_mm) @ ring.swing.axes
    return int(np.argmax(path.var(axis=0)))


def _swung_rate(ring: Ringdown) -> float:
    """The rate along the direction it swung most."""
    return ring.swing.rates_rad_s[_swung_axis(ring)]


def _swung_direction(ring: Ringdown) -> Array:
    """The unit vector it swung most along."""
    direction: Array = ring.swing.axes[:, _swung_axis(ring)]
    return direction


def _rate_doubt(ring: Ringdown) -> float:
    """Relative error of a rate from a swing of this size and length: few small swings tell little."""
    swing = ring.swing
    turned_rad = _swung_rate(ring) * float(swing.t_s[-1] - swing.t_s[0])
    return 4.0 * swing.rms_mm / (max(swing.amplitude_mm, 1e-3) * max(turned_rad, 1e-3)) + swing.rate_spread


def _ripple(rings: list[Ringdown], foot: Array) -> _Ripple:
    """Pooled regression of the weight on ripple, lean and velocity, each stretch with its own mean."""
    normal, right = np.diag([1e-9, 1e-9, 1e-6, 1e-6]), np.zeros(4)
    for ring in rings:
        columns = _ripple_columns(ring, foot)
        columns = columns - columns.mean(axis=0)
        normal += columns.T @ columns
        right += columns.T @ (ring.weight_g - ring.weight_g.mean())
    coefs = np.asarray(np.linalg.solve(normal, right), dtype=np.float64)
    return _Ripple(coefs, foot)


def _ripple_columns(ring: Ringdown, foot: Array) -> Array:
    swing = ring.swing
    return np.column_stack([swing.ripple_mm2_s2, swing.leaning_mm2_s2(foot), swing.velocity_mm_s])


def _settled_g(ring: Ringdown, ripple: _Ripple) -> float:
    """Mean weight without ripple and converter lag."""
    return float(np.mean(ring.weight_g - _ripple_columns(ring, ripple.foot_mm) @ ripple.coefs))


def _statics(evidence: Evidence, foot: Array, masses: list[float]) -> tuple[float, float]:
    """Stiffness and yaw that carry the dots' moments to the shifts seen."""
    turns, pulls = 0j, []
    for (at, ring), mass in zip(evidence.single, masses, strict=True):
        shift = ring.swing.centre_mm - foot
        moment = mass * at[0]
        size = float(np.hypot(shift[0], shift[1]))
        lean = size / RADIUS_PRIOR_MM[0]
        pulls.append(moment * lean / (size * math.tan(lean)))
        turns += complex(shift[0], shift[1]) * np.exp(-1j * math.radians(at[1]))
    return float(np.mean(pulls)), float(np.angle(turns))


def _radius(stiffness: float, ripple: float) -> float:
    """R from the ripple coefficient k / (g R), held by a wide prior."""
    mean, spread = RADIUS_PRIOR_MM
    seen = stiffness / (GRAVITY_MM_S2 * ripple) if ripple > 1e-7 else mean
    sigma = 0.05 * seen
    weight = 1.0 / sigma**2
    return (seen * weight + mean / spread**2) / (weight + spread**-2)


def _height(draft: Rocker, evidence: Evidence, masses: list[float]) -> tuple[float, float]:
    """z/R, and the share of the aliens' inertia that acts along their own direction.

    One swing cannot tell inertia from lost stiffness: spread evenly is assumed unless that leaves an impossible height.
    """
    cases = [([at], r, m) for (at, r), m in zip(evidence.single, masses, strict=True)]
    cases += [(at, r, float(np.mean(masses))) for at, r in evidence.several]
    even = _height_by(0.0, draft, cases)
    return (even, 0.0) if even < _HIGHEST else (_height_by(1.0, draft, cases), 1.0)


def _height_by(lopsided: float, draft: Rocker, cases: list[tuple[list[list[float]], Ringdown, float]]) -> float:
    """z/R from the rates with aliens aboard: what their inertia does not explain is lost (or won) stiffness."""
    top, bottom = 0.0, _HEIGHT_PRIOR**-2
    for spots, ring, mass in cases:
        if ring.swing.amplitude_mm < _SWUNG_MM:
            continue
        places = [r * np.array([math.cos(math.radians(a)), math.sin(math.radians(a))]) for r, a in spots]
        inertia = 1.0 + mass * _reach(lopsided, draft, places, ring) / (draft.radius_mm * draft.inertia_g_mm)
        shift = float(np.hypot(*(draft.shift_mm(mass * np.sum(places, axis=0), 0.0))))
        lean = shift / draft.radius_mm
        seen = (_swung_rate(ring) / draft.rate_rad_s) ** 2 * inertia * math.cos(lean)
        slope = -mass * len(spots) / draft.stiffness_g
        weight = 1.0 / ((0.002 + 0.1 * lean**2) ** 2 + (2.0 * _rate_doubt(ring)) ** 2)
        top += weight * slope * (seen - 1.0)
        bottom += weight * slope * slope
    return top / bottom


def _reach(lopsided: float, draft: Rocker, places: list[Array], ring: Ringdown) -> float:
    """Moment of inertia of aliens of unit mass about the contact; those that act along their own direction stand R above it."""
    along = _swung_direction(ring)
    even = 0.5 * sum(float(p @ p) for p in places)
    own = sum(float(p @ along) ** 2 + draft.radius_mm**2 for p in places)
    return (1.0 - lopsided) * even + lopsided * own
