"""The guided calibration on the running plate: the tap on its samples, the buttons, and the result put to use."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

from companion.events import Sample, ShipShape
from companion.service.clocks import StampedPort
from companion.service.problems import ProblemError
from companion.service.resources import CalibrationButton, CalibrationView
from companion.setup.calibration import CalibrationGuide
from companion.ship.calibration import Calibration
from companion.ship.capture import Header

__all__ = ["Teaching"]


class Teaching:
    """One calibration at a time. Samples come on the sense's thread, buttons on others; the game goes on meanwhile."""

    def __init__(self, port: StampedPort, shape: ShipShape, use: Callable[[Calibration], None], file: Path) -> None:
        self._port = port
        self._shape = shape
        self._use = use
        self._file = file
        self._guide: CalibrationGuide | None = None
        self._lock = threading.Lock()

    def view(self) -> CalibrationView:
        """Where it stands."""
        with self._lock:
            if self._guide is None:
                return CalibrationView(running=False)
            return CalibrationView.model_validate({"running": True, **self._guide.view()})

    def press(self, button: CalibrationButton) -> CalibrationView:
        """Press a button of the guide; ProblemError where it has no meaning now."""
        if button == "use":
            self._put_to_use()
        else:
            self._lead(button)
        return self.view()

    def _lead(self, button: CalibrationButton) -> None:
        with self._lock:
            if button == "start":
                self._guide = CalibrationGuide(Header(self._port.sps, self._port.cells_mm, self._shape))
                self._port.listen(self._feed)
            elif button == "stop":
                self._end()
            elif self._guide is None:
                raise ProblemError(409, "no-calibration", "No calibration is being made. Start one first.")
            elif button == "ready":
                self._guide.ready()
            else:
                self._guide.back()

    def _put_to_use(self) -> None:
        """Keep the result and go on with it. Not under the lock: the sense's thread is stopped here and may be feeding."""
        with self._lock:
            result = self._guide.result if self._guide else None
        if result is None:
            raise ProblemError(409, "not-calibrated", "The calibration is not finished. Go through all its steps first.")
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(result.to_json()), encoding="utf-8")
        fresh.replace(self._file)
        self._use(result)
        with self._lock:
            self._end()

    def _end(self) -> None:
        self._guide = None
        self._port.listen(None)

    def _feed(self, sample: Sample) -> None:
        with self._lock:
            if self._guide is not None:
                self._guide.feed(sample)
