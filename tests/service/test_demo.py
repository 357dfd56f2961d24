"""The whole chain on the virtual ship, in real time: hands, samples, tracker process, table, socket, dispute."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.service.compose import demo_runtime
from companion.service.runtime import Runtime
from companion.service.settings import Settings
from companion.ship.capture import open_lines
from companion.ship.session import CaptureSession

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
PATIENCE_S = 60.0


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Runtime]:
    """A running demo without its web server."""
    runtime = demo_runtime(Settings(tmp_path, host="127.0.0.1", port=0))
    runtime.start()
    yield runtime
    runtime.stop()


def _view(runtime: Runtime) -> Any:
    return asyncio.run(runtime.table.snapshot())[1]


def _do(runtime: Runtime, **command: Any) -> None:
    assert runtime.bench is not None
    asyncio.run(runtime.bench.do(command))


def _submit(runtime: Runtime, **command: Any) -> None:
    asyncio.run(runtime.table.submit(command, str(time.monotonic_ns())))


def _until(runtime: Runtime, check: Callable[[Any], bool]) -> Any:
    until_s = time.monotonic() + PATIENCE_S
    while not check(view := _view(runtime)):
        assert time.monotonic() < until_s, view
        time.sleep(0.1)
    return view


def _start(runtime: Runtime) -> None:
    """A game in which Ada begins and has rolled a 1."""
    _submit(runtime, type="new-game", game="balancing-aliens", names=["Ada", "Bo"])
    for value in (6, 1, 1):
        before = len(_view(runtime)["events"])
        _do(runtime, do="die", value=value)
        _until(runtime, lambda view, before=before: len(view["events"]) > before)
    time.sleep(3.0)  # a moment of calm, from which a slice of samples can begin


def test_a_placed_alien_is_scored_and_its_samples_can_be_kept(demo: Runtime) -> None:
    """An alien set on ring 2 of sector 1 scores two points; the disputed score's samples replay to the same call."""
    _start(demo)
    _do(demo, do="place", xy_mm=[42.0, 42.0])
    view = _until(demo, lambda view: any(event["code"] == "placed" for event in view["events"]))
    event = view["events"][-1]
    assert (event["seat"], event["points"], event["source"]["kind"]) == (0, 2, "ship")
    assert [alien["scored"] for alien in view["inventory"]] == [True]
    time.sleep(2.0)
    kept = asyncio.run(demo.table.dispute(event["seq"]))
    session, felt = CaptureSession(), []
    for line in open_lines(demo.settings.data / "disputes" / kept.file):
        felt += session.feed_line(line)
    assert [(e.spot.ring, e.spot.sector) for e in felt if hasattr(e, "spot")] == [(2, 1)]


def test_an_unplugged_ship_is_said_and_comes_back(demo: Runtime) -> None:
    """Unplugging shows at once; after plugging in again an alien is felt as before."""
    _start(demo)
    _do(demo, do="unplug")
    _until(demo, lambda view: _ship(view) == ("lost", "ship-unplugged"))
    _do(demo, do="replug")
    _until(demo, lambda view: _ship(view) == ("ok", None))
    time.sleep(3.0)
    _do(demo, do="place", xy_mm=[42.0, 42.0])
    view = _until(demo, lambda view: any(event["code"] == "placed" for event in view["events"]))
    assert view["seats"][0]["score"] == 2


def _ship(view: Any) -> tuple[str, str | None]:
    ship = next(device for device in view["devices"] if device["kind"] == "ship")
    return ship["state"], ship["code"]


def test_a_new_calibration_takes_over_in_the_game(demo: Runtime) -> None:
    """Calibrating again while an alien stands aboard changes neither score nor inventory, and the next one is felt."""
    _start(demo)
    _do(demo, do="place", xy_mm=[42.0, 42.0])
    _until(demo, lambda view: any(event["code"] == "placed" for event in view["events"]))
    _do(demo, do="calibrate-again")
    time.sleep(3.0)
    before = len(_view(demo)["events"])
    _do(demo, do="die", value=3)
    _until(demo, lambda view: len(view["events"]) > before)
    _do(demo, do="place", xy_mm=[-42.0, -42.0])
    view = _until(demo, lambda view: len(view["inventory"]) == 2)
    assert [seat["score"] for seat in view["seats"]] == [2, 2]
    assert json.dumps(view["notices"]) == "[]"
