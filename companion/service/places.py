"""Where things lie in the data folder, and the lock that keeps a second service off it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FolderBusyError", "Places", "held", "runtime_folder"]


class FolderBusyError(OSError):
    """Another service works in this data folder; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Places:
    """The names in a data folder. Settings, keys and history are separate files, so that one damaged file is one problem."""

    data: Path

    @property
    def journal(self) -> Path:
        """Everything that was ever felt and scored."""
        return self.data / "journal.sqlite"

    @property
    def keys(self) -> Path:
        """Hashed table keys."""
        return self.data / "keys.json"

    @property
    def own_key(self) -> Path | None:
        """The key on this machine's own screen, in plain text and in memory only; None when run by hand."""
        folder = runtime_folder()
        return None if folder is None else folder / "own-key"

    @property
    def boards(self) -> Path:
        """The owner's board files."""
        return self.data / "boards"

    @property
    def disputes(self) -> Path:
        """Raw samples around disputed scores."""
        return self.data / "disputes"

    @property
    def calibrations(self) -> Path:
        """What each plate was taught, with a copy of each."""
        return self.data / "calibrations"


def runtime_folder() -> Path | None:
    """The folder that systemd gave this service: in memory, so a reboot forgets it. None when run by hand."""
    given = os.environ.get("RUNTIME_DIRECTORY")
    return Path(given) if given else None


@contextlib.contextmanager
def held(data: Path) -> Iterator[Places]:
    """The folder, made where it is missing, for this process alone; FolderBusyError when another has it."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderBusyError(f"{data}: another companion is running here. Stop it, or use another --data.") from None
        yield Places(data)
