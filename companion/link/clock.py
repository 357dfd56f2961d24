"""A node's 32-bit microsecond clock made endless."""

from __future__ import annotations

__all__ = ["NodeClock"]

_WRAP_US = 1 << 32
_STREAM_TOLERANCE_US = 10_000_000  # a stalled host reads old stamps late
_HELLO_TOLERANCE_US = 1_000_000
_DRIFT = 0.01  # a ceramic resonator is good to 0.5 %


class NodeClock:
    """Turns stamps that wrap after 71.6 minutes into seconds that never do.

    Each stamp is taken as the one nearest to where the node's clock should be by the host's, so stamps may come slightly
    out of order and the line may have been silent for longer than a wrap. After a restart of the node time goes on.
    """

    def __init__(self) -> None:
        self._last_us: int | None = None
        self._last_host_s = 0.0
        self._shift_us = 0

    def seconds(self, stamp_us: int, host_s: float) -> float | None:
        """The stamp in seconds on the node's endless clock; `host_s` is the host's clock when it arrived.

        None when it is nowhere near: the node has restarted and has not said so yet.
        """
        endless_us = self._endless_us(stamp_us, host_s, _STREAM_TOLERANCE_US)
        if endless_us is None:
            return None
        if self._last_us is None or endless_us > self._last_us:
            self._last_us, self._last_host_s = endless_us, host_s
        return endless_us / 1e6

    def restarted(self, stamp_us: int, host_s: float) -> None:
        """The node began anew and its clock says `stamp_us` now: later stamps continue where the old clock would be."""
        expected_us = self._expected_us(host_s)
        if expected_us is not None:
            self._shift_us = expected_us - stamp_us
            self._last_us, self._last_host_s = expected_us, host_s

    def resumed(self, stamp_us: int, host_s: float) -> None:
        """The line was opened again and the node's clock says `stamp_us`: the same run of it, or a new one."""
        if self._endless_us(stamp_us, host_s, _HELLO_TOLERANCE_US) is None:
            self.restarted(stamp_us, host_s)

    def _endless_us(self, stamp_us: int, host_s: float, tolerance_us: int) -> int | None:
        expected_us = self._expected_us(host_s)
        if expected_us is None:
            return stamp_us
        raw_us = stamp_us + self._shift_us
        endless_us = raw_us + round((expected_us - raw_us) / _WRAP_US) * _WRAP_US
        allowed_us = tolerance_us + _DRIFT * 1e6 * (host_s - self._last_host_s)
        return endless_us if abs(endless_us - expected_us) <= allowed_us else None

    def _expected_us(self, host_s: float) -> int | None:
        if self._last_us is None:
            return None
        return self._last_us + round((host_s - self._last_host_s) * 1e6)
