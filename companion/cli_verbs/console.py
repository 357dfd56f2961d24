"""How verbs talk to people."""

from __future__ import annotations

import os
import sys

__all__ = ["is_journald", "say"]


def say(line: str = "") -> None:
    """One line on stdout, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def is_journald() -> bool:
    """Whether stdout goes into the system's log, where no key may be written."""
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    if not device:
        return False
    status = os.fstat(sys.stdout.fileno())
    return (str(status.st_dev), str(status.st_ino)) == (device, inode)
