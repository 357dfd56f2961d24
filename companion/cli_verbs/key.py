"""`companion key`: hand out a table key, or revoke all and start anew."""

from __future__ import annotations

import argparse

from companion.cli_verbs.console import say
from companion.service.addresses import page_urls
from companion.service.keys import KeyRing
from companion.service.places import Places
from companion.service.settings import data_folder, load_settings

__all__ = ["run"]


def run(args: argparse.Namespace) -> int:
    """Keys are stored hashed, so an old one cannot be shown again: this makes another."""
    data = data_folder(args.data)
    settings = load_settings(data)
    ring = KeyRing(Places(data).keys)
    key = ring.renew() if args.new else ring.mint()
    say(key)
    for url in page_urls(settings.host, settings.port, key):
        say(url)
    return 0
