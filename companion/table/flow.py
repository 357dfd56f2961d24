"""The life of what happens: every pending item, earliest first, meets the referee until one of them needs an answer."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import Live, Press, Rolled
from companion.table.books import Item, Ledger, Origin, QuestionRow
from companion.table.exchange import Exchange
from companion.table.referee import Ask, Score, Settle, ends_turn, judge
from companion.table.run import Draft
from companion.table.wood import write_spots

__all__ = ["HOLD_S", "Contact", "Now", "is_held", "origin_of", "settle"]

HOLD_S = 3.0
"""How long a roll waits for an event that was going on when it fell."""
LATE_S = 5.0
"""How long after its release an event may still be called."""
REJUDGED = "does-not-fit"


@dataclass(frozen=True, slots=True)
class Contact:
    """Whether something is going on on the ship that has not been called yet."""

    open: bool = False

    def seen(self, live: Live) -> Contact:
        """After one more look at the ship: touched until the sense knows what came of it; a free ship may rock on for long."""
        return Contact(open=live.state == "touched")

    def called(self) -> Contact:
        """A call was made: what still rocks is its echo."""
        return Contact()


@dataclass(frozen=True, slots=True)
class Now:
    """The moment at which pending items are judged, and what is going on on the ship then."""

    t_s: float
    session: str
    contact: Contact

    def holds(self, item: Item, ledger: Ledger) -> bool:
        """Whether a roll or button must wait: for an event that is going on, or for a call that may be on its way."""
        if not isinstance(item.what, Rolled | Press) or item.session != self.session:
            return False
        if ledger.mode == "manual":
            return False
        waited_s = self.t_s - item.at_s
        if ends_turn(item) and waited_s < LATE_S and not _felt_after(item, ledger):
            return True
        return self.contact.open and waited_s < HOLD_S


def _felt_after(item: Item, ledger: Ledger) -> bool:
    """Whether something was felt that happened after this item."""
    pending = (ledger.items[seq] for seq in ledger.pending)
    return any(other.at_s > item.at_s and not isinstance(other.what, Rolled | Press) for other in pending)


def settle(draft: Draft, now: Now) -> None:
    """Judge pending items in the order of their moments; stop at a held roll or where the table must be asked."""
    for _ in range(len(draft.ledger.pending) + 1):
        item = _next(draft.ledger, draft.session)
        if item is None or now.holds(item, draft.ledger) or not _step(draft, item):
            break
    if draft.ledger.putting_back and not draft.scene.missing():
        draft.add("putting-back", {"spots": []})


def is_held(ledger: Ledger, session: str) -> bool:
    """Whether what comes next is held by the clock alone, so that time passing may let it go."""
    item = _next(ledger, session)
    asked = item is not None and any(question.item == item.seq for question in ledger.questions.values())
    return item is not None and isinstance(item.what, Rolled | Press) and not asked


def _next(ledger: Ledger, session: str) -> Item | None:
    """The earliest pending item: what is left of an earlier run first, then by moment."""

    def when(item: Item) -> tuple[bool, float, int]:
        here = item.session == session
        return here, item.at_s if here else 0.0, item.seq

    return min((ledger.items[seq] for seq in ledger.pending), key=when, default=None)


def _step(draft: Draft, item: Item) -> bool:
    """Judge one item; False when the table must answer first."""
    mine = next((q for q in draft.ledger.questions.values() if q.item == item.seq), None)
    other = next((q for q in draft.ledger.questions.values() if q.item != item.seq), None)
    if mine is not None and mine.code != REJUDGED:
        return False
    if other is not None and other.item is None:
        return False
    verdict = judge(draft.scene, item)
    if isinstance(verdict, Ask) and verdict.code == REJUDGED and _roll_first(draft, item):
        return True
    if isinstance(verdict, Ask):
        if mine is None and other is None:
            ask(draft, item.seq, verdict)
        return False
    if mine is not None:
        answer(draft, mine, "fits-now")
    write(draft, item, verdict)
    return True


def _roll_first(draft: Draft, item: Item) -> bool:
    """The hand was quicker than the die: a roll that came after the item, and that makes it fit, is written first."""
    later = (draft.ledger.items[seq] for seq in draft.ledger.pending)
    roll = next((other for other in later if isinstance(other.what, Rolled) and other.seq != item.seq), None)
    verdict = judge(draft.scene, roll) if roll else None
    if roll is None or not isinstance(verdict, Score) or isinstance(item.what, Rolled):
        return False
    if not isinstance(judge(draft.scene.after(verdict.actions), item), Score):
        return False
    write(draft, roll, verdict)
    return True


def ask(draft: Draft, item: int | None, question: Ask) -> None:
    """Put a question to the table."""
    params, options = dict(question.params), [dict(o) for o in question.options]
    draft.add("asked", {"code": question.code, "params": params, "item": item, "options": options})


def answer(draft: Draft, question: QuestionRow, option: str) -> None:
    """Close a question."""
    draft.add("answered", {"question": question.seq, "option": option})


def write(draft: Draft, item: Item, verdict: Score | Exchange | Settle) -> None:
    """Write what the referee decided."""
    if isinstance(verdict, Exchange):
        _exchange(draft, item, verdict)
        return
    if isinstance(verdict, Settle):
        if verdict.how == "fell-already":
            draft.add("reading", {"felt": item.seq, "spots": [], "void": True})
        draft.settle(item.seq, verdict.how)
        return
    for action in verdict.actions:
        draft.enter(action, origin_of(item), _entry_moment(draft, item, verdict), item=item.seq, before=verdict.before)


def _exchange(draft: Draft, item: Item, verdict: Exchange) -> None:
    """The fall is replaced and read anew, and the removal goes before it."""
    old = verdict.step.entry
    assert old.item is not None
    fall = draft.ledger.items[old.item]
    new = draft.enter(verdict.fell, origin_of(fall), old.at_s, item=fall.seq, replaces=old.seq)
    draft.add("reading", {"felt": fall.seq, "spots": write_spots(verdict.fallen)})
    draft.enter(verdict.remove, origin_of(item), item.at_s, item=item.seq, before=new)
    draft.add("reading", {"felt": item.seq, "spots": write_spots([verdict.taken])})


def _entry_moment(draft: Draft, item: Item, verdict: Score) -> float:
    """The item's moment; an entry that fitted only later than that belongs where it was written."""
    steps = draft.scene.steps
    if verdict.before is not None or not steps or steps[-1].entry.session != item.session:
        return item.at_s
    return max(item.at_s, steps[-1].entry.at_s)


def origin_of(item: Item) -> Origin:
    """Where an entry made of this item comes from."""
    what = item.what
    if isinstance(what, Rolled):
        return Origin("tablet" if what.source == "tablet" else "die", name=what.source)
    if isinstance(what, Press):
        return Origin(what.source if what.source in ("tablet", "ship") else "button", name=what.button)
    return Origin("ship", odds=round(what.odds, 3))
