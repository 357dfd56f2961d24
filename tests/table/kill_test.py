"""Kill a table with SIGKILL at random moments, N times, and look for lost scores: `python tests/table/kill_test.py N`.

A child process plays without pause over one journal and prints what it publishes, as a client would see it. After each kill
the journal must be whole, and a table opened over it must still have everything that was ever seen as scored.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.events import Fell, Live, Placed, Removed, Rolled, Spot
from companion.games.balancing_aliens import GAME
from companion.table.journal import Journal, integrity_check
from companion.table.table import Refused, Table

MOST_S, LEAST_S = 0.6, 0.01


class Seen:
    """What clients saw: every scored event ever, and the newest whole view."""

    def __init__(self) -> None:
        self.events: dict[tuple[int, int], str] = {}
        self.newest: Mapping[str, Any] = {}

    def take(self, line: str) -> None:
        """One line of the child; half a line is what the kill left of one."""
        try:
            frame = json.loads(line)
        except ValueError:
            return
        self.newest = frame
        for event in frame["events"]:
            self.events[frame["game"], event["seq"]] = event["code"]


def _frame(view: Mapping[str, Any]) -> dict[str, Any] | None:
    if view["phase"] == "lobby":
        return None
    events = [{"seq": e["seq"], "code": e["code"], "undone": e["undone"], "points": e["points"]} for e in view["events"]]
    return {"game": view["game"]["number"], "scores": [s["score"] for s in view["seats"]], "events": events}


# --- the child ---------------------------------------------------------------------------------------------------------


class Player:
    """Does one thing after the other, as fast as the table takes it."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table = table
        self.chance = chance
        self.t_s = 10.0

    def step(self) -> None:
        """Whatever comes next: a game, an answer, now and then an undo or a fall, else the next roll or hand."""
        self.t_s += 2.0
        view = self.table.view()
        if view["phase"] != "playing":
            self._new_game(view)
        elif view["questions"]:
            question = view["questions"][0]
            option = self.chance.choice(question["options"])["id"]
            self._submit({"type": "answer", "question": question["id"], "option": option})
        elif view["undo"] and self.chance.random() < 0.1:
            self._submit({"type": "undo", "seq": view["undo"]["seq"]})
        elif view["inventory"] and self.chance.random() < 0.1:
            self._fall(view)
        else:
            self._play()

    def _new_game(self, view: Mapping[str, Any]) -> None:
        if view["phase"] == "over":
            self._submit({"type": "end-game"})
        self._submit({"type": "new-game", "game": GAME.id, "names": ["Ann", "Bob", "Cem"]})
        self.table.live(Live(self.t_s, "resting", 0.0, (0.0, 0.0), (0.0, 0.0)))

    def _submit(self, command: Mapping[str, Any]) -> None:
        try:
            self.table.submit(command, f"{os.getpid()}-{self.t_s}-{command['type']}")
        except Refused:
            return

    def _fall(self, view: Mapping[str, Any]) -> None:
        alien = self.chance.choice(view["inventory"])
        self.table.felt(Fell(self.t_s, self.t_s - 0.5, 1, (Spot(alien["ring"], alien["sector"]),), 0.9), {"t_s": self.t_s})

    def _play(self) -> None:
        assert self.table.run is not None
        state = self.table.run.scene.state
        awaited = next((a for a in GAME.awaits(state) if a.kind in ("roll", "place", "remove")), None)
        if awaited is None:
            self._submit({"type": "end-game"})
            return
        action = self.chance.choice(list(GAME.choices(state, awaited)))
        if self.chance.random() < 0.3:
            self._submit({"type": "act", "await_id": awaited.id, "action": action})
        elif awaited.kind == "roll":
            self.table.rolled(Rolled(action["value"], self.t_s))
        else:
            event = Placed if awaited.kind == "place" else Removed
            self.table.felt(event(self.t_s, self.t_s - 0.5, Spot(action["ring"], action["sector"]), 0.9), {"t_s": self.t_s})


def child(path: Path, seed: int) -> None:
    """Play over the journal at `path` until killed, printing every published frame."""
    table = Table(Journal(path))

    def show(_seq: int, view: Mapping[str, Any]) -> None:
        frame = _frame(view)
        if frame is not None:
            sys.stdout.write(json.dumps(frame) + "\n")
            sys.stdout.flush()

    table.subscribe(show)
    player = Player(table, random.Random(seed))
    while True:
        player.step()


# --- the parent --------------------------------------------------------------------------------------------------------


def _killed_after(seconds: float, path: Path, seed: int) -> Iterator[str]:
    """The lines of a child that is killed so long after its first."""
    command = [sys.executable, __file__, "--child", str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline()
        timer = threading.Timer(seconds, process.send_signal, (signal.SIGKILL,))
        timer.start()
        yield from process.stdout
        timer.join()
        assert process.wait() == -signal.SIGKILL, "the child ended by itself"


def _lost(path: Path, seen: Seen) -> list[str]:
    """What a table opened over the journal no longer has."""
    found = [] if (verdict := integrity_check(path)) == "ok" else [f"integrity_check: {verdict}"]
    journal = Journal(path)
    there = {(row.game, row.seq): row for game in journal.games() for row in journal.rows(game.number) if row.kind == "entry"}
    found += [f"entry {key} ({code}) is gone" for key, code in seen.events.items() if key not in there]
    table = Table(journal)
    now = _frame(table.view())
    if now and seen.newest and now["game"] == seen.newest["game"]:
        found += _missing_events(seen.newest, now)
    journal.close()
    return found


def _missing_events(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Scores of the newest frame that the reopened table does not show; with nothing written since, it is the very frame."""
    there = {event["seq"] for event in now["events"]}
    still = itertools.dropwhile(lambda event: event["seq"] not in there, before["events"])  # the oldest lines leave the view
    found = [f"event {event['seq']} is not shown" for event in still if event["seq"] not in there]
    same = [e["seq"] for e in before["events"]] == [e["seq"] for e in now["events"]]
    if same and before["events"] == now["events"] and before["scores"] != now["scores"]:
        found.append(f"scores {before['scores']} became {now['scores']}")
    return found


def run(times: int, folder: Path, seed: int = 1) -> list[str]:
    """Kill `times` times; what was lost."""
    chance, seen, path = random.Random(seed), Seen(), folder / "journal.sqlite"
    for n in range(times):
        for line in _killed_after(chance.uniform(LEAST_S, MOST_S), path, chance.randrange(1 << 30)):
            seen.take(line)
        found = _lost(path, seen)
        if found:
            return [f"after kill {n + 1}: {line}" for line in found]
    print(f"{times} kills, {len(seen.events)} scored events seen, none lost; integrity_check ok after each")
    return []


def main(arguments: list[str]) -> int:
    """Parent, or with --child the child."""
    if arguments[:1] == ["--child"]:
        child(Path(arguments[1]), int(arguments[2]))
    times = int(arguments[0]) if arguments else 20
    with tempfile.TemporaryDirectory(prefix="kill-test-") as folder:
        found = run(times, Path(folder))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
