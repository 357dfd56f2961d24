"""A seat's own phone: how it gets the seat, and what it and the table key may ask for where something is secret.

What a player does in secret (`Game.secrets`) is that seat's alone: nobody else can do it, and nothing tells others what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.books import Entry, Origin
from companion.table.refusal import Refused
from companion.table.run import Draft
from companion.table.scene import Scene

__all__ = ["PHONE", "check", "offer", "reissue", "take"]

PHONE = Origin("phone")
CARD = "marks"
"""The action that says where a player marks; a game that has it is told when a phone comes."""


# --- getting a seat


def offer(draft: Draft, seat: int, claim: str) -> None:
    """A claim for a seat without a phone, by its digest; it takes the place of one that was not used."""
    _refuse_no_seat(draft.scene, seat)
    if seat in draft.ledger.phones.keys:
        raise Refused("seat-taken", {"seat": seat}, 409, "a phone has that seat; if it is lost, give the seat out anew")
    draft.add("phone", {"what": "offered", "seat": seat, "claim": claim})


def reissue(draft: Draft, seat: int, claim: str) -> None:
    """The phone of that seat is out from now on, everybody is told, and a new claim is open."""
    _refuse_no_seat(draft.scene, seat)
    if seat not in draft.ledger.phones.keys:
        raise Refused("seat-free", {"seat": seat}, 409, "no phone has that seat; show its code")
    draft.add("phone", {"what": "reissued", "seat": seat, "claim": claim})


def take(draft: Draft, claim: str, key: str, now_s: float) -> int:
    """Use a claim; the seat is that key's from now on. The same key may ask again: its first answer may have got lost."""
    phones = draft.ledger.phones
    if (again := phones.seat_taken_with(claim, key)) is not None:
        return again
    if claim in phones.spent:
        raise Refused("claim-used", {}, 410, "this code has been used or replaced; ask at the table for a new one")
    seat = next((seat for seat, open_ in phones.claims.items() if open_ == claim), None)
    if seat is None:
        raise Refused("unknown-claim", {}, 404, "this code belongs to no seat of the running game; scan the one on the table")
    if (held := phones.seat_of(key)) is not None:
        raise Refused("key-in-use", {"seat": held}, 409, "this phone has a seat already; each player needs an own phone")
    draft.add("phone", {"what": "taken", "seat": seat, "claim": claim, "key": key})
    if any(a.seat == seat and a.domain.get("on") == "phone" for a in draft.scene.awaits(CARD)):
        draft.enter({"type": CARD, "seat": seat, "on": "phone"}, PHONE, now_s)
    return seat


def _refuse_no_seat(scene: Scene, seat: int) -> None:
    if not scene.game.secrets:
        raise Refused("nothing-secret", {}, 409, "nothing is secret in this game; everybody plays at the table")
    if not 0 <= seat < len(scene.view()["seats"]):
        raise Refused("no-such-seat", {"seat": seat}, 404, "there is no such seat at this table")


# --- what may be asked for


def check(scene: Scene, command: Mapping[str, Any], seat: int | None) -> None:
    """Refuse what is not theirs to ask: `seat` is the phone's, None the table key's. Looks at nothing secret."""
    if seat is not None:
        _check_phone(scene, command, seat)
    elif scene.game.secrets:
        _check_table(scene, command)


def _check_table(scene: Scene, command: Mapping[str, Any]) -> None:
    replaced = _entry(scene, command) if command.get("type") == "replace" else None
    for action in (_action(command), replaced.action if replaced else {}):
        if action.get("type") in scene.game.secrets:
            raise Refused("secret-of-the-seat", {}, 403, "only that player's own phone can do this")
    if command.get("preview") is True and scene.game.covered(scene.state):
        raise Refused("preview-would-tell", {}, 409, "what would change could tell a secret; make the change, and undo it")


def _check_phone(scene: Scene, command: Mapping[str, Any], seat: int) -> None:
    kind, action = command.get("type"), _action(command)
    if kind == "undo":
        entry = _entry(scene, command)
        action = entry.action if entry is not None and scene.steps and scene.steps[-1].entry is entry else {}
        mine = action.get("type") in scene.game.secrets
    else:
        mine = kind == "act" and action.get("type") in (*scene.game.secrets, CARD)
    if not mine or action.get("seat") != seat:
        raise Refused("not-your-seat", {}, 403, "a phone does what is its own seat's; the rest is done at the table")


def _action(command: Mapping[str, Any]) -> Mapping[str, Any]:
    action = command.get("action")
    return action if isinstance(action, Mapping) else {}


def _entry(scene: Scene, command: Mapping[str, Any]) -> Entry | None:
    seq = command.get("seq")
    return scene.ledger.entries.get(seq) if isinstance(seq, int) else None
