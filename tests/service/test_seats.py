"""Seats and their phones over real HTTP and sockets: one use of a claim, re-issue, restart, and what nobody else is told."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.service.compose import plate_runtime
from companion.service.settings import Settings

NAMES = ["Ada", "Ben", "Cy"]


class House:
    """A service with a game of Close Encounters, the table's key, and phones."""

    def __init__(self, server: Any) -> None:
        self.server = server
        key = server.runtime.keys.mint()
        self.http = httpx.Client(base_url=server.url, trust_env=False, headers={"Authorization": f"Bearer {key}"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def post(self, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """A request of the table, or of a phone with its own key."""
        headers = {"Idempotency-Key": secrets.token_hex(8)} | ({"Authorization": f"Bearer {key}"} if key else {})
        return self.http.post(path, json={} if body is None else body, headers=headers)

    def command(self, **command: Any) -> httpx.Response:
        """A command with the table key."""
        return self.post("/api/commands", command)

    def begin(self, board: str | None = None) -> None:
        """A new game."""
        assert self.command(type="new-game", game="close-encounters", names=NAMES, board=board).status_code == 200

    def table(self) -> dict[str, Any]:
        """What everybody may see."""
        view: dict[str, Any] = self.http.get("/api/snapshot").json()["table"]
        return view

    def claim(self, seat: int) -> str:
        """The claim that the seat's code carries."""
        return str(self.post(f"/api/seats/{seat}/claim").raise_for_status().json()["url"].partition("#c=")[2])

    def join(self, seat: int) -> str:
        """A phone takes a seat; its key."""
        key = secrets.token_hex(16)
        taken = self.post("/api/claims", {"claim": self.claim(seat), "key": key})
        assert taken.json() == {"game": self.table()["game"]["number"], "seat": seat, "name": NAMES[seat]}
        return key

    @contextlib.contextmanager
    def phone(self, key: str) -> Iterator[ClientConnection]:
        """A phone's socket."""
        with connect(self.server.ws, proxy=None) as live:
            live.send(json.dumps({"type": "hello", "seat_key": key}))
            yield live

    def view(self, key: str) -> dict[str, Any]:
        """What a phone is shown of the table as it is now: frames follow the table, and may come after a command's answer."""
        now = self.http.get("/api/snapshot").json()["seq"]
        with self.phone(key) as live:
            return next(frame for frame in frames(live) if frame["type"] == "snapshot" and frame["seq"] >= now)

    def circle(self, key: str, seat: int, square: int) -> httpx.Response:
        """A phone circles a square for a seat."""
        awaits = self.view(key)["table"]["awaits"]
        cited = next((a["id"] for a in awaits if a["kind"] == "circle"), "none")
        action = {"type": "circle", "seat": seat, "square": square}
        return self.post("/api/seat/commands", {"type": "act", "await_id": cited, "action": action}, key)


def frames(live: ClientConnection) -> Iterator[dict[str, Any]]:
    """What comes down a socket, until it is closed or silent."""
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        while True:
            yield json.loads(live.recv(2))


def code(reply: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return reply.status_code, reply.json().get("code", "")


@pytest.fixture
def house(serving: Callable[..., Any], tmp_path: Path) -> Iterator[House]:
    """A table with a game on it."""
    with serving(plate_runtime(Settings(tmp_path, host="127.0.0.1", port=0))) as server, House(server) as house:
        house.begin()
        yield house


def test_a_claim_is_good_for_one_use(house: House) -> None:
    """The second phone gets 410; the first one may repeat itself, since its answer may have got lost."""
    claim, mine = house.claim(0), secrets.token_hex(16)
    assert house.claim(0) == claim
    assert house.post("/api/claims", {"claim": claim, "key": mine}).status_code == 200
    again = house.post("/api/claims", {"claim": claim, "key": mine})
    assert again.json()["seat"] == 0
    assert house.http.get("/api/seat", headers={"Authorization": f"Bearer {mine}"}).json() == again.json()
    other = house.post("/api/claims", {"claim": claim, "key": secrets.token_hex(16)})
    assert code(other) == (410, "claim-used")
    assert other.headers["content-type"] == "application/problem+json"
    assert code(house.post("/api/claims", {"claim": "guessed", "key": mine})) == (404, "unknown-claim")
    assert code(house.post("/api/claims", {"claim": claim, "key": "short"})) == (422, "bad-claim")


def test_a_phone_sees_its_own_card_and_nobody_else_does(house: House) -> None:
    """Its snapshots carry its seat and its circles; the table is told that a phone came and that a square was marked."""
    ada, ben = house.join(0), house.join(1)
    assert [seat["phone"] for seat in house.table()["seats"]] == [True, True, False]
    assert [seat["marks"] for seat in house.table()["state"]["seats"]] == ["phone", "phone", "paper"]
    assert house.circle(ada, 0, 77).status_code == 200
    own, other = house.view(ada), house.view(ben)
    assert (own["seat"], own["table"]["state"]["mine"]["circles"]) == (0, [77])
    assert (other["seat"], other["table"]["state"]["mine"]["circles"]) == (1, [])
    line = house.table()["events"][-1]
    assert (line["code"], line["params"], line["source"]["kind"]) == ("circle", {"seat": 0}, "phone")
    assert house.http.get("/api/snapshot").json()["seat"] is None


def test_only_the_seat_itself_circles(house: House) -> None:
    """Neither the table key nor another phone can circle for a seat, replace a circle, or try out what would spring."""
    ada, ben = house.join(0), house.join(1)
    action = {"type": "circle", "seat": 0, "square": 12}
    cited = next(a["id"] for a in house.view(ada)["table"]["awaits"] if a["kind"] == "circle")
    for more in ({}, {"ruling": True}):
        asked = house.command(type="act", await_id=cited, action={**action, **more})
        assert code(asked) == (403, "secret-of-the-seat")
    assert code(house.circle(ben, 0, 12)) == (403, "not-your-seat")
    assert house.circle(ada, 0, 12).status_code == 200
    seq = house.table()["events"][-1]["seq"]
    assert code(house.command(type="replace", seq=seq, action={"type": "skip"})) == (403, "secret-of-the-seat")
    roll = {"type": "roll", "value": 7, "seat": 2}
    started = next(a["id"] for a in house.table()["awaits"] if a["kind"] == "roll" and a["seat"] == 2)
    assert house.command(type="act", await_id=started, action=roll).status_code == 200
    last = house.table()["events"][-1]["seq"]
    preview = house.command(type="replace", seq=last, action={**roll, "value": 8}, preview=True)
    assert code(preview) == (409, "preview-would-tell")
    assert code(house.post("/api/seat/commands", {"type": "undo", "seq": last}, ada)) == (403, "not-your-seat")
    rolling = {"type": "act", "await_id": started, "action": roll}
    assert code(house.post("/api/seat/commands", rolling, ada)) == (403, "not-your-seat")
    assert code(house.post("/api/seat/commands", rolling, secrets.token_hex(16))) == (403, "wrong-seat-key")
    assert code(house.post("/api/commands", rolling, ada)) == (403, "wrong-key")
    unknown = httpx.post(
        house.server.url + "/api/seat/commands", json=rolling, headers={"Idempotency-Key": "x"}, trust_env=False
    )
    assert code(unknown) == (401, "no-seat-key")


def test_a_phone_has_one_seat(house: House) -> None:
    """Its key gets no second one, and a repeated claim answers with that claim's seat or not at all."""
    first, second, mine = house.claim(0), house.claim(1), secrets.token_hex(16)
    assert house.post("/api/claims", {"claim": first, "key": mine}).json()["seat"] == 0
    refused = house.post("/api/claims", {"claim": second, "key": mine})
    assert code(refused) == (409, "key-in-use")
    assert house.post("/api/claims", {"claim": first, "key": mine}).json()["seat"] == 0
    house.post("/api/seats/0/reissue")
    assert house.post("/api/claims", {"claim": second, "key": mine}).json()["seat"] == 1
    assert code(house.post("/api/claims", {"claim": first, "key": mine})) == (410, "claim-used")


def test_a_phone_takes_back_its_newest_circle_only(house: House) -> None:
    """Undone by its own phone it is out; the circle before it is not the newest any more."""
    ada = house.join(0)
    house.circle(ada, 0, 12)
    first = house.table()["events"][-1]["seq"]
    house.circle(ada, 0, 13)
    second = house.table()["events"][-1]["seq"]
    assert code(house.post("/api/seat/commands", {"type": "undo", "seq": first}, ada)) == (403, "not-your-seat")
    assert house.post("/api/seat/commands", {"type": "undo", "seq": second}, ada).status_code == 200
    assert house.view(ada)["table"]["state"]["mine"]["circles"] == [12]


def test_a_lost_phones_seat_is_given_out_anew(house: House) -> None:
    """The old phone hears why and is a watcher; all screens are told until it was seen; the new phone has the same card."""
    ada = house.join(0)
    house.circle(ada, 0, 77)
    assert code(house.post("/api/seats/0/claim")) == (409, "seat-taken")
    with house.phone(ada) as live:
        incoming = frames(live)
        assert next(frame for frame in incoming if frame["type"] == "snapshot")["seat"] == 0
        anew = house.post("/api/seats/0/reissue").json()
        rest = list(incoming)
    assert rest[-1] == {"type": "bye", "reason": "seat-reissued"}
    assert all(
        frame["seat"] is None and frame["table"]["state"]["mine"] is None for frame in rest if frame["type"] == "snapshot"
    )
    assert house.view(ada)["seat"] is None
    assert code(house.http.get("/api/seat", headers={"Authorization": f"Bearer {ada}"})) == (403, "wrong-seat-key")
    assert code(house.circle(ada, 0, 78)) == (403, "wrong-seat-key")
    notice = house.table()["notices"][0]
    assert (notice["code"], notice["params"], notice["actions"]) == ("seat-reissued", {"seat": 0, "name": "Ada"}, ["seen"])
    assert "77" not in json.dumps({**anew, "url": "", "svg": ""})
    new = secrets.token_hex(16)
    assert house.post("/api/claims", {"claim": anew["url"].partition("#c=")[2], "key": new}).status_code == 200
    assert house.view(new)["table"]["state"]["mine"]["circles"] == [77]
    assert house.command(type="notice", notice=notice["id"], action="seen").status_code == 200
    assert house.table()["notices"] == []


def test_the_seat_is_there_again_after_a_restart(serving: Callable[..., Any], tmp_path: Path) -> None:
    """The key is kept in the journal, hashed: a service that starts anew knows the phone, and no file holds key or claim."""
    with serving(plate_runtime(Settings(tmp_path, host="127.0.0.1", port=0))) as server, House(server) as house:
        house.begin()
        ada, unused = house.join(0), house.claim(1)
        house.circle(ada, 0, 77)
    with serving(plate_runtime(Settings(tmp_path, host="127.0.0.1", port=0))) as server, House(server) as house:
        assert house.view(ada)["table"]["state"]["mine"]["circles"] == [77]
        assert house.post("/api/claims", {"claim": unused, "key": secrets.token_hex(16)}).status_code == 200
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or not any(key.encode() in path.read_bytes() for key in (ada, unused))


def test_a_seat_is_of_one_game(house: House) -> None:
    """After the next game has begun the phone only watches, and its old claims are unknown; a game without secrets has none."""
    ada, claim = house.join(0), house.claim(1)
    house.command(type="end-game")
    assert house.view(ada)["seat"] is None
    house.begin()
    assert (house.view(ada)["seat"], house.view(ada)["table"]["state"]["mine"]) == (None, None)
    assert code(house.post("/api/claims", {"claim": claim, "key": ada})) == (404, "unknown-claim")
    assert code(house.post("/api/seats/7/claim")) == (404, "no-such-seat")
    assert code(house.post("/api/seats/0/reissue")) == (409, "seat-free")
    house.command(type="end-game")
    assert code(house.post("/api/seats/0/claim")) == (409, "no-game")
    assert house.command(type="new-game", game="et-cards", names=NAMES).status_code == 200
    assert code(house.post("/api/seats/0/claim")) == (409, "nothing-secret")


ODD_BOARD = """kind = "grid"
name = "Odd numbers"
verified = true
rows = [". M M .", "901 902 903 904", "905 906 907 908", "909 910 911 912", "913 914 915 916", ". T T ."]
"""
SECRET = re.compile(r"\b911\b")


def test_neither_the_log_nor_the_journal_handed_out_tells_a_circle_or_a_key(
    serving: Callable[..., Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Even at its most talkative: circled, refused, undone, redone and put aside, with every logger heard to the last line."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "odd.toml").write_text(ODD_BOARD)
    settings = Settings(tmp_path, host="127.0.0.1", port=0, log_level="debug")
    with serving(plate_runtime(settings)) as server, House(server) as house, caplog.at_level(logging.DEBUG):
        for name in ("uvicorn", "uvicorn.error", "websockets.server"):
            logging.getLogger(name).addHandler(caplog.handler)
        house.begin("odd")
        ada, claim = house.join(0), house.claim(1)
        assert house.circle(ada, 0, 911).status_code == 200
        assert house.circle(ada, 0, 911).json()["code"] == "circled-already"
        seq = house.table()["events"][-1]["seq"]
        house.command(type="undo", seq=seq)
        house.command(type="redo", seq=seq)
        assert house.view(ada)["table"]["state"]["mine"]["circles"] == [911]
        number = house.table()["game"]["number"]
        for state in ("played", "put aside"):
            handed_out = house.http.get(f"/api/games/{number}/journal")
            rows = [json.loads(line) for line in handed_out.text.splitlines()]
            assert len(rows) > 4, state
            assert not SECRET.search(json.dumps([row for row in rows if "row" in row])), state
            house.command(type="end-game")
        past = house.http.get(f"/api/games/{number}").json()
        assert not SECRET.search(json.dumps([past["events"], past["table"]["state"]]))
        told = [record.getMessage() for record in caplog.records if record.name != "websockets.client"]
        assert len(told) > 4
        assert [line for line in told if SECRET.search(line) or ada in line or claim in line] == []
