"""The referee: a felt event, a roll or a button against what the game awaits. Pure: it says what to write and writes nothing.

Fits and sure: score it. Unsure: ask what was felt. Does not fit: ask what to do with it. Everything else is settled with a
reason that the page shows. What is felt is judged at the moment of release, not of the call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.events import Fell, Felt, Lifted, Moved, Placed, Press, Removed, Rolled, Spot
from companion.games.contract import Action, Await, Illegal
from companion.table import answers, dice, follow
from companion.table.books import Item
from companion.table.exchange import Exchange, exchanged
from companion.table.falls import blame, bumper_unknown, carried, fell_already, own_placement, shares
from companion.table.replay import as_ruling
from companion.table.scene import FALL_LEAD_S, Scene
from companion.table.wood import area, matched, read_spots, spots_of

__all__ = ["Ask", "Score", "Settle", "Verdict", "ends_turn", "judge", "passing"]

END_TURN = "end-turn"
TURN_OF = "turn-"
"""Buttons: the turn is over; or which seat has the die now ("turn-2")."""
TWICE_S = 1.0
"""Nobody ends two turns within this time on purpose."""
SURE = 0.6
"""Below these odds the table is asked even when the sense itself would not."""


@dataclass(frozen=True, slots=True)
class Score:
    """Write these actions, before entry `before` when they come late."""

    actions: tuple[Action, ...]
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Put this question."""

    code: str
    options: tuple[Mapping[str, Any], ...]
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settle:
    """Nothing to score; `how` says why."""

    how: str


Verdict = Score | Exchange | Ask | Settle


def judge(scene: Scene, item: Item) -> Verdict:
    """What the table does with this item now. Once the game is over, nothing is asked any more: the ship is being cleared."""
    verdict = _JUDGES[type(item.what)](scene, item)
    if isinstance(verdict, Ask) and verdict.code == "does-not-fit":
        verdict = _with_reason(scene, verdict)
    over = scene.game.outcome(scene.state) is not None
    return Settle("game-over") if over and isinstance(verdict, Ask) else verdict


def _with_reason(scene: Scene, question: Ask) -> Ask:
    """The question, with the code of the rule that stands against what happened."""
    refused = scene.game.act(scene.state, question.params)
    return replace(question, params={**question.params, "why": refused.code}) if isinstance(refused, Illegal) else question


def ends_turn(item: Item) -> bool:
    """Whether this is a button that says that a turn is over."""
    return isinstance(item.what, Press) and (item.what.button == END_TURN or item.what.button.startswith(TURN_OF))


def is_unsure(felt: Felt, reading: Mapping[str, Any] | None) -> bool:
    """Whether the table must be asked what happened; once it has been, its reading is sure."""
    if reading is not None or isinstance(felt, Lifted):
        return False
    return felt.ask or felt.odds < SURE or (isinstance(felt, Fell) and _which_fell(felt) < SURE)


def _reason(felt: Placed | Removed | Fell) -> Mapping[str, Any]:
    """Why it is asked, where that is not its odds."""
    return {"why": felt.why} if felt.why else {}


def _which_fell(felt: Fell) -> float:
    """How sure it is from which areas they fell, given that as many did."""
    readings = answers.fall_readings(felt)
    return readings[tuple(sorted(map(area, felt.gone)))].odds / sum(reading.odds for reading in readings.values())


def spots_read(scene: Scene, item: Item, felt: Felt) -> tuple[Spot, ...]:
    """The spots of a felt event, as the table reads them."""
    reading = scene.ledger.readings.get(item.seq)
    return read_spots(reading["spots"]) if reading else spots_of(felt)


def _placed(scene: Scene, item: Item) -> Verdict:
    felt = item.what
    assert isinstance(felt, Placed)
    if scene.is_lifted(item):
        return Settle("while-lifted")
    if scene.ledger.putting_back and (found := _returning(scene, item, felt)):
        return found
    if fell_already(scene, item):
        return Settle("fell-already")
    if is_unsure(felt, scene.ledger.readings.get(item.seq)):
        return Ask("which-spot", answers.spots(felt, partial(_asked_for, scene, item, "place")), _reason(felt))
    ring, sector = area(spots_read(scene, item, felt)[0])
    verdict = _place_it(scene, item, {"type": "place", "ring": ring, "sector": sector}, lead_s=FALL_LEAD_S)
    if verdict is None and (ring, sector) in scene.missing(item.seq):
        return Settle("paired")
    return verdict or Ask("does-not-fit", answers.MISFIT_PLACE, {"type": "place", "ring": ring, "sector": sector})


def _asked_for(scene: Scene, item: Item, kind: str, spot: Spot) -> bool:
    """Whether an alien placed on, or removed from, this spot is what the rules wait for."""
    action = {"type": kind, "ring": spot.ring, "sector": spot.sector}
    return _place_it(scene, item, action) is not None


def _returning(scene: Scene, item: Item, felt: Placed) -> Verdict | None:
    """While the ship is being filled again, an alien put where the score has one is that one."""
    missing = scene.missing(item.seq)
    here = area(spots_read(scene, item, felt)[0])
    return Settle("put-back") if here in missing else None


def _place_it(scene: Scene, item: Item, action: Action, *, lead_s: float = 0.0) -> Score | None:
    """Where the action fits: at its moment, or else now (a roll tapped in after the hand was quicker)."""
    for position in sorted({scene.position(item, lead_s=lead_s), scene.position(item), len(scene.steps)}):
        for actions in follow.readings(scene, action, position):
            if scene.fits_at(position, actions):
                return Score(actions, scene.before(position))
    return None


def _removed(scene: Scene, item: Item) -> Verdict:
    felt = item.what
    assert isinstance(felt, Removed)
    if scene.is_lifted(item):
        return Settle("while-lifted")
    if scene.ledger.empty_first:
        return Settle("taken-off")
    if is_unsure(felt, scene.ledger.readings.get(item.seq)):
        return Ask("which-left", answers.spots(felt, partial(_asked_for, scene, item, "remove")), _reason(felt))
    found, nobody = matched(scene.ledger.aliens(item.seq), spots_read(scene, item, felt))
    if not found and scene.ledger.putting_back:
        return Settle("put-back")
    ring, sector = area(found[0].spot if found else nobody[0])
    to_be_moved = bool(found) and scene.ledger.settled.get(found[0].felt or 0) == "move-it"
    action = {"type": "remove", "ring": ring, "sector": sector}
    verdict: Score | Exchange | None = None if to_be_moved else _place_it(scene, item, action)
    if verdict is None and (to_be_moved or (ring, sector) in scene.unscored(item.seq)):
        return Settle("paired")
    if verdict is None and found:
        verdict = exchanged(scene, item, found[0].spot)
    return verdict or Ask("does-not-fit", answers.MISFIT_REMOVE, action)


def _fell(scene: Scene, item: Item) -> Verdict:
    felt = item.what
    assert isinstance(felt, Fell)
    if scene.ledger.empty_first:
        return Settle("taken-off")
    reading = scene.ledger.readings.get(item.seq)
    if is_unsure(felt, reading):
        return Ask("how-many-fell", answers.falls(felt), _reason(felt))
    position = scene.position(item)
    split = shares(scene, item, spots_read(scene, item, felt), position)
    dropped = carried(scene, item)
    own = not dropped and own_placement(scene, item, split, position)
    count = len(split.scored) + (1 if own and not split.own_stood else 0)
    if count == 0:
        return Settle("paired")
    if bumper_unknown(scene, item):
        return Ask("who-bumped", answers.seats(scene.view(position)))
    action = {
        "type": "fell",
        "count": count,
        "gone": [list(spot) for spot in split.scored],
        "blamed": blame(scene, item, position),
        "own": own,
        **({"cause": "lifted"} if dropped else {}),
    }
    for place in (position, len(scene.steps)):
        if scene.fits_at(place, (action,)):
            return Score((action,), scene.before(place))
    return Ask("does-not-fit", answers.MISFIT_FALL, action)


def _moved(scene: Scene, item: Item) -> Verdict:
    felt = item.what
    assert isinstance(felt, Moved)
    if is_unsure(felt, scene.ledger.readings.get(item.seq)):
        return Ask("which-spot", answers.spots(felt))
    found, _ = matched(scene.ledger.aliens(item.seq), [felt.was])
    was = area(found[0].spot if found else felt.was)
    now = area(spots_read(scene, item, felt)[0])
    if was == now:
        return Settle("same-area")
    action = {"type": "moved", "was": list(was), "now": list(now)}
    return _place_it(scene, item, action) or Settle("unscored-moved")


def _lifted(_scene: Scene, item: Item) -> Verdict:
    felt = item.what
    assert isinstance(felt, Lifted)
    return Settle("stands-again" if felt.down else "lifted")


def _rolled(scene: Scene, item: Item) -> Verdict:
    roll = item.what
    assert isinstance(roll, Rolled)
    awaited = scene.awaits("roll") or _answered_last(scene)
    domain = awaited[0].domain if awaited else {}
    value = dice.counted(domain, roll.value)
    if dice.is_pair(domain):
        half = dice.half_before(scene.ledger, item.seq)
        if half is None:
            return Settle(dice.HALF)
        value += half
    action: dict[str, Any] = {"type": "roll", "value": value}
    if awaited and domain.get("purpose") == "start":
        action["seat"] = awaited[0].seat
    if scene.fits_at(len(scene.steps), (action,)):
        return Score((action,))
    last = scene.steps[-1].entry if scene.steps else None
    return Ask("does-not-fit", tuple(o for o in answers.misfit_roll(last) if _can_be(scene, o, action)), action)


def _answered_last(scene: Scene) -> tuple[Await, ...]:
    """What the newest entry answered, where it was a roll: a roll that nobody waits for may stand for that one."""
    if not scene.steps or scene.steps[-1].entry.action["type"] != "roll":
        return ()
    return tuple(a for a in scene.game.awaits(scene.steps[-1].before) if a.kind == "roll")


def _can_be(scene: Scene, option: Mapping[str, Any], action: Action) -> bool:
    """Whether this answer could be written at all: some games know no passing, some no roll out of turn."""
    tried = {"passed": {"type": "pass"}, "count-anyway": action}.get(option["code"])
    return tried is None or not isinstance(scene.game.act(scene.state, as_ruling(tried)), Illegal)


def _pressed(scene: Scene, item: Item) -> Verdict:
    press = item.what
    assert isinstance(press, Press)
    if press.button == END_TURN or press.button.startswith(TURN_OF):
        return _turn_over(scene, press)
    for action in follow.meanings(press.button):
        if scene.fits_at(len(scene.steps), (action,)):
            return Score((action,))
    return Settle("button-means-nothing-now")


def _turn_over(scene: Scene, press: Press) -> Verdict:
    """The turn ends by the game's own rules, or the die is with the next player: who still had to act has passed."""
    if press.button == END_TURN and scene.awaits(END_TURN):
        return Settle("pressed-twice") if _just_ended(scene, press) else Score(({"type": END_TURN},))
    if not scene.senses_ship:
        return Settle("button-means-nothing-now")
    if scene.awaits("roll") and not (press.button == END_TURN and scene.view().get("roll")):
        return Settle("so-it-is")
    taken = press.button.removeprefix(TURN_OF)
    if taken == str(scene.view().get("turn")) or scene.game.outcome(scene.state) is not None:
        return Settle("so-it-is")
    return Score((passing(scene),))


def _just_ended(scene: Scene, press: Press) -> bool:
    """Whether the newest entry is the same button, a moment ago: one push of a big button may be heard as two."""
    last = scene.steps[-1].entry if scene.steps else None
    pushed = last is not None and last.action["type"] == END_TURN and last.item is not None
    return last is not None and pushed and 0 <= press.t_s - last.at_s < TWICE_S


def passing(scene: Scene) -> Action:
    """Ending the turn, or passing: as a ruling where the rules do not let this player pass."""
    ways: tuple[Action, ...] = ({"type": "end-turn"}, {"type": "pass"})
    fits = next((way for way in ways if scene.fits_at(len(scene.steps), (way,))), None)
    return fits or as_ruling({"type": "pass"})


_JUDGES: dict[type[Any], Callable[[Scene, Item], Verdict]] = {
    Placed: _placed,
    Removed: _removed,
    Fell: _fell,
    Moved: _moved,
    Lifted: _lifted,
    Rolled: _rolled,
    Press: _pressed,
}
