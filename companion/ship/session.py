"""A capture played through: lines in, what was felt out. Used by `replay` and by `serve --capture`."""

from __future__ import annotations

import json

import numpy as np

from companion.events import Felt, Noted, Sample
from companion.ship.calibration import Calibration, Calibrator, NotCalibratedError
from companion.ship.capture import CaptureError, Header, Mark, parse_header, parse_line
from companion.ship.tracker import Tracker

__all__ = ["CaptureSession"]


class CaptureSession:
    """Feed it the lines of a capture in order; CaptureError names the damaged one. `row` is the newest line as it was read."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.tracker: Tracker | None = None
        self.row: Sample | Mark | None = None
        self._calibrator: Calibrator | None = None
        self._line = 0
        self._last_s = -1e12

    def feed_line(self, line: str) -> list[Felt | Noted | Mark]:
        """What this line brings: felt events, notes, and the mark itself when it is one."""
        self._line += 1
        if self.header is None:
            self._start(parse_header(line))
            return []
        self.row = row = parse_line(line, self._line, self.header)
        if row is None:
            return []
        if row.t_s < self._last_s and self._last_s - row.t_s < 4000.0:
            raise CaptureError(self._line, "time runs backwards")
        self._last_s = row.t_s
        return self._mark(row) if isinstance(row, Mark) else list(self._sample(row))

    def close(self) -> None:
        """No line follows; CaptureError when there was none at all."""
        if self.header is None:
            raise CaptureError(1, "the file is empty: it is no capture")

    def _start(self, header: Header) -> None:
        self.header = header
        if header.calibration is not None:
            try:
                calibration = Calibration.from_json(header.calibration)
                if len(calibration.cells_mm) != len(header.cells_mm):
                    raise ValueError("it is of a plate with another number of cells")  # noqa: TRY301 - told like any other damage
            except (LookupError, TypeError, ValueError, ArithmeticError) as error:
                raise CaptureError(1, f"damaged calibration: {_said(error)}") from error
            self._play(calibration)
        else:
            self._calibrator = Calibrator(header)

    def _play(self, calibration: Calibration) -> Tracker:
        assert self.header is not None
        self._calibrator = None
        header = self.header
        self.tracker = Tracker(header.shape, header.cells_mm, calibration, sps=header.sps, standing=header.standing)
        return self.tracker

    def _mark(self, mark: Mark) -> list[Felt | Noted | Mark]:
        if mark.kind == "play" and self._calibrator is not None:
            try:
                with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
                    calibration = self._calibrator.finish()
                json.dumps(calibration.to_json(), allow_nan=False)  # a number that is none would be no error but wrong for ever
                self._play(calibration).begin_empty()
            except NotCalibratedError as error:
                raise CaptureError(self._line, f"the calibration lacks {error.missing}") from error
            except (ArithmeticError, ValueError, np.linalg.LinAlgError) as error:
                reason = "the calibration makes no sense: its marks do not fit what the cells read; check masses and places"
                raise CaptureError(self._line, reason) from error
        elif self._calibrator is not None:
            self._calibrator.mark(mark)
        return [mark]

    def _sample(self, sample: Sample) -> list[Felt | Noted]:
        if self.tracker is not None:
            return self.tracker.feed(sample)
        if self._calibrator is not None:
            self._calibrator.feed(sample)
        return []


def _said(error: Exception) -> str:
    """What is wrong, for people: a missing field by its name, a wrong value in the words of who refused it."""
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing"
    return str(error) if isinstance(error, ValueError) else "a value is of the wrong kind"
