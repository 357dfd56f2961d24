"""Families of evenings: what ship, what plate and what company, drawn anew for every seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from companion.events import ShipShape
from companion.virtual.body import BodyParams
from companion.virtual.cells import CellParams
from companion.virtual.converter import ConverterParams
from companion.virtual.faults import Fault
from companion.virtual.ship import ShipParams
from companion.virtual.tilt import TiltParams

__all__ = ["FAMILIES", "Family", "Manners", "Setting", "draw"]

_FOUR_MM = ((60.0, 60.0), (-60.0, 60.0), (-60.0, -60.0), (60.0, -60.0))
_THREE_MM = ((0.0, 85.0), (-73.6, -42.5), (73.6, -42.5))
_RINGS = ((6, 20.0), (6, 20.0), (5, 24.0), (4, 30.0))


@dataclass(frozen=True, slots=True)
class Manners:
    """How the company plays: odds per action of what befalls the ship besides it."""

    bump: float = 0.0
    lean: float = 0.0
    turn: float = 0.0
    lift: float = 0.0
    knock: float = 0.0
    caution: float = 0.9
    at_most_s: float = 390.0


@dataclass(frozen=True, slots=True)
class Family:
    """What a family's name promises, as changes to the plain ship."""

    game: Literal["balancing-aliens", "aliens-dance"] = "balancing-aliens"
    fallen: Literal["out", "back-to-pouch"] = "back-to-pouch"
    at_mm: tuple[tuple[float, float], ...] = _FOUR_MM
    mass_g: float = 380.0
    alien_g: float = 8.0
    gain: float = 2.0
    rim_slope: tuple[float, float] = (0.225, 0.26)
    alien_centre_mm: tuple[float, float] = (15.0, 25.0)
    alien_grip: tuple[float, float] = (0.24, 0.44)
    damping: float = 0.05
    friction_mm: float = 0.015
    noise_g: float = 0.03
    wander_g_rt_s: float = 0.002
    yaw_wander_deg_rt_s: float = 0.0
    caught_odds: float = 0.0
    faults: Mapping[str, float] = field(default_factory=dict)
    stamps: Literal["told", "untold"] = "told"
    sps: float = 80.0
    tells: Literal["counts", "both", "tilt"] = "counts"
    manners: Manners = field(default_factory=Manners)


_EVERYDAY_FAULTS = {"impossible": 1e-4, "factor-two": 6e-5, "spike": 2e-5}
_ROUGH_FAULTS = {"impossible": 1.7e-3, "factor-two": 5e-4, "spike": 1e-4, "lost": 3.5e-3}
_EVERYDAY = Family(
    friction_mm=0.05,
    noise_g=0.045,
    wander_g_rt_s=0.006,
    yaw_wander_deg_rt_s=0.06,
    faults=_EVERYDAY_FAULTS,
    manners=Manners(bump=0.1, lean=0.08, knock=0.01),
)

FAMILIES: dict[str, Family] = {
    "clean": Family(fallen="out"),
    "heavy": replace(
        _EVERYDAY,
        mass_g=470.0,
        alien_g=11.0,
        damping=0.03,
        friction_mm=0.03,
        noise_g=0.03,
        rim_slope=(0.29, 0.32),
        alien_centre_mm=(13.0, 21.0),
        alien_grip=(0.29, 0.48),
    ),
    "three": replace(_EVERYDAY, fallen="out", at_mm=_THREE_MM, stamps="untold", friction_mm=0.02, noise_g=0.03),
    "everyday": _EVERYDAY,
    "turning": replace(_EVERYDAY, manners=Manners(turn=0.12), friction_mm=0.03, yaw_wander_deg_rt_s=0.12),
    "wobbly": replace(
        _EVERYDAY,
        gain=2.8,
        damping=0.025,
        friction_mm=0.012,
        noise_g=0.03,
        faults={},
        rim_slope=(0.32, 0.35),
        alien_centre_mm=(12.0, 19.0),
        alien_grip=(0.31, 0.5),
    ),
    "tilt": replace(_EVERYDAY, tells="both", friction_mm=0.12, noise_g=0.03),
    "lifted": replace(_EVERYDAY, friction_mm=0.02, damping=0.06, manners=Manners(lift=0.12)),
    "rough": replace(
        _EVERYDAY,
        friction_mm=0.06,
        noise_g=0.09,
        wander_g_rt_s=0.02,
        faults=_ROUGH_FAULTS,
        caught_odds=0.08,
        manners=Manners(bump=0.15, lean=0.15, knock=0.03, caution=0.8),
    ),
    "ten-sps": replace(_EVERYDAY, sps=10.0, stamps="untold", noise_g=0.02, faults={}, manners=Manners()),
    "tilt-only": replace(_EVERYDAY, tells="tilt", faults={}, manners=Manners()),
    "dance-clean": Family(game="aliens-dance", fallen="out", manners=Manners(at_most_s=280.0)),
    "dance-everyday": replace(_EVERYDAY, game="aliens-dance", fallen="out", manners=Manners(bump=0.12, at_most_s=280.0)),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One evening's ship, plate and company."""

    family: Family
    shape: ShipShape
    params: ShipParams
    faults: tuple[Fault, ...]


def draw(name: str, rng: Random) -> Setting:
    """A setting of a family; KeyError names the families when there is none of that name."""
    if name not in FAMILIES:
        raise KeyError(f"no family {name!r}: one of {', '.join(FAMILIES)}")
    family = FAMILIES[name]
    shape = _shape(family, rng)
    faults = tuple(Fault(kind, odds=odds) for kind, odds in family.faults.items())  # type: ignore[arg-type]
    return Setting(family, shape, _params(family, shape, rng), faults)


def _shape(family: Family, rng: Random) -> ShipShape:
    rings, width = (6, 20.0) if family.game == "aliens-dance" else rng.choice(_RINGS)
    edges = tuple(30.0 + width * i for i in range(rings + 1))
    points = tuple(range(1, 7)) if family.game == "aliens-dance" else tuple(sorted(rng.sample(range(1, 11), rings)))
    return ShipShape(edges, points)


def _params(family: Family, shape: ShipShape, rng: Random) -> ShipParams:
    rocker = rng.uniform(55.0, 68.0)
    body = BodyParams(
        mass_g=family.mass_g * rng.uniform(0.93, 1.07),
        rocker_mm=rocker,
        depth_mm=rocker / (family.gain * rng.uniform(0.93, 1.07)),
        gyration_mm=rng.uniform(84.0, 96.0),
        lopsided_mm=(rng.gauss(0.0, 0.3), rng.gauss(0.0, 0.3)),
        disc_radius_mm=shape.ring_edges_mm[-1] + 2.0,
        disc_z_mm=rng.uniform(-20.0, -16.0),
        damping=family.damping * rng.uniform(0.9, 1.1),
        friction_mm=family.friction_mm * rng.uniform(0.8, 1.2),
        rim_gap_mm=rng.uniform(*family.rim_slope) * shape.ring_edges_mm[-1],
    )
    return ShipParams(
        body=body,
        cells=_cells(family, rng),
        converter=_converter(family, rng),
        tilt=TiltParams(zero_g=(rng.gauss(0.0, 0.012), rng.gauss(0.0, 0.012), rng.gauss(0.0, 0.02))),
        tells=family.tells,
        alien_g=tuple(round(family.alien_g * rng.gauss(1.0, 0.03), 3) for _ in range(shape.aliens)),
        at_mm=(rng.gauss(0.0, 1.5), rng.gauss(0.0, 1.5)),
        alien_centre_mm=family.alien_centre_mm,
        alien_grip=family.alien_grip,
        yaw_deg=rng.gauss(0.0, 1.0),
        yaw_wander_deg_rt_s=family.yaw_wander_deg_rt_s,
        caught_odds=family.caught_odds,
        starts="away",
    )


def _cells(family: Family, rng: Random) -> CellParams:
    cells: dict[str, Any] = {"at_mm": family.at_mm}
    n = len(family.at_mm)
    cells["counts_per_g"] = tuple(rng.uniform(700.0, 1050.0) * rng.choice((1, 1, 1, -1)) for _ in range(n))
    cells["zero_counts"] = tuple(rng.randint(-70000, 70000) for _ in range(n))
    cells["noise_g"] = tuple(family.noise_g * rng.uniform(0.85, 1.15) for _ in range(n))
    return CellParams(wander_g_rt_s=family.wander_g_rt_s, **cells)


def _converter(family: Family, rng: Random) -> ConverterParams:
    n = len(family.at_mm)
    period_s = 1.0 / family.sps
    return ConverterParams(
        sps=family.sps,
        phase_s=tuple(rng.uniform(0.0, period_s) for _ in range(n)),
        skew_ppm=(0.0,) * n,
        stamps=family.stamps,
    )
