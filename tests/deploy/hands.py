"""Hands at an installed table: `hands.py KEY WHAT ...` inside the machine, by its own Python; the table as JSON."""

from __future__ import annotations

import json
import os
import sys
import urllib.request
import uuid

HERE = f"http://127.0.0.1:{os.environ.get('PORT', '8080')}/api/"


def ask(path: str, key: str = "", body: object = None) -> dict:
    """One request; the answer's JSON."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex, "Authorization": f"Bearer {key}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(HERE + path, data, headers if key else {}), timeout=20) as answer:
        return json.load(answer)


def table() -> dict:
    """The table, without what changes from start to start."""
    seen = ask("snapshot")["table"]
    return {name: seen[name] for name in ("phase", "seats", "state", "awaits", "events", "undo")}


def act(key: str, kind: str, action: dict) -> None:
    """Do what the table awaits of this kind."""
    awaited = next(one["id"] for one in ask("snapshot")["table"]["awaits"] if one["kind"] == kind)
    ask("commands", key, {"type": "act", "await_id": awaited, "action": action})


def begin(key: str) -> None:
    """A game of two, tapped, with its start rolls."""
    ask("commands", key, {"type": "new-game", "game": "balancing-aliens", "names": ["Ada", "Ben"], "mode": "manual"})
    for value in (6, 1):
        act(key, "roll", {"type": "roll", "value": value})


def roll(key: str) -> None:
    """Half a turn."""
    act(key, "roll", {"type": "roll", "value": 3})


def place(key: str) -> None:
    """The other half."""
    act(key, "place", {"type": "place", "ring": 2, "sector": 3})


def turn(key: str) -> None:
    """A whole turn."""
    roll(key)
    place(key)


if __name__ == "__main__":
    for what in sys.argv[2:]:
        {"begin": begin, "roll": roll, "place": place, "turn": turn}[what](sys.argv[1])
    sys.stdout.write(json.dumps({**table(), "devices": ask("snapshot")["table"]["devices"]}))
