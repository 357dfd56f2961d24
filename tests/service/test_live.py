"""The live socket: order, roles, slow readers, farewells."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.events import Live
from companion.service import client as client_module

ACT = {"type": "act", "await_id": "0.roll", "action": {"type": "roll", "value": 3}}


@contextlib.contextmanager
def _hello(running: Any, key: str | None = None) -> Iterator[ClientConnection]:
    with connect(running.ws, proxy=None) as live:
        live.send(json.dumps({"type": "hello", "key": key}))
        yield live


def _frame(live: ClientConnection) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(live.recv(5))
    return frame


def _live(t_s: float, state: Any = "resting") -> Live:
    return Live(t_s, state, 80.0, (1.0, 2.0), (0.1, 0.2))


def test_hello_then_snapshot_then_news_in_order(running: Any, client: httpx.Client) -> None:
    """The first frame says who serves, the second is whole, and sequences only grow within one boot."""
    with _hello(running) as live:
        hello, first = _frame(live), _frame(live)
        client.post("/api/commands", json=ACT, headers={"Idempotency-Key": "a"})
        second = _frame(live)
    assert (hello["type"], hello["role"], hello["protocol"]) == ("hello", "watch", 1)
    assert (first["type"], second["type"]) == ("snapshot", "snapshot")
    assert first["boot"] == second["boot"] == hello["boot"]
    assert (first["seq"], second["seq"]) == (0, 1)


@pytest.mark.parametrize(("right", "role"), [(True, "control"), (False, "watch")])
def test_the_key_in_the_first_message_gives_the_role(running: Any, right: bool, role: str) -> None:  # noqa: FBT001 -- two cases
    """A right key controls; a wrong one only watches."""
    key = running.runtime.keys.mint()
    with _hello(running, key if right else "wrong") as live:
        assert _frame(live)["role"] == role


def test_a_client_that_says_nothing_still_sees_everything(running: Any) -> None:
    """Who only listens is greeted as a watcher."""
    with connect(running.ws, proxy=None) as live:
        assert [_frame(live)["type"], _frame(live)["type"]] == ["hello", "snapshot"]


def test_ping_is_answered_with_its_number(running: Any) -> None:
    """The application's own heartbeat, since a slept tablet's socket may look open and be dead."""
    with _hello(running) as live:
        live.send('{"type":"ping","n":41}')
        frames = [_frame(live) for _ in range(3)]
    assert {"type": "pong", "n": 41} in frames


@pytest.mark.parametrize("text", ["{", '{"type":"dance"}', "x" * 9000])
def test_a_bad_frame_ends_the_socket(running: Any, text: str) -> None:
    """Nonsense on the socket closes it and nothing else."""
    with _hello(running) as live:
        live.send(text)
        with pytest.raises(ConnectionClosed):
            _newest(live, -1)
    assert httpx.get(running.url + "/api/health", trust_env=False).json()["ok"]


def test_foreign_pages_get_no_socket(running: Any) -> None:
    """Browsers send the page's origin, and only our own page is let in."""
    with pytest.raises(InvalidStatus), connect(running.ws, origin="http://evil.example", proxy=None):  # type: ignore[arg-type]
        pass


def test_sensor_frames_are_thinned_and_the_newest_wins(running: Any) -> None:
    """Eighty samples a second become at most twenty frames a second, and a change of state is sent at once."""
    with _hello(running) as live:
        _frame(live), _frame(live)
        start_s = time.monotonic()
        for n in range(40):
            running.runtime.hub.feel(_live(n / 80))
            time.sleep(1 / 80)
        spent_s = time.monotonic() - start_s
        running.runtime.hub.feel(_live(1.0, "lifted"))
        frames = [_frame(live)]
        while frames[-1]["state"] != "lifted":
            frames.append(_frame(live))
    assert 3 <= len(frames) <= spent_s * 20 + 3
    assert frames[-1]["t_s"] == 1.0


@contextlib.contextmanager
def _deaf(port: int) -> Iterator[socket.socket]:
    """A socket that shakes hands and then takes nothing."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield raw


def test_a_reader_that_stops_is_dropped_and_others_are_not_slowed(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who never reads gets bye "resync"; the other sees the newest snapshot meanwhile."""
    monkeypatch.setattr(client_module, "_STUCK_S", 0.5)
    hub = running.runtime.hub
    with _deaf(running.port) as stuck, _hello(running) as live:
        _frame(live), _frame(live)
        big = {"phase": "lobby", "state": {"filler": "x" * 20_000}}
        for seq in range(1, 101):
            hub.publish(seq, big)
            assert _newest(live, seq)["seq"] == seq
            time.sleep(0.02)
        heard = b""
        while b'"reason":"resync"' not in heard:
            chunk = stuck.recv(65536)
            assert chunk, "closed without a bye"
            heard += chunk
    assert heard.count(b'"snapshot"') < 60


def _newest(live: ClientConnection, seq: int) -> dict[str, Any]:
    frame = _frame(live)
    while frame.get("seq") != seq:
        frame = _frame(live)
    return frame


def test_a_revoked_key_ends_the_socket(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client in control is told that its key is no longer good."""
    monkeypatch.setattr("companion.service.hub.HEARTBEAT_MS", 100)
    key = running.runtime.keys.mint()
    with _hello(running, key) as live:
        _frame(live), _frame(live)
        running.runtime.keys.renew()
        assert _newest_bye(live) == "key-revoked"


def _newest_bye(live: ClientConnection) -> str:
    frame = _frame(live)
    while frame["type"] != "bye":
        frame = _frame(live)
    return str(frame["reason"])


def test_stopping_says_bye_to_all(running: Any) -> None:
    """Three open tablets hear "restarting" and the server ends within five seconds."""
    with contextlib.ExitStack() as stack:
        tablets = [stack.enter_context(_hello(running)) for _ in range(3)]
        for live in tablets:
            _frame(live), _frame(live)
        start_s = time.monotonic()
        running.server.should_exit = True
        reasons = [_newest_bye(live) for live in tablets]
    assert reasons == ["restarting"] * 3
    assert time.monotonic() - start_s < 5
