"""Where tablets reach this machine."""

from __future__ import annotations

import ipaddress
import socket

__all__ = ["lan_address", "near_host", "page_url", "page_urls", "seat_url"]


def lan_address() -> str | None:
    """This machine's address on the LAN, or None without one. Nothing is sent: only a route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address


def near_host(bound: str) -> str:
    """Where a program on this machine reaches a server bound to `bound`: one on a single address answers on no other."""
    return "127.0.0.1" if bound in ("0.0.0.0", "::") else bound  # noqa: S104 -- compared, not bound


def page_url(host: str, port: int, key: str | None = None) -> str:
    """The page's address; the key travels in the fragment, which browsers do not send."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"#k={key}" if key else "")


def seat_url(page: str, claim: str) -> str:
    """The address that gives a phone its seat, below the page's own; the claim is in the fragment, as a key is."""
    return f"{page}#c={claim}"


def page_urls(bound: str, port: int, key: str | None = None) -> list[str]:
    """Addresses that reach a server bound to `bound`: the LAN's IP first, since `.local` names fail on some tablets."""
    if bound not in ("0.0.0.0", "::"):  # noqa: S104 -- compared, not bound
        return [page_url(bound, port, key)]
    lan = lan_address()
    hosts = [*([lan] if lan else []), f"{socket.gethostname().split('.')[0].lower()}.local", "127.0.0.1"]
    return [page_url(host, port, key) for host in hosts]
