"""The door in front of every route: Host and Origin, size of bodies, headers. Plain ASGI, so sockets pass it too."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.service.problems import ProblemError, problem_response

__all__ = ["Guard", "own_names"]

BODY_LIMIT = 64 * 1024
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# The Host header is repeated in the content policy, so nothing but a name or address and a port may be in it.
_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+?)\.?)(?::[0-9]{1,5})?")


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """The names this machine answers to, lower case: localhost, its own, its own with .local, and the listed ones."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local", *(m.lower() for m in more)})


class Guard:
    """Refuses foreign Host and Origin and large bodies; adds the security headers to every response."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reply = _with_headers(send, headers.get("host", ""))
        problem = self._refusal(scope, headers)
        if problem is None:
            await self._app(scope, _limited(receive) if scope["type"] == "http" else receive, reply)
        elif scope["type"] == "http":
            await problem_response(problem)(scope, receive, reply)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": problem.code})

    def _refusal(self, scope: Scope, headers: Headers) -> ProblemError | None:
        host = headers.get("host", "")
        if not self._known(host):
            return ProblemError(
                421, "bad-host", "This name is not mine. Open me by my IP address, or list the name in allowed_hosts."
            )
        origin = headers.get("origin")
        matters = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if origin is not None and matters and not self._same(origin, host):
            return ProblemError(403, "bad-origin", "This request comes from another page. Open my own page instead.")
        if _declared_length(headers) > BODY_LIMIT:
            return _too_large()
        return None

    def _known(self, host: str) -> bool:
        name = _host_name(host)
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @staticmethod
    def _same(origin: str, host: str) -> bool:
        scheme, _, netloc = origin.partition("://")
        return scheme in ("http", "https") and netloc.lower() == host.lower()


def _host_name(host: str) -> str:
    found = _HOST.fullmatch(host)
    return (found["v6"] or found["name"]).lower() if found else ""


def _declared_length(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() else BODY_LIMIT + 1


def _too_large() -> ProblemError:
    return ProblemError(413, "too-large", f"The body is larger than {BODY_LIMIT // 1024} KiB. Send less.")


def _limited(receive: Receive) -> Receive:
    """A chunked body has no declared length, so what arrives is counted."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > BODY_LIMIT:
            raise _too_large()
        return message

    return counted


def _policy(host: str) -> str:
    # Safari 15 does not take 'self' for sockets, so the socket's address is spelt out.
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        f"media-src 'self'; connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


def _with_headers(send: Send, host: str) -> Send:
    async def reply(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = _policy(host)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return reply
