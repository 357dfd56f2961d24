"""What this machine's own screen shows above its login prompt: where tablets find the table, as a QR code and in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.service.addresses import page_urls
from companion.service.files import write_whole
from companion.service.lookout import Lookout
from companion.service.qr import terminal

__all__ = ["CONSOLE_FILE", "Welcome", "welcome_text"]

CONSOLE_FILE = "console.issue"
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
        self._shown: list[str] | None = None
        self._lookout = Lookout("welcome", self._show, every_s, (OSError,))  # a full disk, or memory

    def start(self) -> None:
        """Begin to look."""
        self._lookout.start()

    def stop(self) -> None:
        """End it; a screen shall not show what nobody answers."""
        self._lookout.stop()
        self._file.unlink(missing_ok=True)

    def _show(self) -> bool:
        """Write the addresses where they are others than those shown; it is never enough."""
        urls = page_urls(*self._where, self._key())
        if urls != self._shown:
            write_whole(self._file, welcome_text(urls), mode=0o600)
        self._shown = urls
        return False
