"""What a running service is made of, as the routes see it. `compose` builds the real one, tests a small one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.service.addresses import lan_address, page_url
from companion.service.boards import BoardShelf
from companion.service.door import BenchDoor, SeatDoor, TableDoor
from companion.service.files import write_whole
from companion.service.hub import HEARTBEAT_MS, Hub
from companion.service.keys import KeyRing
from companion.service.resources import DeviceReport
from companion.service.schema import HelloFrame
from companion.service.settings import Settings
from companion.service.static import ui_version
from companion.service.teaching import Teaching

__all__ = ["OwnKey", "Runtime", "make_hello"]


def make_hello(*, demo: bool) -> HelloFrame:
    """Who serves: a new boot id for every start."""
    return HelloFrame(boot=secrets.token_hex(8), version=ui_version(), heartbeat_ms=HEARTBEAT_MS, role="watch", demo=demo)


class OwnKey:
    """The key this machine may show on its own screen; minted when first asked for and again after a revocation.

    `kept` is a file that a reboot forgets: restarts then show the key they showed before, and push no tablet's key out.
    """

    def __init__(self, keys: KeyRing, kept: Path | None = None) -> None:
        self._keys = keys
        self._kept = kept
        self._key = kept.read_text() if kept is not None and kept.is_file() else None

    def __call__(self) -> str:
        """A valid key."""
        if self._key is None or not self._keys.holds(self._key):
            self._key = self._keys.mint()
            if self._kept is not None:
                write_whole(self._kept, self._key, mode=0o600)
        return self._key


@dataclass(frozen=True, slots=True)
class Runtime:
    """The collaborators of one service. `start` and `stop` are called once, by the app's lifespan."""

    settings: Settings
    hello: HelloFrame
    hub: Hub
    keys: KeyRing
    own_key: Callable[[], str]
    table: TableDoor
    seats: SeatDoor
    boards: BoardShelf
    bench: BenchDoor | None = None
    teaching: Teaching | None = None
    devices: Callable[[], list[DeviceReport]] = field(default=list)
    start: Callable[[], None] = field(default=lambda: None)
    stop: Callable[[], None] = field(default=lambda: None)

    def page_url(self, key: str | None) -> str:
        """The address a phone can open: by IP, since names fail on some tablets."""
        bound = self.settings.host
        host = (lan_address() or "127.0.0.1") if bound in ("0.0.0.0", "::") else bound  # noqa: S104 -- compared, not bound
        return page_url(host, self.settings.port, key)
