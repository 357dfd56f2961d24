"""Who asks: watching is open, control needs the table key."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from fastapi import Request

from companion.service.keys import KeyRing
from companion.service.problems import ProblemError

__all__ = ["bearer", "control", "is_loopback"]


def bearer(request: Request) -> str | None:
    """The key in the Authorization header."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() or None if scheme.lower() == "bearer" else None


def control(keys: KeyRing) -> Callable[[Request], None]:
    """A dependency that lets only holders of a table key through."""

    def check(request: Request) -> None:
        key = bearer(request)
        if key is None:
            raise ProblemError(401, "no-key", "Only watching is open. Scan the table's QR code to control the game.")
        if not keys.holds(key):
            raise ProblemError(403, "wrong-key", "This table key is not valid any more. Scan the table's QR code again.")

    return check


def is_loopback(request: Request) -> bool:
    """Whether the request comes from this machine itself, not through a proxy."""
    if request.client is None or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
