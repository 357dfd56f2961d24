"""What the plain HTTP side grants and refuses."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.service.keys import KeyRing
from companion.service.paper import paper_runtime
from companion.service.settings import Settings

ACT = {"type": "act", "await_id": "0.roll", "action": {"type": "roll", "value": 3}}
BAD_BODIES = [
    (b"{", 400, "bad-json"),
    (b'{"type":"undo","seq":NaN}', 400, "bad-json"),
    (b'{"type":"undo","seq":1e999}', 400, "bad-json"),
    (b'{"type":"press","button":"\\ud800"}', 400, "bad-json"),
    (b"[" * 60_000, 400, "bad-json"),
    (b"\xff\xfe", 400, "bad-json"),
    (b'{"type":"undo","seq":1,"seq":2}', 400, "bad-json"),
    (b'{"type":"act","await_id":"0.roll","action":{"type":"roll","value":3,"value":4}}', 400, "bad-json"),
    (b"[]", 422, "bad-command"),
    (b'{"type":"fly"}', 422, "bad-command"),
    (b'{"type":"undo","seq":"1"}', 422, "bad-command"),
    (b'{"type":"undo","seq":1,"more":2}', 422, "bad-command"),
    (b'{"type":"new-game","game":"balancing-aliens","names":["' + b"x" * 25 + b'"]}', 422, "bad-command"),
    (b'{"type":"press","button":"' + b"x" * 70_000 + b'"}', 413, "too-large"),
]


def _post(client: httpx.Client, key: str = "k1", **more: Any) -> httpx.Response:
    return client.post("/api/commands", headers={"Idempotency-Key": key} | more.pop("headers", {}), **more)


def test_a_command_is_taken_once(client: httpx.Client) -> None:
    """The same idempotency key gives the same reply and makes no second entry."""
    first, again = _post(client, json=ACT), _post(client, json=ACT)
    assert first.status_code == 200
    assert first.json() == again.json() == {"seq": 1, "entries": [1], "effects": []}
    assert client.get("/api/snapshot").json()["seq"] == 1


@pytest.mark.parametrize(("body", "status", "code"), BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bad_bodies_get_one_clear_problem(client: httpx.Client, body: bytes, status: int, code: str) -> None:
    """Whatever is sent, the answer is problem details with a code and one line that says what to do."""
    answer = _post(client, content=body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["detail"]
    assert "\n" not in problem["detail"]
    assert client.get("/api/snapshot").json()["seq"] == 0


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_another_content_type_is_refused(client: httpx.Client, kind: str) -> None:
    """A body that says it is something else than JSON is not read as JSON; JSON with parameters is."""
    answer = _post(client, content=json.dumps(ACT), headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "bad-json")
    assert client.get("/api/snapshot").json()["seq"] == 0
    assert (
        _post(client, content=json.dumps(ACT), headers={"Content-Type": "application/json; charset=utf-8"}).status_code == 200
    )


def test_an_unknown_command_is_told_the_known_ones(client: httpx.Client) -> None:
    """What was sent is not echoed, whatever its length; the detail lists what is taken."""
    detail = _post(client, json={"type": "x" * 500}).json()["detail"]
    assert "'type' must be one of 'new-game', 'act'" in detail
    assert "xx" not in detail


def test_a_body_without_declared_length_is_counted(client: httpx.Client) -> None:
    """A chunked body cannot slip past the limit."""
    answer = _post(client, content=(b"x" * 10_000 for _ in range(10)))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_an_await_that_is_gone_is_refused(client: httpx.Client) -> None:
    """A command citing what is not awaited any more gets 409."""
    _post(client, json=ACT)
    answer = _post(client, key="k2", json=ACT)
    assert (answer.status_code, answer.json()["code"]) == (409, "await-gone")


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Authorization": ""}, 401, "no-key"),
        ({"Authorization": "Basic x"}, 401, "no-key"),
        ({"Authorization": "Bearer wrong"}, 403, "wrong-key"),
        ({"Host": "evil.example"}, 421, "bad-host"),
        ({"Host": "localhost:80; script-src *"}, 421, "bad-host"),
        ({"Origin": "http://evil.example"}, 403, "bad-origin"),
        ({"Origin": "null"}, 403, "bad-origin"),
        ({"Idempotency-Key": ""}, 400, "no-idempotency-key"),
        ({"Idempotency-Key": "x" * 65}, 400, "no-idempotency-key"),
    ],
)
def test_who_may_not_control(client: httpx.Client, headers: dict[str, str], status: int, code: str) -> None:
    """Control needs the table key, a host name of ours and our own page."""
    answer = _post(client, json=ACT, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:8080", "192.168.7.9", "LOCALHOST:99"])
def test_own_hosts_are_answered(client: httpx.Client, host: str) -> None:
    """IP literals and our own names are taken with any port."""
    assert client.get("/api/health", headers={"Host": host}).status_code == 200


def test_own_origin_may_post(client: httpx.Client) -> None:
    """The page itself sends its own origin."""
    assert _post(client, json=ACT, headers={"Origin": str(client.base_url).rstrip("/")}).status_code == 200


def test_watching_needs_no_key(running: Any) -> None:
    """Everything that only shows is open on the LAN."""
    for path in ("/api/health", "/api/snapshot", "/api/games", "/api/players", "/api/boards", "/api/rules", "/api/bench"):
        answer = httpx.get(running.url + path, trust_env=False)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-store"


def test_a_revoked_key_is_out_at_once(client: httpx.Client, running: Any) -> None:
    """Renewing in another process is noticed by the running service."""
    KeyRing(running.runtime.settings.data / "keys.json").renew()
    assert _post(client, json=ACT).json()["code"] == "wrong-key"


def test_keys_are_stored_hashed(running: Any) -> None:
    """The key file holds no key, and only its owner may read it."""
    key = running.runtime.keys.mint()
    path = running.runtime.settings.data / "keys.json"
    assert key not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    assert len(key) >= 22


def test_qr_needs_a_key_or_this_machine(client: httpx.Client, running: Any) -> None:
    """A proxied request without key sees no QR; this machine's own screen and key holders do."""
    assert client.get("/api/qr.svg").text.startswith("<svg")
    bare = {"trust_env": False}
    assert httpx.get(running.url + "/api/qr.svg", **bare).status_code == 200
    assert httpx.get(running.url + "/api/qr.svg", headers={"X-Forwarded-For": "10.0.0.9"}, **bare).status_code == 401
    assert httpx.get(running.url + "/api/qr.svg", headers={"Authorization": "Bearer no"}, **bare).status_code == 403


def test_headers_keep_the_page_to_itself(client: httpx.Client) -> None:
    """Every answer carries the content policy: own scripts only, no inline ones."""
    policy = client.get("/api/health").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy.split("style-src-attr")[0]


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api/nothing",
        "/ui/x/../../service/app.py",
        "/ui/x/%2e%2e/cli.py",
        "/ui/x/a%00b.js",
        "/ui/x/" + "a" * 999 + ".js",
        "/api/games/7",
    ],
)
def test_unknown_addresses_are_problems(client: httpx.Client, path: str) -> None:
    """There is no way out of the page's folder, and what is not there is said plainly."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] in ("not-found", "unknown-game")


def test_power_off_is_refused_politely(client: httpx.Client) -> None:
    """Without an owner's command the answer says what to do."""
    answer = client.post("/api/power/off")
    assert (answer.status_code, answer.json()["code"]) == (409, "power-not-allowed")
    assert "settings.toml" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [(("true",), 202, None), (("false",), 502, "power-failed"), (("/no/such/command",), 502, "power-failed")],
)
def test_power_off_runs_the_owners_command(
    tmp_path: Path, serving: Callable[..., Any], command: tuple[str, ...], status: int, code: str | None
) -> None:
    """What the settings allow is run, and its failure is told."""
    runtime = paper_runtime(tmp_path, Settings(tmp_path, "127.0.0.1", 0, power_off=command), demo=False)
    headers = {"Authorization": f"Bearer {runtime.keys.mint()}"}
    with serving(runtime) as server:
        answer = httpx.post(server.url + "/api/power/off", headers=headers, trust_env=False)
    assert (answer.status_code, answer.json().get("code")) == (status, code)


def test_only_the_demo_has_a_bench(tmp_path: Path, serving: Callable[..., Any]) -> None:
    """With a real ship there are no virtual hands."""
    with serving(paper_runtime(tmp_path, demo=False)) as server:
        assert httpx.get(server.url + "/api/bench", trust_env=False).status_code == 404


def test_a_survey_becomes_a_board(client: httpx.Client) -> None:
    """The posted survey is stored, listed as verified, and an impossible one is refused without a trace."""
    survey = {"name": "Our ship", "side": "balancing", "ring_edges_mm": [30, 60, 90.5], "points": [1, 2]}
    survey |= {"sectors": 4, "foot_radius_mm": 6.0, "aliens": 10}
    assert client.post("/api/boards", json=survey).status_code == 201
    bad = client.post("/api/boards", json=survey | {"name": "Bad", "points": [1]})
    assert (bad.status_code, bad.json()["code"]) == (422, "bad-board")
    own = [b for b in client.get("/api/boards").json()["boards"] if b["name"]]
    assert [(b["name"], b["board"]["verified"]) for b in own] == [("our-ship", True)]


def test_a_survey_of_another_kind_becomes_a_board_of_that_kind(client: httpx.Client) -> None:
    """What nobody looked at is left out of the file; a ship of that name is another file; contradictions name their key."""
    sample = next(b for b in client.get("/api/boards").json()["boards"] if b["game"] == "lift-off")["board"]
    survey = {"name": "Our ship", "values": {**sample["values"], "jetpack": {"full": None, "half": 3}}}
    stored = client.post("/api/boards/moon-track", json=survey)
    assert (stored.status_code, stored.json()["name"]) == (201, "moon-track-our-ship")
    assert stored.json()["board"]["verified"] is True
    assert stored.json()["board"]["values"]["jetpack"] == {"half": 3}
    bad = client.post("/api/boards/moon-track", json={**survey, "values": {**survey["values"], "day_start": {"2": 9}}})
    assert (bad.status_code, bad.json()["params"]["why"][:33]) == (422, "board file Our ship: day_start.2:")
    assert client.post("/api/boards/cheese", json=survey).json()["code"] == "bad-board"


def test_every_game_is_offered_with_its_modes_and_kind_of_board(client: httpx.Client) -> None:
    """Games that are not played on a ship are fed by hand only."""
    games = {game["id"]: game for game in client.get("/api/rules").json()["games"]}
    assert (games["balancing-aliens"]["modes"][0], games["balancing-aliens"]["board_kind"]) == ("ship", "ship")
    assert (games["lift-off"]["modes"], games["lift-off"]["board_kind"]) == (["manual"], "moon-track")


def test_a_damaged_board_is_listed_with_its_problem(client: httpx.Client, running: Any) -> None:
    """A damaged file is neither hidden nor fatal."""
    folder = running.runtime.settings.data / "boards"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("name = ")
    listed = {b["name"]: b for b in client.get("/api/boards").json()["boards"]}
    assert listed["broken"]["board"] is None
    assert "broken.toml" in listed["broken"]["problem"]


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ],
)
def test_what_is_no_http_is_a_problem_too(running: Any, nonsense: bytes) -> None:
    """A TLS greeting, half a request, an impossible length: one clear answer, then it is closed."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as raw:
        raw.sendall(nonsense + b"\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"400" in head.splitlines()[0]
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "bad-http"
