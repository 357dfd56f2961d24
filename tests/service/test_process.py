"""The command line as a process: bad input is one line and exit 2, a stop is clean, and what was scored stays."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from _beside import load
from websockets.sync.client import ClientConnection, connect

from companion.cli import main
from companion.service.places import held

process = load("service_process", Path(__file__).with_name("process.py"))
HEADER = {
    "format": "companion-capture/1",
    "sps": 80,
    "cells_mm": [[60, 60], [-60, 60], [-60, -60], [60, -60]],
    "ship": {
        "hub_mm": 30,
        "ring_width_mm": 20,
        "rings": 2,
        "points": [1, 2],
        "sectors": 4,
        "alien_foot_radius_mm": 6,
        "aliens": 10,
    },
}


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said about bad input, after checking that it is one line and exit code 2."""
    code = main(arguments)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    lines: list[str] = err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_wrong_settings_file_stops_the_start(tmp_path: Path) -> None:
    """An unknown key is named on one line with exit code 2, and nothing is started or written."""
    (tmp_path / "settings.toml").write_text("colour = 1\n")
    with process.companion("serve", "--data", str(tmp_path)) as run:
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, len(err.splitlines())) == (2, "", 1)
    assert 'unknown key "colour"' in err
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("text", ["", "no capture\n", '{"format":"other/1"}\n', json.dumps({**HEADER, "sps": "fast"}) + "\n"])
def test_a_file_that_is_no_capture_stops_the_start(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The file and line are named."""
    path = tmp_path / "x.capture.jsonl"
    path.write_text(text)
    said = _complaint(capsys, "serve", "--data", str(tmp_path / "d"), "--port", "0", "--capture", str(path))
    assert "x.capture.jsonl: line 1" in said


def test_other_bad_input_is_one_line_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An absent capture, an impossible speed or port, a busy folder, a taken port."""
    serve = ("serve", "--data", str(tmp_path), "--host", "127.0.0.1")
    assert "absent.gz" in _complaint(capsys, *serve, "--port", "0", "--capture", str(tmp_path / "absent.gz"))
    assert "--speed" in _complaint(capsys, *serve, "--speed", "0")
    assert "--port" in _complaint(capsys, *serve, "--port", "70000")
    assert "--port" in _complaint(capsys, "demo", "--port", "70000")
    with held(tmp_path):
        assert "another companion" in _complaint(capsys, *serve)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"cannot listen on 127.0.0.1 port {port}" in _complaint(capsys, *serve, "--port", port)


def test_a_damaged_journal_stops_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is named, with what to do, before an address is said; it stays as it was."""
    journal = tmp_path / "journal.sqlite"
    journal.write_bytes(b"no database at all, but a shopping list")
    said = _complaint(capsys, "serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", "0")
    assert "journal.sqlite" in said
    assert "companion restore" in said
    assert journal.read_bytes() == b"no database at all, but a shopping list"


def test_under_systemd_the_page_says_what_is_damaged_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
) -> None:
    """Nobody looks at a terminal there: the page names the file and the way out, and ends by itself once it is mended."""
    data, run = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    run.mkdir()
    (data / "journal.sqlite").write_bytes(b"no database at all, but a <shopping> list")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    url = f"http://127.0.0.1:{free_port}"
    with process.companion("serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(free_port)) as started:
        try:
            answer = _first_answer(url)
            assert answer.status_code == 503
            assert "journal.sqlite" in answer.text
            assert "companion restore" in answer.text
            assert "De companion kan niet starten" in answer.text
            assert (data / "journal.sqlite").read_bytes().startswith(b"no database")
            (data / "journal.sqlite").unlink()
            assert started.wait(15) == 2
        finally:
            started.kill()


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def _first_answer(url: str) -> httpx.Response:
    """What the page says as soon as something answers."""
    for _ in range(100):
        try:
            return httpx.get(url, trust_env=False, timeout=5)
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError("nothing answers")


def _tablet(stack: contextlib.ExitStack, service: Any) -> ClientConnection:
    live: ClientConnection = stack.enter_context(connect(service.ws, proxy=None))
    live.send(json.dumps({"type": "hello", "key": service.key}))
    return live


def _until(live: ClientConnection, kind: str) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(live.recv(10))
    while frame["type"] != kind:
        frame = json.loads(live.recv(10))
    return frame


def _send(http: httpx.Client, key: str, **command: Any) -> httpx.Response:
    return http.post("/api/commands", headers={"Idempotency-Key": key}, json=command)


def test_a_tapped_game_survives_a_stop_with_three_tablets(tmp_path: Path) -> None:
    """SIGTERM with three open tablets: each hears "restarting", exit 0 within five seconds, and the game goes on later."""
    data = str(tmp_path)
    with process.service("serve", "--data", data) as service, service.client() as http, contextlib.ExitStack() as stack:
        game = {"type": "new-game", "game": "balancing-aliens", "names": ["Ada", "Bo"], "mode": "manual"}
        assert _send(http, "k1", **game).status_code == 200
        awaited = http.get("/api/snapshot").json()["table"]["awaits"][0]
        act = {"type": "act", "await_id": awaited["id"], "action": {"type": "roll", "seat": awaited["seat"], "value": 6}}
        assert _send(http, "k2", **act).status_code == 200
        assert _send(http, "k3", **act).json()["code"] == "await-gone"
        tablets = [_tablet(stack, service) for _ in range(3)]
        assert {_until(live, "hello")["role"] for live in tablets} == {"control"}
        start_s = time.monotonic()
        code = service.stop()
        assert (code, time.monotonic() - start_s < 5) == (0, True)
        assert [_until(live, "bye")["reason"] for live in tablets] == ["restarting"] * 3
    with process.service("serve", "--data", data) as service, service.client() as http:
        table = http.get("/api/snapshot").json()["table"]
        assert table["game"]["number"] == 1
        assert table["events"][-1]["params"]["value"] == 6
        assert _send(http, "k2", **act).status_code == 200
        assert len(http.get("/api/snapshot").json()["table"]["events"]) == len(table["events"])
        assert http.get("/api/players").json() == {"names": ["Ada", "Bo"]}
        forgotten = {"headers": http.headers, "json": {"name": "Ada"}}
        assert http.post("/api/players/forget", **forgotten).json() == {"names": ["Bo"]}
        assert http.get("/api/players").json() == {"names": ["Bo"]}
        assert http.get("/api/games").json()["games"][0]["names"] == ["Ada", "Bo"]
        assert http.get("/api/games/1").json()["events"] == table["events"]
        assert service.stop() == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_refusals_of_the_real_table_are_problems(tmp_path: Path) -> None:
    """Unknown game, bad options, no such game, stale sequence, a reused key: each has its code, and nothing changes."""
    with process.service("serve", "--data", str(tmp_path)) as service, service.client() as http:
        names = {"type": "new-game", "names": ["Ada", "Bo"], "mode": "manual"}
        before = http.get("/api/snapshot").json()
        answers = [
            _send(http, "a", **names, game="chess"),
            _send(http, "b", **names, game="balancing-aliens", options={"aliens.fallen": "sideways"}),
            _send(http, "c", **names, game="balancing-aliens", board="not-there"),
            _send(http, "d", type="undo", seq=3),
            _send(http, "e", type="resume", number=9),
            http.get("/api/games/9"),
        ]
        assert [a.status_code for a in answers] == [404, 422, 422, 409, 404, 404]
        assert all(a.headers["content-type"] == "application/problem+json" for a in answers)
        assert [a.json()["code"] for a in answers[:1]] == ["unknown-game"]
        assert http.get("/api/snapshot").json()["table"] == before["table"]
        assert _send(http, "f", **names, game="balancing-aliens").status_code == 200
        assert _send(http, "f", type="end-game").json()["code"] == "key-reused"
        assert _send(http, "g", type="correct", seq=99, fact="pouch", value=1).json()["code"] == "stale-sequence"
        assert service.stop() == 0


def test_a_damaged_evening_is_reported_and_the_service_stays(tmp_path: Path) -> None:
    """A capture cut off in the middle shows its line as a fault of the plate."""
    path = tmp_path / "x.capture.jsonl.gz"
    lines = [json.dumps(HEADER), '{"t":0.0,"mark":"empty"}', '{"t":0.1,"counts":[1,2,3]}']
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    with process.service("serve", "--data", str(tmp_path / "d"), "--capture", str(path)) as service, service.client() as http:
        until_s = time.monotonic() + 30
        device: dict[str, Any] = {}
        while device.get("state") != "fault" and time.monotonic() < until_s:
            time.sleep(0.1)
            device = next(iter(http.get("/api/snapshot").json()["table"]["devices"]), {})
        assert (device["code"], device["params"]["line"]) == ("capture-damaged", 3)
        assert service.stop() == 0


def test_an_open_game_makes_room_for_an_evening(tmp_path: Path) -> None:
    """A capture served into a folder with an open game puts that game aside; it can be resumed."""
    path, data = tmp_path / "x.capture.jsonl", str(tmp_path / "d")
    path.write_text(json.dumps(HEADER) + "\n")
    with process.service("serve", "--data", data) as service, service.client() as http:
        assert _send(http, "a", type="new-game", game="balancing-aliens", names=["Ada", "Bo"]).status_code == 200
        assert service.stop() == 0
    with process.service("serve", "--data", data, "--capture", str(path)) as service, service.client() as http:
        table = http.get("/api/snapshot").json()["table"]
        assert (table["phase"], table["resumable"]) == ("lobby", [1])
        assert service.stop() == 0


@pytest.mark.parametrize("text", ["[", "{}", '{"sha256": 3}'])
def test_damaged_keys_are_named(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that hands out keys says which file is damaged and what to do."""
    (tmp_path / "keys.json").write_text(text)
    assert "keys.json: damaged. Remove it" in _complaint(capsys, "key", "--data", str(tmp_path))


def test_keys_are_handed_out_and_revoked_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`key` adds one, `key --new` leaves only its own; a running service minds both at once."""
    data = str(tmp_path)
    with process.service("serve", "--data", data) as service, service.client() as http:
        further, only = _key(capsys, data), _key(capsys, data, "--new")
        answers = [_undo(http, key).json()["code"] for key in (service.key, further, only)]
        assert answers == ["wrong-key", "wrong-key", "no-game"]
        assert service.stop() == 0


def _key(capsys: pytest.CaptureFixture[str], data: str, *more: str) -> str:
    assert main(["key", "--data", data, *more]) == 0
    return str(capsys.readouterr().out.splitlines()[0])


def _undo(http: httpx.Client, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": key}
    return http.post("/api/commands", headers=headers, json={"type": "undo", "seq": 1})


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_served_evening_ends_with_the_truths_scores(shared: Path, tmp_path: Path) -> None:
    """A recorded evening whose calls are right, played into the service, ends with its scores on the table."""
    capture = shared / "captures" / "clean-1001.capture.jsonl.gz"
    truth = json.loads((shared / "captures" / "clean-1001.truth.jsonl").read_text().splitlines()[-1])
    arguments = ("--data", str(tmp_path), "--capture", str(capture), "--speed", "20")
    with process.service("serve", *arguments) as service, service.client() as http:
        table = _when_ended(http)
        assert [seat["score"] for seat in table["seats"]] == truth["scores"]
        assert (table["phase"] == "over") == truth["over"]
        assert service.stop() == 0


def _when_ended(http: httpx.Client) -> dict[str, Any]:
    while True:
        time.sleep(1.0)
        table: dict[str, Any] = http.get("/api/snapshot").json()["table"]
        if any(device["code"] == "capture-ended" for device in table["devices"]):
            return table


def test_the_demo_answers_and_leaves_nothing(tmp_path: Path) -> None:
    """The demo is calibrated from the start, has its bench, and its folder is gone afterwards."""
    with process.service("demo") as service, service.client() as http, contextlib.ExitStack() as stack:
        live = _tablet(stack, service)
        assert _until(live, "hello")["demo"] is True
        assert _until(live, "sensor")["state"] in ("empty", "resting", "rocking", "touched")
        assert http.post("/api/bench", json={"do": "place", "xy_mm": [40.0, 40.0]}).status_code == 200
        refused = http.post("/api/bench", json={"do": "remove", "id": 99})
        assert (refused.status_code, refused.headers["content-type"]) == (409, "application/problem+json")
        assert http.post("/api/bench", json={"do": "die", "value": 7}).json()["code"] == "bad-bench-command"
        assert service.stop() == 0
    assert tmp_path.exists()
