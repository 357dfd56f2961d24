"""The ship as a rigid body that rolls on a spherical rocker without slipping.

Coordinates are the lean vector `theta` (radians, in ship axes): the ship leans by `|theta|` towards `theta`. Everything is in
grams, millimetres and seconds; forces are in grams of weight. The room's README derives the equations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

__all__ = ["GRAVITY_MM_S2", "Body", "BodyParams", "Mass", "Push", "Reaction"]

GRAVITY_MM_S2 = 9810.0
_STILL_RAD = 1e-9


@dataclass(frozen=True, slots=True)
class BodyParams:
    """The bare ship, seen from the rocker's centre of curvature: `depth_mm` is how far its centre of mass lies below it.

    `disc_z_mm` is how far the deck's top lies above it. `damping` is the fraction of critical at the bare ship's own rate;
    `friction_mm` is the rolling friction as the arm by which the reaction runs ahead of the contact; `rim_gap_mm` is the
    rim's height above the table when the ship is level. `rigid` tells how aliens slow the ship: 1 as a rigid body has it
    (their inertia lies along their own direction and grows with their height over the table), 0 as the recorded evenings
    have it (half their second moment about the axis, spread evenly).
    """

    mass_g: float = 380.0
    rocker_mm: float = 60.0
    depth_mm: float = 30.0
    gyration_mm: float = 90.0
    lopsided_mm: tuple[float, float] = (0.0, 0.0)
    disc_radius_mm: float = 152.0
    disc_z_mm: float = -18.0
    damping: float = 0.05
    friction_mm: float = 0.015
    rim_gap_mm: float = 37.0
    rim_stiffness_g_mm: float = 90.0
    rim_damping_g_s_mm: float = 0.7
    rim_friction: float = 0.3
    rigid: float = 0.0

    def raised(self, up_mm: float) -> BodyParams:
        """The same ship with its ring moved, so that all but the rocker sits higher on the shaft."""
        return replace(self, depth_mm=self.depth_mm - up_mm, disc_z_mm=self.disc_z_mm + up_mm)

    @property
    def rest_inertia_g_mm2(self) -> float:
        """Moment of inertia of the bare upright ship about its contact point."""
        return self.mass_g * (self.gyration_mm**2 + (self.rocker_mm - self.depth_mm) ** 2)

    @property
    def rate_rad_s(self) -> float:
        """Rocking rate of the bare ship: sqrt(M g h / I)."""
        return math.sqrt(self.mass_g * GRAVITY_MM_S2 * self.depth_mm / self.rest_inertia_g_mm2)


@dataclass(slots=True)
class Mass:
    """Sums over ship and aliens about the centre of curvature: mass, moment, depth moment; second moments of aliens only."""

    g: float
    sx_g_mm: float
    sy_g_mm: float
    depth_g_mm: float
    xx_g_mm2: float = 0.0
    xy_g_mm2: float = 0.0
    yy_g_mm2: float = 0.0
    zz_g_mm2: float = 0.0

    @classmethod
    def of_ship(cls, params: BodyParams) -> Mass:
        """The bare ship."""
        m = params.mass_g
        return cls(m, m * params.lopsided_mm[0], m * params.lopsided_mm[1], m * params.depth_mm)

    def add(self, g: float, x_mm: float, y_mm: float, z_mm: float) -> None:
        """Add a point mass at a place on the ship, `z_mm` above the centre of curvature."""
        self.g += g
        self.sx_g_mm += g * x_mm
        self.sy_g_mm += g * y_mm
        self.depth_g_mm -= g * z_mm
        self.xx_g_mm2 += g * x_mm * x_mm
        self.xy_g_mm2 += g * x_mm * y_mm
        self.yy_g_mm2 += g * y_mm * y_mm
        self.zz_g_mm2 += g * z_mm * z_mm


@dataclass(slots=True)
class Push:
    """What hands press on the ship: a downward force in grams and its moment about the ship's centre."""

    g: float = 0.0
    mx_g_mm: float = 0.0
    my_g_mm: float = 0.0

    def add(self, g: float, x_mm: float, y_mm: float) -> None:
        """Add a downward force at a place on the ship."""
        self.g += g
        self.mx_g_mm += g * x_mm
        self.my_g_mm += g * y_mm


@dataclass(frozen=True, slots=True)
class Reaction:
    """What the plate feels of the ship: weight and its point in ship axes, measured from where the upright ship would touch."""

    weight_g: float
    x_mm: float
    y_mm: float


class Body:
    """State of the rocking ship; `step` integrates it."""

    def __init__(self, params: BodyParams) -> None:
        self.theta: tuple[float, float] = (0.0, 0.0)
        self.omega: tuple[float, float] = (0.0, 0.0)
        self.alpha: tuple[float, float] = (0.0, 0.0)
        self.rim_g = 0.0
        self.refit(params)

    def refit(self, params: BodyParams) -> None:
        """Another ship that moves as this one did."""
        self.params = params
        self._rest = params.rest_inertia_g_mm2
        self._viscous = 2.0 * params.damping * params.rate_rad_s * self._rest

    @property
    def lean_rad(self) -> float:
        """Size of the lean."""
        return math.hypot(*self.theta)

    def energy(self, mass: Mass) -> float:
        """Kinetic and potential energy (g mm2/s2), zero for the upright bare ship at rest up to a constant."""
        tx, ty = self.theta
        height, _, _, _ = _potential(mass, tx, ty)
        axx, axy, ayy = self._inertia(mass, height)
        ox, oy = self.omega
        return GRAVITY_MM_S2 * height + 0.5 * (axx * ox * ox + 2 * axy * ox * oy + ayy * oy * oy)

    def hold(self, theta: tuple[float, float]) -> None:
        """Keep the ship by hand at a lean."""
        self.theta, self.omega, self.alpha, self.rim_g = theta, (0.0, 0.0), (0.0, 0.0), 0.0

    def kick(self, wx_rad_s: float, wy_rad_s: float) -> None:
        """Add a sudden angular velocity."""
        self.omega = (self.omega[0] + wx_rad_s, self.omega[1] + wy_rad_s)

    def step(self, dt_s: float, mass: Mass, push: Push) -> Reaction:
        """Drift half a step, kick, drift half a step (second order, energy-true); friction takes at most what moves."""
        (x, y), (wx, wy) = self.theta, self.omega
        x, y = x + 0.5 * dt_s * wx, y + 0.5 * dt_s * wy
        height, gx, gy, curve = _potential(mass, x, y)
        axx, axy, ayy = self._inertia(mass, height)
        qx, qy = self._torque((x, y), (gx, gy), push)
        det = axx * ayy - axy * axy
        vx = wx + dt_s * (ayy * qx - axy * qy) / det
        vy = wy + dt_s * (axx * qy - axy * qx) / det
        weight = mass.g + push.g - self.rim_g
        vx, vy, ahead_x, ahead_y = self._roll_friction(dt_s, 0.5 * (axx + ayy), weight, (vx, vy))
        self.alpha = ((vx - wx) / dt_s, (vy - wy) / dt_s)
        self.theta, self.omega = (x + 0.5 * dt_s * vx, y + 0.5 * dt_s * vy), (vx, vy)
        mean_x, mean_y = 0.5 * (wx + vx), 0.5 * (wy + vy)
        bounce = gx * self.alpha[0] + gy * self.alpha[1] + curve * (mean_x * mean_x + mean_y * mean_y)
        rocker = self.params.rocker_mm
        return Reaction(max(0.0, weight + bounce / GRAVITY_MM_S2), rocker * x + ahead_x, rocker * y + ahead_y)

    def _inertia(self, mass: Mass, height: float) -> tuple[float, float, float]:
        """For leaning towards x and y: the bare ship's, what the aliens add evenly, and what a rigid body has beyond that."""
        p, rigid = self.params, self.params.rigid
        even = 0.5 * (mass.xx_g_mm2 + mass.yy_g_mm2)
        own = p.mass_g * (p.gyration_mm**2 + p.depth_mm**2)
        rolled = own + mass.zz_g_mm2 + mass.g * p.rocker_mm**2 + 2.0 * p.rocker_mm * height - self._rest
        common = self._rest + rigid * rolled
        xx, yy = even + rigid * (mass.xx_g_mm2 - even), even + rigid * (mass.yy_g_mm2 - even)
        return common + xx, rigid * mass.xy_g_mm2, common + yy

    def _torque(self, at: tuple[float, float], slope: tuple[float, float], push: Push) -> tuple[float, float]:
        (x, y), (gx, gy), (wx, wy) = at, slope, self.omega
        params = self.params
        climb = gx * wx + gy * wy
        speed2 = wx * wx + wy * wy
        swelling = params.rigid * params.rocker_mm
        viscous = self._viscous + 2.0 * swelling * climb
        sway = params.disc_z_mm * push.g
        qx = GRAVITY_MM_S2 * (push.mx_g_mm + sway * x - gx) - viscous * wx + swelling * gx * speed2
        qy = GRAVITY_MM_S2 * (push.my_g_mm + sway * y - gy) - viscous * wy + swelling * gy * speed2
        arm_x, arm_y = self._rim(x, y, wx, wy)
        return qx - GRAVITY_MM_S2 * self.rim_g * arm_x, qy - GRAVITY_MM_S2 * self.rim_g * arm_y

    def _rim(self, x: float, y: float, wx: float, wy: float) -> tuple[float, float]:
        """Set the force of the table on the rim; return its arm."""
        params = self.params
        lean = math.hypot(x, y)
        dip = params.disc_radius_mm * math.sin(lean) + params.disc_z_mm * (1.0 - math.cos(lean)) - params.rim_gap_mm
        if dip <= 0.0 or lean < _STILL_RAD:
            self.rim_g = 0.0
            return 0.0, 0.0
        arm = params.disc_radius_mm * math.cos(lean) + params.disc_z_mm * math.sin(lean)
        rate = arm * (x * wx + y * wy) / lean
        self.rim_g = max(0.0, params.rim_stiffness_g_mm * dip + params.rim_damping_g_s_mm * rate)
        return arm * x / lean, arm * y / lean

    def _roll_friction(
        self, dt_s: float, inertia: float, weight_g: float, omega: tuple[float, float]
    ) -> tuple[float, float, float, float]:
        """Slow the roll; return the new rate and how far the reaction runs ahead of the contact."""
        wx, wy = omega
        params = self.params
        rate = math.hypot(wx, wy)
        rolling = weight_g * params.friction_mm
        rubbing = params.rim_friction * self.rim_g * max(0.0, params.rocker_mm + params.disc_z_mm)
        limit = dt_s * GRAVITY_MM_S2 * (rolling + rubbing) / inertia
        if limit <= 0.0 or rate <= _STILL_RAD:
            return wx, wy, 0.0, 0.0
        used = min(1.0, limit / rate)
        ahead = used * rate * inertia / (dt_s * GRAVITY_MM_S2 * max(weight_g, 1.0)) / rate
        ahead *= rolling / (rolling + rubbing)
        return wx * (1.0 - used), wy * (1.0 - used), ahead * wx, ahead * wy


def _potential(mass: Mass, x: float, y: float) -> tuple[float, float, float, float]:
    """Height moment of the whole mass over the centre of curvature at a lean, its gradient, and its curvature."""
    lean2 = x * x + y * y
    lean = math.sqrt(lean2)
    if lean < 1e-6:
        return -mass.depth_g_mm, mass.depth_g_mm * x - mass.sx_g_mm, mass.depth_g_mm * y - mass.sy_g_mm, mass.depth_g_mm
    sine, cosine = math.sin(lean), math.cos(lean)
    ratio = sine / lean
    along = (mass.sx_g_mm * x + mass.sy_g_mm * y) / lean2
    pull = mass.depth_g_mm * ratio - along * (cosine - ratio)
    height = -mass.depth_g_mm * cosine - along * lean * sine
    return (
        height,
        pull * x - ratio * mass.sx_g_mm,
        pull * y - ratio * mass.sy_g_mm,
        mass.depth_g_mm * cosine + along * lean * sine,
    )
