"""The guided calibration and check on the running plate: the tap on its samples, the buttons, and the result put to use."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from companion.events import Sample, ShipShape
from companion.service.calibrations import CalibrationShelf, Difficulty, Kept
from companion.service.plate import PlatePort
from companion.service.problems import ProblemError
from companion.service.resources import CalibrationPress, CalibrationView, DifficultyView
from companion.setup.calibration import CalibrationGuide, plan
from companion.setup.check import CheckGuide
from companion.setup.guide import Guide
from companion.ship.capture import Header

__all__ = ["Teaching"]


class Teaching:
    """One calibration or check at a time. Samples come on the sense's thread, buttons on others; the game goes on meanwhile."""

    def __init__(self, port: PlatePort, shape: Callable[[], ShipShape], shelf: CalibrationShelf) -> None:
        self._port = port
        self._shape = shape
        self._shelf = shelf
        self._guide: Guide | None = None
        self._node: str | None = None
        self._kept = Kept(None)
        self._lock = threading.Lock()

    def view(self) -> CalibrationView:
        """Where it stands; ProblemError while there is no plate and none is being calibrated."""
        with self._lock:
            if self._guide is None:
                self._know_the_plate()
            noted = self._kept.difficulty
            known = {
                "calibrated": self._kept.calibration is not None,
                "difficulty": None if noted is None else DifficultyView(ring=noted.ring, aliens=noted.aliens),
            }
            if self._guide is None:
                return CalibrationView.model_validate({"running": False, **known})
            return CalibrationView.model_validate({"running": True, **known, **self._guide.view()})

    def press(self, asked: CalibrationPress) -> CalibrationView:
        """Press a button of the guide; ProblemError where it has no meaning now."""
        if asked.press == "use":
            self._put_to_use()
        elif asked.press == "note":
            self._note(Difficulty(asked.ring, asked.aliens))
        else:
            self._lead(asked)
        return self.view()

    def _lead(self, asked: CalibrationPress) -> None:
        with self._lock:
            if asked.press in ("start", "check"):
                self._begin(asked)
            elif asked.press == "stop":
                self._end()
            elif self._guide is None:
                raise ProblemError(409, "no-calibration", "No calibration is being made. Start one first.")
            elif asked.press == "ready":
                self._guide.ready()
            else:
                self._guide.back()

    def _begin(self, asked: CalibrationPress) -> None:
        """A new guide on the plate that is there."""
        self._know_the_plate()
        port, shape = self._port, self._shape()
        header = Header(port.sps, port.cells_mm, shape)
        calibration = self._kept.calibration
        if asked.press == "start":
            self._guide = CalibrationGuide(header, plan(shape, asked.grams, weighs=bool(port.cells_mm)))
        elif calibration is None or calibration.cells_mm != port.cells_mm:
            raise _not_calibrated("This plate was not calibrated yet. Calibrate it first.")
        else:
            self._guide = CheckGuide(header, calibration)
        port.listen(self._feed)

    def _know_the_plate(self) -> None:
        """Which plate is there and what is kept of it; the file is read again only when it is another plate."""
        if not self._port.is_there:
            raise ProblemError(409, "no-plate", "No weighing plate is connected. Plug it in; it is found by itself.")
        node = self._port.node
        if node is not None and (node != self._node or self._kept.calibration is None):
            self._node, self._kept = node, self._shelf.load(node)

    def _put_to_use(self) -> None:
        """Keep the result and go on with it. Not kept under the lock: the sense's thread may be feeding."""
        with self._lock:
            guide, node = self._guide, self._node
        result = guide.result if isinstance(guide, CalibrationGuide) else None
        if result is None or node is None:
            raise _not_calibrated("The calibration is not finished. Go through all its steps first.")
        with _kept_or_said():
            self._shelf.store(node, result)
        self._port.renew()
        with self._lock:
            self._kept = self._shelf.load(node)
            self._end()

    def _note(self, difficulty: Difficulty) -> None:
        with self._lock:
            if self._guide is None:
                self._know_the_plate()
            node, calibration = self._node, self._kept.calibration
            if node is None or calibration is None:
                raise _not_calibrated("The note is kept with a plate's calibration. Calibrate it first.")
            with _kept_or_said():
                self._shelf.store(node, calibration, difficulty)
            self._kept = self._shelf.load(node)

    def _end(self) -> None:
        self._guide = None
        self._port.listen(None)

    def _feed(self, sample: Sample) -> None:
        with self._lock:
            if self._guide is not None and self._port.node == self._node:
                self._guide.feed(sample)


def _not_calibrated(text: str) -> ProblemError:
    return ProblemError(409, "not-calibrated", text)


@contextlib.contextmanager
def _kept_or_said() -> Iterator[None]:
    """What the disk refuses is said."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        text = f"The calibration cannot be written: {why}. Make room and use it again."
        raise ProblemError(507, "not-kept", text, {"why": why}) from None
