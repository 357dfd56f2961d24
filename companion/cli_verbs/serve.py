"""`companion serve`: the service on the LAN, from a plate or from a recorded evening."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from companion.cli_verbs.console import is_journald, say
from companion.events import Health
from companion.service.addresses import page_urls
from companion.service.compose import bare_runtime, evening_runtime, plate_runtime
from companion.service.places import FolderBusyError, held, runtime_folder
from companion.service.qr import terminal
from companion.service.runtime import Runtime
from companion.service.server import bind, serve
from companion.service.settings import Settings, data_folder
from companion.service.settings_kept import InUse, settings_for_safe_start, settings_for_start
from companion.service.soundness import DamagedError, remarks, require_sound
from companion.service.standin import stand_in
from companion.service.starts import Starts
from companion.service.watchdog import tell
from companion.service.welcome import Welcome
from companion.ship.capture import CaptureError, open_lines, parse_header

__all__ = ["listen", "run"]

BARE = "devices"


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; ValueError or OSError with one line for bad input."""
    if not (math.isfinite(args.speed) and 0 < args.speed <= 1000):
        raise ValueError("--speed must be above 0 and at most 1000")
    data, starts = data_folder(args.data), Starts(runtime_folder())
    safe = starts.begin() or args.safe
    in_use = settings_for_safe_start(data) if safe else settings_for_start(data)
    try:
        with held(data):
            require_sound(in_use.settings)
    except DamagedError as error:
        _explain(_chosen(in_use.settings, args), error)
        raise
    with held(data):
        for remark in (*_about(in_use, safe=safe), *remarks(in_use.settings)):
            sys.stderr.write(f"companion serve: {remark}\n")
        make = partial(_runtime, args=args, told=_told(in_use, safe=safe))
        code = listen(_chosen(in_use.settings, args), make, starts.lasted)
    starts.lasted()
    return code


def _explain(settings: Settings, error: DamagedError) -> None:
    """Under systemd, which would only start it again for ever, the page says what is wrong until it no longer is."""
    if runtime_folder() is None:
        return
    sys.stderr.write(f"companion serve: {error}\n")
    tell(f"STATUS={error}")
    with contextlib.closing(bind(settings.host, settings.port)) as listener:
        stand_in(listener, str(error), lambda: _is_whole(settings))


def _is_whole(settings: Settings) -> bool:
    """Whether a start would succeed now; not while somebody is bringing a backup back."""
    try:
        with held(settings.data):
            require_sound(settings)
    except (DamagedError, FolderBusyError):
        return False
    return True


def _about(in_use: InUse, *, safe: bool) -> Iterator[str]:
    if in_use.problem is not None:
        yield in_use.problem
    if safe:
        yield "no device is opened in this start; games can be tapped. See companion doctor, then restart."


def _told(in_use: InUse, *, safe: bool) -> tuple[Health, ...]:
    """What the page says of this start."""
    restored = [Health("settings", "machine", "fault", "settings-restored")] if in_use.problem is not None else []
    bare = [Health(BARE, "machine", "fault", "safe-mode")] if safe else []
    return (*restored, *bare)


def _chosen(settings: Settings, args: argparse.Namespace) -> Settings:
    """The command line wins over the file."""
    host = settings.host if args.host is None else args.host
    port = settings.port if args.port is None else args.port
    return dataclasses.replace(settings, host=host, port=port)


def _runtime(settings: Settings, args: argparse.Namespace, told: Sequence[Health]) -> Runtime:
    if args.capture is not None:
        return evening_runtime(settings, _readable(args.capture), args.speed)
    if any(health.device == BARE for health in told):
        return bare_runtime(settings, told)
    return plate_runtime(settings, told)


def _readable(path: Path) -> Iterator[str]:
    """The lines, with the first one read already, so that a file that is no capture is refused before anything starts."""
    lines = open_lines(path)
    try:
        first = next(lines, "")
        parse_header(first)
    except CaptureError as error:
        raise ValueError(f"{path}: {error}") from None
    return itertools.chain([first], lines)


def listen(settings: Settings, make: Callable[[Settings], Runtime], lasted: Callable[[], None] = lambda: None) -> int:
    """Bind, build the runtime for the port that was got, say where, and serve; `lasted` is called after a good minute."""
    if not 0 <= settings.port <= 65535:
        raise ValueError("--port must be from 0 to 65535")
    listener = bind(settings.host, settings.port)
    try:
        settings = dataclasses.replace(settings, port=int(listener.getsockname()[1]))
        runtime = make(settings)
        if not is_journald():
            runtime.own_key()  # a disk without room for it is said before anything is started
        with _on_own_screen(runtime):
            serve(runtime, listener, lambda: _announce(runtime), lasted)
    finally:
        listener.close()
    return 0


@contextlib.contextmanager
def _on_own_screen(runtime: Runtime) -> Iterator[None]:
    """Under systemd the login prompt of this machine's screen shows the address and its key, as a terminal would."""
    folder = runtime_folder()
    if folder is None:
        yield
        return
    welcome = Welcome(folder, runtime.settings.host, runtime.settings.port, runtime.own_key)
    welcome.start()
    try:
        yield
    finally:
        welcome.stop()


def _announce(runtime: Runtime) -> None:
    """Where tablets find the table. The key is for the terminal: the system's log gets addresses only."""
    settings, secret = runtime.settings, is_journald()
    key = None if secret else runtime.own_key()
    for url in page_urls(settings.host, settings.port, key):
        say(url)
    if secret:
        say("To control the table: companion key")
    elif sys.stdout.isatty():
        say(terminal(runtime.page_url(key)))
