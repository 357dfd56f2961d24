"""Two evenings that differ in one player's secrets alone are the same evening for everybody else, to the last byte."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.games import boards, find
from companion.table import seats
from companion.table.export import exported
from companion.table.history import game
from companion.table.journal import Journal
from companion.table.refusal import Refused
from companion.table.table import Table

GAME = find("close-encounters")
BOARD = boards.sample_json(GAME)
THIS, THAT = (30, 38, 57, 66, 67, 75), (11, 20, 29, 48, 56, 84)
"""What Ada circles in the one evening and in the other; nobody's piece ever enters a square of either."""
BENS = (21, 76, 19)
NEVER = {*THIS, *THAT, *BENS}
FIVE = [1, 2, 3, 4, 5]
"""Squares for all of somebody's chips; in nobody's pool."""
NAMES = ["Ada", "Ben", "Cy"]
STEPS = 70
SESSION = re.compile(r'"session": "[^"]*"')
"""Each run of a service has a name of its own."""


class StoppedClock:
    """Always the same moment."""

    def now_s(self) -> float:
        """Never later."""
        return 0.0

    def wall(self) -> datetime:
        """Christmas."""
        return datetime(2026, 12, 25, tzinfo=UTC)

    def is_set(self) -> bool:
        """As far as anybody knows."""
        return True


class Evening:
    """A table at which random but repeatable things happen, and everything that anybody but Ada is told."""

    def __init__(self, folder: Path, adas: tuple[int, ...], seed: int) -> None:
        folder.mkdir()
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table(self.journal, StoppedClock(), boards=lambda _game, _name: BOARD)
        self.chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self.pools = {0: list(adas), 1: list(BENS)}
        self.told: list[str] = []
        self.kinds: set[str] = set()
        self.table.submit({"type": "new-game", "game": GAME.id, "names": NAMES})
        for seat in (0, 1):
            self.table.change(lambda draft, seat=seat: seats.offer(draft, seat, f"claim-{seat}"))
            self.table.change(lambda draft, seat=seat: seats.take(draft, f"claim-{seat}", f"key-{seat}", 0.0))

    def play(self) -> None:
        """One thing after the other; after each, all that is told."""
        for _ in range(STEPS):
            self.say(*self.next())
            self.listen()
        for fact, value in (("phase", "play"), ("chips", [1, FIVE])):
            self.say(self.corrected(fact, value), None)
            self.listen()

    def corrected(self, fact: str, value: Any) -> Mapping[str, Any]:
        """On the table it is so."""
        run = self.table.run
        assert run is not None
        return {"type": "correct", "seq": run.ledger.last_entry, "fact": fact, "value": value}

    def next(self) -> tuple[Mapping[str, Any], int | None]:
        """What happens: a circle that is due, now and then an undo, a redo or somebody's prying, else the next move."""
        owing = [s["seat"] for s in self.table.view()["state"]["seats"] if s["seat"] in self.pools and s["owed"] + s["free"]]
        if owing and self.chance.random() < 0.7:
            return self.circle(owing[0])
        view, dice = self.table.view(), self.chance.random()
        if dice < 0.12 and view["undo"]:
            return {"type": "undo", "seq": view["undo"]["seq"]}, None
        if dice < 0.2 and view["redo"]:
            return {"type": "redo", "seq": view["redo"]["seq"]}, None
        if dice < 0.4:
            return self.pry(view)
        return self.move()

    def circle(self, seat: int) -> tuple[Mapping[str, Any], int | None]:
        """The next of that player's squares, on the own phone."""
        have = self.table.view(seat)["state"]["mine"]["circles"]
        left = [square for square in self.pools[seat] if square not in have]
        cited = next((a["id"] for a in self.table.view(seat)["awaits"] if a["kind"] == "circle"), "")
        if not left or not cited:
            return {"type": "press", "button": "undo"}, None
        return {"type": "act", "await_id": cited, "action": {"type": "circle", "seat": seat, "square": left[0]}}, seat

    def pry(self, view: Mapping[str, Any]) -> tuple[Mapping[str, Any], int | None]:
        """What a curious holder of the table key, or of Ben's phone, might try."""
        square, cited = self.chance.choice(sorted(NEVER)), next((awaited["id"] for awaited in view["awaits"]), "")
        circle = {"type": "circle", "seat": 0, "square": square, "ruling": self.chance.random() < 0.5}
        newest = view["undo"]["seq"] if view["undo"] else 0
        tries: list[tuple[dict[str, Any], int | None]] = [
            ({"type": "act", "await_id": cited, "action": circle}, None),
            ({"type": "act", "await_id": cited, "action": circle}, 1),
            ({"type": "act", "await_id": cited, "action": {"type": "erase", "seat": 0, "square": square}}, None),
            ({"type": "act", "await_id": cited, "action": {"type": "trapped", "by": [0]}}, None),
            ({"type": "replace", "seq": newest, "action": {"type": "step", "to": square}, "preview": True}, None),
            ({"type": "replace", "seq": newest, "action": circle}, None),
            ({"type": "undo", "seq": newest}, 1),
            ({"type": "correct", "seq": newest, "fact": "circles", "value": [0, [square]]}, None),
            ({"type": "correct", "seq": newest, "fact": "phase", "value": "play"}, None),
            ({"type": "correct", "seq": newest, "fact": "chips", "value": [1, FIVE]}, None),
            ({"type": "act", "await_id": cited, "action": {"type": "trapped", "by": [2], "square": 4, "ruling": True}}, None),
        ]
        return self.chance.choice(tries)

    def move(self) -> tuple[Mapping[str, Any], int | None]:
        """A roll or a step, never on to a square that anybody has circled."""
        run = self.table.run
        assert run is not None
        awaits = [a for a in GAME.awaits(run.scene.state) if a.visible_to is None and a.kind in ("roll", "step", "stop")]
        if not awaits:
            return {"type": "press", "button": "undo"}, None
        awaited = self.chance.choice(awaits)
        actions = [a for a in GAME.choices(run.scene.state, awaited) if not (isinstance(a.get("to"), int) and a["to"] in NEVER)]
        action = self.chance.choice(actions) if actions else {"type": "skip"}
        return {"type": "act", "await_id": awaited.id, "action": dict(action)}, None

    def say(self, command: Mapping[str, Any], seat: int | None) -> None:
        """Ask it of the table; the answer is told to whoever asked."""
        self.kinds.add(str(command.get("action", command)["type"]))
        try:
            answer: Any = self.table.submit(command, "", seat).to_json()
        except Refused as refused:
            answer = [refused.code, refused.params, refused.status, refused.detail]
            self.kinds.add(refused.code)
        if seat != 0:
            self.told.append(json.dumps(answer))

    def listen(self) -> None:
        """Everybody's view, the other seats' own views, the history and the journal as it is handed out."""
        known = {GAME.id: GAME}
        views = [self.table.view(), self.table.view(1), self.table.view(2)]
        told = [views, game(self.journal, known, 1), list(exported(self.journal, known, 1))]
        self.told.append(SESSION.sub("", json.dumps(told)))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4, 5))])
def test_nobody_is_told_anything_that_depends_on_a_secret(tmp_path: Path, seed: int) -> None:
    """Whatever Ada circles, everybody else is told the same: views, log, undo, redo, refusals, history and the journal."""
    this, that = Evening(tmp_path / "this", THIS, seed), Evening(tmp_path / "that", THAT, seed)
    for evening in (this, that):
        evening.play()
        evening.journal.close()
    assert this.told == that.told
    assert {"circle", "undo", "roll", "step", "correct", "secret-of-the-seat"} <= this.kinds
    assert any('"reason": "tune-complete"' in told for told in this.told), "nobody ended the game to look"
    mine = [evening.table.view(0)["state"]["mine"]["circles"] for evening in (this, that)]
    assert mine[0]
    assert mine[0] != mine[1]


def _correct(evening: Evening, fact: str, value: Any) -> None:
    evening.table.submit(evening.corrected(fact, value))


def _play_to_the_end(evening: Evening) -> None:
    """Cy, whose card is on paper, calls a trap on every number that another piece enters, until all five chips are down."""
    _correct(evening, "phase", "play")
    for _ in range(200):
        run = evening.table.run
        assert run is not None
        awaits = {awaited.kind: awaited for awaited in GAME.awaits(run.scene.state) if awaited.visible_to is None}
        if "trapped" in awaits and 2 in awaits["trapped"].domain["seats"]:
            awaited, action = awaits["trapped"], {"type": "trapped", "by": [2]}
        elif "step" in awaits:
            awaited = awaits["step"]
            chosen = [a for a in GAME.choices(run.scene.state, awaited) if a["to"] not in tuple(NEVER)]
            action = dict(evening.chance.choice(chosen))
        else:
            awaited, action = awaits["roll"], {"type": "roll", "value": 5}
        evening.table.submit({"type": "act", "await_id": awaited.id, "action": action})
        if evening.table.view()["phase"] == "over":
            return


def _rows(evening: Evening) -> list[Mapping[str, Any]]:
    return [line["row"]["data"] for line in evening.table.export(1) if "row" in line]


def test_a_game_that_was_played_to_its_end_is_handed_out_whole(tmp_path: Path) -> None:
    """While it is played the circle is told as drawn; then its square and the hashes are there; keys never."""
    evening = Evening(tmp_path / "this", THIS, 0)
    evening.say(*evening.circle(0))
    before = _rows(evening)
    assert [data["action"] for data in before if "action" in data][-1] == {"type": "circle", "seat": 0}
    assert not any("hash" in data for data in before)
    _play_to_the_end(evening)
    assert evening.table.view()["state"]["shown"][0] == [THIS[0]]
    after = _rows(evening)
    assert {"type": "circle", "seat": 0, "square": THIS[0]} in [data.get("action") for data in after]
    assert any("hash" in data for data in after)
    assert "key-0" not in json.dumps([before, after])
    assert "claim-0" not in json.dumps([before, after])
    evening.journal.close()


def test_an_end_that_is_taken_back_covers_the_cards_and_everybody_is_told(tmp_path: Path) -> None:
    """Whoever saw the cards at the end knows them: every screen says so until it was seen, and a restart forgets nothing."""
    evening = Evening(tmp_path / "this", THIS, 0)
    evening.say(*evening.circle(0))
    _play_to_the_end(evening)
    evening.table.submit({"type": "undo", "seq": evening.table.view()["undo"]["seq"]})
    again = Table(evening.journal, StoppedClock(), boards=lambda _game, _name: BOARD)
    assert [notice["code"] for notice in again.view(1)["notices"]] == ["cards-were-open"]
    assert again.view()["state"]["shown"] is None
    assert not any("hash" in line["row"]["data"] for line in again.export(1) if "row" in line)
    again.submit({"type": "notice", "notice": "cards-were-open", "action": "seen"})
    assert again.view()["notices"] == []
    evening.journal.close()


@pytest.mark.parametrize(
    "last",
    [
        {"type": "correct", "fact": "chips", "value": [1, FIVE]},
        {"type": "trapped", "by": [1], "square": 5, "seat": 2, "ruling": True},
    ],
)
def test_an_end_by_correction_or_ruling_uncovers_nothing(tmp_path: Path, last: dict[str, Any]) -> None:
    """One tap of the table key ends a game, one takes it back: no circle is shown, exported or in the history in between."""
    evening = Evening(tmp_path / "this", THIS, 0)
    evening.say(*evening.circle(0))
    _correct(evening, "phase", "play")
    _correct(evening, "chips", [1, FIVE[:4]])
    if last["type"] == "correct":
        _correct(evening, last["fact"], last["value"])
    else:
        cited = evening.table.view()["awaits"][0]["id"]
        evening.table.submit({"type": "act", "await_id": cited, "action": last})
    view = evening.table.view()
    assert (view["phase"], view["state"]["shown"]) == ("over", None)
    told = [event["params"] for event in view["events"] if event["code"] == "circle"]
    assert told == [{"seat": 0}]
    assert game(evening.journal, {GAME.id: GAME}, 1)["table"]["state"]["shown"] is None
    assert {"type": "circle", "seat": 0} in [data.get("action") for data in _rows(evening)]
    assert not any("hash" in data for data in _rows(evening))
    run = evening.table.run
    assert run is not None
    assert GAME.from_json(GAME.to_json(run.scene.state)) == run.scene.state
    evening.table.submit({"type": "undo", "seq": view["undo"]["seq"]})
    assert evening.table.view()["notices"] == []
    evening.journal.close()
