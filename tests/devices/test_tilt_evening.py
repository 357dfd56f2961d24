"""A game on the tilt sensor alone: virtual ship -> the chip's registers -> the real driver -> table -> score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from _beside import load

from companion.cli_verbs.score import score
from companion.devices.fake_i2c import FakeChip, FakeI2cBus
from companion.devices.lis3dh import SPS, Lis3dh

EVENING = Path(__file__).resolve().parents[1] / "firmware" / "test_evening.py"


class Sensor:
    """The driver on a chip that feels what the virtual ship did, at the driver's own pace."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._felt = [(row["t"], tuple(row["acc"])) for row in rows if "acc" in row]
        self._at = 0
        self.now_s = self._felt[0][0]
        self.chip = FakeChip(lambda: self.now_s)
        self._feel()
        self.driver = Lis3dh(lambda: FakeI2cBus(self.chip), clock=lambda: self.now_s, rest=self._rest)

    def _rest(self, seconds: float) -> None:
        self.now_s += seconds
        self._feel()

    def _feel(self) -> None:
        while self._at + 1 < len(self._felt) and self._felt[self._at + 1][0] <= self.now_s:
            self._at += 1
        self.chip.acc_g = self._felt[self._at][1]

    def rows(self) -> list[dict[str, Any]]:
        """What the driver tells until the evening is over."""
        told = []
        while self.now_s < self._felt[-1][0]:
            told += [{"t": sample.t_s, "acc": list(sample.acc_g or ())} for sample in self.driver.read(0.1)]
        return told


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_a_game_on_the_tilt_sensor_scores_as_it_was_played() -> None:
    """Six aliens sent out by three players: felt by the accelerometer under the disc alone, scored as the virtual ship knows.

    Without a scale not every evening is as clear: where the table would ask, the likeliest answer is taken here.
    """
    game = load("tilt_evening", EVENING).Game(seed=7, family="tilt-only")
    game.send(6)
    rows = [json.loads(line) for line in game.recorder.lines]
    sensor = Sensor(rows)
    told = [*(row for row in rows if "mark" in row), *sensor.rows()]
    header = {**rows[0], "sps": SPS}
    lines = [json.dumps(row) for row in (header, *sorted(told, key=lambda row: row["t"]))]
    assert sensor.driver.counters()["readings"] > 5000
    found = score(lines)
    print(found, game.score.scores)
    assert found["scores"] == game.score.scores
