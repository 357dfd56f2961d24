"""What tablets may ask of a running game. Each command reads the draft, refuses with one clear reason, or writes its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.events import BUTTONS, Press
from companion.games.contract import Action, Await, Illegal
from companion.games.reasons import in_words
from companion.table import found, notices, questions
from companion.table.books import Entry, Origin
from companion.table.names import refuse_confusing
from companion.table.opening import modes_of
from companion.table.publish import entry_views
from companion.table.refusal import Refused
from companion.table.replay import as_ruling
from companion.table.run import Draft, same_item

__all__ = ["HANDLERS", "Context"]

TABLET = Origin("tablet")
PEOPLE = ("join", "leave", "back", "skip")


@dataclass(frozen=True, slots=True)
class Context:
    """What a command needs besides the draft: the moment on the sensor's clock, and where the command comes from."""

    now_s: float
    origin: Origin = TABLET


Handler = Callable[[Draft, Mapping[str, Any], Context], tuple[Mapping[str, Any], ...]]


def _act(draft: Draft, command: Mapping[str, Any], context: Context) -> tuple[Mapping[str, Any], ...]:
    action = _action(command)
    await_ = _awaited(draft, str(command.get("await_id", "")), action)
    if await_ is not None and "seat" not in action and await_.domain.get("purpose") == "start":
        action = {**action, "seat": await_.seat}
    if action["type"] == "join" and isinstance(action.get("name"), str):
        refuse_confusing([action["name"]], [seat["name"] for seat in draft.scene.view()["seats"]])
    _refuse_illegal(draft, draft.scene.state, action)
    draft.enter(action, context.origin, context.now_s)
    return ()


def _action(command: Mapping[str, Any]) -> dict[str, Any]:
    action = command.get("action")
    if not isinstance(action, Mapping) or not isinstance(action.get("type"), str):
        raise Refused("malformed", {"field": "action"}, 422, "action must be an object with a type")
    return dict(action)


def _awaited(draft: Draft, await_id: str, action: Mapping[str, Any]) -> Await | None:
    """The await this command cites; what people do needs none, a ruling may cite any. If it is gone, the rules may say more."""
    found = next((a for a in draft.scene.game.awaits(draft.scene.state) if a.id == await_id), None)
    if found is None:
        if action["type"] in PEOPLE:
            return None
        _refuse_by_the_rules(draft, action)
        raise Refused("await-gone", {"await_id": await_id}, 409, "that is no longer asked for; look at the table and try again")
    if found.kind != action["type"] and action.get("ruling") is not True:
        _refuse_by_the_rules(draft, action)
        raise Refused("wrong-kind", {"awaited": found.kind, "type": action["type"]}, 422, f"this await takes a {found.kind!r}")
    return found


def _refuse_by_the_rules(draft: Draft, action: Action) -> None:
    result = draft.scene.game.act(draft.scene.state, action)
    if isinstance(result, Illegal) and result.code != "not-awaited":
        _refuse_illegal(draft, draft.scene.state, action)


def _refuse_illegal(draft: Draft, state: Any, action: Action) -> None:
    """Refuse what the rules refuse, with the rule, and with whether it can be entered as "it happened anyway"."""
    act = draft.scene.game.act
    result = act(state, action)
    if isinstance(result, Illegal):
        anyway = not isinstance(act(state, as_ruling(action)), Illegal)
        detail = f"the rules refuse it: {in_words(result)} ({result.rule})"
        raise Refused(result.code, {**result.params, "rule": result.rule, "anyway": anyway}, 422, detail)


def _answer(draft: Draft, command: Mapping[str, Any], context: Context) -> tuple[Mapping[str, Any], ...]:
    questions.take(draft, str(command.get("question", "")), str(command.get("option", "")), context.now_s)
    return ()


def _entry(draft: Draft, command: Mapping[str, Any]) -> Entry:
    seq = command.get("seq")
    entry = draft.ledger.entries.get(seq) if isinstance(seq, int) else None
    if entry is None:
        raise Refused("no-such-entry", {"seq": seq}, 404, "there is no entry of that number in this game")
    if entry.seq <= draft.ledger.base:
        raise Refused("before-the-update", {"seq": seq}, 409, "entries from before a change of the rules stay as they are")
    return entry


def _live_entry(draft: Draft, command: Mapping[str, Any]) -> Entry:
    entry = _entry(draft, command)
    if entry not in draft.ledger.live():
        raise Refused("already-undone", {"seq": entry.seq}, 409, "that entry is already taken out")
    return entry


def _undo(draft: Draft, command: Mapping[str, Any], _context: Context) -> tuple[Mapping[str, Any], ...]:
    draft.take_out(same_item(draft.ledger, _live_entry(draft, command)))
    return ()


def _redo(draft: Draft, command: Mapping[str, Any], _context: Context) -> tuple[Mapping[str, Any], ...]:
    entry = _entry(draft, command)
    group = next((g for g in reversed(draft.ledger.redoable) if entry.seq in g), None)
    if group is None or group != draft.ledger.redoable[-1]:
        raise Refused(
            "nothing-to-redo", {"seq": entry.seq}, 409, "only what was undone last, before anything new, can be redone"
        )
    draft.put_back(group)
    return ()


def _replace(draft: Draft, command: Mapping[str, Any], _context: Context) -> tuple[Mapping[str, Any], ...]:
    old, action = _live_entry(draft, command), _action(command)
    before = entry_views(draft.scene)
    _refuse_illegal(draft, _state_before(draft, old), action)
    new = draft.enter(action, TABLET, old.at_s, item=old.item, replaces=old.seq)
    questions.read_as(draft, old, new)
    draft.replay()
    after = entry_views(draft.scene)
    return tuple(view for seq, view in after.items() if seq == new or view != before.get(seq))


def _state_before(draft: Draft, old: Entry) -> Any:
    return next(step.before for step in draft.scene.steps if step.entry.seq == old.seq)


def _correct(draft: Draft, command: Mapping[str, Any], context: Context) -> tuple[Mapping[str, Any], ...]:
    if command.get("seq") != draft.ledger.last_entry:
        params = {"seq": command.get("seq"), "newest": draft.ledger.last_entry}
        raise Refused("stale-sequence", params, 409, "the table has moved on; look again and repeat the correction")
    action = {"type": "correct", "fact": command.get("fact"), "value": command.get("value")}
    _refuse_illegal(draft, draft.scene.state, action)
    draft.enter(action, TABLET, context.now_s)
    if command.get("fact") == "aboard":
        found.stand_instead(draft, command["value"])
    return ()


def _notice(draft: Draft, command: Mapping[str, Any], context: Context) -> tuple[Mapping[str, Any], ...]:
    notices.take(draft, str(command.get("notice", "")), str(command.get("action", "")), context.now_s)
    return ()


def _mode(draft: Draft, command: Mapping[str, Any], _context: Context) -> tuple[Mapping[str, Any], ...]:
    mode, modes = command.get("mode"), modes_of(draft.run.game)
    if mode not in modes:
        raise Refused("bad-value", {"field": "mode", "values": list(modes)}, 422, f"mode must be one of {', '.join(modes)}")
    draft.add("mode", {"mode": mode})
    return ()


def _press(draft: Draft, command: Mapping[str, Any], context: Context) -> tuple[Mapping[str, Any], ...]:
    button = command.get("button")
    if button not in BUTTONS:
        raise Refused(
            "bad-value", {"field": "button", "values": list(BUTTONS)}, 422, f"button must be one of {', '.join(BUTTONS)}"
        )
    press(draft, Press(str(button), context.now_s, "tablet"))
    return ()


def press(draft: Draft, what: Press) -> None:
    """Take a button in: undo at once, the rest in the order of events."""
    if what.button == "undo":
        live = draft.ledger.live()
        if live and live[-1].seq > draft.ledger.base:
            draft.take_out(same_item(draft.ledger, live[-1]))
        return
    draft.add("input", {"button": what.button, "source": what.source, "at_s": what.t_s, "session": draft.session})


def _end_game(draft: Draft, _command: Mapping[str, Any], _context: Context) -> tuple[Mapping[str, Any], ...]:
    draft.add("closed", {})
    return ()


HANDLERS: Mapping[str, Handler] = {
    "act": _act,
    "answer": _answer,
    "undo": _undo,
    "redo": _redo,
    "replace": _replace,
    "correct": _correct,
    "notice": _notice,
    "mode": _mode,
    "press": _press,
    "end-game": _end_game,
}
