"""Moments on the sensor's clock, also while the sensor is silent; a new run of the sensor is a new session."""

from __future__ import annotations

from companion.table.clock import Clock

__all__ = ["SensorTime"]

BACKWARDS_S = 5.0
"""The sensor's clock never goes back by more than the delay of a call; if it does, the sensor was started again."""
PLAUSIBLE_S = 10.0


class SensorTime:
    """Maps what arrives to the sensor's clock. Before a sensor has spoken, its clock is the table's own."""

    def __init__(self, clock: Clock, run: str) -> None:
        self._clock = clock
        self._name = run
        self._restarts = 0
        self._heard: tuple[float, float] | None = None

    @property
    def session(self) -> str:
        """Within one session moments can be compared; rows of other sessions are simply older."""
        return f"{self._name}.{self._restarts}"

    def now_s(self) -> float:
        """Now, on the sensor's clock."""
        if self._heard is None:
            return self._clock.now_s()
        t_s, at_s = self._heard
        return t_s + self._clock.now_s() - at_s

    def heard(self, t_s: float) -> None:
        """Something with the sensor's time on it arrived."""
        if self._heard is None or t_s < self._heard[0] - BACKWARDS_S:
            self._restarts += 1
            self._heard = None
        if self._heard is None or t_s >= self._heard[0]:
            self._heard = (t_s, self._clock.now_s())

    def moment(self, t_s: float) -> float:
        """A roll's or button's own time where it is plausibly the sensor's, else now."""
        now_s = self.now_s()
        return t_s if now_s - PLAUSIBLE_S <= t_s <= now_s + PLAUSIBLE_S else now_s
