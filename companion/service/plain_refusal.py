"""What nobody can parse as HTTP gets the same clear answer as every other bad input."""

from __future__ import annotations

import json
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

__all__ = ["REFUSAL", "Protocol"]

_PROBLEM = {
    "type": "about:blank",
    "title": "Bad Request",
    "status": 400,
    "detail": "This is not HTTP as I understand it. Open my address in a browser, with http:// before it.",
    "code": "bad-http",
}
_BODY = json.dumps(_PROBLEM).encode()
REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n"
    b"X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n%s" % (len(_BODY), _BODY)
)
_Base: Any = AutoHTTPProtocol


class Protocol(_Base):  # type: ignore[misc]  # uvicorn chooses its parser, and types it as no more than a protocol
    """Uvicorn's HTTP, which would answer in plain text."""

    def send_400_response(self, msg: str) -> None:
        """Whatever was wrong with it."""
        del msg
        self.transport.write(REFUSAL)
        self.transport.close()
