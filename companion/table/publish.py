"""What tablets see: a whole view of the table, built fresh from the committed game. Codes and parameters, no words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from companion.events import Health, Rolled
from companion.games import boards
from companion.table import dice, notices, questions
from companion.table.books import Entry, Ledger
from companion.table.journal import GameRow
from companion.table.replay import Step
from companion.table.run import Run
from companion.table.scene import Scene, aboard

__all__ = ["LOG_LINES", "entry_views", "game_info", "lobby_view", "log", "table_view"]

LOG_LINES = 40
MARKS = 8
_CODES = {
    "roll": "rolled",
    "place": "placed",
    "remove": "removed",
    "fell": "fell",
    "moved": "moved",
    "pass": "passed",
    "join": "joined",
    "leave": "left",
    "back": "returned",
    "skip": "skipped",
    "correct": "corrected",
}
_NOT_PARAMS = ("type", "ruling")

View = dict[str, Any]


def lobby_view(devices: Iterable[Health], resumable: Iterable[int]) -> View:
    """The table between games."""
    empty: View = {name: [] for name in ("seats", "awaits", "inventory", "questions", "events", "notices")}
    nothing: View = dict.fromkeys(("game", "outcome", "held_roll", "undo", "redo"))
    known = {"devices": device_views(devices), "resumable": list(resumable)}
    return {"phase": "lobby", "state": {}, "queued": 0, **empty, **nothing, **known}


def device_views(devices: Iterable[Health]) -> list[View]:
    """The devices and how they are."""
    return [
        {"device": d.device, "kind": d.kind, "state": d.state, "code": d.code, "params": dict(d.params)}
        for d in sorted(devices, key=lambda d: (d.kind, d.device))
    ]


def table_view(run: Run, seat: int | None, devices: Iterable[Health], resumable: Iterable[int]) -> View:
    """The running game as `seat` may see it."""
    scene, game = run.scene, run.game
    state = game.view(scene.state, seat)
    outcome = game.outcome(scene.state)
    visible = [a for a in game.awaits(scene.state) if a.visible_to is None or seat in a.visible_to]
    return {
        "phase": "playing" if outcome is None else "over",
        "game": game_info(run.row, scene.ledger.mode),
        "seats": seat_views(state, scene.ledger.phones.keys if game.secrets else None),
        "state": state,
        "awaits": [{"id": a.id, "kind": a.kind, "seat": a.seat, "domain": dict(a.domain)} for a in visible],
        "outcome": outcome and {"ranking": [list(tied) for tied in outcome.ranking], "reason": outcome.reason},
        "inventory": inventory_view(scene),
        "questions": [question_view(scene.ledger, q) for q in scene.ledger.questions.values()],
        "queued": queued(scene.ledger),
        "held_roll": held_roll(scene.ledger),
        "events": log(scene, LOG_LINES),
        "notices": notices.build(run),
        "undo": _undo_view(scene),
        "redo": _redo_view(scene),
        "devices": device_views(devices),
        "resumable": list(resumable),
    }


def game_info(row: GameRow, mode: str) -> View:
    """What is fixed about a game."""
    return {
        "number": row.number,
        "id": row.id,
        "mode": mode,
        "options": dict(row.options),
        "board": boards.shown(row.board),
        "started_at": row.started_at,
    }


def seat_views(state: Mapping[str, Any], phones: Container[int] | None = None) -> list[View]:
    """The players, with their colour and shape; `phones`: the seats that have one, None where nothing is secret."""
    return [
        {
            "seat": s["seat"],
            "name": s["name"],
            "mark": s["seat"] % MARKS,
            "score": s["score"],
            "present": s.get("present", True),
            "turn": s["seat"] == state.get("turn"),
            "phone": None if phones is None else s["seat"] in phones,
        }
        for s in state["seats"]
    ]


def inventory_view(scene: Scene) -> list[View]:
    """What stands on the ship: felt, or without a sensor what the score says."""
    if scene.ledger.mode == "manual":
        return [
            {"id": n, "ring": ring, "sector": sector, "xy_mm": None, "scored": True}
            for n, (ring, sector) in enumerate(aboard(scene.game, scene.state), start=1)
        ]
    scored = notices.scored_ids(scene)
    return [
        {
            "id": alien.id,
            "ring": alien.spot.ring,
            "sector": alien.spot.sector,
            "xy_mm": list(alien.spot.xy_mm) if alien.spot.xy_mm else None,
            "scored": alien.id in scored,
        }
        for alien in scene.ledger.aliens().values()
    ]


def question_view(ledger: Ledger, question: Any) -> View:
    """A question with its answers."""
    item = ledger.items.get(question.item or 0)
    felt = question.item if item is not None and hasattr(item.what, "odds") else None
    return {
        "id": questions.question_id(question),
        "code": question.code,
        "params": dict(question.params),
        "felt_seq": felt,
        "options": [dict(option) for option in question.options],
    }


def queued(ledger: Ledger) -> int:
    """Events that wait for an answer to something before them."""
    asked = {question.item for question in ledger.questions.values()}
    return len([seq for seq in ledger.pending if seq not in asked]) if ledger.questions else 0


def held_roll(ledger: Ledger) -> int | None:
    """A roll that is shown and not yet counted, or the first of two."""
    asked = {question.item for question in ledger.questions.values()}
    rolls = [ledger.items[seq].what for seq in ledger.pending if seq not in asked]
    held = next((roll.value for roll in rolls if isinstance(roll, Rolled)), None)
    return dice.half_before(ledger, ledger.last_seq + 1) if held is None else held


def entry_views(scene: Scene) -> dict[int, View]:
    """Every live entry as a log line, by its sequence."""
    return {step.entry.seq: _step_view(scene, step) for step in scene.steps}


def log(scene: Scene, lines: int | None = None) -> list[View]:
    """The log (its last lines) in playing order; what was undone stays in it, marked."""
    played = {step.entry.seq: step for step in scene.steps}
    counting = {entry.seq for entry in scene.ledger.live()}
    found = []
    for seq in scene.ledger.order[-lines:] if lines else scene.ledger.order:
        entry = scene.ledger.entries[seq]
        if seq in played:
            found.append(_step_view(scene, played[seq]))
        else:
            found.append(_line(scene, entry, entry.seat, entry.points, undone=seq not in counting))
    return found


def _step_view(scene: Scene, step: Step) -> View:
    line = _line(scene, step.entry, step.seat, step.points, undone=False)
    return {**line, "ruling": step.ruling, "undoable": True}


def _params(scene: Scene, action: Mapping[str, Any]) -> View:
    """What the log tells of an action; of a secret one only whose it was, while the game covers it."""
    hidden = action["type"] in scene.game.secrets and scene.game.covered(scene.state)
    return {name: value for name, value in action.items() if name not in _NOT_PARAMS and (name == "seat" or not hidden)}


def _line(scene: Scene, entry: Entry, seat: int | None, points: int, *, undone: bool) -> View:
    action = entry.action
    params = _params(scene, action)
    if entry.origin.kind == "ship" and action["type"] == "roll":
        params["implied"] = True
    return {
        "seq": entry.seq,
        "game": scene.game.id,
        "code": _CODES.get(action["type"], action["type"]),
        "params": params,
        "seat": seat,
        "points": points,
        "source": entry.origin.to_json(),
        "ruling": bool(action.get("ruling")),
        "undone": undone,
        "undoable": False,
        "disputable": entry.origin.kind == "ship" and entry.item in scene.ledger.items,
    }


def _undo_view(scene: Scene) -> View | None:
    live = scene.ledger.live()
    return _brief(scene, live[-1]) if live and live[-1].seq > scene.ledger.base else None


def _redo_view(scene: Scene) -> View | None:
    ledger = scene.ledger
    return _brief(scene, ledger.entries[ledger.redoable[-1][-1]]) if ledger.redoable else None


def _brief(scene: Scene, entry: Entry) -> View:
    params = _params(scene, entry.action)
    code = _CODES.get(entry.action["type"], entry.action["type"])
    return {"seq": entry.seq, "game": scene.game.id, "code": code, "params": params}
