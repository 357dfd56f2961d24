"""The real table under random play of Lift Off: taps legal or not, dice, buttons, rulings, undo, corrections, restarts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from companion.events import Press, Rolled
from companion.games import find
from companion.games.liftoff.board import KINDS
from companion.games.liftoff.launches import settle
from companion.table.books import fold
from companion.table.refusal import Refused
from companion.table.replay import replay
from companion.table.run import load

GAME = find("lift-off")
ALIENS = {"standard": 10, "family": 10, "no-time": 8, "cutthroat": 10, "teams": 10}
SEATS = st.integers(0, 3)
PLACES = ["core", *(f"{kind}{n}" for n in range(1, 5) for kind in ("e", "p", "pad"))]
LIE = [place for place in PLACES if not place.startswith("pad")]
FACTS = st.one_of(
    st.tuples(st.just("score"), st.tuples(SEATS, st.integers(0, 10)).map(list)),
    st.tuples(st.just("turn"), SEATS),
    st.tuples(st.just("moon"), st.integers(0, 9)),
    st.tuples(st.just("sun"), st.none() | st.integers(0, 6)),
    st.tuples(st.just("moves"), st.integers(0, 2)),
    st.tuples(st.just("forced"), st.sampled_from([None, "full", "new"])),
    st.tuples(st.just("points"), st.permutations(KINDS).map(lambda kinds: kinds[:4])),
    st.tuples(
        st.just("lying"), st.tuples(SEATS, st.dictionaries(st.sampled_from(LIE), st.integers(0, 3), max_size=3)).map(list)
    ),
    st.tuples(st.sampled_from(["cards", "resources"]), st.tuples(SEATS, st.integers(0, 6)).map(list)),
    st.tuples(st.just("garglore"), st.sampled_from(["p1", "p3", "pool"])),
    st.tuples(st.just("standing"), st.tuples(st.sampled_from(["p1", "p2", "p4"]), st.lists(SEATS, max_size=3)).map(list)),
    st.tuples(st.just("paid"), st.tuples(st.sampled_from(["p2", "p3"]), st.just({"fuel": 3, "screw": 5})).map(list)),
    st.tuples(st.just("phase"), st.just("play")),
)


class LiftOffMachine(RuleBasedStateMachine):
    """Drives one evening of three over a real journal file."""

    def __init__(self, evenings: Callable[[Path], Any]) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="lift-off-machine-"))
        self.evening = evenings(self.folder)

    def teardown(self) -> None:
        """Clear away."""
        self.evening.close()
        shutil.rmtree(self.folder)

    @initialize(
        variant=st.sampled_from(sorted(ALIENS)), detail=st.sampled_from(["full", "full", "tracker"]), first=st.booleans()
    )
    def begin(self, variant: str, detail: str, first: bool) -> None:  # noqa: FBT001 - hypothesis gives it
        """A game of three, of four in teams; hands are counted in every other one."""
        names = ["Ann", "Bob", "Cem", "Dan"][: 4 if variant == "teams" else 3]
        options: dict[str, Any] = {
            "liftoff.variant": variant,
            "liftoff.detail": detail,
            "liftoff.set_up": "first-game" if first else "pick",
        }
        options["liftoff.count_cards"] = first
        self.evening.do("new-game", game="lift-off", names=names, options=options)
        self.aliens = ALIENS[variant]

    @property
    def state(self) -> Any:
        """The rules' own state."""
        return self.evening.table.run.scene.state

    # --- people

    @rule(data=st.data(), often=st.integers(1, 6))
    def act(self, data: st.DataObject, often: int) -> None:
        """Legal taps, several in a row so that games get somewhere."""
        for _ in range(often):
            tasks = [a for a in GAME.awaits(self.state) if a.kind not in ("leave", "back", "detail")]
            if not tasks:
                return
            task = data.draw(st.sampled_from(tasks))
            choices = list(islice(GAME.choices(self.state, task), 80))
            if choices:
                self._try("act", await_id=task.id, action=data.draw(st.sampled_from(choices)))

    @rule(data=st.data(), ruling=st.booleans(), was=st.sampled_from(PLACES), now=st.sampled_from(PLACES))
    def move_anyhow(self, data: st.DataObject, ruling: bool, was: str, now: str) -> None:  # noqa: FBT001 - hypothesis gives it
        """A move that the rules may refuse, with and without "it happened anyway"."""
        if awaits := self.evening.view["awaits"]:
            task = data.draw(st.sampled_from(awaits))
            self._try("act", await_id=task["id"], action={"type": "move", "was": was, "now": now, "ruling": ruling})

    @rule(value=st.sampled_from(["full", "tracker"]))
    def detail(self, value: str) -> None:
        """More or less is entered from now on."""
        self._rare("detail", value=value)

    @rule(kind=st.sampled_from(["leave", "back"]), seat=SEATS)
    def people(self, kind: str, seat: int) -> None:
        """Somebody goes, or comes back."""
        self._rare(kind, seat=seat)

    def _rare(self, kind: str, **fields: Any) -> None:
        if task := next((a for a in GAME.awaits(self.state) if a.kind == kind), None):
            self._try("act", await_id=task.id, action={"type": kind, **fields})

    @rule(fact=FACTS)
    def correct(self, fact: tuple[str, Any]) -> None:
        """On the table it is so."""
        self._try("correct", seq=self.evening.table.run.ledger.last_entry, fact=fact[0], value=fact[1])

    @precondition(lambda self: self.evening.view["questions"])
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """A question about a roll is answered."""
        question = self.evening.view["questions"][0]
        self._try("answer", question=question["id"], option=data.draw(st.sampled_from(question["options"]))["id"])

    @precondition(lambda self: self.evening.view["undo"])
    @rule()
    def undo_and_redo(self) -> None:
        """Undo, and redo at once: nothing has changed."""
        before = self.evening.view
        seq = before["undo"]["seq"]
        self.evening.do("undo", seq=seq)
        redo = self.evening.view["redo"]
        if redo and redo["seq"] == seq:
            self.evening.do("redo", seq=seq)
            assert self.evening.view["state"] == before["state"]

    @rule(data=st.data())
    def undo_any(self, data: st.DataObject) -> None:
        """Any live entry is taken out; what no longer fits stays as a ruling."""
        if live := [e for e in self.evening.view["events"] if e["undoable"]]:
            self.evening.do("undo", seq=data.draw(st.sampled_from(live))["seq"])

    # --- the world

    @rule(value=st.integers(1, 6))
    def roll(self, value: int) -> None:
        """The die comes to rest, awaited or not."""
        self.evening.later(0.5)
        self.evening.table.rolled(Rolled(value, self.evening.now_s, "die"))

    @rule(button=st.sampled_from(["end-turn", "end-turn", "undo", "pass", "six"]), after_s=st.sampled_from([0.2, 3.0]))
    def press(self, button: str, after_s: float) -> None:
        """A button, some of them not of this game; now and then heard twice."""
        self.evening.later(after_s)
        self.evening.table.pressed(Press(button, self.evening.now_s, "box"))

    @rule()
    def plate(self) -> None:
        """A plate that has no business here feels something."""
        self.evening.put(3, 2)

    @rule()
    def restart(self) -> None:
        """Power cut."""
        before = self.evening.view
        self.evening.restart()
        assert self.evening.view == before

    def _try(self, kind: str, **fields: Any) -> bool:
        """A command that may be refused; refused, it has changed nothing."""
        before, rows = self.evening.view, self.evening.table.journal.last_seq
        try:
            self.evening.do(kind, **fields)
        except Refused:
            assert self.evening.view == before
            assert self.evening.table.journal.last_seq == rows
            return False
        return True

    # --- what always holds

    @invariant()
    def aliens_are_conserved(self) -> None:
        """Every colour has all its aliens, lying, standing or saved; the Sun is on its track."""
        if self.evening.table.run is None:
            return
        state = self.evening.view["state"]
        standing = [seat for tile in state["points"].values() for seat in tile["standing"]]
        for n, seat in enumerate(state["seats"]):
            assert sum(here[n] for here in state["aliens"].values()) + standing.count(n) + seat["score"] == self.aliens
        assert state["sun"] is None or 0 <= state["sun"] <= state["day_spots"]

    @invariant()
    def launches_have_come_to_rest(self) -> None:
        """Nothing that could launch by itself is left standing, whatever was tapped, ruled, corrected or undone."""
        if self.evening.table.run is not None and self.state.phase == "play" and self.state.ask is None:
            assert settle(self.state) == self.state

    @invariant()
    def nothing_of_a_ship_is_shown(self) -> None:
        """No wood, no notices about wood, nothing pending but behind a question."""
        if self.evening.table.run is None:
            return
        view = self.evening.view
        assert (view["inventory"], view["notices"], view["game"]["mode"]) == ([], [], "manual")
        assert view["questions"] or self.evening.table.run.ledger.pending == []

    @invariant()
    def the_state_is_a_fresh_replay(self) -> None:
        """What the table holds is what the journal's rows say, read from the start."""
        run = self.evening.table.run
        if run is None:
            return
        rows = self.evening.table.journal.rows(run.row.number)
        ledger = fold(rows, run.row.mode)
        assert ledger == run.ledger
        assert replay(run.game, run.scene.start, ledger.live())[-1:] == run.scene.steps[-1:]
        assert load(run.game, run.row, rows).scene.state == run.scene.state


def _run(evenings: Any, examples: int, steps: int) -> int:
    """Play so many evenings, each checked after every step; how many were played."""
    played: list[int] = []

    def another() -> LiftOffMachine:
        played.append(len(played))
        return LiftOffMachine(evenings)

    relaxed = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(another, settings=relaxed)
    return len(played)


def test_the_table_holds_under_random_lift_off(evenings: Any) -> None:
    """A few evenings of random happenings."""
    assert _run(evenings, examples=6, steps=20) >= 6


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_table_holds_under_long_random_lift_off(evenings: Any) -> None:
    """Many evenings of random happenings."""
    assert _run(evenings, examples=150, steps=40) >= 150
