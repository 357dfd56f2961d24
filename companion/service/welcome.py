"""What this machine's own screen shows above its login prompt: where tablets find the table, as a QR code and in words."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.service.addresses import page_urls
from companion.service.files import write_whole
from companion.service.qr import terminal

__all__ = ["CONSOLE_FILE", "Welcome", "welcome_text"]

CONSOLE_FILE = "console.issue"
_log = logging.getLogger("companion.service")
_LOOK_EVERY_S = 5.0  # an address often comes later than the service, and may change


def welcome_text(urls: list[str]) -> str:
    """The first address as a QR code, since it is by IP and names fail on some tablets, then each in words without its key."""
    bare = [url.partition("#")[0] for url in urls]
    places = "\n".join([f"Companion: open {bare[0]}", *(f"       or {url}" for url in bare[1:])])
    return f"{terminal(urls[0])}\n{places}\n\n".replace("\\", "\\\\")


class Welcome:
    """Keeps the file in `folder` true while addresses come and go; `key` is asked for when there is one to show."""

    def __init__(self, folder: Path, host: str, port: int, key: Callable[[], str], every_s: float = _LOOK_EVERY_S) -> None:
        self._file = folder / CONSOLE_FILE
        self._where = (host, port)
        self._key = key
        self._every_s = every_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="welcome", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End it; a screen shall not show what nobody answers."""
        self._stopping.set()
        self._thread.join()
        self._file.unlink(missing_ok=True)

    def _work(self) -> None:
        shown: list[str] | None = None
        while True:
            try:
                shown = self._show(shown)
            except OSError as error:  # a full disk, or memory; the next look may have more luck
                _log.warning("the screen's address cannot be written: %s", error)
            if self._stopping.wait(self._every_s):
                return

    def _show(self, shown: list[str] | None) -> list[str]:
        """Write the addresses where they are others than `shown`."""
        urls = page_urls(*self._where, self._key())
        if urls != shown:
            write_whole(self._file, welcome_text(urls), mode=0o600)
        return urls
