"""Files that are whole or not there: written beside, brought to the disk, and moved into place."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["settle", "write_whole"]


def write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Replace `path` by `text`; a power cut leaves the old file or the new one, never a part. OSError: the old."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=mode, exist_ok=False)
    with fresh.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)
    settle(path.parent)


def settle(path: Path) -> None:
    """Bring a file's content, or a folder's names, to the disk: a rename alone may be lost with the power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
