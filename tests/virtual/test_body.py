"""The rocking ship obeys the equations of its room's page."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from companion.virtual.body import GRAVITY_MM_S2, Body, BodyParams, Mass, Push, Reaction

DT_S = 1.0 / 400.0
FREE = BodyParams(damping=0.0, friction_mm=0.0, rigid=1.0)


def _run(body: Body, mass: Mass, seconds: float) -> tuple[np.ndarray, list[Reaction]]:
    thetas, reactions = [], []
    for _ in range(round(seconds / DT_S)):
        reactions.append(body.step(DT_S, mass, Push()))
        thetas.append(body.theta)
    return np.array(thetas), reactions


def _loaded(params: BodyParams) -> Mass:
    mass = Mass.of_ship(params)
    mass.add(8.0, 90.0, 40.0, 4.0)
    mass.add(9.0, -20.0, 70.0, 4.0)
    return mass


def test_equilibrium_lean_is_the_formula() -> None:
    """A damped ship comes to rest where tan(lean) = |sum m p| / (M a - sum m z), towards the moment."""
    params = BodyParams(damping=0.2, friction_mm=0.0)
    mass = _loaded(params)
    body = Body(params)
    _run(body, mass, 40.0)
    moment = math.hypot(8 * 90 - 9 * 20, 8 * 40 + 9 * 70)
    depth = params.mass_g * params.depth_mm - 17.0 * 4.0
    assert math.tan(body.lean_rad) == pytest.approx(moment / depth, rel=1e-6)
    assert math.atan2(body.theta[1], body.theta[0]) == pytest.approx(math.atan2(8 * 40 + 9 * 70, 8 * 90 - 9 * 20), abs=1e-6)


def test_energy_stays_without_loss_and_decays_with_it() -> None:
    """Free of damping and friction the swing keeps its energy; with them it only loses."""
    for params, drift in ((FREE, 2e-3), (replace(FREE, rigid=0.0), 2e-3), (BodyParams(rigid=1.0), None)):
        mass = _loaded(params)
        body = Body(params)
        body.hold((0.15, -0.05))
        floor = _floor(params, mass)
        energies = []
        for _ in range(20):
            _run(body, mass, 0.5)
            energies.append(body.energy(mass) - floor)
        if drift is not None:
            assert np.ptp(energies) < drift * energies[0]
        else:
            assert all(b < a for a, b in pairwise(energies))


def _floor(params: BodyParams, mass: Mass) -> float:
    """The energy of the ship at rest in balance."""
    rest = Body(params)
    size = math.atan2(math.hypot(mass.sx_g_mm, mass.sy_g_mm), mass.depth_g_mm)
    along = math.hypot(mass.sx_g_mm, mass.sy_g_mm)
    rest.hold((size * mass.sx_g_mm / along, size * mass.sy_g_mm / along))
    return rest.energy(mass)


def test_rocking_rate_is_the_formula() -> None:
    """A small swing of the bare ship has the rate sqrt(M g h / I) about the contact."""
    body = Body(FREE)
    body.hold((0.01, 0.0))
    thetas, _ = _run(body, Mass.of_ship(FREE), 20.0)
    signs = np.sign(thetas[:, 0])
    crossings = np.flatnonzero(np.diff(signs))
    period_s = 2.0 * (crossings[-1] - crossings[0]) * DT_S / (len(crossings) - 1)
    inertia = FREE.mass_g * (FREE.gyration_mm**2 + (FREE.rocker_mm - FREE.depth_mm) ** 2)
    assert 2 * math.pi / period_s == pytest.approx(math.sqrt(FREE.mass_g * GRAVITY_MM_S2 * FREE.depth_mm / inertia), rel=2e-3)


@pytest.mark.parametrize("rigid", [0.0, 1.0])
def test_aliens_slow_the_ship(rigid: float) -> None:
    """Aliens raise the inertia and lower the stiffness: the loaded ship rocks more slowly."""

    def period(mass: Mass) -> float:
        body = Body(replace(FREE, rigid=rigid))
        body.hold((0.02, 0.0))
        thetas, _ = _run(body, mass, 10.0)
        crossings = np.flatnonzero(np.diff(np.sign(thetas[:, 0])))
        return float(np.mean(np.diff(crossings))) * DT_S

    heavy = Mass.of_ship(FREE)
    for angle in np.linspace(0, 2 * math.pi, 8, endpoint=False):
        heavy.add(8.0, 120 * math.cos(angle), 120 * math.sin(angle), 4.0)
    assert period(heavy) > 1.03 * period(Mass.of_ship(FREE))


def test_reaction_stands_where_the_rocker_touches() -> None:
    """The centre of pressure is R theta at every instant, and at most the friction arm ahead of it."""
    for params in (FREE, BodyParams(friction_mm=0.05)):
        body = Body(params)
        body.hold((0.1, 0.05))
        mass = _loaded(params)
        for _ in range(800):
            before = body.theta
            reaction = body.step(DT_S, mass, Push())
            middle = [0.5 * (a + b) * params.rocker_mm for a, b in zip(before, body.theta, strict=True)]
            gap = math.hypot(reaction.x_mm - middle[0], reaction.y_mm - middle[1])
            assert gap <= params.friction_mm + 2e-3


def test_weight_ripples_at_twice_the_rate() -> None:
    """W = M (1 + (h/g)(theta theta'' + theta'^2)): it swings at twice the rate by M h w^2 A^2 / g."""
    body = Body(FREE)
    amplitude = 0.08
    body.hold((amplitude, 0.0))
    mass = Mass.of_ship(FREE)
    _, reactions = _run(body, mass, 20.0)
    weight = np.array([r.weight_g for r in reactions])
    ripple = weight - weight.mean()
    rate = FREE.rate_rad_s
    spectrum = np.abs(np.fft.rfft(ripple * np.hanning(len(ripple))))
    loudest = np.fft.rfftfreq(len(ripple), DT_S)[spectrum.argmax()]
    assert loudest == pytest.approx(2 * rate / (2 * math.pi), rel=0.03)
    assert np.ptp(ripple) / 2 == pytest.approx(FREE.mass_g * FREE.depth_mm * rate**2 * amplitude**2 / GRAVITY_MM_S2, rel=0.03)
    assert weight.mean() == pytest.approx(FREE.mass_g, rel=1e-3)


def test_friction_parks_the_ship_off_its_balance_but_pressure_tells_the_moment() -> None:
    """At rest the contact may lie anywhere in the dead band, while the centre of pressure is below the centre of mass."""
    params = BodyParams(friction_mm=0.3, damping=0.1)
    mass = _loaded(params)
    body = Body(params)
    body.hold((-0.1, 0.1))
    _, reactions = _run(body, mass, 20.0)
    assert body.omega == pytest.approx((0.0, 0.0), abs=1e-9)
    last, (x, y) = reactions[-1], body.theta
    expected_x = params.rocker_mm * x + (mass.sx_g_mm - mass.depth_g_mm * x) / mass.g
    expected_y = params.rocker_mm * y + (mass.sy_g_mm - mass.depth_g_mm * y) / mass.g
    assert last.x_mm == pytest.approx(expected_x, abs=0.05)
    assert last.y_mm == pytest.approx(expected_y, abs=0.05)
    assert math.hypot(last.x_mm - params.rocker_mm * x, last.y_mm - params.rocker_mm * y) <= params.friction_mm + 1e-6


def test_rim_bears_a_part_of_the_weight() -> None:
    """Overloaded at one side the ship rests on its rim, and the table takes what the plate loses."""
    params = BodyParams(damping=0.2)
    mass = Mass.of_ship(params)
    for _ in range(5):
        mass.add(9.0, 120.0, 0.0, 4.0)
    body = Body(params)
    _, reactions = _run(body, mass, 20.0)
    assert body.rim_g > 1.0
    assert reactions[-1].weight_g == pytest.approx(mass.g - body.rim_g, abs=0.01)
    dip = params.disc_radius_mm * math.sin(body.lean_rad) + params.disc_z_mm * (1 - math.cos(body.lean_rad))
    assert dip == pytest.approx(params.rim_gap_mm, abs=1.0)
