"""The virtual ship as hands and sensors meet it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.events import Sample, ShipShape
from companion.virtual.body import BodyParams
from companion.virtual.cells import CellParams
from companion.virtual.converter import ConverterParams
from companion.virtual.faults import Fault
from companion.virtual.ship import HandError, ShipParams, VirtualShip

SHAPE = ShipShape((30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0), (1, 2, 3, 4, 5, 6))
QUIET = CellParams(noise_g=(0.0,) * 4, warm_up_g=0.0, wander_g_rt_s=0.0, creep=0.0)


def _ship(seed: int = 3, **changes: object) -> VirtualShip:
    return VirtualShip(SHAPE, ShipParams(cells=QUIET, **changes), seed)  # type: ignore[arg-type]


def _grams(sample: Sample, cells: CellParams = QUIET) -> np.ndarray:
    """Weight and moments of a sample of the quiet plate, from its known gains."""
    assert sample.counts is not None
    loads = (np.array(sample.counts) - np.array(cells.zero_counts)) / np.array(cells.counts_per_g)
    x, y = np.array(cells.at_mm).T
    return np.array([loads.sum(), loads @ x, loads @ y])


def test_same_seed_and_calls_give_the_same_world() -> None:
    """Two ships of one seed tell the same; another seed tells something else."""

    def story(seed: int) -> list[Sample]:
        ship = VirtualShip(SHAPE, None, seed)
        ship.place((50.0, 60.0))
        first = ship.samples_until(1.0)
        ship.bump()
        return first + ship.samples_until(2.0)

    assert story(5) == story(5)
    assert story(5) != story(6)


def test_asking_often_or_seldom_gives_the_same_samples() -> None:
    """How time is cut into calls changes nothing."""
    seldom, often = _ship(), _ship()
    assert seldom.samples_until(3.0) == [s for i in range(1, 301) for s in often.samples_until(i / 100)]


def test_weight_at_rest_is_the_whole_mass() -> None:
    """When all has settled the plate bears ship and aliens, and the pressure lies under their common centre of mass."""
    ship = _ship(body=BodyParams(damping=0.2))
    ship.place((90.0, -30.0))
    last = ship.samples_until(30.0)[-1]
    weight, mx, my = _grams(last)
    assert weight == pytest.approx(380.0 + ship.aliens[0].mass_g, abs=0.01)
    x, y = ship.plate.to_plate(*(ship.params.body.rocker_mm * t for t in ship.body.theta))
    assert (mx / weight, my / weight) == pytest.approx((x, y), abs=0.03)


def test_reading_covers_two_periods() -> None:
    """A sudden load is seen in full after two periods, not at once."""
    ship = _ship(starts="away")
    ship.samples_until(1.0)
    ship.plate.load(200.0, (0.0, 0.0))
    ship.plate._loads[0].share = 1.0
    seen = [_grams(s)[0] for s in ship.samples_until(1.06)]
    rising = [w for w in seen if 1.0 < w < 199.0]
    assert 1 <= len(rising) <= 3
    assert seen[-1] == pytest.approx(200.0, abs=0.01)


def test_converters_run_free() -> None:
    """Each cell has its own phase; a skewed clock lets it wander through the period."""
    ship = _ship(converter=ConverterParams(skew_ppm=(0.0, 3000.0, 0.0, 0.0)))
    stamps = np.array([s.dt_us for s in ship.samples_until(10.0)])
    assert np.ptp(stamps[50:, 0]) <= 1
    assert np.ptp(stamps[50:, 1]) > 10000
    assert stamps.max() <= 0
    assert stamps.min() >= -12600


def test_sensor_clock_wraps() -> None:
    """A counter of 32 bits of microseconds starts anew after 71 minutes."""
    span = 2**32 / 1e6
    ship = _ship(converter=ConverterParams(clock_start_s=span - 0.5, clock_span_s=span))
    times = [s.t_s for s in ship.samples_until(1.0)]
    assert max(times) > span - 0.1
    assert times[-1] < 1.0


@pytest.mark.parametrize("seed", range(4))
def test_placing_takes_about_half_a_second(seed: int) -> None:
    """A hand approaches (nothing is felt), sets and lets go; the truth tells the release."""
    ship = _ship(seed)
    ship.place((70.0, 70.0))
    before = [_grams(s)[0] for s in ship.samples_until(0.1)]
    ship.samples_until(2.0)
    (release,) = [h for h in ship.happenings() if h.kind == "place"]
    assert 0.4 < release.t_s < 0.65
    assert before == pytest.approx([380.0] * len(before), abs=0.01)


def test_removing_leaves_the_bare_ship() -> None:
    """An alien set down and taken away again leaves no trace in the weight."""
    ship = _ship()
    number = ship.place((70.0, 70.0))
    ship.samples_until(2.0)
    ship.remove(number)
    last = ship.samples_until(30.0)[-1]
    assert [h.kind for h in ship.happenings()] == ["place", "remove"]
    assert _grams(last)[0] == pytest.approx(380.0, abs=0.01)


def test_moving_in_one_grip_is_a_removal_and_a_placement() -> None:
    """The alien ends where it was carried."""
    ship = _ship()
    number = ship.place((70.0, 70.0))
    ship.samples_until(2.0)
    ship.move(number, (-60.0, 20.0))
    ship.samples_until(5.0)
    assert [h.kind for h in ship.happenings()] == ["place", "remove", "place"]
    assert (ship.alien(number).x_mm, ship.alien(number).y_mm) == (-60.0, 20.0)


def test_nudge_lean_and_bump_leave_the_inventory() -> None:
    """A push moves an alien by what it says; finger and knock pass."""
    ship = _ship()
    number = ship.place((70.0, 40.0))
    ship.samples_until(2.0)
    ship.nudge(number, (5.0, -3.0))
    ship.lean_on((100.0, 0.0), 4.0, 1.0)
    ship.bump()
    last = ship.samples_until(30.0)[-1]
    assert (ship.alien(number).x_mm, ship.alien(number).y_mm) == pytest.approx((75.0, 37.0), abs=1.5)
    assert _grams(last)[0] == pytest.approx(380.0 + ship.alien(number).mass_g, abs=0.01)


def test_an_alien_pushed_over_the_rim_falls() -> None:
    """A nudge that ends beyond the disc is a fall."""
    ship = _ship()
    number = ship.place((120.0, 0.0))
    ship.samples_until(2.0)
    ship.nudge(number, (40.0, 0.0))
    ship.samples_until(4.0)
    assert [h.kind for h in ship.happenings()] == ["place", "nudge", "fell"]
    assert ship.alien(number).where == "table"


def test_bump_rings_and_dies() -> None:
    """A knock swings the weight by tens of grams for a fraction of a second."""
    ship = _ship()
    ship.samples_until(1.0)
    ship.bump()
    weights = np.array([_grams(s)[0] for s in ship.samples_until(3.0)]) - 380.0
    assert 8.0 < np.abs(weights[:20]).max() < 80.0
    assert np.abs(weights[-40:]).max() < 0.05


def test_turning_turns_the_ship_and_its_lean() -> None:
    """The ship is turned on its foot: its lean comes along, seen from the plate."""
    ship = _ship()
    ship.place((110.0, 0.0))
    first = _grams(ship.samples_until(30.0)[-1])
    ship.turn(40.0)
    second = _grams(ship.samples_until(60.0)[-1])
    offset = np.array(ship.params.at_mm)
    angles = [math.degrees(math.atan2(*((g[1:] / g[0]) - offset)[::-1])) for g in (first, second)]
    assert angles[1] - angles[0] == pytest.approx(40.0, abs=2.0)


def test_lifting_empties_the_plate_and_putting_back_fills_it() -> None:
    """Carried away the ship weighs nothing; put back it stands off and turned as told, its aliens aboard."""
    ship = _ship()
    ship.place((60.0, 0.0))
    ship.samples_until(2.0)
    ship.lift()
    assert _grams(ship.samples_until(3.0)[-1])[0] == pytest.approx(0.0, abs=0.01)
    ship.put_back((10.0, -5.0), 15.0)
    weight, mx, my = _grams(ship.samples_until(40.0)[-1])
    assert weight == pytest.approx(380.0 + ship.aliens[0].mass_g, abs=0.01)
    assert math.degrees(ship.plate.stand.yaw_rad) == pytest.approx(15.0)
    assert math.hypot(mx / weight - 10.6, my / weight + 5.4) < 6.0
    assert [h.kind for h in ship.happenings()] == ["place", "lift", "put-back"]


def test_overload_at_one_side_ends_in_a_crash() -> None:
    """Aliens heaped at the rim tip the ship on to its edge; they go one after the other, and the rest is weighed right."""
    for seed in range(20):
        ship = _ship(seed)
        for i in range(6):
            ship.place((125.0 * math.cos(0.2 * i), 125.0 * math.sin(0.2 * i)))
            ship.samples_until(ship.t_s + 3.0)
        falls = [h.t_s for h in ship.happenings() if h.kind == "fell"]
        if len(falls) >= 2:
            break
    assert len(set(falls)) == len(falls) >= 2
    aboard = sum(a.mass_g for a in ship.aliens if a.where == "ship")
    ship.samples_until(ship.t_s + 40.0)
    after = sum(a.mass_g for a in ship.aliens if a.where == "ship")
    assert after <= aboard
    assert _grams(ship.samples_until(ship.t_s + 0.1)[-1])[0] + ship.body.rim_g == pytest.approx(380.0 + after, abs=0.1)


def test_fallen_alien_may_come_to_rest_on_the_plate() -> None:
    """Caught by the plate it is weighed until it is picked up."""
    ship = _ship(caught_odds=1.0)
    number = ship.place((60.0, 10.0))
    ship.samples_until(3.0)
    ship.knock_over(number)
    ship.samples_until(20.0)
    assert ship.alien(number).where == "plate"
    weighed = _grams(ship.samples_until(20.1)[-1])[0]
    assert weighed == pytest.approx(380.0 + ship.alien(number).mass_g, abs=0.05)
    ship.remove(number)
    assert _grams(ship.samples_until(20.5)[-1])[0] == pytest.approx(380.0, abs=0.05)


@pytest.mark.parametrize(
    ("kind", "sign"),
    [("spike", "wild"), ("factor-two", "wild"), ("impossible", "wild"), ("stuck", "same"), ("dead", "none"), ("lost", "gap")],
)
def test_faults_do_what_they_are_known_for(kind: str, sign: str) -> None:
    """Every fault shows in the raw codes, and only while it lasts."""
    ship = VirtualShip(SHAPE, None, 4)
    ship.inject(Fault(kind, 1.0, 2.0, None if kind == "lost" else 1))  # type: ignore[arg-type]
    samples = ship.samples_until(3.0)
    during = [s.counts[1] for s in samples if 1.0 <= s.t_s < 2.0 and s.counts]
    before = [s.counts[1] for s in samples if 0.5 < s.t_s < 1.0 and s.counts]
    far = [abs(code - before[0]) > 2000 for code in during]
    seen = {"wild": bool(far) and all(far), "same": len(set(during)) == 1, "none": bool(during) and max(map(abs, during)) <= 3}
    assert seen.get(sign, not during)
    assert abs(samples[-1].counts[1] - before[0]) < 2000  # type: ignore[index]


def test_tilt_sensor_tells_the_lean_in_ship_axes() -> None:
    """Leaning towards +x the sensor reads less than its zero there, by the sine of the lean, however the ship is turned."""
    ship = _ship(tells="both", yaw_deg=70.0)
    ship.place((110.0, 0.0))
    acc = np.array([s.acc_g for s in ship.samples_until(40.0)[-80:]]).mean(axis=0)
    assert acc[0] + 0.012 == pytest.approx(-math.sin(ship.body.lean_rad), abs=1e-3)
    assert acc[1] - 0.003 == pytest.approx(0.0, abs=1e-3)


def test_tilt_alone_sends_no_counts() -> None:
    """A ship that has only the tilt sensor tells only that."""
    ship = _ship(tells="tilt")
    assert all(s.counts is None and s.acc_g is not None for s in ship.samples_until(1.0))


@pytest.mark.parametrize(
    ("misuse", "code"),
    [
        (lambda s: s.remove(0), "not-aboard"),
        (lambda s: s.remove(77), "no-such-alien"),
        (lambda s: s.nudge(1, (1.0, 0.0)), "not-aboard"),
        (lambda s: s.place((500.0, 0.0)), "off-the-disc"),
        (lambda s: s.place((float("nan"), 0.0)), "off-the-disc"),
        (lambda s: s.put_back(), "not-lifted"),
        (lambda s: (s.lift(), s.place((0.0, 50.0))), "lifted"),
        (lambda s: s.lean_on((0.0, 0.0), -3.0), "bad-lean"),
        (lambda s: s.load_plate(200.0, (0.0, 0.0)), "ship-in-the-way"),
        (lambda s: [s.place((10.0 * i, 60.0)) for i in range(11)], "bag-empty"),
    ],
)
def test_hands_cannot_do_what_hands_cannot_do(misuse: object, code: str) -> None:
    """Misuse is refused with a stable code."""
    with pytest.raises(HandError) as refused:
        misuse(_ship())  # type: ignore[operator]
    assert refused.value.code == code


def test_a_plate_needs_three_cells_that_are_not_in_line() -> None:
    """Set-ups that no plate can have are refused."""
    with pytest.raises(ValueError, match="three cells"):
        CellParams(at_mm=((0.0, 0.0), (1.0, 1.0)), counts_per_g=(1.0,) * 2, zero_counts=(0,) * 2, noise_g=(0.0,) * 2)
    with pytest.raises(ValueError, match="one line"):
        CellParams(
            at_mm=((0.0, 0.0), (1.0, 1.0), (2.0, 2.0)), counts_per_g=(1.0,) * 3, zero_counts=(0,) * 3, noise_g=(0.0,) * 3
        )
