"""`companion wait`: until the service on this machine answers; for a screen or a script that must not come before it."""

from __future__ import annotations

import argparse
import json
import time
import urllib.request

from companion.cli_verbs.console import say
from companion.service.addresses import near_host, page_url
from companion.service.settings import data_folder
from companion.service.settings_kept import settings_in_force

__all__ = ["run"]

_EVERY_S = 0.5


def run(args: argparse.Namespace) -> int:
    """0 and the version once it answers; 1 when it did not in time."""
    end_s = time.monotonic() + args.seconds
    settings = settings_in_force(data_folder(args.data))
    host = near_host(settings.host if args.host is None else args.host)
    port = settings.port if args.port is None else args.port
    while True:
        version = _version(host, port)
        if version is not None:
            say(f"It answers on port {port}, page version {version}.")
            return 0
        if time.monotonic() > end_s:
            say(f"Nothing answers at {host}, port {port}, after {args.seconds:g} s. See: sudo journalctl -u companion")
            return 1
        time.sleep(_EVERY_S)


def _version(host: str, port: int) -> str | None:
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(page_url(host, port) + "api/health", timeout=2.0) as answer:
            return str(json.load(answer)["version"])
    except (OSError, ValueError, KeyError):
        return None
