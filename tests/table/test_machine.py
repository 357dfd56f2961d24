"""The real table under random play: felt events, rolls, taps, questions, undo, redo, replace and restarts in any order."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from companion.events import Alternative
from companion.games import aliens_dance, balancing_aliens
from companion.table.books import fold
from companion.table.refusal import Refused
from companion.table.replay import replay
from companion.table.run import load

RINGS, SECTORS, DICE = st.integers(1, 6), st.integers(1, 4), st.integers(1, 6)
PLACES = st.tuples(RINGS, SECTORS, st.integers(0, 3))
RULES = st.fixed_dictionaries(
    {
        "aliens.fallen": st.sampled_from(["out", "back-to-pouch"]),
        "aliens.fall_on_placement": st.sampled_from(["only-minus", "plus-then-minus", "nothing"]),
        "aliens.turn_grace_s": st.sampled_from([0, 5]),
        "aliens.bump": st.sampled_from(["active", "nobody"]),
    }
)


class TableMachine(RuleBasedStateMachine):
    """Drives one evening over a real journal file."""

    game = balancing_aliens.GAME

    def __init__(self, evenings: Callable[[Path], Any], at: Callable[..., Any]) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="table-machine-"))
        self.evening = evenings(self.folder)
        self.at = at

    def teardown(self) -> None:
        """Clear away."""
        self.evening.close()
        shutil.rmtree(self.folder)

    @initialize(rules=RULES, mode=st.sampled_from(["ship", "ship", "follow", "manual"]))
    def begin(self, rules: dict[str, Any], mode: str) -> None:
        """A game of two or three."""
        self.evening.new_game(["Ann", "Bob", "Cem"], mode, **rules)

    # --- the world

    @rule(value=DICE)
    def roll(self, value: int) -> None:
        """The die comes to rest, awaited or not."""
        self.evening.roll(value)

    @rule(value=DICE, place=PLACES)
    def turn(self, value: int, place: tuple[int, int, int]) -> None:
        """A turn as it should be: roll, and place in that sector."""
        self.evening.roll(value)
        ring, sector, n = place
        self.evening.put(ring, value if value <= 4 else sector, n)

    @rule(place=PLACES, late_s=st.sampled_from([0.0, 0.0, 2.0]))
    def put(self, place: tuple[int, int, int], late_s: float) -> None:
        """An alien is placed anywhere, called in time or late."""
        self.evening.put(*place, at_s=self.evening.now_s - late_s)

    @rule(place=PLACES, other=PLACES)
    def put_unsurely(self, place: tuple[int, int, int], other: tuple[int, int, int]) -> None:
        """A placement the sense is not sure of."""
        self.evening.put(*place, odds=0.5, ask=True, alternatives=(Alternative((self.at(*other),), 0.4),))

    @precondition(lambda self: self.evening.view["inventory"])
    @rule(data=st.data())
    def take(self, data: st.DataObject) -> None:
        """Something that stands is taken off."""
        alien = data.draw(st.sampled_from(self.evening.view["inventory"]))
        self.evening.take(alien["ring"], alien["sector"], ask=data.draw(st.sampled_from([False, False, True])))

    @precondition(lambda self: self.evening.view["inventory"])
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        """Some of what stands falls, perhaps with an alien that never stood."""
        some = data.draw(
            st.lists(st.sampled_from(self.evening.view["inventory"]), min_size=1, max_size=3, unique_by=lambda a: a["id"])
        )
        own = data.draw(st.booleans())
        gone = [self.at(a["ring"], a["sector"]) for a in some]
        self.evening.drop(*gone, count=len(gone) + own, own_placement=own)

    @precondition(lambda self: self.evening.view["inventory"])
    @rule(data=st.data(), place=PLACES)
    def slide(self, data: st.DataObject, place: tuple[int, int, int]) -> None:
        """Something that stands is pushed."""
        alien = data.draw(st.sampled_from(self.evening.view["inventory"]))
        self.evening.slide(self.at(alien["ring"], alien["sector"]), self.at(*place))

    @rule(state=st.sampled_from(["touched", "resting", "rocking"]))
    def look(self, state: str) -> None:
        """The ship is seen."""
        self.evening.ship(state)

    @rule(seconds=st.sampled_from([0.5, 4.0]))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.evening.later(seconds)
        self.evening.table.tick()

    @rule(aliens=st.integers(0, 4))
    def rest(self, aliens: int) -> None:
        """The ship is weighed at rest after it was lifted and put back."""
        self.evening.lift(down=False)
        self.evening.lift(down=True)
        self.evening.rest(8.0 * aliens)

    @rule()
    def restart(self) -> None:
        """Power cut."""
        before = self.evening.view
        self.evening.restart()
        assert self.evening.view == before

    # --- people

    @rule(button=st.sampled_from(["six", "pass", "undo", "end-turn"]))
    def press(self, button: str) -> None:
        """A button."""
        self.evening.do("press", button=button)

    @precondition(lambda self: self.evening.view["questions"])
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """A question is answered."""
        question = self.evening.view["questions"][0]
        option = data.draw(st.sampled_from(question["options"]))
        self._try("answer", question=question["id"], option=option["id"])

    @precondition(lambda self: any(n["actions"] for n in self.evening.view["notices"]))
    @rule(data=st.data())
    def notice(self, data: st.DataObject) -> None:
        """A remark's button is pressed."""
        remark = data.draw(st.sampled_from([n for n in self.evening.view["notices"] if n["actions"]]))
        self._try("notice", notice=remark["id"], action=data.draw(st.sampled_from(remark["actions"])))

    @precondition(lambda self: self.evening.view["awaits"])
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """A legal action is tapped."""
        state = self.evening.table.run.scene.state
        awaited = data.draw(st.sampled_from([a for a in self.game.awaits(state) if a.kind not in ("join", "leave", "back")]))
        choices = [action for action, _ in zip(self.game.choices(state, awaited), range(60), strict=False)]
        if choices:
            self._try("act", await_id=awaited.id, action=data.draw(st.sampled_from(choices)))

    @precondition(lambda self: self.evening.view["undo"])
    @rule()
    def undo_and_redo(self) -> None:
        """Undo, and redo at once: nothing has changed."""
        before = self.evening.view
        seq = before["undo"]["seq"]
        self.evening.do("undo", seq=seq)
        redo = self.evening.view["redo"]
        if redo and redo["seq"] == seq:  # an undo may let an open question settle itself, which is something new
            self.evening.do("redo", seq=seq)
            assert self.evening.view["state"] == before["state"]
            assert self.evening.view["events"] == before["events"]

    @rule(data=st.data())
    def undo_any(self, data: st.DataObject) -> None:
        """Any live entry is taken out; those after it stay."""
        live = [e for e in self.evening.view["events"] if e["undoable"]]
        if live:
            entry = data.draw(st.sampled_from(live))
            others = {e["seq"] for e in live} - {entry["seq"]}
            self.evening.do("undo", seq=entry["seq"])
            assert others & {e["seq"] for e in self.evening.view["events"]} == others

    @precondition(lambda self: self.evening.view["redo"])
    @rule()
    def redo(self) -> None:
        """What was undone last is put back."""
        self.evening.do("redo", seq=self.evening.view["redo"]["seq"])

    @rule(data=st.data(), value=DICE, place=PLACES)
    def replace(self, data: st.DataObject, value: int, place: tuple[int, int, int]) -> None:
        """An entry is replaced by another of its kind; the preview changes nothing."""
        live = [e for e in self.evening.view["events"] if e["undoable"] and e["code"] in ("rolled", "placed")]
        if not live:
            return
        entry = data.draw(st.sampled_from(live))
        roll = {"type": "roll", "value": value} | ({"seat": entry["params"]["seat"]} if "seat" in entry["params"] else {})
        action = roll if entry["code"] == "rolled" else {"type": "place", "ring": place[0], "sector": place[1]}
        before = self.evening.view
        if self._try("replace", seq=entry["seq"], action=action, preview=True):
            assert self.evening.view == before
            self._try("replace", seq=entry["seq"], action=action)

    @rule(seat=st.integers(0, 2), points=st.integers(0, 30))
    def correct(self, seat: int, points: int) -> None:
        """A score is corrected."""
        self._try("correct", seq=self.evening.table.run.ledger.last_entry, fact="score", value=[seat, points])

    @rule(mode=st.sampled_from(["ship", "follow", "manual"]))
    def mode(self, mode: str) -> None:
        """The way the game is fed changes."""
        self._try("mode", mode=mode)

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
    def pieces_are_conserved(self) -> None:
        """Ten aliens are aboard, in the pouch or out, and nobody has less than nothing."""
        if self.evening.table.run is None:
            return
        state = self.evening.view["state"]
        assert len(state["aboard"]) + len(state.get("hand", ())) + state["pouch"] + state["out"] == 10
        assert min(self.evening.scores) >= 0

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

    @invariant()
    def the_last_frame_is_the_snapshot(self) -> None:
        """What was published last is the view, and it fits the schema (`view` checks both)."""
        assert self.evening.view["phase"] in ("lobby", "playing", "over")

    @invariant()
    def nothing_waits_without_reason(self) -> None:
        """Without a question and with the ship at rest for long, nothing is pending."""
        if self.evening.table.run is None or self.evening.view["questions"]:
            return
        self.evening.ship("resting")
        self.evening.later(6.0)
        self.evening.table.tick()
        assert self.evening.view["questions"] or self.evening.table.run.ledger.pending == []

    @invariant()
    def differences_are_shown(self) -> None:
        """Where wood and score differ while a game is on, something on the page says so."""
        view = self.evening.view
        if view["phase"] != "playing" or view["game"]["mode"] == "manual":
            return
        wood = Counter((a["ring"], a["sector"]) for a in view["inventory"])
        if wood != Counter(tuple(spot) for spot in view["state"]["aboard"]):
            assert view["notices"] or view["questions"] or self.evening.table.run.ledger.pending


class DanceMachine(TableMachine):
    """The same table, the ship's other side: turns of several aliens that end by a tap or by the next roll."""

    game = aliens_dance.GAME

    @initialize(rules=RULES, mode=st.sampled_from(["ship", "ship", "manual"]), same_sector=st.booleans())
    def begin(self, rules: dict[str, Any], mode: str, same_sector: bool) -> None:  # noqa: FBT001 a house rule
        """A dance of three."""
        more = {"dance.same_sector_source": same_sector}
        self.evening.new_game(["Ann", "Bob", "Cem"], mode, game=self.game.id, **rules, **more)

    @rule(value=DICE, place=PLACES)
    def turn(self, value: int, place: tuple[int, int, int]) -> None:
        """A turn as it should be while aliens are left: roll, and place two in one area of that ring."""
        self.evening.roll(value)
        for n in range(2):
            self.evening.put(value, place[1], n)

    @precondition(lambda self: self.evening.view["inventory"])
    @rule(data=st.data(), sector=SECTORS)
    def lead(self, data: st.DataObject, sector: int) -> None:
        """An alien is led elsewhere, into the rolled ring where one is rolled."""
        alien = data.draw(st.sampled_from(self.evening.view["inventory"]))
        self.evening.take(alien["ring"], alien["sector"])
        self.evening.put(self.evening.view["state"]["ring"] or 1, sector)


MACHINES = (TableMachine, DanceMachine)
machines = pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.game.id)


def _run(machine: type[TableMachine], evenings: Any, at: Any, examples: int, steps: int) -> int:
    """Play so many evenings, each checked after every step; how many were played."""
    played: list[int] = []

    def another() -> TableMachine:
        played.append(len(played))
        return machine(evenings, at)

    relaxed = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # a failing evening is short enough to read; shrinking it would take minutes
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(another, settings=relaxed)
    return len(played)


def test_the_table_holds_under_random_play(evenings: Any, at: Any) -> None:
    """Some dozen evenings of random happenings."""
    assert _run(TableMachine, evenings, at, examples=15, steps=25) >= 15


def test_the_table_holds_under_a_random_dance(evenings: Any, at: Any) -> None:
    """A few evenings of the other game."""
    assert _run(DanceMachine, evenings, at, examples=5, steps=20) >= 5


@pytest.mark.slow
@pytest.mark.timeout(1800)
@machines
def test_the_table_holds_under_long_random_play(evenings: Any, at: Any, machine: type[TableMachine]) -> None:
    """Hundreds of evenings of random happenings."""
    assert _run(machine, evenings, at, examples=250, steps=50) >= 250
