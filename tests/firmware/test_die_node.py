"""The real die firmware in simavr. Its noise is the simulator's, so nothing here is evidence of fairness."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.link import messages as m
from companion.link.faults import code_of
from companion.link.session import Outcome

Start = Callable[..., tuple[Any, Any]]
PIPS = (0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77)
ROCKETS = (0x41, 0x08, 0x14, 0x1C)


def _press(node: Any, host: Any) -> None:
    node.tell("press 100")
    host.seconds(0.2)


def _healthy(host: Any) -> None:
    host.wait_for(lambda x: isinstance(x, m.DieStatus) and x.healthy_sources != 0)


def _await(host: Any, die: int = 1, patterns: tuple[int, ...] = PIPS, dice: int = 1) -> None:
    assert host.command(m.DieIs(die, patterns, dice, awaited=True)).outcome is Outcome.DONE


def _lights_for(node: Any, host: Any, seconds: float) -> set[int]:
    """What was lit in so long of the node's own time."""
    seen = set()
    now = node.report()
    end_s = now["simulated_s"] + seconds
    while now["simulated_s"] < end_s:
        host.turn()
        now = node.report()
        seen.add(now["lights"])
    return seen


def test_an_awaited_roll_arrives_and_is_shown(start: Start) -> None:
    """Pressed when a roll is awaited, the die tumbles, settles on the lights of the face it reports, and numbers its roll."""
    node, host = start("die")
    _healthy(host)
    _await(host)
    assert _lights_for(node, host, 0.3) <= {0, 0x08}
    _press(node, host)
    rolled = host.wait_for(lambda x: isinstance(x, m.Rolled))
    assert isinstance(rolled, m.Rolled)
    assert (rolled.number, rolled.die, rolled.awaited, len(rolled.faces)) == (1, 1, True, 1)
    assert host.command(m.RollSeen(1)).outcome is Outcome.DONE
    assert _lights_for(node, host, 0.2) == {PIPS[rolled.faces[0] - 1]}


def test_a_roll_is_repeated_until_it_is_acknowledged_and_then_never_again(start: Start) -> None:
    """Without an acknowledgement the same roll comes again under the same number; afterwards it is over."""
    node, host = start("die")
    _healthy(host)
    _await(host)
    _press(node, host)
    host.until(lambda: len(host.all(m.Rolled)) >= 3)
    assert len({(r.number, r.faces) for r in host.all(m.Rolled)}) == 1
    assert host.all(m.Rolled)[-1].age_ms > host.all(m.Rolled)[0].age_ms
    host.command(m.RollSeen(1))
    said = len(host.all(m.Rolled))
    host.seconds(0.8)
    assert len(host.all(m.Rolled)) == said


@pytest.mark.slow
def test_a_roll_survives_a_noisy_line(start: Start) -> None:
    """With a tenth of all bytes spoiled, every roll arrives once by number, none is lost and none is invented."""
    node, host = start("die")
    _healthy(host)
    node.tell("flip 0.01")
    for number in range(1, 4):
        _await(host)
        _press(node, host)
        host.until(lambda number=number: any(r.number == number for r in host.all(m.Rolled)))
        host.command(m.RollSeen(number))
    faces: dict[int, set[tuple[int, ...]]] = {}
    for rolled in host.all(m.Rolled):
        faces.setdefault(rolled.number, set()).add(rolled.faces)
    assert sorted(faces) == [1, 2, 3]
    assert all(len(seen) == 1 for seen in faces.values())


@pytest.mark.slow
def test_not_now_is_said_by_light_and_counted(start: Start) -> None:
    """Pressed while no roll is awaited, the die blinks its middle row and rolls nothing."""
    node, host = start("die")
    _healthy(host)
    assert host.command(m.DieIs(1, PIPS)).outcome is Outcome.DONE
    assert _lights_for(node, host, 0.2) == {0}
    node.tell("press 100")
    assert 0x2A in _lights_for(node, host, 0.5)
    status = host.wait_for(lambda x: isinstance(x, m.DieStatus) and x.refused == 1)
    assert isinstance(status, m.DieStatus)
    assert status.last_number == 0


@pytest.mark.slow
def test_every_die_of_the_games_rolls_its_own_faces(start: Start) -> None:
    """One to three, rockets, and two dice: only faces the die has, and as many as there are dice."""
    node, host = start("die")
    _healthy(host)
    for number, (die, patterns, dice) in enumerate([(3, PIPS[:3], 1), (4, ROCKETS, 1), (2, PIPS, 2)], start=1):
        _await(host, die, patterns, dice)
        _press(node, host)
        host.until(lambda number=number: any(r.number == number for r in host.all(m.Rolled)))
        rolled = next(r for r in host.all(m.Rolled) if r.number == number)
        assert (rolled.die, len(rolled.faces)) == (die, dice)
        assert all(1 <= face <= len(patterns) for face in rolled.faces)
        host.command(m.RollSeen(number))


@pytest.mark.slow
def test_without_a_host_it_is_a_plain_die(start: Start) -> None:
    """Nobody has ever spoken to it: it glows, and a press rolls one of six; the roll waits for a host to come."""
    node, host = start("die")
    began_s = node.report()["simulated_s"]
    while node.report()["simulated_s"] < began_s + 1.2:
        host.serial.read(4096)
    node.tell("press 100")
    began_s = node.report()["simulated_s"]
    while node.report()["simulated_s"] < began_s + 1.3:
        time.sleep(0.1)
    assert node.report()["lights"] in PIPS
    rolled = host.wait_for(lambda x: isinstance(x, m.Rolled))
    assert isinstance(rolled, m.Rolled)
    assert (rolled.awaited, rolled.die) == (False, 0)


@pytest.mark.slow
def test_a_bad_source_is_reported_and_without_any_it_refuses(start: Start) -> None:
    """The simulator's watchdog is too regular and is refused; with the analogue noise stuck too, nothing is rolled."""
    node, host = start("die")
    _healthy(host)
    _await(host)
    node.tell("adc stuck")
    fault = host.wait_for(lambda x: isinstance(x, m.Fault) and code_of(x.code) == "die-no-randomness")
    assert isinstance(fault, m.Fault)
    assert fault.raised
    _press(node, host)
    assert 0x55 in _lights_for(node, host, 3.2)
    assert host.all(m.Rolled) == []
    node.tell("adc noisy")
    host.wait_for(lambda x: isinstance(x, m.Fault) and code_of(x.code) == "die-no-randomness" and not x.raised)


@pytest.mark.slow
def test_a_biased_or_periodic_pin_is_refused(start: Start) -> None:
    """A pin that is nearly always the same, or repeats itself, is not used."""
    for behaviour in ("adc biased", "adc periodic"):
        node, host = start("die", free=True)
        node.tell(behaviour)
        fault = host.wait_for(lambda x: isinstance(x, m.Fault) and x.where == 1)
        assert isinstance(fault, m.Fault)
        assert (code_of(fault.code), fault.raised) == ("die-source-refused", True)


def test_a_burst_gives_every_face_asked_for(start: Start) -> None:
    """The fairness test's burst arrives complete and in order, and all faces occur."""
    _, host = start("die", free=True)
    _healthy(host)
    assert host.command(m.Burst(6, 300)).outcome is Outcome.DONE
    host.until(lambda: sum(len(b.faces) for b in host.all(m.RollBurst)) >= 300, timeout_s=60)
    at = 1
    for burst in host.all(m.RollBurst):
        assert burst.start == at
        at += len(burst.faces)
    faces = Counter(face for burst in host.all(m.RollBurst) for face in burst.faces)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert (at, host.session.counts.gaps) == (301, 0)


def test_bad_dice_and_bursts_are_refused(start: Start) -> None:
    """What cannot be rolled is refused with a reason."""
    _, host = start("die", free=True)
    answer = host.command(m.Burst(1, 10))
    assert (answer.outcome, answer.status) == (Outcome.REFUSED, m.AckStatus.BAD_VALUE)


def test_a_hung_die_is_restarted_by_the_watchdog_it_listens_to(start: Start) -> None:
    """The watchdog that gives randomness still guards the main loop."""
    node, host = start("die")
    host.command(m.AskHello())
    node.tell("hang")
    hello = host.wait_for(lambda x: isinstance(x, m.Hello))
    assert isinstance(hello, m.Hello)
    assert m.BootReason.WATCHDOG in hello.boot
