"""A stand-in for the service: the real pages, scripted tables. Run it by hand: `python tests/dashboard/fake_service.py 8099`.

It takes every command, keeps it for the test to read, and shows whatever scene it is told to; it can go silent or drop
its sockets.
"""

from __future__ import annotations

import asyncio
import math
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, Self

import uvicorn
from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from pydantic import TypeAdapter

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parent.parent
for _folder in (_ROOT, _HERE):
    if str(_folder) not in sys.path:
        sys.path.insert(0, str(_folder))

import fake_boards  # noqa: E402 - the folder is no package
import fake_scenes  # noqa: E402
import fake_seats  # noqa: E402
import seat_scenes  # noqa: E402

from companion.games import find  # noqa: E402
from companion.service.schema import Command  # noqa: E402

DASHBOARD = _ROOT / "companion" / "dashboard"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
_SWITCHES = [
    ("aliens.fallen", "out", ["out", "back-to-pouch"], None),
    ("aliens.order", "by-roll", ["by-roll", "clockwise"], None),
    ("aliens.turn_grace_s", 0, [], (0, 60)),
    ("aliens.bump", "active", ["active", "bumper", "nobody"], None),
    ("aliens.toppled_counts", False, [False, True], None),
    ("aliens.rim_touch_is_crash", False, [False, True], None),
    ("aliens.fall_on_placement", "only-minus", ["only-minus", "plus-then-minus", "nothing"], None),
    ("aliens.slip_is_fall", True, [False, True], None),
    ("aliens.phase1_wipeout_ends", False, [False, True], None),
]


class Fake:
    """What the stand-in shows and what it was told."""

    def __init__(self) -> None:
        self.seq = self.drops = 0
        self.boot = "boot-1"
        self.begin_anew()

    def begin_anew(self) -> None:
        """Hang up, forget what was said, and show a roll to make."""
        self.drops += 1
        self.publish(fake_scenes.scene("roll"))
        self.lean = True
        self.silent = False
        self.refuse: dict[str, Any] | None = None
        self.commands: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.posts: list[tuple[str, Any]] = []
        self.guide: dict[str, Any] = dict(fake_scenes.GUIDE)
        self.hellos: list[dict[str, Any]] = []
        self.seat: int | None = None

    def show(self, scene: str) -> None:
        """Publish a scene; those of a phone as its seat sees them."""
        self.publish(fake_scenes.scene(scene), seat_scenes.SEAT if scene in seat_scenes.SCENES else None)

    def publish(self, table: dict[str, Any], seat: int | None = None) -> None:
        """Publish a table, as that seat's phone would see it."""
        self.table, self.seat = table, seat
        self.seq += 1

    def drop(self) -> None:
        """Close every socket."""
        self.drops += 1

    def sensor(self) -> dict[str, Any]:
        """A ship that rocks calmly."""
        t = time.monotonic()
        lean = (2.1 + 0.9 * math.sin(3.5 * t), -1.2 + 0.6 * math.cos(3.5 * t)) if self.lean else (1.4, -0.8)
        cop = (12 * lean[0], 12 * lean[1])
        state = "rocking" if self.lean else "resting"
        return {"type": "sensor", "t_s": t, "age_ms": 12, "state": state, "load_g": 120, "cop_mm": cop, "lean_deg": lean}


def create_app(fake: Fake) -> FastAPI:
    """The stand-in's application."""
    app = FastAPI()

    @app.middleware("http")
    async def policy(request: Request, call_next: Any) -> Response:
        reply: Response = await call_next(request)
        host = request.headers.get("host", "")
        reply.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
            f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return reply

    _pages(app)
    _resources(app, fake)
    _hands(app, fake)
    _surveys(app, fake)
    _guide(app, fake)
    fake_seats.routes(app, fake)
    _socket(app, fake)
    return app


def _pages(app: FastAPI) -> None:
    @app.get("/")
    def index() -> HTMLResponse:
        return HTMLResponse((DASHBOARD / "index.html").read_text())

    @app.get("/ui/{version}/{path:path}")
    def asset(version: str, path: str) -> Response:
        file = DASHBOARD / path
        if not version or not file.is_file():
            return Response(status_code=404)
        return FileResponse(file, media_type=_TYPES.get(file.suffix), headers={"Cache-Control": "no-cache"})


def _rules() -> dict[str, Any]:
    switches = [{"id": i, "default": d, "decision": "B8", "values": v, "bounds": b} for i, d, v, b in _SWITCHES]
    game = {
        "id": "balancing-aliens",
        "modes": ["ship", "follow", "manual"],
        "board_kind": "ship",
        "rules_version": 1,
        "seats": [1, 8],
        "senses": ["place"],
        "switches": switches,
        "facts": [],
    }
    other = {
        "id": "lift-off",
        "modes": ["manual"],
        "board_kind": "moon-track",
        "rules_version": 1,
        "seats": [2, 5],
        "senses": ["die", "buttons"],
        "switches": [
            {"id": s.id, "default": s.default, "decision": s.decision, "values": list(s.values), "bounds": s.bounds}
            for s in find("lift-off").switches
        ],
        "facts": [],
        "sample_board": "lift-off.toml",
    }
    return {"games": [{**game, "sample_board": "balancing-aliens"}, other]}


def _past(number: int) -> dict[str, Any]:
    table = fake_scenes.scene("over")
    names, scores = [seat["name"] for seat in table["seats"]], [seat["score"] for seat in table["seats"]]
    state = "over" if number < 6 else "open"
    return {
        "number": number,
        "id": "balancing-aliens",
        "started_at": f"2026-11-{20 + number}T19:30:00Z",
        "clock_set": number != 4,
        "names": names,
        "scores": scores,
        "state": state,
        "outcome": table["outcome"] if state == "over" else None,
    }


def _report(device: dict[str, Any]) -> dict[str, Any]:
    numbers = fake_scenes.NUMBERS
    return {**device, **numbers}


def _resources(app: FastAPI, fake: Fake) -> None:
    @app.get("/api/health")
    def health() -> dict[str, Any]:
        known = {"ok": True, "boot": fake.boot, "version": "0.1.0", "demo": True, "clients": 1, "dropped": 0}
        return {**known, "devices": [_report(device) for device in fake.table["devices"]]}

    @app.get("/api/rules")
    def rules() -> dict[str, Any]:
        return _rules()

    @app.get("/api/boards")
    def boards() -> dict[str, Any]:
        return {"boards": fake_boards.SHELF}

    names = ["Noor", "Bram", "Saskia"]

    @app.get("/api/players")
    def players() -> dict[str, Any]:
        return {"names": names}

    @app.post("/api/players/forget")
    async def forget(request: Request) -> dict[str, Any]:
        forgotten = (await request.json())["name"]
        return {"names": [name for name in names if name != forgotten]}

    @app.get("/api/games")
    def games(before: int = 7) -> dict[str, Any]:
        page = range(before - 1, max(before - 5, 0), -1)
        return {"games": [_past(number) for number in page], "more": page[-1] > 1}

    @app.get("/api/games/{number}")
    def game(number: int) -> dict[str, Any]:
        table = fake_scenes.scene("over")
        return {"game": _past(number), "events": table["events"], "table": table}

    @app.get("/api/qr.svg")
    def code() -> Response:
        return Response(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#fff"/></svg>',
            media_type="image/svg+xml",
        )

    @app.get("/api/bench")
    def bench() -> dict[str, Any]:
        return _bench()


def _bench() -> dict[str, Any]:
    aboard = [{"id": i, "xy_mm": xy, "aboard": True, "on_deck": False} for i, (_, _, xy) in enumerate(fake_scenes.ABOARD)]
    deck = [{"id": 6, "xy_mm": (-178, -120), "aboard": False, "on_deck": True}]
    bag = [{"id": i, "xy_mm": None, "aboard": False, "on_deck": False} for i in (7, 8, 9)]
    return {
        "aliens": [*aboard, *deck, *bag],
        "bag": 3,
        "plugged": True,
        "lifted": False,
        "yaw_deg": 0,
        "lean_deg": (2, -1),
        "script": None,
    }


def _surveys(app: FastAPI, fake: Fake) -> None:
    @app.post("/api/boards", status_code=201)
    async def board(request: Request) -> dict[str, Any]:
        fake.posts.append(("boards", await request.json()))
        return {"name": "attic-ship", "board": None, "problem": None}

    @app.post("/api/boards/{kind}", status_code=201)
    async def other_board(kind: str, request: Request) -> dict[str, Any]:
        fake.posts.append((kind, await request.json()))
        return {"name": f"{kind}-ours", "board": None, "problem": None}


def _hands(app: FastAPI, fake: Fake) -> None:
    @app.post("/api/commands")
    async def command(request: Request) -> Response:
        if fake.refuse is not None:
            return JSONResponse(fake.refuse, status_code=fake.refuse["status"], media_type="application/problem+json")
        asked = _COMMAND.validate_json(await request.body())
        key = request.headers["idempotency-key"]
        if key not in fake.keys:
            fake.keys.append(key)
            fake.commands.append(asked.model_dump(mode="json"))
        if asked.type == "new-game":
            fake.show("roll")
        return JSONResponse({"seq": fake.seq, "entries": [], "effects": []})

    @app.post("/api/bench")
    async def bench(request: Request) -> dict[str, Any]:
        fake.posts.append(("bench", await request.json()))
        return _bench()

    @app.post("/api/power/off", status_code=202)
    def power() -> dict[str, Any]:
        fake.posts.append(("power", None))
        return {"going_down": True}

    @app.post("/api/disputes/{seq}")
    def dispute(seq: int) -> dict[str, Any]:
        fake.posts.append(("dispute", seq))
        return {"file": "game-7-event-11.jsonl", "samples": 4800}

    @app.post("/fake/scene/{name}")
    def scene(name: str) -> dict[str, Any]:
        fake.show(name)
        return {"seq": fake.seq}


def _guide(app: FastAPI, fake: Fake) -> None:
    @app.get("/api/setup/calibration")
    def calibration() -> dict[str, Any]:
        return fake.guide

    @app.post("/api/setup/calibration")
    async def calibrate(request: Request) -> dict[str, Any]:
        asked = await request.json()
        fake.posts.append(("calibration", asked))
        if asked["press"] == "note":
            return fake.guide
        fake.guide = {**fake.guide, "running": True, "step": fake.guide["step"] + 1}
        return fake.guide


def _socket(app: FastAPI, fake: Fake) -> None:
    @app.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        fake.hellos.append(await socket.receive_json())
        hello = {"type": "hello", "protocol": 1, "boot": fake.boot, "version": "0.1.0", "heartbeat_ms": 3000, "role": "control"}
        await socket.send_json({**hello, "demo": True})
        pongs = asyncio.create_task(_answer(socket, fake))
        try:
            await _feed(socket, fake)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            pongs.cancel()


async def _answer(socket: WebSocket, fake: Fake) -> None:
    while True:
        try:
            message = await socket.receive_json()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "ping" and not fake.silent:
            await socket.send_json({"type": "pong", "n": message["n"]})


async def _feed(socket: WebSocket, fake: Fake) -> None:
    sent, drops = -1, fake.drops
    while fake.drops == drops:
        if not fake.silent and sent != fake.seq:
            sent = fake.seq
            await socket.send_json({"type": "snapshot", "boot": fake.boot, "seq": sent, "seat": fake.seat, "table": fake.table})
        if not fake.silent and fake.table["phase"] == "playing":
            await socket.send_json(fake.sensor())
        await asyncio.sleep(0.05)
    await socket.close()


class Running:
    """The stand-in on a free port of this machine, in a thread of its own."""

    def __init__(self) -> None:
        self.fake = Fake()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        config = uvicorn.Config(create_app(self.fake), log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        return self

    def begin_anew(self) -> None:
        """As if freshly started; the ship stands still, so that pages can be compared."""
        self.fake.begin_anew()
        self.fake.lean = False

    def __exit__(self, *_: object) -> None:
        self.fake.drop()
        self._server.should_exit = True
        self._thread.join(timeout=5)
        self._listener.close()


if __name__ == "__main__":
    uvicorn.run(create_app(Fake()), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
