"""Table keys: who holds one may control the table. Stored hashed; the plain text exists only where it was minted."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from pathlib import Path

from companion.service.files import write_whole

__all__ = ["KeyRing", "digest"]

_BYTES = 16
_KEPT = 64  # further mints push the oldest out, so a folder never collects keys without end


def digest(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


class KeyRing:
    """The hashed keys of one data folder; other processes may change the file, which is noticed at the next check."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._digests: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many keys are valid."""
        return len(self._current())

    def mint(self) -> str:
        """A further key of 128 bit; those handed out before stay valid."""
        return self._add(self._current())

    def renew(self) -> str:
        """A new key; all handed out before are revoked."""
        return self._add(())

    def holds(self, key: str | None) -> bool:
        """Whether `key` is valid, in time that does not tell how much of it was right."""
        if not key:
            return False
        mine = digest(key)
        return sum(hmac.compare_digest(mine, known) for known in self._current()) > 0

    def _add(self, digests: tuple[str, ...]) -> str:
        key = secrets.token_urlsafe(_BYTES)
        with self._lock:
            self._write((*digests, digest(key))[-_KEPT:])
        return key

    def _write(self, digests: tuple[str, ...]) -> None:
        write_whole(self._path, json.dumps({"sha256": list(digests)}), mode=0o600)
        self._stamp = None

    def _current(self) -> tuple[str, ...]:
        with self._lock:
            stamp = self._file_stamp()
            if stamp != self._stamp:
                self._digests = self._read() if stamp else ()
                self._stamp = stamp
            return self._digests

    def _read(self) -> tuple[str, ...]:
        try:
            return tuple(json.loads(self._path.read_text())["sha256"])
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self._path}: damaged. Remove it and hand out new keys; scores are kept.") from None

    def _file_stamp(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_ino
