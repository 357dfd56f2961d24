"""The page of a service that cannot start on its files: what is damaged and what to do, in place of no page at all.

It changes nothing, knows no key, and ends once the files are whole, so that the real service can be started.
"""

from __future__ import annotations

import html
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["stand_in"]

_LOOK_EVERY_S = 5.0
_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="15"><title>Companion</title>
<style>body{{font:20px/1.5 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em;background:#0a1024;color:#f5f7ff}}
code{{display:block;padding:.8em;background:#1b2547;overflow-wrap:anywhere}}</style>
<h1>The companion cannot start</h1>
<p>One of its files is damaged. It was left as it is, and nothing was written over it. This was found:</p>
<code>{reason}</code>
<p>Do what it says on the companion's own machine. This page becomes the game by itself once the files are whole. Until then,
keep the score on paper.</p>
<div lang="nl"><h1>De companion kan niet starten</h1>
<p>Een van zijn bestanden is beschadigd. Het is gelaten zoals het is, en er is niets overheen geschreven. Wat er mis is, staat
hierboven: doe op de machine van de companion wat daar staat. Deze pagina wordt vanzelf het spel zodra de bestanden heel zijn.
Houd de score tot die tijd op papier bij.</p></div>
"""


def stand_in(listener: socket.socket, reason: str, is_whole: Callable[[], bool], every_s: float = _LOOK_EVERY_S) -> None:
    """Answer every request at the listening socket with the reason, until `is_whole` says that the files are."""
    body = _PAGE.format(reason=html.escape(reason)).encode()
    listener.listen()
    server = ThreadingHTTPServer(listener.getsockname()[:2], _handler(body), bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    answering = threading.Thread(target=server.serve_forever, name="stand-in", daemon=True)
    answering.start()
    waiting = threading.Event()
    while not is_whole():
        waiting.wait(every_s)
    server.shutdown()
    answering.join()


def _handler(body: bytes) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10.0

        def do_GET(self) -> None:  # noqa: N802 - the library's name for it
            self.send_response(503)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Retry-After", "15")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """One line said it all; the requests are not told."""

    return Handler
