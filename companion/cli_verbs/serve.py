"""`companion serve`: the service on the LAN, from a plate or from a recorded evening."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.cli_verbs.console import is_journald, say
from companion.service.addresses import page_urls
from companion.service.compose import evening_runtime, plate_runtime
from companion.service.places import held
from companion.service.qr import terminal
from companion.service.runtime import Runtime
from companion.service.server import bind, serve
from companion.service.settings import Settings, data_folder, load_settings
from companion.service.soundness import remarks, require_sound
from companion.ship.capture import CaptureError, open_lines, parse_header

__all__ = ["listen", "run"]


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; ValueError or OSError with one line for bad input."""
    if not (math.isfinite(args.speed) and 0 < args.speed <= 1000):
        raise ValueError("--speed must be above 0 and at most 1000")
    data = data_folder(args.data)
    settings = load_settings(data)
    with held(data):
        require_sound(settings)
        for remark in remarks(settings):
            sys.stderr.write(f"companion serve: {remark}\n")
        return listen(_chosen(settings, args), lambda settings: _runtime(settings, args))


def _chosen(settings: Settings, args: argparse.Namespace) -> Settings:
    """The command line wins over the file."""
    host = settings.host if args.host is None else args.host
    port = settings.port if args.port is None else args.port
    return dataclasses.replace(settings, host=host, port=port)


def _runtime(settings: Settings, args: argparse.Namespace) -> Runtime:
    if args.capture is None:
        return plate_runtime(settings)
    return evening_runtime(settings, _readable(args.capture), args.speed)


def _readable(path: Path) -> Iterator[str]:
    """The lines, with the first one read already, so that a file that is no capture is refused before anything starts."""
    lines = open_lines(path)
    try:
        first = next(lines, "")
        parse_header(first)
    except CaptureError as error:
        raise ValueError(f"{path}: {error}") from None
    return itertools.chain([first], lines)


def listen(settings: Settings, make: Callable[[Settings], Runtime]) -> int:
    """Bind, build the runtime for the port that was got, say where, and serve."""
    if not 0 <= settings.port <= 65535:
        raise ValueError("--port must be from 0 to 65535")
    listener = bind(settings.host, settings.port)
    try:
        settings = dataclasses.replace(settings, port=int(listener.getsockname()[1]))
        runtime = make(settings)
        if not is_journald():
            runtime.own_key()  # a disk without room for it is said before anything is started
        serve(runtime, listener, lambda: _announce(runtime))
    finally:
        listener.close()
    return 0


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
