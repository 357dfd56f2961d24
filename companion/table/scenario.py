"""Scenario files played through the real table: its journal, referee and commands. `companion scenario` runs them.

The format is described in games/README.md. Time is the scenario's own: each step takes a second.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import companion.games
from companion.events import Alternative, Fell, Felt, Lifted, Live, Moved, Noted, Placed, Press, Removed, Rolled, Spot
from companion.games.contract import Illegal
from companion.games.phrases import SentenceError, as_values, read_sentence, read_spots, seat_of
from companion.games.sentences import phrases_of
from companion.table.journal import Journal
from companion.table.refusal import Refused
from companion.table.scenario_checks import failures
from companion.table.scenario_file import Scenario, ScenarioError, Step, load
from companion.table.table import Table

__all__ = ["run_files", "run_scenario", "shipped"]

FOLDER = Path(companion.games.__file__).parent / "scenarios"
STEP_S = 1.0
CALL_AFTER_S = 0.6
"""How long after the release the sense makes its call."""
SURE = 0.99
_MISSHAPEN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What reading a value of the wrong kind raises: the file is anybody's writing."""


def shipped() -> list[Path]:
    """All scenario files of the package."""
    return sorted(FOLDER.rglob("*.yaml"))


def run_files(paths: Iterable[Path], say: Callable[[str], None]) -> int:
    """Run scenario files; a line for each expectation that does not hold. 1 if there is any, else 0.

    A file that is no scenario keeps none of the others from being played; ScenarioError names them all at the end.
    """
    ran = failed = 0
    broken = []
    for path in paths:
        try:
            lines = run_scenario(load(path, tuple(_VERBS), _EXTRAS))
        except ScenarioError as error:
            broken.append(str(error))
            continue
        for line in lines:
            say(f"{path.name}: {line}")
        ran, failed = ran + 1, failed + bool(lines)
    if ran:
        say(f"{ran - failed} of {ran} scenarios hold")
    if broken:
        raise ScenarioError("; ".join(broken))
    return 1 if failed else 0


def run_scenario(scenario: Scenario) -> list[str]:
    """Play one scenario on a table of its own; one line for each expectation that does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "scenario.sqlite")
        try:
            return _Player(scenario, journal).play()
        finally:
            journal.close()


@dataclass(slots=True)
class _Clock:
    """The scenario's own time."""

    t_s: float = 100.0

    def now_s(self) -> float:
        return self.t_s

    def wall(self) -> datetime:
        return datetime.fromtimestamp(self.t_s, UTC)

    def is_set(self) -> bool:
        return False


@dataclass(slots=True)
class _Player:
    """Plays one scenario, step by step."""

    scenario: Scenario
    journal: Journal
    clock: _Clock = field(default_factory=_Clock)
    table: Table = field(init=False)
    keys: int = 0

    def __post_init__(self) -> None:
        self.table = self.new_table()

    def new_table(self) -> Table:
        return Table(self.journal, self.clock, boards=lambda _game, _name: self.scenario.board)

    def play(self) -> list[str]:
        scenario = self.scenario
        command = {"type": "new-game", "game": scenario.game.id, "names": list(scenario.players)}
        try:
            self.submit({**command, "options": dict(scenario.options), "mode": scenario.mode})
        except Refused as refused:
            raise ScenarioError(f"{scenario.name}: setup: {refused.detail}") from refused
        lines = [line for step in scenario.steps for line in self.step(step)]
        return lines + [f"at the end: {line}" for line in self.failures(scenario.holds, "holds")]

    def step(self, step: Step) -> list[str]:
        """Take one step and look at what it says must be so."""
        self.clock.t_s += STEP_S
        where = f"step {step.number} ({_label(step)}): "
        wanted = step.more.get("refused")
        try:
            _VERBS[step.verb](self, step)
        except Refused as refused:
            if wanted not in self.codes(refused, step):
                return [f"{where}refused: {refused.code} ({refused.detail})"]
            wanted = None
        except _MISSHAPEN as error:
            raise self.damaged(f"step {step.number} ({_label(step)})", error) from error
        self.table.tick(self.clock.t_s)
        found = [] if wanted is None else [f"expected to be refused as {wanted}, but it was taken"]
        found += self.failures(step.more.get("then") or {}, f"step {step.number}: then")
        return [where + line for line in found]

    def failures(self, wanted: Any, where: str) -> list[str]:
        try:
            seen = wanted.get("sees", {})
            found = failures({key: value for key, value in wanted.items() if key != "sees"}, self.table.view())
            return found + [line for name, what in seen.items() for line in self.seen_by(name, what)]
        except _MISSHAPEN as error:
            raise self.damaged(where, error) from error

    def seen_by(self, name: str, wanted: Mapping[str, Any]) -> list[str]:
        """What holds of a player's own view, secrets and all."""
        view = self.table.view(seat_of(name, self.names()))
        return [f"{name} sees {line}" for line in failures(wanted, view)]

    def damaged(self, where: str, error: Exception) -> ScenarioError:
        told = isinstance(error, ScenarioError | SentenceError)
        says = str(error) if told else "a value is of the wrong kind; see the page on scenario files"
        return ScenarioError(f"{self.scenario.name}: {where}: {says}")

    def names(self) -> list[str]:
        return [seat["name"] for seat in self.table.view()["seats"]]

    def submit(self, command: Mapping[str, Any]) -> None:
        """At the table; what is a player's own secret, on that player's phone."""
        self.keys += 1
        action = command.get("action", {})
        seat = action.get("seat") if action.get("type") in self.scenario.game.secrets else None
        self.table.submit(command, f"scenario-{self.keys}", seat)

    def action(self, sentence: Any) -> dict[str, Any]:
        if isinstance(sentence, Mapping):
            return dict(sentence)
        return read_sentence(str(sentence), phrases_of(self.scenario.game.id), self.names())

    def await_id(self, action: Mapping[str, Any]) -> str:
        """The await this action answers; where there is none, whichever comes first."""
        seat = action.get("seat")
        awaits = self.table.view(seat if isinstance(seat, int) else None)["awaits"]
        found = [a for a in awaits if a["kind"] == action["type"]]
        mine = [a for a in found if a["seat"] == seat]
        return next((a["id"] for a in [*mine, *found, *awaits]), "")

    def codes(self, refused: Refused, step: Step) -> set[str]:
        """What the refusal may be called: the table's code, and the rules' own where nothing of the kind was awaited."""
        codes = {refused.code}
        run = self.table.run
        if step.verb == "do" and run is not None:
            answer = run.game.act(run.scene.state, self.action(step.what))
            codes |= {answer.code} if isinstance(answer, Illegal) else set()
        return codes


def _label(step: Step) -> str:
    """How the lines about a step quote it."""
    if isinstance(step.what, str):
        return step.what if step.verb == "do" else f"{step.verb}: {step.what}"
    values = ", ".join(map(str, step.what)) if isinstance(step.what, Mapping) and step.verb == "correct" else step.what
    return step.verb if values is None else f"{step.verb}: {values}"


def _do(player: _Player, step: Step) -> None:
    action = player.action(step.what)
    player.submit({"type": "act", "await_id": player.await_id(action), "action": action})


def _correct(player: _Player, step: Step) -> None:
    for fact, raw in step.what.items():
        for value in as_values(raw, player.names()):
            events = [event["seq"] for event in player.table.view()["events"]]
            player.submit({"type": "correct", "seq": _newest(player, events), "fact": fact, "value": value})


def _newest(player: _Player, events: Sequence[int]) -> int | None:
    run = player.table.run
    return run.scene.ledger.last_entry if run is not None else max(events, default=None)


def _undo(player: _Player, step: Step) -> None:
    for _ in range(1 if step.what is True else int(step.what)):
        undo = player.table.view()["undo"]
        if undo is None:
            raise Refused("nothing-to-undo", detail="there is nothing left to undo")
        player.submit({"type": "undo", "seq": undo["seq"]})


def _redo(player: _Player, _step: Step) -> None:
    redo = player.table.view()["redo"]
    if redo is None:
        raise Refused("nothing-to-redo", detail="there is nothing left to redo")
    player.submit({"type": "redo", "seq": redo["seq"]})


def _replace(player: _Player, step: Step) -> None:
    """`replace: <the event's code>`, the newest of that kind; `by`: what it was really."""
    live = [event for event in player.table.view()["events"] if not event["undone"] and event["code"] == step.what]
    if not live:
        raise ScenarioError(f"nothing to replace: no event {step.what!r}")
    player.submit({"type": "replace", "seq": live[-1]["seq"], "action": player.action(step.more.get("by"))})


def _answer(player: _Player, step: Step) -> None:
    """An answer by its code, and where there are several by their spot or player."""
    questions = player.table.view()["questions"]
    if not questions:
        raise ScenarioError("there is no question to answer")
    option = _option(str(step.what), questions[0]["options"], player.names())
    player.submit({"type": "answer", "question": questions[0]["id"], "option": option})


def _option(text: str, options: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    spots, word = read_spots(text), text.split(" ", 1)[0]
    for option in options:
        params = option.get("params", {})
        at = [[option.get("ring"), option.get("sector")]] if option.get("ring") else params.get("gone", [])
        seat = params.get("seat")
        fits = not spots or sorted(spots) == sorted(spot[:2] for spot in at)
        whose = seat is None or option["code"] != "seat" or seat == seat_of(text.split(" ", 1)[1], names)
        if option["code"] == word and fits and whose:
            return str(option["id"])
    raise ScenarioError(f"no answer {text!r} among {[option['id'] for option in options]}")


def _notice(player: _Player, step: Step) -> None:
    """Press a notice's button: `notice: <code>`, `button: <action>`."""
    found = next((n["id"] for n in player.table.view()["notices"] if n["code"] == step.what), "")
    player.submit({"type": "notice", "notice": found, "action": str(step.more.get("button"))})


def _die(player: _Player, step: Step) -> None:
    player.table.rolled(Rolled(int(step.what), player.clock.t_s))


def _press(player: _Player, step: Step) -> None:
    player.table.pressed(Press(str(step.what), player.clock.t_s))


def _wait(player: _Player, step: Step) -> None:
    player.clock.t_s += float(step.what)


def _ship(player: _Player, step: Step) -> None:
    """The ship as it looks: "touched", "resting", "rocking", "rim"; "bump" and the like are the sense's remarks."""
    if step.what in {"touched", "resting", "rocking", "rim", "empty"}:
        player.table.live(Live(player.clock.t_s, step.what, 0.0, (0.0, 0.0), (0.0, 0.0)))
    else:
        player.table.noted(Noted(player.clock.t_s, str(step.what)))


def _restart(player: _Player, _step: Step) -> None:
    """The service was stopped and started again."""
    player.table = player.new_table()


def _look(_player: _Player, _step: Step) -> None:
    """Only look."""


def _felt(player: _Player, step: Step) -> None:
    player.table.felt(_felt_event(str(step.what), step.more, player.clock.t_s))


def _felt_event(text: str, more: Mapping[str, Any], t_s: float) -> Felt:
    """What the ship felt, from words: "placed ring 3 sector 2", "2 fell from ring 3 sector 2, ring 1 sector 1"..."""
    at_s = t_s - float(more.get("after", CALL_AFTER_S))
    spots = tuple(Spot(ring, sector) for ring, sector in read_spots(text))
    odds, ask, others = float(more.get("odds", SURE)), bool(more.get("unsure", False)), _alternatives(more.get("or", {}))
    if text in {"ship lifted", "ship stands again"}:
        return Lifted(t_s, at_s, text != "ship lifted")
    if text.startswith("placed ") and spots:
        return Placed(t_s, at_s, spots[0], odds, ask, others)
    if text.startswith("removed ") and spots:
        return Removed(t_s, at_s, spots[0], odds, ask, others)
    if text.startswith("moved from ") and len(spots) == 2:
        return Moved(t_s, at_s, spots[0], spots[1], odds, ask, others)
    fallen = re.fullmatch(r"(\d+) fell(?: from .*)?(, one in its own placement)?", text)
    if fallen is None:
        raise ScenarioError(f"the ship cannot feel {text!r}")
    return Fell(t_s, at_s, int(fallen[1]), spots, odds, ask, others, fallen[2] is not None)


def _alternatives(others: Mapping[str, float]) -> tuple[Alternative, ...]:
    """`or`: other readings of what was felt, each with its odds."""
    return tuple(
        Alternative(tuple(Spot(ring, sector) for ring, sector in read_spots(text)), odds) for text, odds in others.items()
    )


_VERBS: dict[str, Callable[[_Player, Step], None]] = {
    "do": _do,
    "felt": _felt,
    "die": _die,
    "press": _press,
    "answer": _answer,
    "undo": _undo,
    "redo": _redo,
    "replace": _replace,
    "correct": _correct,
    "notice": _notice,
    "ship": _ship,
    "wait": _wait,
    "restart": _restart,
    "look": _look,
}
_EXTRAS = ("then", "refused", "because", "by", "button", "odds", "unsure", "or", "after")
