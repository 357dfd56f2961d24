"""What each plate was taught, one file for each device and a copy beside it, so that a damaged file costs nothing."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.service.files import write_whole
from companion.ship.calibration import Calibration

__all__ = ["CalibrationShelf", "Difficulty", "Kept"]

_log = logging.getLogger("companion.service")
_FORMAT = "companion-calibration/1"
_COPY = ".last-good"
_UNSAFE = re.compile(r"[^A-Za-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The rulebook's own reading of how hard the ship is set: so many aliens can stand that far out on the empty ship."""

    ring: int
    aliens: int = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a plate. `code` is a fault of the dictionary: none, damaged, or damaged but for its copy."""

    calibration: Calibration | None
    code: str | None = None
    file: str = ""
    difficulty: Difficulty | None = None


class CalibrationShelf:
    """The calibrations of one data folder, by the plate's own name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def devices(self) -> tuple[str, ...]:
        """The plates that were calibrated."""
        return tuple(sorted({path.stem.removesuffix(_COPY) for path in self._folder.glob("*.json")}))

    def file(self, device: str) -> Path:
        """Where a plate's calibration lies."""
        return self._folder / f"{_UNSAFE.sub('_', device)}.json"

    def load(self, device: str) -> Kept:
        """The calibration of a plate; the copy where the file is damaged, and the code says so."""
        path, copy = self.file(device), self._copy(device)
        if not path.exists() and not copy.exists():
            return Kept(None, "plate-uncalibrated", path.name)
        try:
            calibration, difficulty = _read(path)
            return Kept(calibration, None, path.name, difficulty)
        except (OSError, ValueError) as error:
            _log.warning("%s cannot be used (%s)", path, error)
        try:
            calibration, difficulty = _read(copy)
            return Kept(calibration, "calibration-restored", path.name, difficulty)
        except (OSError, ValueError) as error:
            _log.warning("%s cannot be used either (%s)", copy, error)
        return Kept(None, "calibration-damaged", path.name)

    def store(self, device: str, calibration: Calibration, difficulty: Difficulty | None = None) -> None:
        """Keep it, and its copy after it; OSError when there is no room, and then what was there still is.

        Without a `difficulty` the one noted before stays.
        """
        difficulty = difficulty or self.load(device).difficulty
        row = {"format": _FORMAT, "device": device, "calibration": calibration.to_json()}
        if difficulty is not None:
            row["difficulty"] = asdict(difficulty)
        text = json.dumps(row)
        for path in (self.file(device), self._copy(device)):
            write_whole(path, text)

    def _copy(self, device: str) -> Path:
        path = self.file(device)
        return path.with_name(f"{path.stem}{_COPY}.json")


def _read(path: Path) -> tuple[Calibration, Difficulty | None]:
    """What is in a file; ValueError with what is wrong with it."""
    text = path.read_text(encoding="utf-8-sig")
    if not text.strip():
        raise ValueError("the file is empty")
    try:
        row: Any = json.loads(text)
        if row["format"] != _FORMAT:
            raise ValueError(f"its format is not {_FORMAT}")
        noted = row.get("difficulty")
        difficulty = None if noted is None else Difficulty(int(noted["ring"]), int(noted["aliens"]))
        return Calibration.from_json(row["calibration"]), difficulty
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"something is missing or of the wrong kind: {error}") from None
