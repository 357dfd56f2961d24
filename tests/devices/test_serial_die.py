"""The die's driver against the real firmware. The simulator's noise is computed: nothing here is evidence of fairness."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.devices.ports import PortLostError
from companion.events import Rolled


@pytest.mark.parametrize(
    ("faces", "values"),
    [
        ("d6", set(range(1, 7))),
        pytest.param("d3", {1, 2, 3}, marks=pytest.mark.slow),
        pytest.param("rockets", {0, 1, 2, 3}, marks=pytest.mark.slow),
        pytest.param("stargate", set(range(1, 7)), marks=pytest.mark.slow),
        pytest.param("2d6", set(range(2, 13)), marks=pytest.mark.slow),
    ],
)
def test_a_roll_comes_once(bench: Any, faces: str, values: set[int]) -> None:
    """An awaited roll of each die comes exactly once, two dice as their sum, and is then settled between die and host."""
    node = bench.start("die")
    die = bench.die(node)
    bench.awake(node, die, faces)
    rolls = bench.press(node, die)
    assert [type(r) for r in rolls] == [Rolled]
    assert all(r.value in values and r.number == 1 and r.source == "die-sim-0001" for r in rolls)
    assert bench.simulated(node, die, 0.8) == []


@pytest.mark.slow
def test_a_roll_that_was_not_taken_comes_again_and_one_that_was_does_not(bench: Any) -> None:
    """A driver that dies before the roll was handed over loses nothing: the next one gets it."""
    node = bench.start("die")
    die = bench.die(node)
    bench.awake(node, die)
    assert len(bench.press(node, die)) == 1
    die.light("d6", awaited=True)
    bench.simulated(node, die, 0.3)
    node.tell("press 100")
    die.close()
    end_s = node.report()["simulated_s"] + 1.3
    while node.report()["simulated_s"] < end_s:
        time.sleep(0.1)
    again = bench.die(node)
    rolls = bench.read_until(again, bool)
    assert [r.number for r in rolls] == [2]
    assert bench.simulated(node, again, 0.8) == []


@pytest.mark.slow
def test_a_die_that_is_not_awaited_rolls_nothing(bench: Any) -> None:
    """A press at the wrong time is no roll; a die nobody knows is refused."""
    node = bench.start("die")
    die = bench.die(node)
    die.light("d6", awaited=False)
    bench.simulated(node, die, 1.0)
    assert bench.press(node, die) == []
    with pytest.raises(ValueError, match="unknown die"):
        die.light("d20", awaited=True)


@pytest.mark.slow
def test_a_die_that_restarted_is_told_again_which_die_it_is(bench: Any) -> None:
    """After a reset of the die the awaited roll can be rolled, and its number is not taken for an old one."""
    node = bench.start("die")
    die = bench.die(node)
    bench.awake(node, die, "d3")
    assert [r.number for r in bench.press(node, die)] == [1]
    die.light("d3", awaited=False)
    bench.simulated(node, die, 0.2)
    die.light("d3", awaited=True)
    node.tell("reset")
    bench.simulated(node, die, 1.2)
    assert [r.number for r in bench.press(node, die)] == [1]


@pytest.mark.slow
def test_a_die_without_randomness_says_so(bench: Any) -> None:
    """With no healthy source the health shows the fault."""
    node = bench.start("die")
    die = bench.die(node)
    bench.awake(node, die)
    node.tell("adc stuck")
    bench.simulated(node, die, 1.0)
    assert (die.health().state, die.health().code) == ("fault", "die-no-randomness")


def test_a_burst_comes_whole_and_a_simulated_die_is_known_as_such(bench: Any) -> None:
    """The fairness test gets every roll it asked for, and learns that a simulator proves nothing."""
    die = bench.die(bench.start("die", free=True))
    faces = die.burst(6, 200)
    assert len(faces) == 200
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert die.simulated


def test_unplugging_a_die_is_noticed(bench: Any) -> None:
    """A die whose cable is pulled is gone at the next read."""
    node = bench.start("die")
    die = bench.die(node)
    node.tell("unplug")
    with pytest.raises(PortLostError) as lost:
        bench.for_seconds(die, 1.0)
    assert (lost.value.code, die.health().state) == ("die-unplugged", "lost")
