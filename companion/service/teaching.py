"""The guided calibration on the running plate: the tap on its samples, the buttons, and the result put to use."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.events import Sample, ShipShape
from companion.service.plate import PlatePort
from companion.service.problems import ProblemError
from companion.service.resources import CalibrationButton, CalibrationView
from companion.setup.calibration import CalibrationGuide
from companion.ship.calibration import Calibration
from companion.ship.capture import Header

__all__ = ["Teaching"]


class Teaching:
    """One calibration at a time. Samples come on the sense's thread, buttons on others; the game goes on meanwhile.

    `keep` is given the plate's own name and the result; it raises OSError when there is no room for it.
    """

    def __init__(self, port: PlatePort, shape: Callable[[], ShipShape], keep: Callable[[str, Calibration], None]) -> None:
        self._port = port
        self._shape = shape
        self._keep = keep
        self._guide: CalibrationGuide | None = None
        self._node: str | None = None
        self._lock = threading.Lock()

    def view(self) -> CalibrationView:
        """Where it stands; ProblemError while there is no plate and none is being calibrated."""
        with self._lock:
            if self._guide is None and not self._port.is_there:
                raise _no_plate()
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
                if not self._port.is_there:
                    raise _no_plate()
                self._node = self._port.node
                self._guide = CalibrationGuide(Header(self._port.sps, self._port.cells_mm, self._shape()))
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
        """Keep the result and go on with it. Not kept under the lock: the sense's thread may be feeding."""
        with self._lock:
            result, node = self._guide.result if self._guide else None, self._node
        if result is None or node is None:
            raise ProblemError(409, "not-calibrated", "The calibration is not finished. Go through all its steps first.")
        try:
            self._keep(node, result)
        except OSError as error:
            why = error.strerror or str(error)
            text = f"The calibration cannot be written: {why}. Make room and use it again."
            raise ProblemError(507, "not-kept", text, {"why": why}) from None
        with self._lock:
            self._end()

    def _end(self) -> None:
        self._guide = None
        self._port.listen(None)

    def _feed(self, sample: Sample) -> None:
        with self._lock:
            if self._guide is not None and self._port.node == self._node:
                self._guide.feed(sample)


def _no_plate() -> ProblemError:
    return ProblemError(409, "no-plate", "No weighing plate is connected. Plug it in; it is found by itself.")
