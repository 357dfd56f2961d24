"""The scripted game, played against the real rules by a table that sees everything."""

from __future__ import annotations

from typing import Any

import pytest

from companion.devices.bench_commands import hands_command
from companion.devices.script import Script, Step
from companion.events import ShipShape
from companion.games import aliens_dance, balancing_aliens
from companion.games.boards import sample
from companion.virtual.ship import Happening, VirtualShip

GAME, DANCE = balancing_aliens.GAME, aliens_dance.GAME


class _SeeingTable:
    """Plays the rules from what really happens on the ship; what does not fit is a ruling, as at a real table."""

    def __init__(self, seed: int, game: Any = GAME) -> None:
        self.game = game
        board = sample(game)
        self.state: Any = self.game.start(("Ann", "Bo"), {}, board.to_json())
        self.ship = VirtualShip(board.shape, seed=seed)
        self.falls = 0

    def view(self) -> dict[str, Any]:
        awaits = [{"id": a.id, "kind": a.kind, "seat": a.seat, "domain": a.domain} for a in self.game.awaits(self.state)]
        return {
            "awaits": awaits,
            "questions": [],
            "events": [],
            "state": self.game.view(self.state, None),
            "outcome": self.game.outcome(self.state),
        }

    def bench(self) -> dict[str, Any]:
        aliens = [
            {"id": a.id, "xy_mm": [a.x_mm, a.y_mm], "aboard": a.where == "ship", "on_deck": a.where == "table"}
            for a in self.ship.aliens
            if a.where != "bag"
        ]
        return {"aliens": aliens, "bag": 10 - len(aliens), "lifted": False}

    def carry_out(self, step: Step) -> None:
        if step.say:
            self._act({name: value for name, value in step.say.items() if name != "seq"})
        if step.command and step.command["do"] == "die":
            self._act({"type": "roll", "value": step.command["value"], **self._start_seat()})
        elif step.command:
            hands_command(step.command)(self.ship)
        self.ship.step(step.wait_s)
        happenings = self.ship.happenings()
        for happening in happenings:
            if happening.kind in ("place", "remove"):
                self._act({"type": happening.kind, **self._spot(happening)})
        fallen = [h for h in happenings if h.kind == "fell"]
        if fallen:
            self._fell(fallen)

    def _fell(self, fallen: list[Happening]) -> None:
        self.falls += len(fallen)
        aboard = [list(spot) for spot in self.game.view(self.state, None)["aboard"]]
        standing = [a for a in self.ship.aliens if a.where == "ship"]
        left = [[s.ring, s.sector] for s in (self.ship.shape.spot_at(a.x_mm, a.y_mm) for a in standing)]
        gone = list(aboard)
        for spot in left:
            if spot in gone:
                gone.remove(spot)
        self._act({"type": "fell", "count": len(fallen), "gone": gone[: len(fallen)], "blamed": None, "own": False})

    def _start_seat(self) -> dict[str, int]:
        view = self.game.view(self.state, None)
        if view["phase"] != "start":
            return {}
        return {"seat": next(a.seat for a in self.game.awaits(self.state) if a.kind == "roll" and a.seat is not None)}

    def _spot(self, happening: Happening) -> dict[str, int]:
        assert happening.xy_mm is not None
        spot = self.ship.shape.spot_at(*happening.xy_mm)
        return {"ring": spot.ring, "sector": spot.sector}

    def _act(self, action: dict[str, Any]) -> None:
        after = self.game.act(self.state, action)
        if hasattr(after, "code"):
            after = self.game.act(self.state, {**action, "ruling": True})
        assert not hasattr(after, "code"), f"{action}: {after}"
        self.state = after


def _played_out(table: _SeeingTable, script: Script) -> set[str | None]:
    """Everything the script asks for is done, until it has no more; the kinds of what was done."""
    kinds: set[str | None] = set()
    for _ in range(3000):
        step = script.next(table.view(), table.bench())
        kinds.add(step.command["do"] if step.command else None)
        table.carry_out(step)
        if script.done:
            break
    return kinds


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_script_plays_a_whole_game_with_one_crash(seed: int) -> None:
    """From the start rolls to the end, by die and hands alone; one crash lets aliens fall."""
    table, script = _SeeingTable(seed), Script(sample(GAME).shape, seed, most_steps=400)
    kinds = _played_out(table, script)
    assert GAME.outcome(table.state) is not None
    assert {"die", "place", "remove", "nudge"} <= kinds
    assert table.falls >= 1
    assert script.progress() is None


def test_the_script_dances_to_the_end() -> None:
    """The ship's other side: aliens are brought, led from other sectors, and fall; somebody has a hundred in the end."""
    table, script = _SeeingTable(2, DANCE), Script(sample(DANCE).shape, 2)
    for seat in (0, 1):
        table._act({"type": "correct", "fact": "score", "value": [seat, 70]})
    kinds = _played_out(table, script)
    assert DANCE.outcome(table.state).reason == "hundred"
    assert {"die", "place", "remove", "nudge"} <= kinds


def test_the_script_waits_for_people() -> None:
    """People have four seconds to answer a question, then it does; when nothing moves for long it gives up."""
    script = Script(ShipShape((30.0, 50.0), (1,)), 1)
    question = {"id": "q", "code": "who-bumped", "options": [{"id": "seat-0", "code": "seat"}]}
    asking = {"awaits": [{"id": "1.roll", "kind": "roll", "domain": {}}], "questions": [question]}
    steps = [script.next(asking, {}) for _ in range(16)]
    assert all(step.command is None for step in steps)
    assert [step.say for step in steps] == [None] * 15 + [{"type": "answer", "question": "q", "option": "seat-0"}]
    assert script.next({**asking, "questions": []}, {}).command is not None
    waited = [script.next({**asking, "questions": []}, {}) for _ in range(200)]
    assert all(step.command is None for step in waited)
    assert script.done


def test_what_the_table_does_not_take_is_corrected_plainly_and_then_left_to_people() -> None:
    """A reading that the rules refuse is not offered again and again; the script ends where nothing helps."""
    script = Script(ShipShape((30.0, 50.0, 70.0), (1, 2)), 1)
    placed = {"seq": 7, "code": "placed", "params": {"ring": 1, "sector": 1}, "undone": False, "undoable": True}
    view = {
        "awaits": [{"id": "4.roll", "kind": "roll", "domain": {}}],
        "state": {"phase": "sending", "aboard": [[1, 1]]},
        "events": [placed],
    }
    bench = {"aliens": [{"id": 1, "xy_mm": [55.0, 25.0], "aboard": True, "on_deck": False}]}
    said = [step.say for step in (script.next(view, bench) for _ in range(200)) if step.say]
    correction = {"type": "correct", "seq": 7, "fact": "aboard", "value": [[2, 1]]}
    assert [one["type"] for one in said[:2]] == ["replace", "correct"]
    assert said[1] == correction
    assert script.done
